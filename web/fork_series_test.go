package web

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/stats"
)

func series(t, total []float64) stats.Series {
	return stats.Series{T: t, Total: total, Visible: total, InFlight: total, Delayed: total}
}

func TestBeside(t *testing.T) {
	// The run: a peak of 3 at once, 1 left at 0 ms, none from 30 on. The shadow: 1 until 45.
	now := series([]float64{0, 0, 30}, []float64{3, 1, 0})
	shadow := series([]float64{0, 20, 45}, []float64{1, 2, 0})
	joined, other := beside(now, shadow)
	for name, d := range map[string]string{
		"instants": cmp.Diff([]float64{0, 0, 20, 30, 45}, joined.T),
		"now":      cmp.Diff([]float64{3, 1, 1, 0, 0}, joined.Total),
		"shadow":   cmp.Diff([]float64{0, 1, 2, 2, 0}, other),
	} {
		if d != "" {
			t.Errorf("%s:\n%s", name, d)
		}
	}
}
