package sim

import (
	"time"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// What befalls connections, and those who use them. A consumer of a queue with a
// visibility timeout has none to lose: it asks, and is answered.

// unsent is what a consumer would say to its broker and can't.
type unsent struct {
	task
	actor   uint16
	settles settling
}

type settling uint8

const (
	acknowledges settling = iota
	requeues
	rejects
)

// ghost is a delivery of a consumer that crashed, until its broker notices.
type ghost struct {
	task
	due int64
}

// forgetWhatBefell ends it, as a process that starts anew has nothing of it.
func (c *consumer) forgetWhatBefell() {
	c.parted, c.paused, c.severed, c.factor = false, false, false, 0
	c.heed()
	c.healing, c.resuming, c.detecting, c.hastening, c.reconnecting = 0, 0, 0, 0, 0
}

// haunt leaves what a crashed consumer had with the broker, which has not noticed.
func (s *Sim) haunt(c *consumer) {
	due := s.now + int64(c.Detection)
	for _, t := range s.held(c) {
		c.ghosts = append(c.ghosts, ghost{t, due})
	}
	s.schedule(due, detect, c.index)
}

// detect is the broker looking whether a consumer is still there.
func (s *Sim) detect(c *consumer, seq uint64) {
	kept := c.ghosts[:0]
	for i := range c.ghosts {
		if g := &c.ghosts[i]; g.due > s.now {
			kept = append(kept, *g)
		} else {
			s.giveBackOne(c, &g.task)
		}
	}
	c.ghosts = kept
	switch {
	case c.status == down:
		s.leaveRing(c)
	case c.detecting == seq:
		s.sever(c)
	}
	s.offer(c.Queue)
}

// leaveRing takes the consumer out of those who are given messages.
func (s *Sim) leaveRing(c *consumer) {
	q := &s.queues[c.Queue]
	q.ring = without(q.ring, c.index)
	s.activate(q)
	s.unused(c.Queue)
}

// sever closes the connection of a consumer that goes on with the work in its hands.
func (s *Sim) sever(c *consumer) {
	s.tellStatus(trace.Severed, c, 0)
	if !c.OnDelivery {
		for _, t := range s.held(c) {
			s.giveBackOne(c, &t)
		}
	}
	for i := range c.lanes {
		s.lanes[c.first+i].task.cut = true
	}
	hand := c.hand.all()
	for i := range hand {
		hand[i].cut = true
	}
	for i := range c.unsent {
		c.unsent[i].cut = true
	}
	c.stuck = c.stuck[:0]
	c.severed, c.detecting, c.hands = true, 0, 0
	c.heed()
	s.leaveRing(c)
	s.offer(c.Queue)
}

// connectAgain has a severed consumer connect in its time.
func (s *Sim) connectAgain(c *consumer) {
	if c.severed && !c.parted && !c.paused {
		c.reconnecting = s.schedule(s.now+int64(c.Reconnect), reconnect, c.index)
	}
}

// reconnected gives the consumer a new connection. What it was given over the
// old one and has not begun is not there any more.
func (s *Sim) reconnected(c *consumer) {
	c.severed, c.reconnecting = false, 0
	c.heed()
	c.hand.clear()
	s.tellStatus(trace.Reconnected, c, 0)
	s.connect(c)
}

// unheard has the broker notice a connection from which nothing is heard until an instant.
func (s *Sim) unheard(c *consumer, until int64) {
	if at := s.now + int64(c.Detection); !c.polls && !c.severed && at < until {
		c.detecting = s.schedule(at, detect, c.index)
	}
}

// part cuts the network between the consumer and its broker. Without a time to
// detect that, the connection closes at once.
func (s *Sim) part(c *consumer, lasts time.Duration) {
	if c.status != up || c.parted || c.Scripted {
		return
	}
	c.parted = true
	c.heed()
	back, seq := s.scheduleMend(lasts, heal, c.index)
	c.healing = seq
	s.tellStatus(trace.Parted, c, back)
	s.unheard(c, back)
}

// heal lets the consumer say what it could not; of a connection that is closed, nobody hears it.
func (s *Sim) heal(c *consumer) {
	c.parted, c.healing, c.detecting = false, 0, 0
	c.heed()
	s.tellStatus(trace.Healed, c, 0)
	for i := 0; i < len(c.unsent); i++ {
		u := c.unsent[i]
		if u.settles == acknowledges {
			s.acknowledgeTask(c, u.actor, &u.task)
		} else {
			s.rejectTask(c, u.actor, &u.task, u.settles == requeues, 0)
		}
	}
	c.unsent = c.unsent[:0]
	s.connectAgain(c)
	s.offer(c.Queue)
}

// pause makes the consumer stand still. A connection on which nothing is heard is
// closed after the consumer's detection, if it has one.
func (s *Sim) pause(c *consumer, lasts time.Duration) {
	if c.status != up || c.paused || c.Scripted {
		return
	}
	c.paused = true
	c.heed()
	back, seq := s.scheduleMend(lasts, resume, c.index)
	c.resuming = seq
	for i := range c.lanes {
		l := &s.lanes[c.first+i]
		if i == 0 || l.working {
			s.tell(trace.Paused, l.actor, c.Queue, &nothing, back)
		}
		if l.finishing != 0 {
			l.left, l.finishing, l.beating = l.due-s.now, 0, 0
			l.still = true
		}
	}
	if c.Detection > 0 && !c.parted {
		s.unheard(c, back)
	}
}

// resume has the consumer go on where it was.
func (s *Sim) resume(c *consumer) {
	c.paused, c.resuming = false, 0
	c.heed()
	if !c.parted {
		c.detecting = 0
	}
	for i := range c.lanes {
		l := &s.lanes[c.first+i]
		if i == 0 || l.working {
			s.tell(trace.Resumed, l.actor, c.Queue, &nothing, 0)
		}
		switch {
		case l.still:
			s.goOnAfter(c, l)
		case !l.working && c.hand.len() > 0:
			l.task = c.hand.pop()
			s.work(c, l)
		}
	}
	s.connectAgain(c)
	s.offer(c.Queue)
}

// goOnAfter does what was left of a step when the consumer was paused.
func (s *Sim) goOnAfter(c *consumer, l *lane) {
	l.still = false
	step := uint8(workStep)
	if c.steps != nil {
		step = l.step()
	}
	t := &l.task
	s.emit(trace.StepStarted, l.actor, c.Queue, t.number, t.slot, t.delivery, s.now+l.left, step)
	s.finishAt(l, s.now+l.left)
	if c.heartbeat > 0 {
		s.startBeating(c, l)
	}
}

// slow makes what the consumer begins take so many times as long.
func (s *Sim) slow(c *consumer, factor int, lasts time.Duration) {
	c.factor, c.hastening = int64(factor), 0
	if lasts > 0 {
		c.hastening = s.schedule(s.now+int64(lasts), hasten, c.index)
	}
	s.tellStatus(trace.Slowed, c, int64(factor))
}

func (s *Sim) giveBackOne(c *consumer, t *task) {
	q := &s.queues[c.Queue]
	if !t.cut && q.Requeue(t.receipt, queue.Position(q.set.Disconnected())) == queue.Done {
		s.tell(trace.Returned, c.actor, c.Queue, t, 0)
		s.cutLength(c.Queue)
	}
}

// befall does what a line says that befalls somebody.
func (s *Sim) befall(f *scenario.Fault) {
	switch f.Kind {
	case scenario.Pause:
		s.pause(&s.consumers[f.Consumer], f.For)
	case scenario.Partition:
		s.part(&s.consumers[f.Consumer], f.For)
	case scenario.Slow:
		s.slow(&s.consumers[f.Consumer], f.Factor, f.For)
	case scenario.DropConfirm:
		s.producers[f.Producer].drop++
	}
}

// heed settles whether the consumer gets messages, when something befell it or is over.
func (c *consumer) heed() { c.shut = c.parted || c.severed || c.paused && c.polls }
