package play

import (
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
)

// long are the lessons whose run takes several slices.
var long = map[string]bool{"load-leveling": true, "utilization": true}

// Every lesson of the catalogue but the long ones opens at once and plays to its golden console;
// its challenge is solved by its solution and by nothing less.
func TestEveryLesson(t *testing.T) {
	for _, l := range lesson.All() {
		t.Run(l.ID, func(t *testing.T) {
			m := New(lesson.All())
			m.Update(OpenLesson{ID: l.ID})
			if _, busy := m.Busy(); busy != long[l.ID] || (m.Run == nil) != long[l.ID] || m.Notice != "" {
				t.Fatalf("busy %t, %q", busy, m.Notice)
			}
			finish(t, m)
			send(t, m, StartChallenge{}, ToEnd{})
			if m.Solved() {
				t.Errorf("solved at its start: %+v", m.Goals)
			}
			send(t, m, ShowSolution{})
			if l.Challenge != nil && !m.Solved() {
				t.Errorf("not solved by its solution: %+v", m.Goals)
			}
			send(t, m, ResetLesson{})
			if got := m.ConsoleText(); got != l.Console {
				t.Errorf("console %q, want %q", got, l.Console)
			}
		})
	}
}

func TestEveryLessonPlaysInAboutTenSeconds(t *testing.T) {
	for _, l := range lesson.All() {
		m := New(lesson.All())
		send(t, m, OpenLesson{ID: l.ID})
		m.Update(Play{})
		frames := 0
		for ; m.Playing; frames++ {
			m.Update(Tick{16 * ms})
		}
		if seconds := float64(frames) * 0.016; seconds < 5 || seconds > 15 {
			t.Errorf("%s plays for %.1f s: %d events in %v, %+v", l.ID, seconds, m.Run.Trace.Len(), m.End(), m.pace)
		}
	}
}
