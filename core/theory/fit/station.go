package fit

import (
	"math"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/theory"
)

// station is a queue with its producers and consumers, as theory has it. Times
// are in nanoseconds.
type station struct {
	// rate is that of messages, batch how many arrive at once. single says that
	// one message is all there is.
	rate   float64
	batch  int
	single bool
	// lasts is how long messages arrive.
	lasts float64
	// work is of a distribution with that mean and scv.
	work    scenario.DistKind
	mean    float64
	scv     float64
	servers int
	direct  bool
	// waiting bounds the messages that wait; 0: nothing does. rejects says that
	// it is the new one that is lost.
	waiting int
	rejects bool
	// ttl is how long a message may wait; 0: as long as it takes.
	ttl float64
	// visibility is the timeout that work can outlast; 0: it can't.
	visibility float64
}

// read makes a station of a queue, or says why it is none.
func read(sc *scenario.Scenario, queue int) (*station, string) {
	s := &station{}
	for _, look := range []func(*scenario.Scenario, int) string{s.faults, s.queue, s.producers, s.consumers, s.leases, s.end} {
		if why := look(sc, queue); why != "" {
			return nil, why
		}
	}
	return s, ""
}

func (s *station) faults(sc *scenario.Scenario, _ int) string {
	switch {
	case len(sc.Choices) > 0:
		return "Some of the luck is chosen"
	case len(sc.Faults) == 0:
		return ""
	}
	switch sc.Faults[0].Kind {
	case scenario.Crash, scenario.CrashAtStep:
		return "A consumer crashes"
	case scenario.DropAcknowledge:
		return "An acknowledgement is lost"
	}
	return "Something is done to the run by hand"
}

// queue accepts no rule of the queue that it doesn't know.
func (s *station) queue(sc *scenario.Scenario, queue int) string {
	q := sc.Queues[queue]
	s.direct, s.visibility, s.ttl = q.Direct, float64(q.Visibility), float64(q.TTL)
	s.waiting, s.rejects = q.MaxLength, q.Overflow != scenario.DropHead
	switch {
	case q.Delay > 0:
		return "Messages are held back first"
	case q.SingleActive:
		return "Only one of the consumers is given messages"
	case q.Visibility > 0 && q.RefuseLate:
		return "Late acknowledgements are refused"
	case q.Visibility > 0 && q.MaxDeliveries > 0:
		return "Messages are dead-lettered"
	}
	if q.DeadLetter >= 0 && (q.TTL > 0 || q.MaxLength > 0) {
		return "Messages are dead-lettered"
	}
	plain := scenario.Queue{
		Name: q.Name, Pos: q.Pos, Visibility: q.Visibility, RefuseLate: q.RefuseLate, MaxDeliveries: q.MaxDeliveries, ZeroLimit: q.ZeroLimit,
		DeadLetter: q.DeadLetter, Requeue: q.Requeue, Direct: q.Direct, Durable: q.Durable, Stores: q.Stores,
		TTL: q.TTL, MaxLength: q.MaxLength, Overflow: q.Overflow,
	}
	if q != plain {
		return "The queue has rules of its own"
	}
	return ""
}

func (s *station) producers(sc *scenario.Scenario, queue int) string {
	if len(sc.Exchanges) > 0 || len(sc.Relays) > 0 || len(sc.Logs) > 0 || len(sc.Handlers) > 0 {
		return "Messages come by other ways than a producer's"
	}
	first := -1
	for i := range sc.Producers {
		p := &sc.Producers[i]
		if len(p.Also) > 0 {
			return "Messages are written to several queues at once"
		}
		if p.Queue != queue {
			continue
		}
		if first < 0 {
			first = i
		}
		if why := s.producer(p, &sc.Producers[first]); why != "" {
			return why
		}
	}
	if first < 0 {
		return "No producer writes to the queue"
	}
	return ""
}

// producer adds one. Poisson processes that come together are one.
func (s *station) producer(p, first *scenario.Producer) string {
	d := &p.Schedule
	switch {
	case p.ConfirmWithin > 0:
		return "Messages that are not confirmed in time are written again"
	case p.TTL != 0:
		return "Messages have times to live of their own"
	case p.Priority != first.Priority:
		return "Messages have priorities"
	case s.single || s.rate > 0 && d.Kind != scenario.Poisson:
		return "Messages do not arrive at random"
	case d.Kind == scenario.Once && max(d.Count, len(p.Bodies)) == 1:
		s.single = true
		return ""
	case d.Kind != scenario.Poisson:
		return "Messages do not arrive at random"
	case s.batch > 0 && d.Count != s.batch:
		return "Messages arrive in batches that differ"
	}
	s.batch = d.Count
	s.rate += float64(d.Count) / float64(d.Every)
	s.lasts = max(s.lasts, lasts(d))
	return ""
}

// lasts is how long a schedule goes on, on average.
func lasts(d *scenario.Schedule) float64 {
	most := math.Inf(1)
	if d.For > 0 {
		most = float64(d.For)
	}
	if d.Times > 0 {
		most = min(most, float64(d.Times)*float64(d.Every))
	}
	return most
}

func (s *station) consumers(sc *scenario.Scenario, queue int) string {
	var first *scenario.Consumer
	for i := range sc.Consumers {
		c := &sc.Consumers[i]
		if c.Queue != queue {
			continue
		}
		if first == nil {
			first = c
		}
		if why := consumer(c, first); why != "" {
			return why
		}
		s.servers++
	}
	if first == nil {
		return "Nobody takes messages from the queue"
	}
	s.setWork(first.Work)
	return ""
}

func consumer(c, first *scenario.Consumer) string {
	switch {
	case c.Scripted:
		return "A client takes messages by hand"
	case c.Work != first.Work:
		return "Consumers differ in their work"
	case len(c.WorkBy) > 0:
		return "Work depends on the message"
	case len(c.Leave) > 0:
		return "Some messages are never acknowledged"
	case len(c.Fails) > 0:
		return "Work fails"
	case c.StopsEmpty:
		return "Consumers stop"
	case c.Take > 0:
		return "Consumers take only so many messages at a time"
	case c.OnDelivery:
		return "Messages are acknowledged before the work"
	case c.Prefetch != 1 || c.Concurrency > 1:
		return "A consumer holds several messages at once"
	}
	return ""
}

func (s *station) setWork(d scenario.Dist) {
	a, b := float64(d.A), float64(d.B)
	switch s.work = d.Kind; d.Kind {
	case scenario.Exponential:
		s.mean, s.scv = a, 1
	case scenario.Uniform:
		s.mean = (a + b) / 2
		if s.mean > 0 {
			s.scv = theory.UniformVariation(a, b)
		}
	default:
		s.mean = a
	}
}

// leases forgets a visibility timeout that no work outlasts.
func (s *station) leases(sc *scenario.Scenario, queue int) string {
	longest := time.Duration(0)
	for i := range sc.Consumers {
		c := &sc.Consumers[i]
		if c.Queue != queue || c.Heartbeat > 0 && c.Heartbeat < sc.Queues[queue].Visibility {
			continue
		}
		longest = max(longest, atMost(c.Work))
	}
	switch {
	case longest <= sc.Queues[queue].Visibility:
		s.visibility = 0
	case s.visibility > 0 && !s.single:
		return "Messages come back when the lease ends"
	}
	return ""
}

// atMost is the longest that work can take.
func atMost(d scenario.Dist) time.Duration {
	switch d.Kind {
	case scenario.Exponential:
		return 1<<63 - 1
	case scenario.Uniform:
		return d.B
	}
	return d.A
}

// end refuses a run that ends before its one message is surely done.
func (s *station) end(sc *scenario.Scenario, _ int) string {
	if sc.Until > 0 {
		s.lasts = min(s.lasts, float64(sc.Until))
	}
	if s.single && sc.Until > 0 && float64(sc.Until) < float64(s.servers)*s.visibility+20*s.mean {
		return "The run ends before the work is surely done"
	}
	return ""
}
