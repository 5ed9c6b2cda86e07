package sim

import (
	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// build makes the run's queues and actors, and names them in the trace.
func (s *Sim) build() {
	bodies := bodyTable{index: map[string]int64{"": 0}, texts: []string{""}}
	s.buildQueues()
	for i := range s.sc.Producers {
		s.buildProducer(&s.sc.Producers[i], &bodies)
	}
	s.consumers = make([]consumer, 0, len(s.sc.Consumers))
	for i := range s.sc.Consumers {
		s.buildConsumer(&s.sc.Consumers[i])
	}
	s.buildFaults(&bodies)
	s.trace.Head.Bodies = bodies.texts
}

func (s *Sim) buildQueues() {
	s.queues = make([]messages, len(s.sc.Queues))
	for i := range s.sc.Queues {
		d := &s.sc.Queues[i]
		s.queues[i] = messages{
			Queue: queue.New(s.queueOptions(i, d)), leased: d.Visibility > 0,
			delay: d.Delay, deadLetter: d.DeadLetter,
		}
		if d.Visibility > 0 || d.Delay > 0 {
			s.timed = append(s.timed, i)
		}
		s.trace.Head.Queues = append(s.trace.Head.Queues, trace.Queue{
			Name: d.Name, Visibility: d.Visibility, Requeue: trace.Requeue(d.Requeue),
		})
	}
}

func (s *Sim) queueOptions(i int, d *scenario.Queue) queue.Options[uint32] {
	o := queue.Options[uint32]{
		Visibility: d.Visibility, MaxDeliveries: d.MaxDeliveries, Requeue: queue.Position(d.Requeue),
		LeaseEnded: func(m queue.Message[uint32]) { s.cameBack(trace.LeaseEnded, i, m) },
		Woke:       func(m queue.Message[uint32]) { s.cameBack(trace.Woke, i, m) },
		DeadLetter: func(m queue.Message[uint32]) { s.deadLettered(i, m) },
	}
	if d.RefuseLate {
		o.LateAcknowledge = queue.Refuses
	}
	return o
}

func (s *Sim) addActor(a trace.Actor) uint16 {
	s.trace.Head.Actors = append(s.trace.Head.Actors, a)
	return uint16(len(s.trace.Head.Actors) - 1)
}

func (s *Sim) buildProducer(d *scenario.Producer, bodies *bodyTable) {
	p := producer{Producer: d, stream: newStream(s.sc.Seed, d.Name)}
	p.luck = uint64(p.stream)
	p.actor = s.addActor(trace.Actor{Name: d.Name, Group: d.Name, Role: trace.Producer, Queue: uint16(d.Queue)})
	p.bodies = []int64{bodies.add(d.Body)}
	if len(d.Bodies) > 0 {
		p.bodies = p.bodies[:0]
		for _, b := range d.Bodies {
			p.bodies = append(p.bodies, bodies.add(b))
		}
	}
	s.producers = append(s.producers, p)
}

func (s *Sim) buildConsumer(d *scenario.Consumer) {
	c := consumer{Consumer: d, index: len(s.consumers), stream: newStream(s.sc.Seed, d.Group)}
	c.actor = s.addActor(trace.Actor{Name: d.Name, Group: d.Group, Role: trace.Consumer, Queue: uint16(d.Queue), Steps: steps})
	for i := range d.WorkBy {
		c.byBody = append(c.byBody, bodyRule{text: d.WorkBy[i].Body, work: &d.WorkBy[i].Work})
	}
	for _, text := range d.Leave {
		c.leave(text)
	}
	q := &s.queues[d.Queue]
	q.limited = q.limited || d.Take > 0
	q.stopping = q.stopping || d.StopsEmpty
	s.consumers = append(s.consumers, c)
}

func (c *consumer) leave(text string) {
	for i := range c.byBody {
		if c.byBody[i].text == text {
			c.byBody[i].leave = true
			return
		}
	}
	c.byBody = append(c.byBody, bodyRule{text: text, leave: true})
}

func (s *Sim) buildFaults(bodies *bodyTable) {
	if !hasWrites(s.sc.Faults) {
		return
	}
	s.hand = s.addActor(handActor)
	s.bodies = make([]int64, len(s.sc.Faults))
	for i := range s.sc.Faults {
		s.bodies[i] = bodies.add(s.sc.Faults[i].Body)
	}
}

// bodyTable numbers distinct texts in the order of first use.
type bodyTable struct {
	index map[string]int64
	texts []string
}

func (t *bodyTable) add(text string) int64 {
	if _, ok := t.index[text]; !ok {
		t.index[text] = int64(len(t.texts))
		t.texts = append(t.texts, text)
	}
	return t.index[text]
}
