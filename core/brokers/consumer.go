package brokers

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// consumer is a consumer of the run, connected or not.
type consumer struct {
	*scenario.Consumer
	run   *run
	lanes []uint16 // the actors that work on its messages

	mu      sync.Mutex
	first   *session // opened before the run begins
	session *session // nil while it is not connected
	drop    int      // acknowledgements to come that are lost on their way
	failed  [256]int // how often its work failed, by rule
	crashes int
	gone    bool // for good
}

// session is a connection of a consumer, and what came over it.
type session struct {
	*consumer
	ctx     context.Context
	cancel  context.CancelFunc
	conn    Consumer
	held    []*held // not settled
	settled []*held // by a client, which may settle it once more
	working []*held // by lane
	inbox   inbox
	window  time.Duration // in which it took so many, of a consumer with a pace
	taken   int
}

// held is a delivery in a consumer's hands.
type held struct {
	Delivery
	m        *message
	delivery uint32
	begins   time.Duration // the next step of the work on it
	done     bool          // no lane works on it any more, and it waits to be settled
}

func (c *consumer) rules() *Rules { return &c.run.rules[c.Queue] }

// open opens a connection, over which nothing comes yet.
func (c *consumer) open() (*session, error) {
	s := &session{consumer: c, working: make([]*held, len(c.lanes))}
	s.inbox.ready = make(chan struct{}, 1)
	s.ctx, s.cancel = context.WithCancel(c.run.ctx)
	conn, err := c.run.b.Open(s.ctx, Opening{Queue: c.Queue, Name: c.Name, OnDelivery: c.OnDelivery, Closed: s.closed}, s.receive)
	if err != nil {
		s.cancel()
		return nil, err
	}
	s.conn = conn
	return s, nil
}

// closed is told that the broker closed the channel.
func (s *session) closed(error) {
	s.mu.Lock()
	alive := s.alive()
	s.mu.Unlock()
	if alive {
		s.consumer.disconnect()
	}
}

// start makes an open connection the consumer's.
func (s *session) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.consumer.session = s
	s.run.rec.status(trace.Started, s.lanes[0], s.Queue, 0)
}

// begin has the consumer take messages from now on, over a connection just opened.
func (s *session) begin() error {
	s.start()
	for i := range s.lanes {
		s.run.group.Add(1)
		go s.workAll(i)
	}
	if s.StopsEmpty {
		s.run.group.Add(1)
		go s.stopEmpty()
	}
	if s.Take > 0 {
		s.run.group.Add(1)
		go s.takeAll()
		return nil
	}
	if s.OnDelivery {
		return s.conn.Subscribe(s.ctx, 0) // prefetch does not bind
	}
	return s.conn.Subscribe(s.ctx, s.Prefetch)
}

// connect opens a new connection and has the consumer take messages over it.
func (c *consumer) connect() error {
	s, err := c.open()
	if err != nil {
		return err
	}
	return s.begin()
}

// receive is called with each delivery, in order.
func (s *session) receive(d Delivery) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.consumer.session != s {
		return // it came to a client that was dead by then
	}
	m := s.run.rec.deliver(s.lanes[0], s.Queue, &d)
	if m == nil {
		return
	}
	h := &held{Delivery: d, m: m, delivery: m.delivery, begins: s.run.pace.begins(s.run.clock)}
	if s.OnDelivery {
		s.run.rec.acknowledged(m, h.delivery, s.lanes[0], false)
	}
	if s.rules().Claims { // it may have had it before
		s.held = slices.DeleteFunc(s.held, func(had *held) bool { return had.m == m })
	}
	s.held = append(s.held, h)
	if !s.Scripted {
		s.run.begun.Add(1)
		s.inbox.push(h)
	}
}

// takeAll asks for one message after the other, at the consumer's pace.
func (s *session) takeAll() {
	defer s.run.group.Done()
	for s.pace() == nil {
		if s.hands() >= s.Prefetch && s.Prefetch > 0 {
			sleep(s.ctx, pollEvery)
			continue
		}
		found, err := s.conn.Get(s.ctx, 1)
		if err != nil {
			s.broken(err)
			return
		}
		if len(found) == 0 {
			sleep(s.ctx, pollEvery)
			continue
		}
		s.taken++
		s.receive(found[0])
	}
}

// pollEvery is how often a consumer asks again that found nothing.
const pollEvery = 2 * time.Millisecond

// pace waits until the consumer may take one more in the present span.
func (s *session) pace() error {
	for {
		w := s.run.clock.now() / s.TakeEvery
		if w != s.window {
			s.window, s.taken = w, 0
		}
		if s.taken < s.Take {
			return s.ctx.Err()
		}
		if err := s.run.clock.until(s.ctx, (w+1)*s.TakeEvery); err != nil {
			return err
		}
	}
}

func (s *session) hands() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.held)
}

// broken ends the run for an error that this session did not bring about itself.
func (s *session) broken(err error) {
	if s.ctx.Err() == nil {
		s.run.broken(err)
	}
}

// stopEmpty stops the consumer for good when it is free and nothing is visible.
func (s *session) stopEmpty() {
	defer s.run.group.Done()
	for sleep(s.ctx, look) == nil {
		if s.hands() > 0 || s.run.rec.ready(s.Queue) > 0 || s.run.rec.sight().quiet < 2*look {
			continue
		}
		s.mu.Lock()
		s.gone = true
		s.run.rec.status(trace.Stopped, s.lanes[0], s.Queue, 0)
		s.mu.Unlock()
		s.hangUp()
	}
}

// hangUp closes the connection without telling anybody.
func (c *consumer) hangUp() {
	c.mu.Lock()
	s := c.session
	c.session = nil
	if s == nil {
		s = c.first // never begun, perhaps
	}
	c.mu.Unlock()
	if s != nil {
		s.close()
	}
}

func (s *session) close() {
	s.run.begun.Add(-int64(s.inbox.drop()))
	s.cancel()
	s.conn.Close()
}

// crash drops what is in the consumer's memory. It is back after a time, or
// never where that is 0.
func (c *consumer) crash(lasts time.Duration) {
	c.mu.Lock()
	if c.gone {
		c.mu.Unlock()
		return
	}
	s := c.session
	c.session = nil
	c.crashes++
	crash := c.crashes
	back := trace.Never
	if lasts > 0 {
		back = int64(c.run.clock.now() + lasts)
	}
	c.tellCrash(s, back)
	c.mu.Unlock()
	if s != nil {
		s.close()
	}
	if lasts > 0 {
		c.run.at(time.Duration(back), func() error { return c.recover(crash) })
	}
}

// tellCrash records the crash of each lane, and what becomes of what was held.
func (c *consumer) tellCrash(s *session, back int64) {
	for i, actor := range c.lanes {
		switch {
		case s != nil && s.working[i] != nil:
			h := s.working[i]
			c.run.rec.tell(trace.Crashed, h.m, h.delivery, actor, back, 0)
		case i == 0:
			c.run.rec.status(trace.Crashed, actor, c.Queue, back)
		}
	}
	if s != nil {
		c.run.rec.disconnected(s.held, c.OnDelivery)
	}
}

func (c *consumer) recover(crash int) error {
	c.mu.Lock()
	if c.crashes != crash || c.gone {
		c.mu.Unlock()
		return nil
	}
	c.run.rec.status(trace.Recovered, c.lanes[0], c.Queue, 0)
	c.mu.Unlock()
	return c.connect()
}

// release takes a delivery out of the consumer's hands. It must hold the lock.
func (s *session) release(h *held) {
	if i := slices.Index(s.held, h); i >= 0 {
		s.held = slices.Delete(s.held, i, i+1)
		if s.Scripted {
			s.settled = append(s.settled, h)
		}
	}
}

// alive says whether the connection is still the consumer's. It must hold the lock.
func (s *session) alive() bool { return s.consumer.session == s }

// inbox is what was delivered and no lane has begun.
type inbox struct {
	mu    sync.Mutex
	items []*held
	ready chan struct{}
}

func (b *inbox) push(h *held) {
	b.mu.Lock()
	b.items = append(b.items, h)
	b.mu.Unlock()
	b.signal()
}

func (b *inbox) signal() {
	select {
	case b.ready <- struct{}{}:
	default:
	}
}

// pop waits for the next delivery.
func (b *inbox) pop(ctx context.Context) (*held, error) {
	for {
		if h := b.next(); h != nil {
			return h, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-b.ready:
		}
	}
}

func (b *inbox) next() *held {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.items) == 0 {
		return nil
	}
	h := b.items[0]
	b.items = b.items[1:]
	if len(b.items) > 0 {
		b.signal()
	}
	return h
}

// drop empties the inbox, and says how many were in it.
func (b *inbox) drop() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := len(b.items)
	b.items = nil
	return n
}
