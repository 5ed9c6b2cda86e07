package stats

import (
	"fmt"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Report answers questions about a run that is over. It remembers the answers.
type Report struct {
	trace *trace.Trace // nil where the run was not recorded
	whole *Collector
	end   time.Duration
	// cursor has seen the first events of the trace, index of them.
	cursor  *Collector
	index   int
	answers map[scenario.Measure]Value
}

// New measures a recorded run, in one pass over its events.
func New(tr *trace.Trace) *Report {
	c := NewCollector(&tr.Head)
	for i := range tr.Len() {
		c.Apply(tr.At(i))
	}
	r := c.Report(tr.End())
	r.trace = tr
	return r
}

// Report measures a run that was not recorded and ended at end: only as a
// whole, not at instants. The collector must not be used any more.
func (c *Collector) Report(end time.Duration) *Report {
	c.AdvanceTo(end)
	return &Report{whole: c, end: c.now, answers: map[scenario.Measure]Value{}}
}

// End is the instant the run ended at.
func (r *Report) End() time.Duration { return r.end }

// Limited tells whether the run was stopped by a stated limit.
func (r *Report) Limited() bool { return r.whole.limited }

// Area is the time integral of the depth over the run; see Collector.Area.
func (r *Report) Area(queue int) Wide { return r.whole.Area(queue) }

// SumSojourn is the sum of all sojourns; see Collector.SumSojourn.
func (r *Report) SumSojourn(queue int) Wide { return r.whole.SumSojourn(queue) }

// instantsMax bounds a list of instants.
const instantsMax = 1000

// Measure is a measure of the run. At an instant after the end of a run it is
// what it is at the end, as nothing changes then any more; if the run was
// stopped by a limit it is not known, and an error. So are a subject or a
// measure that the run does not have, an instant of a run not recorded, and a list of
// more than 1000 instants.
func (r *Report) Measure(m scenario.Measure) (Value, error) {
	if v, ok := r.answers[m]; ok {
		return v, nil
	}
	v, err := r.measure(m)
	if err == nil {
		r.answers[m] = v
	}
	return v, err
}

func (r *Report) measure(m scenario.Measure) (Value, error) {
	if n := m.Of.Number; m.Of.Kind == scenario.OfMessage && n > len(r.whole.messages) {
		return Value{}, fmt.Errorf("there is no message %d", n)
	}
	if m.When == scenario.AtTheEnd {
		return r.whole.Measure(m)
	}
	if subjects := each(r.whole.head, m.Of.Kind); subjects != nil {
		return list(subjects, m, r.measure)
	}
	if m.When == scenario.AtEach || m.When == scenario.BeforeEach {
		return r.eachInstant(m)
	}
	return r.instant(m)
}

// eachInstant is a list of the values at each multiple of m.At, up to the
// first that is not before the end of the run.
func (r *Report) eachInstant(m scenario.Measure) (Value, error) {
	period := m.At
	if period <= 0 || (r.end-1)/period >= instantsMax {
		return Value{}, fmt.Errorf("each %s gives more than %d values", scenario.FormatDuration(period), instantsMax)
	}
	if m.When == scenario.BeforeEach {
		m.When = scenario.Before
	} else {
		m.When = scenario.AtInstant
	}
	all := Value{Kind: List}
	for done := false; !done; m.At += period {
		v, err := r.instant(m)
		if err != nil {
			return Value{}, err
		}
		all.Items = append(all.Items, Item{Value: v})
		done = m.At >= r.end
	}
	return all, nil
}

func (r *Report) instant(m scenario.Measure) (Value, error) {
	if r.trace == nil {
		return Value{}, fmt.Errorf("the run was not recorded")
	}
	if m.At > r.end && r.Limited() {
		return Value{}, fmt.Errorf("the run was stopped by its limit at %s", scenario.FormatDuration(r.end))
	}
	i := r.trace.Index(m.At)
	if m.When == scenario.Before {
		i = r.trace.IndexBefore(m.At)
	}
	return r.seek(i, min(m.At, r.end)).Measure(m)
}

// seek is a collector that has seen i events, its clock at an instant. Going
// forwards is cheap, going back starts again.
func (r *Report) seek(i int, at time.Duration) *Collector {
	if r.cursor == nil {
		r.cursor = NewCollector(&r.trace.Head)
	}
	if r.index > i || r.cursor.now > at {
		r.cursor.Reset()
		r.index = 0
	}
	for ; r.index < i; r.index++ {
		r.cursor.Apply(r.trace.At(r.index))
	}
	r.cursor.AdvanceTo(at)
	return r.cursor
}
