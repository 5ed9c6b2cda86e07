package queue

import "time"

// Acknowledge deletes the message. A late receipt deletes it too (Late) or is
// refused, as the queue's options say.
func (q *Queue[T]) Acknowledge(r Receipt) Outcome {
	e := q.slots.find(r)
	switch {
	case e == nil:
		return Gone
	case e.holds(r.delivery):
		if q.special {
			q.takeBack(r.slot)
		} else { // by hand, as calls are half of what it costs
			if q.leased {
				q.due.remove(q.slots.entries, r.slot)
			}
			q.inFlight--
		}
		q.forget(r.slot)
		q.acknowledged++
		return Done
	case q.options.LateAcknowledge == Refuses || q.options.LateAcknowledge == DeletesNewest && e.deliveries != r.delivery:
		return Refused
	}
	q.withdraw(r.slot)
	q.delete(r.slot)
	return Late
}

// Reject gives up the message: with requeue it comes back, at once visible;
// without, it is dead-lettered. A late receipt is refused.
func (q *Queue[T]) Reject(r Receipt, requeue bool) Outcome {
	if requeue {
		return q.Requeue(r, q.options.Requeue)
	}
	if o := q.heldBy(r); o != Done {
		return o
	}
	q.takeBack(r.slot)
	q.bury(r.slot)
	return Done
}

// Return is what the queue does when the connection closes over which the
// message was handed out: it comes back, as after Reject with requeue.
func (q *Queue[T]) Return(r Receipt) Outcome { return q.Requeue(r, q.options.Requeue) }

// Requeue gives up the message, which comes back to a place. A late receipt is refused.
func (q *Queue[T]) Requeue(r Receipt, to Position) Outcome { return q.RequeueAfter(r, to, 0) }

// RequeueAfter gives up the message, which is delayed for so long and then comes back to a
// place; at once, when by is 0 or less. A late receipt is refused.
func (q *Queue[T]) RequeueAfter(r Receipt, to Position, by time.Duration) Outcome {
	if o := q.heldBy(r); o != Done {
		return o
	}
	q.takeBack(r.slot)
	if !q.comeBack(r.slot, to, by) {
		return Buried
	}
	return Done
}

// Extend restarts the lease: it ends at now+by, and at once when by is 0 or
// less. A late receipt is refused; so is any in a queue without a visibility
// timeout, where there is no lease, unless it is Claimable: there it begins the time
// anew that Claim looks at.
func (q *Queue[T]) Extend(r Receipt, by time.Duration) Outcome {
	if o := q.heldBy(r); o != Done {
		return o
	}
	switch {
	case q.options.Claimable:
		q.slots.entries[r.slot].key.major = int64(q.now)
		return Done
	case !q.leased || q.tooLong(r.slot, by):
		return Refused
	case by <= 0:
		q.endLease(r.slot)
		return Done
	}
	q.due.remove(q.slots.entries, r.slot)
	q.extend(r.slot, by)
	return Done
}

// extend starts a lease anew. Leases of the queue's own timeout end in the order
// in which they are taken.
func (q *Queue[T]) extend(i uint32, by time.Duration) {
	k := q.until(by)
	if by == q.options.Visibility {
		q.due.append(q.slots.entries, i, k)
	} else {
		q.due.addApart(q.slots.entries, i, k)
	}
}

// heldBy returns Done when the receipt holds its message, and otherwise why it
// does not: Refused or Gone.
func (q *Queue[T]) heldBy(r Receipt) Outcome {
	e := q.slots.find(r)
	switch {
	case e == nil:
		return Gone
	case !e.holds(r.delivery) && !(q.options.AnyReceipt && e.state == inFlight):
		return Refused
	}
	return Done
}

// takeBack takes a message in flight out of its consumer's hands.
func (q *Queue[T]) takeBack(i uint32) {
	if q.leased {
		q.due.remove(q.slots.entries, i)
	}
	q.inFlight--
	if q.special {
		q.unblock(i)
	}
}

// withdraw takes a message out from wherever a late receipt may find it.
func (q *Queue[T]) withdraw(i uint32) {
	switch q.slots.entries[i].state {
	case inFlight:
		q.takeBack(i)
	case delayed:
		q.due.remove(q.slots.entries, i)
		q.delayed--
		if q.slots.entries[i].deliveries > 0 {
			q.unblock(i)
		}
	case parked:
		q.parked--
	default:
		q.hide(i)
	}
}

func (q *Queue[T]) delete(i uint32) {
	q.forget(i)
	q.acknowledged++
}
