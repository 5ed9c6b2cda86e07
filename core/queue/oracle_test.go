package queue_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/queue"
)

// operation is one call. The receipt is counted from the latest delivery back,
// 0 being that one; the zero receipt stands behind the first.
type operation struct {
	Kind     kind
	Priority int
	By       time.Duration
	Receipt  int
	TTL      time.Duration  // of a write
	Group    uint32         // of a write
	To       queue.Position // of a return
}

type kind int

const (
	write kind = iota
	receive
	acknowledge
	requeue
	reject
	giveBack
	extend
	advance
	more // received, in the receive before it
	claim
	again
	upTo
	oldest // discarded
	kinds
)

func (k kind) String() string {
	return [...]string{"write", "receive", "acknowledge", "requeue", "reject", "return", "extend", "advance", "more", "claim", "again", "up to", "oldest"}[k]
}

// pair runs the queue and its oracle side by side.
type pair struct {
	q       *queue.Queue[int]
	n       *naive
	notices []notice
	held    []holding
	slots   map[uint32]uint64 // the message in each slot, as far as seen
}

type holding struct {
	receipt queue.Receipt
	ticket  ticket
}

func newPair(o queue.Options[int]) *pair {
	p := &pair{n: &naive{options: o}, held: []holding{{}}, slots: map[uint32]uint64{}}
	o.DeadLetter = func(m queue.Message[int]) { p.tell("dead-lettered", m) }
	o.LeaseEnded = func(m queue.Message[int]) { p.tell("lease ended", m) }
	o.Expired = func(m queue.Message[int]) { p.tell("expired", m) }
	o.Parked = func(m queue.Message[int]) { p.tell("parked", m) }
	o.Woke = func(m queue.Message[int]) { p.tell("woke", m) }
	p.q = queue.New(o)
	return p
}

func (p *pair) tell(kind string, m queue.Message[int]) {
	p.notices = append(p.notices, notice{kind, p.q.Now(), int(m.ID), m.Body, m.Priority, m.Deliveries})
}

// answers are what a call gave, and all that can be seen of a queue after it.
type answers struct {
	ID                                             uint64
	Body, Priority, Deliveries                     int
	LeaseEnd                                       time.Duration
	OK                                             bool
	Outcome                                        queue.Outcome
	Depth, Visible, InFlight, Delayed              int
	Written, Delivered, Acknowledged, DeadLettered uint64
	Expired                                        uint64
	Fresh, Unsettled, Parked                       int
	Now, Next                                      time.Duration
}

// do calls both and returns what differs, or nothing.
func (p *pair) do(o operation) string {
	var got, want answers
	h := p.held[max(0, len(p.held)-1-o.Receipt)]
	switch o.Kind {
	case write:
		body := 10 * o.Priority
		w := queue.WriteOptions{Priority: o.Priority, Delay: o.By, TTL: o.TTL, Group: o.Group}
		got.ID, want.ID = p.q.WriteWith(body, w), p.n.write(body, w)
	case receive, more:
		if problem := p.receive(&got, &want, o.Kind == more); problem != "" {
			return problem
		}
	case claim:
		if problem := p.claim(o); problem != "" {
			return problem
		}
	case again:
		if problem := p.again(h); problem != "" {
			return problem
		}
	case oldest:
		m, ok := p.q.DiscardOldest()
		got.ID, got.OK = m.ID, ok
		want.ID, want.OK = p.n.discardOldest()
	case upTo:
		got.Outcome = p.q.AcknowledgeUpTo(h.receipt, func(m queue.Message[int]) { p.tell("with it", m) })
		want.Outcome = p.n.acknowledgeUpTo(h.ticket)
	case acknowledge:
		got.Outcome, want.Outcome = p.q.Acknowledge(h.receipt), p.n.acknowledge(h.ticket)
	case requeue:
		got.Outcome, want.Outcome = p.q.Reject(h.receipt, true), p.n.reject(h.ticket, true)
	case reject:
		got.Outcome, want.Outcome = p.q.Reject(h.receipt, false), p.n.reject(h.ticket, false)
	case giveBack:
		got.Outcome, want.Outcome = p.q.RequeueAfter(h.receipt, o.To, o.By), p.n.requeue(h.ticket, o.To, o.By)
	case extend:
		got.Outcome, want.Outcome = p.q.Extend(h.receipt, o.By), p.n.extend(h.ticket, o.By)
	case advance:
		p.q.Advance(o.By)
		p.n.advanceTo(p.n.now + o.By)
	}
	p.look(&got, &want)
	if got != want {
		return cmp.Diff(want, got)
	}
	if len(p.notices) != 0 || len(p.n.notices) != 0 {
		problem := cmp.Diff(p.n.notices, p.notices, cmp.AllowUnexported(notice{}))
		p.notices, p.n.notices = p.notices[:0], p.n.notices[:0]
		return problem
	}
	return ""
}

func (p *pair) claim(o operation) string {
	if !p.n.options.Claimable {
		return ""
	}
	var got []queue.Delivery[int]
	p.q.Claim(o.By, o.Receipt, func(d queue.Delivery[int]) { got = append(got, d) })
	want := p.n.claim(o.By, o.Receipt)
	if len(got) != len(want) {
		return fmt.Sprintf("claimed %d, want %d", len(got), len(want))
	}
	for i := range got {
		if problem := p.same(got[i], want[i]); problem != "" {
			return problem
		}
	}
	return ""
}

func (p *pair) again(h holding) string {
	got, ok := p.q.Again(h.receipt)
	want := p.n.again(h.ticket)
	if ok != (want != nil) {
		return fmt.Sprintf("handed out again: %t", ok)
	}
	if !ok {
		return ""
	}
	return p.same(got, want)
}

// same holds one more delivery of a message against the oracle's.
func (p *pair) same(got queue.Delivery[int], want *record) string {
	p.held = append(p.held, holding{got.Receipt, ticket{want.id, want.deliveries}})
	end := want.end
	if end == never {
		end = 0
	}
	return cmp.Diff([]any{want.id, want.deliveries, end}, []any{int(got.ID), got.Deliveries, got.LeaseEnd})
}

func (p *pair) receive(got, want *answers, more bool) string {
	var d queue.Delivery[int]
	var ok bool
	if more {
		ok = p.q.ReceiveMore(&d)
	} else {
		ok = p.q.ReceiveInto(&d)
	}
	m := p.n.receive(more)
	if want.OK = m != nil; want.OK {
		want.ID, want.Body, want.Priority, want.Deliveries = uint64(m.id), m.body, m.priority, m.deliveries
		if p.n.leased() {
			want.LeaseEnd = m.end
		}
	}
	got.ID, got.Body, got.Priority, got.Deliveries = d.ID, d.Body, d.Priority, d.Deliveries
	got.LeaseEnd, got.OK = d.LeaseEnd, ok
	if !ok || *got != *want {
		return ""
	}
	p.held = append(p.held, holding{d.Receipt, ticket{m.id, m.deliveries}})
	return p.settle(d.Slot, d.ID)
}

// settle checks that no two messages that are there share a slot.
func (p *pair) settle(slot uint32, id uint64) string {
	other, taken := p.slots[slot]
	p.slots[slot] = id
	if taken && other != id && len(p.n.where(func(m *record) bool { return m.id == int(other) })) > 0 {
		return fmt.Sprintf("slot %d has message %d, which is still there, and %d", slot, other, id)
	}
	return ""
}

func (p *pair) look(got, want *answers) {
	q, n := p.q, p.n
	got.Depth, got.Visible, got.InFlight, got.Delayed = q.Depth(), q.Visible(), q.InFlight(), q.Delayed()
	got.Written, got.Delivered = q.Written(), q.Delivered()
	got.Acknowledged, got.DeadLettered = q.Acknowledged(), q.DeadLettered()
	got.Expired, want.Expired = q.Expired(), n.expired
	got.Fresh, got.Unsettled, got.Parked = q.Fresh(), q.Unsettled(), q.Parked()
	want.Fresh = len(n.where(func(m *record) bool { return m.deliveries == 0 }))
	want.Unsettled = len(n.unsettled())
	want.Parked = len(n.where(func(m *record) bool { return m.parked }))
	got.Now = q.Now()
	got.Next = never
	if next, ok := q.Next(); ok {
		got.Next = next
	}
	want.Depth, want.Visible, want.InFlight, want.Delayed =
		len(n.messages), len(n.visible()), len(n.inFlight()), len(n.delayed())
	want.Written, want.Delivered, want.Acknowledged, want.DeadLettered =
		n.written, n.delivered, n.acknowledged, n.deadLettered
	want.Now, want.Next = n.now, n.next()
}

func TestRandomOperationsAgreeWithTheNaiveQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := queue.Options[int]{
			Visibility:      rapid.SampledFrom([]time.Duration{0, 1, 3, 5}).Draw(t, "visibility"),
			LateAcknowledge: rapid.SampledFrom([]queue.LateAcknowledge{queue.Deletes, queue.Refuses}).Draw(t, "late"),
			MaxDeliveries:   rapid.IntRange(0, 3).Draw(t, "max deliveries"),
			Requeue:         rapid.SampledFrom(positions).Draw(t, "requeue"),
			LimitOnReturn:   rapid.Bool().Draw(t, "limit on return"),
			TTL:             rapid.SampledFrom([]time.Duration{0, 0, 4, 7}).Draw(t, "ttl"),
			TTLAtHead:       rapid.Bool().Draw(t, "ttl at head"),
		}
		ttls := rapid.SampledFrom([]time.Duration{0, 5}).Draw(t, "ttls")
		priorities := rapid.IntRange(0, 2).Draw(t, "priorities")
		delays := rapid.SampledFrom([]time.Duration{0, 4}).Draw(t, "delays")
		p := newPair(o)
		for _, o := range rapid.SliceOfN(operations(priorities, delays, ttls), 1, 80).Draw(t, "operations") {
			if problem := p.do(o); problem != "" {
				t.Fatalf("after %v:\n%s", o, problem)
			}
		}
	})
}

var positions = []queue.Position{queue.Place, queue.Front, queue.Back, queue.Ahead}

// What single brokers do besides, each with what goes with it.
func TestRandomOperationsOfBrokersAgreeWithTheNaiveQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := queue.Options[int]{
			LateAcknowledge: rapid.SampledFrom([]queue.LateAcknowledge{queue.Deletes, queue.Refuses, queue.DeletesNewest}).Draw(t, "late"),
			MaxDeliveries:   rapid.IntRange(0, 3).Draw(t, "max deliveries"),
			Requeue:         rapid.SampledFrom(positions).Draw(t, "requeue"),
			Parks:           rapid.Bool().Draw(t, "parks"),
			AnyReceipt:      rapid.Bool().Draw(t, "any receipt"),
			MaxInFlight:     rapid.IntRange(0, 3).Draw(t, "max in flight"),
			CountsReturned:  rapid.Bool().Draw(t, "counts returned"),
			Groups:          rapid.Bool().Draw(t, "groups"),
		}
		switch rapid.IntRange(0, 2).Draw(t, "leases") {
		case 0:
			o.Claimable, o.MaxDeliveries = true, 0
		case 1:
			o.Visibility = 3
			o.LeaseMost = rapid.SampledFrom([]time.Duration{0, 5}).Draw(t, "most")
		case 2:
			o.Backoff = []time.Duration{1, 3, 2}
		}
		if !o.Groups {
			o.LimitOnReturn = rapid.Bool().Draw(t, "limit on return")
			o.TTL, o.TTLAtHead = rapid.SampledFrom([]time.Duration{0, 7}).Draw(t, "ttl"), true
		}
		groups := rapid.Uint32Range(1, 2).Draw(t, "number of groups")
		each := rapid.Custom(func(t *rapid.T) operation {
			o := operations(1, 4, 0).Draw(t, "operation")
			switch rapid.IntRange(0, 12).Draw(t, "kind of a broker's") {
			case 0, 1:
				o.Kind = more
			case 2:
				o = operation{Kind: claim, By: time.Duration(rapid.IntRange(0, 4).Draw(t, "idle")), Receipt: rapid.IntRange(0, 4).Draw(t, "most")}
			case 3:
				o = operation{Kind: again, Receipt: rapid.IntRange(0, 5).Draw(t, "receipt")}
			case 5:
				o = operation{Kind: oldest}
			case 4:
				o = operation{Kind: upTo, Receipt: rapid.IntRange(0, 5).Draw(t, "receipt")}
			}
			o.Group = rapid.Uint32Range(0, groups).Draw(t, "group")
			return o
		})
		p := newPair(o)
		for _, o := range rapid.SliceOfN(each, 1, 80).Draw(t, "operations") {
			if problem := p.do(o); problem != "" {
				t.Fatalf("after %+v:\n%s", o, problem)
			}
		}
	})
}

func operations(priorities int, delays, ttls time.Duration) *rapid.Generator[operation] {
	often := []kind{write, write, write, receive, receive, receive, acknowledge, acknowledge,
		requeue, reject, giveBack, extend, advance, advance}
	return rapid.Custom(func(t *rapid.T) operation {
		o := operation{Kind: rapid.SampledFrom(often).Draw(t, "kind")}
		switch o.Kind {
		case write:
			o.Priority = rapid.IntRange(-priorities, priorities).Draw(t, "priority")
			o.By = rapid.Custom(func(t *rapid.T) time.Duration {
				return time.Duration(rapid.Int64Range(-1, int64(delays)).Draw(t, "ns"))
			}).Draw(t, "delay")
			if ttls > 0 {
				o.TTL = time.Duration(rapid.Int64Range(-1, int64(ttls)).Draw(t, "ttl"))
			}
		case receive:
		case extend, advance:
			o.By = time.Duration(rapid.IntRange(0, 6).Draw(t, "by"))
			o.Receipt = rapid.IntRange(0, 12).Draw(t, "receipt")
		case giveBack:
			o.To = rapid.SampledFrom(positions).Draw(t, "to")
			o.By = time.Duration(rapid.IntRange(0, 3).Draw(t, "by"))
			fallthrough
		default:
			o.Receipt = rapid.IntRange(0, 12).Draw(t, "receipt")
		}
		return o
	})
}

// Every sequence of up to six of these operations on at most two messages.
// Sequences of six hold the shorter ones, because every call is compared.
func TestEveryShortSequenceAgreesWithTheNaiveQueue(t *testing.T) {
	for _, o := range []queue.Options[int]{
		{Visibility: 2, LateAcknowledge: queue.Deletes},
		{Visibility: 2, LateAcknowledge: queue.Refuses, Requeue: queue.Back},
		{Visibility: 2, LateAcknowledge: queue.Deletes, Requeue: queue.Front, MaxDeliveries: 1},
		{Visibility: 2, LateAcknowledge: queue.Refuses, MaxDeliveries: 2},
		{LateAcknowledge: queue.Deletes, Requeue: queue.Back, MaxDeliveries: 1},
		{LateAcknowledge: queue.Refuses, Requeue: queue.Front},
		{Visibility: 2, Requeue: queue.Ahead, MaxDeliveries: 1, LimitOnReturn: true, TTL: 3, TTLAtHead: true},
		{Visibility: 1, Requeue: queue.Ahead, TTL: 3},
	} {
		everySequence(6, nil, func(s []operation) { replay(t, o, s) })
	}
}

// everySequence calls f with each continuation of s to that length, but for
// those that name a receipt before there is one.
func everySequence(length int, s []operation, f func([]operation)) {
	if len(s) == length {
		f(s)
		return
	}
	for _, next := range []operation{
		{Kind: write},
		{Kind: write, Priority: 1, By: 1},
		{Kind: receive},
		{Kind: acknowledge},
		{Kind: acknowledge, Receipt: 1},
		{Kind: requeue, Receipt: 1},
		{Kind: reject},
		{Kind: extend, By: 2},
		{Kind: extend, By: 3, Receipt: 1},
		{Kind: advance, By: 1},
		{Kind: advance, By: 2},
	} {
		if possible(s, next) {
			everySequence(length, append(s, next), f)
		}
	}
}

func possible(s []operation, next operation) bool {
	var done [kinds]int
	for _, o := range s {
		done[o.Kind]++
	}
	switch next.Kind {
	case write:
		return done[write] < 2
	case receive, advance:
		return true
	}
	return next.Receipt < done[receive]
}

func replay(t *testing.T, o queue.Options[int], sequence []operation) {
	t.Helper()
	p := newPair(o)
	for _, c := range sequence {
		if problem := p.do(c); problem != "" {
			t.Fatalf("options %+v, %v:\n%s", o, sequence, problem)
		}
	}
}

func FuzzOperations(f *testing.F) {
	f.Add([]byte{3, 0, 0, 1, 2})
	f.Add([]byte("\x05\x00\x08\x01\x01\x37\x02\x0a\x01\x06\x17"))
	f.Add([]byte("\x4b\x00\x10\x20\x01\x01\x01\x03\x13\x27\x01\x01"))
	f.Add([]byte("\xff\x30\x50\x07\x17\x01\x26\x36\x47\x01\x02\x12\x02"))
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) < 2 || len(script) > 400 {
			return
		}
		set := script[0]
		p := newPair(queue.Options[int]{
			Visibility:      time.Duration(set & 3),
			LateAcknowledge: queue.LateAcknowledge(set >> 2 & 1),
			Requeue:         queue.Position(set >> 3 & 3),
			MaxDeliveries:   int(set >> 5 & 3),
			LimitOnReturn:   set>>7 == 1,
		})
		for _, b := range script[1:] {
			n := int(b >> 4)
			o := operation{Kind: kind(b & 15 % byte(kinds)), Priority: n & 1, By: time.Duration(n >> 1), Receipt: n, TTL: time.Duration(b>>2&7) - 1, To: queue.Position(n & 3)}
			if problem := p.do(o); problem != "" {
				t.Fatalf("after %v:\n%s", o, problem)
			}
		}
	})
}
