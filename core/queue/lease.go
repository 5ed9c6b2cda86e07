package queue

import "time"

// handedOut notes what there is to a hand-out beyond the ordinary, and gives the end of
// the lease, or 0.
func (q *Queue[T]) handedOut(i uint32) time.Duration {
	if q.slots.entries[i].deliveries == 1 {
		q.fresh--
	}
	q.block(i)
	return q.beginLease(i)
}

// beginLease takes the lease of a delivery or, where there is none, notes that it was heard of.
func (q *Queue[T]) beginLease(i uint32) time.Duration {
	if q.options.LeaseMost > 0 {
		for int(i) >= len(q.began) {
			q.began = append(q.began, 0)
		}
		q.began[i] = q.now
	}
	if !q.leased {
		q.slots.entries[i].key.major = int64(q.now)
		return 0
	}
	q.extend(i, q.lease(q.slots.entries[i].deliveries))
	return time.Duration(q.slots.entries[i].key.major)
}

// lease is how long that of a delivery lasts.
func (q *Queue[T]) lease(delivery uint32) time.Duration {
	if n := len(q.options.Backoff); n > 0 {
		return q.options.Backoff[min(int(delivery), n)-1]
	}
	return q.options.Visibility
}

// tooLong says whether a lease would last longer than any may.
func (q *Queue[T]) tooLong(i uint32, by time.Duration) bool {
	return q.options.LeaseMost > 0 && by > q.options.LeaseMost-(q.now-q.began[i])
}

// full says whether a message has to wait because too many are in flight.
func (q *Queue[T]) full(i uint32) bool {
	switch most := q.options.MaxInFlight; {
	case most == 0:
		return false
	case q.options.CountsReturned:
		return q.slots.entries[i].deliveries == 0 && q.Unsettled() >= most
	default:
		return q.inFlight >= most
	}
}
