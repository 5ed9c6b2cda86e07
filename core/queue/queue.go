package queue

import (
	"math"
	"time"
)

// Queue is a message queue. Make one with New.
type Queue[T any] struct {
	limit   uint32 // of deliveries; as many as a receipt can number when the options set none
	special bool   // there is more to a hand-out than the ordinary
	leased  bool

	slots  slots
	bodies []T     // by slot
	ready  order   // visible messages, by priority and place
	due    order   // running leases and delays, by their end and the order in which they were taken
	lives  []entry // by slot, the deadlines; nil while no message had one

	depth, inFlight, delayed   int
	fresh, parked              int // never handed out, counted in special queues; used up
	written, delivered         uint64
	acknowledged, deadLettered uint64
	discarded, expired         uint64

	now   time.Duration
	taken int64 // leases and delays so far
	// The last places given: at the front, going down; ahead of those never handed out, and
	// at the back, going up.
	front, ahead, back int64

	expiring order // visible messages, by their deadlines, where any may expire
	options  Options[T]
	began    []time.Duration // by slot, the hand-outs, where a lease is bounded
	groups   groups
	scratch  []uint32 // slots that Claim and AcknowledgeUpTo found
}

// New returns an empty queue with its clock at 0.
func New[T any](o Options[T]) *Queue[T] {
	o.check()
	q := &Queue[T]{options: o, limit: math.MaxUint32, slots: newSlots(), bodies: make([]T, 1), front: aheadBase, ahead: aheadBase}
	if 0 < o.MaxDeliveries && o.MaxDeliveries < math.MaxUint32 {
		q.limit = uint32(o.MaxDeliveries)
	}
	q.leased = o.Visibility > 0 || len(o.Backoff) > 0
	q.special = len(o.Backoff) > 0 || o.LeaseMost > 0 || o.MaxInFlight > 0 || o.Claimable || o.Groups
	return q
}

// aheadBase is where the places ahead begin. Those at the front are below, and
// those that Write gives, from 1 on, above.
const aheadBase = math.MinInt64 / 2

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
	q.depth++
	q.back++
	e := &q.slots.entries[i]
	e.id, e.place, e.priority = q.written, q.back, w.Priority
	q.limitLife(i, w.TTL)
	if q.special {
		q.fresh++
		if q.options.Groups {
			q.groups.join(i, w.Group)
		}
	}
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
	k := key{int64(^e.priority), e.place}
	if q.special && q.options.Groups && q.groups.of[i] != 0 {
		q.lineUp(i, k)
	} else {
		q.ready.add(q.slots.entries, i, k)
	}
	if q.lives != nil {
		q.watch(i)
	}
}

// Receive hands out the next visible message, and reports whether there is one.
func (q *Queue[T]) Receive() (d Delivery[T], ok bool) {
	ok = q.ReceiveInto(&d)
	return d, ok
}

// ReceiveInto is Receive into a Delivery of the caller's, which stays as it is
// when there is no message. It saves the copies of a Delivery, which cost half
// as much again as all the rest: it is for loops that have to be fast.
//
// It is one function, field by field, because calls and copies are what it
// would spend most of its time on, above all in WebAssembly.
func (q *Queue[T]) ReceiveInto(d *Delivery[T]) bool {
	es, i := q.slots.entries, q.ready.head
	if i != 0 && len(q.ready.heap) == 0 && es[i].deliveries < q.limit && q.lives == nil && !q.special {
		q.ready.shift(es)
	} else {
		q.groups.batch++
		if i = q.next(); i == 0 {
			return false
		}
		es = q.slots.entries // a callback may have written
	}
	e := &es[i]
	deliveries := e.deliveries + 1
	e.state = inFlight
	e.deliveries = deliveries
	q.inFlight++
	q.delivered++
	d.ID, d.Priority, d.Deliveries, d.Slot = e.id, e.priority, int(deliveries), i
	d.Body = q.bodies[i]
	d.Receipt.slot, d.Receipt.generation, d.Receipt.delivery = i, e.generation, deliveries
	d.LeaseEnd = 0
	switch {
	case q.special:
		d.LeaseEnd = q.handedOut(i)
	case q.leased:
		end := q.until(q.options.Visibility)
		q.due.append(es, i, end)
		d.LeaseEnd = time.Duration(end.major)
	}
	return true
}

// next takes out the next visible message that may be handed out once more, lets those
// before it expire that have to, and dead-letters those that are at their limit. It
// returns 0 when there is none.
func (q *Queue[T]) next() uint32 {
	for {
		i := q.ready.first(q.slots.entries)
		switch {
		case i == 0:
			return 0
		case q.special && q.behindOthers(i):
			q.setAside(i)
		case q.outlived(i):
			q.expire(i)
		case q.slots.entries[i].deliveries >= q.limit:
			q.hide(i)
			q.exhaust(i)
		case q.special && q.full(i):
			return 0
		default:
			q.hide(i)
			return i
		}
	}
}

func (q *Queue[T]) message(i uint32) Message[T] {
	e := &q.slots.entries[i]
	return Message[T]{e.id, q.bodies[i], e.priority, int(e.deliveries), i}
}

// comeBack makes a message that was in flight visible again, at once or after a delay.
// It reports whether it did: a message at its limit may be dead-lettered instead.
func (q *Queue[T]) comeBack(i uint32, to Position, by time.Duration) bool {
	e := &q.slots.entries[i]
	if q.options.LimitOnReturn && e.deliveries >= q.limit {
		q.exhaust(i)
		return false
	}
	if by > 0 {
		e.to = to
		q.keepBlocked(i)
		q.delay(i, by)
	} else {
		q.putBack(i, to)
	}
	return true
}

// putBack makes a message visible that was handed out before.
func (q *Queue[T]) putBack(i uint32, to Position) {
	e := &q.slots.entries[i]
	switch to {
	case Front:
		q.front--
		e.place = q.front
	case Back:
		q.back++
		e.place = q.back
	case Ahead:
		q.ahead++
		e.place = q.ahead
	}
	q.show(i)
}

// exhaust is of a message in no order any more that has used up its deliveries.
func (q *Queue[T]) exhaust(i uint32) {
	if !q.options.Parks {
		q.bury(i)
		return
	}
	q.slots.entries[i].state = parked
	q.parked++
	tell(q.options.Parked, q.message(i))
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
	if q.special {
		q.age(i)
	}
	q.bodies[i] = none
	q.depth--
	q.slots.give(i)
}

// age is of a message that leaves, which may never have been handed out.
func (q *Queue[T]) age(i uint32) {
	if q.slots.entries[i].deliveries == 0 {
		q.fresh--
	}
}

func tell[T any](f func(Message[T]), m Message[T]) {
	if f != nil {
		f(m)
	}
}
