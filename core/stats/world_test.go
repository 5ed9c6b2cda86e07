package stats_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// ran is the run of a scenario's text under a variant; empty: it has none.
func ran(t *testing.T, text, variant string) (*scenario.Document, *trace.Trace) {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	var set []scenario.Setting
	if variant != "" {
		set = []scenario.Setting{{Name: "variant", Value: variant}}
	}
	sc, err := doc.Bind(set)
	if err != nil {
		t.Fatal(err)
	}
	return doc, sim.Run(sc, sim.Options{}).Trace
}

// measured runs a scenario's text under a variant, and gives the measures asked
// for: "lost, lag of billing" makes "lost=0, lag of billing=3".
func measured(t *testing.T, text, variant, measures string) string {
	t.Helper()
	doc, tr := ran(t, text, variant)
	report := stats.New(tr)
	var found []string
	for _, m := range strings.Split(measures, ", ") {
		parsed, err := doc.ParseMeasure(scenario.Pos{}, m)
		if err != nil {
			t.Fatal(err)
		}
		v, err := report.Measure(parsed)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, m+"="+v.String())
	}
	return strings.Join(found, ", ")
}

// expect holds a run against lines of measure=value with commas between them.
func expect(t *testing.T, text, variant, want string) {
	t.Helper()
	var asked []string
	for _, w := range strings.Split(want, ", ") {
		m, _, _ := strings.Cut(w, "=")
		asked = append(asked, m)
	}
	if d := cmp.Diff(want, measured(t, text, variant, strings.Join(asked, ", "))); d != "" {
		t.Errorf("%s (-want +got):\n%s", variant, d)
	}
}

const outbox = `
param variant row one of none row batch two-relays skip-locked "Relay"
queue jobs
outbox letters
  rows 9 "overdue_notification loan={n}"
relay courier
  from letters
  to jobs
  publish 1ms
  mark 1ms
  when variant is none
    keeps in-memory
  when variant is batch two-relays skip-locked
    batch 3
  when variant is skip-locked
    locks rows
when variant is two-relays skip-locked
  relay second
    from letters
    to jobs
    publish 1ms
    mark 1ms
    batch 3
    when variant is skip-locked
      locks rows
consumer worker
  from jobs
when variant is none
  crash courier after row 4
when variant is row batch
  crash courier after row 5 for 10ms
`

// The lesson on reading the outbox: nine rows, and what becomes of them.
func TestMeasuresOfAnOutbox(t *testing.T) {
	for variant, want := range map[string]string{
		"none":        "published=4, published-distinct=4, lost=5, lost of letters=5, written=4, executions=4, crashes=1, crashes of courier=1",
		"row":         "published=10, published-distinct=9, lost=0, written=10, published of letters=10, published of courier=10",
		"batch":       "published=11, published-distinct=9, lost=0, written=11, published-distinct of letters=9",
		"two-relays":  "published=18, published-distinct=9, lost=0, published of courier=9, published of second=9",
		"skip-locked": "published=9, published-distinct=9, lost=0",
	} {
		expect(t, outbox, variant, want)
	}
}

const lostOnTheWay = `
param variant durable-persistent one of durable-persistent durable-transient not-durable on-delivery consumer-dies "What fails"
queue jobs
  when variant is not not-durable
    durable
producer shop
  to jobs
  write 5 "job {n}"
  when variant is durable-transient
    transient
consumer worker
  from jobs
  work 10ms
  when variant is on-delivery
    acknowledge on-delivery
when variant is durable-persistent durable-transient not-durable
  at 25ms restart jobs
when variant is on-delivery
  at 25ms crash worker
when variant is consumer-dies
  at 25ms crash worker for 10ms
`

// The lesson on what is lost on the way. Message 3, which the broker lost while
// it was in the consumer's hands, was finished, and counts as lost only until then.
func TestMeasuresOfWhatIsLostOnTheWay(t *testing.T) {
	for variant, want := range map[string]string{
		"durable-persistent": "lost=0, deliveries=6, executions=6, duplicates=1",
		"durable-transient":  "lost=2, deliveries=3, executions=3, lost at 25ms=3, lost of message 3=0, lost of message 4=1, lost of jobs=2, depth=0",
		"not-durable":        "lost=2, deliveries=3, written=5, acknowledged=2",
		"on-delivery":        "lost=3, deliveries=5, acknowledged=2, acknowledged at 24ms=5, lost at 24ms=0, lost of message 3=1, left=0",
		"consumer-dies":      "lost=0, deliveries=6, executions=5, finished=65ms, crashes=1",
	} {
		expect(t, lostOnTheWay, variant, want)
	}
}

// A message that was written again because it was not confirmed is not lost.
func TestAConfirmThatSavedAMessage(t *testing.T) {
	text := `
param variant no one of no yes "Waits for the confirm"
queue jobs
  durable
  stores 5ms
producer shop
  to jobs
  write "job"
  when variant is yes
    confirms
consumer worker
  from jobs
  starts 100ms
at 3ms restart jobs
`
	expect(t, text, "no", "lost=1, written=1, executions=0, left=0, lost of message 1=1")
	expect(t, text, "yes", "lost=0, written=1, executions=1, left=0, lost of message 1=0")
}

const deliveredTwice = `
param variant debit one of debit status inbox idle "Effect"
queue payments
producer shop
  to payments
  write "debit amount=30"
balance account 100
table users
  row 1 status=new
table processed_messages
mailbox receipts
handler debit each 5ms
  debit account {amount}
  send receipts "paid {amount}"
  acknowledge
handler status each 5ms
  update users 1 status=active
  acknowledge
handler inbox each 5ms
  transaction
    insert processed_messages {id} else acknowledge
    debit account {amount}
  acknowledge
handler idle
  work 5ms
  acknowledge
consumer worker
  from payments
  handler $variant
when variant is debit
  crash worker after step 2 for 10ms
when variant is not debit
  crash worker after step 1 for 10ms
`

// An effect is a step that changed something: writing what is there already
// changes nothing, and recording the identifier alone is none.
func TestEffectsOfHandlers(t *testing.T) {
	for variant, want := range map[string]string{
		"debit":  "balance=40, effects=4, duplicates=2, executions=1, deliveries=2, receipts=2, receipts of receipts=2, receipts of worker=2, status=new",
		"status": "balance=100, status=active, effects=1, duplicates=0, executions=1, deliveries=2, receipts=0",
		"inbox":  "balance=70, balance of account=70, balance at 4ms=100, effects=1, duplicates=0, executions=1, duplicates of message 1=0, effects of payments=1",
		"idle":   "effects=0, duplicates=0, executions=1, deliveries=2, status of 1=new, status of 1 in users=new, status of 2=none",
	} {
		expect(t, deliveredTwice, variant, want)
	}
}

// Acknowledged first, and killed before the rest: the message is nowhere, and
// nobody has finished it.
func TestAcknowledgedBeforeTheWork(t *testing.T) {
	expect(t, `
queue jobs
producer shop
  to jobs
  write "a" "b"
handler hasty
  acknowledge
  work 10ms
consumer worker
  from jobs
  handler hasty
crash worker after step 1 for 10ms
`, "", "lost=1, lost of message 1=1, acknowledged=2, executions=1, lost of jobs=1")
}

const commits = `
param variant before one of before after slow-commit "Commit"
log orders
  records 5 "order.placed order={n}"
group billing
  from orders
  work 10ms
  when variant is before
    commit before
  when variant is after
    commit after
  when variant is slow-commit
    commit after takes 2ms
when variant is before after
  at 25ms crash billing-1 for 10ms
when variant is slow-commit
  at 35ms crash billing-1 for 10ms
`

// The lesson on committing before or after.
func TestMeasuresOfAGroup(t *testing.T) {
	for variant, want := range map[string]string{
		"before":      "lost=1, lost of billing=1, effects=4, deliveries=5, redeliveries=0, duplicates=0, lag=0, lost at 24ms=0, lost of message 3=1",
		"after":       "lost=0, effects=5, deliveries=6, redeliveries=1, duplicates=0, executions of billing=5, deliveries of billing-1=6",
		"slow-commit": "lost=0, effects=6, deliveries=6, duplicates=1, effects of message 3=2, duplicates of billing=1, delivered-distinct=5",
	} {
		expect(t, commits, variant, want)
	}
}

// The lesson on queues and logs: the lags of groups, and of one that joins late.
func TestLags(t *testing.T) {
	text := `
log orders
  records 150 "order.placed order={n}"
group billing
  from orders
  starts at position 120
  work 1h
group analytics
  from orders
  starts at position 98
  work 1h
group fulfilment
  from orders
  starts at position 141
  work 1h
group late
  from orders
  joins 10ms
  work 1h
until 20ms
`
	expect(t, text, "", "lag of billing=30, lag of analytics=52, lag of fulfilment=9, lag of late=150, lag=241, lag at 9ms=91, lag of late at 9ms=0, lag of orders=241, written of orders=150, written=150, lost=0")
	if d := cmp.Diff("lag of each group=billing=30  analytics=52  fulfilment=9  late=150", measured(t, text, "", "lag of each group")); d != "" {
		t.Error(d)
	}
}

// Two records a partition, two members: each waits for the one before it.
func TestWaitingAndInversionsOfRecords(t *testing.T) {
	expect(t, `
log orders
  partitions 2
  records "a" "b" "c" "d"
group billing x 2
  from orders
  work 10ms
`, "", "waiting max=10ms, waiting p50 of billing=0ms, waiting max of billing-1=10ms, inversions=0, finished=20ms, utilization=1, utilization of billing=1, waiting max of message 3=10ms, sojourn=none")
}

// What retention dropped before the group came to it is lost to it.
func TestTrimmedBeforeItWasRead(t *testing.T) {
	expect(t, `
log orders
  retention 15ms
producer shop
  to log orders
  write "a" "b" "c"
group billing
  from orders
  work 10ms
`, "", "executions=2, lost=1, lost of billing=1, lag=1, lost of message 3=1")
}

func TestMeasuresOfRouting(t *testing.T) {
	text := `
param variant paid one of paid placed "Key"
queue billing
exchange events direct
  bind billing key paid
producer shop
  to exchange events
  key $variant
  write "a" "b"
`
	expect(t, text, "paid", "published=2, published-distinct=2, written=2, dropped=0, depth=2")
	expect(t, text, "placed", "published=2, published-distinct=2, written=2, dropped=2, depth=0, lost=0")
}

func TestDroppedByADirectQueue(t *testing.T) {
	expect(t, `
queue rail
  direct
producer waiters
  to rail
  write 50 "order {n}"
consumer cook x 3
  from rail
  work 10m
`, "", "executions=3, dropped=47, dropped of rail=47, dropped of message 4=1, written=50, lost=0, left=0, depth-max=50, sojourn p50=0ms")
}

func TestDeadLettersSentAgain(t *testing.T) {
	expect(t, `
queue jobs
  max-deliveries 1
  dead-letter failed
queue failed
producer shop
  to jobs
  write "job"
consumer worker
  from jobs
  work 10ms
  fails "job" times 1 requeue
at 50ms resend failed to jobs
`, "", "executions=1, dead-lettered=1, lost=0, written=1, depth=0, deliveries of message 1=2, dead-lettered of message 1=1, left of failed=0")
}

// The threads of a consumer count for it.
func TestConcurrency(t *testing.T) {
	text := `
queue jobs
producer shop
  to jobs
  write 6 "job {n}"
consumer worker
  from jobs
  prefetch 3
  concurrency 3
  work 10ms
at 15ms crash worker
`
	expect(t, text, "", "executions of worker=3, deliveries of worker=6, crashes of worker=1, effects=3, executions=3")
	if d := cmp.Diff("executions of each consumer=worker=3", measured(t, text, "", "executions of each consumer")); d != "" {
		t.Error(d)
	}
}
