package sim

import (
	"math"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// MaxEvents is how many events a run records at most where Options sets no
// other limit. A run that comes to it ends with a LimitReached event.
const MaxEvents = 2_000_000

// Options change how a scenario is run, and nothing about what happens in it.
type Options struct {
	// Discard records no trace. Result.Trace then has a head and no events.
	Discard bool
	// Observe is called with each event; the event is only valid during the
	// call. nil: nobody is.
	Observe func(*trace.Event)
	// MaxEvents cuts the run short; 0: at MaxEvents.
	MaxEvents int
	// Open is what Choose settles instead of the rules and the scenario's choose
	// lines. Choose gets the choices in turn and answers from 0, the rules'
	// answer, to below Choice.N. Without Choose, Open has no meaning.
	Open   Open
	Choose func(*Choice) int
	// Chosen is told what a choose line of the scenario settles, with its answer;
	// nil: nobody is.
	Chosen func(*Choice, int)
	// Away is how long a crash lasts that Choose chooses; 0: for ever.
	Away time.Duration
}

// Result is a finished run.
type Result struct {
	Trace *trace.Trace
	// Events is how many events there were, recorded or not, and Steps how
	// many entries of the calendar made them.
	Events, Steps int
	// End is the instant the run ended at.
	End time.Duration
}

// Run runs a scenario to its end.
func Run(sc *scenario.Scenario, o Options) *Result {
	s := New(sc, o)
	s.Run(math.MaxInt)
	return s.Result()
}

// kind is what a pending event does to whom.
type kind uint8

const (
	produce     kind = iota // the producer writes
	begin                   // the consumer starts
	finish                  // the consumer's work is done
	beat                    // the consumer extends its lease
	mend                    // the crashed consumer is back
	wake                    // the consumer may take messages again
	fault                   // the fault happens
	offer                   // the queue hands out what it can
	startRelay              // the relay starts
	relayDue                // what the relay was doing is done
	relayMend               // the crashed relay is back
	confirm                 // a message is stored
	joinGroup               // the group joins
	memberDue               // what the member was doing is done
	memberMend              // the crashed member is back
	removeQueue             // nobody has used the queue for too long
	overdue                 // a delivery to the consumer should have been acknowledged by now
	memberEvict             // the member has not been heard of for too long
	detect                  // the broker looks whether the consumer is still there
	reconnect               // the consumer has a new connection
	heal                    // the network is there again
	resume                  // the consumer goes on
	hasten                  // the consumer is as fast as before
	rewrite                 // the producer writes again what was not confirmed
)

// Sim is a run in progress.
type Sim struct {
	sc      *scenario.Scenario
	options Options
	trace   *trace.Trace
	seen    trace.Event // what Observe is shown

	now      int64
	until    int64
	seq      uint64
	calendar calendar
	offered  int         // the queue whose offer comes before all of today; -1: none
	today    fifo[entry] // what this instant brought about, after the calendar's
	begun    bool        // what is there from the start has been put there
	done     bool

	events, steps, limit int
	before               int // events before this instant

	turns   int // of this instant, counted where something is open
	open    Open
	handing int // the queue in the midst of handing out, where something is open; -1: none

	quiet     int  // so many events are only counted, as nobody records or observes them
	mortal    bool // some messages have a time to live
	grouped   bool // some queues keep groups
	queues    []messages
	timed     []int // queues whose messages change with the clock
	ticking   bool  // there are any, or logs
	producers []producer
	consumers []consumer
	lanes     []lane
	relays    []relay
	logs      []logState
	groups    []group
	members   []member
	world     world
	texts     numbered // message bodies
	ids, keys numbered // what queues recognise messages by, and their groups
	published uint64   // messages that handlers made
	rejecting bool     // what is dead-lettered now was rejected
	slots     slots
	delivery  queue.Delivery[uint32] // the last one
	draft     message                // what a producer is about to write
	written   uint32
	hand      uint16  // the actor that writes by hand
	hands     uint64  // messages it wrote
	bodies    []int64 // of faults that write
	pending   []int   // faults that wait for events of their instant
	asking
	keying
}

// New readies a run of a scenario.
func New(sc *scenario.Scenario, o Options) *Sim {
	s := &Sim{
		sc: sc, options: o, until: int64(sc.Until), limit: o.MaxEvents,
		trace: &trace.Trace{}, calendar: newCalendar(), offered: -1, handing: -1,
	}
	if s.until == 0 {
		s.until = math.MaxInt64
	}
	if s.limit == 0 {
		s.limit = MaxEvents
	}
	if o.Discard && o.Observe == nil {
		s.quiet = s.limit - 1
	}
	if s.open = openOf(sc); o.Choose != nil {
		s.open = o.Open
	}
	s.build()
	s.scheduleAll()
	return s
}

func (s *Sim) scheduleAll() {
	for i := range s.producers {
		s.scheduleFirst(i)
	}
	for i := range s.relays {
		s.schedule(int64(s.relays[i].Starts), startRelay, i)
	}
	for i := range s.consumers {
		if c := &s.consumers[i]; !c.Scripted {
			s.schedule(int64(c.Starts), begin, i)
		}
	}
	for i := range s.groups {
		s.schedule(int64(s.groups[i].set.Joins), joinGroup, i)
	}
	for i := range s.queues {
		s.unused(i)
	}
	for i, f := range s.sc.Faults {
		if f.Kind != scenario.CrashAtStep && f.Kind != scenario.CrashAtRow {
			s.schedule(int64(f.At), fault, i)
		}
	}
}

// Run does up to so many steps, and reports whether the run is over.
func (s *Sim) Run(steps int) bool {
	if !s.begun {
		s.begun = true
		s.startTables()
		s.startLogs()
	}
	for ; steps > 0 && !s.done; steps-- {
		s.step()
	}
	return s.done
}

// Now is the virtual time the run has come to, and Events the number of its
// events so far.
func (s *Sim) Now() time.Duration { return time.Duration(s.now) }

// Events is the number of events so far.
func (s *Sim) Events() int { return s.events }

// Result is the run so far.
func (s *Sim) Result() *Result {
	return &Result{Trace: s.trace, Events: s.events, Steps: s.steps, End: s.trace.End()}
}

func (s *Sim) step() {
	if s.open != 0 && s.openTurn() {
		return
	}
	switch {
	case len(s.pending) > 0 && s.due():
		s.strikePending()
	case s.calendar.next == s.now:
		s.handle(s.calendar.take())
	case s.offered >= 0:
		q := s.offered
		s.offered = -1
		s.handOut(q, false)
	case s.today.len() > 0:
		s.handle(s.today.pop())
	default:
		s.advance()
		// Mostly an offer is all that comes of it, and then it needs no step of its own.
		if q := s.offered; q >= 0 && s.calendar.next != s.now && len(s.pending) == 0 && s.open == 0 && !s.done {
			s.offered = -1
			s.handOut(q, false)
		}
	}
}

// advance moves the clock to the next instant at which anything happens, and
// does the first thing that is due there.
func (s *Sim) advance() {
	next := s.calendar.next
	if s.ticking {
		next = s.nextOfClocks(next)
	}
	if next == never || next > s.until {
		s.end(next != never)
		return
	}
	if next > s.now {
		s.now, s.before, s.turns = next, s.events, 0
	}
	if s.ticking {
		s.advanceClocks()
	}
	if s.calendar.next == next && s.open == 0 {
		s.handle(s.calendar.take())
	}
}

// nextOfClocks is the next instant, up to one that is known, at which a queue or a log changes by itself.
func (s *Sim) nextOfClocks(next int64) int64 {
	for _, q := range s.timed {
		if t, due := s.queues[q].Next(); due {
			next = min(next, int64(t))
		}
	}
	return s.nextTrim(next)
}

func (s *Sim) advanceClocks() {
	for _, q := range s.timed {
		s.queues[q].AdvanceTo(time.Duration(s.now))
	}
	s.advanceLogs()
}

// end ends the run. Where more would have happened after the last instant
// asked for, the run lasted until then.
func (s *Sim) end(more bool) {
	s.done = true
	if more {
		s.trace.SetEnd(time.Duration(s.until))
	}
}

// schedule makes something happen at an instant from now on, and returns the
// sequence number by which it can be told from what replaced it.
func (s *Sim) schedule(at int64, k kind, index int) uint64 {
	s.seq++
	e := entry{at, s.seq<<seqShift | uint64(k)<<indexBits | uint64(index)}
	if at == s.now {
		s.today.push(e)
	} else {
		s.calendar.add(e)
	}
	return s.seq
}

func (s *Sim) handle(e entry) {
	s.steps++
	i := e.index()
	switch e.kind() {
	case produce:
		s.produce(i)
	case finish:
		if l := &s.lanes[i]; l.finishing == e.seq() {
			s.finish(&s.consumers[l.owner], l)
		}
	case offer:
		s.handOut(i, false)
	case begin:
		s.begin(&s.consumers[i])
	case beat:
		if l := &s.lanes[i]; l.beating == e.seq() {
			s.beat(&s.consumers[l.owner], l)
		}
	case mend:
		if c := &s.consumers[i]; c.mending == e.seq() {
			s.mend(c)
		}
	case wake:
		s.consumers[i].waking = false
		s.offer(s.consumers[i].Queue)
	case confirm:
		s.confirm(i)
	case startRelay:
		s.beginRelay(&s.relays[i])
	case relayDue:
		if r := &s.relays[i]; r.doing == e.seq() {
			s.relayGoOn(r)
		}
	case relayMend:
		if r := &s.relays[i]; r.mending == e.seq() {
			s.mendRelay(r)
		}
	case fault:
		s.turns-- // one more fault moves no choice
		s.meet(i)
	case removeQueue:
		if s.queues[i].removing == e.seq() {
			s.remove(i)
		}
	case overdue:
		s.checkOverdue(&s.consumers[i])
	case detect:
		s.detect(&s.consumers[i], e.seq())
	case reconnect:
		if c := &s.consumers[i]; c.reconnecting == e.seq() {
			s.reconnected(c)
		}
	case heal:
		if c := &s.consumers[i]; c.healing == e.seq() {
			s.heal(c)
		}
	case resume:
		if c := &s.consumers[i]; c.resuming == e.seq() {
			s.resume(c)
		}
	case hasten:
		if c := &s.consumers[i]; c.hastening == e.seq() {
			s.slow(c, 1, 0)
		}
	case rewrite:
		s.writeOnceMore(&s.producers[i])
	case joinGroup:
		s.join(i)
	case memberDue:
		if m := &s.members[i]; m.doing == e.seq() {
			s.memberGoOn(m)
		}
	case memberEvict:
		if m := &s.members[i]; m.silent == e.seq() {
			s.evict(m)
		}
	case memberMend:
		if m := &s.members[i]; m.mending == e.seq() {
			s.mendMember(m)
		}
	}
}

// emit records an event of now. Its fields come one by one because a whole
// event, passed and copied, costs more than all the rest of recording it.
func (s *Sim) emit(k trace.Kind, actor uint16, queue int, number, slot, delivery uint32, value int64, step uint8) {
	if s.events < s.quiet {
		s.events++
		return
	}
	s.record(k, actor, queue, number, slot, delivery, value, step)
}

func (s *Sim) record(k trace.Kind, actor uint16, queue int, number, slot, delivery uint32, value int64, step uint8) {
	if s.events >= s.limit-1 {
		s.cut()
		return
	}
	s.events++
	e := s.blank()
	e.At = time.Duration(s.now)
	e.Kind, e.Actor, e.Queue, e.Step = k, actor, uint16(queue), step
	e.Message, e.Slot, e.Delivery, e.Value = number, slot, delivery, value
	if s.options.Observe != nil {
		s.options.Observe(e)
	}
}

func (s *Sim) blank() *trace.Event {
	if s.options.Discard {
		return &s.seen
	}
	return s.trace.Next()
}

// cut ends the run at its limit, with the last event it may have.
func (s *Sim) cut() {
	if s.done {
		return
	}
	s.done = true
	s.limit++
	s.emit(trace.LimitReached, trace.NoActor, int(trace.NoQueue), 0, 0, 0, int64(s.limit-1), 0)
}

// messages is a queue of the run.
type messages struct {
	*queue.Queue[uint32] // the body is the message's slot
	set                  *scenario.Queue
	delay                time.Duration
	offering             bool // an offer is scheduled
	limited              bool // some consumers take so many a time
	stopping             bool // some stop when the queue is empty
	leased               bool
	single               bool // only the first in the ring is given messages
	direct               bool // what nobody takes at once is dropped
	bounded              bool // it has a greatest length
	upTo                 bool // an acknowledgement is of all before it too
	claimable            bool // nothing comes back by itself
	choosy               bool // visible messages may have to wait though a consumer has room
	turn                 int  // where in the ring the consumer stood that is served now
	known                known
	ring                 []int // consumers, in the order they are served
	active               int   // the only one that is given messages, of a queue with a single active one
	confirms             fifo[confirmDue]
	retries              stream // how long rejected messages are held back
	removing             uint64 // what is scheduled, by sequence number
	removed              bool
	timed                bool // its messages change with the clock
}

// offer makes the queue hand out what it can, later in this instant. Mostly
// that is all the instant still holds, and then it needs no place in a list.
func (s *Sim) offer(q int) {
	switch {
	case s.queues[q].offering:
		return
	case s.offered < 0 && s.today.len() == 0:
		s.offered = q
	default:
		s.schedule(s.now, offer, q)
	}
	s.queues[q].offering = true
}

// handOut gives the queue's messages to consumers with room; rest, those that it
// was in the midst of.
func (s *Sim) handOut(qi int, rest bool) {
	q := &s.queues[qi]
	q.offering = q.offering && rest
	for q.Visible() > 0 && !s.done { // a handler that takes no time can reject for ever
		c := s.nextWithRoom(q)
		if c == nil {
			break
		}
		if !q.ReceiveInto(&s.delivery) {
			if q.choosy && !q.single {
				q.takeTurnBack()
			}
			break
		}
		s.deliver(c, &s.delivery)
		if s.open != 0 { // each message is a turn, so that there is not too much to choose in one
			s.handing = qi
			return
		}
	}
	if q.limited {
		s.wakeLater(q)
	}
	if q.direct {
		s.dropRest(qi)
	}
	if q.stopping {
		s.stopEmpty(q)
	}
}

// nextWithRoom is the first consumer of the ring with room, moved to its end.
func (s *Sim) nextWithRoom(q *messages) *consumer {
	for i, ci := range q.ring {
		c := &s.consumers[ci]
		if !c.room(s.now) {
			if q.single {
				return nil
			}
			continue
		}
		if q.single {
			return c
		}
		if s.open&OpenConsumer != 0 {
			i = s.pick(q, i)
			ci = q.ring[i]
			c = &s.consumers[ci]
		}
		q.turn = i
		for ; i+1 < len(q.ring); i++ {
			q.ring[i] = q.ring[i+1]
		}
		q.ring[i] = ci
		return c
	}
	return nil
}

// takeTurnBack puts the consumer that was moved to the end of the ring, and got nothing, where it was.
func (q *messages) takeTurnBack() {
	last := len(q.ring) - 1
	ci := q.ring[last]
	copy(q.ring[q.turn+1:], q.ring[q.turn:last])
	q.ring[q.turn] = ci
}

// wakeLater makes an offer when a consumer that took all it may take now may
// take more.
func (s *Sim) wakeLater(q *messages) {
	if q.Visible() == 0 {
		return
	}
	for _, ci := range q.ring {
		if c := &s.consumers[ci]; c.Take > 0 && c.free() && !c.waking {
			c.waking = true
			s.schedule((s.now/int64(c.TakeEvery)+1)*int64(c.TakeEvery), wake, ci)
		}
	}
}

func (s *Sim) stopEmpty(q *messages) {
	if q.Visible() > 0 {
		return
	}
	for _, ci := range slices.Clone(q.ring) {
		if c := &s.consumers[ci]; c.StopsEmpty && c.status == up && c.hands == 0 && !s.busy(c) {
			s.stop(c)
		}
	}
}

// write puts a message in a queue. One without a number is new; another is
// moved there by the broker.
func (s *Sim) write(actor uint16, qi int, m *message, priority int) {
	q := &s.queues[qi]
	number := m.number
	if q.removed {
		s.emit(trace.Dropped, trace.NoActor, int(trace.NoQueue), 0, 0, 0, trace.Unroutable, 0)
		return
	}
	if q.bounded && number == 0 && q.set.Rejects(q.length()) {
		s.refuse(actor, qi, m, priority)
		return
	}
	if m.id != 0 && number == 0 && s.recognised(q, m.id) {
		s.turnAway(actor, qi, m)
		return
	}
	if number == 0 {
		s.written++
		number = s.written
	}
	slot := s.slots.take()
	kept := s.slots.at(slot)
	kept.text, kept.luck, kept.transient = m.text, m.luck, m.transient
	kept.number, kept.written, kept.producer, kept.holder = number, s.now, actor, trace.NoActor
	if kept.marked = m.marked; s.mortal {
		kept.trail = m.trail
	}
	priority = q.set.Ranks(priority)
	w := queue.WriteOptions{Priority: priority, Delay: q.delay, TTL: m.ttl}
	if kept.group = m.group; s.grouped && q.set.Broker.Groups {
		if kept.group == 0 {
			kept.group = s.groupOf("")
		}
		w.Group = kept.group
	}
	q.WriteWith(slot, w)
	s.emit(trace.Written, actor, qi, number, slot, 0, m.text, uint8(priority))
	if kept.confirms = m.confirms && actor != trace.NoActor; kept.confirms {
		q.confirms.push(confirmDue{message: *kept, slot: slot, producer: actor})
		s.schedule(s.now+int64(q.set.Stores), confirm, qi)
	}
	if q.delay > 0 {
		s.emit(trace.Held, actor, qi, number, slot, 0, s.now+int64(q.delay), 0)
		return
	}
	if q.bounded {
		s.cutLength(qi)
	}
	s.offer(qi)
}

// cameBack is told of a message that a queue made visible by itself.
func (s *Sim) cameBack(k trace.Kind, qi int, m queue.Message[uint32]) {
	at := s.slots.at(m.Body)
	s.emit(k, at.holder, qi, at.number, m.Body, uint32(m.Deliveries), 0, 0)
	if s.queues[qi].bounded {
		s.cutLength(qi)
	}
	s.offer(qi)
}

// catchUp brings the clock of a queue on, where what expires in another is to come to it
// before it is its turn.
func (s *Sim) catchUp(q *messages) {
	if now := time.Duration(s.now); q.timed && q.Now() < now {
		q.AdvanceTo(now)
	}
}

func (s *Sim) deadLettered(qi int, m queue.Message[uint32], why trace.Death) {
	to := s.queues[qi].set.DeadTo()
	if to >= 0 {
		s.catchUp(&s.queues[to])
	}
	dead := *s.slots.at(m.Body) // a copy: the place is given to the next
	s.emit(trace.DeadLettered, trace.NoActor, qi, dead.number, m.Body, uint32(m.Deliveries), why, 0)
	s.slots.give(m.Body)
	if to >= 0 {
		dead.ttl, dead.marked = s.remaining(to, &dead), false
		s.write(trace.NoActor, to, &dead, 0)
	}
}

// remaining is the time to live of a dead letter, of its own; 0: that of the queue it comes to.
func (s *Sim) remaining(to int, m *message) time.Duration {
	if q := s.queues[to].set; q.Broker.KeepsAge && q.TTL > 0 {
		return max(1, q.TTL-time.Duration(s.now-m.written))
	}
	return 0
}

// parked is of a message that stays, for nobody.
func (s *Sim) parked(qi int, m queue.Message[uint32]) {
	s.emit(trace.Parked, trace.NoActor, qi, s.slots.at(m.Body).number, m.Body, uint32(m.Deliveries), 0, 0)
}

func (s *Sim) whyDead(qi int) trace.Death {
	switch {
	case s.rejecting:
		return trace.ByConsumer
	case s.queues[qi].set.Broker.LimitOnReturn:
		return trace.OnReturn
	}
	return trace.AtHandOut
}
