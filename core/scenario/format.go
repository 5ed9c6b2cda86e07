package scenario

import (
	"strings"
	"unicode"
)

// formatTree is the canonical text of a tree: two spaces a level, one space
// between words, two before a comment.
func formatTree(lines []*line) string {
	var out strings.Builder
	writeLines(&out, lines, 0)
	return out.String()
}

func writeLines(out *strings.Builder, lines []*line, level int) {
	for _, l := range lines {
		writeLine(out, l, level)
		writeLines(out, l.children, level+1)
	}
}

func writeLine(out *strings.Builder, l *line, level int) {
	if !l.blank() {
		out.WriteString(strings.Repeat("  ", level))
	}
	out.WriteString(joinWords(l.words))
	if len(l.words) > 0 && l.comment != "" {
		out.WriteString("  ")
	}
	out.WriteString(l.comment)
	out.WriteByte('\n')
}

// joinWords writes words as a scenario does.
func joinWords(words []word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.source()
	}
	return strings.Join(texts, " ")
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// source is the word as it stands in a text.
func (w word) source() string {
	if w.quoted {
		return `"` + escapes.Replace(w.text) + `"`
	}
	return w.written()
}

// asWord writes text as one word, in quotes where it could mean something else.
func asWord(text string) string {
	plain := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("-_.", c) }
	odd := strings.ContainsFunc(text, func(c rune) bool { return !plain(c) })
	return word{text: text, quoted: text == "" || odd || MeasureName(text).Info().Name != ""}.source()
}

// written is the word before parameters were filled in.
func (w word) written() string {
	if w.param != "" {
		return "$" + w.param
	}
	return w.text
}
