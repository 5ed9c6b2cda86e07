package brokers

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// startFaults does what the scenario's lines say at their instants, one after
// the other, so that those of one instant keep their order.
func (r *run) startFaults() {
	var timed []*scenario.Fault
	for i := range r.sc.Faults {
		timed = append(timed, &r.sc.Faults[i])
	}
	slices.SortStableFunc(timed, func(a, b *scenario.Fault) int { return cmp.Compare(a.At, b.At) })
	if len(timed) == 0 {
		return
	}
	turn := r.turns.join(timed[0].At)
	r.doing(func() error {
		defer r.turns.plan(turn, never)
		for _, f := range timed {
			if err := r.turn(turn, f.At); err != nil {
				return err
			}
			if err := r.strike(f); err != nil {
				return fmt.Errorf("at %s: %w", scenario.FormatDuration(f.At), err)
			}
		}
		return nil
	})
}

func (r *run) strike(f *scenario.Fault) error {
	switch f.Kind {
	case scenario.Crash:
		r.consumers[f.Consumer].crash(f.For)
	case scenario.DropAcknowledge:
		c := r.consumers[f.Consumer]
		c.mu.Lock()
		c.drop++
		c.mu.Unlock()
	case scenario.Write:
		return r.writeByHand(f)
	case scenario.Restart:
		return r.restart(f)
	case scenario.Resend:
		return r.resend(f.Queue, f.To)
	default:
		return r.consumers[f.Consumer].act(f)
	}
	return nil
}

// restart closes every consumer's connection, as the broker's end does, and has it restarted.
func (r *run) restart(f *scenario.Fault) error {
	r.restarted = true
	r.rec.status(trace.Restarted, trace.NoActor, f.Queue, 0)
	for _, c := range r.consumers {
		c.disconnect()
	}
	return r.again(!f.Unclean)
}

func (r *run) writeByHand(f *scenario.Fault) error {
	to, err := r.b.Publisher(r.ctx)
	if err != nil {
		return err
	}
	defer to.Close()
	value := bodyValue(r.rec.tr.Head.Bodies, f.Body)
	for range max(1, f.Count) {
		m := Message{
			Queue: f.Queue, Exchange: -1, ID: r.ids.Add(1), Body: f.Body, Persistent: true, Priority: f.Priority, TTL: r.ttl(f.TTL), Dedup: f.ID,
		}
		if m.Dedup == "" {
			r.rec.write(f.At, r.hand, m.ID, f.Queue, value, f.Priority)
		}
		switch err := r.send(to, m); {
		case errors.Is(err, ErrDuplicate):
			r.rec.duplicate(r.hand, f.Queue, false)
		case errors.Is(err, ErrNoRoom):
			r.rec.refused(r.hand, m.ID, f.Queue, false)
		case err != nil:
			return err
		case m.Dedup != "":
			r.rec.write(f.At, r.hand, m.ID, f.Queue, value, f.Priority)
		}
	}
	return nil
}

func (r *run) send(to Publisher, m Message) error {
	wait, err := to.Publish(r.ctx, m)
	if err != nil {
		return err
	}
	return wait(r.ctx)
}

// watcher reads the dead letters that nobody else reads, and keeps them.
type watcher struct {
	mu   sync.Mutex
	conn Consumer
	has  []Delivery
}

// watchDeadLetters reads the queues that dead letters go to and no consumer
// reads, to see when they come.
func (r *run) watchDeadLetters() error {
	r.watched = make([]*watcher, len(r.sc.Queues))
	for i := range r.sc.Queues {
		if to := r.sc.Queues[i].DeadLetter; to >= 0 && !r.rules[i].TellsDeaths && r.watched[to] == nil && !r.read(to) {
			if err := r.watch(to); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) read(queue int) bool {
	return slices.ContainsFunc(r.sc.Consumers, func(c scenario.Consumer) bool { return c.Queue == queue })
}

func (r *run) watch(queue int) (err error) {
	w := &watcher{}
	r.watched[queue] = w
	w.conn, err = r.b.Open(r.ctx, Opening{Queue: queue, Name: "watcher"}, func(d Delivery) {
		r.rec.seen(queue, &d)
		w.mu.Lock()
		w.has = append(w.has, d)
		w.mu.Unlock()
	})
	if err != nil {
		return err
	}
	return w.conn.Subscribe(r.ctx, 0)
}

// resend takes what lies in a queue, dead letters mostly, and writes it to another.
func (r *run) resend(from, to int) error {
	w := r.watched[from]
	if w == nil {
		var err error
		w = &watcher{}
		if w.conn, err = r.b.Open(r.ctx, Opening{Queue: from, Name: "mover"}, nil); err != nil {
			return err
		}
		defer w.conn.Close()
		if w.has, err = w.conn.Get(r.ctx, r.rec.ready(from)+1); err != nil {
			return err
		}
	}
	return r.moveAll(w, from, to)
}

func (r *run) moveAll(w *watcher, from, to int) error {
	out, err := r.b.Publisher(r.ctx)
	if err != nil {
		return err
	}
	defer out.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, d := range w.has {
		body, id, ok := r.rec.move(&d, from, to)
		if !ok {
			continue
		}
		if err := r.send(out, Message{Queue: to, Exchange: -1, ID: id, Body: body, Persistent: true}); err != nil {
			return err
		}
		if _, err := w.conn.Acknowledge(d, false); err != nil {
			return err
		}
	}
	w.has = nil
	return nil
}

// act does what a line says a client does.
func (c *consumer) act(f *scenario.Fault) error {
	s, err := c.client(f)
	if err != nil || s == nil {
		return err
	}
	switch f.Kind {
	case scenario.Get:
		err := s.get(f.Count)
		if errors.Is(err, ErrNoQueue) {
			c.disconnect()
			return nil
		}
		return err
	case scenario.ClaimIdle, scenario.Reread:
		return s.claim(f)
	case scenario.Subscribe:
		return s.conn.Subscribe(s.ctx, f.Count)
	case scenario.Cancel:
		s.run.rec.status(trace.Cancelled, s.lanes[0], s.Queue, 0)
		return s.conn.Cancel()
	case scenario.Close:
		c.disconnect()
		return nil
	}
	return s.settle(f)
}

// client is the client's connection, opened where the line needs one.
func (c *consumer) client(f *scenario.Fault) (*session, error) {
	c.mu.Lock()
	s := c.session
	c.mu.Unlock()
	if s == nil && (f.Kind == scenario.Get || f.Kind == scenario.Subscribe || f.Kind == scenario.ClaimIdle) {
		s, err := c.open()
		if err == nil {
			s.start()
		}
		return s, err
	}
	return s, nil
}

// claim has the client take over what is in flight, or be given again what it has.
func (s *session) claim(f *scenario.Fault) error {
	c, able := s.conn.(claimer)
	if !able {
		return errors.New("this broker has no way to claim or reread messages")
	}
	var found []Delivery
	var err error
	if f.Kind == scenario.Reread {
		found, err = c.Reread(s.ctx)
	} else {
		found, err = c.Claim(s.ctx, s.run.clock.real(f.For), f.Count)
	}
	for _, d := range found {
		s.receive(d)
	}
	return err
}

func (s *session) get(n int) error {
	found, err := s.conn.Get(s.ctx, n)
	for _, d := range found {
		s.receive(d)
	}
	return err
}

// settle settles or extends the last delivery of the body that the line names,
// also one that was settled before: what comes of that is the broker's answer.
func (s *session) settle(f *scenario.Fault) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.last(f.Body)
	if h == nil {
		return nil
	}
	switch f.Kind {
	case scenario.Acknowledge:
		return s.acknowledge(h, s.lanes[0], f.Multiple)
	case scenario.Reject:
		return s.reject(h, s.lanes[0], rejection{!f.Drop, f.Multiple, f.For})
	case scenario.Extend:
		s.extend(h, s.lanes[0], cmp.Or(f.For, s.rules().Lease))
	}
	return nil
}

// last is the last delivery of a body, of those not settled if there is one.
func (s *session) last(body string) *held {
	for _, list := range [][]*held{s.held, s.settled} {
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].Body == body {
				return list[i]
			}
		}
	}
	return nil
}

func (c *consumer) disconnect() {
	c.mu.Lock()
	s := c.session
	c.session = nil
	if s != nil {
		c.run.rec.status(trace.Disconnected, c.lanes[0], c.Queue, 0)
		c.run.rec.disconnected(s.held, c.OnDelivery)
	}
	c.mu.Unlock()
	if s != nil {
		s.close()
	}
}
