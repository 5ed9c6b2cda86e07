package sim

import (
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

type status uint8

const (
	waiting status = iota // for its start
	up
	down
	stopped
)

// consumer is a consumer of the run: a connection to its queue, and the lanes
// that work on what comes over it.
type consumer struct {
	// What every delivery asks is side by side.
	status status
	// parted from its broker, paused, or severed by its broker: what befell it, until what is
	// scheduled, by sequence number, ends it. For one of these it is shut: it gets nothing.
	parted, paused, severed, shut bool
	// hands counts what prefetch bounds: deliveries that are not settled, as
	// far as whoever counts them knows.
	hands int
	// most bounds hands; paced says that Take bounds more; heartbeat is how often its
	// lanes extend their leases. They are the scenario's, close at hand.
	most      int
	paced     bool
	actor     uint16
	heartbeat int64
	// factor is how many times as long as usual its work takes; 0: once.
	factor int64

	first, lanes int // its lanes, in Sim.lanes
	stream       stream
	steps        []flat     // of its handler; nil: work and acknowledge
	byBody       []bodyRule // what differs for messages of some bodies

	scenario.Consumer
	index int
	// hand holds what it was given and no lane has begun.
	hand fifo[task]
	// stuck are deliveries that it is done with and the queue waits for.
	stuck []task
	// drop is how many acknowledgements to come are lost on the way.
	drop int

	// polls says that it has no connection, but asks, as there is a visibility timeout;
	// watched, that its deliveries are to be acknowledged within a time.
	polls, watched bool

	healing, resuming, detecting, hastening, reconnecting uint64
	unsent                                                []unsent
	ghosts                                                []ghost

	window, taken int64 // how many were taken in which span
	waking        bool
	mending       uint64 // what is scheduled, by sequence number
	triggers      []int  // faults that wait for a number of its steps
}

// task is one delivery in a consumer's hands.
type task struct {
	text                   int64
	luck                   uint64
	number, slot, delivery uint32
	receipt                queue.Receipt
	since                  int64 // when it was handed out
	// cut says that the connection it came over has closed: the queue hears
	// nothing more of it.
	cut bool
}

// nothing stands where an event is about no delivery.
var nothing task

// bodyRule is what a consumer does otherwise with messages of one body.
type bodyRule struct {
	text  string
	work  *scenario.Dist // nil: as with others
	leave bool
	fails *scenario.Failure // nil: never
	times int               // it has failed
}

func (c *consumer) free() bool {
	return c.status == up && c.hands < c.most && !c.shut
}

func (c *consumer) room(now int64) bool {
	return c.free() && (!c.paced || c.allowed(now))
}

// allowed says whether the consumer may take one more in the present span.
func (c *consumer) allowed(now int64) bool {
	if w := now / int64(c.TakeEvery); w != c.window {
		c.window, c.taken = w, 0
	}
	return c.taken < int64(c.Take)
}

// tell records an event about a delivery.
func (s *Sim) tell(k trace.Kind, actor uint16, q int, t *task, value int64) {
	s.emit(k, actor, q, t.number, t.slot, t.delivery, value, 0)
}

func (s *Sim) tellStatus(k trace.Kind, c *consumer, value int64) {
	s.tell(k, c.actor, c.Queue, &nothing, value)
}

func (s *Sim) begin(c *consumer) {
	if c.status == waiting {
		s.tellStatus(trace.Started, c, 0)
		s.connect(c)
	}
}

// connect puts the consumer at the end of its queue's ring.
func (s *Sim) connect(c *consumer) {
	q := &s.queues[c.Queue]
	c.status = up
	q.ring = append(without(q.ring, c.index), c.index)
	q.removing = 0
	s.activate(q)
	s.offer(c.Queue)
}

// activate tells who is first in line, where only that one is given messages.
func (s *Sim) activate(q *messages) {
	if !q.set.SingleActive || len(q.ring) == 0 || q.active == q.ring[0] {
		return
	}
	q.active = q.ring[0]
	s.tellStatus(trace.Activated, &s.consumers[q.active], 0)
}

// deliver gives the consumer a message, and it begins to work on it if it is free.
func (s *Sim) deliver(c *consumer, d *queue.Delivery[uint32]) {
	lease := trace.Never
	if d.LeaseEnd > 0 {
		lease = int64(d.LeaseEnd)
	}
	m := s.slots.at(d.Body)
	if m.holder = c.actor; s.mortal {
		m.trail = [2]uint64{}
	}
	s.emit(trace.Delivered, c.actor, c.Queue, m.number, d.Body, uint32(d.Deliveries), lease, m.mark(d.Deliveries))
	c.hands++
	c.taken++
	if c.watched {
		s.watchDelivery(c)
	}
	if c.Scripted {
		c.stuck = append(c.stuck, task{m.text, m.luck, m.number, d.Body, uint32(d.Deliveries), d.Receipt, s.now, false})
		return
	}
	l := s.idleLane(c)
	if l == nil || c.paused {
		c.hand.push(task{m.text, m.luck, m.number, d.Body, uint32(d.Deliveries), d.Receipt, s.now, false})
		if c.OnDelivery {
			s.acknowledgeOnDelivery(c, d)
		}
		return
	}
	t := &l.task
	t.text, t.luck, t.number, t.cut = m.text, m.luck, m.number, false
	t.slot, t.delivery, t.receipt, t.since = d.Body, uint32(d.Deliveries), d.Receipt, s.now
	if c.OnDelivery {
		s.acknowledgeOnDelivery(c, d)
	}
	s.work(c, l)
}

// mark is 1 where a first delivery is told to be another.
func (m *message) mark(deliveries int) uint8 {
	if m.marked && deliveries == 1 {
		return 1
	}
	return 0
}

func (s *Sim) acknowledgeOnDelivery(c *consumer, d *queue.Delivery[uint32]) {
	c.hands--
	s.queues[c.Queue].Acknowledge(d.Receipt)
	m := s.slots.at(d.Body)
	s.emit(trace.Acknowledged, c.actor, c.Queue, m.number, d.Body, uint32(d.Deliveries), 0, 0)
	s.slots.give(d.Body)
}

// idleLane is the consumer's first lane that is not working, or nil.
func (s *Sim) idleLane(c *consumer) *lane {
	for i := c.first; i < c.first+c.lanes; i++ {
		if l := &s.lanes[i]; !l.working {
			return l
		}
	}
	return nil
}

func (c *consumer) rule(head *trace.Head, t *task) *bodyRule {
	if len(c.byBody) == 0 {
		return nil
	}
	text := head.Body(t.text)
	for i := range c.byBody {
		if c.byBody[i].text == text {
			return &c.byBody[i]
		}
	}
	return nil
}

// keep leaves a delivery unsettled. With a visibility timeout the consumer has
// no more to do with it; without one it stays the connection's.
func (s *Sim) keep(c *consumer, t *task) {
	if t.cut {
		return // its connection has closed, and holds nothing any more
	}
	if s.queues[c.Queue].leased || s.queues[c.Queue].claimable {
		c.hands--
		return
	}
	c.stuck = append(c.stuck, *t)
}

// scheduleMend makes whoever crashes come back after a time, and says when; a
// time of 0 is for ever. The number is that of what is scheduled, or 0.
func (s *Sim) scheduleMend(lasts time.Duration, k kind, index int) (back int64, seq uint64) {
	if lasts <= 0 {
		return trace.Never, 0
	}
	back = s.now + int64(lasts)
	return back, s.schedule(back, k, index)
}

// crash drops what is in the consumer's memory. It is back after a time, or
// never where that is 0.
func (s *Sim) crash(c *consumer, lasts time.Duration) {
	if c.status == stopped {
		return
	}
	back, mending := s.scheduleMend(lasts, mend, c.index)
	c.mending = mending
	for i := range c.lanes {
		l := &s.lanes[c.first+i]
		if t := &nothing; i == 0 || l.working {
			if l.working {
				t = &l.task
			}
			s.tell(trace.Crashed, l.actor, c.Queue, t, back)
		}
		s.rollBack(c, l)
	}
	c.status = down
	s.disconnect(c)
	c.forgetWhatBefell()
}

func (s *Sim) mend(c *consumer) {
	c.status = waiting
	s.tellStatus(trace.Recovered, c, 0)
	if int64(c.Starts) <= s.now {
		s.connect(c)
	}
}

// busy says whether the consumer works on something, which may be settled already.
func (s *Sim) busy(c *consumer) bool {
	for i := range c.lanes {
		if s.lanes[c.first+i].working {
			return true
		}
	}
	return false
}

func (s *Sim) stop(c *consumer) {
	c.status = stopped
	s.tellStatus(trace.Stopped, c, 0)
	s.disconnect(c)
	c.forgetWhatBefell()
}

// disconnect takes the consumer out of the ring and forgets what it has in
// hand. What is in flight without a lease goes back to the queue, and what was
// acknowledged on delivery is known to nobody any more.
func (s *Sim) disconnect(c *consumer) {
	q := &s.queues[c.Queue]
	unnoticed := c.status == down && c.Detection > 0 && !q.leased && !c.OnDelivery
	switch {
	case unnoticed:
		s.haunt(c)
	case c.OnDelivery:
		s.forget(c)
	case !q.leased && !q.claimable:
		s.giveBack(c)
	}
	for i := range c.lanes {
		l := &s.lanes[c.first+i]
		l.working, l.finishing, l.beating, l.still = false, 0, 0, false
	}
	c.hand.clear()
	if !c.Scripted || !q.claimable {
		c.stuck = c.stuck[:0] // a client knows what is its own by the broker's list
	}
	c.unsent = c.unsent[:0]
	c.hands = 0
	if !unnoticed {
		s.leaveRing(c)
	}
	s.offer(c.Queue)
}

// without takes an index out of a list that has it once at most.
func without(list []int, index int) []int {
	if i := slices.Index(list, index); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// held are the deliveries in the consumer's memory, oldest first.
func (s *Sim) held(c *consumer) []task {
	held := append([]task(nil), c.stuck...)
	for i := range c.unsent {
		held = append(held, c.unsent[i].task)
	}
	for i := range c.lanes {
		if l := &s.lanes[c.first+i]; l.working && !l.ended {
			held = append(held, l.task)
		}
	}
	return append(held, c.hand.all()...)
}

func (s *Sim) giveBack(c *consumer) {
	for _, t := range s.held(c) {
		s.giveBackOne(c, &t)
	}
}

func (s *Sim) forget(c *consumer) {
	for _, t := range s.held(c) {
		s.tell(trace.Forgotten, c.actor, c.Queue, &t, 0)
	}
}
