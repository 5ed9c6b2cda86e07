package brokers

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

// unconfirmedMax is how many messages a producer sends ahead of their confirmations.
const unconfirmedMax = 1000

// confirmation is what a producer waits for.
type confirmation struct {
	actor   uint16
	id      uint64
	queues  []int // none: it goes nowhere
	body    int64
	tells   bool // of confirmations
	late    bool // it is recorded when it is confirmed, as it may be recognised
	message Message
	wait    func(context.Context) error
}

func (r *run) produce(i, turn int, to Publisher) error {
	defer to.Close()
	p := &r.sc.Producers[i]
	w := &writer{run: r, Producer: p, actor: uint16(i), turn: turn, to: to, awaited: make(chan confirmation, unconfirmedMax)}
	w.luck = rand.New(rand.NewPCG(r.sc.Seed, uint64(i)))
	confirmed := make(chan error, 1)
	go func() { confirmed <- r.confirm(w.awaited) }()
	err := w.writeAll()
	close(w.awaited)
	return errors.Join(err, <-confirmed)
}

// confirm waits for one confirmation after the other.
func (r *run) confirm(awaited <-chan confirmation) (failed error) {
	for c := range awaited {
		switch err := c.wait(r.ctx); {
		case err == nil:
			if c.late {
				r.rec.write(r.clock.now(), c.actor, c.id, c.queues[0], c.body, c.message.Priority)
			}
			r.tellConfirmed(&c)
		case errors.Is(err, ErrDuplicate):
			r.rec.duplicate(c.actor, c.queues[0], c.tells)
		case errors.Is(err, ErrReturned):
			r.rec.unrouted(c.actor, c.body)
			r.tellConfirmed(&c)
		case errors.Is(err, ErrNoRoom):
			for _, q := range c.queues {
				r.rec.refused(c.actor, c.id, q, c.tells)
			}
		default:
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

func (r *run) tellConfirmed(c *confirmation) {
	if !c.tells {
		return
	}
	if len(c.queues) == 0 {
		r.rec.confirmed(c.actor, c.id, -1, c.body)
	}
	for _, q := range c.queues {
		r.rec.confirmed(c.actor, c.id, q, c.body)
	}
}

// writer is a producer at work.
type writer struct {
	*scenario.Producer
	run     *run
	actor   uint16
	turn    int
	to      Publisher
	awaited chan confirmation
	luck    *rand.Rand
	n       int // messages so far
}

func (w *writer) writeAll() error {
	d := &w.Schedule
	at := w.Starts
	if d.Kind == scenario.Poisson {
		at += w.gap()
	}
	for writes := 0; !w.done(writes, at); writes++ {
		if err := w.run.turn(w.turn, at); err != nil {
			return err
		}
		if err := w.burst(at); err != nil {
			return err
		}
		if d.Kind == scenario.Once {
			return nil
		}
		at += w.next()
	}
	return nil
}

// burst writes the messages of one instant. All of them are recorded before
// the first is sent: they are one write of the scenario's.
func (w *writer) burst(at time.Duration) error {
	var all []confirmation
	var out []Message
	for range w.Schedule.Count {
		if len(w.Bodies) > 0 && w.n == len(w.Bodies) {
			break
		}
		all, out = w.write(at, all, out)
	}
	for i, m := range out {
		wait, err := w.to.Publish(w.run.ctx, m)
		if err != nil {
			return err
		}
		all[i].wait = wait
		select {
		case w.awaited <- all[i]:
		case <-w.run.ctx.Done():
			return w.run.ctx.Err()
		}
	}
	return nil
}

func (w *writer) done(writes int, at time.Duration) bool {
	d := &w.Schedule
	until := w.run.sc.Until
	return d.Times > 0 && writes == d.Times || d.For > 0 && at >= w.Starts+d.For ||
		len(w.Bodies) > 0 && w.n == len(w.Bodies) || until > 0 && at > until
}

func (w *writer) next() time.Duration {
	if w.Schedule.Kind == scenario.Poisson {
		return w.gap()
	}
	return w.Schedule.Every
}

func (w *writer) gap() time.Duration {
	return time.Duration(w.luck.ExpFloat64() * float64(w.Schedule.Every))
}

// write records one message, or one for each queue, and adds what to send.
func (w *writer) write(at time.Duration, all []confirmation, out []Message) ([]confirmation, []Message) {
	text, value := w.text()
	w.n++
	m := Message{
		Exchange: -1, Body: text, Priority: w.Priority, Persistent: !w.Transient, Mandatory: w.Mandatory, TTL: w.run.ttl(w.TTL),
		Dedup: fill(w.ID, w.n, text),
	}
	if w.Exchange >= 0 && len(w.run.sc.Exchanges) > 0 {
		m.Exchange, m.Key = w.Exchange, fill(w.Key, w.n, text)
		queues := w.run.routed(w.Exchange, m.Key)
		w.run.rec.published(w.actor, value, len(queues) > 0)
		return w.add(at, m, value, queues, all, out)
	}
	for _, q := range append([]int{w.Queue}, w.Also...) {
		m.Queue = q
		all, out = w.add(at, m, value, []int{q}, all, out)
	}
	return all, out
}

func (w *writer) add(at time.Duration, m Message, value int64, queues []int, all []confirmation, out []Message) ([]confirmation, []Message) {
	m.ID = w.run.ids.Add(1)
	c := confirmation{actor: w.actor, id: m.ID, queues: queues, body: value, tells: w.Confirms, message: m, late: m.Dedup != "" && len(queues) == 1}
	for _, q := range queues {
		if !c.late {
			w.run.rec.write(at, w.actor, m.ID, q, value, m.Priority)
		}
	}
	return append(all, c), append(out, m)
}

// ttl is a time to live in real time.
func (r *run) ttl(virtual time.Duration) time.Duration {
	if virtual <= 0 {
		return virtual // none, or at once
	}
	return r.clock.real(virtual)
}

// text is the next body, and the trace's name for it.
func (w *writer) text() (string, int64) {
	head := &w.run.rec.tr.Head
	if len(w.Bodies) > 0 {
		return w.Bodies[w.n], bodyValue(head.Bodies, w.Bodies[w.n])
	}
	value := bodyValue(head.Bodies, w.Body) | int64(w.n+1)<<32
	return head.Body(value), value
}

func bodyValue(bodies []string, text string) int64 {
	for i, b := range bodies {
		if b == text {
			return int64(i)
		}
	}
	return 0
}

// fill puts the message's number and what its body gives as name=value into a key.
func fill(key string, n int, body string) string {
	if !strings.Contains(key, "{") {
		return key
	}
	key = strings.ReplaceAll(key, "{n}", strconv.Itoa(n))
	for _, word := range strings.Fields(body) {
		if name, value, found := strings.Cut(word, "="); found {
			key = strings.ReplaceAll(key, "{"+name+"}", value)
		}
	}
	return key
}

// routed are the queues that an exchange sends a key to.
func (r *run) routed(exchange int, key string) (queues []int) {
	for qi := range r.sc.Queues {
		if r.sc.Exchanges[exchange].Routes(qi, key) {
			queues = append(queues, qi)
		}
	}
	return queues
}
