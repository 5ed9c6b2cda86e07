package play

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const kept = `{"version":1,"theme":"dark","lessons":{"work":{"visited":true,"finished":true}}}`

// saved is the last progress to be stored.
func saved(effects []Effect) string {
	text := ""
	for _, e := range effects {
		if s, ok := e.(SaveProgress); ok {
			text = s.Text
		}
	}
	return text
}

func TestProgressIsLoadedIntoWhatIsKnown(t *testing.T) {
	m := opened(t, "lease")
	m.Update(LoadProgress{kept})
	want := map[string]LessonProgress{"lease": {Visited: true}, "work": {Visited: true, Finished: true}}
	if d := cmp.Diff(want, m.Progress.Lessons); d != "" {
		t.Error(d)
	}
	if m.Theme != Dark || m.Notice != "" {
		t.Errorf("theme %s, notice %q", m.Theme, m.Notice)
	}
	again, err := ParseProgress(m.Export())
	if d := cmp.Diff(m.Progress, again); d != "" || err != nil {
		t.Error(d, err)
	}
}

func TestACorruptStoreIsToldAndReset(t *testing.T) {
	for text, why := range map[string]string{
		"{":                                     "it is not the JSON",
		"[]":                                    "it is not the JSON",
		`{"lessons":{}}`:                        "its version is 0, expected 1",
		`{"version":2}`:                         "its version is 2, expected 1",
		`{"version":1,"lessons":{"work":7}}`:    "it is not the JSON",
		strings.Repeat(" ", maxProgress) + kept: "it is longer than",
	} {
		m := opened(t, "lease")
		effects := m.Update(LoadProgress{text})
		if !strings.HasPrefix(m.Notice, "The progress kept in this browser can't be read: ") || !strings.Contains(m.Notice, why) {
			t.Errorf("%.40s: %q", text, m.Notice)
		}
		p, err := ParseProgress(saved(effects))
		if err != nil || !p.Lessons["lease"].Visited {
			t.Errorf("%.40s: saved %+v, %v", text, p, err)
		}
	}
}

func TestAFirstVisit(t *testing.T) {
	m := New(lessons(t))
	if effects := m.Update(LoadProgress{}); len(effects) != 0 || m.Notice != "" {
		t.Errorf("%v %q", effects, m.Notice)
	}
}

func TestImportAndForget(t *testing.T) {
	m := opened(t, "lease")
	if text := saved(m.Update(ImportProgress{"nonsense"})); text != "" || !strings.HasPrefix(m.Notice, "This is no progress") {
		t.Errorf("%q %q", text, m.Notice)
	}
	if text := saved(m.Update(ImportProgress{kept})); !strings.Contains(text, `"work"`) {
		t.Errorf("saved %q", text)
	}
	m.Update(ClearProgress{})
	if len(m.Progress.Lessons) != 0 || m.Theme != Dark {
		t.Errorf("left: %+v", m.Progress)
	}
}

func TestTheme(t *testing.T) {
	m := New(lessons(t))
	for _, want := range []Theme{Light, Dark, System} {
		if text := saved(m.Update(ToggleTheme{})); m.Theme != want || !strings.Contains(text, string(want)) {
			t.Errorf("%s, saved %q, want %s", m.Theme, text, want)
		}
	}
	m.Update(SetTheme{"pink"})
	if m.Theme != System {
		t.Errorf("theme %s", m.Theme)
	}
}

func FuzzProgress(f *testing.F) {
	f.Add(kept)
	f.Add("")
	f.Add(`{"version":1,"lessons":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		m := opened(t, "lease")
		m.Update(LoadProgress{text})
		if _, err := ParseProgress(m.Export()); err != nil {
			t.Errorf("%q became %q: %v", text, m.Export(), err)
		}
		send(t, m, ToEnd{})
		if !m.Progress.Lessons["lease"].Finished {
			t.Error("progress is no longer noted")
		}
	})
}
