package play

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
)

func TestALongRunIsComputedInSlices(t *testing.T) {
	m := New(lessons(t))
	effects := m.Update(OpenLesson{ID: "long"})
	if m.Run == nil {
		if effects[len(effects)-1] != (Again{}) {
			t.Fatalf("no other slice is asked for: %v", effects)
		}
	}
	finish(t, m)
	own := m.Run
	if n := own.Trace.Len(); n < 30_000 {
		t.Fatalf("%d events are not long", n)
	}

	effects = m.Update(SetParam{Name: "rate", Text: "5000/s"})
	if m.Run != own || len(effects) != 1 || effects[0] != (Again{}) {
		t.Fatalf("after a change: %v", effects)
	}
	if p := m.Params()[0]; p.Text != "5000/s" {
		t.Errorf("while it is computed the parameter is shown as %q", p.Text)
	}
	before := -1.0
	for range 3 {
		fraction, busy := m.Busy()
		if !busy || fraction <= before || fraction > 1 {
			t.Errorf("fraction %v after %v, busy %v", fraction, before, busy)
		}
		before = fraction
		m.Update(Continue{})
	}
	m.Update(Step{1})
	if m.Run != own || m.Cursor.Events != 1 {
		t.Error("the old run can't be looked at while the new one is computed")
	}
	finish(t, m)
	if m.Run == own || m.Run.Trace.Len() < 200_000 {
		t.Errorf("%d events", m.Run.Trace.Len())
	}
}

func TestCancel(t *testing.T) {
	m := opened(t, "long")
	own := m.Run
	m.Update(SetParam{Name: "rate", Text: "20000/s"})
	m.Update(Cancel{})
	if _, busy := m.Busy(); busy || m.Run != own || m.Changed() {
		t.Errorf("after a cancel: %+v", m.Draft)
	}
	if effects := m.Update(Continue{}); len(effects) != 0 {
		t.Errorf("there is more to do: %v", effects)
	}
	if p := m.Params()[0]; p.Text != "1000/s" || p.Changed {
		t.Errorf("the parameter is shown as %q", p.Text)
	}
}

// The newest change counts, wherever the computation of the one before was.
func TestAChangeReplacesTheRunBeingComputed(t *testing.T) {
	m := opened(t, "long")
	m.Update(SetParam{Name: "rate", Text: "20000/s"})
	m.Update(Continue{})
	send(t, m, SetParam{Name: "rate", Text: "1/s"})
	if m.Run.Trace.Len() > 200 || m.Draft.setting("rate") != "1/s" {
		t.Errorf("%d events of %+v", m.Run.Trace.Len(), m.Draft)
	}
	m.Update(SetParam{Name: "rate", Text: "20000/s"})
	send(t, m, Undo{}, Undo{})
	if d := cmp.Diff([]string(nil), m.Draft.Lines); d != "" || !m.Run.Draft.equal(m.Draft) {
		t.Errorf("the run is of %+v, the draft %+v", m.Run.Draft, m.Draft)
	}
}

func TestARunIsCutShort(t *testing.T) {
	m := opened(t, "long")
	send(t, m, SetParam{Name: "rate", Text: "90000/s"})
	if n := m.Run.Trace.Len(); n != MaxEvents || !m.Run.Limited {
		t.Errorf("%d events, limited %v", n, m.Run.Limited)
	}
	m.Update(SetFilter{"limit"})
	if w := m.Log(0, 10); !w.Searching {
		t.Error("two million events were looked through at once")
	}
	for range MaxEvents / searchEvents {
		m.Update(Continue{})
	}
	w := m.Log(0, 10)
	if w.Total != 1 || w.Rows[0].Text != "the run was cut short at its limit of 2000000 events" {
		t.Errorf("%+v", w.Rows)
	}
}

func BenchmarkEdit(b *testing.B) {
	m := opened(b, "work")
	m.Update(SeekTime{40 * time.Millisecond})
	texts := [2]string{"60ms", "30ms"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		m.Update(SetParam{Name: "visibility", Text: texts[i%2]})
	}
}

// BenchmarkSlice is the longest Update while a long run is computed.
func BenchmarkSlice(b *testing.B) {
	m := opened(b, "long")
	for b.Loop() {
		longest := time.Duration(0)
		spend := func(msg Msg) {
			from := time.Now()
			m.Update(msg)
			longest = max(longest, time.Since(from))
		}
		spend(SetParam{Name: "rate", Text: "90000/s"})
		for _, busy := m.Busy(); busy; _, busy = m.Busy() {
			spend(Continue{})
		}
		b.ReportMetric(float64(longest.Microseconds())/1000, "ms/longest")
		send(b, m, Undo{})
	}
}

func BenchmarkTick(b *testing.B) {
	m := opened(b, "long")
	m.Update(SetSpeed{0})
	m.Update(Play{})
	for b.Loop() {
		if m.Update(Tick{16 * time.Millisecond}); !m.Playing {
			m.Update(Play{})
		}
	}
}

// A link to a run that takes long shows the lesson meanwhile, and can be given up.
func TestALinkToALongRun(t *testing.T) {
	m := New(lessons(t))
	m.Update(OpenLesson{ID: "long", Fragment: "1&rate=20000/s&-at=5s"})
	for m.Run == nil {
		m.Update(Continue{})
	}
	if _, busy := m.Busy(); !busy || m.Run.Trace != m.Base.Trace || !m.AtStart() {
		t.Fatalf("meanwhile: %v", m.Cursor)
	}
	other := New(lessons(t))
	send(t, other, OpenLesson{ID: "long", Fragment: "1&rate=20000/s&-at=5s"})
	if other.Cursor.At != 5*time.Second || other.Run == other.Base {
		t.Errorf("in the end: %v", other.Cursor)
	}
	if m.Update(Cancel{}); m.Changed() {
		t.Errorf("given up: %+v", m.Draft)
	}
	if got, _ := m.Fragment(); got != "" {
		t.Errorf("fragment %q", got)
	}
}

// The end asked for while a run is computed is that run's, unless another place is asked for after it.
func TestToTheEndOfTheRunToCome(t *testing.T) {
	m := New(lessons(t))
	m.Update(OpenLesson{ID: "long"})
	if m.Run != nil {
		t.Fatal("it is there at once")
	}
	m.Update(ToEnd{})
	finish(t, m)
	if !m.AtEnd() {
		t.Errorf("at %v of %v", m.Cursor.At, m.End())
	}
	m.Update(SetParam{Name: "rate", Text: "5000/s"})
	m.Update(ToEnd{})
	m.Update(ToStart{})
	finish(t, m)
	if m.Cursor.Events != 0 {
		t.Errorf("at event %d, not at the start", m.Cursor.Events)
	}
}

// What is asked for before there is a run is done when it is there.
func TestBeforeTheFirstRun(t *testing.T) {
	m := New(lessons(t))
	if effects := m.Update(OpenLesson{ID: "lease", Later: true}); m.Run != nil || !slices.Contains(effects, Effect(Again{})) {
		t.Fatalf("it is there at once, or never: %v", effects)
	}
	m.Update(Step{Events: 2})
	m.Update(Toggle{})
	finish(t, m)
	if m.Cursor.Events != 2 || !m.Playing {
		t.Errorf("at event %d, playing %v", m.Cursor.Events, m.Playing)
	}
}

// A place gone to while an edit is computed is where its run is shown.
func TestSeekWhileComputing(t *testing.T) {
	m := opened(t, "long")
	send(t, m, ToEnd{})
	m.Update(SetParam{Name: "rate", Text: "5000/s"})
	m.Update(SeekTime{At: time.Second})
	finish(t, m)
	if m.Cursor.At != time.Second {
		t.Errorf("at %v", m.Cursor.At)
	}
}

// What was asked for early is done with the run, not after the goals of a
// challenge, which have runs of their own: by then the reader is elsewhere.
func TestEarlyIsBeforeTheGoals(t *testing.T) {
	l := newLesson(t, "long", longSource)
	l.Challenge = &lesson.Challenge{Goals: []lesson.Goal{{Text: "At another rate", With: []lesson.Setting{{Name: "rate", Value: "9000/s"}}, Claim: claim(t, "lost = 0")}}}
	m := New([]*lesson.Lesson{l})
	m.Update(OpenLesson{ID: "long"})
	if m.Run != nil {
		t.Fatal("it is there at once")
	}
	m.Update(ToEnd{})
	for m.Run == nil {
		m.Update(Continue{})
	}
	if _, busy := m.Busy(); !busy || !m.AtEnd() {
		t.Fatalf("at %v, goals judged already: %v", m.Cursor, !busy)
	}
	m.Update(ToStart{})
	finish(t, m)
	if !m.AtStart() {
		t.Errorf("in the end at %v", m.Cursor)
	}
}
