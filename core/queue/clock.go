package queue

import (
	"math"
	"time"
)

// Now returns the clock: the time since the queue was made.
func (q *Queue[T]) Now() time.Duration { return q.now }

// Next returns the earliest pending end of a lease, a delay or a time to live, and
// reports whether there is one. It is Now for a message that is to expire before the
// clock moves on.
func (q *Queue[T]) Next() (at time.Duration, pending bool) {
	at = math.MaxInt64
	if i := q.due.first(q.slots.entries); i != 0 {
		at, pending = time.Duration(q.slots.entries[i].key.major), true
	}
	if i := q.nextToExpire(); i != 0 {
		at, pending = min(at, max(q.now, time.Duration(q.lives[i].key.major))), true
	}
	if !pending {
		at = 0
	}
	return at, pending
}

// Advance moves the clock on. Leases, delays and times to live that end on the way, or
// exactly then, take effect in order, each with the clock at its own instant; at one
// instant, times to live after the others. Negative values panic.
func (q *Queue[T]) Advance(by time.Duration) {
	if by < 0 {
		panic("queue: the clock never goes back")
	}
	q.AdvanceTo(later(q.now, by))
}

// AdvanceTo moves the clock on to t, as Advance does. It panics when t is in the past.
func (q *Queue[T]) AdvanceTo(t time.Duration) {
	if t < q.now {
		panic("queue: the clock never goes back")
	}
	for {
		end, pending := q.Next()
		if !pending || end > t {
			break
		}
		q.now = end
		if i := q.due.first(q.slots.entries); i != 0 && q.slots.entries[i].key.major == int64(end) {
			q.end(i)
		} else {
			q.expire(q.nextToExpire())
		}
	}
	// A callback may have moved the clock further.
	q.now = max(q.now, t)
}

// end lets the lease or the delay of a message end now.
func (q *Queue[T]) end(i uint32) {
	if q.slots.entries[i].state == inFlight {
		q.endLease(i)
		return
	}
	q.due.remove(q.slots.entries, i)
	q.delayed--
	if e := &q.slots.entries[i]; e.deliveries > 0 {
		q.unblock(i)
		q.putBack(i, e.to)
	} else {
		q.show(i)
	}
	tell(q.options.Woke, q.message(i))
}

func (q *Queue[T]) endLease(i uint32) {
	q.takeBack(i)
	if q.comeBack(i, q.options.Requeue, 0) {
		tell(q.options.LeaseEnded, q.message(i))
	}
}

// until ranks a lease or a delay taken now.
func (q *Queue[T]) until(by time.Duration) key {
	q.taken++
	return key{int64(later(q.now, by)), q.taken}
}

// later returns t+by, or the last instant there is.
func later(t, by time.Duration) time.Duration {
	if by > math.MaxInt64-t {
		return math.MaxInt64
	}
	return t + by
}
