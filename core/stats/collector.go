package stats

import (
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Collector measures a run while it goes on, one event at a time. It keeps a
// record of each message, and nothing of each event.
type Collector struct {
	head     *trace.Head
	now      time.Duration
	limited  bool
	queues   []queueTally
	groups   []groupTally // of logs
	logs     []logTally
	tables   []tableTally
	loose    tally // of what happens in no queue and no group
	actors   []actorTally
	cells    []cell
	messages []record
	earlier  []stay
	done     []completion
	effects  map[effect]struct{}
	total    peak
	sojourn  Wide // of all messages that are gone
}

// tally counts what can be counted of a queue or a group as well as of an actor.
type tally struct {
	written, deliveries, redeliveries, executions, effects, duplicates int64
	acknowledged, refused, deadLettered, dropped, expired, lost        int64
	published, distinct, receipts                                      int64
	finished                                                           time.Duration // of the last execution; none before the first
}

type queueTally struct {
	tally
	peak
	visible, inFlight, delayed int64
	fresh, parked              int64 // never handed out; used up
	area, sojourn              Wide
	since                      time.Duration // area counts until here
}

// peak is a depth and the greatest it has been.
type peak struct{ depth, max int64 }

func (p *peak) grow() {
	p.depth++
	p.max = max(p.max, p.depth)
}

type actorTally struct {
	tally
	crashes, holding   int64
	busy               time.Duration // in steps before the present one
	stepFrom, stepDone time.Duration
	changed            uint8 // the step of its handler that has taken effect last, until it is done
	reading            bool  // a member works on a record, the one below
	partition          uint32
	position           int64
}

// record is what is remembered of a message in its queue, and of its
// executions, effects and refused acknowledgements in any. The times are none
// until they come. Of a record of a log it is only where that is.
type record struct {
	written, first, gone, finished  time.Duration
	deliveries, executions, refused uint32
	effects, duplicates             uint32
	queue                           uint16
	holder                          uint16 // of the last delivery
	firstBy, goneBy                 uint16
	place                           trace.Place
	lost                            bool
	log                             uint8 // one more than its index; 0: a message of a queue
	partition                       uint16
	position                        int32
}

// stay is what is remembered of a message in a queue that it was moved out of.
type stay struct {
	message uint32
	record
}

// completion is the first execution of a message; they are listed in order.
type completion struct {
	message      uint32
	actor, queue uint16
}

const none = time.Duration(-1)

// NewCollector measures a run of the things that head names, which must all be
// known by now.
func NewCollector(head *trace.Head) *Collector {
	c := &Collector{effects: map[effect]struct{}{}}
	c.Renew(head)
	return c
}

// Renew turns the collector to another run, as NewCollector does, keeping
// its memory.
func (c *Collector) Renew(head *trace.Head) {
	c.head = head
	c.queues = resized(c.queues, len(head.Queues))
	c.groups = resized(c.groups, len(head.Groups))
	c.logs = resized(c.logs, len(head.Logs))
	c.tables = resized(c.tables, len(head.Tables))
	c.actors = resized(c.actors, len(head.Actors))
	c.Reset()
}

func resized[T any](list []T, n int) []T { return slices.Grow(list[:0], n)[:n] }

// Reset makes the collector as new, keeping its memory.
func (c *Collector) Reset() {
	for i := range c.queues {
		c.queues[i] = queueTally{tally: tally{finished: none}}
	}
	for i := range c.actors {
		c.actors[i] = actorTally{tally: tally{finished: none}}
	}
	c.resetLogs()
	c.resetWorld()
	c.now, c.limited, c.total, c.sojourn = 0, false, peak{}, Wide{}
	c.messages, c.earlier, c.done = c.messages[:0], c.earlier[:0], c.done[:0]
}

// reserve makes room for so many messages.
func (c *Collector) reserve(messages int) {
	c.messages = slices.Grow(c.messages, messages)
	c.done = slices.Grow(c.done, messages)
}

// Now is how far the clock has come.
func (c *Collector) Now() time.Duration { return c.now }

// Limited tells whether the run was stopped by a stated limit.
func (c *Collector) Limited() bool { return c.limited }

// AdvanceTo moves the clock on without an event; it never goes back.
func (c *Collector) AdvanceTo(at time.Duration) { c.now = max(c.now, at) }

// Apply counts the next event.
func (c *Collector) Apply(e *trace.Event) {
	c.AdvanceTo(e.At)
	switch e.Kind {
	case trace.Written:
		c.written(e)
	case trace.Held:
		c.move(e, trace.Delayed)
	case trace.Delivered:
		c.delivered(e)
	case trace.StepStarted:
		c.stepStarted(e)
	case trace.Executed:
		c.executed(e)
	case trace.LeaseEnded, trace.Rejected, trace.Returned, trace.Woke, trace.Claimed:
		c.move(e, trace.Visible)
	case trace.Parked:
		c.move(e, trace.ParkedPlace)
	case trace.Acknowledged:
		c.leave(e, trace.AcknowledgedPlace)
	case trace.DeadLettered:
		c.leave(e, trace.DeadLetteredPlace)
	case trace.Moved:
		c.leave(e, trace.MovedPlace)
	case trace.Dropped:
		c.dropped(e)
	case trace.Expired:
		c.leave(e, trace.ExpiredPlace)
		c.queues[e.Queue].expired++
	case trace.Lost:
		c.lost(e)
	case trace.Forgotten:
		c.forgotten(e)
	case trace.Failed:
		c.unfinished(e)
	case trace.AcknowledgeRefused:
		c.message(e).refused++
		c.of(e, func(t *tally) { t.refused++ })
	case trace.Crashed:
		c.crashed(e)
	case trace.Paused:
		c.actors[e.Actor].stepDone = min(c.actors[e.Actor].stepDone, e.At)
	case trace.LimitReached:
		c.limited = true
	case trace.StepDone, trace.RowSet, trace.Sent, trace.Published:
		c.applyWorld(e)
	default:
		c.applyLog(e)
	}
}

// of counts an event for its queue or group, and for its actor.
func (c *Collector) of(e *trace.Event, count func(*tally)) {
	switch {
	case e.Queue != trace.NoQueue:
		count(&c.queues[e.Queue].tally)
	case c.isMember(e.Actor):
		count(&c.groups[c.head.Actors[e.Actor].LogGroup].tally)
	default:
		count(&c.loose)
	}
	if e.Actor != trace.NoActor {
		count(&c.actors[e.Actor].tally)
	}
}

func (c *Collector) message(e *trace.Event) *record { return &c.messages[e.Message-1] }

func (c *Collector) written(e *trace.Event) {
	q := &c.queues[e.Queue]
	if int(e.Message) <= len(c.messages) {
		c.moveIn(e)
	} else {
		c.of(e, func(t *tally) { t.written++ })
		c.messages = append(c.messages, newRecord(e))
	}
	q.accrue(e.At)
	q.grow()
	q.visible++
	q.fresh++
	c.total.grow()
}

func newRecord(e *trace.Event) record {
	return record{
		written: e.At, first: none, gone: none, finished: none, queue: e.Queue,
		holder: trace.NoActor, firstBy: trace.NoActor, goneBy: trace.NoActor, place: trace.Visible,
	}
}

// moveIn begins a new stay of a message that left a queue before, to come to
// another or, where it was lost, to be written again.
func (c *Collector) moveIn(e *trace.Event) {
	m := c.message(e)
	c.found(m)
	c.earlier = append(c.earlier, stay{e.Message, *m})
	n := newRecord(e)
	n.executions, n.refused, n.finished = m.executions, m.refused, m.finished
	n.effects, n.duplicates = m.effects, m.duplicates
	*m = n
}

// accrue brings the area under the depth up to an instant.
func (q *queueTally) accrue(at time.Duration) {
	q.area.addProduct(uint64(q.depth), uint64(at-q.since))
	q.since = at
}

func (q *queueTally) in(p trace.Place) *int64 {
	switch p {
	case trace.InFlight:
		return &q.inFlight
	case trace.Delayed:
		return &q.delayed
	case trace.ParkedPlace:
		return &q.parked
	}
	return &q.visible
}

// move takes a message that stays in its queue from one place to another.
func (c *Collector) move(e *trace.Event, to trace.Place) {
	m := c.message(e)
	*c.queues[m.queue].in(to)++
	c.lift(m, to)
}

// lift takes a message out of its place.
func (c *Collector) lift(m *record, to trace.Place) {
	*c.queues[m.queue].in(m.place)--
	if m.place == trace.InFlight {
		c.actors[m.holder].holding--
	}
	m.place = to
}

func (c *Collector) delivered(e *trace.Event) {
	c.move(e, trace.InFlight)
	m := c.message(e)
	m.deliveries++
	m.holder = e.Actor
	c.actors[e.Actor].holding++
	if m.deliveries == 1 {
		m.first, m.firstBy = e.At, e.Actor
		c.queues[e.Queue].fresh--
		c.of(e, func(t *tally) { t.deliveries++ })
		return
	}
	c.of(e, func(t *tally) { t.deliveries++; t.redeliveries++ })
}

func (c *Collector) executed(e *trace.Event) {
	c.of(e, func(t *tally) { t.executions++; t.finished = e.At })
	if e.Queue == trace.NoQueue {
		c.executedRecord(e)
		return
	}
	m := c.message(e)
	c.found(m)
	m.executions++
	m.finished = e.At
	if c.head.Actors[e.Actor].Handler == "" {
		c.tookEffect(e, m.executions > 1)
	}
	if m.executions == 1 {
		c.done = append(c.done, completion{e.Message, e.Actor, e.Queue})
	}
}

func (c *Collector) leave(e *trace.Event, to trace.Place) {
	m := c.message(e)
	q := &c.queues[m.queue]
	q.accrue(e.At)
	c.lift(m, to)
	if m.deliveries == 0 {
		q.fresh--
	}
	q.depth--
	c.total.depth--
	m.gone, m.goneBy = e.At, e.Actor
	q.sojourn.add(Wide{Lo: uint64(e.At - m.written)})
	c.sojourn.add(Wide{Lo: uint64(e.At - m.written)})
	if to == trace.AcknowledgedPlace {
		c.of(e, func(t *tally) { t.acknowledged++ })
		return
	}
	if to == trace.DeadLetteredPlace {
		c.of(e, func(t *tally) { t.deadLettered++ })
		if e.Value == trace.ByTTL {
			c.queues[e.Queue].expired++
		}
	}
}

func (c *Collector) stepStarted(e *trace.Event) {
	a := &c.actors[e.Actor]
	a.busy = a.busyUntil(e.At)
	a.stepFrom, a.stepDone = e.At, time.Duration(e.Value)
}

// crashed ends the step that the consumer was in, if it was in one.
func (c *Collector) crashed(e *trace.Event) {
	a := &c.actors[e.Actor]
	if c.head.Actors[e.Actor].Of == "" {
		a.crashes++
	}
	a.changed = 0
	a.stepDone = min(a.stepDone, e.At)
	switch {
	case c.isMember(e.Actor):
		c.letGo(e.Actor)
	case e.Message > 0:
		c.unfinished(e)
	}
}

// busyUntil is the time spent in steps up to an instant not before the last event.
func (a *actorTally) busyUntil(at time.Duration) time.Duration {
	return a.busy + min(a.stepDone, at) - a.stepFrom
}

// floor is how many messages of a queue are acknowledged, from the first one on, without a gap.
func (c *Collector) floor(queue int) (n int64) {
	for i := range c.messages {
		if m := &c.messages[i]; m.log == 0 && int(m.queue) == queue {
			if m.place != trace.AcknowledgedPlace {
				break
			}
			n++
		}
	}
	return n
}

// Area is the time integral of the depth up to now, in messages × nanoseconds:
// of a queue, an index into the head's queues, or of all of them with -1.
func (c *Collector) Area(queue int) Wide {
	var sum Wide
	for i := range c.queues {
		if i == queue || queue < 0 {
			q := &c.queues[i]
			sum.add(q.area)
			sum.addProduct(uint64(q.depth), uint64(c.now-q.since))
		}
	}
	return sum
}

// SumSojourn is the sum of the sojourns of the messages that are gone, in
// nanoseconds: of a queue, or of all with -1. On a run that starts and ends
// empty it equals Area: Little's law.
func (c *Collector) SumSojourn(queue int) Wide {
	if queue < 0 {
		return c.sojourn
	}
	return c.queues[queue].sojourn
}
