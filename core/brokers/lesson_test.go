//go:build unix

package brokers

import (
	"context"
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

func TestFiveJobs(t *testing.T) {
	sc, err := lesson.Get("five-jobs").Doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	eachFamily(t, func(t *testing.T, family, addr string) {
		tr, err := Run(context.Background(), dial(t, addr), sc, Options{Slow: 5})
		if err != nil {
			t.Fatal(err)
		}
		r := stats.New(tr)
		for name, want := range map[scenario.MeasureName]int64{"written": 5, "deliveries": 5, "acknowledged": 5, "depth": 0} {
			got, err := r.Measure(scenario.Measure{Name: name})
			if err != nil || got.N != want {
				t.Errorf("%s is %d, %v; want %d", name, got.N, err, want)
			}
		}
	})
}
