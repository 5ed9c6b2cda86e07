package sim_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// run runs a scenario's text under settings such as "variant=before".
func run(t *testing.T, text, settings string) *trace.Trace {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	var set []scenario.Setting
	for _, s := range strings.Fields(settings) {
		name, value, _ := strings.Cut(s, "=")
		set = append(set, scenario.Setting{Name: name, Value: value})
	}
	sc, err := doc.Bind(set)
	if err != nil {
		t.Fatal(err)
	}
	return sim.Run(sc, sim.Options{}).Trace
}

func count(tr *trace.Trace, k trace.Kind) (n int) {
	for i := range tr.Len() {
		if tr.At(i).Kind == k {
			n++
		}
	}
	return n
}

// cell is what a table's cell holds at the end.
func cell(tr *trace.Trace, table, row, column string) string {
	s := tr.State(tr.Len())
	for i, c := range tr.Head.Cells {
		if tr.Head.Tables[c.Table].Name == table && c.Row == row && c.Column == column && s.Cells[i] > 0 {
			return tr.Head.Words[s.Cells[i]-1]
		}
	}
	return "none"
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

func TestCommitBeforeOrAfter(t *testing.T) {
	for _, c := range []struct {
		variant                     string
		deliveries, effects, losses int
	}{
		{"before", 5, 4, 1},
		{"after", 6, 5, 0},
		{"slow-commit", 6, 6, 0},
	} {
		tr := run(t, commits, "variant="+c.variant)
		got := []int{count(tr, trace.Fetched), count(tr, trace.Executed), count(tr, trace.Forgotten)}
		if d := cmp.Diff([]int{c.deliveries, c.effects, c.losses}, got); d != "" {
			t.Errorf("%s: deliveries, effects, losses:\n%s", c.variant, d)
		}
	}
}

// Records of one key are in one partition, in their order.
func TestKeysKeepTheirPartition(t *testing.T) {
	tr := run(t, `
log orders
  partitions 4
producer shop
  to log orders
  key {order}
  write "order=7 placed" "order=9 placed" "order=7 paid" "order=9 paid"
`, "")
	var at []uint32
	for i := range tr.Len() {
		if e := tr.At(i); e.Kind == trace.Appended {
			at = append(at, e.Slot)
		}
	}
	if at[0] != at[2] || at[1] != at[3] {
		t.Errorf("partitions %v, want the first as the third and the second as the fourth", at)
	}
}

func TestGroupsHavePositionsOfTheirOwn(t *testing.T) {
	tr := run(t, `
log orders
  records 150 "order.placed order={n}"
group billing
  from orders
  starts at position 120
  work 1h
group late
  from orders
  joins 10ms
  work 1h
group newest
  from orders
  starts at end
  work 1h
until 20ms
`, "")
	s := tr.State(tr.Len())
	if d := cmp.Diff([]int64{120, 0, 150}, s.Positions); d != "" {
		t.Errorf("positions:\n%s", d)
	}
	if d := cmp.Diff([]int64{150}, s.Ends); d != "" {
		t.Errorf("ends:\n%s", d)
	}
	if n := count(tr, trace.Fetched); n != 2 {
		t.Errorf("%d records fetched, want one by billing and one by late", n)
	}
}

const partitioned = `
log orders
  partitions 4
producer shop
  to log orders
  write 8 "order={n}"
group billing x 2
  from orders
  work 10ms
at 15ms crash billing-1 for 20ms
`

// With one member gone the other goes on with all partitions, from what was
// committed; when it is back they are shared again. Nothing is lost.
func TestRebalance(t *testing.T) {
	tr := run(t, partitioned, "")
	s := tr.State(tr.Len())
	if d := cmp.Diff([]int64{2, 2, 2, 2}, s.Ends); d != "" {
		t.Errorf("ends, without keys, in rotation:\n%s", d)
	}
	if d := cmp.Diff(s.Ends, s.Positions); d != "" {
		t.Errorf("positions at the end:\n%s", d)
	}
	if n := count(tr, trace.Revoked); n == 0 {
		t.Error("no partition was revoked")
	}
}

func TestSeekReplays(t *testing.T) {
	tr := run(t, `
log orders
  records 3 "order={n}"
group billing
  from orders
  work 1ms
at 10ms seek billing to 1
`, "")
	if f, e := count(tr, trace.Fetched), count(tr, trace.Executed); f != 5 || e != 5 {
		t.Errorf("%d records fetched, %d worked on; want 3 and 2 again, both", f, e)
	}
}

const safeOrder = `
param variant naive one of naive record-first transaction send-inside outbox "Order of steps"
param crash-after never one of never 0 1 2 3 "Crash after step"
queue orders
  visibility 40ms
producer shop
  to orders
  write "order.placed order=8842"
table processed_messages
table sales
  row 8842 status=placed
mailbox receipts honours-key
handler naive each 4ms
  update sales {order} status=paid
  send receipts "order {order}"
  acknowledge
handler record-first each 4ms
  insert processed_messages {id} else acknowledge
  update sales {order} status=paid
  send receipts "order {order}"
  acknowledge
handler transaction each 4ms
  transaction
    insert processed_messages {id} else acknowledge
    update sales {order} status=paid
  send receipts "order {order}"
  acknowledge
handler send-inside each 4ms
  transaction
    insert processed_messages {id} else acknowledge
    update sales {order} status=paid
    send receipts "order {order}"
  acknowledge
handler outbox each 4ms
  transaction
    insert processed_messages {id} else acknowledge
    update sales {order} status=paid
    enqueue letters "receipt order={order}"
  acknowledge
outbox letters
relay mailer
  from letters
  to mailbox receipts key {order}
  publish 2ms
  mark 1ms
consumer worker x 2
  from orders
  handler $variant
when variant is naive record-first transaction
  crash worker-1 after step $crash-after
when variant is send-inside outbox
  crash worker-1 after inner step $crash-after
`

// The matrix of the lesson on which order of steps is safe: receipts sent for
// one order, with the handler killed before any step, after 1, after 2, after 3.
func TestWhichOrderOfStepsIsSafe(t *testing.T) {
	want := map[string][]int{
		"naive":        {1, 1, 2},
		"record-first": {1, 0, 0, 1},
		"transaction":  {1, 0, 1},
		"send-inside":  {1, 1, 1, 2},
		"outbox":       {1, 1, 1, 1},
	}
	for variant, receipts := range want {
		for after, n := range receipts {
			tr := run(t, safeOrder, "variant="+variant+" crash-after="+string(rune('0'+after)))
			if got := count(tr, trace.Sent); got != n {
				t.Errorf("%s, killed after %d: %d receipts, want %d", variant, after, got, n)
			}
		}
	}
	if got := cell(run(t, safeOrder, "variant=record-first crash-after=1"), "sales", "8842", "status"); got != "placed" {
		t.Errorf("recorded first and killed after that: status %s, want placed for ever", got)
	}
}

func TestDeliveredTwiceAndTheInbox(t *testing.T) {
	text := `
param variant debit one of debit status inbox "Effect"
queue payments
producer shop
  to payments
  write "debit amount=30"
balance account 100
table users
  row 1 status=new
table processed_messages
handler debit each 5ms
  debit account {amount}
  acknowledge
handler status each 5ms
  update users 1 status=active
  acknowledge
handler inbox each 5ms
  transaction
    insert processed_messages {id} else acknowledge
    debit account {amount}
  acknowledge
consumer worker
  from payments
  handler $variant
crash worker after step 1 for 10ms
`
	for variant, want := range map[string][]string{
		"debit": {"40", "new"}, "status": {"100", "active"}, "inbox": {"70", "new"},
	} {
		tr := run(t, text, "variant="+variant)
		got := []string{cell(tr, "account", "", ""), cell(tr, "users", "1", "status")}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: balance, status:\n%s", variant, d)
		}
		if n := count(tr, trace.Delivered); n != 2 {
			t.Errorf("%s: %d deliveries, want 2", variant, n)
		}
	}
}

// Killed after its last step, the handler has run to its end all the same;
// killed before what acknowledges for it, it has not.
func TestACrashAfterTheLastStepComesAfterTheHandler(t *testing.T) {
	text := `
param handler explicit one of explicit implicit "Acknowledges"
queue payments
producer shop
  to payments
  write "debit amount=30"
balance account 100
handler explicit
  debit account {amount}
  acknowledge
handler implicit
  work 1ms
  debit account {amount}
consumer worker
  from payments
  handler $handler
crash worker after step 2 for 10ms
`
	for handler, want := range map[string][3]int{ // deliveries, executions, crashes
		"explicit": {1, 1, 1}, "implicit": {2, 1, 1},
	} {
		tr := run(t, text, "handler="+handler)
		got := [3]int{count(tr, trace.Delivered), count(tr, trace.Executed), count(tr, trace.Crashed)}
		if got != want {
			t.Errorf("%s: deliveries, executions and crashes %v, want %v", handler, got, want)
		}
	}
}

func TestStatusOutOfOrder(t *testing.T) {
	text := `
param variant blind one of blind transition version check-then-act "Guard"
queue events
producer shop
  to events
  write "order=7 status=created after=none version=1" "order=7 status=paid after=created version=2" "order=7 status=shipped after=paid version=3"
table orders
  row 7 status=none version=0
handler blind
  work
  update orders {order} status={status} version={version}
handler transition
  work
  update orders {order} status={status} if status={after}
handler version
  work
  update orders {order} status={status} version={version} if version < {version}
handler check-then-act
  read orders {order}
  work
  update orders {order} status={status} version={version} if read version < {version}
consumer worker x 3
  from events
  handler $variant
  work by message "order=7 status=created after=none version=1" 10ms
  work by message "order=7 status=paid after=created version=2" 30ms
  work by message "order=7 status=shipped after=paid version=3" 20ms
`
	for variant, want := range map[string]string{
		"blind": "paid", "transition": "paid", "version": "shipped", "check-then-act": "paid",
	} {
		if got := cell(run(t, text, "variant="+variant), "orders", "7", "status"); got != want {
			t.Errorf("%s: final status %s, want %s", variant, got, want)
		}
	}
}

func TestOneAtATime(t *testing.T) {
	text := `
param variant competing one of competing single-active "Consumers"
queue withdrawals
  when variant is single-active
    single-active
producer bank
  to withdrawals
  write "amount=10" "amount=20" "amount=30"
balance account 100
handler withdraw
  read account
  work
  write account read - {amount}
consumer worker x 2
  from withdrawals
  handler withdraw
  work 10ms
  work by message "amount=20" 12ms
`
	for variant, want := range map[string]string{"competing": "60", "single-active": "40"} {
		if got := cell(run(t, text, "variant="+variant), "account", "", ""); got != want {
			t.Errorf("%s: final balance %s, want %s", variant, got, want)
		}
	}
}

// The table of the lesson on what is lost on the way: five messages at 0, 10 ms
// each, one consumer, prefetch 1.
func TestLostOnTheWay(t *testing.T) {
	text := `
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
	for variant, want := range map[string][2]int{ // unfinished for ever, deliveries
		"durable-persistent": {0, 6}, "durable-transient": {2, 3}, "not-durable": {2, 3},
		"on-delivery": {3, 5}, "consumer-dies": {0, 6},
	} {
		tr := run(t, text, "variant="+variant)
		finished := map[uint32]bool{}
		for i := range tr.Len() {
			if e := tr.At(i); e.Kind == trace.Executed {
				finished[e.Message] = true
			}
		}
		if got := [2]int{5 - len(finished), count(tr, trace.Delivered)}; got != want {
			t.Errorf("%s: unfinished and deliveries %v, want %v", variant, got, want)
		}
	}
}

func TestConfirmsSaveWhatTheBrokerHadNotStored(t *testing.T) {
	text := `
param confirms no one of no yes "Waits for the confirm"
queue jobs
  durable
  stores 5ms
producer shop
  to jobs
  every 4ms count 1 times 5
  when confirms is yes
    confirms
consumer worker
  from jobs
  starts 100ms
  work 1ms
at 13ms restart jobs
`
	// Written at 0, 4, 8, 12 and 16; at 13 ms the one of 8 has just been stored, and the one of 12 has not.
	if n := count(run(t, text, "confirms=no"), trace.Executed); n != 4 {
		t.Errorf("without confirms %d of 5 are done, want 4", n)
	}
	if n := count(run(t, text, "confirms=yes"), trace.Executed); n != 5 {
		t.Errorf("with confirms %d of 5 are done, want 5", n)
	}
}

func TestKitchen(t *testing.T) {
	text := `
param variant rail one of rail shouted "Orders are"
queue rail
  when variant is shouted
    direct
producer waiters
  to rail
  write 50 "order {n}"
consumer cook x 3
  from rail
  work 10m
`
	tr := run(t, text, "variant=shouted")
	if e, d := count(tr, trace.Executed), count(tr, trace.Dropped); e != 3 || d != 47 {
		t.Errorf("shouted: %d cooked, %d turned away; want 3 and 47", e, d)
	}
	tr = run(t, text, "variant=rail")
	if e, m := count(tr, trace.Executed), tr.End().Minutes(); e != 50 || m != 170 {
		t.Errorf("rail: %d cooked, the last at %v minutes; want 50 at 170", e, m)
	}
}

func TestReadingTheOutbox(t *testing.T) {
	text := `
param variant row one of none row batch two-relays skip-locked "Relay"
queue jobs
outbox letters
  rows 9 "overdue_notification loan={n}"
relay courier x 2
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
consumer worker
  from jobs
when variant is none
  crash courier-1 after row 4
when variant is row batch
  crash courier-1 after row 5 for 10ms
`
	one := strings.Replace(text, "relay courier x 2", "relay courier x 1", 1)
	for variant, want := range map[string]int{"none": 4, "row": 10, "batch": 11, "two-relays": 18, "skip-locked": 9} {
		source := one
		if variant == "two-relays" || variant == "skip-locked" {
			source = text
		}
		tr := run(t, source, "variant="+variant)
		if n := count(tr, trace.Published); n != want {
			t.Errorf("%s: %d publishes, want %d", variant, n, want)
		}
		lost := 0
		if variant == "none" {
			lost = 5
		}
		if n := count(tr, trace.Lost); n != lost {
			t.Errorf("%s: %d lost, want %d", variant, n, lost)
		}
	}
}

// What was only in a process is gone with it, done or not: when it is back it
// publishes nothing. A crash before the first row is a crash too.
func TestARelayThatIsBackWithoutItsMemory(t *testing.T) {
	text := `
param after 0 from 0 to 9 "Dies after"
queue jobs
outbox letters
  rows 9 "overdue_notification loan={n}"
relay courier
  from letters
  to jobs
  publish 1ms
  keeps in-memory
crash courier after row $after for 10ms
`
	for after, lost := range map[string]int{"0": 9, "4": 5, "9": 0} {
		tr := run(t, text, "after="+after)
		if p, l := count(tr, trace.Published), count(tr, trace.Lost); p != 9-lost || l != lost {
			t.Errorf("after %s: %d published, %d lost; want %d and %d", after, p, l, 9-lost, lost)
		}
	}
}

// Rows X1 and X2 measured on RabbitMQ.
func TestRouting(t *testing.T) {
	queues := []string{"t1", "t2", "t3", "t4", "t5", "t6"}
	for key, want := range map[string]string{
		"order.created": "t1 t2 t3 t4 t5", "order": "t2 t3 t5", "order.created.eu": "t2 t3 t5 t6",
		"order.eu": "t1 t2 t3 t5 t6", "user.created": "t3 t4 t5", `""`: "t3 t5",
	} {
		text := "queue " + strings.Join(queues, "\nqueue ") + `
exchange events topic
  bind t1 key order.*
  bind t2 key "order.#"
  bind t3 key "#"
  bind t4 key *.created
  bind t5 key order.*
  bind t5 key order.created
  bind t5 key "#"
  bind t6 key "order.#.eu"
producer shop
  to exchange events
  key ` + key + `
  write "event"
`
		if got := reached(run(t, text, "")); got != want {
			t.Errorf("topic %s reaches %s, want %s", key, got, want)
		}
	}
	for key, want := range map[string]string{"a": "d1 d2", "b": "d1", "c": ""} {
		text := `
queue d1
queue d2
exchange events direct
  bind d1 key a
  bind d1 key b
  bind d2 key a
producer shop
  to exchange events
  key ` + key + `
  write "event"
`
		tr := run(t, text, "")
		if got := reached(tr); got != want {
			t.Errorf("direct %s reaches %q, want %q", key, got, want)
		}
		if dropped := count(tr, trace.Dropped) == 1; dropped != (want == "") {
			t.Errorf("direct %s: dropped %v", key, dropped)
		}
	}
}

func reached(tr *trace.Trace) string {
	var names []string
	for i := range tr.Len() {
		if e := tr.At(i); e.Kind == trace.Written {
			names = append(names, tr.Head.Queues[e.Queue].Name)
		}
	}
	return strings.Join(names, " ")
}

func TestPoisonMessage(t *testing.T) {
	text := `
param variant front one of front back limit "Requeue"
queue jobs
  when variant is front
    requeue front
  when variant is back
    requeue back
  when variant is limit
    max-deliveries 3
    dead-letter failed
queue failed
producer shop
  to jobs
  write 5 "job {n}"
consumer worker
  from jobs
  work 10ms
  fails "job 3" requeue
until 999ms
`
	for variant, want := range map[string][2]int{"front": {100, 2}, "back": {100, 4}, "limit": {7, 4}} {
		tr := run(t, text, "variant="+variant)
		if got := [2]int{count(tr, trace.Delivered), count(tr, trace.Executed)}; got != want {
			t.Errorf("%s: deliveries and executions %v, want %v", variant, got, want)
		}
	}
}

func TestBrokenOrderByRequeue(t *testing.T) {
	tr := run(t, `
queue jobs
producer shop
  to jobs
  write "order 1" "order 2"
consumer worker x 2
  from jobs
  work 10ms
  work by message "order 1" 30ms
  fails "order 1" after 5ms times 1 requeue
`, "")
	var order []uint32
	for i := range tr.Len() {
		if e := tr.At(i); e.Kind == trace.Executed {
			order = append(order, e.Message)
		}
	}
	if d := cmp.Diff([]uint32{2, 1}, order); d != "" {
		t.Errorf("order of completion:\n%s", d)
	}
}

func TestConcurrencyWorksOnSeveralAtOnce(t *testing.T) {
	tr := run(t, `
queue jobs
producer shop
  to jobs
  write 6 "job {n}"
consumer worker
  from jobs
  prefetch 3
  concurrency 3
  work 10ms
`, "")
	if tr.End().Milliseconds() != 20 {
		t.Errorf("six jobs of 10 ms, three at once, end at %v, want 20ms", tr.End())
	}
}

func TestDeadLettersCanBeSentAgain(t *testing.T) {
	tr := run(t, `
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
`, "")
	if d, e := count(tr, trace.DeadLettered), count(tr, trace.Executed); d != 1 || e != 1 {
		t.Errorf("%d dead-lettered, %d executed; want one of each", d, e)
	}
}

// A handler that takes no time and gives the message back at once would never
// leave its instant: the run ends at its limit.
func TestAHandlerThatRejectsForEverEndsAtTheLimit(t *testing.T) {
	doc, err := scenario.Parse("test", `
queue jobs
producer shop
  to jobs
  write "a"
handler never-done
  reject requeue
consumer worker
  from jobs
  handler never-done
`)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := sim.Run(sc, sim.Options{MaxEvents: 1000}).Trace
	if last := tr.At(tr.Len() - 1); tr.Len() != 1000 || last.Kind != trace.LimitReached || last.At != 0 {
		t.Errorf("%d events, the last %v at %v", tr.Len(), last.Kind, last.At)
	}
}
