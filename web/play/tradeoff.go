package play

import (
	"cmp"
	"errors"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/core/theory/fit"
)

// The measured curve over a parameter.
type (
	// SetSweep changes what is to be measured; it starts nothing.
	SetSweep struct{ Sweep Sweep }
	// StartSweep measures the draft.
	StartSweep struct{}
	// StopSweep ends that with what was measured.
	StopSweep struct{}
	// MoreReplications goes on with as many replications again.
	MoreReplications struct{}
	// OpenPoint shows the first run of a point of the curve, by index.
	OpenPoint struct{ Point int }
)

func (SetSweep) message()         {}
func (StartSweep) message()       {}
func (StopSweep) message()        {}
func (MoreReplications) message() {}
func (OpenPoint) message()        {}

// Sweep says what to measure, over which parameter.
type Sweep struct {
	// Param is the parameter. From and To are as typed; empty: its slider's ends.
	Param, From, To string
	// Each is a second parameter, of which some values have a line each, with its
	// range and how many; empty: none. With it the second measure is not looked at.
	Each, EachFrom, EachTo string
	Lines                  int
	// Steps is how many values it takes, Runs how many replications each has.
	Steps, Runs int
	// Measures are one or two measures as typed, or one divided by another; the
	// second may be empty.
	Measures [2]string
	// Whole counts all messages of a run: no warm-up is cut.
	Whole bool
	// Bare measures without the settings that the lesson proposes.
	Bare bool
}

// The most that can be asked for, so that a page can do it.
const (
	MostSteps = 60
	MostRuns  = 2000
	MostLines = 4
)

const (
	usualSteps = 16
	usualRuns  = 30
	usualLines = 3
)

// Tradeoff is the curve and what it was measured from.
type Tradeoff struct {
	Sweep
	// Problem says why there is no curve, and Field which of the fields is to
	// blame: over, from, to, measure, second; or empty.
	Problem, Field string
	Running        bool
	// Stale says that the scenario is another one by now.
	Stale bool

	sweep   *sweep.Sweep // nil before the first
	draft   Draft        // what is measured, without the parameter
	of      Draft        // the same, settled
	plan    Sweep        // what it was measured by
	settled bool         // its points are
	fits    [][]fit.Fit  // of each point, of each measure
	turn    turn
	seen    int // runs done when points were made
	cache   []sweep.Point
}

func (t *Tradeoff) has() bool { return t.sweep != nil }

// proposedSweep is the lesson's, or a usual measure over the first parameter
// that has a range.
func (m *Model) proposedSweep() Sweep {
	if p := m.Lesson.Tradeoff; p != nil {
		s := Sweep{
			Param: p.Param, From: p.From, To: p.To, Each: p.Each, EachFrom: p.EachFrom, EachTo: p.EachTo, Whole: p.Whole,
			Steps: cmp.Or(p.Steps, usualSteps), Runs: cmp.Or(p.Replications, usualRuns), Lines: cmp.Or(p.EachSteps, usualLines),
		}
		copy(s.Measures[:], p.Measures)
		return s
	}
	s := Sweep{Steps: usualSteps, Runs: usualRuns, Lines: usualLines}
	doc := m.Lesson.Doc
	for _, p := range doc.Params() {
		if p.Kind != scenario.ChoiceParam || s.Param == "" {
			if s.Param = p.Name; p.Kind != scenario.ChoiceParam {
				break
			}
		}
	}
	s.Measures[0] = "sojourn"
	if sc := m.own().scenario; len(sc.Queues) == 0 {
		s.Measures[0] = "finished"
	}
	return s
}

// sweptWith are the settings that a curve is measured under.
func (m *Model) sweptWith(s *Sweep) []lesson.Setting {
	if p := m.Lesson.Tradeoff; p != nil && !s.Bare {
		return p.With
	}
	return nil
}

// swept is what a curve would be of: the draft, whatever value it has the
// parameter at.
func (m *Model) swept(s *Sweep) Draft {
	d := m.Draft.with(m.sweptWith(s)...).without(s.Param)
	if s.Each != "" {
		d = d.without(s.Each)
	}
	d.Challenge = false
	return d
}

func (m *Model) setSweep(s Sweep) {
	t := &m.Tradeoff
	s.Lines = min(max(s.Lines, 1), MostLines)
	s.Steps, s.Runs = min(max(s.Steps, 1), MostSteps), min(max(s.Runs, 1), MostRuns)
	t.Sweep, t.Problem, t.Field = s, "", ""
}

// startSweep leaves the making of the points to the first turn: each is a
// scenario to settle.
func (m *Model) startSweep() {
	t := &m.Tradeoff
	*t = Tradeoff{Sweep: t.Sweep, plan: t.Sweep, draft: m.swept(&t.Sweep)}
	t.goOn(m)
}

func (m *Model) beginSweep() {
	t := &m.Tradeoff
	b, err := t.draft.build(m.Lesson)
	if err == nil {
		t.of = b.draft
		err = t.begin(b)
	}
	t.fail(err)
}

func (m *Model) settleSweep() {
	t := &m.Tradeoff
	var err error
	t.settled, err = t.sweep.Settle(pointsAtOnce)
	t.fail(err)
}

// fail gives a curve up, and says why, where there is an error.
func (t *Tradeoff) fail(err error) {
	if err == nil {
		return
	}
	t.Problem, t.sweep, t.Running = sentence(err.Error()), nil, false
	t.Field = t.blame(err)
}

func (t *Tradeoff) goOn(m *Model) {
	t.Running = true
	t.turn = turn{size: 1000, least: 100}
	m.do(GoOn{})
}

// begin readies the sweep.
func (t *Tradeoff) begin(b built) error {
	plan := sweep.Plan{
		Over: []sweep.Range{{Param: t.plan.Param, From: t.plan.From, To: t.plan.To, Steps: t.plan.Steps}},
		Set:  b.draft.Settings, Replications: t.plan.Runs,
	}
	if t.plan.Whole {
		plan.Warmup = sweep.Off
	}
	if t.plan.Each != "" {
		plan.Over = append(plan.Over, sweep.Range{Param: t.plan.Each, From: t.plan.EachFrom, To: t.plan.EachTo, Steps: t.plan.Lines})
	}
	for i, text := range t.plan.Measures {
		if i > 0 && (text == "" || t.plan.Each != "") {
			continue
		}
		q, err := sweep.ParseQuantity(b.doc, scenario.Pos{File: measureFields[i]}, text)
		if err != nil {
			return err
		}
		plan.Measures = append(plan.Measures, q)
	}
	s, err := sweep.Lay(b.doc, plan)
	if err != nil {
		return err
	}
	t.sweep = s
	return nil
}

// fitted says whether theory was asked about every point.
func (t *Tradeoff) fitted() bool {
	return t.sweep != nil && t.settled && len(t.fits) == len(t.points())
}

// pointsAtOnce is how many points are readied in a turn, or asked about.
const pointsAtOnce = 4

func (t *Tradeoff) fit() {
	from := len(t.fits)
	for i := from; i < min(from+pointsAtOnce, len(t.points())); i++ {
		var fits []fit.Fit
		for _, q := range t.sweep.Plan().Measures {
			fits = append(fits, fit.Of(t.sweep.Scenario(i), q.Of, q.Per))
		}
		t.fits = append(t.fits, fits)
	}
}

var measureFields = [2]string{"measure", "second"}

// blame is the field that an error is about.
func (t *Tradeoff) blame(err error) string {
	list := problems(err, "")
	if one := (*scenario.Error)(nil); errors.As(err, &one) {
		list[0].Word = one.Word
	}
	for _, p := range list {
		switch p.Word {
		case "":
		case t.plan.From:
			return "from"
		case t.plan.To:
			return "to"
		case t.plan.Param:
			return "over"
		case t.plan.Each:
			return "each"
		case t.plan.EachFrom:
			return "each-from"
		case t.plan.EachTo:
			return "each-to"
		}
		for i, text := range t.plan.Measures {
			if p.Word != "" && text != "" && containsWord(text, p.Word) {
				return measureFields[i]
			}
		}
	}
	return ""
}

func (m *Model) sweepOn(took span) {
	t := &m.Tradeoff
	if t.sweep == nil {
		m.beginSweep()
		return
	}
	if !t.settled {
		m.settleSweep()
		return
	}
	if !t.fitted() {
		t.fit()
		return
	}
	t.turn.learn(min(took, 4*turnTime))
	if t.sweep.Step(t.turn.size) {
		t.Running = false
		m.Live = "The curve is complete: " + m.SweepProgress() + "."
	}
}

func (m *Model) endSweep() {
	if t := &m.Tradeoff; t.Running {
		t.Running = false
		m.Live = "Stopped: " + m.SweepProgress() + "."
	}
}

// moreReplications also goes on with a curve that was stopped.
func (m *Model) moreReplications() {
	t := &m.Tradeoff
	if t.sweep == nil || t.Running {
		return
	}
	if t.settled && t.sweep.Done() {
		if err := t.sweep.More(t.plan.Runs); err != nil {
			t.Problem = sentence(err.Error())
			return
		}
	}
	t.goOn(m)
}

func (m *Model) openPoint(point int) {
	t := &m.Tradeoff
	if t.sweep == nil || t.Stale || point < 0 || point >= len(t.fits) {
		return
	}
	next, text := m.Draft.with(m.sweptWith(&t.plan)...), ""
	for i, v := range t.points()[point].Values {
		name := t.sweep.Params()[i].Name
		next = next.with(scenario.Setting{Name: name, Value: v.String()})
		text += ", " + m.label(name) + " " + apart(v.String())
	}
	if m.try(next, "a point of the curve"+text, "", t.plan.Param) {
		m.Notice = "This is the run at " + text[2:] + ". Undo brings yours back."
	}
}

// points are those of the sweep, made again when more is known.
func (t *Tradeoff) points() []sweep.Point {
	done, _ := t.sweep.Progress()
	if t.cache == nil || t.seen != done {
		t.cache, t.seen = t.sweep.Points(), done
	}
	return t.cache
}
