package queue

// Discard removes the next visible message without handing it out, as a queue
// that is full does with its oldest. It reports whether there was one.
func (q *Queue[T]) Discard() (m Message[T], ok bool) {
	i := q.ready.first(q.slots.entries)
	if i == 0 {
		return m, false
	}
	q.hide(i)
	m = q.message(i)
	q.forget(i)
	q.discarded++
	return m, true
}

// Restart is what the queue does when its broker restarts: all connections
// close, so that what is in flight comes back to a place, told to back; and
// messages that were not kept are gone, told to lost. A delay starts anew for none.
func (q *Queue[T]) Restart(to Position, kept func(Message[T]) bool, back, lost func(Message[T])) {
	for i := uint32(1); i < uint32(len(q.slots.entries)); i++ {
		e := &q.slots.entries[i]
		if e.state == free {
			continue
		}
		was, m := e.state, q.message(i)
		if !kept(m) {
			q.remove(i)
			lost(m)
		} else if was == inFlight {
			q.takeBack(i)
			if q.comeBack(i, to, 0) {
				back(m)
			}
		}
	}
}

// Each calls f with every message, in no order that means anything.
func (q *Queue[T]) Each(f func(Message[T])) {
	for i := uint32(1); i < uint32(len(q.slots.entries)); i++ {
		if q.slots.entries[i].state != free {
			f(q.message(i))
		}
	}
}

// remove takes a message out of wherever it is, for good.
func (q *Queue[T]) remove(i uint32) {
	q.withdraw(i)
	q.forget(i)
	q.discarded++
}
