package sim

import (
	"fmt"
	"math"
	"slices"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// build makes the run's queues and actors, and names them in the trace.
func (s *Sim) build() {
	s.texts = newNumbered(&s.trace.Head.Bodies)
	s.texts.number("") // the empty body is the first
	s.world = newWorld(s.sc.Tables, &s.trace.Head)
	s.ids, s.keys = newNumbered(&[]string{}), newNumbered(&[]string{})
	s.mortal = s.anyTTL()
	s.grouped = slices.ContainsFunc(s.sc.Queues, func(q scenario.Queue) bool { return q.Broker.Groups })
	s.buildQueues()
	for i := range s.sc.Producers {
		s.buildProducer(&s.sc.Producers[i])
	}
	s.consumers = make([]consumer, 0, len(s.sc.Consumers))
	for i := range s.sc.Consumers {
		s.buildConsumer(&s.sc.Consumers[i])
	}
	for i := range s.sc.Relays {
		s.buildRelay(i)
	}
	s.buildLogs()
	s.ticking = len(s.timed)+len(s.logs) > 0
	s.buildFaults()
}

func (s *Sim) buildRelay(i int) {
	d := &s.sc.Relays[i]
	s.relays = append(s.relays, relay{
		Relay: d, index: i, actor: s.addActor(trace.Actor{
			Name: d.Name, Group: d.Group, Role: trace.Relay, Queue: relayQueue(d), Steps: relaySteps,
		}),
	})
}

func (s *Sim) buildQueues() {
	s.queues = make([]messages, len(s.sc.Queues))
	for i := range s.sc.Queues {
		d := &s.sc.Queues[i]
		s.queues[i] = messages{
			Queue: queue.New(s.queueOptions(i, d)), set: d, active: -1, retries: newStream(s.sc.Seed, d.Name+" retries"),
			delay: d.Delay, leased: d.Leased(), single: d.SingleActive, direct: d.Direct, bounded: d.MaxLength > 0, upTo: d.UpTo,
			claimable: d.Claimable(), choosy: d.InFlightMost() > 0 || d.Broker.Groups,
		}
		if d.Leased() || d.Delay > 0 || d.Retries > 0 || d.Claimable() || s.mortal || s.heldBack() {
			s.timed = append(s.timed, i)
			s.queues[i].timed = true
		}
		s.trace.Head.Queues = append(s.trace.Head.Queues, trace.Queue{
			Name: d.Name, Visibility: d.Lease(), Requeue: trace.Requeue(d.Rejected()),
			Disconnect: trace.Requeue(d.Disconnected()), Counter: trace.Counter(d.Broker.Counter),
			Backoff: d.Leases(), AnyReceipt: d.Broker.AnyReceipt, DropsOldest: d.Broker.LengthOfAll,
		})
	}
}

func (s *Sim) queueOptions(i int, d *scenario.Queue) queue.Options[uint32] {
	o := queue.Options[uint32]{
		Visibility: d.Lease(), MaxDeliveries: d.HandOuts(), LimitOnReturn: d.Broker.LimitOnReturn,
		Requeue:    queue.Position(d.Rejected()),
		LeaseEnded: func(m queue.Message[uint32]) { s.cameBack(trace.LeaseEnded, i, m) },
		Woke:       func(m queue.Message[uint32]) { s.cameBack(trace.Woke, i, m) },
		DeadLetter: func(m queue.Message[uint32]) { s.deadLettered(i, m, s.whyDead(i)) },
		TTL:        d.TTL, TTLAtHead: d.Broker.TTLAtHead,
		Expired: func(m queue.Message[uint32]) { s.expired(i, m) },
		Backoff: d.Leases(), LeaseMost: d.Broker.LeaseMost, AnyReceipt: d.Broker.AnyReceipt,
		Parks: d.Broker.Parks, Parked: func(m queue.Message[uint32]) { s.parked(i, m) },
		MaxInFlight: d.InFlightMost(), CountsReturned: d.Broker.CountsReturned,
		Claimable: d.Claimable(), Groups: d.Broker.Groups,
	}
	if !d.Leased() {
		o.LeaseMost = 0
	}
	switch d.LateAcknowledged() {
	case scenario.LateRefused:
		o.LateAcknowledge = queue.Refuses
	case scenario.LateDeletesNewest:
		o.LateAcknowledge = queue.DeletesNewest
	}
	return o
}

// heldBack says whether a client rejects a message for later.
func (s *Sim) heldBack() bool {
	return slices.ContainsFunc(s.sc.Faults, func(f scenario.Fault) bool { return f.Kind == scenario.Reject && f.For > 0 })
}

// anyTTL says whether any message may expire.
func (s *Sim) anyTTL() bool {
	for i := range s.sc.Queues {
		if s.sc.Queues[i].TTL > 0 {
			return true
		}
	}
	for i := range s.sc.Producers {
		if s.sc.Producers[i].TTL != 0 {
			return true
		}
	}
	for i := range s.sc.Faults {
		if s.sc.Faults[i].TTL != 0 {
			return true
		}
	}
	return false
}

func relayQueue(d *scenario.Relay) uint16 {
	if d.To == scenario.ToQueue {
		return uint16(d.Target)
	}
	return trace.NoQueue
}

func (s *Sim) addActor(a trace.Actor) uint16 {
	s.trace.Head.Actors = append(s.trace.Head.Actors, a)
	return uint16(len(s.trace.Head.Actors) - 1)
}

func (s *Sim) buildProducer(d *scenario.Producer) {
	p := producer{Producer: *d, stream: newStream(s.sc.Seed, d.Name), named: d.Key != "" || d.ID != ""}
	p.luck = uint64(p.stream)
	p.actor = s.addActor(trace.Actor{Name: d.Name, Group: d.Name, Role: trace.Producer, Queue: uint16(d.Queue)})
	p.bodies = []int64{s.texts.number(d.Body)}
	if len(d.Bodies) > 0 {
		p.bodies = p.bodies[:0]
		for _, b := range d.Bodies {
			p.bodies = append(p.bodies, s.texts.number(b))
		}
	}
	s.producers = append(s.producers, p)
}

func (s *Sim) buildConsumer(d *scenario.Consumer) {
	c := consumer{Consumer: *d, index: len(s.consumers), stream: newStream(s.sc.Seed, d.Group)}
	c.lanes, c.first = max(1, d.Concurrency), len(s.lanes)
	c.most, c.paced = s.queues[d.Queue].room(d.Prefetch), d.Take > 0
	if d.OnDelivery {
		c.most = math.MaxInt
	}
	// Without a visibility timeout there is no lease to extend.
	c.watched = s.sc.Queues[d.Queue].AcknowledgeWithin > 0
	if c.polls = s.queues[d.Queue].leased; c.polls || s.queues[d.Queue].claimable {
		c.heartbeat = int64(d.Heartbeat)
	}
	a := trace.Actor{Name: d.Name, Detection: d.Detection, Scripted: d.Scripted, Group: d.Group, Role: trace.Consumer, Queue: uint16(d.Queue), Steps: steps}
	if d.Handler >= 0 && len(s.sc.Handlers) > 0 {
		c.steps = flatten(s.sc.Handlers[d.Handler].Steps)
		a.Steps, a.Handler = stepNames(c.steps), s.sc.Handlers[d.Handler].Name
	}
	for i := range c.lanes {
		if i > 0 {
			a.Name, a.Of = fmt.Sprintf("%s, thread %d", d.Name, i+1), d.Name
		}
		s.lanes = append(s.lanes, lane{actor: s.addActor(a), owner: c.index, index: len(s.lanes)})
	}
	c.actor = s.lanes[c.first].actor
	for i := range d.WorkBy {
		c.byBody = append(c.byBody, bodyRule{text: d.WorkBy[i].Body, work: &d.WorkBy[i].Work})
	}
	for _, text := range d.Leave {
		c.rules(text).leave = true
	}
	for i := range d.Fails {
		c.rules(d.Fails[i].Body).fails = &d.Fails[i]
	}
	q := &s.queues[d.Queue]
	q.limited = q.limited || d.Take > 0
	q.stopping = q.stopping || d.StopsEmpty
	s.consumers = append(s.consumers, c)
}

// room is how many messages a prefetch lets a consumer have; 0 is unlimited.
func (q *messages) room(prefetch int) int {
	switch most := q.set.Broker.PrefetchCap; {
	case prefetch > 0:
		return prefetch
	case most > 0:
		return most
	}
	return math.MaxInt
}

// rules are those for a body, made if there are none.
func (c *consumer) rules(text string) *bodyRule {
	for i := range c.byBody {
		if c.byBody[i].text == text {
			return &c.byBody[i]
		}
	}
	c.byBody = append(c.byBody, bodyRule{text: text})
	return &c.byBody[len(c.byBody)-1]
}

func (s *Sim) buildFaults() {
	for i := range s.sc.Faults {
		s.buildTrigger(i)
	}
	if !hasWrites(s.sc.Faults) {
		return
	}
	s.hand = s.addActor(handActor)
	s.bodies = make([]int64, len(s.sc.Faults))
	for i := range s.sc.Faults {
		s.bodies[i] = s.texts.number(s.sc.Faults[i].Body)
	}
}

// buildTrigger leaves a fault that waits for a step with whom it strikes.
func (s *Sim) buildTrigger(i int) {
	switch f := &s.sc.Faults[i]; {
	case f.Kind == scenario.CrashAtRow:
		s.relays[f.Relay].triggers = append(s.relays[f.Relay].triggers, i)
	case f.Kind == scenario.CrashAtStep:
		s.consumers[f.Consumer].triggers = append(s.consumers[f.Consumer].triggers, i)
	}
}
