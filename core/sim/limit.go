package sim

import (
	"slices"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// What bounds a queue, and the life of its messages.

// expired sends what outlived its time to live to where dead letters go. If it expired
// there before, without having been handed out in between, it would go round for
// ever, and is dropped (RabbitMQ's documentation of dead letters, "cycles").
func (s *Sim) expired(qi int, m queue.Message[uint32]) {
	at := s.slots.at(m.Body)
	to := s.queues[qi].set.DeadTo()
	at.leaveTrail(qi)
	switch {
	case to < 0:
		s.emit(trace.Expired, trace.NoActor, qi, at.number, m.Body, uint32(m.Deliveries), 0, 0)
		s.slots.give(m.Body)
	case at.wasIn(to):
		s.drop(qi, m, trace.Circular)
	default:
		s.deadLettered(qi, m, trace.ByTTL)
	}
}

func (m *message) leaveTrail(queue int) { m.trail[queue>>6&1] |= 1 << (queue & 63) }

func (m *message) wasIn(queue int) bool { return m.trail[queue>>6&1]&(1<<(queue&63)) != 0 }

// refuse tells a producer that the queue, at its greatest length, takes no more.
func (s *Sim) refuse(actor uint16, qi int, m *message, priority int) {
	set := s.queues[qi].set
	if m.confirms {
		s.emit(trace.Refused, actor, qi, 0, 0, 0, m.text, 0)
	}
	if set.Overflow == scenario.RejectToDLX && set.DeadTo() >= 0 {
		dead := *m
		dead.confirms = false
		s.write(actor, set.DeadTo(), &dead, priority)
		return
	}
	s.emit(trace.Dropped, actor, qi, 0, 0, 0, trace.NoRoom, 0)
}

// cutLength drops what is next to be handed out from a queue that is longer
// than it may be.
func (s *Sim) cutLength(qi int) {
	q := &s.queues[qi]
	most := q.set.DropsBeyond()
	for most > 0 && q.length() > most {
		m := q.discard()
		if q.set.DeadTo() >= 0 && !q.set.Broker.LengthOfAll {
			s.deadLettered(qi, m, trace.ByLength)
		} else {
			s.drop(qi, m, trace.NoRoom)
		}
	}
}

// length is how many messages count for the greatest length.
func (q *messages) length() int {
	if q.set.Broker.LengthOfAll {
		return q.Depth()
	}
	return q.Visible()
}

// discard takes out what makes room: the next to be handed out, or the oldest wherever it is.
func (q *messages) discard() (m queue.Message[uint32]) {
	if q.set.Broker.LengthOfAll {
		m, _ = q.DiscardOldest()
	} else {
		m, _ = q.Discard()
	}
	return m
}

// unused starts the time after which a queue is removed that has no consumer.
func (s *Sim) unused(qi int) {
	q := &s.queues[qi]
	q.removing = 0
	if q.set.Expires > 0 && len(q.ring) == 0 && !q.removed {
		q.removing = s.schedule(s.now+int64(q.set.Expires), removeQueue, qi)
	}
}

// remove takes a queue away, with all that is in it.
func (s *Sim) remove(qi int) {
	q := &s.queues[qi]
	s.emit(trace.Removed, trace.NoActor, qi, 0, 0, 0, 0, 0)
	q.removed = true
	nobody := func(queue.Message[uint32]) {}
	q.Restart(queue.Place, func(queue.Message[uint32]) bool { return false }, nobody, func(m queue.Message[uint32]) {
		at := s.slots.at(m.Body)
		s.emit(trace.Lost, at.holder, qi, at.number, m.Body, uint32(m.Deliveries), 0, 0)
		s.slots.give(m.Body)
		q.callOff(at.number)
	})
}

// watchDelivery has the queue look later whether a delivery was acknowledged in time. With
// a visibility timeout there is no connection to close.
func (s *Sim) watchDelivery(c *consumer) {
	if within := s.queues[c.Queue].set.AcknowledgeWithin; within > 0 && !c.polls {
		s.schedule(s.now+int64(within), overdue, c.index)
	}
}

// checkOverdue closes the connection of a consumer that has had a delivery for too long.
func (s *Sim) checkOverdue(c *consumer) {
	since := s.now - int64(s.queues[c.Queue].set.AcknowledgeWithin)
	late := func(t task) bool { return t.since <= since && !t.cut }
	switch {
	case c.status != up || !slices.ContainsFunc(s.held(c), late):
	case c.Scripted:
		s.closeConnection(c)
	default:
		s.sever(c)
		s.connectAgain(c)
	}
}
