package check

import (
	"fmt"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Conservation replays a trace and says the first thing in it that the rules
// of the model forbid, or nil:
//
//   - at every event, what came to a queue is acknowledged, dead-lettered, dropped,
//     lost, moved, visible, in flight, delayed or parked, and the same over all queues;
//   - nothing happens to a message that is gone;
//   - a message is in flight for one consumer at a time, its deliveries are
//     numbered from 1, and leases and delays end exactly at their time;
//   - what was in flight on a connection that closed comes back, or is lost, at
//     that instant;
//   - each delivery is executed at most once and settled at most once, by the
//     consumer that got it, while that consumer is up and has not crashed since;
//   - a consumer, each of its threads, is in one step at a time, which lasts as
//     long as it said;
//   - a cell of a table is set to what it did not hold, and read as what it holds;
//     a transaction that is rolled back has changed nothing;
//   - a relay publishes rows that are there, while it is up;
//   - a partition has one member of each group, which reads its records one after
//     the other, and alone commits the group's position, never beyond what it has read;
//   - time does not go back.
//
// Deliveries of a message that left a queue and came to it again are numbered
// anew, so that two of them may have one number. Of such a message only the
// places are checked.
func Conservation(tr *trace.Trace) error {
	r := newReplay(&tr.Head)
	for i := range tr.Len() {
		e := tr.At(i)
		if err := r.event(i, e); err != nil {
			return fmt.Errorf("event %d at %s, %s of message %d: %w", i, scenario.FormatDuration(e.At), e.Kind, e.Message, err)
		}
	}
	if r.limited {
		return nil
	}
	return r.overdue(tr.End() + 1)
}

// place is where a message is.
type place uint8

const (
	delayed place = iota
	visible
	inFlight
	parked
	acknowledged
	deadLettered
	dropped
	lost
	expired
	moved
	places
)

func (p place) gone() bool { return p >= acknowledged }

var placeNames = [...]string{"delayed", "visible", "in flight", "parked", "acknowledged", "dead-lettered", "dropped", "lost", "expired", "moved"}

// message is one that was written, gone or not.
type message struct {
	number, slot, delivery uint32
	queue, holder          uint16
	place                  place
	forgotten              bool  // by its consumer, rather than lost by its broker
	due                    int64 // when its lease or delay ends
}

// key names a delivery.
type key struct {
	queue             uint16
	message, delivery uint32
}

// delivery is a hand-out.
type delivery struct {
	actor                          uint16
	life                           int   // of the consumer that got it
	stepDone                       int64 // of its last step; -1 before
	begun, executed, settled, over bool  // over: it comes to nothing
	cut                            bool  // its connection has closed
}

// consumer is what an actor is up to. Each crash or stop ends a life. A
// consumer's threads live its life, and have steps and transactions of their own.
type consumer struct {
	up, stopped bool
	life        int
	back        int64 // when it recovers
	crashed     int64 // when it last crashed; -1 before
	step        int64 // when its step is done
	transaction bool
	changed     bool // by the transaction, which is being committed
	// What befell it: nothing is handed out to who is cut off or has no connection, and who is
	// paused does nothing.
	parted, severed, paused bool
	noticed                 []int64 // when its broker knew of the end of each life
}

// replay is the state after some events.
type replay struct {
	head       *trace.Head
	now        time.Duration
	written    int // distinct messages
	entered    []int
	gone       []int
	counts     [][places]int
	messages   map[uint32]*message
	live       map[uint32]*message // those not gone, by slot
	deliveries map[key]*delivery
	blurred    map[uint32]bool // messages that came back to a queue they had left
	consumers  []consumer
	owners     []uint16 // of each actor, the consumer that it is a thread of; itself mostly
	restarted  []int64  // when each queue's broker last restarted
	world      world
	logs       logs
	soonest    int64 // no lease and no delay ends before
	limited    bool
}

func newReplay(h *trace.Head) *replay {
	return &replay{
		head: h, entered: make([]int, len(h.Queues)), gone: make([]int, len(h.Queues)),
		counts: make([][places]int, len(h.Queues)), messages: map[uint32]*message{}, live: map[uint32]*message{},
		deliveries: map[key]*delivery{}, blurred: map[uint32]bool{}, consumers: slices.Repeat([]consumer{{crashed: -1}}, len(h.Actors)), owners: owners(h), soonest: trace.Never,
		restarted: slices.Repeat([]int64{-1}, len(h.Queues)), world: newWorld(), logs: newLogs(h),
	}
}

func owners(h *trace.Head) []uint16 {
	all := make([]uint16, len(h.Actors))
	for i := range h.Actors {
		all[i] = uint16(i)
		for k := range i {
			if h.Actors[i].Of != "" && h.Actors[k].Name == h.Actors[i].Of {
				all[i] = uint16(k)
			}
		}
	}
	return all
}

func (r *replay) event(i int, e *trace.Event) error {
	if err := r.clock(e.At); err != nil {
		return err
	}
	if err := r.apply(e); err != nil {
		return err
	}
	if err := r.balance(); err != nil {
		return err
	}
	if n := len(r.live); n < 64 || i%n == 0 {
		return r.recount()
	}
	return nil
}

func (r *replay) clock(at time.Duration) error {
	if r.limited {
		return fmt.Errorf("nothing may follow the limit")
	}
	if at < r.now {
		return fmt.Errorf("time went back from %s", scenario.FormatDuration(r.now))
	}
	if at > r.now {
		if err := r.overdue(at); err != nil {
			return err
		}
	}
	r.now = at
	return nil
}

// overdue says which lease or delay should have ended before an instant. Most
// instants are before the soonest end that there can be, and need no search.
func (r *replay) overdue(at time.Duration) error {
	if int64(at) <= r.soonest {
		return nil
	}
	r.soonest = trace.Never
	for _, m := range r.live {
		if m.place == visible || m.place == parked {
			continue
		}
		r.soonest = min(r.soonest, m.due)
		if m.due < int64(at) {
			return fmt.Errorf("message %d should have become visible at %s", m.number, scenario.FormatDuration(time.Duration(m.due)))
		}
		if m.place == inFlight && r.adrift(m) {
			return fmt.Errorf("message %d should have come back when its connection closed", m.number)
		}
	}
	return nil
}

// end notes when a lease or a delay is to end.
func (r *replay) end(m *message, at int64) {
	m.due = at
	r.soonest = min(r.soonest, at)
}

// adrift tells whether the connection of a message in flight has closed, and
// nothing brings it back.
func (r *replay) adrift(m *message) bool {
	d := r.deliveries[key{m.queue, m.number, m.delivery}]
	q := &r.head.Queues[m.queue]
	c := &r.consumers[d.actor]
	switch {
	case q.Disconnect == trace.RequeueStay:
		return false
	case q.Leased() || d.life == c.life:
		return d.cut
	}
	noticed := c.noticed[d.life]
	r.soonest = min(r.soonest, noticed)
	return int64(r.now) >= noticed
}

// balance holds the counts against each other.
func (r *replay) balance() error {
	written, still := 0, 0
	for q := range r.counts {
		sum := 0
		for p := range places {
			sum += r.counts[q][p]
			if r.counts[q][p] < 0 {
				return fmt.Errorf("%d messages of queue %d are %s", r.counts[q][p], q, placeNames[p])
			}
		}
		if sum != r.entered[q] {
			return fmt.Errorf("%d messages came to queue %d, and %d are accounted for", r.entered[q], q, sum)
		}
		written += r.entered[q]
		still += sum - r.gone[q]
	}
	if still != len(r.live) {
		return fmt.Errorf("%d messages should be there, and %d are (%d came)", still, len(r.live), written)
	}
	return nil
}

// recount holds the counts against the messages themselves.
func (r *replay) recount() error {
	fresh := make([][places]int, len(r.counts))
	for _, m := range r.live {
		fresh[m.queue][m.place]++
	}
	for q := range fresh {
		for p := delayed; !p.gone(); p++ {
			if fresh[q][p] != r.counts[q][p] {
				return fmt.Errorf("%d messages of queue %d are %s, and %d are counted", fresh[q][p], q, placeNames[p], r.counts[q][p])
			}
		}
	}
	return nil
}

func (r *replay) apply(e *trace.Event) error {
	switch e.Kind {
	case trace.Started, trace.Stopped, trace.Crashed, trace.Recovered, trace.Disconnected:
		return r.status(e)
	case trace.LimitReached:
		r.limited = true
		return nil
	case trace.Written:
		return r.write(e)
	case trace.Restarted, trace.Removed:
		return r.restart(e)
	case trace.Severed, trace.Reconnected, trace.Parted, trace.Healed, trace.Paused, trace.Resumed, trace.Slowed:
		return r.befall(e)
	case trace.Activated:
		if r.head.Actors[e.Actor].Detection > 0 {
			return nil // its broker may not know yet that it is down
		}
		return r.isUp(e)
	case trace.Cancelled:
		return r.isUp(e)
	}
	if check := r.outside(e); check != nil {
		return check(e)
	}
	if e.Message == 0 {
		return r.ofNoMessage(e)
	}
	if r.messages[e.Message] == nil {
		return fmt.Errorf("it was never written")
	}
	switch e.Kind {
	case trace.Dropped:
		if r.head.Queues[e.Queue].DropsOldest {
			return r.to(e, dropped, visible, inFlight, delayed, parked)
		}
		return r.to(e, dropped, visible)
	case trace.Expired:
		return r.to(e, expired, visible)
	case trace.Moved:
		return r.to(e, moved, visible)
	case trace.Lost:
		return r.lose(e)
	case trace.Forgotten:
		return r.forget(e)
	case trace.Confirmed, trace.ConfirmDropped:
		return r.stored(e)
	case trace.Held, trace.Woke, trace.LeaseEnded, trace.Returned, trace.DeadLettered:
		return r.byQueue(e)
	case trace.Delivered:
		return r.deliver(e)
	case trace.Parked:
		return r.to(e, parked, visible, inFlight)
	case trace.Claimed:
		return r.claim(e)
	}
	return r.byConsumer(e)
}

// to moves a message, which must be in one of the places from.
func (r *replay) to(e *trace.Event, to place, from ...place) error {
	m := r.messages[e.Message]
	if err := m.be(e, from...); err != nil {
		return err
	}
	switch {
	case e.Kind == trace.LeaseEnded, e.Kind == trace.Woke, e.Kind == trace.Dropped, m.due > int64(e.At):
	case m.place == inFlight:
		return fmt.Errorf("its lease should have ended at %d ns", m.due)
	case m.place == delayed:
		return fmt.Errorf("its delay should have ended at %d ns", m.due)
	}
	r.counts[m.queue][m.place]--
	r.counts[m.queue][to]++
	m.place = to
	if to.gone() {
		r.gone[m.queue]++
		delete(r.live, m.slot)
	}
	return nil
}

// be holds that a message is where an event says it is, in one of some places.
func (m *message) be(e *trace.Event, in ...place) error {
	if m.queue != e.Queue || m.slot != e.Slot {
		return fmt.Errorf("it is in queue %d and slot %d, not %d and %d", m.queue, m.slot, e.Queue, e.Slot)
	}
	for _, p := range in {
		if m.place == p {
			return nil
		}
	}
	return fmt.Errorf("it is %s", placeNames[m.place])
}
