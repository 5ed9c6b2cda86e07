package queue_test

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/queue"
)

// naive is the queue once more, as simply as can be: one slice in the order of
// writing, searched and filtered at every call. The queue has to agree with it.
type naive struct {
	options  queue.Options[int]
	now      time.Duration
	messages []*record
	batch    int // receives so far
	taken    int // leases and delays so far
	aged     int // times to live so far
	front    int // the outermost places
	ahead    int
	back     int

	written, delivered, acknowledged, deadLettered, expired uint64
	notices                                                 []notice
}

type record struct {
	id, body, priority, place int
	deliveries                int
	holder                    int // number of the delivery that holds it; 0: none does
	delayed                   bool
	to                        queue.Position // where it comes back to, when delayed
	end                       time.Duration  // of the lease or the delay; never: none
	taken                     int            // when it was taken, among all
	deadline                  time.Duration  // never: none
	atOnce                    bool           // the deadline passes with the next advance
	aged                      int            // when the deadline was set, among all
	group                     uint32
	batch                     int           // the receive that handed it out last
	handed, heard             time.Duration // when it was handed out last, and heard of
	parked                    bool
}

// notice is one call of one of the queue's callbacks.
type notice struct {
	kind                           string
	at                             time.Duration
	id, body, priority, deliveries int
}

// ticket is the naive receipt.
type ticket struct{ id, delivery int }

const never = time.Duration(math.MaxInt64)

func (n *naive) write(body int, w queue.WriteOptions) uint64 {
	n.written++
	n.back++
	m := &record{id: int(n.written), body: body, priority: w.Priority, place: n.back, end: never, group: w.Group}
	n.limitLife(m, w.TTL)
	if w.Delay > 0 {
		m.delayed = true
		n.take(m, w.Delay)
	}
	n.messages = append(n.messages, m)
	return n.written
}

func (n *naive) limitLife(m *record, own time.Duration) {
	m.deadline = never
	switch {
	case own < 0:
		m.deadline, m.atOnce = n.now, true
	case own > 0 && n.options.TTL > 0:
		m.deadline = n.now + min(own, n.options.TTL)
	case own > 0 || n.options.TTL > 0:
		m.deadline = n.now + own + n.options.TTL
	}
	n.aged++
	m.aged = n.aged
}

// mayExpire are the visible messages that expire if the clock moves on far enough, first the first.
func (n *naive) mayExpire() []*record {
	seen := n.visible()
	if n.options.TTLAtHead && len(seen) > 1 {
		seen = seen[:1]
	}
	seen = slices.DeleteFunc(seen, func(m *record) bool { return m.deadline == never })
	slices.SortFunc(seen, func(a, b *record) int {
		first := cmp.Compare(a.deadline, b.deadline)
		if first == 0 && a.atOnce != b.atOnce {
			return map[bool]int{true: -1, false: 1}[a.atOnce]
		}
		return cmp.Or(first, cmp.Compare(a.aged, b.aged))
	})
	return seen
}

func (n *naive) expire(m *record) {
	n.drop(m)
	n.expired++
	n.tell("expired", m)
}

func (n *naive) take(m *record, by time.Duration) {
	n.taken++
	m.end, m.taken = n.now+by, n.taken
}

func (n *naive) visible() []*record {
	seen := n.where(func(m *record) bool { return m.holder == 0 && !m.delayed && !m.parked })
	slices.SortFunc(seen, func(a, b *record) int {
		return cmp.Or(-cmp.Compare(a.priority, b.priority), cmp.Compare(a.place, b.place))
	})
	return seen
}

func (n *naive) inFlight() []*record {
	return n.where(func(m *record) bool { return m.holder != 0 })
}

func (n *naive) delayed() []*record {
	return n.where(func(m *record) bool { return m.delayed })
}

func (n *naive) where(is func(*record) bool) (found []*record) {
	for _, m := range n.messages {
		if is(m) {
			found = append(found, m)
		}
	}
	return found
}

// receive returns nil when nothing may be handed out. more says that it belongs to
// the receive before it.
func (n *naive) receive(more bool) *record {
	if !more {
		n.batch++
	}
	for _, m := range n.visible() {
		if n.blocked(m) {
			continue
		}
		if m.deadline < n.now || m.deadline == n.now && !m.atOnce {
			n.expire(m)
			continue
		}
		if n.options.MaxDeliveries > 0 && m.deliveries >= n.options.MaxDeliveries {
			n.exhaust(m)
			continue
		}
		if n.full(m) {
			return nil
		}
		n.handOut(m)
		return m
	}
	return nil
}

func (n *naive) acknowledge(t ticket) queue.Outcome {
	m, outcome := n.held(t)
	late := outcome == queue.Refused || outcome == queue.Done && m.holder != t.delivery
	switch {
	case late && (n.options.LateAcknowledge == queue.Deletes || n.options.LateAcknowledge == queue.DeletesNewest && m.deliveries == t.delivery):
		outcome = queue.Late
	case late:
		outcome = queue.Refused
	}
	if outcome.OK() {
		n.drop(m)
		n.acknowledged++
	}
	return outcome
}

func (n *naive) reject(t ticket, requeue bool) queue.Outcome {
	if requeue {
		return n.requeue(t, n.options.Requeue, 0)
	}
	m, outcome := n.held(t)
	if outcome == queue.Done {
		n.bury(m)
	}
	return outcome
}

func (n *naive) requeue(t ticket, to queue.Position, by time.Duration) queue.Outcome {
	m, outcome := n.held(t)
	switch {
	case outcome != queue.Done:
		return outcome
	case n.atLimit(m):
		n.exhaust(m)
		return queue.Buried
	case by > 0:
		m.holder, m.delayed, m.to = 0, true, to
		n.take(m, by)
	default:
		n.release(m, to)
	}
	return queue.Done
}

func (n *naive) atLimit(m *record) bool {
	return n.options.LimitOnReturn && n.options.MaxDeliveries > 0 && m.deliveries >= n.options.MaxDeliveries
}

func (n *naive) extend(t ticket, by time.Duration) queue.Outcome {
	m, outcome := n.held(t)
	switch {
	case outcome != queue.Done:
		return outcome
	case n.options.Claimable:
		m.heard = n.now
	case !n.leased() || n.options.LeaseMost > 0 && n.now+by > m.handed+n.options.LeaseMost:
		return queue.Refused
	case by <= 0:
		n.endLease(m)
	default:
		n.take(m, by)
	}
	return queue.Done
}

func (n *naive) held(t ticket) (*record, queue.Outcome) {
	found := n.where(func(m *record) bool { return m.id == t.id })
	if len(found) == 0 {
		return nil, queue.Gone
	}
	if found[0].holder != t.delivery && !(n.options.AnyReceipt && found[0].holder > 0) {
		return found[0], queue.Refused
	}
	return found[0], queue.Done
}

func (n *naive) endLease(m *record) {
	if n.atLimit(m) {
		n.exhaust(m)
		return
	}
	n.release(m, n.options.Requeue)
	n.tell("lease ended", m)
}

func (n *naive) release(m *record, to queue.Position) {
	m.holder, m.end = 0, never
	switch to {
	case queue.Front:
		n.front--
		m.place = -1_000_000 + n.front
	case queue.Back:
		n.back++
		m.place = n.back
	case queue.Ahead:
		n.ahead++
		m.place = -1_000_000 + n.ahead
	}
}

func (n *naive) leased() bool { return n.options.Visibility > 0 || len(n.options.Backoff) > 0 }

func (n *naive) handOut(m *record) {
	n.delivered++
	m.deliveries++
	m.holder, m.batch, m.handed, m.heard = m.deliveries, n.batch, n.now, n.now
	if n.leased() {
		n.take(m, n.lease(m))
	}
}

func (n *naive) lease(m *record) time.Duration {
	if list := n.options.Backoff; len(list) >= m.deliveries {
		return list[m.deliveries-1]
	} else if len(list) > 0 {
		return list[len(list)-1]
	}
	return n.options.Visibility
}

// blocked says whether an earlier receive has some of the message's group.
func (n *naive) blocked(m *record) bool {
	return n.options.Groups && m.group > 0 && len(n.where(func(o *record) bool {
		return o.group == m.group && (o.holder > 0 || o.delayed && o.deliveries > 0) && o.batch != n.batch
	})) > 0
}

func (n *naive) full(m *record) bool {
	if n.options.CountsReturned {
		return n.options.MaxInFlight > 0 && m.deliveries == 0 && len(n.unsettled()) >= n.options.MaxInFlight
	}
	return n.options.MaxInFlight > 0 && len(n.inFlight()) >= n.options.MaxInFlight
}

func (n *naive) unsettled() []*record {
	return n.where(func(m *record) bool { return m.deliveries > 0 && !m.parked })
}

func (n *naive) exhaust(m *record) {
	if !n.options.Parks {
		n.bury(m)
		return
	}
	m.holder, m.end, m.parked = 0, never, true
	n.tell("parked", m)
}

func (n *naive) claim(idle time.Duration, most int) (got []*record) {
	for _, m := range n.inFlight() {
		if n.now-m.heard >= idle && len(got) < most {
			n.handOutAgain(m)
			got = append(got, m)
		}
	}
	return got
}

// discardOldest drops the message written first, wherever it is.
func (n *naive) discardOldest() (id uint64, ok bool) {
	if len(n.messages) == 0 {
		return 0, false
	}
	m := n.messages[0]
	n.drop(m)
	return uint64(m.id), true
}

// again returns nil where the receipt does not hold its message.
func (n *naive) again(t ticket) *record {
	for _, m := range n.inFlight() {
		if m.id == t.id && m.holder == t.delivery {
			n.handOutAgain(m)
			return m
		}
	}
	return nil
}

// handOutAgain is no receive.
func (n *naive) handOutAgain(m *record) {
	batch := m.batch
	n.handOut(m)
	m.batch = batch
}

func (n *naive) acknowledgeUpTo(t ticket) queue.Outcome {
	o := n.acknowledge(t)
	if !o.OK() {
		return o
	}
	for _, m := range n.unsettled() {
		if m.id < t.id {
			n.drop(m)
			n.acknowledged++
			n.tell("with it", m)
		}
	}
	return o
}

func (n *naive) bury(m *record) {
	n.drop(m)
	n.deadLettered++
	n.tell("dead-lettered", m)
}

func (n *naive) drop(gone *record) {
	n.messages = n.where(func(m *record) bool { return m != gone })
}

func (n *naive) advanceTo(t time.Duration) {
	for n.next() <= t && n.next() != never {
		n.now = n.next()
		n.endOne()
	}
	n.now = t
}

// endOne lets the first of what ends now end: a lease or a delay, or else a time to live.
func (n *naive) endOne() {
	ending := n.where(func(m *record) bool { return m.end == n.now })
	slices.SortFunc(ending, func(a, b *record) int { return cmp.Compare(a.taken, b.taken) })
	switch {
	case len(ending) == 0:
		n.expire(n.mayExpire()[0])
	case ending[0].delayed:
		m := ending[0]
		m.delayed, m.end = false, never
		if m.deliveries > 0 {
			n.release(m, m.to)
		}
		n.tell("woke", m)
	default:
		n.endLease(ending[0])
	}
}

// next returns never when nothing is pending.
func (n *naive) next() time.Duration {
	next := never
	for _, m := range n.messages {
		next = min(next, m.end)
	}
	for _, m := range n.mayExpire() {
		next = min(next, max(n.now, m.deadline))
	}
	return next
}

func (n *naive) tell(kind string, m *record) {
	n.notices = append(n.notices, notice{kind, n.now, m.id, m.body, m.priority, m.deliveries})
}
