package stats

import (
	"math"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

func TestValuesAsText(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		v                 Value
		language, console string
	}{
		{count(4), "4", "4"},
		{duration(75 * ms), "75ms", "75"},
		{duration(0), "0ms", "0"},
		{duration(10_045 * ms), "10.045s", "10045"},
		{duration(12_500 * time.Microsecond), "12.5ms", "12.5"},
		{duration(2 * time.Minute), "2m", "120000"},
		{duration(90 * time.Second), "90s", "90000"},
		{duration(time.Hour), "1h", "3600000"},
		{duration(1500), "1.5us", "0.0015"},
		{duration(7), "7ns", "0.000007"},
		{duration(-5 * ms), "-5ms", "-5"},
		{Value{Kind: Ratio, N: 800_000}, "0.8", "0.8"},
		{Value{Kind: Ratio, N: million}, "1", "1"},
		{Value{Kind: Ratio, N: 3}, "0.000003", "0.000003"},
		{Value{}, "none", "none"},
		{Value{Kind: List, Items: []Item{{Value: count(2)}, {Value: duration(ms)}}}, "2 1ms", "2 1"},
		{Value{Kind: List, Items: []Item{{"a", count(2)}, {"b", count(3)}}}, "a=2  b=3", "a=2  b=3"},
	} {
		if c.v.String() != c.language || c.v.Text() != c.console {
			t.Errorf("%+v is %q and %q, want %q and %q", c.v, c.v.String(), c.v.Text(), c.language, c.console)
		}
	}
}

func spansOf(ns ...time.Duration) []time.Duration { return ns }

func TestStatisticsByNearestRank(t *testing.T) {
	twenty := make([]time.Duration, 20)
	for i := range twenty {
		twenty[i] = time.Duration(20 - i)
	}
	for _, c := range []struct {
		all  []time.Duration
		stat scenario.Stat
		want int64
	}{
		{twenty, scenario.P50, 10}, {twenty, scenario.P95, 19}, {twenty, scenario.P99, 20}, {twenty, scenario.Max, 20},
		{spansOf(50, 15, 40, 20, 35), scenario.P50, 35},
		{spansOf(7), scenario.P50, 7}, {spansOf(7), scenario.P99, 7},
		{spansOf(1, 1, 2), scenario.Mean, 1}, {spansOf(1, 2, 2), scenario.Mean, 2}, {spansOf(1, 2), scenario.Mean, 2},
		{spansOf(math.MaxInt64, math.MaxInt64, math.MaxInt64-3), scenario.Mean, math.MaxInt64 - 1},
	} {
		if v := Statistic(c.all, c.stat); v.Kind != Duration || v.N != c.want {
			t.Errorf("%s of %v = %+v, want %d", c.stat, c.all, v, c.want)
		}
	}
}

func TestAreasOutgrow64Bits(t *testing.T) {
	var w Wide
	w.addProduct(math.MaxUint64, 3)
	if want := (Wide{2, math.MaxUint64 - 2}); w != want {
		t.Errorf("3 × (2^64 - 1) = %v, want %v", w, want)
	}
}

func TestInversions(t *testing.T) {
	for _, c := range []struct {
		done []uint32
		want int64
	}{
		{nil, 0}, {[]uint32{1}, 0}, {[]uint32{1, 2, 3}, 0}, {[]uint32{2, 1}, 1}, {[]uint32{3, 2, 1}, 3}, {[]uint32{2, 4, 1, 3}, 3},
		{[]uint32{1, 4, 2, 3}, 2},
	} {
		if got := countInversions(c.done, make([]uint32, len(c.done))); got != c.want {
			t.Errorf("%d inversions, want %d", got, c.want)
		}
	}
}
