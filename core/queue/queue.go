package queue

import (
	"math"
	"time"
)

// Queue is a message queue. Make one with New.
type Queue[T any] struct {
	options Options[T]

	slots  slots
	bodies []T   // by slot
	ready  order // visible messages, by priority and place
	due    order // running leases and delays, by their end and the order in which they were taken

	now         time.Duration
	taken       int64 // leases and delays so far
	front, back int64 // the outermost places given so far

	visible, inFlight, delayed int
	written, delivered         uint64
	acknowledged, deadLettered uint64
}

// New returns an empty queue with its clock at 0.
func New[T any](o Options[T]) *Queue[T] {
	if o.Visibility < 0 || o.MaxDeliveries < 0 {
		panic("queue: a visibility timeout or a limit of deliveries below 0")
	}
	return &Queue[T]{options: o, slots: newSlots(), bodies: make([]T, 1), front: 1}
}

// Write puts an ordinary message in the queue and returns its ID.
func (q *Queue[T]) Write(body T) uint64 { return q.WriteWith(body, WriteOptions{}) }

// WriteWith puts a message in the queue and returns its ID.
func (q *Queue[T]) WriteWith(body T, w WriteOptions) uint64 {
	i := q.slots.take()
	if int(i) == len(q.bodies) {
		q.bodies = append(q.bodies, body)
	} else {
		q.bodies[i] = body
	}
	q.written++
	q.back++
	e := &q.slots.entries[i]
	e.id, e.place, e.priority = q.written, q.back, w.Priority
	if w.Delay > 0 {
		q.delay(i, w.Delay)
	} else {
		q.show(i)
	}
	return q.written
}

func (q *Queue[T]) delay(i uint32, by time.Duration) {
	q.slots.entries[i].state = delayed
	q.delayed++
	q.due.addApart(q.slots.entries, i, q.until(by))
}

// show makes a message visible. The complement puts the highest priority first
// and, unlike the negative, has no exception.
func (q *Queue[T]) show(i uint32) {
	e := &q.slots.entries[i]
	e.state = visible
	q.visible++
	q.ready.add(q.slots.entries, i, key{int64(^e.priority), e.place})
}

// Receive hands out the next visible message, and reports whether there is one.
func (q *Queue[T]) Receive() (Delivery[T], bool) {
	for {
		i := q.ready.first(q.slots.entries)
		if i == 0 {
			return Delivery[T]{}, false
		}
		q.ready.remove(q.slots.entries, i)
		q.visible--
		if !q.exhausted(i) {
			return q.handOut(i), true
		}
		q.bury(i)
	}
}

func (q *Queue[T]) exhausted(i uint32) bool {
	limit := q.options.MaxDeliveries
	return limit > 0 && int(q.slots.entries[i].deliveries) >= limit
}

func (q *Queue[T]) handOut(i uint32) Delivery[T] {
	e := &q.slots.entries[i]
	if e.deliveries == math.MaxUint32 {
		panic("queue: more deliveries of one message than receipts can number")
	}
	e.state = inFlight
	e.deliveries++
	q.inFlight++
	q.delivered++
	var end time.Duration
	if q.options.Visibility > 0 {
		end = q.lease(i, q.options.Visibility)
	}
	return Delivery[T]{q.message(i), Receipt{i, e.generation, e.deliveries}, end}
}

// lease starts a lease and returns its end. Leases of the queue's own timeout
// end in the order in which they are taken.
func (q *Queue[T]) lease(i uint32, by time.Duration) time.Duration {
	k := q.until(by)
	if by == q.options.Visibility {
		q.due.add(q.slots.entries, i, k)
	} else {
		q.due.addApart(q.slots.entries, i, k)
	}
	return time.Duration(k.major)
}

func (q *Queue[T]) message(i uint32) Message[T] {
	e := &q.slots.entries[i]
	return Message[T]{e.id, q.bodies[i], e.priority, int(e.deliveries), i}
}

// comeBack makes a message that was in flight visible again.
func (q *Queue[T]) comeBack(i uint32) {
	e := &q.slots.entries[i]
	switch q.options.Requeue {
	case Front:
		q.front--
		e.place = q.front
	case Back:
		q.back++
		e.place = q.back
	}
	q.show(i)
}

// bury dead-letters a message that is in no order any more.
func (q *Queue[T]) bury(i uint32) {
	m := q.message(i)
	q.forget(i)
	q.deadLettered++
	tell(q.options.DeadLetter, m)
}

// forget frees the slot of a message that is in no order any more.
func (q *Queue[T]) forget(i uint32) {
	var none T
	q.bodies[i] = none
	q.slots.give(i)
}

func tell[T any](f func(Message[T]), m Message[T]) {
	if f != nil {
		f(m)
	}
}
