package scenario

import (
	"fmt"
	"slices"
	"strings"
)

// Document is a scenario's text, read. It does not change.
type Document struct {
	file, source string
	root         []*line
	syntax       report // what is wrong with the text before it means anything
	names        *names // under the defaults
}

// Setting gives a parameter a value, as -set name=value does.
type Setting struct{ Name, Value string }

// Parse reads a scenario; file is what errors call it. The error is an Errors
// with everything wrong under the default values. The document is there all
// the same, so that an editor can go on.
func Parse(file, text string) (*Document, error) {
	d := &Document{file: file, source: text, names: newNames()}
	if len(text) > MaxSource {
		d.syntax.add(&Error{Pos{file, 1, 1}, "", fmt.Sprintf("expected a text of at most %d bytes", MaxSource)})
	} else {
		d.root = parseTree(file, text, &d.syntax)
	}
	b := d.bind(nil)
	d.names = b.names
	return d, b.report.err()
}

// Bind gives the scenario with some parameters set, and the others at their
// defaults. Of two settings of one name the later counts. Seed and until can
// be set too, unless a parameter has that name. The error is an Errors.
func (d *Document) Bind(set []Setting) (*Scenario, error) {
	b := d.bind(set)
	if err := b.report.err(); err != nil {
		return nil, err
	}
	return &b.scenario, nil
}

// Params are the parameters, in the order of the text, at their defaults.
func (d *Document) Params() []Param { return slices.Clone(d.names.params) }

// Source is the text as it was given.
func (d *Document) Source() string { return d.source }

// Format is the text in its canonical form: two spaces a level, one between
// words, comments and single blank lines kept. A text whose words can't be
// read, as a quote is missing, stays as it is.
func (d *Document) Format() string {
	if len(d.syntax.errors) > 0 {
		return d.source
	}
	return formatTree(d.root)
}

// Append is the document with one more line, such as "at 22ms crash worker-1".
func (d *Document) Append(text string) (*Document, error) {
	source := d.source
	if source != "" && !strings.HasSuffix(source, "\n") {
		source += "\n"
	}
	return Parse(d.file, source+strings.TrimSuffix(text, "\n")+"\n")
}

// Remove is the document without the line of that number, from 1, and the
// lines indented under it. A number that is not there removes nothing.
func (d *Document) Remove(number int) (*Document, error) {
	lines := strings.SplitAfter(d.source, "\n")
	if number < 1 || number > len(lines) {
		return Parse(d.file, d.source)
	}
	end := number
	if l := find(d.root, number); l != nil {
		end = max(end, lastLine(l))
	}
	return Parse(d.file, strings.Join(slices.Delete(lines, number-1, end), ""))
}

// find gives the line of that number.
func find(lines []*line, number int) *line {
	for _, l := range lines {
		if l.pos.Line == number {
			return l
		}
		if inner := find(l.children, number); inner != nil {
			return inner
		}
	}
	return nil
}

func lastLine(l *line) int {
	if n := len(l.children); n > 0 {
		return lastLine(l.children[n-1])
	}
	return l.pos.Line
}

// ParseMeasure is the package's ParseMeasure, with names looked up.
func (d *Document) ParseMeasure(pos Pos, text string) (Measure, error) {
	return parseMeasure(pos, text, d.names)
}

// ParseTemplate is the package's ParseTemplate, with names looked up.
func (d *Document) ParseTemplate(pos Pos, text string) (Template, error) {
	return parseTemplate(pos, text, d.names)
}

// ParseClaim is the package's ParseClaim, with names looked up.
func (d *Document) ParseClaim(pos Pos, text string) (Claim, error) {
	return parseClaim(pos, text, d.names)
}
