package check

import (
	"fmt"

	"github.com/queuelab/queuelab/core/trace"
)

func (r *replay) status(e *trace.Event) error {
	if r.owners[e.Actor] != e.Actor {
		return r.threadCrashed(e)
	}
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
		if e.Message > 0 && !r.inTheHands(e) {
			return fmt.Errorf("delivery %d is not in the consumer's hands", e.Delivery)
		}
		*c = consumer{
			stopped: e.Kind == trace.Stopped, life: c.life + 1, back: e.Value, crashed: int64(e.At),
			transaction: c.transaction, changed: c.changed, noticed: append(c.noticed, r.notices(e)),
		}
		r.soonest = int64(e.At) // what it had must have come back
	}
	return nil
}

// notices is when the broker finds out about the end of a consumer's life.
func (r *replay) notices(e *trace.Event) int64 {
	if e.Kind == trace.Crashed {
		return int64(e.At + r.head.Actors[e.Actor].Detection)
	}
	return int64(e.At)
}

// inTheHands is of what a consumer or a member has as it crashes.
func (r *replay) inTheHands(e *trace.Event) bool {
	if e.Queue == trace.NoQueue {
		return r.logs.holds(e)
	}
	return r.holds(e)
}

// threadCrashed is told after its consumer's crash.
func (r *replay) threadCrashed(e *trace.Event) error {
	c := &r.consumers[r.owners[e.Actor]]
	d := r.deliveries[key{e.Queue, e.Message, e.Delivery}]
	if e.Kind != trace.Crashed || c.up || c.crashed != int64(e.At) || (d == nil || d.life != c.life-1) && !r.blurred[e.Message] {
		return fmt.Errorf("it is a thread of a consumer that has not crashed")
	}
	r.consumers[e.Actor].step, r.consumers[e.Actor].paused = 0, false
	return nil
}

// isUp is of what only somebody who is there can do.
func (r *replay) isUp(e *trace.Event) error {
	if !r.consumers[r.owners[e.Actor]].up {
		return fmt.Errorf("%s is not up", r.head.Actors[e.Actor].Name)
	}
	return nil
}

// befall is of what happens to a consumer that is there all the same.
func (r *replay) befall(e *trace.Event) error {
	c := &r.consumers[e.Actor]
	switch e.Kind {
	case trace.Severed:
		r.cutAll(e)
		c.severed = true
	case trace.Reconnected:
		c.severed = false
	case trace.Parted, trace.Healed:
		c.parted = e.Kind == trace.Parted
	case trace.Paused, trace.Resumed:
		c.paused, c.step = e.Kind == trace.Paused, min(c.step, int64(e.At))
	case trace.Slowed:
		return nil // a machine can be slow before its consumer starts
	}
	return r.isUp(e)
}

// cutAll closes the connection over which a consumer was given what it has. With a
// visibility timeout there is none.
func (r *replay) cutAll(e *trace.Event) {
	r.soonest = int64(e.At)
	for k, d := range r.deliveries {
		d.cut = d.cut || k.queue == e.Queue && d.actor == e.Actor && r.head.Queues[k.queue].Visibility == 0
	}
}

// restart closes the connections to a queue.
func (r *replay) restart(e *trace.Event) error {
	r.restarted[e.Queue] = int64(e.At)
	r.soonest = int64(e.At)
	for k, d := range r.deliveries {
		d.cut = d.cut || k.queue == e.Queue
	}
	return nil
}

// stored is of a message that the broker has now, or had.
func (r *replay) stored(e *trace.Event) error {
	if m := r.messages[e.Message]; m.place == lost && !m.forgotten && m.queue == e.Queue {
		return fmt.Errorf("it was lost")
	}
	return nil
}

// lose is of a message that a broker did not keep when it restarted.
func (r *replay) lose(e *trace.Event) error {
	if r.restarted[e.Queue] != int64(e.At) {
		return fmt.Errorf("its broker did not restart")
	}
	return r.to(e, lost, delayed, visible, inFlight)
}

// forget is of a message that was acknowledged before the work, by a consumer
// that has just crashed.
func (r *replay) forget(e *trace.Event) error {
	c := &r.consumers[r.owners[e.Actor]]
	d := r.deliveries[key{e.Queue, e.Message, e.Delivery}]
	m := r.messages[e.Message]
	gone := d == nil || d.life != c.life-1 || d.executed || d.over
	if c.up || c.crashed != int64(e.At) || gone && !r.blurred[e.Message] {
		return fmt.Errorf("delivery %d was not in the hands of a consumer that has crashed", e.Delivery)
	}
	if err := m.be(e, acknowledged); err != nil {
		return err
	}
	m.place, m.forgotten = lost, true
	r.counts[e.Queue][acknowledged]--
	r.counts[e.Queue][lost]++
	return nil
}

// ofNoMessage is of what was never in its queue: the queue turned it away.
func (r *replay) ofNoMessage(e *trace.Event) error {
	switch e.Kind {
	case trace.Dropped:
		r.entered[e.Queue]++
		r.counts[e.Queue][dropped]++
		r.gone[e.Queue]++
	case trace.Refused, trace.Confirmed:
	default:
		return fmt.Errorf("it is of no message")
	}
	return nil
}

// write is of a new message, or of one that just left another queue.
func (r *replay) write(e *trace.Event) error {
	m := r.messages[e.Message]
	switch {
	case e.Actor == trace.NoActor && !moves(m, e):
		return fmt.Errorf("only a dead letter is moved, from another queue, or what was taken out by hand")
	case e.Actor != trace.NoActor && int(e.Message) != r.written+1 && (m == nil || m.place != lost):
		return fmt.Errorf("%d messages were written before", r.written)
	case r.live[e.Slot] != nil:
		return fmt.Errorf("its slot is that of message %d", r.live[e.Slot].number)
	}
	if m == nil {
		r.written++
	}
	r.blurred[e.Message] = m != nil && (r.blurred[e.Message] || m.queue == e.Queue || r.wasIn(e))
	m = &message{number: e.Message, slot: e.Slot, queue: e.Queue, holder: trace.NoActor, place: visible}
	r.messages[e.Message], r.live[e.Slot] = m, m
	r.entered[e.Queue]++
	r.counts[e.Queue][visible]++
	return nil
}

// wasIn tells whether the message was handed out from the queue before.
func (r *replay) wasIn(e *trace.Event) bool {
	return r.deliveries[key{e.Queue, e.Message, 1}] != nil
}

func moves(m *message, e *trace.Event) bool {
	return m != nil && (m.place == moved || m.place == deadLettered && m.queue != e.Queue)
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
	if e.Value == trace.ByConsumer || e.Value == trace.OnReturn {
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
	if v := r.head.Queues[e.Queue].Lease(e.Delivery); v > 0 {
		return int64(e.At + v)
	}
	return trace.Never
}

// claim is of a message that a consumer takes over where nothing comes back by itself.
func (r *replay) claim(e *trace.Event) error {
	m := r.messages[e.Message]
	if r.head.Queues[e.Queue].Disconnect != trace.RequeueStay || m.delivery != e.Delivery || !r.consumers[r.owners[e.Actor]].up {
		return fmt.Errorf("it can't be claimed, as delivery %d", m.delivery)
	}
	return r.to(e, visible, inFlight)
}

// settledWith is of a message that was acknowledged with a later one.
func (r *replay) settledWith(e *trace.Event) error {
	if m := r.messages[e.Message]; m.delivery != e.Delivery || e.Delivery == 0 {
		return fmt.Errorf("it is delivery %d", m.delivery)
	}
	return r.to(e, acknowledged, visible, inFlight, delayed)
}

func (r *replay) deliver(e *trace.Event) error {
	c := &r.consumers[r.owners[e.Actor]]
	m := r.messages[e.Message]
	switch {
	case !c.up:
		return fmt.Errorf("the consumer is not up")
	case c.parted || c.severed:
		return fmt.Errorf("the consumer has no connection")
	case r.head.Actors[e.Actor].Queue != e.Queue:
		return fmt.Errorf("the consumer reads from another queue")
	case e.Delivery != m.delivery+1:
		return fmt.Errorf("delivery %d follows delivery %d", e.Delivery, m.delivery)
	case e.Value != r.leaseEnd(e):
		return fmt.Errorf("its lease should end at %d ns, not %d", r.leaseEnd(e), e.Value)
	}
	m.delivery, m.holder = e.Delivery, e.Actor
	r.end(m, e.Value)
	r.deliveries[key{e.Queue, e.Message, e.Delivery}] = &delivery{actor: e.Actor, life: c.life}
	return r.to(e, inFlight, visible)
}

// holds tells whether the delivery came to the consumer in its present life.
func (r *replay) holds(e *trace.Event) bool {
	c := &r.consumers[r.owners[e.Actor]]
	d := r.deliveries[key{e.Queue, e.Message, e.Delivery}]
	return r.blurred[e.Message] || d != nil && d.actor == r.owners[e.Actor] && d.life == c.life && c.up
}

// byConsumer is what a consumer does with a delivery.
func (r *replay) byConsumer(e *trace.Event) error {
	d := r.deliveries[key{e.Queue, e.Message, e.Delivery}]
	switch {
	case d == nil:
		return fmt.Errorf("there was no delivery %d", e.Delivery)
	case e.Kind == trace.Acknowledged && e.Value == 2:
		return r.settledWith(e)
	}
	if r.blurred[e.Message] {
		return r.blurredByConsumer(e)
	}
	if !r.holds(e) {
		return fmt.Errorf("delivery %d is not in the consumer's hands", e.Delivery)
	}
	switch e.Kind {
	case trace.StepStarted:
		return r.step(e, d)
	case trace.Executed:
		return execute(e, d)
	case trace.Failed:
		return fail(e, d)
	case trace.Extended, trace.ExtendRefused:
		return r.extend(e)
	}
	if d.settled || d.cut && e.Kind != trace.AcknowledgeDropped && e.Kind != trace.Left {
		return fmt.Errorf("delivery %d is settled already, or its connection has closed", e.Delivery)
	}
	d.settled = true
	d.over = d.over || e.Kind == trace.Rejected || e.Kind == trace.Left
	return r.settle(e)
}

// blurredByConsumer moves a message of which the deliveries can't be told apart.
func (r *replay) blurredByConsumer(e *trace.Event) error {
	switch e.Kind {
	case trace.Acknowledged:
		return r.to(e, acknowledged, visible, inFlight)
	case trace.Rejected:
		return r.to(e, visible, inFlight)
	case trace.Extended:
		r.end(r.messages[e.Message], e.Value)
	}
	return nil
}

func (r *replay) step(e *trace.Event, d *delivery) error {
	d.begun, d.stepDone = true, e.Value
	if r.consumers[e.Actor].paused {
		return fmt.Errorf("the consumer is paused")
	}
	return r.inStep(e)
}

// inStep holds that an actor is in one step at a time.
func (r *replay) inStep(e *trace.Event) error {
	c := &r.consumers[e.Actor]
	if int64(e.At) < c.step {
		return fmt.Errorf("%s is in another step until %d ns", r.head.Actors[e.Actor].Name, c.step)
	}
	if e.Value < int64(e.At) {
		return fmt.Errorf("the step is done at %d ns, before it started", e.Value)
	}
	c.step = e.Value
	return nil
}

// fail ends a delivery that comes to nothing.
func fail(e *trace.Event, d *delivery) error {
	if d.executed || d.over {
		return fmt.Errorf("delivery %d is done with already", e.Delivery)
	}
	d.over = true
	return nil
}

func execute(e *trace.Event, d *delivery) error {
	if d.executed || d.over {
		return fmt.Errorf("delivery %d is done with already", e.Delivery)
	}
	if d.begun && int64(e.At) != d.stepDone {
		return fmt.Errorf("its step is done at %d ns", d.stepDone)
	}
	d.executed = true
	return nil
}

// speaks tells whether what the consumer says of a delivery counts: it holds its message, or may
// speak for the one that does.
func (r *replay) speaks(e *trace.Event) bool {
	m := r.messages[e.Message]
	any := r.head.Queues[e.Queue].AnyReceipt && m.queue == e.Queue && m.place == inFlight && e.Delivery <= m.delivery
	return any || r.current(e)
}

// current tells whether the delivery still holds its message.
func (r *replay) current(e *trace.Event) bool {
	m := r.messages[e.Message]
	return m.queue == e.Queue && m.place == inFlight && m.delivery == e.Delivery
}

func (r *replay) extend(e *trace.Event) error {
	m := r.messages[e.Message]
	q := &r.head.Queues[e.Queue]
	leased := r.speaks(e) && (q.Leased() || q.Disconnect == trace.RequeueStay)
	// A client may ask for another time than the queue's, and for too much.
	own := r.head.Actors[e.Actor].Scripted
	if refused := e.Kind == trace.ExtendRefused; refused == leased && !(refused && own) {
		return fmt.Errorf("it is %s, as delivery %d", placeNames[m.place], m.delivery)
	}
	if e.Kind == trace.ExtendRefused {
		return nil
	}
	if e.Value != r.leaseEnd(e) && !own || e.Value <= int64(e.At) || int64(e.At) >= m.due {
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
		if !r.speaks(e) {
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
	return r.to(e, acknowledged, visible, inFlight, delayed, parked)
}
