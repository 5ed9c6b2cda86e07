package sim

import (
	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/trace"
)

// dropRest empties a direct queue of what nobody took.
func (s *Sim) dropRest(qi int) {
	q := &s.queues[qi]
	for q.Visible() > 0 {
		m, _ := q.Discard()
		s.drop(qi, m, trace.NobodyThere)
	}
}

func (s *Sim) drop(qi int, m queue.Message[uint32], why trace.Why) {
	s.emit(trace.Dropped, trace.NoActor, qi, s.slots.at(m.Body).number, m.Body, uint32(m.Deliveries), why, 0)
	s.slots.give(m.Body)
}

// restart is a restart of the queue's broker. Connections close; what was
// durable and stored is there again. A consumer goes on with the work in its
// hands, and is connected again at once, unless it says how long it takes.
func (s *Sim) restart(qi int, killed bool) {
	q := &s.queues[qi]
	s.emit(trace.Restarted, trace.NoActor, qi, 0, 0, 0, 0, 0)
	for i := range s.consumers {
		if c := &s.consumers[i]; c.Queue == qi {
			s.cutOff(c)
		}
	}
	var unconfirmed []message
	q.Restart(queue.Position(q.set.Disconnected()),
		func(m queue.Message[uint32]) bool { return s.kept(q, s.slots.at(m.Body)) },
		func(m queue.Message[uint32]) { s.cameBack(trace.Returned, qi, m) },
		func(m queue.Message[uint32]) {
			at := *s.slots.at(m.Body)
			s.emit(trace.Lost, at.holder, qi, at.number, m.Body, uint32(m.Deliveries), 0, 0)
			s.slots.give(m.Body)
			q.callOff(at.number)
			if at.confirms && !s.stored(q, &at) {
				unconfirmed = append(unconfirmed, at)
			}
		})
	if killed && q.set.Broker.KillMarks {
		s.markAll(qi)
	}
	s.writeAgain(qi, unconfirmed)
	s.offer(qi)
}

// cutOff closes the connection of a consumer whose broker restarts.
func (s *Sim) cutOff(c *consumer) {
	for i := range c.lanes {
		s.lanes[c.first+i].task.cut = true
	}
	for i := range c.unsent {
		c.unsent[i].cut = true
	}
	c.hand.clear()
	if !c.Scripted || !s.queues[c.Queue].claimable {
		c.stuck = c.stuck[:0]
	}
	c.hands, c.detecting = 0, 0
	if c.status == up && (c.Reconnect > 0 || c.parted) && !c.Scripted {
		s.tellStatus(trace.Severed, c, 0)
		c.severed = true
		c.heed()
		s.leaveRing(c)
		s.connectAgain(c)
	}
}

func (s *Sim) stored(q *messages, m *message) bool { return s.now >= m.written+int64(q.set.Stores) }

func (s *Sim) kept(q *messages, m *message) bool {
	return q.set.Outlives(m.transient) && s.stored(q, m)
}

// markAll marks all messages of a queue as handed out before.
func (s *Sim) markAll(qi int) {
	s.queues[qi].Each(func(m queue.Message[uint32]) { s.slots.at(m.Body).marked = true })
}

// writeAgain has producers write what the broker had not confirmed, under the
// same number.
func (s *Sim) writeAgain(qi int, unconfirmed []message) {
	for _, m := range unconfirmed {
		s.write(m.producer, qi, &m, 0)
	}
}

// route publishes to an exchange: a copy for each queue that a binding matches.
func (s *Sim) route(actor uint16, exchange int, m *message, priority int, key string) {
	x := &s.sc.Exchanges[exchange]
	s.emit(trace.Published, actor, int(trace.NoQueue), 0, ^uint32(0), 0, s.world.word(s.trace.Head.Body(m.text)), 0)
	found := false
	for qi := range s.queues {
		if x.Routes(qi, key) {
			found = true
			s.write(actor, qi, m, priority)
		}
	}
	if !found {
		s.emit(trace.Dropped, actor, int(trace.NoQueue), 0, 0, 0, trace.Unroutable, 0)
		s.answerUnroutable(actor, m)
	}
}

// answerUnroutable gives a message back that is mandatory, and confirms it all the
// same: the broker has done with it (AMQP publisher confirms; rows A1 and A2).
func (s *Sim) answerUnroutable(actor uint16, m *message) {
	if m.mandatory {
		s.emit(trace.Unrouted, actor, int(trace.NoQueue), 0, 0, 0, m.text, 0)
	}
	if m.confirms {
		s.emit(trace.Confirmed, actor, int(trace.NoQueue), 0, 0, 0, m.text, 0)
	}
}

// resend takes what lies visible in a queue, dead letters mostly, and writes it
// to another.
func (s *Sim) resend(from, to int) {
	q := &s.queues[from]
	for n := q.Visible(); n > 0; n-- {
		m, _ := q.Discard()
		at := *s.slots.at(m.Body)
		s.emit(trace.Moved, trace.NoActor, from, at.number, m.Body, uint32(m.Deliveries), 0, 0)
		s.slots.give(m.Body)
		s.write(trace.NoActor, to, &at, 0)
	}
}
