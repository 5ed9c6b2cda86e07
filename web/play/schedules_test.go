package play

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/scenario"
)

// studying is a model of a lesson of the catalogue with a panel open.
func studying(t testing.TB, id string, tab Tab) *Model {
	t.Helper()
	m := New(whole())
	m.Update(OpenLesson{ID: id})
	finish(t, m)
	send(t, m, SelectTab{tab})
	return m
}

// The handler that records the identifier first loses the receipt when it dies
// right after that, as the lesson tells.
func TestSearchFindsTheLostReceipt(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	toEnd(t, m, StartSearch{})
	want := []Chosen{{8, "4 ms", "shop-1 crashes after: insert processed_messages {id} else acknowledge"}}
	if d := cmp.Diff(want, m.Found()); d != "" {
		t.Errorf("%s\n%s", m.VerdictText(), d)
	}
	if m.Schedules.Verdict.Kind != explore.Broken || !m.Schedules.Verdict.Complete {
		t.Errorf("verdict %q", m.VerdictText())
	}
	send(t, m, SetParam{Name: "variant", Text: "outbox"})
	if !m.Schedules.Stale {
		t.Error("a verdict about another variant is not stale")
	}
	toEnd(t, m, StartSearch{})
	if m.Schedules.Verdict.Kind != explore.Keeps {
		t.Errorf("the outbox: %q", m.VerdictText())
	}
}

// The counterexample is an ordinary run, with what the search was made under;
// one undo takes all of it back.
func TestPlayTheCounterexample(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	toEnd(t, m, StartSearch{})
	send(t, m, PlaySchedule{})
	want := Draft{
		Schedule: []string{"crash shop-1 after step 1 for 10ms"},
		Settings: []scenario.Setting{{Name: "crash-after", Value: "never"}},
	}
	if d := cmp.Diff(want, m.Draft); d != "" {
		t.Error(d)
	}
	if !m.Playing || !m.AtStart() || m.Schedules.Stale {
		t.Errorf("playing %v, at the start %v, stale %v", m.Playing, m.AtStart(), m.Schedules.Stale)
	}
	if d := cmp.Diff(m.Found(), m.Choices()); d != "" {
		t.Errorf("choices of the run (-found +played):\n%s", d)
	}
	if m.Run.Claims[2].Holds {
		t.Errorf("the run keeps %q", m.Run.Claims[2].Name)
	}
	link, _ := m.Fragment()
	if want := "1&-schedule=crash+shop-1+after+step+1+for+10ms&crash-after=never&-tab=schedules"; link != want {
		t.Errorf("link %q, want %q", link, want)
	}
	again := New(whole())
	again.Update(OpenLesson{ID: "safe-order", Fragment: link})
	finish(t, again)
	if d := cmp.Diff(m.Choices(), again.Choices()); d != "" || again.Notice != "" {
		t.Errorf("by the link: %s%s", again.Notice, d)
	}
	send(t, m, Undo{})
	if m.Changed() || len(m.Choices()) != 0 {
		t.Errorf("undone: %+v", m.Draft)
	}
}

func TestACounterexampleIsTakenAwayAndSearchedWithout(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	toEnd(t, m, StartSearch{})
	send(t, m, PlaySchedule{})
	first := m.VerdictText()
	toEnd(t, m, StartSearch{})
	if got := m.VerdictText(); got != first {
		t.Errorf("with the counterexample in the draft: %q, without: %q", got, first)
	}
	send(t, m, DropSchedule{})
	if m.PlaysSchedule() || m.Draft.setting("crash-after") != "never" {
		t.Errorf("dropped: %+v", m.Draft)
	}
}

// What names a relay that only some variant has can be added in that variant.
func TestACounterexampleMayNameWhatTheDefaultsLack(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	send(t, m, SetParam{Name: "variant", Text: "outbox"}, SetParam{Name: "provider", Text: "ignores-key"})
	toEnd(t, m, StartSearch{})
	send(t, m, PlaySchedule{})
	if got := m.Draft.Schedule; len(got) != 1 || got[0] != "crash mailer after row 1 for 10ms" {
		t.Errorf("lines %q", got)
	}
	if c := m.Choices(); len(c) != 1 || m.Run.Claims[2].Holds {
		t.Errorf("choices %v, the claim holds: %v", c, m.Run.Claims[2].Holds)
	}
}

func TestAnOrdinaryRunMayBreakTheClaim(t *testing.T) {
	m := studying(t, "one-at-a-time", SchedulesTab)
	send(t, m, SetSearch{Search{Claim: 2}})
	toEnd(t, m, StartSearch{})
	if got := m.VerdictText(); got != "Broken, shortest of 1." || len(m.Found()) != 0 {
		t.Errorf("%q, %v", got, m.Found())
	}
	send(t, m, PlaySchedule{})
	if m.Changed() || !m.Playing {
		t.Errorf("%+v, playing %v", m.Draft, m.Playing)
	}
}

func TestWhatTheSearchSays(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	send(t, m, SetParam{Name: "variant", Text: "outbox"}, SetSearch{Search{Claim: 3, Crashes: 1, Away: 10 * time.Millisecond}})
	toEnd(t, m, StartSearch{})
	if got := m.VerdictText(); got != "All 9 schedules keep it." {
		t.Errorf("one claim: %q", got)
	}
	send(t, m, SetSearch{Search{Crashes: 1, Away: 10 * time.Millisecond}})
	toEnd(t, m, StartSearch{})
	if got := m.VerdictText(); got != "All 9 schedules keep them." {
		t.Errorf("any claim: %q", got)
	}
	for want, n := range map[string]int{"1,284,007": 1284007, "284": 284, "more than can be counted": 1<<63 - 1} {
		if got := grouped(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestAStoppedSearchIsHonest(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	send(t, m, SetParam{Name: "variant", Text: "outbox"}, SetSearch{Search{Crashes: 3, Lost: 3, Consumers: true, Ties: true}}, StartSearch{})
	turn(t, m)
	send(t, m, StopSearch{})
	v := m.Schedules.Verdict
	if m.Schedules.Running || v == nil || v.Complete || !m.Schedules.Stopped {
		t.Errorf("%+v", m.Schedules)
	}
	if turn(t, m) {
		t.Error("a stopped search goes on")
	}
}

func TestALongRunIsNotSearched(t *testing.T) {
	m := opened(t, "long")
	send(t, m, SelectTab{SchedulesTab}, EditText{Text: longSource + "claim \"None is lost\" lost = 0\n"}, StartSearch{})
	if m.Schedules.Running || m.Schedules.Problem == "" {
		t.Errorf("%+v", m.Schedules)
	}
}

func TestChooseLinesOfTheTextAreSaidToBeInTheWay(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	send(t, m, EditText{Text: m.Lesson.Source + "choose at 0ms after 1 crash shop-1\n"}, StartSearch{})
	if m.Schedules.Running || m.Schedules.Problem == "" {
		t.Errorf("%+v", m.Schedules)
	}
}

// A verdict stays when what may go wrong is set otherwise, and says that it is
// not of that; under other settings of the lesson it can't be played either.
func TestAVerdictIsOfWhatWasAsked(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	toEnd(t, m, StartSearch{})
	if got := m.SearchOutdated(); got != "" {
		t.Errorf("at once: %q", got)
	}
	asked, text := m.Schedules.Search, m.VerdictText()
	send(t, m, SetSearch{Search{Crashes: 2}})
	if got := m.SearchOutdated(); got != "The settings have changed since. Search again to see what holds now." || m.VerdictText() != text || m.Schedules.Stale {
		t.Errorf("with two crashes: %q, %q, stale %v", got, m.VerdictText(), m.Schedules.Stale)
	}
	asked.Bare = true
	send(t, m, SetSearch{asked})
	if got := m.SearchOutdated(); got != "The scenario has changed since. Search again to see what holds now." || !m.Schedules.Stale {
		t.Errorf("without the lesson's settings: %q", got)
	}
}

// Nothing of the studies is made before one of their panels is shown.
func TestAPageStartsWithoutItsStudies(t *testing.T) {
	m := New(whole())
	m.Update(OpenLesson{ID: "safe-order"})
	finish(t, m)
	if d := cmp.Diff(Search{}, m.Schedules.Search); d != "" {
		t.Error(d)
	}
	send(t, m, SelectTab{SchedulesTab}, OpenLesson{ID: "two-receipts"})
	if m.Schedules.Search != (Search{}) {
		t.Errorf("another lesson has %+v", m.Schedules.Search)
	}
}
