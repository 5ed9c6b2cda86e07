package scenario

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a word of a line.
type word struct {
	text   string
	quoted bool
	// param names the parameter whose value the text is; empty where the text
	// is what was written.
	param string
	pos   Pos
}

// line is a line of the text with the lines that are indented under it. A
// line without words is a comment, or blank.
type line struct {
	words    []word
	comment  string // with its #
	pos      Pos    // of the first word or the comment
	indent   int
	children []*line
	// broken lines could be read only in part; the error is reported already.
	broken bool
}

func (l *line) blank() bool { return len(l.words) == 0 && l.comment == "" }

// parseTree reads text as a tree of lines.
func parseTree(file, text string, r *report) []*line {
	var flat []*line
	for i, source := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		flat = append(flat, readLine(Pos{File: file, Line: i + 1, Col: 1}, strings.TrimSuffix(source, "\r"), r))
	}
	flat = trimBlanks(flat)
	indentComments(flat)
	return nest(flat, r)
}

// trimBlanks leaves one of several blank lines, and none at either end.
func trimBlanks(lines []*line) []*line {
	kept := lines[:0]
	for _, l := range lines {
		if l.blank() && (len(kept) == 0 || kept[len(kept)-1].blank()) {
			continue
		}
		kept = append(kept, l)
	}
	if n := len(kept); n > 0 && kept[n-1].blank() {
		kept = kept[:n-1]
	}
	return kept
}

// indentComments moves comments and blank lines right where the line after
// them is further right, so that they go with it.
func indentComments(lines []*line) {
	next := 0
	for i := len(lines) - 1; i >= 0; i-- {
		switch l := lines[i]; {
		case l.blank():
			l.indent = next
		case len(l.words) == 0:
			l.indent = max(l.indent, next)
		}
		next = lines[i].indent
	}
}

// nest puts each line under the last line above it that is indented less.
func nest(lines []*line, r *report) []*line {
	root := &line{indent: -1}
	open := []*line{root}
	for _, l := range lines {
		for open[len(open)-1].indent >= l.indent {
			open = open[:len(open)-1]
		}
		if len(open) > MaxNesting {
			r.add(&Error{l.pos, "", fmt.Sprintf("expected at most %d levels of indentation", MaxNesting)})
			open = open[:MaxNesting]
		}
		parent := open[len(open)-1]
		parent.children = append(parent.children, l)
		if len(l.words) > 0 {
			open = append(open, l)
		}
	}
	return root.children
}

// readLine reads the words and the comment of a line.
func readLine(pos Pos, source string, r *report) *line {
	l := &line{pos: pos}
	if len(source) > MaxLine {
		r.add(&Error{pos, "", fmt.Sprintf("expected a line of at most %d bytes", MaxLine)})
		l.broken = true
		return l
	}
	scan := scanner{rest: source, pos: pos}
	l.indent = scan.indentation()
	l.pos = scan.pos
	l.words, l.comment = scan.words()
	if scan.err != nil {
		r.add(scan.err)
		l.broken = true
	}
	return l
}

// scanner reads the words of a line.
type scanner struct {
	rest string
	pos  Pos
	err  *Error
}

// next takes one character.
func (s *scanner) next() rune {
	c, size := utf8.DecodeRuneInString(s.rest)
	if c == utf8.RuneError && size == 1 {
		s.fail(s.pos, "", "expected text in UTF-8")
	} else if unicode.IsControl(c) && c != '\t' {
		s.fail(s.pos, string(c), "expected no control characters")
	}
	s.rest = s.rest[size:]
	s.pos.Col++
	return c
}

// fail keeps the first error, and ends the line.
func (s *scanner) fail(pos Pos, word, message string) {
	if s.err == nil {
		s.err = &Error{pos, word, message}
	}
}

func (s *scanner) more() bool { return s.rest != "" && s.err == nil }

func (s *scanner) indentation() int {
	from := s.pos.Col
	for s.more() && startsWithSpace(s.rest) {
		at := s.pos
		if c := s.next(); c != ' ' && strings.TrimSpace(s.rest) != "" {
			s.fail(at, string(c), "expected spaces as indentation")
		}
	}
	return s.pos.Col - from
}

func startsWithSpace(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(c)
}

// words reads what is left of the line.
func (s *scanner) words() (words []word, comment string) {
	for s.more() {
		switch {
		case startsWithSpace(s.rest):
			s.next()
		case s.rest[0] == '#':
			return words, s.comment()
		case s.rest[0] == '"':
			words = append(words, s.quoted())
		default:
			words = append(words, s.bare())
		}
	}
	return words, ""
}

func (s *scanner) comment() string {
	text := strings.TrimRightFunc(s.rest, unicode.IsSpace)
	for s.more() {
		s.next()
	}
	return text
}

func (s *scanner) bare() word {
	w := word{pos: s.pos}
	var text strings.Builder
	for s.more() && !startsWithSpace(s.rest) {
		if s.rest[0] == '"' {
			s.fail(s.pos, text.String()+`"`, `expected a space before "`)
			break
		}
		text.WriteRune(s.next())
	}
	w.text = text.String()
	return w
}

// quoted reads a word in quotes, where \" is a quote and \\ a backslash.
func (s *scanner) quoted() word {
	w := word{pos: s.pos, quoted: true}
	var text strings.Builder
	s.next()
	for s.more() && s.rest[0] != '"' {
		at := s.pos
		c := s.next()
		if c == '\\' {
			c = s.escaped(at)
		}
		text.WriteRune(c)
	}
	w.text = text.String()
	s.closeQuote(w)
	return w
}

func (s *scanner) escaped(at Pos) rune {
	if !strings.HasPrefix(s.rest, `"`) && !strings.HasPrefix(s.rest, `\`) {
		s.fail(at, `\`, `expected \" or \\`)
		return '\\'
	}
	return s.next()
}

func (s *scanner) closeQuote(w word) {
	if s.err != nil {
		return
	}
	if s.rest == "" {
		s.fail(w.pos, w.text, `expected a closing "`)
		return
	}
	s.next()
	if s.rest != "" && !startsWithSpace(s.rest) {
		s.fail(s.pos, s.rest, `expected a space after "`)
	}
}
