package queue

import (
	"cmp"
	"slices"
	"time"
)

// Claim hands out anew messages in flight of which nothing was heard for so long: no
// hand-out and no Extend. It takes the oldest first, at most so many, whoever has them, and gives each
// to got, which may call every method of the queue. It looks at every message; the queue must be Claimable.
func (q *Queue[T]) Claim(idle time.Duration, most int, got func(Delivery[T])) {
	if !q.options.Claimable {
		panic("queue: a claim on a queue that is not claimable")
	}
	found := q.find(func(i uint32, e *entry) bool {
		return e.state == inFlight && q.now-time.Duration(e.key.major) >= idle
	})
	for _, i := range found[:min(most, len(found))] {
		if q.slots.entries[i].state == inFlight {
			got(q.again(i))
		}
	}
}

// Again hands out a message anew to whoever holds it, and reports whether the receipt
// does. A consumer that reads again what it has not settled does so on Redis Streams.
func (q *Queue[T]) Again(r Receipt) (d Delivery[T], ok bool) {
	if e := q.slots.find(r); e == nil || !e.holds(r.delivery) {
		return d, false
	}
	return q.again(r.slot), true
}

// again is one more delivery of a message in flight.
func (q *Queue[T]) again(i uint32) Delivery[T] {
	e := &q.slots.entries[i]
	e.deliveries++
	q.delivered++
	if q.leased {
		q.due.remove(q.slots.entries, i)
	}
	end := q.beginLease(i)
	return Delivery[T]{Message: q.message(i), Receipt: Receipt{i, e.generation, e.deliveries}, LeaseEnd: end}
}

// AcknowledgeUpTo acknowledges the receipt's message and, if that does something, with it all
// earlier ones that were handed out, each told to also, in the order of writing. JetStream's
// AckAll. It looks at every message.
func (q *Queue[T]) AcknowledgeUpTo(r Receipt, also func(Message[T])) Outcome {
	e := q.slots.find(r)
	if e == nil {
		return Gone
	}
	id := e.id
	o := q.Acknowledge(r)
	if !o.OK() {
		return o
	}
	found := q.find(func(_ uint32, e *entry) bool {
		return e.state != free && e.state != parked && e.deliveries > 0 && e.id < id
	})
	for _, i := range found {
		m := q.message(i)
		q.withdraw(i)
		q.delete(i)
		also(m)
	}
	return o
}

// find are the slots of some messages, in the order of writing, until it is called again.
func (q *Queue[T]) find(is func(uint32, *entry) bool) []uint32 {
	q.scratch = q.scratch[:0]
	for i := range q.slots.entries[1:] {
		if e := &q.slots.entries[i+1]; is(uint32(i+1), e) {
			q.scratch = append(q.scratch, uint32(i+1))
		}
	}
	slices.SortFunc(q.scratch, func(a, b uint32) int {
		return cmp.Compare(q.slots.entries[a].id, q.slots.entries[b].id)
	})
	return q.scratch
}
