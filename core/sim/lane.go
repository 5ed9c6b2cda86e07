package sim

import (
	"time"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// steps are those of a consumer without a handler of its own.
var steps = []string{"receive", "work", "acknowledge"}

const workStep = 1

// lane works on one message at a time. A consumer has one, or as many as its
// concurrency says.
type lane struct {
	task      task
	working   bool
	actor     uint16
	owner     int    // index of its consumer
	index     int    // in Sim.lanes
	finishing uint64 // what is scheduled, by sequence number
	beating   uint64
	due, left int64 // when it will be done; of a paused consumer, how long it will take then
	still     bool  // it was in the midst of something when its consumer was paused
	progress        // through a handler
}

// work begins the work on the lane's task.
func (s *Sim) work(c *consumer, l *lane) {
	l.working = true
	if c.steps != nil {
		s.startHandler(c, l)
		return
	}
	lasts := s.draw(c, l)
	if c.factor > 1 {
		lasts *= c.factor
	}
	if t := &l.task; lasts > 0 {
		s.emit(trace.StepStarted, l.actor, c.Queue, t.number, t.slot, t.delivery, s.now+lasts, workStep)
	}
	s.finishAt(l, s.now+lasts)
	if c.heartbeat > 0 {
		s.startBeating(c, l)
	}
	if s.open&OpenCrash != 0 {
		s.dead(c, l)
	}
}

// finishAt has what the lane is doing be done at an instant.
func (s *Sim) finishAt(l *lane, at int64) {
	l.due = at
	l.finishing = s.schedule(at, finish, l.index)
}

// times is how many times as long as usual the consumer's work takes.
func (c *consumer) times() int64 { return max(1, c.factor) }

func (s *Sim) startBeating(c *consumer, l *lane) {
	l.beating = s.schedule(s.now+c.heartbeat, beat, l.index)
}

// draw is how long the work takes. It is drawn by message and delivery, so
// that it does not depend on what else happens to the consumer.
func (s *Sim) draw(c *consumer, l *lane) int64 {
	work, t := &c.Work, &l.task
	if len(c.byBody) > 0 {
		if r := c.rule(&s.trace.Head, t); r != nil {
			if r.work != nil {
				work = r.work
			}
			if r.failing() && r.fails.After >= 0 {
				return int64(r.fails.After)
			}
		}
	}
	at := c.stream.at(t.luck, t.delivery)
	if work.Kind == scenario.Exponential {
		return scale(at.exponential(), work.A)
	}
	return s.lasts(at, work, l.actor)
}

// failing says whether the next work on such a message fails.
func (r *bodyRule) failing() bool {
	return r.fails != nil && (r.fails.Times == 0 || r.times < r.fails.Times)
}

// finish is told that what the lane was doing is done.
func (s *Sim) finish(c *consumer, l *lane) {
	l.finishing = 0
	if c.steps != nil {
		s.goOn(c, l)
		return
	}
	var r *bodyRule
	if len(c.byBody) > 0 {
		r = c.rule(&s.trace.Head, &l.task)
	}
	switch {
	case r == nil || !r.leave && !r.failing():
		s.tell(trace.Executed, l.actor, c.Queue, &l.task, 0)
		if s.open&OpenCrash != 0 && !c.OnDelivery && s.dead(c, l) {
			return
		}
		s.acknowledge(c, l)
	case r.leave:
		s.tell(trace.Left, l.actor, c.Queue, &l.task, 0)
		s.keep(c, &l.task)
	default:
		r.times++
		s.tell(trace.Failed, l.actor, c.Queue, &l.task, 0)
		s.reject(c, l, !r.fails.Drop)
	}
	s.release(c, l)
}

// release frees the lane, which goes on with what is in the consumer's hand.
func (s *Sim) release(c *consumer, l *lane) {
	l.working, l.beating = false, 0
	if c.hand.len() > 0 {
		l.task = c.hand.pop()
		s.work(c, l)
	}
	s.offer(c.Queue)
}

func (s *Sim) acknowledge(c *consumer, l *lane) {
	if !c.OnDelivery {
		s.acknowledgeTask(c, l.actor, &l.task)
	}
}

func (s *Sim) acknowledgeTask(c *consumer, actor uint16, t *task) {
	switch {
	case c.parted:
		c.unsent = append(c.unsent, unsent{*t, actor, acknowledges})
		return
	case t.cut:
		s.tell(trace.AcknowledgeDropped, actor, c.Queue, t, 0)
		return
	case c.drop > 0 || s.open&OpenAcknowledge != 0 && s.loses(actor, c):
		c.drop = max(0, c.drop-1)
		s.tell(trace.AcknowledgeDropped, actor, c.Queue, t, 0)
		s.keep(c, t)
		return
	}
	c.hands--
	switch s.settle(c.Queue, t) {
	case queue.Done:
		s.acknowledged(c, actor, t, 0)
	case queue.Late:
		s.acknowledged(c, actor, t, 1)
	case queue.Refused:
		s.tell(trace.AcknowledgeRefused, actor, c.Queue, t, 0)
	case queue.Gone:
		s.tell(trace.AcknowledgeGone, actor, c.Queue, t, 0)
	}
}

func (s *Sim) acknowledged(c *consumer, actor uint16, t *task, late int64) {
	s.tell(trace.Acknowledged, actor, c.Queue, t, late)
	s.slots.give(t.slot)
}

// reject gives the message back, or has it dead-lettered.
func (s *Sim) reject(c *consumer, l *lane, requeue bool) {
	if !c.OnDelivery && !l.sent {
		s.rejectTask(c, l.actor, &l.task, requeue, 0)
	}
}

// rejectTask gives a message back, after a delay of its own or else of the queue's, or has it
// dead-lettered.
func (s *Sim) rejectTask(c *consumer, actor uint16, t *task, requeue bool, by time.Duration) {
	if c.parted {
		c.unsent = append(c.unsent, unsent{*t, actor, refusal(requeue)})
		return
	}
	if t.cut {
		return
	}
	c.hands--
	if !requeue {
		s.bury(c, t)
		return
	}
	q := &s.queues[c.Queue]
	if q.set.Rejected() == scenario.RequeueStay {
		s.leaveClaimable(c, actor, t)
		return
	}
	switch {
	case q.set.Broker.NoHoldBack:
		by = 0
	case by == 0:
		by = s.backoff(q, t)
	}
	if q.RequeueAfter(t.receipt, queue.Position(q.set.Rejected()), by) != queue.Done {
		return
	}
	s.tell(trace.Rejected, actor, c.Queue, t, 0)
	if by > 0 {
		s.tell(trace.Held, actor, c.Queue, t, s.now+int64(by))
		return
	}
	s.cutLength(c.Queue)
}

func refusal(requeue bool) settling {
	if requeue {
		return requeues
	}
	return rejects
}

// backoff is how long a rejected message is held back.
func (s *Sim) backoff(q *messages, t *task) time.Duration {
	if q.set.Retries == 0 {
		return 0
	}
	by := q.set.Retry[min(int(t.delivery), q.set.Retries)-1]
	if !q.set.Jitter {
		return by
	}
	at := q.retries.at(t.luck, t.delivery)
	return time.Duration(at.draw(&scenario.Dist{Kind: scenario.Uniform, B: by}))
}

// bury has a message dead-lettered that a consumer rejects for good.
func (s *Sim) bury(c *consumer, t *task) {
	s.rejecting = true
	s.queues[c.Queue].Reject(t.receipt, false)
	s.rejecting = false
}

func (s *Sim) beat(c *consumer, l *lane) {
	l.beating = 0
	if c.parted {
		s.startBeating(c, l) // this one is lost
		return
	}
	if s.extendTask(c, l.actor, &l.task, s.queues[c.Queue].set.LeaseOf(int(l.task.delivery))) {
		s.startBeating(c, l)
	}
}
