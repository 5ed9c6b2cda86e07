package play

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrediction(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, Predict{5})
	if m.Prediction.Answered {
		t.Error("there is no sixth choice")
	}
	send(t, m, Predict{0}, Predict{1})
	if p := m.Prediction; !p.Answered || p.Choice != 1 || p.Scored || p.Answer != "" {
		t.Errorf("before the end: %+v", p)
	}
	send(t, m, ToEnd{})
	want := Prediction{Answered: true, Choice: 1, Scored: true, Right: true, Answer: "4", Explain: "One more than written."}
	if d := cmp.Diff(want, m.Prediction); d != "" {
		t.Error(d)
	}
	send(t, m, Predict{0})
	if m.Prediction.Choice != 1 {
		t.Error("the answer changed after it was scored")
	}
}

func TestAWrongPredictionAfterTheEnd(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, ToEnd{}, ToStart{}, Predict{0})
	if p := m.Prediction; !p.Scored || p.Right || p.Answer != "4" {
		t.Errorf("%+v", p)
	}
}

// The lesson's own run scores, whatever the reader changed before.
func TestThePredictionIsAboutTheLessonsOwnRun(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, WriteByHand{Count: 2}, Predict{1}, ToEnd{})
	if p := m.Prediction; !p.Right || p.Answer != "4" {
		t.Errorf("%+v", p)
	}
}

func done(m *Model) (ticks string) {
	for _, g := range m.Goals {
		if g.Done {
			ticks += "x"
		} else {
			ticks += "-"
		}
	}
	return ticks
}

// The second goal is about the reader's scenario with consumer-2 starting at
// 12 ms: a visibility timeout of 10 ms alone does it, one of 11.5 too.
func TestGoals(t *testing.T) {
	m := opened(t, "lease")
	for _, c := range []struct {
		msg  Msg
		want string
	}{
		{ToEnd{}, "--"},
		{SetParam{Name: "visibility", Text: "10ms"}, "-x"},
		{SetParam{Name: "starts", Text: "11ms"}, "xx"},
		{SetParam{Name: "visibility", Text: "13ms"}, "x-"},
		{SetParam{Name: "visibility", Text: "20ms"}, "--"},
		{Undo{}, "x-"},
		{Undo{}, "xx"},
	} {
		send(t, m, c.msg)
		if got := done(m); got != c.want {
			t.Errorf("%#v: %s, want %s: %+v", c.msg, got, c.want, m.Goals)
		}
	}
	if !m.Solved() || !m.Progress.Lessons["lease"].Solved {
		t.Errorf("not solved: %+v", m.Progress)
	}
}

func TestTheSolutionIsShownAndDoesNotCountAsSolved(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, SetParam{Name: "visibility", Text: "99ms"}, Hint{}, Hint{}, ShowSolution{})
	if done(m) != "xx" || m.Hints != 1 || !m.SolutionShown {
		t.Errorf("%s, %d hints", done(m), m.Hints)
	}
	if m.Progress.Lessons["lease"].Solved {
		t.Error("the solution counts as the reader's")
	}
	send(t, m, Undo{})
	if got := m.Draft.setting("visibility"); got != "99ms" {
		t.Errorf("undone to %q", got)
	}
}

// A challenge with a start of its own is only on when the reader starts it.
func TestAChallengeMustBeStarted(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SetParam{Name: "visibility", Text: "60ms"})
	if m.Challenging || done(m) != "-" {
		t.Errorf("before the start: %s", done(m))
	}
	send(t, m, StartChallenge{})
	if !m.Challenging || done(m) != "-" || m.Draft.setting("late-acknowledgement") != "refused" || m.Draft.setting("visibility") != "" {
		t.Errorf("at the start: %s, %+v", done(m), m.Draft)
	}
	if !strings.Contains(m.Goals[0].Why, "it is 21 against 1") {
		t.Errorf("why: %q", m.Goals[0].Why)
	}
	send(t, m, SetParam{Name: "visibility", Text: "60ms"})
	if done(m) != "x" || !m.Progress.Lessons["work"].Solved {
		t.Errorf("solved: %s %+v", done(m), m.Progress)
	}
	send(t, m, Undo{}, Undo{})
	if m.Challenging {
		t.Error("undoing the start leaves the challenge on")
	}
}

func TestNextAndPreviousLesson(t *testing.T) {
	m := opened(t, "work")
	for _, c := range []struct {
		msg  Msg
		want string
	}{{NextLesson{}, "long"}, {PreviousLesson{}, "lease"}} {
		if d := cmp.Diff([]Effect{Navigate{c.want}}, m.Update(c.msg)); d != "" {
			t.Error(d)
		}
	}
	m = opened(t, "lease")
	if effects := m.Update(PreviousLesson{}); len(effects) != 0 {
		t.Errorf("before the first lesson: %v", effects)
	}
}

func TestOpeningAnotherLessonForgetsThisOne(t *testing.T) {
	m := opened(t, "work")
	send(t, m, SetParam{Name: "visibility", Text: "60ms"}, SelectTab{EventsTab}, SetFilter{"1"}, ToEnd{}, OpenLesson{ID: "lease"})
	if m.Changed() || m.CanUndo() != "" || m.Query != "" || !m.AtStart() || m.Run.Trace.Len() != 18 || m.Tab != ConsoleTab {
		t.Errorf("left: %+v", m.Draft)
	}
	if p := m.Progress.Lessons; !p["work"].Finished || !p["lease"].Visited {
		t.Errorf("progress %+v", p)
	}
}
