package sim

import (
	"math"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Where nothing comes back by itself, as on Redis Streams, a client claims what
// others have, and reads again what it has itself.

// claim takes over what is in flight and idle for so long, the client's own too.
func (s *Sim) claim(c *consumer, f *scenario.Fault) {
	s.reach(c)
	if c.status != up || !s.queues[c.Queue].claimable {
		return
	}
	s.queues[c.Queue].Claim(f.For, f.Count, func(d queue.Delivery[uint32]) { s.handOver(c, &d) })
}

// reread hands the client out again what it has, oldest first.
func (s *Sim) reread(c *consumer) {
	s.reach(c)
	if c.status != up || !s.queues[c.Queue].claimable {
		return
	}
	next := uint32(0)
	for {
		i := oldest(c.stuck, next)
		if i < 0 {
			return
		}
		next = c.stuck[i].number + 1
		if d, held := s.queues[c.Queue].Again(c.stuck[i].receipt); held {
			s.handOver(c, &d)
		}
	}
}

// oldest is the place of the task with the smallest number from least on; -1: none.
func oldest(tasks []task, least uint32) int {
	best, at := uint32(math.MaxUint32), -1
	for i := range tasks {
		if n := tasks[i].number; n >= least && n < best {
			best, at = n, i
		}
	}
	return at
}

// handOver tells that a message is taken from whoever had it, and that it is handed out.
func (s *Sim) handOver(c *consumer, d *queue.Delivery[uint32]) {
	s.emit(trace.Claimed, c.actor, c.Queue, s.slots.at(d.Body).number, d.Body, uint32(d.Deliveries-1), 0, 0)
	for i := range c.stuck {
		if c.stuck[i].slot == d.Body {
			c.stuck = append(c.stuck[:i], c.stuck[i+1:]...)
			c.hands--
			break
		}
	}
	s.deliver(c, d)
}

// settle acknowledges a delivery and, in a queue that says so, all before it.
func (s *Sim) settle(q int, t *task) queue.Outcome {
	if !s.queues[q].upTo {
		return s.queues[q].Acknowledge(t.receipt)
	}
	return s.queues[q].AcknowledgeUpTo(t.receipt, func(m queue.Message[uint32]) {
		at := s.slots.at(m.Body)
		s.emit(trace.Acknowledged, at.holder, q, at.number, m.Body, uint32(m.Deliveries), 2, 0)
		s.slots.give(m.Body)
	})
}

// leaveClaimable is of work that failed where nothing can be given back: the message stays in flight until
// somebody claims it. The consumer's prefetch does not count it.
func (s *Sim) leaveClaimable(c *consumer, actor uint16, t *task) {
	s.tell(trace.Left, actor, c.Queue, t, 0)
}
