package sim

import (
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// A client is a consumer that the scenario's lines move. What it was given is
// kept with what is stuck: it is done with the client only when a line settles it.

// act does what a line says a client does.
func (s *Sim) act(f *scenario.Fault) {
	c := &s.consumers[f.Consumer]
	switch f.Kind {
	case scenario.Get:
		s.get(c, f.Count)
	case scenario.Subscribe:
		s.subscribe(c, f.Count)
	case scenario.Acknowledge, scenario.Reject:
		s.settleHeld(c, f)
	case scenario.Extend:
		s.extendHeld(c, f)
	case scenario.Cancel:
		s.cancel(c)
	case scenario.Close:
		s.closeConnection(c)
	case scenario.ClaimIdle:
		s.claim(c, f)
	case scenario.Reread:
		s.reread(c)
	}
}

// reach opens the client's connection, where it is not.
func (s *Sim) reach(c *consumer) {
	if c.status == waiting {
		c.status = up
		s.tellStatus(trace.Started, c, 0)
	}
}

// get takes so many messages, or as many as there are.
func (s *Sim) get(c *consumer, count int) {
	s.reach(c)
	if c.status != up {
		return
	}
	s.unused(c.Queue)
	q := s.queues[c.Queue].Queue
	for ok := q.ReceiveInto(&s.delivery); ok; ok = count > 0 && q.ReceiveMore(&s.delivery) {
		count--
		s.deliver(c, &s.delivery)
	}
}

// subscribe puts the client in its queue's ring, with room for so many messages.
func (s *Sim) subscribe(c *consumer, prefetch int) {
	s.reach(c)
	if c.status != up {
		return
	}
	c.most = s.queues[c.Queue].room(prefetch)
	q := &s.queues[c.Queue]
	q.ring = append(without(q.ring, c.index), c.index)
	q.removing = 0
	s.activate(q)
	s.offer(c.Queue)
}

// cancel takes the client out of the ring.
func (s *Sim) cancel(c *consumer) {
	q := &s.queues[c.Queue]
	if !slices.Contains(q.ring, c.index) {
		return
	}
	q.ring = without(q.ring, c.index)
	s.tellStatus(trace.Cancelled, c, 0)
	s.unused(c.Queue)
	s.activate(q)
	s.offer(c.Queue)
}

func (s *Sim) closeConnection(c *consumer) {
	if c.status != up {
		return
	}
	c.status = waiting
	s.tellStatus(trace.Disconnected, c, 0)
	s.disconnect(c)
}

// heldBy is the place, among what the client was given, of the last message of
// that body; -1 where it has none.
func (s *Sim) heldBy(c *consumer, body string) int {
	for i := len(c.stuck) - 1; i >= 0; i-- {
		if s.trace.Head.Body(c.stuck[i].text) == body {
			return i
		}
	}
	return -1
}

// settleHeld settles a message that the client was given, or with multiple all
// up to it, in the order in which they were given.
func (s *Sim) settleHeld(c *consumer, f *scenario.Fault) {
	last := s.heldBy(c, f.Body)
	if last < 0 {
		s.unknown(c)
		return
	}
	first := last
	if f.Multiple {
		first = 0
	}
	if f.Kind == scenario.Reject && !f.Drop && s.queues[c.Queue].set.Rejected() == scenario.RequeueStay {
		return // there is no such command
	}
	for _, t := range c.stuck[first : last+1] {
		if f.Kind == scenario.Acknowledge {
			s.acknowledgeTask(c, c.actor, &t)
		} else {
			s.rejectTask(c, c.actor, &t, !f.Drop, f.For)
		}
	}
	c.stuck = append(c.stuck[:first], c.stuck[last+1:]...)
	s.offer(c.Queue)
}

// unknown is of a message that the client does not have: it settled it before, perhaps.
func (s *Sim) unknown(c *consumer) {
	if s.queues[c.Queue].set.Broker.UnknownClosesChannel {
		s.closeConnection(c)
	}
}

func (s *Sim) extendHeld(c *consumer, f *scenario.Fault) {
	i := s.heldBy(c, f.Body)
	if i < 0 {
		return
	}
	by := f.For
	if by == 0 {
		by = s.queues[c.Queue].set.LeaseOf(int(c.stuck[i].delivery))
	}
	s.extendTask(c, c.actor, &c.stuck[i], by)
}

// extendTask restarts the lease of a delivery, and says whether it did.
func (s *Sim) extendTask(c *consumer, actor uint16, t *task, by time.Duration) bool {
	if s.queues[c.Queue].Extend(t.receipt, by) != queue.Done {
		s.tell(trace.ExtendRefused, actor, c.Queue, t, 0)
		return false
	}
	end := s.now + int64(by)
	if s.queues[c.Queue].claimable {
		end = trace.Never
	}
	s.tell(trace.Extended, actor, c.Queue, t, end)
	return true
}
