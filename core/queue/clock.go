package queue

import (
	"math"
	"time"
)

// Now returns the clock: the time since the queue was made.
func (q *Queue[T]) Now() time.Duration { return q.now }

// Next returns the earliest pending end of a lease or a delay, and reports
// whether there is one.
func (q *Queue[T]) Next() (time.Duration, bool) {
	i := q.due.first(q.slots.entries)
	if i == 0 {
		return 0, false
	}
	return time.Duration(q.slots.entries[i].key.major), true
}

// Advance moves the clock on. Leases and delays that end on the way, or exactly
// then, take effect in order, each with the clock at its own instant. Negative
// values panic.
func (q *Queue[T]) Advance(by time.Duration) {
	if by < 0 {
		panic("queue: the clock never goes back")
	}
	q.AdvanceTo(later(q.now, by))
}

// AdvanceTo moves the clock on to t. It panics when t is in the past.
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
		q.end(q.due.first(q.slots.entries))
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
	q.show(i)
	tell(q.options.Woke, q.message(i))
}

func (q *Queue[T]) endLease(i uint32) {
	q.takeBack(i)
	if q.comeBack(i, q.options.Requeue) {
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
