package explore

import "math"

// result is what is known of the schedules from a state on.
type result struct {
	schedules, broken, endless uint64
	// best is the cost of the shortest of those that are broken, if any; picks is
	// its first transition, to the state next, -1 at the end.
	best  cost
	picks []pick
	next  int32
}

// cost is how far a schedule goes from what the rules make: in answers other
// than theirs, and then in events.
type cost struct{ deviations, events int }

func (c cost) plus(o cost) cost { return cost{c.deviations + o.deviations, c.events + o.events} }

func (c cost) less(o cost) bool {
	return c.deviations < o.deviations || c.deviations == o.deviations && c.events < o.events
}

// add counts the schedules that begin with a transition of that cost to a state
// of which so much is known.
func (r *result) add(o *result, next int32, edge cost, s *script) {
	r.schedules, r.endless = sum(r.schedules, o.schedules), sum(r.endless, o.endless)
	if o.broken == 0 {
		return
	}
	if whole := edge.plus(o.best); r.broken == 0 || whole.less(r.best) {
		r.best, r.next = whole, next
		r.picks = append(r.picks[:0:0], s.picks...)
	}
	r.broken = sum(r.broken, o.broken)
}

// sum stops at the most there is.
func sum(a, b uint64) uint64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}
