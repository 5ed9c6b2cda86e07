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

// fastest is the shortest of several turns of each function in turn, so that a
// busy machine slows all of them or none.
func fastest(turns int, fs ...func()) []float64 {
	best := make([]float64, len(fs))
	for turn := range turns {
		for i, f := range fs {
			start := time.Now()
			f()
			if took := float64(time.Since(start)); turn == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	return best
}

// BenchmarkEvent compares an event of the simulator, an arrival or a
// completion of M/M/3, with the floor, in one run.
func BenchmarkEvent(b *testing.B) {
	const messages, events = 20_000, 40_000
	sc := mm3(messages)
	for b.Loop() {
		took := fastest(60,
			func() { sink = floor(events) },
			func() { Run(sc, Options{Discard: true}) },
			func() { Run(sc, Options{}) })
		b.ReportMetric(took[0]/events, "floor-ns")
		b.ReportMetric(took[1]/events, "bare-ns")
		b.ReportMetric(took[2]/events, "recorded-ns")
		b.ReportMetric(took[1]/took[0], "bare/floor")
		b.ReportMetric(took[2]/took[0], "recorded/floor")
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
