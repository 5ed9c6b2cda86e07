package play

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/trace"
)

// inboxSource: the worker inserts the id and debits in one transaction, 5 ms a
// step, and dies at 10 ms, before it acknowledges.
const inboxSource = `balance account 100
table processed_messages
queue payments
producer bank
  to payments
  write "payment amount=30"
handler pay each 5ms
  transaction
    insert processed_messages {id} else acknowledge
    debit account {amount}
  acknowledge
consumer worker
  from payments
  handler pay
crash worker after step 1 for 10ms
claim "Paid once" balance of account = 70
`

// receiptSource: a receipt leaves before the message is acknowledged.
const receiptSource = `queue orders
producer shop
  to orders
  write "order=7"
mailbox receipts
handler ship each 4ms
  send receipts "receipt {order}"
  acknowledge
consumer worker
  from orders
  handler ship
`

// deadSource: message 2 fails once, and is dead-lettered at 20 ms.
const deadSource = `queue jobs
  max-deliveries 1
  dead-letter failed
queue failed
producer shop
  to jobs
  write "a" "b" "c"
consumer worker
  from jobs
  work 10ms
  fails "b" times 1 requeue
`

// logSource: five records of 10 ms each, committed after the work.
const logSource = `log orders
  records 5 "order={n}"
group billing
  from orders
  work 10ms
`

func openedSource(t *testing.T, source string) *Model {
	t.Helper()
	m := New([]*lesson.Lesson{newLesson(t, "world", source)})
	m.Update(OpenLesson{ID: "world"})
	finish(t, m)
	return m
}

// marks writes a handler's steps with a sign each: ✓ done, ▸ in it, ✕ undone,
// – skipped, · to do; and | at a place where it crashed.
func signs(h HandlerView) string {
	var b strings.Builder
	for _, s := range h.Steps {
		if s.Gap != nil && s.Gap.Hit {
			b.WriteString("| ")
		}
		b.WriteString([...]string{"·", "▸", "✓", "✕", "–"}[s.State] + strings.Fields(s.Text)[0] + " ")
	}
	return strings.TrimSpace(b.String())
}

func TestAHandlerIsFollowedStepByStep(t *testing.T) {
	m := openedSource(t, inboxSource)
	for _, c := range []struct {
		at   Msg
		want string
	}{
		{SeekTime{2 * ms}, "✓receive ✓transaction ▸insert ·debit ·commit ·acknowledge"},
		{SeekTime{7 * ms}, "✓receive ✓transaction ✓insert ▸debit ·commit ·acknowledge"},
		{SeekTime{12 * ms}, "✓receive ✓transaction ✓insert ✓debit ✓commit | ✕acknowledge"},
		{SeekTime{22 * ms}, "✓receive ✓transaction ▸insert ·debit ·commit ·acknowledge"},
	} {
		m.Update(c.at)
		if got := signs(m.Handlers()[0]); got != c.want {
			t.Errorf("%+v:\n%s, want\n%s", c.at, got, c.want)
		}
	}
	m.Update(ToEnd{})
	h := m.Handlers()[0]
	if h.Steps[2].Note != "already there" || h.Message != 1 || h.Delivery != 2 {
		t.Errorf("the second delivery: %+v", h)
	}
	if got := m.StepFill(h.Actor); got != 0 {
		t.Errorf("an idle handler is %v through its step", got)
	}
	m.Update(SeekTime{6 * ms})
	if got := m.StepFill(h.Actor); got != 0.2 {
		t.Errorf("at 6 ms %v of the debit from 5 to 10 ms are done, want 0.2", got)
	}
}

func TestPlacesToCrash(t *testing.T) {
	m := openedSource(t, strings.Replace(inboxSource, "crash worker after step 1 for 10ms\n", "", 1))
	var lines []string
	for _, s := range m.Handlers()[0].Steps {
		if s.Gap != nil {
			lines = append(lines, s.Gap.Line)
		}
	}
	want := []string{"after inner step 0", "after inner step 0", "after inner step 1", "after inner step 2", "after step 1"}
	if d := cmp.Diff(want, lines); d != "" {
		t.Error(d)
	}
	// A lone consumer is back after a fifth of the run's 15 ms.
	send(t, m, CrashAtGap{"worker", "after inner step 1"}, CrashAtGap{"worker", "after inner step 2"})
	if d := cmp.Diff([]string{"crash worker after inner step 2 for 3ms"}, m.Draft.Lines); d != "" {
		t.Errorf("the second replaces the first:\n%s", d)
	}
	m.Update(SeekTime{11 * ms})
	if got, want := signs(m.Handlers()[0]), "✓receive ✕transaction ✕insert ✕debit | ✕commit ✕acknowledge"; got != want {
		t.Errorf("killed before the commit:\n%s, want\n%s", got, want)
	}
	send(t, m, CrashAtGap{"worker", "after inner step 2"})
	if len(m.Draft.Lines) != 0 {
		t.Errorf("the same place again takes the crash away: %q", m.Draft.Lines)
	}
	send(t, m, Undo{}, Undo{})
	if d := cmp.Diff([]string{"crash worker after inner step 1 for 3ms"}, m.Draft.Lines); d != "" {
		t.Errorf("undone:\n%s", d)
	}
}

func cells(m *Model, table int) []string {
	var list []string
	for _, r := range m.Tables()[table].Rows {
		text := r.Key
		for _, c := range r.Cells {
			text += " " + c.Text
			if c.Changed {
				text += "!"
			}
		}
		list = append(list, strings.TrimSpace(text))
	}
	return list
}

func TestTablesFollowTheCursor(t *testing.T) {
	m := openedSource(t, inboxSource)
	if d := cmp.Diff([]string{"100"}, cells(m, 0)); d != "" {
		t.Errorf("at the start, with what is there from the start: %s", d)
	}
	m.Update(SeekTime{10 * ms})
	if got := append(cells(m, 0), cells(m, 1)...); cmp.Diff([]string{"70!", "1 !"}, got) != "" {
		t.Errorf("committed at 10 ms: %q", got)
	}
	m.Update(SeekTime{20 * ms})
	if got := cells(m, 0); cmp.Diff([]string{"70"}, got) != "" {
		t.Errorf("at 20 ms it is not new any more: %q", got)
	}
	m = openedSource(t, receiptSource)
	if v := m.Tables()[0]; v.Kind != trace.Mailbox || v.Count != 0 {
		t.Errorf("before: %+v", v)
	}
	m.Update(SeekTime{4 * ms})
	if d := cmp.Diff([]SentView{{"receipt 7", "4 ms", true}}, m.Tables()[0].Sent); d != "" {
		t.Errorf("sent at 4 ms:\n%s", d)
	}
}

func ledger(m *Model, name string) LedgerRow {
	for _, r := range m.Ledger() {
		if r.Name == name {
			return r
		}
	}
	return LedgerRow{}
}

func TestLedger(t *testing.T) {
	m := openedSource(t, inboxSource)
	m.Update(SeekTime{7 * ms})
	want := LedgerRow{"claim-1", "balance of account", "70", "100", "70", false}
	if d := cmp.Diff(want, ledger(m, "claim-1")); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(LedgerRow{"done", "messages done", "1", "0", "1", false}, ledger(m, "done")); d != "" {
		t.Error(d)
	}
	// A broker that restarts loses two that waited; the one in hand is done all the same.
	m = openedSource(t, `queue jobs
producer shop
  to jobs
  write "a" "b" "c"
consumer worker
  from jobs
  work 10ms
at 5ms restart jobs
`)
	m.Update(SeekTime{5 * ms})
	if d := cmp.Diff(LedgerRow{"lost", "lost", "0", "3", "2", true}, ledger(m, "lost")); d != "" {
		t.Error(d)
	}
}

func TestDeadLettersAreSentAgain(t *testing.T) {
	m := openedSource(t, deadSource)
	var button FaultButton
	find := func() {
		for _, b := range m.Faults() {
			if strings.HasPrefix(b.Label, "Send again") {
				button = b
			}
		}
	}
	if find(); button.Label != "Send again: failed to jobs" || button.Disabled != "nothing lies in failed" {
		t.Errorf("at the start: %+v", button)
	}
	send(t, m, SeekTime{25 * ms})
	if find(); button.Disabled != "" {
		t.Errorf("at 25 ms: %+v", button)
	}
	send(t, m, button.Msg, ToEnd{})
	if d := cmp.Diff([]string{"at 25ms resend failed to jobs"}, m.Draft.Lines); d != "" {
		t.Error(d)
	}
	if d := ledger(m, "done"); d.End != "3" || d.Bad {
		t.Errorf("all three are done in the end: %+v", d)
	}
}

func TestRestartIsAButton(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SeekTime{10 * ms}, RestartQueue{"jobs"})
	if d := cmp.Diff([]string{"at 10ms restart jobs"}, m.Draft.Lines); d != "" {
		t.Error(d)
	}
	if got := m.state.Total.Lost; got != 1 {
		t.Errorf("%d lost, want 1: the queue is not durable", got)
	}
}

func TestGroupsAreSetBack(t *testing.T) {
	m := openedSource(t, logSource)
	m.Update(SeekTime{30 * ms})
	want := []LogView{{Name: "orders", Partitions: []Span{{0, 5}}, Groups: []GroupView{{
		Name: "billing", Joined: true, Committed: []int64{3}, Read: []int64{4}, Lag: 2, Longest: 5,
	}}}}
	if d := cmp.Diff(want, m.Logs()); d != "" {
		t.Error(d)
	}
	send(t, m, SeekTime{60 * ms})
	send(t, m, SeekGroup{"billing", 3}, SeekGroup{"billing", 2})
	if len(m.Draft.Lines) != 1 || !strings.HasSuffix(m.Draft.Lines[0], " seek billing to 2") {
		t.Errorf("one line for one gesture: %q", m.Draft.Lines)
	}
	if at := m.Logs()[0].Groups[0].Committed[0]; at != 2 {
		t.Errorf("position %d at the cursor, want 2", at)
	}
	send(t, m, ToEnd{})
	if row := ledger(m, "twice"); row.End != "3" {
		t.Errorf("records 3, 4 and 5 are done again: %+v", row)
	}
	send(t, m, SeekGroup{"billing", 99})
	if m.Notice == "" || !strings.Contains(m.Notice, "position 5") {
		t.Errorf("beyond the end: %q", m.Notice)
	}
}

func TestSentencesOfTheWorld(t *testing.T) {
	for _, c := range []struct {
		source string
		kind   trace.Kind
		want   string
	}{
		{inboxSource, trace.RowTaken, "25 ms: worker found 1 in processed_messages already."},
		{inboxSource, trace.RolledBack, "25 ms: the transaction of worker was rolled back: nothing of it happened."},
		{receiptSource, trace.Sent, "4 ms: worker sent “receipt 7” to receipts: it can't be taken back."},
		{logSource, trace.Appended, "0 ms: record 1 (order=1) is in orders from the start."},
		{logSource, trace.Fetched, "0 ms: billing-1 read record 1 at position 0 of orders."},
		{logSource, trace.PositionCommitted, "10 ms: billing-1 committed position 1 in orders."},
	} {
		r := openedSource(t, c.source).Run
		for i := range r.Trace.Len() {
			if r.Trace.At(i).Kind == c.kind {
				if got := r.Sentence(i); got != c.want {
					t.Errorf("%q, want %q", got, c.want)
				}
				break
			}
		}
	}
	for _, k := range trace.Kinds() {
		if sentences[k] == nil && worldSentences[k] == nil {
			t.Errorf("%s has no sentence", k)
		}
	}
}

func TestTheSummaryTellsOfRoutesLogsAndTables(t *testing.T) {
	m := openedSource(t, `queue a
exchange events topic
  bind a key order.*
producer shop
  to exchange events
  key order.created
  write "event"
mailbox post
balance account 5
log orders
  records 2 "order"
group billing
  from orders
  work 10ms
`)
	m.Update(ToEnd{})
	want := "At 20 ms. Queue a holds 1 message: 1 visible, 0 in flight. billing-1 is idle since 20 ms. " +
		"Exchange events passes on to a by order.*. Log orders holds 2 records. billing is 0 behind. " +
		"post: 0 sent. account is 5. 0 of 1 message acknowledged."
	if got := m.Summary(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
