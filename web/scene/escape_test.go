package scene

import (
	"html"
	"testing"

	"pgregory.net/rapid"
)

func TestEscape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune(`a&<>"'é;#`))).Draw(t, "text")
		if got, want := Escape(text), html.EscapeString(text); got != want {
			t.Errorf("%q becomes %q, by package html %q", text, got, want)
		}
	})
}
