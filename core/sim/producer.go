package sim

import (
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// producer is a producer of the run.
type producer struct {
	scenario.Producer
	actor  uint16
	stream stream
	luck   uint64  // what draws about its messages are keyed by
	bodies []int64 // the listed ones, or the one that numbers are put into
	writes int     // so far
	n      uint64  // messages so far
	drop   int     // confirmations to come that are lost on the way
	again  []rewritten
	named  bool // its messages have keys or ids
}

func (s *Sim) scheduleFirst(i int) {
	p := &s.producers[i]
	at := int64(p.Starts)
	if p.Schedule.Kind == scenario.Poisson {
		at += s.gap(p)
	}
	s.scheduleWrite(i, at)
}

// scheduleWrite schedules the producer's next write, unless it has done all.
func (s *Sim) scheduleWrite(i int, at int64) {
	p := &s.producers[i]
	d := &p.Schedule
	if d.Times > 0 && p.writes == d.Times || d.For > 0 && at >= int64(p.Starts+d.For) {
		return
	}
	if len(p.Bodies) > 0 && p.n == uint64(len(p.Bodies)) {
		return
	}
	s.schedule(at, produce, i)
}

func (s *Sim) gap(p *producer) int64 { return scale(p.stream.exponential(), p.Schedule.Every) }

func (s *Sim) produce(i int) {
	p := &s.producers[i]
	p.writes++
	next := s.now + int64(p.Schedule.Every)
	if p.Schedule.Kind == scenario.Poisson {
		next = s.now + s.gap(p)
	}
	if p.Schedule.Kind != scenario.Once {
		s.scheduleWrite(i, next)
	}
	for range p.Schedule.Count {
		if len(p.Bodies) > 0 && p.n == uint64(len(p.Bodies)) {
			return
		}
		s.produceOne(p)
	}
}

func (s *Sim) produceOne(p *producer) {
	text := p.bodies[0] | int64(p.n+1)<<32
	if len(p.Bodies) > 0 {
		text = p.bodies[p.n]
	}
	p.n++
	m := &s.draft
	m.text, m.luck, m.transient, m.confirms = text, luck(p.luck, p.n), p.Transient, p.Confirms
	m.ttl, m.mandatory = p.TTL, p.Mandatory
	key := ""
	if m.id, m.group = 0, 0; p.named {
		key, m.id = s.key(p, text), s.idOf(s.fillIn(p, p.ID, text))
	}
	if s.grouped {
		m.group = s.groupOf(key)
	}
	if p.Exchange >= 0 && len(s.sc.Exchanges) > 0 {
		s.route(p.actor, p.Exchange, m, p.Priority, key)
		return
	}
	if p.Log >= 0 && len(s.logs) > 0 {
		s.append(p.actor, p.Log, m, key)
		return
	}
	s.write(p.actor, p.Queue, m, p.Priority)
	for _, also := range p.Also {
		s.write(p.actor, also, m, p.Priority)
	}
}

// key is the routing or partition key of a message: {n} is its number, and
// other names in braces are fields of its body.
func (s *Sim) key(p *producer, text int64) string { return s.fillIn(p, p.Key, text) }

func (s *Sim) fillIn(p *producer, pattern string, text int64) string {
	if !strings.Contains(pattern, "{") {
		return pattern
	}
	key := strings.ReplaceAll(pattern, "{n}", strconv.FormatUint(p.n, 10))
	return fill(key, 0, func() string { return s.trace.Head.Body(text) })
}

// meet is told that the instant of a fault has come.
func (s *Sim) meet(i int) {
	if s.sc.Faults[i].After > s.events-s.before {
		s.pending = append(s.pending, i)
		return
	}
	s.strike(i)
}

// due says whether the first waiting fault is to happen now: enough events of
// this instant have happened, or no more will.
func (s *Sim) due() bool {
	enough := s.events-s.before >= s.sc.Faults[s.pending[0]].After
	return enough || s.calendar.next != s.now && s.offered < 0 && s.today.len() == 0
}

func (s *Sim) strikePending() {
	i := s.pending[0]
	s.pending = s.pending[1:]
	s.strike(i)
}

func (s *Sim) strike(i int) {
	switch f := &s.sc.Faults[i]; f.Kind {
	case scenario.Crash:
		s.crash(&s.consumers[f.Consumer], f.For)
	case scenario.CrashRelay:
		s.crashRelay(&s.relays[f.Relay], f.For)
	case scenario.DropAcknowledge:
		s.consumers[f.Consumer].drop++
	case scenario.CrashMember:
		s.crashMember(&s.members[f.Member], f.For)
	case scenario.Seek:
		s.seek(f.Group, f.Position)
	case scenario.Restart:
		s.restart(f.Queue, f.Unclean)
	case scenario.Resend:
		s.resend(f.Queue, f.To)
	case scenario.Get, scenario.Subscribe, scenario.Acknowledge, scenario.Reject, scenario.Extend, scenario.Cancel, scenario.Close,
		scenario.ClaimIdle, scenario.Reread:
		s.act(f)
	case scenario.Pause, scenario.Partition, scenario.Slow, scenario.DropConfirm:
		s.befall(f)
	case scenario.Write:
		for range max(1, f.Count) {
			s.hands++
			s.write(s.hand, f.Queue, &message{text: s.bodies[i], luck: luck(1, s.hands), ttl: f.TTL, group: s.groupOf(f.Key), id: s.idOf(f.ID)}, f.Priority)
		}
	}
}

// hasWrites says whether the scenario writes by hand.
func hasWrites(faults []scenario.Fault) bool {
	for i := range faults {
		if faults[i].Kind == scenario.Write {
			return true
		}
	}
	return false
}

// HandName is the actor that writes what a scenario writes by hand.
const HandName = "by hand"

var handActor = trace.Actor{Name: HandName, Group: HandName, Role: trace.Producer}
