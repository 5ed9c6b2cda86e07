package play

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func row(t *testing.T, rows []Compared, name string) Compared {
	t.Helper()
	for _, r := range rows {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("no row %q among %v", name, rows)
	return Compared{}
}

// With a visibility timeout of 30 ms the work is done twice, to 75 ms; with 60 once, to 45.
func TestFork(t *testing.T) {
	m := opened(t, "work")
	if m.Fork() != nil {
		t.Fatal("a fork without a shadow")
	}
	send(t, m, KeepShadow{})
	if f := m.Fork(); f == nil || !f.Same {
		t.Fatalf("the run beside itself: %+v", f)
	}
	send(t, m, SetParam{Name: "visibility", Text: "60ms"})
	f := m.Fork()
	want := []string{"30 ms", "45 ms consumer-1 finished its work on message 1", "30 ms the lease of message 1 ended: it is visible again"}
	if d := cmp.Diff(want, []string{f.At, f.Now, f.Then}); d != "" {
		t.Errorf("where they part:\n%s", d)
	}
	for _, c := range []Compared{{"finished at", "45 ms", "75 ms"}, {"deliveries", "1", "2"}, {"done twice", "0", "1"}} {
		if d := cmp.Diff(c, row(t, f.Numbers, c.Name)); d != "" {
			t.Errorf("numbers:\n%s", d)
		}
	}
	send(t, m, SeekParting{})
	if m.Cursor.At.Milliseconds() != 30 {
		t.Errorf("the parting is at %v, want 30ms", m.Cursor.At)
	}
}

func TestForkComparesClaimsAndTables(t *testing.T) {
	m := opened(t, "lease")
	send(t, m, KeepShadow{}, SetParam{Name: "visibility", Text: "1h"})
	if d := cmp.Diff(Compared{"Every message is delivered once", "✕ does not hold", "✕ does not hold"}, row(t, m.Fork().Claims, "Every message is delivered once")); d != "" {
		t.Errorf("claims:\n%s", d)
	}
	m = playing(t, recordFirst)
	send(t, m, KeepShadow{}, EditText{Text: recordFirst + "balance account 100\n"})
	if d := cmp.Diff([]Compared{{"account", "100", "nothing"}}, m.Fork().World); d != "" {
		t.Errorf("tables:\n%s", d)
	}
}

// A fault of now is compared with the run without it.
func TestForkAtAFault(t *testing.T) {
	m := opened(t, "work")
	send(t, m, KeepShadow{}, SeekTime{At: 22_000_000}, CrashConsumer{Name: "consumer-1"})
	f := m.Fork()
	if got := f.At + ": " + f.Now; got != "22 ms: 22 ms consumer-1 crashed while working on message 1" {
		t.Errorf("they part at %q", got)
	}
}

func TestUndoOfTheShadow(t *testing.T) {
	m := opened(t, "work")
	send(t, m, KeepShadow{})
	kept := m.Shadow
	send(t, m, SetParam{Name: "visibility", Text: "60ms"}, DropShadow{})
	if m.Shadow != nil || m.CanUndo() != "shadow dropped" {
		t.Fatalf("dropped: shadow %v, undo %q", m.Shadow, m.CanUndo())
	}
	send(t, m, Undo{})
	if m.Shadow != kept || m.Draft.setting("visibility") != "60ms" {
		t.Errorf("undone once: shadow %v, visibility %q", m.Shadow != nil, m.Draft.setting("visibility"))
	}
	send(t, m, Undo{}, Undo{})
	if m.Shadow != nil || m.CanUndo() != "" {
		t.Errorf("undone to the start: shadow %v, undo %q", m.Shadow != nil, m.CanUndo())
	}
	send(t, m, Redo{}, Redo{})
	if m.Shadow != kept || m.Draft.setting("visibility") != "60ms" {
		t.Errorf("done again: shadow %v, visibility %q", m.Shadow != nil, m.Draft.setting("visibility"))
	}
	send(t, m, OpenLesson{ID: "lease"})
	if m.Shadow != nil {
		t.Error("another lesson has the shadow still")
	}
}
