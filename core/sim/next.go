package sim

import (
	"slices"

	"github.com/queuelab/queuelab/core/trace"
)

// openTurn is a turn in which something is open, where it is not as others.
func (s *Sim) openTurn() bool {
	s.turns++
	if q := s.handing; q >= 0 {
		s.handing = -1
		s.handOut(q, true)
		return true
	}
	return s.open&OpenNext != 0 && s.reorder()
}

// reorder does one of the events that are due now, chosen among several. It
// reports false, and does nothing, where the rules have no other left.
func (s *Sim) reorder() bool {
	if len(s.pending) > 0 && s.due() {
		return false
	}
	s.dueNow()
	n := s.listNexts()
	answer := 0
	if n > 1 {
		answer = s.choose(Choice{Open: OpenNext, N: n, Actor: trace.NoActor, Nexts: s.nexts})
	}
	for i, e := range s.ready {
		if answer == 0 || i != s.from[answer] {
			s.calendar.add(e)
		}
	}
	if answer == 0 {
		return false
	}
	s.doNext(s.from[answer])
	return true
}

// dueNow takes the entries of this instant out of the calendar, in order.
func (s *Sim) dueNow() {
	s.ready = s.ready[:0]
	for s.calendar.next == s.now {
		s.ready = append(s.ready, s.calendar.take())
	}
}

// listNexts lists what may come next, in the order of the rules, and where it
// is from: an index into ready, then the offer, then today's.
func (s *Sim) listNexts() int {
	s.nexts, s.from = s.nexts[:0], s.from[:0]
	if s.firstIsStale() || slices.ContainsFunc(s.ready, isFault) || slices.ContainsFunc(s.today.all(), isFault) {
		return 0
	}
	for i, e := range s.ready {
		s.addNext(e, i)
	}
	if s.offered >= 0 {
		s.nexts = append(s.nexts, handsOut(s.offered))
		s.from = append(s.from, len(s.ready))
	}
	for i, e := range s.today.all() {
		s.addNext(e, len(s.ready)+1+i)
	}
	return len(s.nexts)
}

// firstIsStale says whether the rules come to an entry first that came to
// nothing. It is a turn like others, and nothing to choose.
func (s *Sim) firstIsStale() bool {
	switch {
	case len(s.ready) > 0:
		return !s.live(s.ready[0])
	case s.offered < 0 && s.today.len() > 0:
		return !s.live(s.today.all()[0])
	}
	return false
}

func isFault(e entry) bool { return e.kind() == fault }

func handsOut(queue int) Next { return Next{Actor: trace.NoActor, Queue: queue, What: "hands out"} }

func (s *Sim) addNext(e entry, from int) {
	if !s.live(e) {
		return
	}
	s.nexts = append(s.nexts, s.next(e))
	s.from = append(s.from, from)
}

// doNext does what comes from that place, before all that the rules put before it.
func (s *Sim) doNext(from int) {
	switch n := len(s.ready); {
	case from < n:
		s.handle(s.ready[from])
	case from == n:
		q := s.offered
		s.offered = -1
		s.handOut(q, false)
	default:
		i := s.today.head + from - n - 1
		e := s.today.items[i]
		s.today.items = slices.Delete(s.today.items, i, i+1)
		s.handle(e)
	}
}

// live tells an entry of the calendar from one that came to nothing: its
// consumer crashed, say, before it was due.
func (s *Sim) live(e entry) bool {
	i := e.index()
	switch e.kind() {
	case finish:
		return s.lanes[i].finishing == e.seq()
	case beat:
		return s.lanes[i].beating == e.seq()
	case mend:
		return s.consumers[i].mending == e.seq()
	case relayDue:
		return s.relays[i].doing == e.seq()
	case relayMend:
		return s.relays[i].mending == e.seq()
	case memberDue:
		return s.members[i].doing == e.seq()
	case memberMend:
		return s.members[i].mending == e.seq()
	case memberEvict:
		return s.members[i].silent == e.seq()
	case removeQueue:
		return s.queues[i].removing == e.seq()
	case reconnect:
		return s.consumers[i].reconnecting == e.seq()
	case heal:
		return s.consumers[i].healing == e.seq()
	case resume:
		return s.consumers[i].resuming == e.seq()
	case hasten:
		return s.consumers[i].hastening == e.seq()
	}
	return true
}

// does says what an entry of each kind is, after the name of who does it.
var does = [...]string{
	produce: "writes", begin: "starts", beat: "extends its lease", mend: "is back", wake: "may take more",
	startRelay: "starts", relayDue: "goes on", relayMend: "is back", memberDue: "goes on", memberMend: "is back",
	removeQueue: "is removed", overdue: "looks for what is overdue", detect: "looks who is still there",
	reconnect: "is connected again", heal: "is within reach again", resume: "goes on", hasten: "is as fast as before",
	rewrite: "writes again", memberEvict: "is put out of its group",
}

// inStep is the step that a lane at work is in.
func (s *Sim) inStep(l *lane) uint8 {
	if s.consumers[l.owner].steps == nil {
		return workStep
	}
	return l.step()
}

func (s *Sim) next(e entry) Next {
	i := e.index()
	n := Next{Queue: -1, What: does[e.kind()]}
	switch e.kind() {
	case produce:
		n.Actor = s.producers[i].actor
	case begin, mend, wake, reconnect, heal, resume, hasten:
		n.Actor = s.consumers[i].actor
	case finish:
		n.Actor, n.Step = s.lanes[i].actor, s.inStep(&s.lanes[i])
	case beat:
		n.Actor = s.lanes[i].actor
	case startRelay, relayDue, relayMend:
		n.Actor = s.relays[i].actor
	case memberDue, memberMend, memberEvict:
		n.Actor = s.members[i].actor
	case offer:
		return handsOut(i)
	case rewrite:
		n.Actor = s.producers[i].actor
	case removeQueue:
		n.Queue, n.Actor = i, trace.NoActor
	case overdue, detect:
		n.Queue, n.Actor = s.consumers[i].Queue, trace.NoActor
	case confirm:
		return Next{Actor: trace.NoActor, Queue: i, What: "confirms"}
	case joinGroup:
		n.Actor, n.What = s.members[s.groups[i].first].actor, "joins"
	}
	return n
}
