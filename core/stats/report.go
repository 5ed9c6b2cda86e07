package stats

import (
	"errors"
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
	spent   int // of costMax
	answers map[scenario.Measure]Value
}

// New measures a recorded run, in one pass over its events.
func New(tr *trace.Trace) *Report {
	c := NewCollector(&tr.Head)
	c.reserve(written(tr))
	for i := range tr.Len() {
		c.Apply(tr.At(i))
	}
	return c.ReportOf(tr)
}

// ReportOf measures the recorded run that c has seen all of, as New does. The
// collector must not be used any more.
func (c *Collector) ReportOf(tr *trace.Trace) *Report {
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

// instantsMax bounds a list of instants, and costMax the records and events read
// for all of a report's answers, so that no scenario can keep a page busy for long.
const (
	instantsMax = 1000
	costMax     = 200_000_000
)

// afford spends some of costMax.
func (r *Report) afford(cost int) error {
	if r.spent += cost; r.spent > costMax {
		return errTooMuch
	}
	return nil
}

var errTooMuch = errors.New("there is too much to measure")

// Measure is a measure of the run. At an instant after the end of a run it is
// what it is at the end, as nothing changes then any more; if the run was
// stopped by a limit it is not known, and an error. So are a subject or a
// measure that the run does not have, an instant of a run not recorded, and a list of
// more than 1000 instants or that reads too many records.
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
	if story := stories[m.Name]; story != nil {
		return r.tell(story, m)
	}
	switch m.When {
	case scenario.AtTheEnd:
		return r.measureOf(r.whole, m)
	case scenario.AtEach, scenario.BeforeEach:
		return r.eachInstant(m)
	}
	return r.instant(m)
}

// eachInstant is a list of the values at each multiple of m.At, up to the
// first that is not before the end of the run, or the last that is known of.
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
	for done := r.Limited() && period > r.end; !done; m.At += period {
		v, err := r.instant(m)
		if err != nil {
			return Value{}, err
		}
		all.Items = append(all.Items, Item{Value: v})
		done = m.At >= r.end || r.Limited() && m.At+period > r.end
	}
	return transposed(all), nil
}

// transposed turns a list of instants whose values are lists of names into a
// list of names whose values are lists of instants.
func transposed(instants Value) Value {
	if len(instants.Items) == 0 || instants.Items[0].Value.Kind != List {
		return instants
	}
	names := Value{Kind: List}
	for i, n := range instants.Items[0].Value.Items {
		row := Value{Kind: List}
		for _, at := range instants.Items {
			row.Items = append(row.Items, Item{Value: at.Value.Items[i].Value})
		}
		names.Items = append(names.Items, Item{n.Name, row})
	}
	return names
}

func (r *Report) measureOf(c *Collector, m scenario.Measure) (Value, error) {
	if err := r.afford(c.Cost(m)); err != nil {
		return Value{}, err
	}
	return c.Measure(m)
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
	c, err := r.seek(i, min(m.At, r.end))
	if err != nil {
		return Value{}, err
	}
	return r.measureOf(c, m)
}

// seek is a collector that has seen i events, its clock at an instant. Going
// forwards is cheap, going back starts again.
func (r *Report) seek(i int, at time.Duration) (*Collector, error) {
	if r.cursor == nil {
		r.cursor = NewCollector(&r.trace.Head)
		r.cursor.reserve(len(r.whole.messages))
	}
	if r.index > i || r.cursor.now > at {
		r.cursor.Reset()
		r.index = 0
	}
	if err := r.afford(i - r.index); err != nil {
		return nil, err
	}
	for ; r.index < i; r.index++ {
		r.cursor.Apply(r.trace.At(r.index))
	}
	r.cursor.AdvanceTo(at)
	return r.cursor, nil
}
