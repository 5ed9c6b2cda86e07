package play

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/trace"
)

// playing is a model that shows a scenario.
func playing(t testing.TB, source string) *Model {
	t.Helper()
	m := New([]*lesson.Lesson{newLesson(t, "made", source)})
	m.Update(OpenLesson{ID: "made"})
	finish(t, m)
	return m
}

// eventOf is the n-th event of a kind about a message, from 1.
func eventOf(t testing.TB, m *Model, k trace.Kind, message uint32, n int) int {
	t.Helper()
	for i := range m.Run.Trace.Len() {
		if e := m.Run.Trace.At(i); e.Kind == k && e.Message == message {
			if n--; n == 0 {
				return i
			}
		}
	}
	t.Fatalf("no such %v", k)
	return 0
}

func chain(m *Model) []string {
	if m.Why == nil {
		return nil
	}
	lines := []string{m.Why.Title}
	for _, l := range m.Why.Links {
		lines = append(lines, l.Time+" "+l.Text)
	}
	return lines
}

func TestWhyHandedOutAgain(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, ToEnd{}, Select{Selection{Kind: MessageSelected, Message: 2}})
	effects := m.Update(AskWhyMessage{2})
	if !slices.Contains(effects, Effect(Focus{FocusWhy})) {
		t.Errorf("effects %v, want the focus on the explanation", effects)
	}
	want := []string{
		"Why was message 2 handed out again?",
		"0 ms consumer-1 was handed message 2 (lease to 30 ms)",
		"0 ms consumer-1 left it unacknowledged",
		"30 ms the lease ended: visible again",
		"30 ms handed out again to consumer-2 (lease to 60 ms)",
	}
	if d := cmp.Diff(want, chain(m)); d != "" {
		t.Errorf("chain:\n%s", d)
	}
	send(t, m, SeekEvent{m.Why.Links[2].Index})
	if m.Cursor.At.Milliseconds() != 30 {
		t.Errorf("the third link goes to %v, want 30ms", m.Cursor.At)
	}
	if effects := m.Update(Dismiss{}); m.Why != nil || !slices.Contains(effects, Effect(Focus{FocusAsked})) {
		t.Errorf("Escape: %v, explanation %v; want it closed and the focus back", effects, m.Why)
	}
}

// Before the cursor there is nothing to explain, after it there is; a message
// of which nothing special is to be told has its only delivery explained.
func TestWhyOfAMessage(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, AskWhyMessage{2})
	if got := chain(m)[0]; got != "Why did message 2 come back?" {
		t.Errorf("at the start: %q", got)
	}
	send(t, m, AskWhyMessage{1})
	want := []string{
		"Why was message 1 handed to consumer-1?",
		"0 ms library wrote message 1 (a) to jobs",
		"0 ms consumer-1 was handed message 1 (lease to 30 ms)",
	}
	if d := cmp.Diff(want, chain(m)); d != "" {
		t.Errorf("message 1:\n%s", d)
	}
}

func TestWhyDoneTwice(t *testing.T) {
	m := opened(t, "work")
	send(t, m, AskWhy{eventOf(t, m, trace.Executed, 1, 2)})
	want := []string{
		"Why was the work on message 1 done again?",
		"0 ms consumer-1 was handed message 1 (lease to 30 ms)",
		"0 ms consumer-1 began to work: until 45 ms, longer than the lease",
		"30 ms the lease ended: visible again",
		"30 ms handed out again to consumer-2 (lease to 60 ms)",
		"45 ms consumer-1 finished the work",
		"45 ms consumer-1 acknowledged it late: deleted all the same",
		"75 ms consumer-2 finished the work",
	}
	if d := cmp.Diff(want, chain(m)); d != "" {
		t.Errorf("chain:\n%s", d)
	}
}

// The explanation follows into a new run where the same happens, and goes where it doesn't.
func TestWhyInANewRun(t *testing.T) {
	m := opened(t, "work")
	send(t, m, AskWhy{eventOf(t, m, trace.Delivered, 1, 2)}, SetParam{Name: "visibility", Text: "40ms"})
	if m.Why == nil || m.Why.Links[2].Time != "40 ms" {
		t.Errorf("with a lease of 40 ms: %v", chain(m))
	}
	send(t, m, SetParam{Name: "visibility", Text: "60ms"})
	if m.Why != nil {
		t.Errorf("with a lease that is long enough: %v", chain(m))
	}
}

const recordFirst = `
queue orders
  visibility 40ms
producer shop
  to orders
  write "order.placed order=8842"
table processed
mailbox receipts
handler record-first each 4ms
  insert processed {order} else acknowledge
  send receipts "receipt {order}"
  acknowledge
consumer worker x 2
  from orders
  handler record-first
crash worker-1 after step 1
`

func TestWhySkipped(t *testing.T) {
	m := playing(t, recordFirst)
	send(t, m, ToEnd{}, AskWhy{eventOf(t, m, trace.RowTaken, 1, 1)})
	want := []string{
		"Why was message 1 not acted on again?",
		"0 ms worker-1 was handed message 1 (lease to 40 ms)",
		"4 ms worker-1 recorded 8842 in processed",
		`4 ms worker-1 crashed before “send receipts "receipt {order}"”`,
		"40 ms the lease ended: visible again",
		"40 ms handed out again to worker-2 (lease to 80 ms)",
		"44 ms worker-2 found processed 8842 there already",
	}
	if d := cmp.Diff(want, chain(m)); d != "" {
		t.Errorf("chain:\n%s", d)
	}
}

func TestOvertakings(t *testing.T) {
	m := playing(t, `
queue jobs
producer shop
  to jobs
  write "order 1" "order 2"
consumer worker x 2
  from jobs
  work 10ms
  work by message "order 1" 30ms
`)
	list, total := m.Overtakings()
	if total != 1 || len(list) != 1 {
		t.Fatalf("%d listed of %d, want 1 of 1", len(list), total)
	}
	if got := list[0].Text + "; " + list[0].Cause; got != "Message 1 was done at 30 ms, after message 2 at 10 ms; work took longer: 30 ms against 10 ms" {
		t.Errorf("%q", got)
	}
	send(t, m, SeekEvent{list[0].Index})
	if m.Cursor.At.Milliseconds() != 30 {
		t.Errorf("it goes to %v, want 30ms", m.Cursor.At)
	}
	if list, total := opened(t, "lease").Overtakings(); total != 1 {
		t.Errorf("%v: message 2 comes after message 3 there, and no other pair", list)
	}
}
