package stats_test

import (
	"testing"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// long is a run of about two million events: three consumers, one of them
// crashing, and leases that some work outlasts.
func long(b *testing.B) *trace.Trace {
	b.Helper()
	sc := &scenario.Scenario{
		Seed:   1,
		Queues: []scenario.Queue{{Name: "jobs", Visibility: 20 * ms, DeadLetter: -1}},
		Producers: []scenario.Producer{{
			Name: "producer", Body: "job {n}",
			Schedule: scenario.Schedule{Kind: scenario.Poisson, Every: 2 * ms, Count: 1},
		}},
	}
	for _, name := range []string{"worker-1", "worker-2", "worker-3"} {
		sc.Consumers = append(sc.Consumers, scenario.Consumer{
			Name: name, Group: "worker", Prefetch: 1,
			Work: scenario.Dist{Kind: scenario.Exponential, A: 5 * ms},
		})
	}
	return sim.Run(sc, sim.Options{}).Trace
}

func perEvent(b *testing.B, tr *trace.Trace) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tr.Len()), "ns/event")
}

func BenchmarkCollectTwoMillionEvents(b *testing.B) {
	tr := long(b)
	for b.Loop() {
		stats.New(tr)
	}
	perEvent(b, tr)
}

// In the steady state, with its memory grown, a collector allocates nothing.
func BenchmarkCollectAgain(b *testing.B) {
	tr := long(b)
	c := stats.NewCollector(&tr.Head)
	again := func() {
		c.Reset()
		for i := range tr.Len() {
			c.Apply(tr.At(i))
		}
	}
	again()
	b.ReportAllocs()
	for b.Loop() {
		again()
	}
	perEvent(b, tr)
}

func BenchmarkDepthOfTwoMillionEvents(b *testing.B) {
	tr := long(b)
	for b.Loop() {
		stats.Depth(tr, -1, 2000)
	}
	perEvent(b, tr)
}

func BenchmarkDeliveriesOfTwoMillionEvents(b *testing.B) {
	tr := long(b)
	for b.Loop() {
		stats.Deliveries(tr, 500)
	}
	perEvent(b, tr)
}

func BenchmarkPercentileOfEveryMessage(b *testing.B) {
	tr := long(b)
	c := stats.NewCollector(&tr.Head)
	for i := range tr.Len() {
		c.Apply(tr.At(i))
	}
	for b.Loop() {
		if _, err := c.Measure(scenario.Measure{Name: scenario.Sojourn, Stat: scenario.P95}); err != nil {
			b.Fatal(err)
		}
	}
	perEvent(b, tr)
}

// The measures of a lesson: what an edit costs.
func BenchmarkReportOfAHundredEvents(b *testing.B) {
	tr := traceOf([]trace.Queue{{Name: "jobs", Visibility: 30 * ms}}, nil)
	whole := long(b)
	for i := range 100 {
		tr.Append(*whole.At(i))
	}
	tr.Head = whole.Head
	for b.Loop() {
		r := stats.New(tr)
		for _, m := range scenario.Measures() {
			if _, err := r.Measure(scenario.Measure{Name: m.Name}); err != nil {
				b.Fatal(err)
			}
		}
	}
}
