package sim

import (
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Open is what the rules of a run settle and a real system does not promise.
// Several are added up.
type Open uint8

// What may be open.
const (
	// OpenNext: which of several events of one instant comes first. An instant
	// at which the scenario strikes a fault keeps its order until it has struck.
	OpenNext Open = 1 << iota
	// OpenConsumer: which of the consumers with room gets the next message.
	OpenConsumer
	// OpenWork: whether work that is drawn from a range takes what was drawn,
	// the least or the most.
	OpenWork
	// OpenCrash: whether a consumer, a relay or a member crashes at a place
	// between two of its steps.
	OpenCrash
	// OpenAcknowledge: whether an acknowledgement arrives.
	OpenAcknowledge
)

// Choice is a place in a run where something is open. It is only valid during
// the call of Options.Choose.
type Choice struct {
	Open Open // which
	// N is how many answers there are. 0 is what the rules say.
	N int
	// At and Event are the instant and how many events came before; After tells
	// the choices of one instant apart: it grows by one with each event and with
	// each turn of the simulator.
	At           time.Duration
	Event, After int
	// Actor is who works, crashes or loses its acknowledgement, and Index its
	// place among the scenario's consumers, relays or members.
	Actor uint16
	Index int
	// Done is how many steps a handler has done at a crash, Inner with those in
	// transactions; or how many rows a relay has published.
	Done, Inner int
	// Consumers are those with room, by index, and Nexts what may come first;
	// an answer is an index into them.
	Consumers []int
	Nexts     []Next
}

// Next is one of several events that may come first.
type Next struct {
	// Actor does it, or Queue hands out messages; the other one is NoActor or -1.
	Actor uint16
	Queue int
	// What says what happens, in a few words after the name. It is empty where the
	// actor is done with a step, Step of its Steps.
	What string
	Step uint8
}

// asking is what is made to ask with.
type asking struct {
	ready  []entry // of this instant
	nexts  []Next
	from   []int // where nexts are from
	roomy  []int // consumers with room, and their places in the ring
	places []int
}

// choose settles what is open: the caller of the run does, or the scenario's
// choose lines. It answers 0 to what neither speaks of.
func (s *Sim) choose(c Choice) int {
	c.At, c.Event, c.After = time.Duration(s.now), s.events, s.place()
	if s.options.Choose != nil {
		return s.options.Choose(&c)
	}
	for i := range s.sc.Choices {
		d := &s.sc.Choices[i]
		if d.At == c.At && d.After == c.After && opens[d.Kind] == c.Open {
			answer := c.answer(d)
			if s.options.Chosen != nil && answer > 0 {
				s.options.Chosen(&c, answer)
			}
			return s.chosen(i, answer)
		}
	}
	return 0
}

// chosen notes in the trace that a choose line changes the run here.
func (s *Sim) chosen(line, answer int) int {
	if answer > 0 {
		s.trace.Head.Chosen = append(s.trace.Head.Chosen, trace.Chosen{Choice: line, Event: s.events})
	}
	return answer
}

// place tells the choices of one instant apart.
func (s *Sim) place() int { return s.events - s.before + s.turns }

var opens = [...]Open{
	scenario.ChooseNext: OpenNext, scenario.ChooseConsumer: OpenConsumer,
	scenario.ChooseShortest: OpenWork, scenario.ChooseLongest: OpenWork,
	scenario.ChooseCrash: OpenCrash, scenario.ChooseLost: OpenAcknowledge,
}

// answer is that of a choose line; 0 to one that asks for what is not there.
func (c *Choice) answer(d *scenario.Choice) int {
	switch d.Kind {
	case scenario.ChooseNext:
		if d.Number > c.N {
			return 0
		}
		return d.Number - 1
	case scenario.ChooseConsumer:
		return max(0, slices.Index(c.Consumers, d.Index))
	case scenario.ChooseLongest:
		return Longest
	}
	return 1 // it does happen
}

// The answers about work: as drawn, the least and the most.
const (
	Drawn = iota
	Shortest
	Longest
)

// openOf is what a scenario's choose lines speak of.
func openOf(sc *scenario.Scenario) (open Open) {
	for i := range sc.Choices {
		open |= opens[sc.Choices[i].Kind]
	}
	return open
}

// lasts draws how long something takes, where that is not open.
func (s *Sim) lasts(at stream, d *scenario.Dist, actor uint16) int64 {
	drawn := at.draw(d)
	if s.open&OpenWork == 0 || d.Kind != scenario.Uniform || d.A == d.B {
		return drawn
	}
	switch s.choose(Choice{Open: OpenWork, N: 3, Actor: actor}) {
	case Shortest:
		return int64(d.A)
	case Longest:
		return int64(d.B)
	}
	return drawn
}

// dies says whether somebody crashes at this place.
func (s *Sim) dies(actor uint16, index, done, inner int) bool {
	return s.choose(Choice{Open: OpenCrash, N: 2, Actor: actor, Index: index, Done: done, Inner: inner}) > 0
}

// dead crashes the consumer at this place in its work, if it is chosen.
func (s *Sim) dead(c *consumer, l *lane) bool {
	if !s.dies(l.actor, c.index, l.done, l.inner) {
		return false
	}
	s.crash(c, s.away())
	return true
}

// away is how long the crash that was just chosen lasts.
func (s *Sim) away() time.Duration {
	for i := range s.sc.Choices {
		d := &s.sc.Choices[i]
		if d.Kind == scenario.ChooseCrash && d.At == time.Duration(s.now) && d.After == s.place() {
			return d.For
		}
	}
	return s.options.Away
}

// loses says whether an acknowledgement is lost on its way.
func (s *Sim) loses(actor uint16, c *consumer) bool {
	return s.choose(Choice{Open: OpenAcknowledge, N: 2, Actor: actor, Index: c.index}) > 0
}

// pick is which of the consumers with room, places in the ring from the first
// on, is given the next message.
func (s *Sim) pick(q *messages, first int) int {
	s.roomy, s.places = s.roomy[:0], s.places[:0]
	for i := first; i < len(q.ring); i++ {
		if s.consumers[q.ring[i]].room(s.now) {
			s.roomy = append(s.roomy, q.ring[i])
			s.places = append(s.places, i)
		}
	}
	if len(s.roomy) < 2 {
		return first
	}
	return s.places[s.choose(Choice{Open: OpenConsumer, N: len(s.roomy), Actor: trace.NoActor, Consumers: s.roomy})]
}
