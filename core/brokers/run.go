package brokers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// Options change how a scenario is run on a broker.
type Options struct {
	// Slow is how much real time one unit of virtual time takes; 0: 1.
	Slow float64
	// Steady has work that something planned brings about begin at the planned
	// instant, however late it was, so that lateness does not add up.
	Steady bool
	// Samples are filled with what the broker itself counts at their instants.
	Samples []Sample
	// Restart restarts the broker, cleanly or by killing it; nil: nobody may.
	Restart func(cleanly bool) error
}

// Sample is a measure of a queue by its broker's own count, at a virtual instant
// or, for AtEnd, at the end of the run.
type Sample struct {
	Queue int
	What  scenario.MeasureName
	At    time.Duration
	N     int
}

// AtEnd is the instant of a sample taken when the run is over.
const AtEnd = time.Duration(-1)

// run is a run in progress.
type run struct {
	ctx   context.Context
	fail  context.CancelCauseFunc
	b     Broker
	sc    *scenario.Scenario
	rules []Rules
	again func(cleanly bool) error // restarts the broker
	pace  pace
	turns turns
	clock *clock
	rec   *recorder

	consumers []*consumer
	watched   []*watcher // of dead letters that nobody reads, by queue; nil elsewhere
	ids       atomic.Uint64
	begun     atomic.Int64 // what is going on: writes, works, recoveries, faults
	hand      uint16       // the actor that writes by hand
	restarted bool
	group     sync.WaitGroup
}

// Run runs a scenario on a broker that Dial connected to, and returns what was
// recorded, also together with an error. What it made at the broker is still
// there afterwards: see Broker.Remove. A context that ends ends the run, with its cause as
// the error.
func Run(ctx context.Context, b Broker, sc *scenario.Scenario, o Options) (*trace.Trace, error) {
	if err := runnable(sc, o.Restart != nil); err != nil {
		return nil, err
	}
	r := newRun(ctx, b, sc, o)
	defer r.fail(nil)
	if err := b.Setup(r.ctx, sc, r.clock.slow, r.rec.died); err != nil {
		return nil, err
	}
	err := r.start()
	if err == nil {
		r.sample(o.Samples)
		err = r.wait()
	}
	if err == nil {
		err = errors.Join(r.sampleEnd(o.Samples), r.reconcile())
	}
	r.finish()
	return r.rec.tr, err
}

func (r *run) sample(samples []Sample) {
	for i := range samples {
		if s := &samples[i]; s.At != AtEnd {
			r.at(s.At, func() error { return r.count(s) })
		}
	}
}

func (r *run) sampleEnd(samples []Sample) error {
	for i := range samples {
		if s := &samples[i]; s.At == AtEnd {
			if err := r.count(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// reconcile looks for messages that went without anybody seeing it: of those
// that the book has as visible, some are not there.
func (r *run) reconcile() error {
	for i := range r.sc.Queues {
		if !r.restarted && !mayVanish(&r.sc.Queues[i]) || r.rec.empty(i) {
			continue
		}
		found, err := r.b.Drain(r.ctx, i)
		if err != nil && !errors.Is(err, ErrNoQueue) {
			return err
		}
		r.rec.missing(i, found, r.restarted, err != nil)
	}
	return nil
}

// mayVanish says whether anything but a consumer takes messages out of a queue.
func mayVanish(q *scenario.Queue) bool {
	return q.HandOuts() > 0 || q.MaxDeliveries > 0 || q.Expires > 0 || q.MaxLength > 0
}

func (r *run) count(s *Sample) (err error) {
	if s.N, err = r.b.Count(r.ctx, s.Queue, s.What); errors.Is(err, ErrNoQueue) {
		s.N, err = 0, nil
	}
	return err
}

func newRun(ctx context.Context, b Broker, sc *scenario.Scenario, o Options) *run {
	r := &run{b: b, sc: sc, again: o.Restart, pace: pace{steady: o.Steady}, clock: &clock{slow: o.Slow}}
	if o.Slow == 0 {
		r.clock.slow = 1
	}
	r.ctx, r.fail = context.WithCancelCause(ctx)
	followed := *sc
	followed.Queues = append([]scenario.Queue(nil), sc.Queues...)
	for i := range sc.Queues {
		r.rules = append(r.rules, b.Rules(&sc.Queues[i]))
		if p, known := scenario.ProfileNamed(r.rules[i].Profile); known {
			followed.Queues[i].Broker = p
		}
	}
	head := sim.New(&followed, sim.Options{}).Result().Trace.Head
	r.rec = newRecorder(r.clock, sc, head, r.rules)
	r.rec.full = func() { r.fail(nil) }
	r.actors()
	return r
}

// actors finds the scenario's producers and consumers in the trace's head,
// where they stand in the scenario's order.
func (r *run) actors() {
	at := len(r.sc.Producers)
	for i := range r.sc.Consumers {
		c := &consumer{Consumer: &r.sc.Consumers[i], run: r}
		for range max(1, c.Concurrency) {
			c.lanes = append(c.lanes, uint16(at))
			at++
		}
		r.consumers = append(r.consumers, c)
	}
	r.hand = uint16(len(r.rec.tr.Head.Actors) - 1)
}

// start connects everybody first, so that a consumer that starts at 0 is there
// when the first message comes, as in the simulator.
func (r *run) start() error {
	if err := r.watchDeadLetters(); err != nil {
		return err
	}
	publishers := make([]Publisher, len(r.sc.Producers))
	for i := range publishers {
		var err error
		if publishers[i], err = r.b.Publisher(r.ctx); err != nil {
			return err
		}
	}
	if err := r.openAll(); err != nil {
		return err
	}
	r.clock.start = time.Now()
	var members []int
	for i := range publishers {
		members = append(members, r.turns.join(r.sc.Producers[i].Starts))
	}
	r.beginLater()
	r.startFaults()
	for i := range publishers {
		r.doing(func() error {
			defer r.turns.plan(members[i], never)
			return r.produce(i, members[i], publishers[i])
		})
	}
	return nil
}

// openAll opens every connection, and has those begin that start at 0.
func (r *run) openAll() (err error) {
	for _, c := range r.consumers {
		if c.Scripted {
			continue
		}
		if c.first, err = c.open(); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	r.clock.start = time.Now()
	for _, c := range r.consumers {
		if c.Scripted || c.Starts > 0 {
			continue
		}
		if err := c.first.begin(); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// beginLater has the others begin at their instants, one after the other: in
// their order, however late the first of them is.
func (r *run) beginLater() {
	var later []*consumer
	for _, c := range r.consumers {
		if c.Starts > 0 && !c.Scripted {
			later = append(later, c)
		}
	}
	slices.SortStableFunc(later, func(a, b *consumer) int { return cmp.Compare(a.Starts, b.Starts) })
	if len(later) == 0 {
		return
	}
	turn := r.turns.join(later[0].Starts)
	r.doing(func() error {
		defer r.turns.plan(turn, never)
		for _, c := range later {
			if err := r.turn(turn, c.Starts); err != nil {
				return err
			}
			if err := c.first.begin(); err != nil {
				return fmt.Errorf("%s: %w", c.Name, err)
			}
		}
		return nil
	})
}

// doing runs f beside everything else; the run does not end before it.
func (r *run) doing(f func() error) {
	r.begun.Add(1)
	r.group.Add(1)
	go func() {
		defer r.group.Done()
		defer r.begun.Add(-1)
		r.broken(f())
	}()
}

// blame is how long an error waits for a better one: that the connection was
// lost says more than what could not be done over it.
const blame = 300 * time.Millisecond

// broken ends the run for an error, unless it is ending already.
func (r *run) broken(err error) {
	if err != nil && sleep(r.ctx, blame) == nil {
		r.fail(err)
	}
}

// at does f at a virtual instant.
func (r *run) at(instant time.Duration, f func() error) {
	r.doing(func() error {
		if err := r.clock.until(r.ctx, instant); err != nil {
			return err
		}
		return f()
	})
}

// look is how often the run looks whether it is over.
const look = 5 * time.Millisecond

// settle is the real time for which nothing must happen before a run counts as over.
const settle = 300 * time.Millisecond

// wait returns when the run is over. The error is what broke it off.
func (r *run) wait() error {
	for !r.over() {
		if sleep(r.ctx, look) != nil {
			if r.rec.limited {
				return nil
			}
			return context.Cause(r.ctx)
		}
	}
	return nil
}

func (r *run) over() bool {
	now := r.clock.now()
	if until := r.sc.Until; until > 0 && now >= until {
		r.rec.tr.SetEnd(until)
		return true
	}
	if r.begun.Load() > 0 {
		return false
	}
	s := r.rec.sight()
	if s.there == 0 {
		return s.quiet > 2*look
	}
	return r.sc.Until == 0 && s.leaseEnd == 0 && s.quiet > settle+r.clock.real(r.delay())
}

// delay is the longest time for which a queue holds messages back.
func (r *run) delay() (longest time.Duration) {
	for i := range r.sc.Queues {
		longest = max(longest, r.sc.Queues[i].Delay)
	}
	return longest
}

// finish ends everything that is still going on.
func (r *run) finish() {
	r.rec.mu.Lock()
	r.rec.limited = true // what the end itself brings about is not part of the run
	r.rec.mu.Unlock()
	r.fail(nil)
	for _, c := range r.consumers {
		c.hangUp()
	}
	for _, w := range r.watched {
		if w != nil && w.conn != nil {
			w.conn.Close()
		}
	}
	r.group.Wait()
}
