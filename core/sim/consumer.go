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
	body
	receipt  queue.Receipt
	delivery uint32
}

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

func (s *Sim) event(k trace.Kind, c *consumer, t *task) trace.Event {
	return trace.Event{
		Kind: k, Actor: c.actor, Queue: uint16(c.Queue),
		Message: t.number, Slot: t.slot, Delivery: t.delivery,
	}
}

func (s *Sim) emitStatus(k trace.Kind, c *consumer, value int64) {
	s.emit(trace.Event{Kind: k, Actor: c.actor, Queue: uint16(c.Queue), Value: value})
}

func (s *Sim) begin(c *consumer) {
	if c.status != waiting {
		return
	}
	c.status = up
	s.queues[c.Queue].ring = append(s.queues[c.Queue].ring, c.index)
	s.emitStatus(trace.Started, c, 0)
	s.offer(c.Queue)
}

func (s *Sim) deliver(c *consumer, d *queue.Delivery[body]) {
	t := task{d.Body, d.Receipt, uint32(d.Deliveries)}
	s.slots.hold(t.slot, c.actor)
	e := s.event(trace.Delivered, c, &t)
	e.Value = trace.Never
	if d.LeaseEnd > 0 {
		e.Value = int64(d.LeaseEnd)
	}
	s.emit(e)
	c.hands++
	c.taken++
	if c.working {
		c.hand.push(t)
		return
	}
	s.work(c, t)
}

func (s *Sim) work(c *consumer, t task) {
	c.task, c.working = t, true
	lasts := s.draw(c, &t)
	if lasts > 0 {
		e := s.event(trace.StepStarted, c, &t)
		e.Step, e.Value = workStep, s.now+lasts
		s.emit(e)
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
	if r := s.rule(c, t); r != nil && r.work != nil {
		work = r.work
	}
	if work.Kind == scenario.Fixed {
		return int64(work.A)
	}
	at := c.stream.at(t.luck + uint64(t.delivery))
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
	t := c.task
	c.working, c.finishing, c.beating = false, 0, 0
	if r := s.rule(c, &t); r != nil && r.leave {
		s.emit(s.event(trace.Left, c, &t))
		s.keep(c, t)
	} else {
		s.emit(s.event(trace.Executed, c, &t))
		s.acknowledge(c, t)
	}
	if c.hand.len() > 0 {
		s.work(c, c.hand.pop())
	}
	s.offer(c.Queue)
}

// keep leaves a delivery unsettled. With a visibility timeout the consumer has
// no more to do with it; without one it stays the connection's.
func (s *Sim) keep(c *consumer, t task) {
	if s.queues[c.Queue].leased {
		c.hands--
		return
	}
	c.stuck = append(c.stuck, t)
}

func (s *Sim) acknowledge(c *consumer, t task) {
	if c.drop > 0 {
		c.drop--
		s.emit(s.event(trace.AcknowledgeDropped, c, &t))
		s.keep(c, t)
		return
	}
	c.hands--
	e := s.event(trace.Acknowledged, c, &t)
	switch s.queues[c.Queue].Acknowledge(t.receipt) {
	case queue.Done:
		s.slots.give(t.slot)
	case queue.Late:
		e.Value = 1
		s.slots.give(t.slot)
	case queue.Refused:
		e.Kind = trace.AcknowledgeRefused
	case queue.Gone:
		e.Kind = trace.AcknowledgeGone
	}
	s.emit(e)
}

func (s *Sim) beat(c *consumer) {
	visibility := s.sc.Queues[c.Queue].Visibility
	e := s.event(trace.Extended, c, &c.task)
	if s.queues[c.Queue].Extend(c.task.receipt, visibility).OK() {
		e.Value = s.now + int64(visibility)
		c.beating = s.schedule(s.now+int64(c.Heartbeat), beat, c.index)
	} else {
		e.Kind = trace.ExtendRefused
	}
	s.emit(e)
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
	e := s.event(trace.Crashed, c, &task{})
	if c.working {
		e = s.event(trace.Crashed, c, &c.task)
	}
	e.Value = back
	s.emit(e)
	c.status = down
	s.disconnect(c)
}

func (s *Sim) mend(c *consumer) {
	c.status = waiting
	s.emitStatus(trace.Recovered, c, 0)
	if int64(c.Starts) > s.now {
		return
	}
	c.status = up
	s.queues[c.Queue].ring = append(s.queues[c.Queue].ring, c.index)
	s.offer(c.Queue)
}

func (s *Sim) stop(c *consumer) {
	c.status = stopped
	s.emitStatus(trace.Stopped, c, 0)
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
			s.emit(s.event(trace.Returned, c, &back[i]))
		}
	}
	s.offer(c.Queue)
}
