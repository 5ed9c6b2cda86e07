package scenario

import (
	"strings"
	"testing"
)

func TestEveryWordHasAMeaning(t *testing.T) {
	for _, s := range statements {
		if meaningOf(s.in, s.word) == "" {
			t.Errorf("%s %s has no meaning", s.word, blockNames[s.in])
		}
	}
	for in, words := range meanings {
		for _, w := range words {
			if s := lookUp(w.word, block(in)); s == nil {
				t.Errorf("%s %s has a meaning and is not in the language", w.word, blockNames[in])
			}
		}
	}
}

// The reference's lines stand in the language: whatever is wrong with one in a
// text of its own is that the names in it are of nothing.
func TestTheReferencesLinesBeginWithTheirWords(t *testing.T) {
	lines := 0
	for _, s := range Reference() {
		if s.Title == "" || len(s.Usages) == 0 {
			t.Errorf("%q has %d lines", s.Title, len(s.Usages))
		}
		for _, u := range s.Usages {
			lines++
			at := s.Title == titles[faultWord] && strings.HasPrefix(u.Line, "at 25ms "+u.Word)
			if !at && !strings.HasPrefix(u.Line, u.Word) || strings.Contains(u.Line, " or to ") {
				t.Errorf("%s: %q", u.Word, u.Line)
			}
		}
	}
	if lines != len(statements) {
		t.Errorf("%d lines, want the %d of the language", lines, len(statements))
	}
}
