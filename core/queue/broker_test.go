package queue_test

import (
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/queue"
)

// JetStream, which has no dead letters: the message stays, and a late acknowledgement
// is still taken.
func TestAMessageThatIsUsedUpIsParked(t *testing.T) {
	var parked []string
	q := queue.New(opts{MaxDeliveries: 2, Parks: true, Parked: func(m queue.Message[string]) { parked = append(parked, m.Body) }})
	q.Write("m1")
	q.Write("m2")
	for range 2 {
		q.Reject(take(t, q).Receipt, true)
	}
	d := take(t, q)
	want(t, "next", d.Body, "m2")
	want(t, "parked", parked, []string{"m1"})
	want(t, "depth, parked, unsettled", []int{q.Depth(), q.Parked(), q.Unsettled()}, []int{2, 1, 1})
}

// 300 ms, 600 ms, 1.2 s and 1.2 s again; a rejection does not wait.
func TestBackoffIsTheLeasesOfTheDeliveries(t *testing.T) {
	q := queue.New(opts{Backoff: []time.Duration{300 * ms, 600 * ms, 1200 * ms}})
	q.Write("m1")
	var ends []time.Duration
	for range 4 {
		d := take(t, q)
		ends = append(ends, d.LeaseEnd)
		q.AdvanceTo(d.LeaseEnd)
	}
	want(t, "ends", ends, []time.Duration{300 * ms, 900 * ms, 2100 * ms, 3300 * ms})
	q.Reject(take(t, q).Receipt, true)
	want(t, "back at once", q.Visible(), 1)
}

// SQS: in all 12 hours from the receive; what is beyond is refused, not clipped.
func TestALeaseHasAGreatestLength(t *testing.T) {
	q := queue.New(opts{Visibility: time.Minute, LeaseMost: 12 * time.Hour})
	q.Write("m1")
	r := take(t, q).Receipt
	q.Advance(time.Second)
	want(t, "beyond", q.Extend(r, 12*time.Hour), queue.Refused)
	end, _ := q.Next()
	want(t, "end", end, time.Minute)
	want(t, "just within", q.Extend(r, 12*time.Hour-time.Second), queue.Done)
	end, _ = q.Next()
	want(t, "end", end, 12*time.Hour)
}

// The first consumer's lease has ended and the second has the message.
func TestAnyReceiptSpeaksForTheHolder(t *testing.T) {
	for _, c := range []struct {
		any     bool
		outcome queue.Outcome
		next    time.Duration
	}{{true, queue.Done, 2500 * ms}, {false, queue.Refused, 2000 * ms}} {
		q := queue.New(opts{Visibility: time.Second, AnyReceipt: c.any})
		q.Write("m1")
		first := take(t, q).Receipt
		q.Advance(time.Second)
		take(t, q)
		q.Advance(500 * ms)
		want(t, "extended", q.Extend(first, time.Second), c.outcome)
		next, _ := q.Next()
		want(t, "end of the lease", next, c.next)
		want(t, "given back", q.Reject(first, true), c.outcome)
	}
}

// SQS: only the newest receipt handle deletes.
func TestALateAcknowledgementOfTheNewestDelivery(t *testing.T) {
	q := queue.New(opts{Visibility: time.Second, LateAcknowledge: queue.DeletesNewest})
	q.Write("m1")
	first := take(t, q).Receipt
	q.Advance(time.Second)
	second := take(t, q).Receipt
	want(t, "of the first", q.Acknowledge(first), queue.Refused)
	q.Advance(time.Second)
	want(t, "of the second", q.Acknowledge(second), queue.Late)
}

func TestSoManyInFlight(t *testing.T) {
	for _, c := range []struct {
		counts bool
		more   []string
	}{{false, []string{"m3"}}, {true, nil}} {
		q := queue.New(opts{MaxInFlight: 2, CountsReturned: c.counts})
		put(q, "m1", "m2", "m3", "m4")
		r := take(t, q).Receipt
		want(t, "of four", rest(q), []string{"m2"})
		q.RequeueAfter(r, queue.Place, time.Second)
		want(t, "with one that comes back later", rest(q), c.more)
	}
}

// Redis Streams: 1 and 2 are A's, 3 is B's; nothing comes back by itself.
func TestAClaimTakesWhatIsIdle(t *testing.T) {
	q := queue.New(opts{Claimable: true})
	put(q, "m1", "m2", "m3", "m4", "m5")
	a1, a2 := take(t, q).Receipt, take(t, q).Receipt
	take(t, q)
	again, _ := q.Again(a1)
	want(t, "read again", again.Deliveries, 2)
	q.Advance(500 * ms)
	want(t, "a sign of life", q.Extend(a2, 0), queue.Done)
	q.Advance(500 * ms)
	var got []string
	claim := func(d queue.Delivery[string]) { got = append(got, d.Body) }
	q.Claim(time.Second, 10, claim)
	q.Claim(time.Second, 10, claim)
	want(t, "claimed", got, []string{"m1", "m3"})
	want(t, "by who had it", q.Acknowledge(a1), queue.Late)
	want(t, "unsettled, fresh", []int{q.Unsettled(), q.Fresh()}, []int{2, 2})
}

// SQS FIFO: m1 and m3 are a's, m2 and m4 b's.
func TestAGroupIsBlockedWhileOneOfItIsInFlight(t *testing.T) {
	q := queue.New(opts{Groups: true, Visibility: time.Second})
	for i, body := range []string{"m1", "m2", "m3", "m4"} {
		q.WriteWith(body, queue.WriteOptions{Group: uint32(1 + i%2)})
	}
	m1 := take(t, q)
	want(t, "others", rest(q), []string{"m2"})
	want(t, "visible", q.Visible(), 2)
	q.Reject(m1.Receipt, true)
	var d queue.Delivery[string]
	want(t, "it comes first", take(t, q).Body, "m1")
	want(t, "in one receive", q.ReceiveMore(&d), true)
	want(t, "the next of the group", d.Body, "m3")
	want(t, "no more", len(rest(q)), 0)
}

// JetStream's AckAll.
func TestAcknowledgeUpTo(t *testing.T) {
	q := queue.New(opts{})
	put(q, "m1", "m2", "m3", "m4", "m5")
	for range 2 {
		take(t, q)
	}
	m3 := take(t, q).Receipt
	take(t, q)
	var also []string
	q.AcknowledgeUpTo(m3, func(m queue.Message[string]) { also = append(also, m.Body) })
	want(t, "with it", also, []string{"m1", "m2"})
	want(t, "unsettled, fresh", []int{q.Unsettled(), q.Fresh()}, []int{1, 1})
}

func put(q *queue.Queue[string], bodies ...string) {
	for _, b := range bodies {
		q.Write(b)
	}
}

// None of it allocates in the steady state.
func TestBrokersDoNotAllocate(t *testing.T) {
	fifo := queue.New(queue.Options[int]{Groups: true, LeaseMost: 10 * ms, Visibility: ms, MaxInFlight: 50, MaxDeliveries: 2, Parks: true})
	claimed := queue.New(queue.Options[int]{Claimable: true})
	var d queue.Delivery[int]
	got := func(d queue.Delivery[int]) { claimed.Acknowledge(d.Receipt) }
	also := func(queue.Message[int]) {}
	round := func() {
		for i := range 40 {
			fifo.WriteWith(i, queue.WriteOptions{Group: uint32(i%4 + 1)})
			claimed.Write(i)
		}
		for fifo.ReceiveInto(&d) {
			fifo.Acknowledge(d.Receipt)
		}
		for range 20 {
			claimed.ReceiveInto(&d)
		}
		claimed.AcknowledgeUpTo(d.Receipt, also)
		for claimed.ReceiveInto(&d) {
			claimed.Extend(d.Receipt, 0)
		}
		claimed.Claim(0, 40, got)
	}
	for range 100 {
		round()
	}
	want(t, "allocations", testing.AllocsPerRun(100, round), 0.0)
}
