package scenario

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// ParseTemplate reads text with things in braces: {deliveries of jobs},
// {$visibility}, {t}. Two braces stand for one: {{ and }}. Subjects that are
// names are OfName; Document.ParseTemplate looks them up.
func ParseTemplate(pos Pos, text string) (Template, error) { return parseTemplate(pos, text, nil) }

func parseTemplate(pos Pos, text string, known *names) (Template, error) {
	var rep report
	r := &templateReader{rest: text, pos: pos, names: known, report: &rep, fields: fields}
	t := r.read()
	if err := rep.err(); err != nil {
		return nil, err
	}
	return t, nil
}

// templateReader splits a text into pieces.
type templateReader struct {
	rest   string
	pos    Pos
	names  *names
	report *report
	fields []string // the words of the occasion
	strict bool     // only what is there may be named
	pieces Template
}

// read reports everything wrong with the template.
func (t *templateReader) read() Template {
	from, count := t.pos, 0
	for t.rest != "" {
		switch {
		case strings.HasPrefix(t.rest, "{{"), strings.HasPrefix(t.rest, "}}"):
			t.literal(t.advance(2)[:1])
		case t.rest[0] == '{':
			count++
			t.braces()
		case t.rest[0] == '}':
			t.report.add(&Error{t.pos, "}", "expected }} where a brace is meant"})
			t.advance(1)
		default:
			t.literal(t.advance(plainLength(t.rest)))
		}
	}
	if count > MaxPlaceholders {
		t.report.add(&Error{from, "", fmt.Sprintf("expected at most %d things in braces", MaxPlaceholders)})
	}
	return t.pieces
}

func plainLength(text string) int {
	if n := strings.IndexAny(text, "{}"); n >= 0 {
		return n
	}
	return len(text)
}

// advance takes n bytes.
func (t *templateReader) advance(n int) string {
	taken := t.rest[:n]
	t.rest = t.rest[n:]
	line := taken
	if n := strings.Count(taken, "\n"); n > 0 {
		t.pos.Line += n
		t.pos.Col = 1
		line = taken[strings.LastIndexByte(taken, '\n')+1:]
	}
	t.pos.Col += utf8.RuneCountInString(line)
	return taken
}

func (t *templateReader) literal(text string) {
	if n := len(t.pieces); n > 0 && t.pieces[n-1].isText() {
		t.pieces[n-1].Text += text
		return
	}
	t.pieces = append(t.pieces, Piece{Text: text})
}

func (p Piece) isText() bool { return p.Field == "" && p.Param == "" && p.Measure == nil }

// braces reads one thing in braces.
func (t *templateReader) braces() {
	from := t.pos
	t.advance(1)
	n := strings.IndexAny(t.rest, "{}")
	if n < 0 || t.rest[n] == '{' {
		t.report.add(&Error{from, "{", "expected a } after it, or {{ where a brace is meant"})
		return
	}
	at := t.pos
	text := t.advance(n)
	t.advance(1)
	t.pieces = append(t.pieces, t.piece(at, text))
}

func (t *templateReader) piece(at Pos, text string) Piece {
	trimmed := strings.TrimSpace(text)
	if slices.Contains(t.fields, trimmed) {
		return Piece{Field: trimmed}
	}
	r := textReader(at, text, t.names, t.report)
	r.dry = !t.strict
	if name, ok := strings.CutPrefix(r.peek(), "$"); ok {
		w := r.take("a parameter")
		r.checkParam(w, name)
		r.finish()
		return Piece{Param: name}
	}
	m := r.templateMeasure(t.fields)
	r.finish()
	return Piece{Measure: m}
}

// fault ends the line for a mistake that is reported elsewhere.
func (r *reader) fault() {
	r.bad = true
	r.report.follow++
}

// checkParam reports a parameter that is not declared.
func (r *reader) checkParam(w word, name string) {
	if r.names == nil || r.names.param(name) != nil {
		return
	}
	if slices.Contains(r.names.unsound, name) {
		r.fault()
	} else {
		r.fail(w, "expected $ and the name of a parameter"+r.suggestName(word{text: name}, r.names.paramNames()))
	}
}

func (r *reader) templateMeasure(fields []string) *Measure {
	w := r.peek()
	if w == "" || MeasureName(w).Info().Name != "" {
		return r.measure()
	}
	if isField(w) {
		r.fail(r.words[0], "expected only in a line that is printed for each outcome")
		return nil
	}
	candidates := append(measureNames(), fields...)
	r.fail(r.words[0], "expected a measure, $ and a parameter, or "+orList(fields)+r.suggest(r.words[0], candidates))
	return nil
}
