package check

import (
	"fmt"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Conservation replays a trace and says the first thing in it that the rules
// of the model forbid, or nil:
//
//   - at every event, what came to a queue is acknowledged, dead-lettered,
//     dropped, lost, moved, visible, in flight or delayed, and the same over all queues;
//   - nothing happens to a message that is gone;
//   - a message is in flight for one consumer at a time, its deliveries are
//     numbered from 1, and leases and delays end exactly at their time;
//   - each delivery is executed at most once and settled at most once, by the
//     consumer that got it, while that consumer is up and has not crashed since;
//   - a consumer is in one step at a time, which lasts as long as it said, and
//     has one transaction open at most;
//   - the records of a log are read in order, by the member that has their
//     partition, and a position is committed by that member, onwards, and not
//     beyond what it has read;
//   - time does not go back.
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
	acknowledged
	deadLettered
	dropped
	lost
	moved
	places
)

func (p place) gone() bool { return p >= acknowledged }

var placeNames = [...]string{"delayed", "visible", "in flight", "acknowledged", "dead-lettered", "dropped", "lost", "moved"}

// message is one that was written, gone or not.
type message struct {
	number, slot, delivery uint32
	queue, holder          uint16
	place                  place
	due                    int64 // when its lease or delay ends
	again                  bool  // it was lost, and written again
}

// key names a delivery.
type key struct {
	queue             uint16
	message, delivery uint32
}

// delivery is a hand-out.
type delivery struct {
	actor                    uint16
	life                     int   // of the consumer that got it
	stepDone                 int64 // of its last step; -1 before
	begun, executed, settled bool
	early                    bool // acknowledged when it was handed out, before the work
	// older is another under the same key, in the hands of somebody when its
	// message was lost and written again.
	older *delivery
}

// consumer is what a consumer is up to. Each crash or stop ends a life. Of its
// second and further threads only step and transaction are looked at.
type consumer struct {
	up, stopped bool
	life        int
	back        int64 // when it recovers
	step        int64 // when its step is done
	transaction bool
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
	consumers  []consumer
	owners     []uint16 // of each actor: the consumer whose thread it is, mostly itself
	logs       logs
	limited    bool
	soonest    int64 // no lease and no delay ends before
}

func newReplay(h *trace.Head) *replay {
	return &replay{
		head: h, entered: make([]int, len(h.Queues)), gone: make([]int, len(h.Queues)),
		counts: make([][places]int, len(h.Queues)), messages: map[uint32]*message{}, live: map[uint32]*message{},
		deliveries: map[key]*delivery{}, consumers: make([]consumer, len(h.Actors)),
		owners: owners(h), logs: newLogs(h), soonest: trace.Never,
	}
}

func owners(h *trace.Head) []uint16 {
	first := map[string]uint16{}
	list := make([]uint16, len(h.Actors))
	for i, a := range h.Actors {
		list[i] = uint16(i)
		if a.Of != "" {
			list[i] = first[a.Of]
			continue
		}
		first[a.Name] = uint16(i)
	}
	return list
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
		switch {
		case m.place == visible:
		case m.due < int64(at):
			return fmt.Errorf("message %d should have become visible at %s", m.number, scenario.FormatDuration(time.Duration(m.due)))
		default:
			r.soonest = min(r.soonest, m.due)
		}
	}
	return nil
}

// end notes when a lease or a delay is to end.
func (r *replay) end(m *message, at int64) {
	m.due = at
	r.soonest = min(r.soonest, at)
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
	case trace.Started, trace.Stopped, trace.Crashed, trace.Recovered:
		return r.status(e)
	case trace.LimitReached:
		r.limited = true
		return nil
	case trace.Written:
		return r.write(e)
	}
	switch {
	case e.Queue == trace.NoQueue:
		return r.byMember(e)
	case e.Message == 0 || e.Kind == trace.Published:
		return nil // a queue of itself, or what a handler writes to another
	case r.messages[e.Message] == nil:
		return fmt.Errorf("it was never written")
	}
	switch e.Kind {
	case trace.Held, trace.Woke, trace.LeaseEnded, trace.Returned, trace.DeadLettered:
		return r.byQueue(e)
	case trace.Dropped, trace.Lost, trace.Moved, trace.Forgotten, trace.Confirmed:
		return r.byBroker(e)
	case trace.Delivered:
		return r.deliver(e)
	}
	return r.byConsumer(e)
}

// to moves a message, which must be in one of the places from.
func (r *replay) to(e *trace.Event, to place, from ...place) error {
	m := r.messages[e.Message]
	if err := m.be(e, from...); err != nil {
		return err
	}
	if m.place == inFlight && m.due <= int64(e.At) && e.Kind != trace.LeaseEnded {
		return fmt.Errorf("its lease should have ended at %d ns", m.due)
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
