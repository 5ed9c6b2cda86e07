package play

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// shelf is the fixture's lessons and the sandbox.
func shelf(t testing.TB) *Model {
	t.Helper()
	return New(append(lessons(t), lesson.Sandbox()))
}

func TestTheSandboxBeginsEmpty(t *testing.T) {
	m := shelf(t)
	m.Update(OpenLesson{ID: lesson.SandboxID})
	finish(t, m)
	if !m.Empty() || !m.InSandbox() || m.Text != "" || m.Tab != ScenarioTab || m.fragment != "" || len(m.Problems) > 0 || m.Changed() {
		t.Errorf("text %q, tab %s, fragment %q, problems %v", m.Text, m.Tab, m.fragment, m.Problems)
	}
	send(t, m, Play{}, ToEnd{}, ToStart{}, Step{1}, WriteByHand{Count: 1}, CrashFocused{}, SelectTab{EventsTab}, SelectTab{ScenarioTab})
	if !m.Empty() || len(m.Run.Depth) != 1 || m.Summary() == "" {
		t.Errorf("after everything was tried: %+v", m.Run.Depth)
	}
}

func TestWhatIsWrittenInTheSandboxIsInItsAddress(t *testing.T) {
	m := shelf(t)
	m.Update(OpenLesson{ID: lesson.SandboxID})
	text, _ := InsertPiece("", Pieces[0], 0)
	send(t, m, EditText{Text: text, Label: "inserted"})
	if m.Empty() || m.CanUndo() != "inserted" || !strings.HasPrefix(m.fragment, "1&-text=queue+jobs%0A") {
		t.Fatalf("undo %q, fragment %q", m.CanUndo(), m.fragment)
	}
	again := shelf(t)
	again.Update(OpenLesson{ID: lesson.SandboxID, Fragment: m.fragment})
	finish(t, again)
	if again.Text != text || again.Tab != ScenarioTab || again.Notice != "" || len(again.Run.Scenario.Consumers) != 2 {
		t.Errorf("notice %q, text %q", again.Notice, again.Text)
	}
	send(t, m, EditText{Text: "", Typing: true})
	if !m.Empty() || m.fragment != "" || len(m.Problems) > 0 {
		t.Errorf("emptied again: %q, %v", m.fragment, m.Problems)
	}
}

// The scenario goes along with what was set and added by hand.
func TestALessonGoesIntoTheSandboxAsItIsSet(t *testing.T) {
	m := shelf(t)
	m.Update(OpenLesson{ID: "lease"})
	finish(t, m)
	send(t, m, SetParam{Name: "visibility", Text: "60ms"}, SetParam{Name: "seed", Text: "7"}, WriteByHand{Count: 2})
	want := m.Run.Trace.Hash()
	fragment, err := m.SandboxFragment()
	if err != nil {
		t.Fatal(err)
	}
	send(t, m, OpenLesson{ID: lesson.SandboxID, Fragment: fragment})
	if m.Run.Trace.Hash() != want {
		t.Error("it runs differently in the sandbox")
	}
	for _, line := range []string{"seed 7\n", "param visibility 60ms from 1ms", "count 2\n"} {
		if !strings.Contains(m.Text, line) {
			t.Errorf("no %q in\n%s", line, m.Text)
		}
	}
	if len(m.Draft.Settings) > 0 || m.Notice != "" {
		t.Errorf("settings %v, notice %q", m.Draft.Settings, m.Notice)
	}
}

func TestEveryLessonFitsIntoALinkToTheSandbox(t *testing.T) {
	for _, l := range lesson.All() {
		text, err := fitting(Link{Draft: Draft{Text: l.Doc.Format()}})
		if err != nil {
			t.Errorf("%s: %v", l.ID, err)
		}
		if link, err := ParseFragment(text); err != nil || link.Draft.Text != l.Doc.Format() {
			t.Errorf("%s: %v", l.ID, err)
		}
	}
}

func TestFormatTakesTheTextAsItIs(t *testing.T) {
	m := shelf(t)
	m.Update(OpenLesson{ID: lesson.SandboxID})
	send(t, m, EditText{Text: "queue    a\n\n\n\n      visibility 30ms  # short", Typing: true}, FormatText{})
	if want := "queue a\n\n  visibility 30ms  # short\n"; m.Text != want || m.CanUndo() != "formatted text" {
		t.Errorf("%q, undo %q", m.Text, m.CanUndo())
	}
	send(t, m, EditText{Text: "queue   a\nqueue   a\n", Typing: true}, FormatText{})
	if m.Text != "queue a\nqueue a\n" || len(m.Problems) != 1 || m.Problems[0].Line != 2 {
		t.Errorf("with an error: %q, %v", m.Text, m.Problems)
	}
}

// asked is the fixture's first lesson with another question.
func asked(t testing.TB, q *lesson.Question) *Model {
	t.Helper()
	list := lessons(t)
	q.Text, q.Explain = "How many?", list[0].Predict.Explain
	list[0].Predict = q
	m := New(list)
	m.Update(OpenLesson{ID: "lease"})
	finish(t, m)
	return m
}

// The lease lesson has four deliveries.
func TestANumberIsScoredByTheRun(t *testing.T) {
	number := func() *Model {
		return asked(t, &lesson.Question{Number: &lesson.Number{Unit: "deliveries", Within: 1}, Answer: measure(t, "deliveries")})
	}
	m := number()
	send(t, m, PredictNumber{Text: "some"})
	if p := m.Prediction; p.Answered || p.Problem != "Expected a whole number, such as 12." || p.Typed != "some" {
		t.Errorf("no number: %+v", p)
	}
	send(t, m, PredictNumber{Text: "7"})
	if p := m.Prediction; !p.Answered || p.Scored || p.Problem != "" || p.Answer != "" {
		t.Errorf("before the end: %+v", p)
	}
	send(t, m, ToEnd{}, PredictNumber{Text: "4"})
	want := Prediction{Answered: true, Typed: "7", Scored: true, Answer: "4", Distance: "3 too many", Explain: "One more than written."}
	if diff := cmp.Diff(want, m.Prediction); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	m = number()
	send(t, m, PredictNumber{Text: "3 deliveries"}, ToEnd{})
	if p := m.Prediction; !p.Right || p.Distance != "1 too few" {
		t.Errorf("one off: %+v", p)
	}
}

// Message 2 is the only one in the queue from 0 ms to 30 ms.
func TestACurveIsScoredByTheRun(t *testing.T) {
	curve := &lesson.Curve{Of: "depth", Within: 1, Points: []scenario.Measure{
		measure(t, "depth before 0ms"), measure(t, "depth before 15ms"), measure(t, "depth before 30ms"), measure(t, "depth before 40ms"),
	}}
	m := asked(t, &lesson.Question{Curve: curve})
	if got := m.CurveTop(); got != 3 {
		t.Errorf("the axes go up to %d, want the 3 that are written", got)
	}
	send(t, m, PredictCurve{})
	if !m.CurveHidden() {
		t.Error("the chart gives the answer away")
	}
	if m.Prediction.Answered {
		t.Error("nothing was drawn, and it is an answer")
	}
	send(t, m, DrawPoint{Point: 1, Value: 9}, DrawPoint{Point: 4, Value: 1}, DrawPoint{Point: 3, Value: -2}, ToEnd{})
	if diff := cmp.Diff(Prediction{Drawn: []int64{0, 3, 0, 0}}, m.Prediction); diff != "" {
		t.Errorf("drawn (-want +got):\n%s", diff)
	}
	if m.CurveHidden() {
		t.Error("the run was seen, and its chart is still hidden")
	}
	send(t, m, PredictCurve{}, DrawPoint{Point: 1, Value: 1})
	want := Prediction{
		Answered: true, Drawn: []int64{0, 3, 0, 0}, Scored: true, Right: true, Measured: []int64{0, 1, 1, 0}, Percent: 25,
		Distance: "Your curve is 0.8 messages off on average. The two are farthest apart at 15\u00a0ms: you drew 3, the run has 1.",
		Explain:  "One more than written.",
	}
	if diff := cmp.Diff(want, m.Prediction); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheSolutionCanBeTakenBack(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, SetParam{Name: "visibility", Text: "99ms"}, TakeBack{})
	if m.CanTakeBack() || m.Draft.setting("visibility") != "99ms" {
		t.Error("there is nothing to take back yet")
	}
	send(t, m, ShowSolution{}, SetParam{Name: "starts", Text: "11ms"})
	if !m.CanTakeBack() {
		t.Error("the solution can't be taken back")
	}
	send(t, m, TakeBack{})
	if m.CanTakeBack() || m.Draft.setting("visibility") != "99ms" || m.Draft.setting("starts") != "" {
		t.Errorf("taken back: %+v", m.Draft)
	}
}
