package stats_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/internal/anyrun"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// naive answers from the list of events, looking through all of it for each
// question. It is told which events count for the subject.
type naive struct {
	tr     *trace.Trace
	n      int           // events that have happened
	now    time.Duration // where the clock is
	counts func(*trace.Event) bool
}

func (n *naive) each(visit func(*trace.Event)) {
	for i := range n.n {
		if e := n.tr.At(i); n.counts(e) {
			visit(e)
		}
	}
}

func (n *naive) count(when func(*trace.Event) bool) int64 {
	sum := int64(0)
	n.each(func(e *trace.Event) {
		if when(e) {
			sum++
		}
	})
	return sum
}

func (n *naive) kind(k trace.Kind) int64 {
	return n.count(func(e *trace.Event) bool { return e.Kind == k })
}

// written counts messages once, however often they are written, and records.
func (n *naive) written() int64 {
	return n.count(func(e *trace.Event) bool {
		unroutable := e.Kind == trace.Dropped && e.Message == 0
		return unroutable || e.Kind == trace.Appended || e.Kind == trace.Written && e.Actor != trace.NoActor && !n.before(e, func(o *trace.Event) bool {
			return o.Kind == trace.Written && o.Message == e.Message
		})
	})
}

// before tells whether there is such an event before e.
func (n *naive) before(e *trace.Event, such func(*trace.Event) bool) bool {
	for i := range n.tr.Len() {
		o := n.tr.At(i)
		if o == e {
			return false
		}
		if such(o) {
			return true
		}
	}
	panic("not an event of the trace")
}

// repeated tells whether the message was executed before.
func (n *naive) repeated(e *trace.Event) bool {
	for i := range n.tr.Len() {
		o := n.tr.At(i)
		if o == e {
			return false
		}
		if o.Kind == trace.Executed && o.Message == e.Message {
			return true
		}
	}
	panic("not an event of the trace")
}

func (n *naive) inversions() int64 {
	var done []*trace.Event
	n.each(func(e *trace.Event) {
		if e.Kind == trace.Executed && !n.repeated(e) {
			done = append(done, e)
		}
	})
	sum := int64(0)
	for i, e := range done {
		for _, later := range done[i+1:] {
			if later.Queue == e.Queue && later.Message < e.Message {
				sum++
			}
		}
	}
	return sum
}

// spans is how long messages took from being written to a queue to an event
// there that counts for the subject.
func (n *naive) spans(ends func(*trace.Event) bool) []time.Duration {
	var all []time.Duration
	n.each(func(e *trace.Event) {
		if !ends(e) {
			return
		}
		came := time.Duration(-1)
		for i := range n.n {
			w := n.tr.At(i)
			if w == e {
				break
			}
			if w.Kind == trace.Written && w.Message == e.Message && w.Queue == e.Queue {
				came = w.At
			}
		}
		all = append(all, e.At-came)
	})
	return all
}

func (n *naive) busy() time.Duration {
	sum := time.Duration(0)
	for i := range n.n {
		e := n.tr.At(i)
		if e.Kind != trace.StepStarted || !n.counts(e) || n.tr.Head.Actors[e.Actor].Role == trace.Relay {
			continue
		}
		end := min(time.Duration(e.Value), n.now)
		for k := i; k < n.n; k++ {
			if c := n.tr.At(k); (c.Kind == trace.Crashed || c.Kind == trace.Paused) && c.Actor == e.Actor && c.At < end {
				end = c.At
			}
		}
		sum += end - e.At
	}
	return sum
}

// isCrash leaves out the further threads of a consumer that crashed.
func (n *naive) isCrash(e *trace.Event) bool {
	return e.Kind == trace.Crashed && n.tr.Head.Actors[e.Actor].Of == ""
}

func (n *naive) finished() stats.Value {
	v := stats.Value{}
	n.each(func(e *trace.Event) {
		if e.Kind == trace.Executed {
			v = stats.Value{Kind: stats.Duration, N: int64(e.At)}
		}
	})
	return v
}

func isHandOut(e *trace.Event) bool { return e.Kind == trace.Delivered || e.Kind == trace.Fetched }

func isFirst(e *trace.Event) bool { return isHandOut(e) && e.Delivery == 1 }

func isGone(e *trace.Event) bool {
	switch e.Kind {
	case trace.Acknowledged, trace.DeadLettered, trace.Moved, trace.Expired:
		return true
	case trace.Dropped:
		return e.Message != 0
	case trace.Lost:
		return e.Queue != trace.NoQueue
	}
	return false
}

func number(n int64) stats.Value { return stats.Value{Kind: stats.Count, N: n} }

// statisticOf takes the definitions at their word: the smallest value that so
// many percent do not exceed.
func statisticOf(all []time.Duration, stat scenario.Stat) stats.Value {
	percent := map[scenario.Stat]int{scenario.P50: 50, scenario.P95: 95, scenario.P99: 99, scenario.Max: 100}[stat]
	if len(all) == 0 {
		return stats.Value{}
	}
	sum := time.Duration(0)
	best := slices.Max(all)
	for _, d := range all {
		sum += d
		atMost := 0
		for _, o := range all {
			if o <= d {
				atMost++
			}
		}
		if atMost*100 >= percent*len(all) {
			best = min(best, d)
		}
	}
	if percent == 0 {
		best = (2*sum + time.Duration(len(all))) / time.Duration(2*len(all))
	}
	return stats.Value{Kind: stats.Duration, N: int64(best)}
}

func (n *naive) measure(name scenario.MeasureName, stat scenario.Stat) stats.Value {
	switch name {
	case scenario.Written:
		return number(n.written())
	case scenario.Deliveries:
		return number(n.count(isHandOut))
	case scenario.Redeliveries:
		return number(n.count(isHandOut) - n.count(isFirst))
	case scenario.DeliveredDistinct:
		return number(n.count(isFirst))
	case scenario.Acknowledged:
		return number(n.kind(trace.Acknowledged) - n.count(func(e *trace.Event) bool {
			return e.Kind == trace.Forgotten && e.Queue != trace.NoQueue
		}))
	case scenario.DeadLettered:
		return number(n.kind(trace.DeadLettered))
	case scenario.Refused:
		return number(n.kind(trace.AcknowledgeRefused))
	case scenario.Dropped:
		return number(n.kind(trace.Dropped))
	case scenario.Expired:
		return number(n.count(func(e *trace.Event) bool {
			return e.Kind == trace.Expired || e.Kind == trace.DeadLettered && e.Value == trace.ByTTL
		}))
	case scenario.Executions, scenario.Effects:
		return number(n.kind(trace.Executed))
	case scenario.Duplicates:
		return number(n.count(func(e *trace.Event) bool { return e.Kind == trace.Executed && n.repeated(e) }))
	case scenario.Inversions:
		return number(n.inversions())
	case scenario.Finished:
		return n.finished()
	case scenario.Waiting:
		return statisticOf(n.spans(isFirst), stat)
	case scenario.Sojourn:
		return statisticOf(n.spans(isGone), stat)
	}
	return number(n.count(n.isCrash))
}

// subjectOf draws a subject, and tells which events count for it.
func subjectOf(t *rapid.T, tr *trace.Trace) (scenario.Subject, func(*trace.Event) bool) {
	actor := uint16(rapid.IntRange(0, len(tr.Head.Actors)-1).Draw(t, "actor"))
	queue := uint16(rapid.IntRange(0, len(tr.Head.Queues)-1).Draw(t, "queue"))
	name := tr.Head.Actors[actor].Name
	switch rapid.IntRange(0, 3).Draw(t, "subject") {
	case 0:
		return scenario.Subject{}, func(*trace.Event) bool { return true }
	case 1:
		return scenario.Subject{Kind: scenario.OfQueue, Name: tr.Head.Queues[queue].Name},
			func(e *trace.Event) bool { return e.Queue == queue }
	case 2:
		return scenario.Subject{Kind: scenario.OfConsumer, Name: name}, func(e *trace.Event) bool {
			mine := e.Actor == actor || e.Actor != trace.NoActor && tr.Head.Actors[e.Actor].Of == name
			return mine && e.Kind != trace.Lost // its queue lost it
		}
	}
	return scenario.Subject{Kind: scenario.OfGroup, Name: "worker"}, func(e *trace.Event) bool {
		return e.Actor != trace.NoActor && tr.Head.Actors[e.Actor].Group == "worker" && e.Kind != trace.Lost
	}
}

var counted = []scenario.MeasureName{
	scenario.Written, scenario.Deliveries, scenario.Redeliveries, scenario.DeliveredDistinct, scenario.Acknowledged,
	scenario.DeadLettered, scenario.Refused, scenario.Dropped, scenario.Expired, scenario.Executions, scenario.Effects, scenario.Duplicates,
	scenario.Inversions, scenario.Finished, scenario.Waiting, scenario.Sojourn, scenario.Crashes,
}

// What the naive measures know of queues, and of consumers without handlers, only.
var (
	ofQueuesOnly = map[scenario.MeasureName]bool{
		scenario.Inversions: true, scenario.Waiting: true, scenario.Duplicates: true, scenario.Effects: true,
	}
	ofPlainWorkOnly = map[scenario.MeasureName]bool{scenario.Effects: true, scenario.Duplicates: true}
)

func TestMeasuresEqualTheNaiveOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 2000}).Trace
		if tr.Len() > 500 {
			return // the naive answers take too long
		}
		r := stats.New(tr)
		for range 20 {
			compare(t, tr, r)
		}
	})
}

func compare(t *rapid.T, tr *trace.Trace, r *stats.Report) {
	m := scenario.Measure{Name: rapid.SampledFrom(counted).Draw(t, "measure")}
	if len(tr.Head.Groups) > 0 && ofQueuesOnly[m.Name] || len(tr.Head.Tables) > 0 && ofPlainWorkOnly[m.Name] {
		return // world_test.go has these, by hand
	}
	m.Stat = rapid.SampledFrom([]scenario.Stat{"", scenario.P50, scenario.P95, scenario.P99, scenario.Max}).Draw(t, "stat")
	of, counts := subjectOf(t, tr)
	m.Of, m.When = of, scenario.When(rapid.IntRange(0, 2).Draw(t, "when"))
	m.At = 5 * ms * time.Duration(rapid.IntRange(0, 45).Draw(t, "at"))
	n := naive{tr: tr, counts: counts}
	n.n, n.now = moment(tr, m)
	want := n.measure(m.Name, m.Stat)
	got, err := r.Measure(m)
	if err != nil || got.Kind != want.Kind || got.N != want.N {
		t.Fatalf("%+v = %s (%v), want %s", m, got, err, want)
	}
}

func moment(tr *trace.Trace, m scenario.Measure) (events int, now time.Duration) {
	if m.When == scenario.AtTheEnd {
		return tr.Len(), tr.End()
	}
	for events < tr.Len() && (tr.At(events).At < m.At || tr.At(events).At == m.At && m.When == scenario.AtInstant) {
		events++
	}
	return events, min(m.At, tr.End())
}

func TestUtilizationEqualsTheNaiveOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 2000}).Trace
		m := scenario.Measure{Name: scenario.Utilization, When: scenario.AtInstant}
		m.At = 5 * ms * time.Duration(rapid.IntRange(0, int(tr.End()/(5*ms))).Draw(t, "at"))
		n := naive{tr: tr, counts: func(*trace.Event) bool { return true }}
		n.n, n.now = moment(tr, m)
		consumers := 0
		for _, a := range tr.Head.Actors {
			if a.Role == trace.Consumer || a.Role == trace.Member {
				consumers++
			}
		}
		want := stats.Value{}
		if n.now > 0 {
			whole := int64(consumers) * int64(n.now)
			want = stats.Value{Kind: stats.Ratio, N: (2*int64(n.busy())*1_000_000 + whole) / (2 * whole)}
		}
		got, err := stats.New(tr).Measure(m)
		if err != nil || got.Kind != want.Kind || got.N != want.N {
			t.Fatalf("utilization at %s = %s (%v), want %s", m.At, got, err, want)
		}
	})
}

// Two folds that share no code agree on where the messages are.
func TestMeasuresEqualTheState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 2000}).Trace
		c, s := stats.NewCollector(&tr.Head), trace.NewState(&tr.Head)
		highest := uint32(0)
		for i := range tr.Len() {
			c.Apply(tr.At(i))
			s.Apply(&tr.Head, tr.At(i))
			highest = max(highest, s.Total.Depth())
			same(t, c, scenario.Subject{}, &s.Total)
			for q := range s.Queues {
				same(t, c, scenario.Subject{Kind: scenario.OfQueue, Name: tr.Head.Queues[q].Name}, &s.Queues[q].Counts)
			}
		}
		if v, _ := c.Measure(scenario.Measure{Name: scenario.DepthMax}); v.N != int64(highest) {
			t.Fatalf("depth-max is %d, want %d", v.N, highest)
		}
	})
}

func same(t *rapid.T, c *stats.Collector, of scenario.Subject, s *trace.Counts) {
	for name, want := range map[scenario.MeasureName]uint32{
		scenario.Visible: s.Visible, scenario.InFlight: s.InFlight, scenario.Delayed: s.Delayed, scenario.Depth: s.Depth(),
		scenario.Deliveries: s.Deliveries, scenario.Redeliveries: s.Redeliveries, scenario.Executions: s.Executions,
		scenario.Acknowledged: s.Acknowledged, scenario.DeadLettered: s.DeadLettered, scenario.Refused: s.Refused,
	} {
		if v, err := c.Measure(scenario.Measure{Name: name, Of: of}); err != nil || v.N != int64(want) {
			t.Fatalf("%s of %+v = %s (%v), want %d", name, of, v, err, want)
		}
	}
}

// The area under the depth is the sum of the sojourns of the messages that are
// gone and of those that are there still: Little's law, to the nanosecond.
func TestLittle(t *testing.T) {
	empty := 0
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 2000}).Trace
		r := stats.New(tr)
		for q := -1; q < len(tr.Head.Queues); q++ {
			area, sojourn := r.Area(q), r.SumSojourn(q)
			still := stillThere(tr, q)
			if area.Hi != 0 || area.Lo != sojourn.Lo+uint64(still) {
				t.Fatalf("queue %d: area %v, sojourns %v and %d ns still there", q, area, sojourn, still)
			}
			if still == 0 && area.Lo > 0 {
				empty++
			}
		}
	})
	if empty == 0 {
		t.Error("no drawn run ended empty")
	}
}

func stillThere(tr *trace.Trace, queue int) time.Duration {
	sum := time.Duration(0)
	for _, m := range tr.State(tr.Len()).Messages {
		if m.Place != trace.Free && (queue < 0 || int(m.Queue) == queue) {
			sum += tr.End() - m.Written
		}
	}
	return sum
}

// A run that is not recorded is measured as it goes on, to the same end.
func TestMeasuringWithoutATrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := anyrun.Scenario(t)
		recorded := stats.New(sim.Run(sc, sim.Options{MaxEvents: 2000}).Trace)
		var c *stats.Collector
		s := sim.New(sc, sim.Options{MaxEvents: 2000, Discard: true, Observe: func(e *trace.Event) { c.Apply(e) }})
		c = stats.NewCollector(&s.Result().Trace.Head)
		s.Run(math.MaxInt)
		r := c.Report(s.Result().End)
		for _, info := range scenario.Measures() {
			m := scenario.Measure{Name: info.Name}
			if info.Story {
				continue
			}
			a, errA := recorded.Measure(m)
			b, errB := r.Measure(m)
			if errA != nil || errB != nil || a.String() != b.String() {
				t.Fatalf("%s = %s (%v) recorded, %s (%v) not", info.Name, a, errA, b, errB)
			}
		}
	})
}
