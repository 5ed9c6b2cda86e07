package cause_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/cause"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

func run(t testing.TB, text string) *trace.Trace {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	return sim.Run(sc, sim.Options{}).Trace
}

// find is the n-th event of a kind about a message, from 1.
func find(t testing.TB, tr *trace.Trace, k trace.Kind, message uint32, n int) int {
	t.Helper()
	for i := range tr.Len() {
		if e := tr.At(i); e.Kind == k && e.Message == message {
			if n--; n == 0 {
				return i
			}
		}
	}
	t.Fatalf("no such %v of message %d", k, message)
	return 0
}

var parts = map[cause.Part]string{
	cause.Slow: " slow", cause.Waiting: " waiting", cause.Early: " early", cause.Freed: " freed",
}

// told writes a chain as "22ms consumer-1 crashed".
func told(tr *trace.Trace, links []cause.Link) []string {
	var out []string
	for _, l := range links {
		e := tr.At(l.Event)
		who := "-"
		if e.Actor != trace.NoActor {
			who = tr.Head.Actors[e.Actor].Name
		}
		text := fmt.Sprintf("%v %s %v%s", e.At, who, e.Kind, parts[l.Part])
		switch l.Part {
		case cause.Within, cause.Before:
			text += fmt.Sprintf(" %s %s", map[cause.Part]string{cause.Within: "in", cause.Before: "before"}[l.Part], tr.Head.Actors[e.Actor].Steps[l.Step])
		case cause.Omitted:
			text = fmt.Sprintf("%d more", l.Count)
		}
		out = append(out, text)
	}
	return out
}

func same(t *testing.T, tr *trace.Trace, event int, want ...string) {
	t.Helper()
	if !cause.Askable(tr, event) {
		t.Errorf("%v at %v is not to be asked about", tr.At(event).Kind, tr.At(event).At)
	}
	if d := cmp.Diff(want, told(tr, cause.Explain(tr, event))); d != "" {
		t.Errorf("chain:\n%s", d)
	}
}

const left = `
queue jobs
  visibility 30ms
producer library
  to jobs
  write "a" "b" "c"
consumer consumer-1
  from jobs
  stops when-empty
  leave "b"
consumer consumer-2
  from jobs
  starts 30ms
`

func TestLeftUnacknowledged(t *testing.T) {
	tr := run(t, left)
	same(t, tr, find(t, tr, trace.Delivered, 2, 2),
		"0s consumer-1 delivered",
		"0s consumer-1 left unacknowledged",
		"30ms consumer-1 lease ended",
		"30ms consumer-2 delivered")
}

// The message was visible from 30 ms on, and was taken when consumer-2 came.
func TestWaitedForAConsumer(t *testing.T) {
	tr := run(t, strings.Replace(left, "starts 30ms", "starts 50ms", 1))
	same(t, tr, find(t, tr, trace.Delivered, 2, 2),
		"0s consumer-1 delivered",
		"0s consumer-1 left unacknowledged",
		"30ms consumer-1 lease ended",
		"50ms consumer-2 started freed",
		"50ms consumer-2 delivered")
}

const slow = `
queue jobs
  visibility 30ms
producer library
  to jobs
  write "report"
consumer consumer x 2
  from jobs
  work 45ms
until 200ms
`

func TestSlowerThanTheLease(t *testing.T) {
	tr := run(t, slow)
	same(t, tr, find(t, tr, trace.Delivered, 1, 2),
		"0s consumer-1 delivered",
		"0s consumer-1 step started slow",
		"30ms consumer-1 lease ended",
		"30ms consumer-2 delivered")
	same(t, tr, find(t, tr, trace.Executed, 1, 2),
		"0s consumer-1 delivered",
		"0s consumer-1 step started slow",
		"30ms consumer-1 lease ended",
		"30ms consumer-2 delivered",
		"45ms consumer-1 executed",
		"45ms consumer-1 acknowledged",
		"75ms consumer-2 executed")
	same(t, tr, find(t, tr, trace.AcknowledgeGone, 1, 1),
		"0s consumer-1 delivered",
		"0s consumer-1 step started slow",
		"30ms consumer-1 lease ended",
		"30ms consumer-2 delivered",
		"45ms consumer-1 executed",
		"45ms consumer-1 acknowledged",
		"75ms consumer-2 executed",
		"75ms consumer-2 acknowledge gone")
}

// A heartbeat every 20 ms extends the lease to 50 ms; the crash at 25 leaves it to run out.
func TestCrashUnderALease(t *testing.T) {
	tr := run(t, strings.Replace(slow, "work 45ms", "work 45ms\n  heartbeat 20ms\nat 25ms crash consumer-1", 1))
	same(t, tr, find(t, tr, trace.Delivered, 1, 2),
		"0s consumer-1 delivered",
		"20ms consumer-1 lease extended",
		"25ms consumer-1 crashed in work",
		"50ms consumer-1 lease ended",
		"50ms consumer-2 delivered")
}

// Message 2 was in the hand of the consumer that crashed while it worked on message 1.
func TestCrashWithAnotherInHand(t *testing.T) {
	tr := run(t, `
queue jobs
producer library
  to jobs
  write "a" "b"
consumer worker
  from jobs
  prefetch 2
  work 10ms
at 5ms crash worker for 10ms
`)
	same(t, tr, find(t, tr, trace.Returned, 2, 1),
		"0s worker delivered",
		"5ms worker crashed",
		"5ms worker returned")
}

func TestLostAcknowledgement(t *testing.T) {
	tr := run(t, `
queue jobs
  visibility 30ms
producer library
  to jobs
  write "a"
consumer worker
  from jobs
  work 10ms
at 5ms drop-acknowledge worker
`)
	same(t, tr, find(t, tr, trace.Delivered, 1, 2),
		"0s worker delivered",
		"10ms worker executed",
		"10ms worker acknowledge dropped",
		"30ms worker lease ended",
		"30ms worker delivered")
}

func TestLostOnTheWay(t *testing.T) {
	text := `
queue jobs
producer shop
  to jobs
  write 5 "job {n}"
consumer worker
  from jobs
  work 10ms
`
	tr := run(t, text+"at 25ms restart jobs")
	same(t, tr, find(t, tr, trace.Lost, 5, 1),
		"0s shop written",
		"25ms - restarted",
		"25ms - lost")
	tr = run(t, text+"  acknowledge on-delivery\nat 25ms crash worker")
	same(t, tr, find(t, tr, trace.Forgotten, 4, 1),
		"0s worker delivered",
		"0s worker acknowledged early",
		"25ms worker crashed",
		"25ms worker forgotten")
}

func TestPositionCommittedTooEarly(t *testing.T) {
	tr := run(t, `
log orders
  records 5 "order={n}"
group billing
  from orders
  work 10ms
  commit before
at 25ms crash billing-1 for 10ms
`)
	same(t, tr, find(t, tr, trace.Forgotten, 3, 1),
		"20ms billing-1 fetched",
		"20ms billing-1 position committed early",
		"25ms billing-1 crashed in work",
		"25ms billing-1 forgotten")
}

// Billing's crash makes it read record 3 again; shipping's reading of it has no part in that.
func TestReadAgain(t *testing.T) {
	tr := run(t, `
log orders
  records 5 "order={n}"
group billing
  from orders
  work 10ms
group shipping
  from orders
  work 1ms
at 25ms crash billing-1 for 10ms
`)
	same(t, tr, find(t, tr, trace.Fetched, 3, 3),
		"20ms billing-1 fetched",
		"25ms billing-1 crashed in work",
		"35ms billing-1 assigned",
		"35ms billing-1 fetched")
}

// The identifier is recorded and the receipt never sent: the second delivery is skipped.
func TestRecordedFirst(t *testing.T) {
	tr := run(t, `
queue orders
  visibility 40ms
producer shop
  to orders
  write "order.placed order=8842"
table processed
mailbox receipts
handler record-first each 4ms
  insert processed {id} else acknowledge
  send receipts "order {order}"
  acknowledge
consumer worker x 2
  from orders
  handler record-first
crash worker-1 after step 1
`)
	same(t, tr, find(t, tr, trace.RowTaken, 1, 1),
		"0s worker-1 delivered",
		"4ms worker-1 row set",
		`4ms worker-1 crashed before send receipts "order {order}"`,
		"40ms worker-1 lease ended",
		"40ms worker-2 delivered",
		"44ms worker-2 row taken")
}

// Version 3 stood there already, written by another message.
func TestKeptBecauseOfAnotherMessage(t *testing.T) {
	tr := run(t, `
queue events
producer shop
  to events
  write "status=paid version=2" "status=shipped version=3"
table orders
  row 7 status=none version=0
handler compare
  work
  update orders 7 status={status} version={version} if version < {version}
consumer worker x 2
  from events
  handler compare
  work 20ms
  work by message "status=paid version=2" 30ms
`)
	same(t, tr, find(t, tr, trace.RowKept, 1, 1),
		"0s worker-1 delivered",
		"20ms worker-2 row set",
		"30ms worker-1 row kept")
}

func TestDeadLettered(t *testing.T) {
	tr := run(t, `
queue jobs
  max-deliveries 2
  dead-letter failed
queue failed
producer shop
  to jobs
  write "job"
consumer worker
  from jobs
  work 10ms
  fails "job" requeue
`)
	same(t, tr, find(t, tr, trace.DeadLettered, 1, 1),
		"0s worker delivered",
		"10ms worker failed",
		"10ms worker rejected",
		"10ms worker delivered",
		"20ms worker failed",
		"20ms worker rejected",
		"20ms - dead-lettered")
}

// Ten deliveries: the first two and the last two are told, six are not.
func TestManyDeliveries(t *testing.T) {
	tr := run(t, `
queue jobs
producer shop
  to jobs
  write "job"
consumer worker
  from jobs
  work 10ms
  fails "job" requeue
until 90ms
`)
	same(t, tr, find(t, tr, trace.Delivered, 1, 10),
		"0s worker delivered", "10ms worker failed", "10ms worker rejected",
		"10ms worker delivered", "20ms worker failed", "20ms worker rejected",
		"6 more",
		"80ms worker delivered", "90ms worker failed", "90ms worker rejected",
		"90ms worker delivered")
}

func TestDropped(t *testing.T) {
	tr := run(t, `
queue rail
  direct
producer waiters
  to rail
  write 2 "order {n}"
consumer cook
  from rail
  work 10m
`)
	same(t, tr, find(t, tr, trace.Dropped, 2, 1), "0s waiters written", "0s - dropped")
}

func TestUnroutable(t *testing.T) {
	tr := run(t, `
queue d1
exchange events direct
  bind d1 key a
producer shop
  to exchange events
  key c
  write "event"
`)
	same(t, tr, find(t, tr, trace.Dropped, 0, 1), "0s shop published", "0s shop dropped")
}

// The relay publishes row 2 and crashes before it marks it.
func TestPublishedTwice(t *testing.T) {
	tr := run(t, `
queue jobs
outbox letters
  rows 3 "loan={n}"
relay courier
  from letters
  to jobs
  publish 1ms
  mark 1ms
crash courier after row 2 for 10ms
consumer worker
  from jobs
`)
	again := -1
	for i := range tr.Len() {
		if tr.At(i).Kind == trace.Published && cause.Askable(tr, i) {
			again = i
		}
	}
	if again < 0 {
		t.Fatal("no row is published again")
	}
	same(t, tr, again,
		"3ms courier published",
		"3ms courier crashed",
		"13ms courier recovered",
		"14ms courier published")
}

func TestRowLostWithItsProcess(t *testing.T) {
	tr := run(t, `
queue jobs
outbox letters
  rows 3 "loan={n}"
relay courier
  from letters
  to jobs
  publish 1ms
  keeps in-memory
crash courier after row 2
consumer worker
  from jobs
`)
	same(t, tr, find(t, tr, trace.Lost, 0, 1),
		"0s - row set", "2ms courier crashed", "2ms courier lost")
}

func TestWhatNeedsNoExplanation(t *testing.T) {
	tr := run(t, left)
	for _, k := range []trace.Kind{trace.Written, trace.Delivered, trace.Executed, trace.Acknowledged} {
		if i := find(t, tr, k, 1, 1); cause.Askable(tr, i) {
			t.Errorf("the first %v is to be asked about", k)
		}
	}
	i := find(t, tr, trace.Delivered, 1, 1)
	if d := cmp.Diff([]string{"0s library written", "0s consumer-1 delivered"}, told(tr, cause.Explain(tr, i))); d != "" {
		t.Errorf("a first delivery:\n%s", d)
	}
}
