package play

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/core/theory/fit"
	"github.com/queuelab/queuelab/web/study"
)

// Curve is a measured trade-off, ready for a chart and a table.
type Curve struct {
	// Param is what the parameter is called. Values are its values in words;
	// X the same as numbers, in Unit; of a choice they count from 0.
	Param, Unit string
	Values      []string
	X           []float64
	Choice      bool
	Lines       []CurveLine
	// Shared says that all lines are of one measure, and have one axis. Each is
	// how many points of the sweep one value has: point and line make its index.
	Shared bool
	Each   int
	// Now is the value that the draft is at, by index, and NowLine the line where
	// each is of a value; -1: none of them.
	Now, NowLine int
}

// CurveLine is a measure along the curve. What is not known is NaN.
type CurveLine struct {
	Name string
	// Unit is ms, %, or empty for a count.
	Unit            string
	Mean, Low, High []float64
	// Theory is the closed form, nil where none holds anywhere. Model names it;
	// Remark says what it is about, or which assumption fails.
	Theory        []float64
	Model, Remark string
	// Texts are the means with half of their intervals, TheoryTexts the forms.
	Texts, TheoryTexts []string
}

// Curve is what was measured so far; nil before a start. It follows Version.Study.
func (m *Model) Curve() *Curve {
	t := &m.Tradeoff
	if t.curve == nil {
		return nil
	}
	points, params := t.curve.Points, t.curve.Params
	p := params[0]
	c := &Curve{Param: m.label(p.Name), Choice: p.Kind == scenario.ChoiceParam, Now: -1, NowLine: -1, Unit: unitOfKind(p.Kind)}
	each := 1 // points of one value
	for len(params) > 1 && each < len(points) && points[each].Values[0] == points[0].Values[0] {
		each++
	}
	c.Each, c.Shared = each, len(params) > 1
	for i := 0; i < len(points); i += each {
		v := points[i].Values[0]
		if v == m.valueOf(p.Name) {
			c.Now = i / each
		}
		c.Values = append(c.Values, apart(v.String()))
		c.X = append(c.X, place(v, i))
	}
	for k, q := range t.curve.Measures {
		for of := range each {
			l := t.line(points, k, q, of, each)
			if c.Shared {
				if points[of].Values[1] == m.valueOf(params[1].Name) {
					c.NowLine = of
				}
				l.Name += ", " + m.label(params[1].Name) + " " + apart(points[of].Values[1].String())
			}
			c.Lines = append(c.Lines, l)
		}
	}
	return c
}

// valueOf is the value that the draft gives a parameter; of one that it lacks, no
// value that a sweep takes.
func (m *Model) valueOf(name string) scenario.Value {
	for i := range m.scenario.Params {
		if p := &m.scenario.Params[i]; p.Name == name {
			return p.Value
		}
	}
	return scenario.Value{Never: true}
}

// place is where a value stands along the axis.
func place(v scenario.Value, index int) float64 {
	switch v.Kind {
	case scenario.DurationParam:
		return float64(v.Duration) / float64(time.Millisecond)
	case scenario.RateParam:
		return float64(v.Number) / v.Duration.Seconds()
	case scenario.ShareParam:
		return float64(v.Number) / 1e4
	case scenario.ChoiceParam:
		return float64(index)
	}
	return float64(v.Number)
}

func unitOfKind(k scenario.ParamKind) string {
	switch k {
	case scenario.DurationParam:
		return "ms"
	case scenario.RateParam:
		return "/s"
	case scenario.ShareParam:
		return "%"
	}
	return ""
}

// line is measure k at every each-th point from one on.
func (t *Tradeoff) line(points []sweep.Point, k int, q study.Column, from, each int) CurveLine {
	unit, scale := unitOfMeasure(q.Unit)
	l := CurveLine{Name: q.Text, Unit: unit}
	model := t.model(k, from, each)
	l.Model, l.Remark = model.Model, t.remark(k, from, each, model)
	for i := from; i < len(points); i += each {
		e := &points[i].Estimates[k]
		half := e.Half
		if math.IsNaN(half) {
			half = 0
		}
		l.Mean = append(l.Mean, e.Mean*scale)
		l.Low = append(l.Low, (e.Mean-half)*scale)
		l.High = append(l.High, (e.Mean+half)*scale)
		l.Texts = append(l.Texts, estimateText(e, unit, scale))
		f, form := t.curve.Fits[i][k], math.NaN()
		if f.Holds() {
			form = f.Value * scale
		}
		if model.Holds() {
			l.Theory = append(l.Theory, form)
		}
		l.TheoryTexts = append(l.TheoryTexts, figure(form, unit))
	}
	return l
}

// unitOfMeasure is what a chart shows a measure in.
func unitOfMeasure(u scenario.Unit) (unit string, scale float64) {
	switch u {
	case scenario.Span:
		return "ms", 1e-6
	case scenario.Ratio:
		return "%", 100
	}
	return "", 1
}

// model is the closed form that holds at some point, or why none does.
func (t *Tradeoff) model(k, from, each int) fit.Fit {
	for i := from; i < len(t.curve.Fits); i += each {
		if t.curve.Fits[i][k].Holds() {
			return t.curve.Fits[i][k]
		}
	}
	return t.curve.Fits[from][k]
}

// remark says what the closed form is about, and where it does not hold.
func (t *Tradeoff) remark(k, from, each int, model fit.Fit) string {
	if !model.Holds() {
		return "No closed form: " + sentence(model.Why)
	}
	text := model.Model + ": " + sentence(model.Why)
	for i := from; i < len(t.curve.Fits); i += each {
		if f := t.curve.Fits[i][k]; !f.Holds() {
			return text + " Not everywhere; at " + apart(t.curve.Points[i].Values[0].String()) + ": " + sentence(f.Why)
		}
	}
	return text
}

// figure is a number to three digits with its unit.
func figure(v float64, unit string) string {
	if math.IsNaN(v) {
		return "–"
	}
	times, unit := scaleOf(v, unit)
	return figureIn(v*times, unit)
}

func figureIn(v float64, unit string) string {
	text := strconv.FormatFloat(significant(v), 'f', -1, 64)
	if unit == "" {
		return text
	}
	return text + " " + unit
}

// scaleOf is the unit that a time reads best in, and how many of it a millisecond is.
func scaleOf(v float64, unit string) (times float64, in string) {
	if unit != "ms" {
		return 1, unit
	}
	switch a := math.Abs(v); {
	case a >= 36e5:
		return 1 / 36e5, "h"
	case a >= 6e4:
		return 1 / 6e4, "min"
	case a >= 1000:
		return 1e-3, "s"
	case a > 0 && a < 0.1:
		return 1000, "us"
	}
	return 1, unit
}

func significant(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

// estimateText is a mean and half of its interval, both in one unit.
func estimateText(e *sweep.Estimate, unit string, scale float64) string {
	if math.IsNaN(e.Mean) || math.IsNaN(e.Half) {
		return figure(e.Mean*scale, unit)
	}
	times, in := scaleOf(e.Mean*scale, unit)
	return figureIn(e.Mean*scale*times, in) + " ± " + figureIn(e.Half*scale*times, in)
}

// SweepProgress is how many runs are done; empty before a start.
func (m *Model) SweepProgress() string {
	t := &m.Tradeoff
	if t.curve == nil {
		return ""
	}
	return grouped(t.curve.Done) + " of " + grouped(t.curve.All) + " runs"
}

// SweepShare is how far a curve is, from 0 to 1.
func (m *Model) SweepShare() float64 {
	c := m.Tradeoff.curve
	if c == nil {
		return 0
	}
	return float64(c.Done) / float64(max(1, c.All))
}

// SweepRemarks say what the numbers of a curve don't show.
func (m *Model) SweepRemarks() (all []string) {
	c := m.Tradeoff.curve
	if c == nil {
		return nil
	}
	limited, short, cut, batched := 0, false, 0, false
	for _, p := range c.Points {
		limited += p.Limited
		for _, e := range p.Estimates {
			short, cut, batched = short || e.Short, max(cut, e.Cut), batched || e.Batched
		}
	}
	add := func(is bool, text string) {
		if is {
			all = append(all, text)
		}
	}
	add(cut > 0, "Up to "+manyOf(cut, "message")+" at the beginning of each run are left out as its warm-up.")
	add(short, "At some points the runs are too short for a warm-up to be told from the rest: nothing is left out there.")
	add(batched, "The intervals are by batch means, as each point has one run.")
	add(limited > 0, manyOf(limited, "run")+" cut short by the simulator's limit.")
	return all
}

// SweepOutdated says why a curve is not of what is set now; empty: it is.
func (m *Model) SweepOutdated() string {
	t := &m.Tradeoff
	return outdated(t.Stale, t.plan != t.Sweep, "Measure again to see what it does now.")
}

// SweepUnder says which settings the lesson proposes for its curve; empty: none.
func (m *Model) SweepUnder() string {
	if p := m.Lesson.Tradeoff; p != nil {
		return m.underText(p.With)
	}
	return ""
}

// SweepRange are the ends of a parameter's slider, for fields that are empty;
// both empty for a choice, which has no range.
func (m *Model) SweepRange(name string) (from, to string) {
	for _, p := range m.scenario.Params {
		if p.Name == name && p.Kind != scenario.ChoiceParam {
			return p.SliderFrom.String(), p.SliderTo.String()
		}
	}
	return "", ""
}

// MeasureWords are what the scenario's vocabulary offers to measure: all that
// has a number, and some shares.
func (m *Model) MeasureWords() []string {
	words := []string{
		"waiting", "waiting p95", "sojourn", "sojourn p95", "utilization", "finished",
		"redeliveries / deliveries", "duplicates / executions", "dropped / written",
	}
	for _, info := range scenario.Measures() {
		if name := string(info.Name); info.Unit != scenario.Word && !slices.Contains(words, name) {
			words = append(words, name)
		}
	}
	return words
}

func containsWord(text, word string) bool { return slices.Contains(strings.Fields(text), word) }

// CurveCSV is the curve as a table of text.
func (c *Curve) CSV() string {
	var b strings.Builder
	b.WriteString(csvCell(c.Param))
	for _, l := range c.Lines {
		unit := ""
		if l.Unit != "" {
			unit = " (" + l.Unit + ")"
		}
		for _, what := range []string{"", " low", " high", " closed form"} {
			b.WriteString("," + csvCell(l.Name+what+unit))
		}
	}
	for i, v := range c.Values {
		b.WriteString("\n" + csvCell(v))
		for _, l := range c.Lines {
			form := math.NaN()
			if l.Theory != nil {
				form = l.Theory[i]
			}
			for _, x := range []float64{l.Mean[i], l.Low[i], l.High[i], form} {
				b.WriteByte(',')
				if !math.IsNaN(x) {
					b.WriteString(strconv.FormatFloat(x, 'g', 7, 64))
				}
			}
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// csvCell quotes what commas or quotes would break.
func csvCell(text string) string {
	if !strings.ContainsAny(text, ",\"\n") {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}
