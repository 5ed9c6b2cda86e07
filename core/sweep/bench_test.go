package sweep

import (
	"context"
	"runtime"
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// timeouts is 20 points by 200 replications of the lesson on the timeout.
func timeouts(b *testing.B) *Sweep {
	doc := lesson.Get("visibility-timeout").Doc
	var measures []Quantity
	for _, text := range []string{"duplicates / written", "sojourn p95"} {
		q, err := ParseQuantity(doc, scenario.Pos{}, text)
		if err != nil {
			b.Fatal(err)
		}
		measures = append(measures, q)
	}
	s, err := New(doc, Plan{Over: []Range{{Param: "visibility", From: "5ms", To: "200ms"}}, Measures: measures, Replications: 200, Set: set("spread", "exponential", "crash-at", "1ms", "consumers", "3")})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkSteps is a whole sweep on one processor, as in a browser.
func BenchmarkSteps(b *testing.B) {
	for b.Loop() {
		for s := timeouts(b); !s.Step(10_000); {
		}
	}
}

// BenchmarkWorkers is a whole sweep on all processors.
func BenchmarkWorkers(b *testing.B) {
	for b.Loop() {
		if err := timeouts(b).Run(context.Background(), runtime.NumCPU(), nil); err != nil {
			b.Fatal(err)
		}
	}
}
