package play

import (
	"cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/web/study"
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

	// curve is what was heard of it; nil before there is a point.
	curve   *study.Curve
	id      int         // of the request; 0: none
	request study.Sweep // the last one
	of      Draft       // what is measured, without the parameter, settled
	plan    Sweep       // what it was measured by
}

func (t *Tradeoff) has() bool { return t.Running || t.curve != nil }

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

func (m *Model) startSweep() {
	t := &m.Tradeoff
	m.leave(t.id)
	*t = Tradeoff{Sweep: t.Sweep, plan: t.Sweep}
	b, err := m.swept(&t.plan).build(m.Lesson)
	if err != nil {
		t.fail(study.ProblemOf(err))
		return
	}
	t.of = b.draft
	m.measure(t.plan.request())
}

// measure asks for the sweep, or for more of it.
func (m *Model) measure(s study.Sweep) {
	t := &m.Tradeoff
	t.request = s
	t.id = m.askFor(t.of, study.Request{Sweep: &s})
	t.Running, t.Problem, t.Field = true, "", ""
}

// fail says why there is no curve, or no more of it.
func (t *Tradeoff) fail(p *study.Problem) {
	t.Problem, t.Field, t.Running = sentence(p.Text), t.blame(p), false
}

// request is what the fields ask for.
func (s *Sweep) request() study.Sweep {
	q := study.Sweep{
		Over:         []sweep.Range{{Param: s.Param, From: s.From, To: s.To, Steps: s.Steps}},
		Replications: s.Runs, Batches: 1,
	}
	if s.Whole {
		q.Warmup = sweep.Off
	}
	if s.Each != "" {
		q.Over = append(q.Over, sweep.Range{Param: s.Each, From: s.EachFrom, To: s.EachTo, Steps: s.Lines})
	}
	for i, text := range s.Measures {
		if i == 0 || text != "" && s.Each == "" {
			q.Measures = append(q.Measures, study.Measure{Field: measureFields[i], Text: text})
		}
	}
	return q
}

var measureFields = [2]string{"measure", "second"}

// blame is the field that an error is about.
func (t *Tradeoff) blame(problem *study.Problem) string {
	for _, word := range problem.Words {
		switch word {
		case "":
			continue
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
			if containsWord(text, word) {
				return measureFields[i]
			}
		}
	}
	return ""
}

func (m *Model) sweepTold(r *study.Report) {
	t := &m.Tradeoff
	if r.Curve != nil {
		t.curve = r.Curve
	}
	switch {
	case !r.Over:
		return
	case r.Problem != nil:
		t.fail(r.Problem)
		return
	case r.Stopped:
		m.Live = "Stopped: " + m.SweepProgress() + "."
	default:
		m.Live = "The curve is complete: " + m.SweepProgress() + "."
	}
	t.Running = false
}

// stopSweep asks for what was measured. A sweep of which nothing was heard is dropped.
func (m *Model) stopSweep() {
	t := &m.Tradeoff
	switch {
	case !t.Running:
	case t.curve == nil:
		m.leave(t.id)
		t.Running, t.id = false, 0
	default:
		m.do(Ask{study.Request{ID: t.id, Stop: true}})
	}
}

// moreReplications also goes on with a curve that was stopped.
func (m *Model) moreReplications() {
	t := &m.Tradeoff
	if t.curve == nil || t.Running {
		return
	}
	s := t.request
	s.Continue, s.Batches = true, t.curve.Batches
	if t.curve.Done == t.curve.All {
		s.Batches++
	}
	m.measure(s)
}

func (m *Model) openPoint(point int) {
	t := &m.Tradeoff
	if t.curve == nil || t.Stale || point < 0 || point >= len(t.curve.Points) {
		return
	}
	next, text := m.Draft.with(m.sweptWith(&t.plan)...), ""
	for i, v := range t.curve.Points[point].Values {
		name := t.curve.Params[i].Name
		next = next.with(scenario.Setting{Name: name, Value: v.String()})
		text += ", " + m.label(name) + " " + apart(v.String())
	}
	if m.try(next, "a point of the curve"+text, "", t.plan.Param) {
		m.Notice = "This is the run at " + text[2:] + ". Undo brings yours back."
	}
}
