package brokers

import (
	"cmp"
	"container/heap"
	"slices"
	"sync"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// recorder makes the trace of what clients see. It keeps a book of where each
// message is, so that what the broker did by itself can be told from what it
// does next. Its methods may be called by many at once.
type recorder struct {
	mu      sync.Mutex
	clock   *clock
	tr      *trace.Trace
	sc      *scenario.Scenario
	rules   []Rules // by queue
	books   map[entry]*message
	leases  leases
	free    []uint32
	slots   uint32
	written uint32
	there   int // messages not gone
	visible []int
	changed time.Time
	limited bool
	at      time.Duration // what happens now was planned for it, or unplanned
	over    bool          // what is recorded now had happened by the end
	full    func()        // called when the trace is as long as it may be
}

// entry names a message: what was published under an ID, in one queue.
type entry struct {
	id    uint64
	queue int
}

// message is where a message is.
type message struct {
	entry
	number, slot uint32
	handed       uint32 // deliveries seen
	delivery     uint32 // the last one, as the broker counts
	holder       uint16
	place        place
	leaseEnd     int64
	body         int64
	priority     uint8
}

// unplanned is no instant.
const unplanned = time.Duration(-1)

type place uint8

const (
	visible place = iota
	inFlight
	parked
	gone
)

func newRecorder(c *clock, sc *scenario.Scenario, head trace.Head, rules []Rules) *recorder {
	r := &recorder{
		clock: c, sc: sc, tr: &trace.Trace{Head: head}, rules: rules, books: map[entry]*message{},
		visible: make([]int, len(sc.Queues)), changed: time.Now(), at: unplanned,
	}
	for i := range rules {
		r.tr.Head.Queues[i].Visibility, r.tr.Head.Queues[i].Backoff = rules[i].Lease, rules[i].Backoff
	}
	return r
}

// add appends an event of now, after the leases that ended before.
func (r *recorder) add(e trace.Event) {
	now := r.clock.now()
	r.lapse(now)
	e.At = now
	if r.at != unplanned && now-r.at < r.clock.virtual(onTime) {
		e.At = r.at
	}
	r.append(e)
}

func (r *recorder) append(e trace.Event) {
	late := r.sc.Until > 0 && e.At > r.sc.Until
	if r.limited || late && !r.over {
		return
	}
	if late {
		e.At = r.sc.Until
	}
	if r.tr.Len() >= sim.MaxEvents-1 {
		r.limited = true
		e = trace.Event{At: e.At, Kind: trace.LimitReached, Actor: trace.NoActor, Queue: trace.NoQueue, Value: sim.MaxEvents}
		defer r.full()
	}
	if n := r.tr.Len(); n > 0 {
		e.At = max(e.At, r.tr.At(n-1).At)
	}
	r.tr.Append(e)
	r.changed = time.Now()
}

// about is an event about a message.
func (m *message) about(k trace.Kind, actor uint16, value int64) trace.Event {
	return trace.Event{
		Kind: k, Actor: actor, Queue: uint16(m.queue), Message: m.number, Slot: m.slot, Delivery: m.delivery, Value: value,
	}
}

// status records an event of an actor about no message.
func (r *recorder) status(k trace.Kind, actor uint16, queue int, value int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(trace.Event{Kind: k, Actor: actor, Queue: uint16(queue), Value: value})
}

// onTime is how late, in real time, a write may be that counts as made at its instant.
const onTime = 5 * time.Millisecond

// write records a message that is about to be sent to a queue, at the instant
// that it was to be sent at unless it is much later.
func (r *recorder) write(planned time.Duration, actor uint16, id uint64, queue int, body int64, priority int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.written++
	r.at = planned
	defer func() { r.at = unplanned }()
	r.enter(&message{entry: entry{id, queue}, number: r.written, body: body, priority: uint8(priority)}, actor)
}

// enter records that a message comes to its queue.
func (r *recorder) enter(m *message, actor uint16) {
	m.place, m.handed, m.delivery, m.holder, m.slot = visible, 0, 0, trace.NoActor, r.slot()
	r.books[m.entry] = m
	r.there++
	r.visible[m.queue]++
	e := m.about(trace.Written, actor, m.body)
	e.Step = m.priority
	r.add(e)
}

func (r *recorder) slot() uint32 {
	if n := len(r.free); n > 0 {
		s := r.free[n-1]
		r.free = r.free[:n-1]
		return s
	}
	r.slots++
	return r.slots - 1
}

// leave records that a message goes from its queue.
func (r *recorder) leave(m *message, k trace.Kind, actor uint16, value int64) {
	r.add(m.about(k, actor, value))
	if m.place == visible {
		r.visible[m.queue]--
	}
	m.place = gone
	r.there--
	r.free = append(r.free, m.slot)
}

// confirmed records that the broker has a message. queue is -1 for one that
// went to no queue.
func (r *recorder) confirmed(actor uint16, id uint64, queue int, body int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m := r.books[entry{id, queue}]; m != nil {
		e := m.about(trace.Confirmed, actor, 0)
		e.Delivery = 0
		r.add(e)
		return
	}
	r.add(trace.Event{Kind: trace.Confirmed, Actor: actor, Queue: trace.NoQueue, Value: body})
}

// refused records that the broker refused a message. What goes to the dead
// letters instead is seen there.
func (r *recorder) refused(actor uint16, id uint64, queue int, tells bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.books[entry{id, queue}]
	if m == nil {
		return
	}
	if tells {
		r.add(trace.Event{Kind: trace.Refused, Actor: actor, Queue: uint16(queue), Value: m.body})
	}
	if q := &r.sc.Queues[queue]; !m.isGone() && (q.Overflow != scenario.RejectToDLX || q.DeadLetter < 0) {
		r.leave(m, trace.Dropped, trace.NoActor, trace.NoRoom)
	}
}

// published records that a message was sent to an exchange, and, where it goes
// to no queue, that it was dropped.
func (r *recorder) published(actor uint16, body int64, routed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(trace.Event{Kind: trace.Published, Actor: actor, Queue: trace.NoQueue, Slot: ^uint32(0), Value: r.word(body)})
	if !routed {
		r.add(trace.Event{Kind: trace.Dropped, Actor: actor, Queue: trace.NoQueue, Value: trace.Unroutable})
	}
}

// word is the number of a body among the trace's words.
func (r *recorder) word(body int64) int64 {
	text := r.tr.Head.Body(body)
	i := slices.Index(r.tr.Head.Words, text)
	if i < 0 {
		i = len(r.tr.Head.Words)
		r.tr.Head.Words = append(r.tr.Head.Words, text)
	}
	return int64(i)
}

// unrouted records that a message came back to its producer.
func (r *recorder) unrouted(actor uint16, body int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(trace.Event{Kind: trace.Unrouted, Actor: actor, Queue: trace.NoQueue, Value: body})
}

// died records what the broker took out of a queue.
func (r *recorder) died(d Death) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.books[entry{d.ID, d.Queue}]
	if m == nil || m.isGone() || m.place == parked {
		return
	}
	if m.place == inFlight {
		r.comeBack(m)
	}
	to := r.deadTo(d.Queue)
	switch {
	case d.Parked:
		r.park(m)
	case d.Circular:
		r.leave(m, trace.Dropped, trace.NoActor, trace.Circular)
	case to >= 0:
		r.leave(m, trace.DeadLettered, trace.NoActor, d.Why)
		r.moved(m, to)
	case d.Why == trace.ByTTL:
		r.leave(m, trace.Expired, trace.NoActor, 0)
	case d.Why == trace.ByLength:
		r.leave(m, trace.Dropped, trace.NoActor, trace.NoRoom)
	default:
		r.leave(m, trace.DeadLettered, trace.NoActor, d.Why)
	}
}

// park records that a message stays, for nobody.
func (r *recorder) park(m *message) {
	r.add(m.about(trace.Parked, trace.NoActor, 0))
	r.visible[m.queue]--
	r.there--
	m.place = parked
}

// duplicate records that the broker recognised a message and did not take it.
func (r *recorder) duplicate(actor uint16, queue int, tells bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if tells {
		r.add(trace.Event{Kind: trace.Confirmed, Actor: actor, Queue: uint16(queue)})
	}
	r.add(trace.Event{Kind: trace.Dropped, Actor: actor, Queue: uint16(queue), Value: trace.Duplicate})
}

// deliver records a delivery, after what must have happened for it to come. One
// that was on its way when the message was settled is no event, but work on it can be.
// It is nil for a message that this run did not write.
func (r *recorder) deliver(actor uint16, queue int, d *Delivery) *message {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.arrive(queue, d)
	if m == nil {
		return nil
	}
	r.lapse(r.clock.now())
	if m.isGone() {
		m.delivery++
		return m // it was on its way when the message was settled
	}
	if m.place == inFlight {
		r.again(m, actor)
	}
	m.handed++
	m.holder = actor
	e := m.about(trace.Delivered, actor, 0)
	e.Delivery, e.Step = r.count(m, d)
	m.delivery = e.Delivery
	e.Value = r.lease(m)
	r.take(m)
	r.add(e)
	return m
}

// again records what must have happened to a message in flight that is delivered
// again: this consumer claimed it, or it had come back.
func (r *recorder) again(m *message, actor uint16) {
	if !r.rules[m.queue].Claims {
		r.comeBack(m)
		return
	}
	r.add(m.about(trace.Claimed, actor, 0))
	m.place = visible
	r.visible[m.queue]++
}

func (r *recorder) take(m *message) {
	m.place = inFlight
	r.visible[m.queue]--
}

// arrive finds the message in the book of its queue. One that is in another
// queue was dead-lettered there; one that was gone has come again.
func (r *recorder) arrive(queue int, d *Delivery) *message {
	m := r.books[entry{d.ID, queue}]
	if m != nil && m.place != gone {
		return m
	}
	for i := range r.sc.Queues {
		if r.sc.Queues[i].DeadLetter != queue {
			continue
		}
		if from := r.books[entry{d.ID, i}]; from != nil && from.place != gone {
			r.dies(from, d.Died)
			return r.moved(from, queue)
		}
	}
	if m != nil && r.rules[queue].Unanswered {
		r.enter(m, trace.NoActor) // what settled it never came to the broker
	}
	return m
}

// dies records that a message went to the dead letters by the broker's doing:
// for the reason that it tells, or else for too many deliveries.
func (r *recorder) dies(m *message, told *Death) {
	why := trace.OnReturn
	if m.place == inFlight {
		r.comeBack(m)
	}
	if m.delivery == 0 {
		why = trace.AtHandOut
	}
	if told != nil && told.Queue == m.queue {
		why = told.Why
	}
	r.leave(m, trace.DeadLettered, trace.NoActor, why)
}

// moved enters a dead letter in the queue that it went to. A message that is
// there already came faster than the news of its going.
func (r *recorder) moved(from *message, queue int) *message {
	m := &message{entry: entry{from.id, queue}, number: from.number, body: from.body}
	r.enter(m, trace.NoActor)
	return m
}

// comeBack records what brings a message out of a consumer's hands that the
// broker hands out again.
func (r *recorder) comeBack(m *message) {
	k := trace.Returned
	if r.rules[m.queue].Lease > 0 {
		k = trace.LeaseEnded
	}
	r.back(m, k)
}

func (r *recorder) back(m *message, k trace.Kind) {
	r.backAt(m, k, r.clock.now())
}

func (r *recorder) backAt(m *message, k trace.Kind, at time.Duration) {
	e := m.about(k, m.holder, 0)
	e.At = at
	m.place = visible
	r.visible[m.queue]++
	r.append(e)
}

// count is the delivery's number, by the broker's count where it has one, and 1
// as a step where only its mark says that there was an earlier one.
func (r *recorder) count(m *message, d *Delivery) (delivery uint32, step uint8) {
	switch {
	case d.Count > 0:
		return uint32(d.Count), 0
	case !d.Redelivered:
		return 1, 0
	case m.handed == 1:
		return 1, 1
	}
	return m.handed, 0
}

// lease is the instant at which the lease of a message handed out now ends.
func (r *recorder) lease(m *message) int64 {
	rules := &r.rules[m.queue]
	lease := rules.Lease
	if n := len(rules.Backoff); n > 0 {
		lease = rules.Backoff[min(max(1, int(m.delivery)), n)-1]
	}
	if lease <= 0 {
		return trace.Never
	}
	return r.leaseFor(m, lease)
}

func (r *recorder) leaseFor(m *message, lease time.Duration) int64 {
	m.leaseEnd = int64(r.clock.now() + lease)
	heap.Push(&r.leases, due{m.leaseEnd, m})
	return m.leaseEnd
}

// lapse records the leases that have ended by now.
func (r *recorder) lapse(now time.Duration) {
	for len(r.leases) > 0 && r.leases[0].at <= int64(now) {
		d := heap.Pop(&r.leases).(due)
		if d.m.place == inFlight && d.m.leaseEnd == d.at {
			r.backAt(d.m, trace.LeaseEnded, time.Duration(d.at))
		}
	}
}

// due is a lease's end.
type due struct {
	at int64
	m  *message
}

type leases []due

func (l leases) Len() int           { return len(l) }
func (l leases) Less(i, k int) bool { return l[i].at < l[k].at }
func (l leases) Swap(i, k int)      { l[i], l[k] = l[k], l[i] }
func (l *leases) Push(x any)        { *l = append(*l, x.(due)) }
func (l *leases) Pop() any {
	old := *l
	last := old[len(old)-1]
	*l = old[:len(old)-1]
	return last
}

// acknowledged records that a consumer acknowledged a delivery, and what came
// of it by the book, or by the broker's word that the message was gone.
func (r *recorder) acknowledged(m *message, delivery uint32, actor uint16, gone bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lapse(r.clock.now())
	e := m.about(trace.AcknowledgeGone, actor, 0)
	e.Delivery = delivery
	if gone || m.isGone() {
		r.add(e)
		return
	}
	late := int64(0)
	if m.place != inFlight || m.delivery != delivery {
		late = 1
	}
	m.delivery = delivery
	r.leave(m, trace.Acknowledged, actor, late)
	if r.sc.Queues[m.queue].UpTo {
		r.acknowledgeBefore(m)
	}
}

// acknowledgeBefore records that an acknowledgement was of all messages before it too.
func (r *recorder) acknowledgeBefore(last *message) {
	var all []*message
	for e, m := range r.books {
		if e.queue == last.queue && m.number < last.number && m.handed > 0 && !m.isGone() {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *message) int { return cmp.Compare(a.number, b.number) })
	for _, m := range all {
		r.leave(m, trace.Acknowledged, m.holder, 2)
	}
}

func (m *message) isGone() bool { return m.place == gone }

// tell records an event about a delivery that moves no message.
func (r *recorder) tell(k trace.Kind, m *message, delivery uint32, actor uint16, value int64, step uint8) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := m.about(k, actor, value)
	e.Delivery, e.Step = delivery, step
	r.add(e)
}

// starts records the beginning of a step that takes so much virtual time.
func (r *recorder) starts(m *message, delivery uint32, actor uint16, lasts time.Duration, step uint8) {
	r.tell(trace.StepStarted, m, delivery, actor, int64(r.clock.now()+lasts), step)
}

// rejected records that a consumer rejected a delivery.
func (r *recorder) rejected(m *message, delivery uint32, actor uint16, how rejection) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lapse(r.clock.now())
	switch {
	case m.isGone():
	case !how.requeue:
		r.buried(m)
	case m.place == inFlight:
		m.holder, m.delivery = actor, delivery
		r.back(m, trace.Rejected)
	}
}

func (r *recorder) buried(m *message) {
	if m.place == visible {
		r.take(m)
	}
	r.leave(m, trace.DeadLettered, trace.NoActor, trace.ByConsumer)
	if to := r.deadTo(m.queue); to >= 0 {
		r.moved(m, to)
	}
}

// deadTo is the queue that dead letters go to at this broker; -1: none.
func (r *recorder) deadTo(queue int) int {
	if r.rules[queue].NoDeadLetter {
		return -1
	}
	return r.sc.Queues[queue].DeadLetter
}

// extended records that a lease was restarted.
func (r *recorder) extended(m *message, delivery uint32, actor uint16, by time.Duration, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lapse(r.clock.now())
	if !ok || m.place != inFlight {
		e := m.about(trace.ExtendRefused, actor, 0)
		e.Delivery = delivery
		r.add(e)
		return
	}
	e := m.about(trace.Extended, actor, r.leaseFor(m, by))
	e.Delivery = delivery
	r.add(e)
}

// disconnected records that a connection closed: what it held comes back, or
// is known to nobody any more.
func (r *recorder) disconnected(held []*held, forgets bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, h := range held {
		switch {
		case forgets:
			e := h.m.about(trace.Forgotten, h.m.holder, 0)
			e.Delivery = h.delivery
			r.add(e)
		case r.rules[h.m.queue].Returns && h.m.place == inFlight && h.m.delivery == h.delivery:
			r.back(h.m, trace.Returned)
		}
	}
}

// seen records that a message was found in a queue of dead letters.
func (r *recorder) seen(queue int, d *Delivery) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.arrive(queue, d)
}

// move records that somebody took a message out of its queue by hand, and
// writes it to another.
func (r *recorder) move(d *Delivery, from, to int) (body string, id uint64, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.arrive(from, d)
	if m == nil {
		return "", 0, false
	}
	r.leave(m, trace.Moved, trace.NoActor, 0)
	r.moved(m, to)
	return d.Body, m.id, true
}

// missing records what a queue should have and has not: as lost, by a restart
// or with the whole queue, or as dead-lettered.
func (r *recorder) missing(queue int, found []Delivery, restarted, removed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.over = true
	there := map[uint64]bool{}
	for i := range found {
		there[found[i].ID] = true
	}
	var lost []*message
	for e, m := range r.books {
		if e.queue == queue && r.drains(m) && !there[e.id] {
			lost = append(lost, m)
		}
	}
	slices.SortFunc(lost, func(a, b *message) int { return cmp.Compare(a.number, b.number) })
	if removed {
		r.add(trace.Event{Kind: trace.Removed, Actor: trace.NoActor, Queue: uint16(queue)})
	}
	for _, m := range lost {
		switch {
		case removed || restarted:
			r.leave(m, trace.Lost, m.holder, 0)
		case r.sc.Queues[queue].MaxLength > 0:
			r.leave(m, trace.Dropped, trace.NoActor, trace.NoRoom)
		default:
			r.dies(m, nil)
		}
	}
}

// drains says whether a message should be found by draining its queue.
func (r *recorder) drains(m *message) bool {
	return m.place == visible || m.place == inFlight && r.rules[m.queue].DrainsAll
}

// sight is what the recorder knows of the run as a whole.
type sight struct {
	there    int           // messages not gone
	quiet    time.Duration // real time since the last event
	leaseEnd time.Duration // the next one, or 0
}

func (r *recorder) sight() sight {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lapse(r.clock.now())
	s := sight{there: r.there, quiet: time.Since(r.changed)}
	if len(r.leases) > 0 {
		s.leaseEnd = time.Duration(r.leases[0].at)
	}
	return s
}

// empty says whether a queue has nothing that draining it should find.
func (r *recorder) empty(queue int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lapse(r.clock.now())
	for e, m := range r.books {
		if e.queue == queue && r.drains(m) {
			return false
		}
	}
	return true
}

// ready is how many messages of a queue are visible by the book.
func (r *recorder) ready(queue int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lapse(r.clock.now())
	return r.visible[queue]
}
