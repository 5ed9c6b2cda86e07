package sweep

import (
	"math"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s = %g, want %g", what, got, want)
	}
}

// Of 1, 2, 3, 4 the mean is 2.5, the variance 5/3, the standard error
// √(5/12) = 0.645497, and t with 3 degrees of freedom 3.182.
func TestHalfWidth(t *testing.T) {
	near(t, "half", halfWidth([]float64{1, 2, 3, 4}), 3.182*.645497, 1e-5)
	near(t, "of equal values", halfWidth([]float64{2, 2, 2}), 0, 0)
	if h := halfWidth([]float64{2}); !math.IsNaN(h) {
		t.Errorf("one value has the half-width %g", h)
	}
}

// Values of a printed table that are not in ours are between its entries.
func TestQuantile(t *testing.T) {
	for freedom, want := range map[int]float64{1: 12.706, 9: 2.262, 30: 2.042, 31: 2.040, 50: 2.009, 80: 1.990, 100: 1.984, 200: 1.972, 1_000_000: 1.960} {
		near(t, "t", quantile(freedom), want, .0011)
	}
}

func durations(n int, of func(i int) time.Duration) []time.Duration {
	all := make([]time.Duration, n)
	for i := range all {
		all[i] = of(i)
	}
	return all
}

func TestMSER5(t *testing.T) {
	tests := map[string]struct {
		series []time.Duration
		cut    int
		short  bool
	}{
		"a long beginning":     {durations(100, func(i int) time.Duration { return time.Duration(max(0, 10-i)) * 100 }), 10, false},
		"no beginning":         {durations(100, func(i int) time.Duration { return time.Duration(i % 5) }), 0, false},
		"nothing but it":       {durations(100, func(i int) time.Duration { return time.Duration(i) }), 0, true},
		"too few to be judged": {durations(49, func(i int) time.Duration { return time.Duration(max(0, 10-i)) * 100 }), 0, false},
		"none":                 {nil, 0, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if cut, short := mser5(test.series); cut != test.cut || short != test.short {
				t.Errorf("cut %d, short %v; want %d, %v", cut, short, test.cut, test.short)
			}
		})
	}
}

// The mean of two runs decides, as far as the shorter goes: each by itself is
// all beginning, and together they are none.
func TestTheMeanOfThePilotRunsDecides(t *testing.T) {
	rising := durations(100, func(i int) time.Duration { return time.Duration(i) })
	falling := durations(120, func(i int) time.Duration { return time.Duration(200 - i) })
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		w := newWarmup(2, 1, MSER5)
		runs := [2][]time.Duration{append([]time.Duration(nil), rising...), append([]time.Duration(nil), falling...)}
		for _, n := range order {
			w.add(n, [][]time.Duration{runs[n]})
		}
		if w.left != 0 || w.cuts[0] != 0 || w.short[0] {
			t.Errorf("%+v, want nothing cut", w)
		}
	}
}

// 32 stretches of ten, half of them of 1 and half of 3: the mean of stretches
// is 2, their variance 32/31, and t with 31 degrees of freedom 2.040.
func TestBatchMeans(t *testing.T) {
	series := durations(320, func(i int) time.Duration { return time.Duration(1 + 2*(i/10%2)) })
	want := 2.040 * math.Sqrt(1/31.0)
	near(t, "of the mean", batchMeans(series, scenario.Mean), want, .0005)
	near(t, "of the median", batchMeans(series, scenario.P50), want, .0005)
	for _, h := range []float64{batchMeans(series[1:], scenario.Mean), batchMeans(series, scenario.Max)} {
		if !math.IsNaN(h) {
			t.Errorf("half-width %g, want none", h)
		}
	}
}

// A single replication has an interval all the same, if it is long.
func TestOneLongRunIsMeasuredByBatchMeans(t *testing.T) {
	p := Plan{Over: []Range{{"consumers", "2", "2", 1}}, Replications: 1}
	long := finish(plan(t, line+"", p, "waiting", "finished"))[0]
	if long.Estimates[0].Batched {
		t.Errorf("200 messages are too few for batch means: %+v", long.Estimates[0])
	}
	many := "queue jobs\nparam consumers 2 from 1 to 9 \"C\"\nproducer shop\n  to jobs\n  write 5000 \"x\"\n  poisson 1/s\nconsumer worker x $consumers\n  from jobs\n  work exponential 1s\n"
	s := plan(t, many, p, "waiting", "finished")
	got := finish(s)[0].Estimates
	if !got[0].Batched || !(got[0].Half > 0 && got[0].Half < got[0].Mean) || got[1].Batched {
		t.Errorf("%+v", got)
	}
	if err := s.More(9); err != nil {
		t.Fatal(err)
	}
	if got := finish(s)[0].Estimates; got[0].Batched || got[0].N != 10 {
		t.Errorf("with ten runs: %+v", got[0])
	}
}
