package theory

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Work of 5 arriving at 0, 2, 4 and 20: each waits for all before it.
func TestLindley(t *testing.T) {
	var waits []int64
	w := int64(0)
	for _, gap := range []int64{2, 2, 16} {
		w = Lindley(w, 5, gap)
		waits = append(waits, w)
	}
	if want := []int64{3, 6, 0}; !slices.Equal(waits, want) {
		t.Errorf("waits %v, want %v", waits, want)
	}
}

// Work of 10, 4, 4 and 4 arriving together at two servers: the third follows
// the second, and the fourth the third, as the first server is busy until 10.
func TestKieferWolfowitz(t *testing.T) {
	w := make(KieferWolfowitz, 2)
	var waits []int64
	for _, work := range []int64{10, 4, 4, 4} {
		waits = append(waits, w.Arrive(0, work))
	}
	if want := []int64{0, 0, 4, 8}; !slices.Equal(waits, want) {
		t.Errorf("waits %v, want %v", waits, want)
	}
}

func TestOneServerOfKieferWolfowitzIsLindley(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOf(rapid.Int64Range(0, 50))
		gaps, works := times.Draw(t, "gaps"), times.Draw(t, "works")
		w, wait := make(KieferWolfowitz, 1), int64(0)
		for i := range min(len(gaps), len(works)) {
			if got := w.Arrive(gaps[i], works[i]); got != wait {
				t.Fatalf("arrival %d waits %d, by Lindley %d", i, got, wait)
			}
			if i+1 < len(gaps) {
				wait = Lindley(wait, works[i], gaps[i+1])
			}
		}
	})
}

// One from 0 to 10 and one from 4 to 6: 12 in all, two deep for 2.
func TestLittle(t *testing.T) {
	if area, sojourns := Little([]Visit{{0, 10}, {4, 6}}); area != 12 || sojourns != 12 {
		t.Errorf("area %d, sojourns %d, want 12 each", area, sojourns)
	}
	rapid.Check(t, func(t *rapid.T) {
		var visits []Visit
		for _, from := range rapid.SliceOf(rapid.Int64Range(0, 1000)).Draw(t, "arrivals") {
			visits = append(visits, Visit{from, from + rapid.Int64Range(0, 100).Draw(t, "stay")})
		}
		if area, sojourns := Little(visits); area != sojourns {
			t.Fatalf("area %d, sojourns %d", area, sojourns)
		}
	})
}
