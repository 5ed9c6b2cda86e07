package play

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/queuelab/queuelab/core/scenario"
	"pgregory.net/rapid"
)

func TestSettingAParameterRunsAgainAndKeepsTheInstant(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SeekTime{40 * ms}, SetParam{Name: "visibility", Text: "60ms"})
	if m.Cursor != (Cursor{5, 40 * ms}) {
		t.Errorf("cursor %v", m.Cursor)
	}
	if m.End() != 45*ms || m.State().Total.Deliveries != 1 {
		t.Errorf("end %v, %d deliveries", m.End(), m.State().Total.Deliveries)
	}
	if got := m.CanUndo(); got != "Visibility timeout → 60ms" {
		t.Errorf("undo would undo %q", got)
	}
	want := []scenario.Setting{{Name: "visibility", Value: "60ms"}}
	if d := cmp.Diff(want, m.Draft.Settings); d != "" {
		t.Error(d)
	}
}

func TestARunTooShortForTheInstantIsShownAtItsEnd(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SeekTime{75 * ms}, SetParam{Name: "visibility", Text: "60ms"})
	if m.Cursor.At != 45*ms || !m.AtEnd() {
		t.Errorf("in the shorter run: %v", m.Cursor)
	}
	send(t, m, Undo{})
	if m.Cursor.At != 75*ms {
		t.Errorf("in the longer one again: %v", m.Cursor)
	}
}

func TestTheSamePartOfAnInstantIsKept(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, Step{4}, SetParam{Name: "visibility", Text: "10ms"})
	if m.Cursor != (Cursor{4, 0}) {
		t.Errorf("cursor %v", m.Cursor)
	}
}

func TestBadSettings(t *testing.T) {
	m := opened(t, "work")
	run := m.Run
	for _, c := range []struct{ name, text, message string }{
		{"visibility", "soon", "expected a duration such as 30ms"},
		{"visibility", "2h", "expected 1ms to 1h"},
		{"speed", "1", ""},
	} {
		send(t, m, SetParam{Name: c.name, Text: c.text})
		if len(m.Problems) != 1 || m.Problems[0].Param != c.name || !strings.Contains(m.Problems[0].Message, c.message) {
			t.Errorf("%s=%s: %+v", c.name, c.text, m.Problems)
		}
	}
	if m.Run != run || m.Changed() || m.CanUndo() != "" {
		t.Error("a bad setting changed something")
	}
	send(t, m, SetParam{Name: "work", Text: "20ms"})
	if len(m.Problems) != 0 || m.Run == run {
		t.Errorf("after a good one: %+v", m.Problems)
	}
}

func TestADefaultIsNoChange(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SetParam{Name: "work", Text: "20ms"}, SetParam{Name: "work", Text: "0.045s"})
	if m.Changed() {
		t.Errorf("the draft is %+v", m.Draft)
	}
	send(t, m, SetParam{Name: "work", Text: "20ms"}, ResetParam{"work"})
	if m.Changed() {
		t.Errorf("after a reset the draft is %+v", m.Draft)
	}
}

func TestADragIsUndoneAtOnce(t *testing.T) {
	m := opened(t, "work")
	for _, v := range []string{"31ms", "32ms", "40ms"} {
		send(t, m, SetParam{Name: "visibility", Text: v, Drag: true})
	}
	send(t, m, SetParam{Name: "work", Text: "1ms", Drag: true}, Undo{})
	if got := m.Draft.setting("visibility"); got != "40ms" {
		t.Errorf("visibility is %q after the other's undo", got)
	}
	send(t, m, Undo{})
	if m.Changed() || m.CanUndo() != "" {
		t.Errorf("left: %+v", m.Draft)
	}
	send(t, m, Redo{}, Redo{})
	if m.Draft.setting("visibility") != "40ms" || m.Draft.setting("work") != "1ms" {
		t.Errorf("redone: %+v", m.Draft)
	}
}

func TestResetCanBeUndone(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SetParam{Name: "visibility", Text: "60ms"}, SeekTime{10 * ms}, CrashConsumer{Name: "consumer-1"}, ResetLesson{})
	if m.Changed() {
		t.Errorf("reset left %+v", m.Draft)
	}
	send(t, m, Undo{})
	want := Draft{
		Lines:    []string{"at 10ms crash consumer-1"},
		Settings: []scenario.Setting{{Name: "visibility", Value: "60ms"}},
	}
	if d := cmp.Diff(want, m.Draft); d != "" {
		t.Error(d)
	}
}

func TestEditingTheText(t *testing.T) {
	m := opened(t, "work")
	own := m.Text
	send(t, m, SetParam{Name: "visibility", Text: "60ms"})
	shorter := strings.Replace(own, "work 45ms from", "work 10ms from", 1)
	send(t, m, EditText{Text: shorter, Typing: true})
	if m.End() != 10*ms || m.Draft.setting("visibility") != "60ms" {
		t.Errorf("end %v, draft %+v", m.End(), m.Draft)
	}
	run := m.Run
	broken := strings.Replace(shorter, "consumer x 2", "consumer x two", 1)
	send(t, m, EditText{Text: broken, Typing: true})
	if m.Run != run || m.Text != broken || len(m.Problems) == 0 {
		t.Fatalf("broken text: %+v", m.Problems)
	}
	if p := m.Problems[0]; p.Line != 16 || p.Word != "two" {
		t.Errorf("the problem is %+v", p)
	}
	send(t, m, Undo{})
	if m.Text != shorter || len(m.Problems) != 0 || m.Run != run {
		t.Errorf("undo of broken text: %+v", m.Problems)
	}
	send(t, m, Undo{})
	if m.Text != own || m.End() != 45*ms {
		t.Errorf("undo of the text: end %v", m.End())
	}
	send(t, m, EditText{Text: own})
	if m.Draft.Text != "" {
		t.Error("the lesson's own text counts as a change")
	}
}

func TestTextWithoutAParameterDropsItsSetting(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SetParam{Name: "work", Text: "10ms"}, SetParam{Name: "visibility", Text: "60ms"})
	text := strings.Replace(m.Text, `param work 45ms from 0ms to 1h "Work"`, "", 1)
	send(t, m, EditText{Text: strings.Replace(text, "work $work", "work 5ms", 1)})
	if len(m.Problems) > 0 || m.End() != 5*ms {
		t.Fatalf("end %v, %+v", m.End(), m.Problems)
	}
	want := []scenario.Setting{{Name: "visibility", Value: "60ms"}}
	if d := cmp.Diff(want, m.Draft.Settings); d != "" {
		t.Error(d)
	}
}

func TestFaultsByHand(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SeekTime{22 * ms}, CrashConsumer{Name: "consumer-1", For: 5 * ms})
	if d := cmp.Diff([]string{"at 22ms crash consumer-1 for 5ms"}, m.Draft.Lines); d != "" {
		t.Fatal(d)
	}
	if m.Cursor != (Cursor{6, 22 * ms}) || m.Run.Sentence(5) != "22 ms: consumer-1 crashed while working on message 1, until 27 ms." {
		t.Errorf("cursor %v after %q", m.Cursor, m.Run.Sentence(m.Cursor.Events-1))
	}
	send(t, m, WriteByHand{Count: 3})
	if d := cmp.Diff(`at 22ms after 1 write jobs "report" count 3`, m.Draft.Lines[1]); d != "" {
		t.Error(d)
	}
	if m.Cursor != (Cursor{9, 22 * ms}) || m.State().Total.Written != 4 {
		t.Errorf("cursor %v, %d written", m.Cursor, m.State().Total.Written)
	}
	if !strings.HasSuffix(m.Text, "at 22ms after 1 write jobs \"report\" count 3\n") {
		t.Errorf("the text ends %q", m.Text[len(m.Text)-60:])
	}
	send(t, m, Undo{}, Undo{})
	if m.Changed() {
		t.Errorf("undone: %+v", m.Draft)
	}
}

// Message 2's lease ends at 30 ms. The acknowledgement of its second delivery,
// after 16 events of which 3 are at 30 ms, is lost; so it is handed out again.
func TestDropAcknowledge(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, SeekEvent{15}, DropAcknowledge{"consumer-2"})
	if d := cmp.Diff([]string{"at 30ms after 3 drop-acknowledge consumer-2"}, m.Draft.Lines); d != "" {
		t.Fatal(d)
	}
	if m.Cursor != (Cursor{16, 30 * ms}) {
		t.Errorf("cursor %v", m.Cursor)
	}
	send(t, m, ToEnd{})
	if m.State().Total.Deliveries != 5 || m.End() != 60*ms {
		t.Errorf("%d deliveries, end %v", m.State().Total.Deliveries, m.End())
	}
}

func TestTheLineOfAFaultReadsWell(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SeekTime{22*ms + 348_123}, CrashConsumer{Name: "consumer-2"})
	if d := cmp.Diff([]string{"at 22.4ms crash consumer-2"}, m.Draft.Lines); d != "" {
		t.Error(d)
	}
}

func TestABodyWithQuotes(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SeekTime{22 * ms}, WriteByHand{Body: "say \"hi\" \\ \n twice", Count: 1})
	if len(m.Problems) > 0 {
		t.Fatalf("%+v", m.Problems)
	}
	if got, want := m.Run.Text(5), `message 2 (say "hi" \ twice) was written to jobs by hand`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCrashFocused(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SeekTime{10 * ms}, CrashFocused{}, CrashFocused{})
	want := []string{"at 10ms crash consumer-1", "at 10ms after 1 crash consumer-2"}
	if d := cmp.Diff(want, m.Draft.Lines); d != "" {
		t.Error(d)
	}
	send(t, m, CrashFocused{})
	if len(m.Draft.Lines) != 2 || m.Notice != "No consumer can crash now." {
		t.Errorf("%v, %q", m.Draft.Lines, m.Notice)
	}
	send(t, m, ResetLesson{}, Select{Selection{Kind: ActorSelected, Name: "consumer-2"}}, CrashFocused{})
	if d := cmp.Diff([]string{"at 10ms crash consumer-2"}, m.Draft.Lines); d != "" {
		t.Error(d)
	}
}

// The past of a fault by hand is what it was: up to the fault, the events are
// the same, wherever it strikes.
func TestAFaultLeavesThePastAlone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := opened(t, rapid.SampledFrom([]string{"lease", "work"}).Draw(rt, "lesson"))
		send(t, m, SeekTime{time.Duration(rapid.Int64Range(0, int64(m.End())).Draw(rt, "at"))})
		send(t, m, Step{rapid.IntRange(-3, 3).Draw(rt, "by")})
		before := m.Run
		events := m.Cursor.Events
		send(t, m, rapid.SampledFrom([]Msg{
			WriteByHand{Count: 2}, CrashConsumer{Name: "consumer-1"}, DropAcknowledge{"consumer-2"},
		}).Draw(rt, "fault"))
		for i := range events {
			if *before.Trace.At(i) != *m.Run.Trace.At(i) {
				rt.Fatalf("event %d was %q and is %q", i, before.Sentence(i), m.Run.Sentence(i))
			}
		}
		if m.Cursor.Events < events {
			rt.Errorf("the cursor went back from %d to %v", events, m.Cursor)
		}
	})
}

// anEdit draws any change that can be undone.
func anEdit(rt *rapid.T) Msg {
	n := rapid.IntRange(1, 80).Draw(rt, "n")
	switch rapid.IntRange(0, 8).Draw(rt, "edit") {
	case 0:
		return SetParam{Name: "visibility", Text: strconv.Itoa(n) + "ms"}
	case 1:
		return SlideParam{Name: "work", Position: n}
	case 2:
		return ResetParam{"visibility"}
	case 3:
		return SetSeed{uint64(n)}
	case 4:
		return CrashConsumer{Name: "consumer-1", For: time.Duration(n) * ms}
	case 5:
		return DropAcknowledge{"consumer-2"}
	case 6:
		return WriteByHand{Count: n}
	case 7:
		return StartChallenge{}
	}
	return ResetLesson{}
}

func TestUndoInvertsAnySequenceOfEdits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := opened(t, "work")
		drafts := []Draft{m.Draft}
		for range rapid.IntRange(1, 12).Draw(rt, "edits") {
			send(t, m, SeekTime{time.Duration(rapid.IntRange(0, 80).Draw(rt, "at")) * ms}, anEdit(rt))
			if !m.Draft.equal(drafts[len(drafts)-1]) {
				drafts = append(drafts, m.Draft)
			}
		}
		for i := len(drafts) - 2; i >= 0; i-- {
			send(t, m, Undo{})
			if !m.Draft.equal(drafts[i]) || !m.Run.Draft.equal(drafts[i]) {
				rt.Fatalf("undone to %+v, want %+v", m.Draft, drafts[i])
			}
		}
		if m.CanUndo() != "" {
			rt.Errorf("%q is left to undo", m.CanUndo())
		}
		for i := 1; i < len(drafts); i++ {
			send(t, m, Redo{})
			if !m.Draft.equal(drafts[i]) {
				rt.Fatalf("redone to %+v, want %+v", m.Draft, drafts[i])
			}
		}
	})
}

func TestFaultsThatCantBe(t *testing.T) {
	m := opened(t, "work")
	for _, c := range []struct {
		msg  Msg
		want string
	}{
		{CrashConsumer{Name: "nobody"}, "Expected the name of a consumer: consumer-1 or consumer-2."},
		{WriteByHand{Queue: "mail", Count: 1}, "There is no queue mail."},
		{WriteByHand{Count: 0}, "Write 1 to 100000 messages at once."},
		{WriteByHand{Count: maxBurst + 1}, "Write 1 to 100000 messages at once."},
	} {
		send(t, m, c.msg)
		if m.Changed() || len(m.Problems) > 0 || !strings.Contains(m.Notice, c.want) {
			t.Errorf("%#v: %q", c.msg, m.Notice)
		}
	}
}

func TestBrokenTextSurvivesAnotherChange(t *testing.T) {
	m := opened(t, "work")
	own := m.Text
	broken := own + "queue"
	send(t, m, EditText{Text: broken, Typing: true}, SeekTime{10 * ms}, CrashConsumer{Name: "consumer-1"})
	if m.Text != own+"at 10ms crash consumer-1\n" || len(m.Problems) > 0 {
		t.Errorf("after the crash: %q %v", m.Text, m.Problems)
	}
	send(t, m, Undo{})
	if m.Text != broken || len(m.Problems) == 0 || m.Changed() {
		t.Errorf("undone: %q %v", m.Text, m.Problems)
	}
	send(t, m, Undo{})
	if m.Text != own || len(m.Problems) > 0 {
		t.Errorf("undone again: %q %v", m.Text, m.Problems)
	}
}

func TestAnEmptyText(t *testing.T) {
	m := opened(t, "work")
	run := m.Run
	send(t, m, EditText{Text: " \n"})
	if m.Run != run || len(m.Problems) != 1 || m.Problems[0].Message != "the scenario is empty" {
		t.Errorf("%+v", m.Problems)
	}
}

func TestAScenarioWithNothingInIt(t *testing.T) {
	m := opened(t, "work")
	send(t, m, EditText{Text: "# nothing yet\n"}, Play{}, Tick{16 * ms}, Step{1}, CrashFocused{}, WriteByHand{Count: 1})
	if m.Run.Trace.Len() != 0 || m.Playing || !m.AtEnd() || m.Notice != "There is no queue." {
		t.Errorf("%d events, playing %v, %q", m.Run.Trace.Len(), m.Playing, m.Notice)
	}
	if m.Summary() != "At 0 ms. 0 of 0 messages acknowledged." || len(m.Faults()) != 0 || len(m.Marks(10)) != 0 {
		t.Errorf("%q %v", m.Summary(), m.Faults())
	}
}
