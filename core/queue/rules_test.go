package queue_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/queue"
)

type opts = queue.Options[string]

const ms = time.Millisecond

func written(o opts, bodies ...string) *queue.Queue[string] {
	q := queue.New(o)
	for _, b := range bodies {
		q.Write(b)
	}
	return q
}

// take receives one message that has to be there.
func take(t *testing.T, q *queue.Queue[string]) queue.Delivery[string] {
	t.Helper()
	d, ok := q.Receive()
	if !ok {
		t.Fatal("nothing visible")
	}
	return d
}

// rest receives whatever is visible.
func rest(q *queue.Queue[string]) (bodies []string) {
	for d, ok := q.Receive(); ok; d, ok = q.Receive() {
		bodies = append(bodies, d.Body)
	}
	return bodies
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestWriteNumbersMessagesFromOne(t *testing.T) {
	q := queue.New(opts{})
	want(t, "IDs", []uint64{q.Write("a"), q.WriteWith("b", queue.WriteOptions{Delay: ms}), q.Write("c")},
		[]uint64{1, 2, 3})
}

func TestHigherPriorityFirstThenPlace(t *testing.T) {
	q := queue.New(opts{})
	for _, w := range []struct {
		body     string
		priority int
	}{
		{"ordinary 1", 0}, {"low", -3}, {"vip 1", 9}, {"ordinary 2", 0}, {"vip 2", 9},
		{"lowest", math.MinInt}, {"highest", math.MaxInt},
	} {
		q.WriteWith(w.body, queue.WriteOptions{Priority: w.priority})
	}
	want(t, "order", rest(q), []string{"highest", "vip 1", "vip 2", "ordinary 1", "ordinary 2", "low", "lowest"})
}

// Three messages of five are out and come back in the given order.
func TestWhereAMessageGoesThatComesBack(t *testing.T) {
	for _, c := range []struct {
		position queue.Position
		back     []int
		order    []string
	}{
		{queue.Place, []int{2, 0, 1}, []string{"m1", "m2", "m3", "m4", "m5"}},
		{queue.Front, []int{2, 0, 1}, []string{"m2", "m1", "m3", "m4", "m5"}},
		{queue.Back, []int{2, 0, 1}, []string{"m4", "m5", "m3", "m1", "m2"}},
		{queue.Place, []int{1}, []string{"m2", "m4", "m5"}},
		{queue.Front, []int{1}, []string{"m2", "m4", "m5"}},
		{queue.Back, []int{1}, []string{"m4", "m5", "m2"}},
	} {
		for name, give := range map[string]func(*queue.Queue[string], queue.Receipt) queue.Outcome{
			"reject":    func(q *queue.Queue[string], r queue.Receipt) queue.Outcome { return q.Reject(r, true) },
			"return":    (*queue.Queue[string]).Return,
			"lease end": func(q *queue.Queue[string], r queue.Receipt) queue.Outcome { return q.Extend(r, 0) },
		} {
			q := written(opts{Visibility: ms, Requeue: c.position}, "m1", "m2", "m3", "m4", "m5")
			held := []queue.Receipt{take(t, q).Receipt, take(t, q).Receipt, take(t, q).Receipt}
			for _, i := range c.back {
				want(t, name, give(q, held[i]), queue.Done)
			}
			want(t, name, rest(q), c.order)
		}
	}
}

func TestAMessageComesBackWithinItsPriority(t *testing.T) {
	for position, order := range map[queue.Position][]string{
		queue.Place: {"vip", "first", "second"},
		queue.Front: {"vip", "first", "second"},
		queue.Back:  {"vip", "second", "first"},
	} {
		q := written(opts{Requeue: position}, "first", "second")
		d := take(t, q)
		q.WriteWith("vip", queue.WriteOptions{Priority: 1})
		q.Reject(d.Receipt, true)
		want(t, "order", rest(q), order)
	}
}

func TestALeaseEndsAtItsInstant(t *testing.T) {
	var ended []queue.Message[string]
	q := written(opts{Visibility: 30 * ms, LeaseEnded: func(m queue.Message[string]) { ended = append(ended, m) }}, "job")
	q.Advance(5 * ms)
	want(t, "end", take(t, q).LeaseEnd, 35*ms)

	q.AdvanceTo(35*ms - 1)
	want(t, "visible a moment before", q.Visible(), 0)
	want(t, "ended a moment before", len(ended), 0)
	q.Advance(1)
	want(t, "visible", q.Visible(), 1)
	want(t, "ended", ended, []queue.Message[string]{{ID: 1, Body: "job", Deliveries: 1, Slot: 1}})
	want(t, "next delivery", take(t, q).Deliveries, 2)
}

func TestWithoutATimeoutAMessageStaysInFlight(t *testing.T) {
	q := written(opts{}, "job")
	d := take(t, q)
	want(t, "lease end", d.LeaseEnd, 0*ms)
	_, pending := q.Next()
	want(t, "pending", pending, false)
	q.Advance(1000 * time.Hour)
	want(t, "in flight", q.InFlight(), 1)
	want(t, "extend", q.Extend(d.Receipt, ms), queue.Refused)
	want(t, "return", q.Return(d.Receipt), queue.Done)
	want(t, "visible", q.Visible(), 1)
}

func TestDepthIsVisibleInFlightAndDelayed(t *testing.T) {
	q := written(opts{Visibility: ms}, "a", "b", "c")
	q.WriteWith("d", queue.WriteOptions{Delay: 7 * ms})
	take(t, q)
	want(t, "depth, visible, in flight, delayed",
		[]int{q.Depth(), q.Visible(), q.InFlight(), q.Delayed()}, []int{4, 2, 1, 1})
}

func TestADelayIsOverAtItsInstant(t *testing.T) {
	var woke []time.Duration
	var q *queue.Queue[string]
	q = queue.New(opts{Woke: func(queue.Message[string]) { woke = append(woke, q.Now()) }})
	q.WriteWith("later", queue.WriteOptions{Delay: 10 * ms})
	q.WriteWith("no delay", queue.WriteOptions{Delay: -ms})
	want(t, "visible at once", rest(q), []string{"no delay"})
	q.Advance(10*ms - 1)
	want(t, "a moment before", rest(q), []string(nil))
	q.Advance(5 * ms)
	want(t, "woke", woke, []time.Duration{10 * ms})
	want(t, "after", rest(q), []string{"later"})
}

// The place is that of the writing: once its delay is over, a message goes
// before those written after it.
func TestADelayedMessageHasItsPlace(t *testing.T) {
	q := queue.New(opts{})
	q.WriteWith("first", queue.WriteOptions{Delay: ms})
	q.Write("second")
	q.Write("third")
	q.Advance(ms)
	want(t, "order", rest(q), []string{"first", "second", "third"})
}

func TestEachHandOutCounts(t *testing.T) {
	q := written(opts{Visibility: ms}, "job")
	for n := 1; n <= 3; n++ {
		want(t, "deliveries", take(t, q).Deliveries, n)
		q.Advance(ms)
	}
	want(t, "delivered", q.Delivered(), uint64(3))
}

func TestAcknowledge(t *testing.T) {
	for _, c := range []struct {
		name             string
		late             queue.LateAcknowledge
		after            time.Duration
		redeliver        bool
		outcome, again   queue.Outcome
		depth            int
		secondHolderThen queue.Outcome
	}{
		{"in time", queue.Deletes, 30*ms - 1, false, queue.Done, queue.Gone, 0, queue.Gone},
		{"in time", queue.Refuses, 30*ms - 1, false, queue.Done, queue.Gone, 0, queue.Gone},
		{"late", queue.Deletes, 30 * ms, false, queue.Late, queue.Gone, 0, queue.Gone},
		{"late", queue.Refuses, 30 * ms, false, queue.Refused, queue.Refused, 1, queue.Gone},
		{"late, held by another", queue.Deletes, 30 * ms, true, queue.Late, queue.Gone, 0, queue.Gone},
		{"late, held by another", queue.Refuses, 30 * ms, true, queue.Refused, queue.Refused, 1, queue.Done},
	} {
		q := written(opts{Visibility: 30 * ms, LateAcknowledge: c.late}, "job")
		first := take(t, q).Receipt
		q.Advance(c.after)
		var second queue.Receipt
		if c.redeliver {
			second = take(t, q).Receipt
		}
		want(t, c.name, q.Acknowledge(first), c.outcome)
		want(t, c.name+", again", q.Acknowledge(first), c.again)
		want(t, c.name+", depth", q.Depth(), c.depth)
		want(t, c.name+", second holder", q.Acknowledge(second), c.secondHolderThen)
	}
}

// A slot is used again; the old receipt must not find the new message in it.
func TestAReceiptNeverNamesAnotherMessage(t *testing.T) {
	q := written(opts{Visibility: ms}, "old")
	old := take(t, q)
	q.Acknowledge(old.Receipt)
	q.Write("new")
	now := take(t, q)
	want(t, "slot", now.Slot, old.Slot)
	want(t, "old", q.Acknowledge(old.Receipt), queue.Gone)
	want(t, "zero", q.Acknowledge(queue.Receipt{}), queue.Gone)
	want(t, "new", q.Acknowledge(now.Receipt), queue.Done)
}

func TestAReceiptOfAQueueWithMoreSlots(t *testing.T) {
	many := written(opts{}, "slot 1", "slot 2")
	for range 2 {
		want(t, "outcome", written(opts{}).Acknowledge(take(t, many).Receipt), queue.Gone)
	}
}

// A Delivery that is used again keeps nothing of its last message.
func TestReceiveInto(t *testing.T) {
	var d queue.Delivery[string]
	leased := queue.New(opts{Visibility: 30 * ms})
	leased.WriteWith("leased", queue.WriteOptions{Priority: 7})
	want(t, "leased", leased.ReceiveInto(&d), true)
	want(t, "message", d.Message, queue.Message[string]{ID: 1, Body: "leased", Priority: 7, Deliveries: 1, Slot: 1})
	want(t, "lease end", d.LeaseEnd, 30*ms)

	plain := written(opts{}, "plain")
	want(t, "plain", plain.ReceiveInto(&d), true)
	want(t, "message", d.Message, queue.Message[string]{ID: 1, Body: "plain", Deliveries: 1, Slot: 1})
	want(t, "lease end", d.LeaseEnd, 0*ms)

	want(t, "none", plain.ReceiveInto(&d), false)
	want(t, "as it was", d.Body, "plain")
	want(t, "receipt", plain.Acknowledge(d.Receipt), queue.Done)
}

// Whatever would take a message from its holder, or prolong it for them, is
// refused to others, in both modes.
func TestLateReceiptsAreRefused(t *testing.T) {
	for _, late := range []queue.LateAcknowledge{queue.Deletes, queue.Refuses} {
		q := written(opts{Visibility: 30 * ms, LateAcknowledge: late}, "job")
		first := take(t, q).Receipt
		q.Advance(30 * ms)
		second := take(t, q)
		want(t, "extend", q.Extend(first, time.Hour), queue.Refused)
		want(t, "requeue", q.Reject(first, true), queue.Refused)
		want(t, "reject", q.Reject(first, false), queue.Refused)
		want(t, "return", q.Return(first), queue.Refused)
		next, _ := q.Next()
		want(t, "lease end", next, 60*ms)
		want(t, "second holder", q.Acknowledge(second.Receipt), queue.Done)
	}
}

func TestARejectedMessageIsNoLongerHeld(t *testing.T) {
	q := written(opts{Visibility: ms, LateAcknowledge: queue.Refuses}, "job")
	d := take(t, q)
	q.Reject(d.Receipt, true)
	want(t, "reject again", q.Reject(d.Receipt, true), queue.Refused)
	want(t, "acknowledge", q.Acknowledge(d.Receipt), queue.Refused)
	_, pending := q.Next()
	want(t, "pending", pending, false)
}

func TestRejectWithoutRequeueDeadLetters(t *testing.T) {
	var dead []queue.Message[string]
	q := written(opts{DeadLetter: func(m queue.Message[string]) { dead = append(dead, m) }}, "poison", "good")
	r := take(t, q).Receipt
	want(t, "reject", q.Reject(r, false), queue.Done)
	want(t, "dead", dead, []queue.Message[string]{{ID: 1, Body: "poison", Deliveries: 1, Slot: 1}})
	want(t, "counts", []uint64{q.DeadLettered(), uint64(q.Depth())}, []uint64{1, 1})
	want(t, "afterwards", q.Acknowledge(r), queue.Gone)
}

// A heartbeat every 20 ms keeps a message of 45 ms of work under a timeout of 30;
// the last lease was restarted at 40 and would end at 70.
func TestExtendRestartsTheLeaseFromNow(t *testing.T) {
	q := written(opts{Visibility: 30 * ms}, "job", "other")
	d := take(t, q)
	for _, end := range []time.Duration{50 * ms, 70 * ms} {
		q.Advance(20 * ms)
		want(t, "extend", q.Extend(d.Receipt, 30*ms), queue.Done)
		next, _ := q.Next()
		want(t, "lease end", next, end)
	}
	q.Advance(5 * ms)
	want(t, "acknowledge", q.Acknowledge(d.Receipt), queue.Done)
}

func TestExtendByAnotherDuration(t *testing.T) {
	for by, end := range map[time.Duration]time.Duration{
		1: 1 + 10*ms, 29 * ms: 39 * ms, time.Hour: time.Hour + 10*ms, math.MaxInt64: math.MaxInt64,
	} {
		q := written(opts{Visibility: 30 * ms}, "job")
		d := take(t, q)
		q.Advance(10 * ms)
		q.Extend(d.Receipt, by)
		next, _ := q.Next()
		want(t, "lease end", next, end)
	}
}

func TestTheLimitOfDeliveries(t *testing.T) {
	for limit, hands := range map[int]uint64{1: 1, 3: 3, math.MaxInt: 5, 0: 5} {
		var dead []string
		q := written(opts{Visibility: ms, MaxDeliveries: limit,
			DeadLetter: func(m queue.Message[string]) { dead = append(dead, m.Body) }}, "poison")
		for range 5 {
			q.Receive()
			q.Advance(ms)
		}
		want(t, "delivered", q.Delivered(), hands)
		want(t, "dead", len(dead) == 1, hands < 5)
	}
}

// Until its turn comes once too often, a message is there to see.
func TestOneReceivePassesSeveralThatAreSpent(t *testing.T) {
	q := written(opts{Visibility: ms, MaxDeliveries: 1}, "a", "b", "c")
	take(t, q)
	take(t, q)
	q.Advance(ms)
	want(t, "visible", q.Visible(), 3)
	want(t, "next", take(t, q).Body, "c")
	want(t, "dead-lettered", q.DeadLettered(), uint64(2))
	want(t, "depth", q.Depth(), 1)
}

// At the same instant, what was taken first ends first: the delay of "delayed"
// before the lease of "a", and that before the one of "b", which was taken
// before it but again by Extend.
func TestTiesAreBrokenByTheOrderOfTaking(t *testing.T) {
	var ended []string
	note := func(m queue.Message[string]) { ended = append(ended, m.Body) }
	q := queue.New(opts{Visibility: 30 * ms, LeaseEnded: note, Woke: note})
	q.Write("b")
	q.Write("a")
	b := take(t, q)
	q.WriteWith("delayed", queue.WriteOptions{Delay: 50 * ms})
	q.Advance(20 * ms)
	take(t, q)
	want(t, "extend", q.Extend(b.Receipt, 30*ms), queue.Done)
	q.Advance(time.Second)
	want(t, "order", ended, []string{"delayed", "a", "b"})
}

func TestCallbacksMayUseTheQueue(t *testing.T) {
	var q *queue.Queue[string]
	q = queue.New(opts{
		Visibility: 10 * ms, MaxDeliveries: 2,
		LeaseEnded: func(queue.Message[string]) { q.Receive() },
		DeadLetter: func(m queue.Message[string]) { q.Write(m.Body + " again") },
		Woke:       func(queue.Message[string]) { q.Receive() },
	})
	q.WriteWith("job", queue.WriteOptions{Delay: 5 * ms})
	q.Advance(25 * ms)
	// Handed out at 5 and 15; at 25 its turn comes for the third time.
	want(t, "dead-lettered", q.DeadLettered(), uint64(1))
	next, _ := q.Next()
	want(t, "the new one's lease", next, 35*ms)
	want(t, "delivered", q.Delivered(), uint64(3))
}

// The first message is dead-lettered on the way to the second; a hundred written
// meanwhile need room that the queue did not have when the call began.
func TestACallbackMayWriteInTheMiddleOfReceive(t *testing.T) {
	var q *queue.Queue[string]
	q = written(opts{Visibility: ms, MaxDeliveries: 1, DeadLetter: func(queue.Message[string]) {
		for range 100 {
			q.Write("more")
		}
	}}, "a", "b")
	take(t, q)
	q.Advance(ms)
	b := take(t, q)
	want(t, "body", b.Body, "b")
	want(t, "in flight", q.InFlight(), 1)
	want(t, "acknowledge", q.Acknowledge(b.Receipt), queue.Done)
	want(t, "depth", q.Depth(), 100)
}

func TestACallbackMayMoveTheClock(t *testing.T) {
	var q *queue.Queue[string]
	q = written(opts{Visibility: 10 * ms, LeaseEnded: func(queue.Message[string]) { q.Advance(40 * ms) }}, "job")
	take(t, q)
	q.Advance(20 * ms)
	want(t, "clock", q.Now(), 50*ms)
}

func TestMistakesPanic(t *testing.T) {
	q := written(opts{})
	q.Advance(ms)
	for name, f := range map[string]func(){
		"negative visibility": func() { queue.New(opts{Visibility: -1}) },
		"negative limit":      func() { queue.New(opts{MaxDeliveries: -1}) },
		"advance backwards":   func() { q.Advance(-1) },
		"advance to the past": func() { q.AdvanceTo(0) },
	} {
		func() {
			defer func() { want(t, name, recover() != nil, true) }()
			f()
		}()
	}
}

func TestTheClockStopsAtItsEnd(t *testing.T) {
	q := written(opts{}, "job")
	q.Advance(ms)
	q.Advance(math.MaxInt64)
	want(t, "clock", q.Now(), never)
}

func TestOutcomesHaveNames(t *testing.T) {
	var names []string
	var ok []bool
	for _, o := range []queue.Outcome{queue.Done, queue.Late, queue.Refused, queue.Gone, queue.Buried} {
		names, ok = append(names, o.String()), append(ok, o.OK())
	}
	want(t, "names", names, []string{"done", "late", "refused", "gone", "buried"})
	want(t, "ok", ok, []bool{true, true, false, false, true})
}

// Messages come and go, are late, come back, wait and have priorities: after the
// first rounds nothing is allocated any more.
func TestTheSteadyStateAllocatesNothing(t *testing.T) {
	for _, o := range []queue.Options[string]{
		{Visibility: 3, MaxDeliveries: 4},
		{Visibility: 3, TTL: 9, Requeue: queue.Ahead},
		{Visibility: 3, TTL: 9, TTLAtHead: true, MaxDeliveries: 2, LimitOnReturn: true},
	} {
		allocatesNothing(t, queue.New(o))
	}
}

func allocatesNothing(t *testing.T, q *queue.Queue[string]) {
	t.Helper()
	round := func() {
		for i := range 4 {
			q.WriteWith("job", queue.WriteOptions{Priority: i % 3, Delay: time.Duration(i % 2), TTL: q.Now() % 3})
		}
		q.Advance(1)
		for i := range 10 {
			d, ok := q.Receive()
			switch {
			case !ok:
			case i%4 == 0:
				q.Reject(d.Receipt, i%8 == 0)
			case i%4 == 1:
				q.Extend(d.Receipt, 2)
			default:
				q.Acknowledge(d.Receipt)
			}
		}
	}
	for range 100 {
		round()
	}
	want(t, "allocations", testing.AllocsPerRun(100, round), 0.0)
	want(t, "depth is bounded", q.Depth() < 40, true)
}

func expiring(o opts) (*queue.Queue[string], *[]string) {
	var gone []string
	o.Expired = func(m queue.Message[string]) { gone = append(gone, m.Body) }
	return queue.New(o), &gone
}

// A message behind one that lives on expires at its own instant, or stays until
// it is the next.
func TestExpiredBehindALiveHead(t *testing.T) {
	for _, atHead := range []bool{false, true} {
		q, gone := expiring(opts{TTLAtHead: atHead})
		q.WriteWith("long", queue.WriteOptions{TTL: 100 * ms})
		q.WriteWith("short", queue.WriteOptions{TTL: 10 * ms})
		q.Advance(10*ms - 1)
		want(t, "visible just before", q.Visible(), 2)
		q.Advance(1)
		if !atHead {
			want(t, "expired", *gone, []string{"short"})
			continue
		}
		want(t, "visible behind the head", q.Visible(), 2)
		take(t, q)
		_, ok := q.Receive()
		want(t, "an expired message is handed out", ok, false)
		want(t, "expired", *gone, []string{"short"})
		want(t, "count", q.Expired(), uint64(1))
	}
}

func TestAMessageInFlightExpiresWhenItComesBack(t *testing.T) {
	q, gone := expiring(opts{TTL: 10 * ms})
	q.Write("job")
	d := take(t, q)
	q.Advance(30 * ms)
	want(t, "in flight", q.InFlight(), 1)
	q.Reject(d.Receipt, true)
	next, pending := q.Next()
	want(t, "next", next, 30*ms)
	want(t, "pending", pending, true)
	q.Advance(0)
	want(t, "expired", *gone, []string{"job"})
	want(t, "depth", q.Depth(), 0)
}

// The shorter of the queue's time to live and the message's counts.
func TestTheShorterTimeToLiveCounts(t *testing.T) {
	q, gone := expiring(opts{TTL: 10 * ms})
	q.WriteWith("own", queue.WriteOptions{TTL: 5 * ms})
	q.WriteWith("queue's", queue.WriteOptions{TTL: 50 * ms})
	q.Advance(5 * ms)
	want(t, "after 5 ms", *gone, []string{"own"})
	q.Advance(5 * ms)
	want(t, "after 10 ms", *gone, []string{"own", "queue's"})
}

// A message that expires at once goes to a consumer who is there.
func TestAtOnce(t *testing.T) {
	q, gone := expiring(opts{})
	q.WriteWith("taken", queue.WriteOptions{TTL: queue.AtOnce})
	take(t, q)
	q.WriteWith("not taken", queue.WriteOptions{TTL: queue.AtOnce})
	q.Advance(0)
	want(t, "expired", *gone, []string{"not taken"})
}

// What comes back ahead is before what was never handed out, in the order in
// which it came back, and behind what came back to the front.
func TestAhead(t *testing.T) {
	q := written(opts{}, "a", "b", "c", "d")
	a, b, c := take(t, q), take(t, q), take(t, q)
	q.Requeue(c.Receipt, queue.Ahead)
	q.Requeue(a.Receipt, queue.Ahead)
	q.Requeue(b.Receipt, queue.Front)
	var order []string
	for range 4 {
		order = append(order, take(t, q).Body)
	}
	want(t, "order", order, []string{"b", "c", "a", "d"})
}

func TestTheLimitOnReturn(t *testing.T) {
	var dead []string
	q := written(opts{MaxDeliveries: 2, LimitOnReturn: true, DeadLetter: func(m queue.Message[string]) { dead = append(dead, m.Body) }}, "job")
	want(t, "first", q.Reject(take(t, q).Receipt, true), queue.Done)
	want(t, "second", q.Reject(take(t, q).Receipt, true), queue.Buried)
	want(t, "dead", dead, []string{"job"})
	want(t, "depth", q.Depth(), 0)
}

// A time to live given to one message leaves those without one alone, whatever
// places they are kept in.
func TestOneTimeToLiveAmongMany(t *testing.T) {
	q, gone := expiring(opts{})
	for _, body := range []string{"a", "b", "c"} {
		q.Write(body)
	}
	q.Acknowledge(take(t, q).Receipt)
	q.WriteWith("brief", queue.WriteOptions{TTL: ms})
	q.Advance(ms)
	want(t, "expired", *gone, []string{"brief"})
	want(t, "visible", q.Visible(), 2)
}

// A message that comes back after a delay takes its place when it is visible.
func TestRequeueAfter(t *testing.T) {
	q := written(opts{}, "a", "b", "c")
	a, b := take(t, q), take(t, q)
	want(t, "outcome", q.RequeueAfter(a.Receipt, queue.Ahead, 10*ms), queue.Done)
	q.Requeue(b.Receipt, queue.Ahead)
	want(t, "delayed", q.Delayed(), 1)
	q.Advance(10 * ms)
	want(t, "first", take(t, q).Body, "b")
	want(t, "second", take(t, q).Body, "a")
}

func TestALateAcknowledgementFindsADelayedMessage(t *testing.T) {
	q := written(opts{}, "job")
	d := take(t, q)
	q.RequeueAfter(d.Receipt, queue.Place, 10*ms)
	want(t, "outcome", q.Acknowledge(d.Receipt), queue.Late)
	want(t, "depth", q.Depth(), 0)
	_, pending := q.Next()
	want(t, "pending", pending, false)
}
