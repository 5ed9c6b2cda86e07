package queue

// Discard removes the next visible message without handing it out, as a queue
// that is full does with its oldest. It reports whether there was one.
func (q *Queue[T]) Discard() (m Message[T], ok bool) {
	i := q.foremost()
	if i == 0 {
		return m, false
	}
	q.hide(i)
	m = q.message(i)
	q.forget(i)
	q.discarded++
	return m, true
}

// DiscardOldest removes the message that was written first, wherever it is, as a retained log of
// bounded length does. It reports whether there was one. It looks at every message.
func (q *Queue[T]) DiscardOldest() (m Message[T], ok bool) {
	found := q.find(func(_ uint32, e *entry) bool { return e.state != free })
	if len(found) == 0 {
		return m, false
	}
	m = q.message(found[0])
	q.remove(found[0])
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
		} else if was == inFlight && to != Stay {
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
