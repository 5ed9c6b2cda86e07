package queue

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestKeysCompareByMajorThenMinor(t *testing.T) {
	for _, c := range []struct {
		k, l   key
		before bool
	}{
		{key{1, 9}, key{2, 0}, true},
		{key{2, 0}, key{1, 9}, false},
		{key{1, 1}, key{1, 2}, true},
		{key{1, 2}, key{1, 1}, false},
		{key{1, 1}, key{1, 1}, false},
	} {
		if got := c.k.before(c.l); got != c.before {
			t.Errorf("%v before %v = %t", c.k, c.l, got)
		}
	}
}

// What comes in order, at either end, takes no heap.
func TestOrderKeepsWhatComesInOrderInTheList(t *testing.T) {
	for _, c := range []struct {
		minors []int64
		heaped int
	}{
		{[]int64{1, 2, 3, 4, 5}, 0},
		{[]int64{5, 4, 3, 2, 1}, 0},
		{[]int64{3, 4, 2, 5, 1}, 0},
		{[]int64{1, 5, 3, 6, 4}, 2},
	} {
		var o order
		es := make([]entry, len(c.minors)+1)
		for i, minor := range c.minors {
			o.add(es, uint32(i+1), key{minor: minor})
		}
		if len(o.heap) != c.heaped {
			t.Errorf("%v: %d in the heap, want %d", c.minors, len(o.heap), c.heaped)
		}
	}
}

// Up to some hundreds go in and out at random; the first is always the smallest
// there is. rapid's sequences are too short to fill a heap three levels deep.
func TestOrderAgreesWithASortedSlice(t *testing.T) {
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 0))
		var o order
		var sorted []key
		es := make([]entry, 1)
		for n := range int64(500) {
			if random.IntN(5) < 2 && len(sorted) > 0 {
				at := random.IntN(len(sorted))
				o.remove(es, slotOf(es, sorted[at]))
				sorted = slices.Delete(sorted, at, at+1)
			} else {
				k := key{random.Int64N(100), n}
				es = append(es, entry{})
				insert(&o, es, k, random.IntN(2) == 0)
				at, _ := slices.BinarySearchFunc(sorted, k, compare)
				sorted = slices.Insert(sorted, at, k)
			}
			checkFirst(t, &o, es, sorted)
		}
		for ; len(sorted) > 0; sorted = sorted[1:] {
			checkFirst(t, &o, es, sorted)
			o.remove(es, o.first(es))
		}
		checkFirst(t, &o, es, sorted)
	}
}

func insert(o *order, es []entry, k key, apart bool) {
	i := uint32(len(es) - 1)
	if apart {
		o.addApart(es, i, k)
		return
	}
	o.add(es, i, k)
}

// slotOf relies on minors that count the steps: each key is there once.
func slotOf(es []entry, k key) uint32 {
	return uint32(slices.IndexFunc(es[1:], func(e entry) bool { return e.key == k }) + 1)
}

func compare(k, l key) int {
	if k.before(l) {
		return -1
	}
	return 1
}

func checkFirst(t *testing.T, o *order, es []entry, sorted []key) {
	t.Helper()
	switch i := o.first(es); {
	case len(sorted) == 0 && i != 0:
		t.Fatalf("first is slot %d of an empty order", i)
	case len(sorted) > 0 && (i == 0 || es[i].key != sorted[0]):
		t.Fatalf("first is slot %d, %v; want %v", i, es[i].key, sorted[0])
	}
}
