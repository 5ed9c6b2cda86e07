package check

import (
	"fmt"

	"github.com/queuelab/queuelab/core/trace"
)

func (r *replay) status(e *trace.Event) error {
	c := &r.consumers[e.Actor]
	if c.stopped {
		return fmt.Errorf("the consumer has stopped for good")
	}
	switch e.Kind {
	case trace.Recovered:
		if int64(e.At) != c.back {
			return fmt.Errorf("the consumer should be back at %d ns", c.back)
		}
		c.up = true
	case trace.Started:
		c.up = true
	default:
		if e.Message > 0 && !r.inHands(e, c) {
			return fmt.Errorf("delivery %d is not in the consumer's hands", e.Delivery)
		}
		*c = consumer{stopped: e.Kind == trace.Stopped, life: c.life + 1, back: e.Value, transaction: c.transaction}
	}
	return nil
}

// inHands is of what a consumer, one of its threads, or a member has as it
// crashes. A consumer is told of before its other threads.
func (r *replay) inHands(e *trace.Event, c *consumer) bool {
	if e.Queue == trace.NoQueue {
		return r.logs.holds(e)
	}
	if r.owners[e.Actor] != e.Actor {
		d := r.delivery(e)
		return d != nil && d.actor == r.owners[e.Actor]
	}
	return r.holds(e, c)
}

// write is of a new message, of one that just left another queue, or of one
// that was lost and that its producer writes again.
func (r *replay) write(e *trace.Event) error {
	m := r.messages[e.Message]
	again := m != nil && m.place == lost
	switch {
	case e.Actor == trace.NoActor && !m.leaves(e.Queue):
		return fmt.Errorf("only a dead letter is moved, from another queue")
	case e.Actor != trace.NoActor && int(e.Message) != r.written+1 && !again:
		return fmt.Errorf("%d messages were written before", r.written)
	case r.live[e.Slot] != nil:
		return fmt.Errorf("its slot is that of message %d", r.live[e.Slot].number)
	}
	if m == nil {
		r.written++
	}
	m = &message{number: e.Message, slot: e.Slot, queue: e.Queue, holder: trace.NoActor, place: visible, again: again}
	r.messages[e.Message], r.live[e.Slot] = m, m
	r.entered[e.Queue]++
	r.counts[e.Queue][visible]++
	return nil
}

// leaves tells whether a message is on its way from its queue to another.
func (m *message) leaves(to uint16) bool {
	return m != nil && (m.place == moved || m.place == deadLettered && m.queue != to)
}

// byBroker is what becomes of messages that nobody is handed.
func (r *replay) byBroker(e *trace.Event) error {
	switch e.Kind {
	case trace.Dropped:
		return r.to(e, dropped, visible)
	case trace.Lost:
		return r.to(e, lost, delayed, visible, inFlight)
	case trace.Moved:
		return r.to(e, moved, visible)
	case trace.Confirmed:
		return r.messages[e.Message].be(e, delayed, visible, inFlight, acknowledged)
	}
	return r.forget(e)
}

// forget is of a message that was acknowledged too early. Its slot may be
// another's by now.
func (r *replay) forget(e *trace.Event) error {
	m := r.messages[e.Message]
	if err := m.be(e, acknowledged); err != nil {
		return err
	}
	if d := r.delivery(e); d == nil || !d.early || d.executed {
		return fmt.Errorf("delivery %d was not acknowledged before the work", e.Delivery)
	}
	r.counts[m.queue][acknowledged]--
	r.counts[m.queue][lost]++
	m.place = lost
	return nil
}

// byQueue is what queues do by themselves.
func (r *replay) byQueue(e *trace.Event) error {
	m := r.messages[e.Message]
	switch e.Kind {
	case trace.Held:
		r.end(m, e.Value)
		return r.to(e, delayed, visible)
	case trace.Woke, trace.LeaseEnded:
		return r.due(e, m)
	case trace.Returned:
		if m.holder != e.Actor || m.delivery != e.Delivery {
			return fmt.Errorf("it is held by actor %d as delivery %d", m.holder, m.delivery)
		}
		return r.to(e, visible, inFlight)
	}
	if e.Value == 1 {
		return r.to(e, deadLettered, inFlight)
	}
	return r.to(e, deadLettered, visible)
}

// due ends a delay or a lease.
func (r *replay) due(e *trace.Event, m *message) error {
	from := delayed
	if e.Kind == trace.LeaseEnded {
		from = inFlight
	}
	if int64(e.At) != m.due || e.Delivery != m.delivery {
		return fmt.Errorf("delivery %d is due at %d ns", m.delivery, m.due)
	}
	return r.to(e, visible, from)
}

func (r *replay) leaseEnd(e *trace.Event) int64 {
	if v := r.head.Queues[e.Queue].Visibility; v > 0 {
		return int64(e.At + v)
	}
	return trace.Never
}

func (r *replay) deliver(e *trace.Event) error {
	c := &r.consumers[e.Actor]
	m := r.messages[e.Message]
	switch {
	case !c.up:
		return fmt.Errorf("the consumer is not up")
	case r.head.Actors[e.Actor].Queue != e.Queue:
		return fmt.Errorf("the consumer reads from another queue")
	case e.Delivery != m.delivery+1:
		return fmt.Errorf("delivery %d follows delivery %d", e.Delivery, m.delivery)
	case e.Value != r.leaseEnd(e):
		return fmt.Errorf("its lease should end at %d ns, not %d", r.leaseEnd(e), e.Value)
	}
	m.delivery, m.holder = e.Delivery, e.Actor
	r.end(m, e.Value)
	d := &delivery{actor: e.Actor, life: c.life}
	if m.again {
		d.older = r.deliveries[keyOf(e)]
	}
	r.deliveries[keyOf(e)] = d
	return r.to(e, inFlight, visible)
}

func keyOf(e *trace.Event) key { return key{e.Queue, e.Message, e.Delivery} }

// delivery is the one that the event is about: of two under one key the older,
// as long as somebody works on it.
func (r *replay) delivery(e *trace.Event) *delivery {
	d := r.deliveries[keyOf(e)]
	if d != nil && d.older != nil && r.open(d.older) {
		return d.older
	}
	return d
}

func (r *replay) open(d *delivery) bool {
	return !(d.executed && d.settled) && d.life == r.consumers[d.actor].life
}

// holds tells whether the delivery came to the consumer in its present life.
func (r *replay) holds(e *trace.Event, c *consumer) bool {
	d := r.delivery(e)
	return d != nil && d.actor == r.owners[e.Actor] && d.life == c.life && c.up
}

// byConsumer is what a consumer does with a delivery.
func (r *replay) byConsumer(e *trace.Event) error {
	d := r.delivery(e)
	if d == nil {
		return fmt.Errorf("there was no delivery %d", e.Delivery)
	}
	c := &r.consumers[e.Actor]
	if e.Kind == trace.RolledBack { // of the dead, too
		return c.ends(e)
	}
	if !r.holds(e, &r.consumers[r.owners[e.Actor]]) {
		return fmt.Errorf("delivery %d is not in the consumer's hands", e.Delivery)
	}
	switch e.Kind {
	case trace.StepStarted:
		return step(e, c, d)
	case trace.Executed:
		return r.execute(e, d)
	case trace.Extended, trace.ExtendRefused:
		return r.extend(e)
	case trace.Begun, trace.Committed:
		return c.ends(e)
	case trace.StepDone, trace.Failed, trace.RowSet, trace.RowRead, trace.RowTaken, trace.RowKept, trace.Sent, trace.SendRecognised:
		return nil
	}
	if d.settled {
		return fmt.Errorf("delivery %d is settled already", e.Delivery)
	}
	d.settled = true
	d.early = e.Kind == trace.Acknowledged && !d.begun && !d.executed
	return r.settle(e)
}

// ends begins a transaction, or ends it.
func (c *consumer) ends(e *trace.Event) error {
	begins := e.Kind == trace.Begun
	if begins == c.transaction {
		return fmt.Errorf("a transaction is open: %t", c.transaction)
	}
	c.transaction = begins
	return nil
}

func step(e *trace.Event, c *consumer, d *delivery) error {
	if int64(e.At) < c.step {
		return fmt.Errorf("the consumer is in another step until %d ns", c.step)
	}
	if e.Value < int64(e.At) {
		return fmt.Errorf("the step is done at %d ns, before it started", e.Value)
	}
	c.step = e.Value
	d.begun, d.stepDone = true, e.Value
	return nil
}

// execute ends the work on a delivery, which only a handler, or who is
// acknowledged early, settles before.
func (r *replay) execute(e *trace.Event, d *delivery) error {
	before := d.early || r.head.Actors[e.Actor].Handler != ""
	if d.executed || d.settled && !before {
		return fmt.Errorf("delivery %d is done with already", e.Delivery)
	}
	if d.begun && int64(e.At) != d.stepDone {
		return fmt.Errorf("its step is done at %d ns", d.stepDone)
	}
	d.executed = true
	return nil
}

// current tells whether the delivery still holds its message.
func (r *replay) current(e *trace.Event) bool {
	m := r.messages[e.Message]
	return m.queue == e.Queue && m.place == inFlight && m.delivery == e.Delivery
}

func (r *replay) extend(e *trace.Event) error {
	m := r.messages[e.Message]
	leased := r.current(e) && r.head.Queues[e.Queue].Visibility > 0
	if refused := e.Kind == trace.ExtendRefused; refused == leased {
		return fmt.Errorf("it is %s, as delivery %d", placeNames[m.place], m.delivery)
	}
	if e.Kind == trace.ExtendRefused {
		return nil
	}
	if e.Value != r.leaseEnd(e) || int64(e.At) >= m.due {
		return fmt.Errorf("a lease that ends at %d ns can't be extended to %d ns", m.due, e.Value)
	}
	r.end(m, e.Value)
	return nil
}

// settle ends the handling of a delivery.
func (r *replay) settle(e *trace.Event) error {
	m := r.messages[e.Message]
	there := m.queue == e.Queue && !m.place.gone()
	switch e.Kind {
	case trace.Acknowledged:
		return r.acknowledge(e, m)
	case trace.AcknowledgeRefused:
		if !there || r.current(e) {
			return fmt.Errorf("there is no reason to refuse: it is %s", placeNames[m.place])
		}
	case trace.AcknowledgeGone:
		if there {
			return fmt.Errorf("it is %s, not gone", placeNames[m.place])
		}
	case trace.Rejected:
		if !r.current(e) {
			return fmt.Errorf("it is %s, as delivery %d", placeNames[m.place], m.delivery)
		}
		return r.to(e, visible, inFlight)
	case trace.Left, trace.AcknowledgeDropped:
	default:
		return fmt.Errorf("this kind of event is not known here")
	}
	return nil
}

func (r *replay) acknowledge(e *trace.Event, m *message) error {
	if late := e.Value == 1; late == r.current(e) {
		return fmt.Errorf("late or not: it is %s, as delivery %d", placeNames[m.place], m.delivery)
	}
	return r.to(e, acknowledged, visible, inFlight)
}
