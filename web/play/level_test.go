package play

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// bothSource is a queue that one worker reads and a log that one group reads: of
// each three, of 10 ms. The worker has what is in flight for it at once.
const bothSource = `queue jobs
producer shop
  to jobs
  write 3 "job {n}"
consumer worker
  from jobs
  work 10ms
log events
  records 3 "event {n}"
group audit
  from events
  work 10ms
`

func TestSoFarOfALog(t *testing.T) {
	m := openedSource(t, logSource)
	m.Update(SeekTime{25 * ms})
	// Two are done and committed, the third is read.
	want := []Counter{{"appended", "appended", 5}, {"reads", "reads", 3}, {"read-again", "read again", 0}, {"commits", "commits", 2}, {"lag", "lag", 3}}
	if d := cmp.Diff(want, m.Counters()); d != "" {
		t.Error(d)
	}
	send(t, m, CrashConsumer{Name: "billing-1", For: 5 * ms}, ToEnd{})
	want = []Counter{{"appended", "appended", 5}, {"reads", "reads", 6}, {"read-again", "read again", 1}, {"commits", "commits", 5}, {"lag", "lag", 0}}
	if d := cmp.Diff(want, m.Counters()); d != "" {
		t.Errorf("after a crash: %s", d)
	}
}

// What retention dropped before it was read stays in the lag, as in the measure.
func TestSoFarOfALogThatForgets(t *testing.T) {
	m := openedSource(t, "log orders\n  records 5 \"order={n}\"\n  retention 25ms\ngroup billing\n  from orders\n  work 10ms\n")
	m.Update(ToEnd{})
	want := []Counter{{"appended", "appended", 5}, {"reads", "reads", 3}, {"read-again", "read again", 0}, {"commits", "commits", 3}, {"lag", "lag", 2}, {"trimmed", "dropped by retention", 5}}
	if d := cmp.Diff(want, m.Counters()); d != "" {
		t.Error(d)
	}
	if got := m.Logs()[0].Groups[0].Lag; got != 2 {
		t.Errorf("the group lags by %d, want 2", got)
	}
}

func TestSoFarOfAQueueAndALog(t *testing.T) {
	m := openedSource(t, bothSource)
	m.Update(SeekTime{15 * ms})
	want := []Counter{
		{"written", "written", 3}, {"deliveries", "deliveries", 2}, {"redeliveries", "redeliveries", 0},
		{"acknowledged", "acknowledged", 1}, {"visible", "visible", 1}, {"in-flight", "in flight", 1},
		{"appended", "appended", 3}, {"reads", "reads", 2}, {"read-again", "read again", 0}, {"commits", "commits", 1}, {"lag", "lag", 2},
	}
	if d := cmp.Diff(want, m.Counters()); d != "" {
		t.Error(d)
	}
}

func TestARunOfLogsShowsItsLag(t *testing.T) {
	m := openedSource(t, logSource)
	m.Update(SeekTime{25 * ms})
	if total, dashed, area := m.LevelNow(); !m.LagShown() || m.HasLevels() || total != 3 || dashed != 2 || area != 1 {
		t.Errorf("lag shown: %t; lag %d, not read %d, not committed %d, want 3, 2 and 1", m.LagShown(), total, dashed, area)
	}
	if l := m.Levels(); len(l) != 1 || l[0].Of != "billing" {
		t.Errorf("levels %+v", l)
	}
	m.Update(ShowLag{false})
	if !m.LagShown() || !m.LogsAlone() {
		t.Error("a run without queues shows its depth")
	}
}

// The choice outlives a new run, and the shadow has the same as the run.
func TestARunOfBothShowsOneOfTheTwo(t *testing.T) {
	m := openedSource(t, bothSource)
	run := m.Version.Run
	if m.LagShown() || !m.HasLevels() || m.Levels()[0].Of != "jobs" {
		t.Errorf("at first: %+v", m.Levels())
	}
	send(t, m, ShowLag{true})
	if m.Version.Run == run || !m.LagShown() || m.Levels()[0].Of != "audit" {
		t.Errorf("when asked for: %+v", m.Levels())
	}
	send(t, m, SeekTime{15 * ms}, KeepShadow{}, WriteByHand{Count: 2})
	if !m.LagShown() || len(m.ShadowLevels()) != 1 || m.ShadowLevels()[0].Of != "audit" {
		t.Errorf("after a change: %+v, and the shadow %+v", m.Levels(), m.ShadowLevels())
	}
	if total, _, _ := m.LevelNow(); total != 2 {
		t.Errorf("a lag of %d at 15 ms, want 2", total)
	}
	send(t, m, ShowLag{false})
	if total, _, _ := m.LevelNow(); m.LagShown() || total != 4 {
		t.Errorf("a depth of %d at 15 ms, want 4", total)
	}
}
