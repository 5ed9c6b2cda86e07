package lesson_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// golden are the numbers that the design took from the published texts, or
// that follow by hand from the rules. A lesson may be rewritten; these stay.
var golden = map[string]struct {
	console string
	rows    []string // settings: condition
}{
	"five-jobs": {
		console: "produced=5  queue depth=5\n" +
			"processed=5  total delivered=5  remaining depth=0\n",
	},
	"unacknowledged": {
		console: "t=0 consumer-1 message=1 delivered=1 acknowledged\n" +
			"t=0 consumer-1 message=2 delivered=1 left unacknowledged\n" +
			"t=0 consumer-1 message=3 delivered=1 acknowledged\n" +
			"t=0 depth=1 visible=0\n" +
			"t=30 depth=1 visible=1\n" +
			"t=30 consumer-2 message=2 delivered=2 acknowledged\n" +
			"total delivered=4  messages written=3  remaining depth=0\n",
	},
	"visibility-timeout": {
		console: "t=45 consumer-1 message=1 delivered=1 acknowledged late\n" +
			"t=75 consumer-2 message=1 delivered=2 already gone\n" +
			"deliveries=2  executions=2  finished=75\n",
		rows: []string{
			"visibility=30ms work=45ms: deliveries = 2, executions = 2, executions before 45ms = 0, executions at 45ms = 1, finished = 75ms",
			"visibility=60ms: deliveries = 1, executions = 1, finished = 45ms",
			"visibility=30ms heartbeat=20ms: deliveries = 1, executions = 1, finished = 45ms",
			"visibility=10000ms crash-at=10ms: deliveries = 2, executions = 1, finished = 10045ms",
			"visibility=30ms heartbeat=20ms crash-at=25ms: deliveries = 2, executions = 1, finished = 95ms",
			"visibility=30ms late-acknowledgement=refused: deliveries before 600ms = 20, deliveries at 600ms = 21, acknowledged = 0",
		},
	},
	"competing-consumers": {
		console: "distribution: consumer-1=4  consumer-2=4  consumer-3=4\n" +
			"distinct messages=12  total delivered=12  remaining=0\n",
	},
	"queue-depth": {
		console: "consumers=1  end-of-round depths: 2 4 6 8 10 12\n",
	},
	"outbox": {
		console: "t=5 worker message=1 acknowledged\n" +
			"t=8 worker message=2 acknowledged\n" +
			"t=11 worker message=3 acknowledged\n" +
			"t=14 worker message=4 acknowledged\n" +
			"published=4  different rows=4  lost=5\n",
		rows: []string{
			"variant=none crash-after=4: published = 4, lost = 5",
			"variant=row crash-after=5: published = 10, published-distinct = 9, lost = 0",
			"variant=batch crash-after=5: published = 11, published-distinct = 9, lost = 0",
			"variant=two-relays crash-after=never: published = 18, published-distinct = 9, lost = 0",
			"variant=skip-locked crash-after=never: published = 9, published-distinct = 9, lost = 0",
		},
	},
	"broken-order": {
		console: "t=10 consumer-2 message=2 acknowledged\n" +
			"t=30 consumer-1 message=1 acknowledged\n" +
			"inversions=1  finished=30\n",
		rows: []string{
			"variant=one-consumer: finished of message 1 = 30ms, finished of message 2 = 40ms",
			"variant=two-consumers: finished of message 2 = 10ms, finished of message 1 = 30ms",
			"variant=requeue: finished of message 2 = 10ms, finished of message 1 > 10ms",
			"variant=priority: finished of message 1 = 10ms, finished of message 4 = 20ms, finished of message 2 = 30ms, finished of message 3 = 40ms",
		},
	},
	"delivered-twice": {
		console: "t=5 worker message=1 delivered=1 crashed\n" +
			"t=25 worker message=1 delivered=2 acknowledged\n" +
			"deliveries=2  balance=40  status=invited\n",
		rows: []string{
			"variant=debit crash-after=1: balance = 40, deliveries = 2",
			"variant=status crash-after=1: status of ann = active, deliveries = 2",
			"variant=status crash-after=never: status of ann = active, deliveries = 1",
			"variant=upsert crash-after=1: status of ann = active, deliveries = 2",
		},
	},
	"inbox": {
		console: "t=10 worker message=1 delivered=1 crashed\n" +
			"t=25 worker message=1 delivered=2 acknowledged\n" +
			"deliveries=2  balance=70\n",
		rows: []string{"crash-after=1: balance = 70, deliveries = 2, acknowledged = 1"},
	},
	"status-out-of-order": {
		console: "t=10 worker-1 message=1 acknowledged\n" +
			"t=10 status=created\n" +
			"t=20 worker-3 message=3 acknowledged\n" +
			"t=20 status=shipped\n" +
			"t=30 worker-2 message=2 acknowledged\n" +
			"t=30 status=paid\n",
		rows: []string{
			"variant=blind: status of 8842 = paid",
			"variant=transition: status of 8842 at 20ms = created, status of 8842 at 30ms = paid, status of 8842 = paid",
			"variant=version: status of 8842 at 20ms = shipped, status of 8842 at 30ms = shipped",
			"variant=check-then-act: status of 8842 = paid",
		},
	},
	"lost-on-the-way": {
		console: "t=10 worker message=1 delivered=1 acknowledged\n" +
			"t=20 worker message=2 delivered=1 acknowledged\n" +
			"t=30 worker message=3 delivered=1 acknowledgement dropped\n" +
			"deliveries=3  executions=3  lost=2\n",
		rows: []string{
			"variant=durable-persistent: lost = 0, deliveries = 6",
			"variant=durable-transient: lost = 2, lost of message 4 = 1, lost of message 5 = 1, deliveries = 3",
			"variant=not-durable: lost = 2, deliveries = 3",
			"variant=on-delivery: lost = 3, deliveries = 5, deliveries at 0ms = 5",
			"variant=consumer-dies: lost = 0, deliveries = 6",
			"variant=durable-persistent stores=5ms crash-at=3ms confirms=no: lost = 4",
			"variant=durable-persistent stores=5ms crash-at=3ms confirms=yes: lost = 0",
		},
	},
	"kitchen": {
		console: "t=0 taken=3  on the rail=0  turned away=47\n" +
			"cooked=3  turned away=47  the last after 600000 ms\n",
		rows: []string{
			"variant=shouted: acknowledged = 3, dropped = 47",
			"variant=rail: acknowledged = 50, dropped = 0, finished = 170m, visible at 0ms = 47",
		},
	},
	"load-leveling": {
		console: "t=1000 waiting=19001  written to the database=1000  refused=0\n" +
			"t=2000 waiting=38001  written to the database=2000  refused=0\n" +
			"t=3000 waiting=57000  written to the database=3000  refused=0\n" +
			"t=60000 waiting=0  written to the database=60000  refused=0\n",
		rows: []string{
			"variant=queue: written = 60000, depth at 3s = 57000, depth at 2999.95ms = 57001, depth-max = 57001, finished = 60s, depth = 0",
			"variant=direct: acknowledged = 3000, dropped = 57000",
			"variant=queue consumers=2: finished < 31s",
			"variant=queue consumers=6: finished >= 30s",
		},
	},
	"prefetch": {
		console: "prefetch=10  visible=0  in flight=12\n" +
			"A=6  B=6  all done at 6300\n",
		rows: []string{
			"prefetch=1: deliveries of A = 1, deliveries of B = 11, finished = 1100ms",
			"prefetch=2: deliveries of A = 2, deliveries of B = 10, finished = 2100ms",
			"prefetch=10: deliveries of A = 6, deliveries of B = 6, finished = 6300ms",
			"prefetch=unlimited: deliveries of A = 6, deliveries of B = 6, finished = 6300ms",
		},
	},
	"one-at-a-time": {
		console: "t=10 consumer-1 message=1 acknowledged  balance=90\n" +
			"t=12 consumer-2 message=2 acknowledged  balance=80\n" +
			"t=20 consumer-1 message=3 acknowledged  balance=60\n" +
			"balance=60  deliveries=3  finished=20\n",
		rows: []string{
			"variant=competing: balance = 60, deliveries = 3, lost = 0",
			"variant=single-active: balance = 40, deliveries = 3, lost = 0",
		},
	},
	"publish-subscribe": {
		console: "t=40 notifier message=1 acknowledged\n" +
			"notifier=1  stock=0  report=0  total delivered=1\n",
		rows: []string{
			"variant=one-queue: deliveries = 1, deliveries of notifier = 1, deliveries of stock = 0, deliveries of report = 0",
			"variant=bound: deliveries = 3, deliveries of notifier = 1, deliveries of stock = 1, deliveries of report = 1",
			"variant=by-producer: deliveries = 3, deliveries of notifier = 1, deliveries of stock = 1, deliveries of report = 1",
			"variant=slow: depth of reports before 1s = 2, depth of reports before 2s = 4, depth of reports before 3s = 6, " +
				"depth of reports before 4s = 8, depth of reports before 5s = 10, depth of reports = 12",
			"variant=slow: depth of notifications before 1s = 0, depth of notifications before 2s = 0, depth of notifications before 3s = 0, " +
				"depth of notifications before 4s = 0, depth of notifications before 5s = 0, depth of notifications = 0",
			"variant=slow: depth of stock-counts before 1s = 0, depth of stock-counts before 2s = 0, depth of stock-counts before 3s = 0, " +
				"depth of stock-counts before 4s = 0, depth of stock-counts before 5s = 0, depth of stock-counts = 0",
		},
	},
	"queue-or-log": {
		console: "t=0 lag: billing=30  analytics=52  fulfilment=9\n" +
			"t=600 lag: newcomer=150\n" +
			"from the log: newcomer=150\n" +
			"from the queue: latecomer=0\n",
		rows: []string{
			"variant=log: lag of billing at 0ms = 30, lag of analytics at 0ms = 52, lag of fulfilment at 0ms = 9",
			"variant=log: lag of newcomer at 600ms = 150, deliveries of newcomer = 150, lag of newcomer = 0",
			"variant=queue: deliveries = 150, acknowledged = 150, deliveries of latecomer = 0",
		},
	},
	"commit-position": {
		console: "t=10 billing-1 record=1 read=1 done\n" +
			"t=20 billing-1 record=2 read=1 done\n" +
			"t=25 billing-1 record=3 read=1 crashed\n" +
			"t=45 billing-1 record=4 read=1 done\n" +
			"t=55 billing-1 record=5 read=1 done\n" +
			"deliveries=5  effects=4  lost=1  lag=0\n",
		rows: []string{
			"variant=before: lost = 1, lost of message 3 = 1, executions = 4, deliveries of message 3 = 1, executions of message 3 = 0",
			"variant=after: lost = 0, deliveries = 6, effects = 5",
			"variant=slow-commit: lost = 0, effects before 34ms = 2, effects at 34ms = 3, effects = 6",
		},
	},
	"two-receipts": {
		console: "t=12 shop-1 message=1 delivered=1 acknowledgement dropped\n" +
			"t=52 shop-2 message=1 delivered=2 acknowledged\n" +
			"status=paid  receipts=2\n",
		rows: []string{
			"variant=naive: status = paid, receipts = 2, deliveries = 2",
			"variant=recorded: status = paid, receipts = 1, deliveries = 2",
		},
	},
	"safe-order": {
		console: "t=4 shop-1 message=1 delivered=1 crashed  status=placed receipts=0\n" +
			"t=44 shop-2 message=1 delivered=2 acknowledged  status=placed receipts=0\n" +
			"record-first, killed after 1: status=placed  receipts=0\n",
	},
}

func TestGolden(t *testing.T) {
	for id, want := range golden {
		t.Run(id, func(t *testing.T) {
			l := lesson.Get(id)
			if diff := cmp.Diff(want.console, runLesson(t, l, nil).console()); diff != "" {
				t.Errorf("console (-want +got):\n%s", diff)
			}
			for _, row := range want.rows {
				wantRow(t, l, row)
			}
		})
	}
}

func wantRow(t *testing.T, l *lesson.Lesson, row string) {
	t.Helper()
	settings, condition, _ := strings.Cut(row, ": ")
	claim, err := l.Doc.ParseClaim(scenario.Pos{File: "golden"}, condition)
	if err != nil {
		t.Fatal(err)
	}
	if got := check.Claim(claim, runLesson(t, l, set(settings)).report); !got.Holds {
		t.Errorf("%s: %s against %s %s", row, got.Left, got.Right, got.Reason)
	}
}

// set reads settings such as "work=5ms consumers=3".
func set(text string) []lesson.Setting {
	var list []lesson.Setting
	for _, word := range strings.Fields(text) {
		name, value, _ := strings.Cut(word, "=")
		list = append(list, lesson.Setting{Name: name, Value: value})
	}
	return list
}

func TestQueueDepthPrintsALineForEachNumberOfConsumers(t *testing.T) {
	want := []string{
		"consumers=1  end-of-round depths: 2 4 6 8 10 12\n",
		"consumers=2  end-of-round depths: 0 0 0 0 0 0\n",
		"consumers=3  end-of-round depths: 0 0 0 0 0 0\n",
	}
	for i, line := range want {
		r := runLesson(t, lesson.Get("queue-depth"), set(fmt.Sprintf("consumers=%d", i+1)))
		if got := r.console(); got != line {
			t.Errorf("%q, want %q", got, line)
		}
	}
}

// Starting empty, the depth after round t is t·max(0, production − consumers·rate).
func TestQueueDepthFollowsItsClosedForm(t *testing.T) {
	l := lesson.Get("queue-depth")
	each := scenario.Measure{Name: scenario.Depth, When: scenario.BeforeEach, At: time.Second}
	for production := 1; production <= 13; production++ {
		for consumers := 0; consumers <= 5; consumers++ {
			for rate := 1; rate <= 6; rate++ {
				settings := fmt.Sprintf("production=%d consumers=%d rate=%d", production, consumers, rate)
				depths, err := runLesson(t, l, set(settings)).report.Measure(each)
				if err != nil {
					t.Fatal(err)
				}
				wantDepths(t, settings, depths, max(0, production-consumers*rate))
			}
		}
	}
}

func wantDepths(t *testing.T, settings string, depths stats.Value, growth int) {
	t.Helper()
	if len(depths.Items) != 6 {
		t.Errorf("%s: %d rounds, want 6", settings, len(depths.Items))
	}
	for i, d := range depths.Items {
		if want := int64((i + 1) * growth); d.Value.N != want {
			t.Errorf("%s: depth %d after round %d, want %d", settings, d.Value.N, i+1, want)
		}
	}
}

// m events and n parties make m·n deliveries.
func TestPublishSubscribeMultiplies(t *testing.T) {
	l := lesson.Get("publish-subscribe")
	for _, variant := range []string{"bound", "by-producer"} {
		for m := range 6 {
			for n := 1; n <= 4; n++ {
				wantRow(t, l, fmt.Sprintf("variant=%s events=%d subscribers=%d: deliveries = %d", variant, m, n, m*n))
			}
		}
	}
}

// The receipts that a customer gets, by the order of the handler's steps and
// how many of them are done when it is killed.
func TestSafeOrderCountsTheReceipts(t *testing.T) {
	l := lesson.Get("safe-order")
	for variant, receipts := range map[string]string{
		"naive":        "1 1 2",
		"record-first": "1 0 0 1",
		"transaction":  "1 0 1",
		"send-inside":  "1 1 1 2",
		"outbox":       "1 1 1 1",
	} {
		for steps, want := range strings.Fields(receipts) {
			wantRow(t, l, fmt.Sprintf("variant=%s crash-after=%d: receipts = %s", variant, steps, want))
		}
	}
	wantRow(t, l, "variant=record-first crash-after=1: status = placed")
}

// Whenever the shop or the relay dies, the outbox sends one receipt; of each of
// the other orders there is an instant at which it does not.
func TestOnlyTheOutboxIsSafeAtEveryInstant(t *testing.T) {
	l := lesson.Get("safe-order")
	for _, variant := range []string{"naive", "record-first", "transaction", "send-inside", "outbox"} {
		var wrong []string
		for at := range 80 {
			wrong = append(wrong, wrongReceipts(t, l, variant, fmt.Sprintf("at %dms crash shop-1", at))...)
			if variant == "outbox" {
				wrong = append(wrong, wrongReceipts(t, l, variant, fmt.Sprintf("at %dms crash mailer for 10ms", at))...)
			}
		}
		if safe := len(wrong) == 0; safe != (variant == "outbox") {
			t.Errorf("%s: other than one receipt with %q", variant, wrong)
		}
	}
}

// wrongReceipts is the line, if with it the customer gets none or more than one.
func wrongReceipts(t *testing.T, l *lesson.Lesson, variant, line string) []string {
	t.Helper()
	doc, err := scenario.Parse("golden", l.Source+"when variant is "+variant+"\n  "+line+"\n")
	if err != nil {
		t.Fatal(err)
	}
	with := *l
	with.Doc = doc
	r := runLesson(t, &with, set("variant="+variant+" crash-after=never"))
	if receipts, err := r.report.Measure(scenario.Measure{Name: scenario.Receipts}); err == nil && receipts.N == 1 {
		return nil
	}
	return []string{line}
}
