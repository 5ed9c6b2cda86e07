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

type status uint8

const (
	waiting status = iota // for its start
	up
	down
	stopped
)

// consumer is a consumer of the run.
type consumer struct {
	*scenario.Consumer
	actor  uint16
	index  int
	stream stream
	byBody []bodyRule // what differs for messages of some bodies
	status status

	// task is what it works on while working; hand holds what it was given
	// and has not begun.
	task    task
	working bool
	hand    fifo[task]
	// hands counts what prefetch bounds: deliveries that are not settled, as
	// far as whoever counts them knows.
	hands int
	// stuck are deliveries that it is done with and the queue waits for.
	stuck []task
	// drop is how many acknowledgements to come are lost on the way.
	drop int

	window, taken               int64 // how many were taken in which span
	waking                      bool
	finishing, beating, mending uint64 // what is scheduled, by sequence number
}

// task is one delivery in a consumer's hands.
type task struct {
	message
	slot, delivery uint32
	receipt        queue.Receipt
}

// nothing stands where an event is about no delivery.
var nothing task

// bodyRule is what a consumer does otherwise with messages of one body.
type bodyRule struct {
	text  string
	work  *scenario.Dist // nil: as with others
	leave bool
}

func (c *consumer) free() bool {
	return c.status == up && (c.Prefetch == 0 || c.hands < c.Prefetch)
}

func (c *consumer) room(now int64) bool {
	return c.free() && (c.Take == 0 || c.allowed(now))
}

// allowed says whether the consumer may take one more in the present span.
func (c *consumer) allowed(now int64) bool {
	if w := now / int64(c.TakeEvery); w != c.window {
		c.window, c.taken = w, 0
	}
	return c.taken < int64(c.Take)
}

// tell records an event about a delivery.
func (s *Sim) tell(k trace.Kind, c *consumer, t *task, value int64) {
	s.emit(k, c.actor, c.Queue, t.number, t.slot, t.delivery, value, 0)
}

func (s *Sim) begin(c *consumer) {
	if c.status != waiting {
		return
	}
	c.status = up
	s.queues[c.Queue].ring = append(s.queues[c.Queue].ring, c.index)
	s.tell(trace.Started, c, &nothing, 0)
	s.offer(c.Queue)
}

// deliver gives the consumer a message, and it begins to work on it if it is free.
func (s *Sim) deliver(c *consumer, d *queue.Delivery[uint32]) {
	lease := trace.Never
	if d.LeaseEnd > 0 {
		lease = int64(d.LeaseEnd)
	}
	m := s.slots.at(d.Body)
	m.holder = c.actor
	s.emit(trace.Delivered, c.actor, c.Queue, m.number, d.Body, uint32(d.Deliveries), lease, 0)
	c.hands++
	c.taken++
	if c.working {
		c.hand.push(task{*m, d.Body, uint32(d.Deliveries), d.Receipt})
		return
	}
	t := &c.task
	t.message, t.slot, t.delivery, t.receipt = *m, d.Body, uint32(d.Deliveries), d.Receipt
	s.work(c)
}

// work begins the work on the consumer's task.
func (s *Sim) work(c *consumer) {
	c.working = true
	lasts := s.draw(c, &c.task)
	if t := &c.task; lasts > 0 {
		s.emit(trace.StepStarted, c.actor, c.Queue, t.number, t.slot, t.delivery, s.now+lasts, workStep)
	}
	c.finishing = s.schedule(s.now+lasts, finish, c.index)
	if c.Heartbeat > 0 {
		c.beating = s.schedule(s.now+int64(c.Heartbeat), beat, c.index)
	}
}

// draw is how long the work takes. It is drawn by message and delivery, so
// that it does not depend on what else happens to the consumer.
func (s *Sim) draw(c *consumer, t *task) int64 {
	work := &c.Work
	if len(c.byBody) > 0 {
		if r := s.rule(c, t); r != nil && r.work != nil {
			work = r.work
		}
	}
	if work.Kind == scenario.Fixed {
		return int64(work.A)
	}
	at := c.stream.at(t.luck, t.delivery)
	return at.draw(work)
}

func (s *Sim) rule(c *consumer, t *task) *bodyRule {
	if len(c.byBody) == 0 {
		return nil
	}
	text := s.trace.Head.Body(t.text)
	for i := range c.byBody {
		if c.byBody[i].text == text {
			return &c.byBody[i]
		}
	}
	return nil
}

func (s *Sim) finish(c *consumer) {
	c.working, c.finishing, c.beating = false, 0, 0
	if r := s.rule(c, &c.task); r != nil && r.leave {
		s.tell(trace.Left, c, &c.task, 0)
		s.keep(c)
	} else {
		s.tell(trace.Executed, c, &c.task, 0)
		s.acknowledge(c)
	}
	if c.hand.len() > 0 {
		c.task = c.hand.pop()
		s.work(c)
	}
	s.offer(c.Queue)
}

// keep leaves the task unsettled. With a visibility timeout the consumer has
// no more to do with it; without one it stays the connection's.
func (s *Sim) keep(c *consumer) {
	if s.queues[c.Queue].leased {
		c.hands--
		return
	}
	c.stuck = append(c.stuck, c.task)
}

func (s *Sim) acknowledge(c *consumer) {
	t := &c.task
	if c.drop > 0 {
		c.drop--
		s.tell(trace.AcknowledgeDropped, c, t, 0)
		s.keep(c)
		return
	}
	c.hands--
	switch s.queues[c.Queue].Acknowledge(t.receipt) {
	case queue.Done:
		s.acknowledged(c, t, 0)
	case queue.Late:
		s.acknowledged(c, t, 1)
	case queue.Refused:
		s.tell(trace.AcknowledgeRefused, c, t, 0)
	case queue.Gone:
		s.tell(trace.AcknowledgeGone, c, t, 0)
	}
}

func (s *Sim) acknowledged(c *consumer, t *task, late int64) {
	s.tell(trace.Acknowledged, c, t, late)
	s.slots.give(t.slot)
}

func (s *Sim) beat(c *consumer) {
	visibility := s.sc.Queues[c.Queue].Visibility
	c.beating = 0
	if !s.queues[c.Queue].Extend(c.task.receipt, visibility).OK() {
		s.tell(trace.ExtendRefused, c, &c.task, 0)
		return
	}
	s.tell(trace.Extended, c, &c.task, s.now+int64(visibility))
	c.beating = s.schedule(s.now+int64(c.Heartbeat), beat, c.index)
}

// crash drops what is in the consumer's memory. It is back after a time, or
// never where that is 0.
func (s *Sim) crash(c *consumer, lasts time.Duration) {
	if c.status == stopped {
		return
	}
	back := trace.Never
	c.mending = 0
	if lasts > 0 {
		back = s.now + int64(lasts)
		c.mending = s.schedule(back, mend, c.index)
	}
	t := &nothing
	if c.working {
		t = &c.task
	}
	s.tell(trace.Crashed, c, t, back)
	c.status = down
	s.disconnect(c)
}

func (s *Sim) mend(c *consumer) {
	c.status = waiting
	s.tell(trace.Recovered, c, &nothing, 0)
	if int64(c.Starts) > s.now {
		return
	}
	c.status = up
	s.queues[c.Queue].ring = append(s.queues[c.Queue].ring, c.index)
	s.offer(c.Queue)
}

func (s *Sim) stop(c *consumer) {
	c.status = stopped
	s.tell(trace.Stopped, c, &nothing, 0)
	s.disconnect(c)
}

// disconnect takes the consumer out of the ring and forgets what it has in
// hand. What is in flight without a lease goes back to the queue.
func (s *Sim) disconnect(c *consumer) {
	q := &s.queues[c.Queue]
	for i, ci := range q.ring {
		if ci == c.index {
			q.ring = append(q.ring[:i], q.ring[i+1:]...)
			break
		}
	}
	if !q.leased {
		s.giveBack(c)
	}
	c.working, c.finishing, c.beating = false, 0, 0
	c.hand.clear()
	c.stuck = c.stuck[:0]
	c.hands = 0
}

func (s *Sim) giveBack(c *consumer) {
	back := append([]task(nil), c.stuck...)
	if c.working {
		back = append(back, c.task)
	}
	back = append(back, c.hand.all()...)
	for i := range back {
		if s.queues[c.Queue].Return(back[i].receipt).OK() {
			s.tell(trace.Returned, c, &back[i], 0)
		}
	}
	s.offer(c.Queue)
}
