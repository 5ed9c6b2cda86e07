package sim

import (
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// mm3 is M/M/3 at a utilization of 0.8: arrivals 2.4 a second, work 1 s.
func mm3(messages int) *scenario.Scenario {
	sc := &scenario.Scenario{
		Seed:   1,
		Queues: []scenario.Queue{{Name: "jobs", DeadLetter: -1}},
		Producers: []scenario.Producer{{
			Name:     "shop",
			Schedule: scenario.Schedule{Kind: scenario.Poisson, Every: time.Second * 10 / 24, Count: 1, Times: messages},
		}},
	}
	for _, name := range []string{"worker-1", "worker-2", "worker-3"} {
		sc.Consumers = append(sc.Consumers, scenario.Consumer{
			Name: name, Group: "worker", Prefetch: 1,
			Work: scenario.Dist{Kind: scenario.Exponential, A: time.Second},
		})
	}
	return sc
}

// floor is the least a discrete-event simulation does for an event: one
// exponential draw and one replacement at the top of a calendar of 100.
func floor(n int) int64 {
	c := newCalendar()
	s := newStream(1, "floor")
	for i := range 100 {
		c.add(entry{scale(s.exponential(), time.Second), uint64(i)})
	}
	for i := range n {
		e := c.take()
		e.at += scale(s.exponential(), time.Second)
		e.key = uint64(i) << seqShift
		c.add(e)
	}
	return c.next
}

var sink int64

func nsPer(b *testing.B, n int, f func()) float64 {
	b.Helper()
	best := time.Duration(1 << 62)
	for range 7 {
		start := time.Now()
		f()
		best = min(best, time.Since(start))
	}
	return float64(best) / float64(n)
}

// BenchmarkEvent compares an event of the simulator, an arrival or a
// completion of M/M/3, with the floor, in one run.
func BenchmarkEvent(b *testing.B) {
	const messages = 300_000
	for b.Loop() {
		base := nsPer(b, 1_000_000, func() { sink = floor(1_000_000) })
		bare := nsPer(b, 2*messages, func() { Run(mm3(messages), Options{Discard: true}) })
		recorded := nsPer(b, 2*messages, func() { Run(mm3(messages), Options{MaxEvents: 10_000_000}) })
		b.ReportMetric(base, "floor-ns")
		b.ReportMetric(bare, "bare-ns")
		b.ReportMetric(recorded, "recorded-ns")
		b.ReportMetric(bare/base, "bare/floor")
		b.ReportMetric(recorded/base, "recorded/floor")
	}
}

// BenchmarkSeek moves a state to a random place of a run of two million events.
func BenchmarkSeek(b *testing.B) {
	tr := Run(mm3(400_000), Options{MaxEvents: 2_000_000}).Trace
	s := trace.NewState(&tr.Head)
	tr.Seek(s, tr.Len())
	r := newStream(1, "seek")
	b.ReportMetric(float64(tr.Len()), "events")
	for b.Loop() {
		tr.Seek(s, int(r.next()%uint64(tr.Len())))
	}
}
