package play

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

const ms = time.Millisecond

func TestStepping(t *testing.T) {
	m := opened(t, "lease")
	steps := []struct {
		msg  Msg
		want Cursor
		live string
	}{
		{Step{1}, Cursor{1, 0}, "0 ms: library wrote message 1 (a) to jobs."},
		{Step{7}, Cursor{8, 0}, "7 events, the last at 0 ms: jobs delivered message 2 to consumer-1: its lease ends at 30 ms."},
		{Step{1}, Cursor{9, 0}, "0 ms: consumer-1 left message 2 unacknowledged."},
		{Step{-1}, Cursor{8, 0}, "Back at 0 ms: jobs delivered message 2 to consumer-1: its lease ends at 30 ms."},
		{StepInstant{1}, Cursor{13, 0}, "5 events, the last at 0 ms: consumer-1 stopped."},
		{SeekTime{22 * ms}, Cursor{13, 22 * ms}, "At 22 ms."},
		{Step{-1}, Cursor{13, 0}, "At 0 ms."},
		{Step{1}, Cursor{14, 30 * ms}, "30 ms: the lease of message 2 ended: it is visible again."},
		{StepInstant{-1}, Cursor{13, 0}, "Back at 0 ms: consumer-1 stopped."},
		{StepInstant{-1}, Cursor{0, 0}, "At the start: nothing has happened yet."},
		{StepInstant{2}, Cursor{18, 30 * ms}, "18 events, the last at 30 ms: consumer-2 acknowledged message 2."},
		{Step{1}, Cursor{18, 30 * ms}, "At 30 ms."},
		{SeekEvent{8}, Cursor{9, 0}, "Back at 0 ms: consumer-1 left message 2 unacknowledged."},
		{SeekEvent{18}, Cursor{9, 0}, "Back at 0 ms: consumer-1 left message 2 unacknowledged."},
		{ToEnd{}, Cursor{18, 30 * ms}, "9 events, the last at 30 ms: consumer-2 acknowledged message 2."},
		{ToStart{}, Cursor{0, 0}, "At the start: nothing has happened yet."},
		{SeekTime{-5 * ms}, Cursor{13, 0}, "13 events, the last at 0 ms: consumer-1 stopped."},
		{SeekTime{time.Hour}, Cursor{18, 30 * ms}, "5 events, the last at 30 ms: consumer-2 acknowledged message 2."},
	}
	for i, s := range steps {
		m.Update(s.msg)
		if m.Cursor != s.want || m.Live != s.live {
			t.Errorf("%d %#v: %v %q, want %v %q", i, s.msg, m.Cursor, m.Live, s.want, s.live)
		}
	}
}

func TestStateFollowsTheCursor(t *testing.T) {
	m := opened(t, "lease")
	if s := m.State(); s.Total.Written != 0 {
		t.Errorf("at the start %d are written", s.Total.Written)
	}
	m.Update(SeekTime{22 * ms})
	s := m.State()
	if s.Now != 22*ms || s.Total.Depth() != 1 || s.Total.InFlight != 1 || s.Total.Acknowledged != 2 {
		t.Errorf("at 22 ms: now %v, %+v", s.Now, s.Total)
	}
	if e := m.NextEvent(); e == nil || e.At != 30*ms || e.Message != 2 {
		t.Errorf("the next event is %v", e)
	}
	m.Update(ToEnd{})
	if m.NextEvent() != nil || !m.AtEnd() || m.State().Total.Deliveries != 4 {
		t.Errorf("at the end: %v %+v", m.AtEnd(), m.State().Total)
	}
}

// The run has 18 events, which get 5 s together, and 30 ms: at 5 ms a second
// another 6 s. So after 11 s, and not much before, it is over.
func TestPlayingTakesAboutTenSeconds(t *testing.T) {
	m := opened(t, "lease")
	if got := m.PaceText(); got != "1× · 5 ms a second" {
		t.Errorf("pace %q", got)
	}
	m.Update(Play{})
	var played time.Duration
	for m.Playing && played < time.Minute {
		m.Update(Tick{16 * ms})
		played += 16 * ms
	}
	if played < 10900*ms || played > 11100*ms || !m.AtEnd() {
		t.Errorf("played %v, at the end: %v", played, m.AtEnd())
	}
	if m.Live != "The run is over at 30 ms." {
		t.Errorf("live %q", m.Live)
	}
	m.Update(Play{})
	if !m.Playing || !m.AtStart() {
		t.Errorf("playing on from the end: %v at %v", m.Playing, m.Cursor)
	}
}

func TestEventsOfOneInstantArePlayedOneByOne(t *testing.T) {
	m := opened(t, "lease")
	m.Update(Play{})
	m.Update(Tick{100 * ms})
	m.Update(Tick{50 * ms}) // of 277 ms for the first event
	if m.Cursor != (Cursor{}) || m.Phase() < 0.53 || m.Phase() > 0.55 {
		t.Errorf("after 150 ms: %v, phase %v", m.Cursor, m.Phase())
	}
	m.Update(Tick{100 * ms})
	m.Update(Tick{50 * ms})
	if m.Cursor != (Cursor{1, 0}) {
		t.Errorf("after 300 ms: %v", m.Cursor)
	}
	m.Update(Step{1})
	if m.Cursor != (Cursor{2, 0}) || m.Phase() != 0 || m.Playing {
		t.Errorf("after a step: %v, phase %v, playing %v", m.Cursor, m.Phase(), m.Playing)
	}
}

func TestNoBurstAfterAHiddenTab(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SeekTime{0})
	m.Update(Play{})
	m.Update(Tick{time.Hour})
	if m.Cursor.At != 500*time.Microsecond { // 100 ms at 5 ms a second
		t.Errorf("an hour away played %v", m.Cursor.At)
	}
}

func TestSpeed(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SeekTime{0})
	m.Update(Faster{})
	m.Update(Play{})
	m.Update(Tick{100 * ms})
	if m.Cursor.At != time.Millisecond {
		t.Errorf("at 2× 100 ms played %v", m.Cursor.At)
	}
	for range 10 {
		m.Update(Slower{})
	}
	if got := m.PaceText(); got != "¼× · 1.25 ms a second" {
		t.Errorf("slowest: %q", got)
	}
	m.Update(SetSpeed{99})
	if got := SpeedText(m.Speed); got != "16×" {
		t.Errorf("fastest: %q", got)
	}
}

func TestPace(t *testing.T) {
	for _, c := range []struct {
		end  time.Duration
		over time.Duration
		want time.Duration
	}{
		{30 * ms, 5 * time.Second, 5 * ms},  // 6
		{75 * ms, 5 * time.Second, 20 * ms}, // 15: nearer to 20 than to 10, as a factor
		{10 * time.Second, 10 * time.Second, time.Second},
		{time.Hour, 10 * time.Second, 500 * time.Second}, // 360
		{0, 10 * time.Second, time.Second},
	} {
		if got := tidyRate(c.end, c.over); got != c.want {
			t.Errorf("%v over %v: %v a second, want %v", c.end, c.over, got, c.want)
		}
	}
}

func TestForwardThenBackIsWhereItWas(t *testing.T) {
	models := []*Model{opened(t, "lease"), opened(t, "work")}
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(models).Draw(t, "lesson")
		from := rapid.IntRange(0, m.Run.Trace.Len()-1).Draw(t, "from")
		by := rapid.IntRange(1, m.Run.Trace.Len()-from).Draw(t, "by")
		m.Update(ToStart{})
		m.Update(Step{from})
		was, state := m.Cursor, m.Run.Trace.State(from)
		m.Update(Step{by})
		m.Update(Step{-by})
		if m.Cursor != was {
			t.Errorf("%d on and back from %v is %v", by, was, m.Cursor)
		}
		if got := m.State(); got.Total != state.Total || len(got.Messages) < len(state.Messages) {
			t.Errorf("the state is %+v, want %+v", got.Total, state.Total)
		}
	})
}

func TestVersions(t *testing.T) {
	m := opened(t, "lease")
	m.Update(SeekTime{10 * ms})
	v := m.Version
	m.Update(Play{})
	m.Update(Tick{16 * ms})
	if m.Version.Cursor == v.Cursor || m.Version.Events != v.Events || m.Version.Run != v.Run {
		t.Errorf("a frame between events: %+v after %+v", m.Version, v)
	}
	v = m.Version
	m.Update(Tick{16 * ms})
	if m.Version.Page != v.Page {
		t.Error("a frame changed the page")
	}
	m.Update(Step{1})
	if m.Version.Events == v.Events {
		t.Error("an event passed unnoticed")
	}
	v = m.Version
	m.Update(Tick{16 * ms})
	if m.Version != v {
		t.Error("a tick while paused changed something")
	}
	m.Update(SetParam{Name: "visibility", Text: "20ms"})
	if m.Version.Run == v.Run {
		t.Error("a new run came unnoticed")
	}
}

func TestClock(t *testing.T) {
	m := opened(t, "work")
	m.Update(SeekTime{22 * ms})
	if got := m.ClockText(); got != "22 ms" {
		t.Errorf("paused: %q", got)
	}
	m.Update(Play{})
	if got := m.ClockText(); got != "22.0 ms" {
		t.Errorf("playing: %q", got)
	}
}
