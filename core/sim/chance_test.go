package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/theory"
	"github.com/queuelab/queuelab/core/trace"
)

// What the language has no word for, chance in what goes wrong, is drawn here
// and written into the scenario: how often work on a message fails, how long
// it has patience, how many come together. Means of ten runs of fixed seeds, or
// of so many messages, are held against the closed form within four standard
// errors. Values are those of measures of M/M/c, geometric trials and Erlang-A.

// chance draws for a run.
type chance struct{ *rand.Rand }

func newChance(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 7))} }

func (c chance) gap(mean time.Duration) time.Duration {
	return time.Duration(c.ExpFloat64() * float64(mean))
}

// failures is how often in a row what has the probability p happens.
func (c chance) failures(p float64) (n int) {
	for c.Float64() < p {
		n++
	}
	return n
}

// byHand is a station whose messages m1, m2, … are written at random instants.
func byHand(seed uint64, consumers, messages int, every time.Duration, each func(c chance, n int, f *scenario.Fault)) *scenario.Scenario {
	sc := station(seed, consumers, 0, every, scenario.Dist{Kind: scenario.Exponential, A: time.Second})
	sc.Producers = nil
	c := newChance(seed)
	at := time.Duration(0)
	for n := range messages {
		at += c.gap(every)
		f := scenario.Fault{Kind: scenario.Write, At: at, Count: 1, Body: fmt.Sprintf("m%d", n+1)}
		each(c, n+1, &f)
		sc.Faults = append(sc.Faults, f)
	}
	return sc
}

// held is the mean of ten runs against a value.
func held(t *testing.T, what string, want float64, run func(seed uint64) float64) {
	t.Helper()
	var all []float64
	for seed := range uint64(10) {
		all = append(all, run(seed))
	}
	mean, standard := meanAndError(all)
	if math.Abs(mean-want) > 4*standard {
		t.Errorf("%s is %.5f, want %.5f within %.5f", what, mean, want, 4*standard)
	}
}

// sums are what a run comes to.
type sums struct {
	written, settled, delivered, expired, dead float64
	sojourn, heldBack                          time.Duration
	end                                        time.Duration
}

func summed(sc *scenario.Scenario) (s sums) {
	written := map[uint32]time.Duration{}
	sim.Run(sc, sim.Options{Discard: true, Observe: func(e *trace.Event) {
		s.end = e.At
		switch e.Kind {
		case trace.Written:
			if e.Queue == 0 {
				s.written++
				written[e.Message] = e.At
			}
		case trace.Delivered:
			s.delivered++
		case trace.Held:
			s.heldBack += time.Duration(e.Value) - e.At
		case trace.Expired:
			s.expired++
		case trace.DeadLettered:
			s.dead++
		case trace.Acknowledged:
			s.settled++
			s.sojourn += e.At - written[e.Message]
		}
	}})
	return s
}

// failing fails the work on a message as often as chance says.
func failing(seed uint64, consumers, messages int, every time.Duration, p float64) *scenario.Scenario {
	var fails []scenario.Failure
	sc := byHand(seed, consumers, messages, every, func(c chance, n int, f *scenario.Fault) {
		if k := c.failures(p); k > 0 {
			fails = append(fails, scenario.Failure{Body: f.Body, After: -1, Times: k})
		}
	})
	// One that does so many at once, as each consumer counts its own failures.
	sc.Consumers = sc.Consumers[:1]
	w := &sc.Consumers[0]
	w.Fails, w.Concurrency, w.Prefetch = fails, consumers, consumers
	return sc
}

// Work on a message fails with the probability p, and the message goes to the
// back at once: M/M/c with the arrivals of all attempts (Jackson).
func TestRejectedAtOnceIsJacksons(t *testing.T) {
	for _, c := range []struct {
		consumers int
		every     time.Duration
		want      float64 // sojourn, in seconds
	}{{1, 2 * time.Second, 3.33333}, {3, time.Second * 10 / 15, 1.68044}} {
		if form := theory.Requeued(theory.MMc{Arrivals: 1 / c.every.Seconds(), Service: 1, Servers: c.consumers}, .2); math.Abs(form.Depth()*c.every.Seconds()-c.want) > 1e-5 {
			t.Fatalf("the form gives %v", form.Depth()*c.every.Seconds())
		}
		held(t, fmt.Sprintf("the sojourn at %d", c.consumers), c.want, func(seed uint64) float64 {
			sc := failing(seed, c.consumers, 3000, c.every, .2)
			sc.Queues[0].Requeue = scenario.RequeueBack
			s := summed(sc)
			return s.sojourn.Seconds() / s.settled
		})
	}
}

// Held back for 3 s after a failure: as many are held back as come to fail in that time.
func TestBackedOffIsPoissons(t *testing.T) {
	held(t, "the number held back", theory.BackingOff(.5, .2, 3), func(seed uint64) float64 {
		sc := failing(seed, 1, 3000, 2*time.Second, .2)
		sc.Queues[0].Retry, sc.Queues[0].Retries = [8]time.Duration{3 * time.Second}, 1
		s := summed(sc)
		return float64(s.heldBack) / float64(s.end)
	})
}

// At most five deliveries: p = 0.5 makes 1.9375 of them, and 0.03125 are dead-lettered.
func TestAttemptsWithinALimit(t *testing.T) {
	limited := func(seed uint64) sums {
		sc := failing(seed, 9, 2000, time.Second, .5)
		sc.Queues = append(sc.Queues, scenario.Queue{Name: "failed", DeadLetter: -1})
		sc.Queues[0].MaxDeliveries, sc.Queues[0].DeadLetter = 5, 1
		return summed(sc)
	}
	held(t, "deliveries a message", 1.9375, func(seed uint64) float64 { s := limited(seed); return s.delivered / s.written })
	held(t, "the share of dead letters", .03125, func(seed uint64) float64 { s := limited(seed); return s.dead / s.written })
}

// A crash costs the whole lease of 30 s, where somebody is always free: 0.1 makes 4.3333 s
// of 1 s of work. An acknowledgement that is lost makes one delivery more: 1.1111.
func TestALostDeliveryCostsItsLease(t *testing.T) {
	one := func(seed uint64, fault scenario.Fault) (sojourn, deliveries float64) {
		c := newChance(seed)
		const messages = 400
		for range messages {
			sc := station(c.Uint64(), 20, 1, time.Second, scenario.Dist{Kind: scenario.Exponential, A: time.Second})
			sc.Queues[0].Visibility = 30 * time.Second
			sc.Producers[0].Schedule = scenario.Schedule{Kind: scenario.Once, Count: 1}
			for k := range c.failures(.1) { // each at the next consumer in the ring, as it has just begun
				f := fault
				f.Consumer, f.At = k, time.Duration(k)*sc.Queues[0].Visibility+1
				sc.Faults = append(sc.Faults, f)
			}
			s := summed(sc)
			sojourn += s.sojourn.Seconds() / messages
			deliveries += s.delivered / messages
		}
		return sojourn, deliveries
	}
	held(t, "the sojourn after crashes", theory.CrashSojourn(.1, 30, 1), func(seed uint64) float64 {
		sojourn, _ := one(seed, scenario.Fault{Kind: scenario.Crash})
		return sojourn
	})
	held(t, "deliveries after lost acknowledgements", 1.1111, func(seed uint64) float64 {
		_, deliveries := one(seed, scenario.Fault{Kind: scenario.DropAcknowledge})
		return deliveries
	})
}

// Patience of 2 s on average, 1.2 messages a second and work of 1 s: 0.366204 expire (Erlang-A).
func TestPatienceIsErlangAs(t *testing.T) {
	held(t, "the share that expires", .366204, func(seed uint64) float64 {
		s := summed(byHand(seed, 1, 5000, time.Second*10/12, func(c chance, _ int, f *scenario.Fault) {
			f.TTL = max(1, c.gap(2*time.Second))
		}))
		return s.expired / s.written
	})
}

// Geometric batches of four on average, at a utilization of 0.8: a depth of 16.
func TestGeometricBatches(t *testing.T) {
	held(t, "the depth", 16, func(seed uint64) float64 {
		s := summed(byHand(seed, 1, 6000, 5*time.Second, func(c chance, _ int, f *scenario.Fault) {
			f.Count = 1 + c.failures(.75)
		}))
		return s.sojourn.Seconds() / s.end.Seconds()
	})
}
