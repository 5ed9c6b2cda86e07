package web

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/stats"
)

func TestSettledKeepsWhatLasts(t *testing.T) {
	// At 0 three messages are written and two leave; at 30 the last one comes
	// back, is handed out and leaves.
	got := settled(stats.Series{
		T:        []float64{0, 0, 0, 0, 0, 0, 30, 30, 30},
		Visible:  []float64{0, 1, 2, 3, 1, 0, 1, 0, 0},
		InFlight: []float64{0, 0, 0, 0, 1, 1, 0, 1, 0},
		Delayed:  []float64{0, 0, 0, 0, 0, 0, 0, 0, 0},
		Total:    []float64{0, 1, 2, 3, 2, 1, 1, 1, 0},
	})
	want := stats.Series{
		T:        []float64{0, 0, 30},
		Visible:  []float64{3, 0, 0},
		InFlight: []float64{0, 1, 0},
		Delayed:  []float64{0, 0, 0},
		Total:    []float64{3, 1, 0},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
