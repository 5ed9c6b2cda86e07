package queue

import (
	"cmp"
	"slices"
	"time"
)

// CopyFrom makes q hold what o holds, its clock where o's stands. The options
// stay q's own. Nothing is shared afterwards but what bodies share, and q's
// memory is used again.
func (q *Queue[T]) CopyFrom(o *Queue[T]) {
	options, entries, bodies, ready, due := q.options, q.slots.entries, q.bodies, q.ready.heap, q.due.heap
	lives, expiring := q.lives, q.expiring.heap
	began, scratch, groups := q.began, q.scratch, q.groups
	*q = *o
	q.options = options
	q.slots.entries = append(entries[:0], o.slots.entries...)
	q.bodies = append(bodies[:0], o.bodies...)
	q.ready.heap = append(ready[:0], o.ready.heap...)
	q.due.heap = append(due[:0], o.due.heap...)
	q.expiring.heap = append(expiring[:0], o.expiring.heap...)
	if q.lives = nil; o.lives != nil {
		q.lives = append(lives[:0], o.lives...)
	}
	q.began, q.scratch = append(began[:0], o.began...), scratch
	q.groups = groups.copyFrom(&o.groups)
}

// Holding is what Reject would answer: Done while the receipt holds its
// message, otherwise Refused or Gone. It changes nothing.
func (q *Queue[T]) Holding(r Receipt) Outcome { return q.heldBy(r) }

// Standing is where a message stands in its queue.
type Standing[T any] struct {
	Message[T]
	// Visible, InFlight and Parked say which; a message that is none of them is delayed.
	Visible, InFlight, Parked bool
	// Since is the hand-out that a bounded lease counts from or, in a Claimable queue, when it was
	// heard of last; 0 where neither matters.
	Since time.Duration
	Group uint32
	// Ends is when its lease or delay ends, and Taken tells which of two that
	// end together does so first; both are 0 where neither is running.
	Ends  time.Duration
	Taken int64
	// Expires is its deadline, 0 where it has none, and AtOnce says that only the next advance
	// lets it pass.
	Expires time.Duration
	AtOnce  bool
	Aged    int64 // which of two with one deadline expires first
	// CameBack says that it stands ahead of those that keep the order of writing.
	CameBack bool

	place int64
}

// Standings lists the messages, appended to into, in the order in which they
// would be handed out if all were visible: by priority and place.
func (q *Queue[T]) Standings(into []Standing[T]) []Standing[T] {
	first := len(into)
	for i := 1; i < len(q.slots.entries); i++ {
		e := &q.slots.entries[i]
		if e.state == free {
			continue
		}
		s := Standing[T]{Message: q.message(uint32(i)), Visible: e.state == visible || e.state == behind, InFlight: e.state == inFlight, Parked: e.state == parked, place: e.place}
		s.Since, s.Group = q.since(uint32(i)), 0
		if q.options.Groups {
			s.Group = q.groups.of[i]
		}
		if e.state == delayed || s.InFlight && q.leased {
			s.Ends, s.Taken = time.Duration(e.key.major), e.key.minor
		}
		if s.CameBack = e.place <= 0; q.lives != nil && q.lives[i].key.major != forever {
			s.Expires, s.AtOnce = time.Duration(q.lives[i].key.major), q.lives[i].key.minor < 0
			s.Aged = q.lives[i].key.minor
		}
		into = append(into, s)
	}
	slices.SortFunc(into[first:], func(a, b Standing[T]) int {
		return cmp.Or(cmp.Compare(b.Priority, a.Priority), cmp.Compare(a.place, b.place))
	})
	return into
}

func (q *Queue[T]) since(i uint32) time.Duration {
	switch {
	case q.slots.entries[i].state != inFlight:
		return 0
	case q.options.Claimable:
		return time.Duration(q.slots.entries[i].key.major)
	case q.options.LeaseMost > 0:
		return q.began[i]
	}
	return 0
}

// Free lists the slots, appended to into, that the next messages will have, as
// far as they were used before.
func (q *Queue[T]) Free(into []uint32) []uint32 {
	for i := q.slots.free; i != 0; i = q.slots.entries[i].next {
		into = append(into, i)
	}
	return into
}
