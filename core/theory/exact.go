package theory

import "slices"

// Lindley is the wait of the next arrival at one server, from the wait and the
// work of the one before and the gap between the two: max(0, W+S−A). Exact, for
// any arrivals and any work, in order of arrival.
// D. V. Lindley, "The Theory of Queues with a Single Server" (1952).
func Lindley(waiting, work, gap int64) int64 { return max(0, waiting+work-gap) }

// KieferWolfowitz is the work that each of several servers still has to do, as
// the next arrival sees it, the least first: what it waits is the first entry.
// The zero value of each is an idle server. Exact, for any arrivals and any
// work, in order of arrival. J. Kiefer and J. Wolfowitz, "On the Theory of
// Queues with Many Servers" (1955).
type KieferWolfowitz []int64

// Arrive lets gap pass and gives the arrival's work to the server that is free
// first. It returns how long the arrival waits.
func (w KieferWolfowitz) Arrive(gap, work int64) (waiting int64) {
	for i := range w {
		w[i] = max(0, w[i]-gap)
	}
	waiting = w[0]
	w[0] += work
	slices.Sort(w)
	return waiting
}

// Visit is a stay of one message: it came and it left.
type Visit struct{ Arrived, Left int64 }

// Little is the area under the depth over time and the sum of the sojourns, of
// visits that have all ended. The two are equal, whatever happened in between:
// J. D. C. Little, "A Proof for the Queuing Formula L = λW" (1961), as the
// identity of a sample path. Sums must fit 63 bits.
func Little(visits []Visit) (area, sojourns int64) {
	type step struct{ at, change int64 }
	steps := make([]step, 0, 2*len(visits))
	for _, v := range visits {
		sojourns += v.Left - v.Arrived
		steps = append(steps, step{v.Arrived, 1}, step{v.Left, -1})
	}
	slices.SortFunc(steps, func(a, b step) int { return int(min(max(a.at-b.at, -1), 1)) })
	depth, since := int64(0), int64(0)
	for _, s := range steps {
		area += depth * (s.at - since)
		depth, since = depth+s.change, s.at
	}
	return area, sojourns
}
