package conformance

import (
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/queuelab/queuelab/core/scenario"
)

// Parse reads a row from a text archive; file gives its ID and family, and names it in errors.
//
//	title  One message is rejected: where it comes back to
//	note   more of it, if need be
//	live   yes                  # or no and the reason
//	-- scenario --
//	what to run, with a parameter named broker
//	-- cases --
//	case broker=rabbitmq-quorum limit=5 [documented "where"]
//	  expect CONDITION
//	  expect CONDITION
//
// A row that profiles do not imitate has no sections, and a line
//
//	not-imitated  the reason
//
// Lines of the sections' text stand as in the file, so that errors have their places.
func Parse(file, text string) (*Row, scenario.Errors) {
	r := &reader{file: file, row: &Row{Imitated: true, Pos: scenario.Pos{File: file, Line: 1, Col: 1}}}
	r.row.ID, r.row.Family = named(file)
	a := txtar.Parse([]byte(text))
	r.header(string(a.Comment))
	line := 1 + strings.Count(string(a.Comment), "\n")
	for _, f := range a.Files {
		line++
		switch f.Name {
		case "scenario":
			r.scenario(string(f.Data), line)
		case "cases":
			r.cases(string(f.Data), line)
		default:
			r.fail(line-1, f.Name, "expected the section scenario or cases")
		}
		line += strings.Count(string(f.Data), "\n")
	}
	r.whole()
	return r.row, r.errors
}

type reader struct {
	file   string
	row    *Row
	errors scenario.Errors
}

func (r *reader) pos(line int) scenario.Pos { return scenario.Pos{File: r.file, Line: line, Col: 1} }

func (r *reader) fail(line int, word, message string) {
	r.errors = append(r.errors, &scenario.Error{Pos: r.pos(line), Word: word, Message: message})
}

// failed notes what the scenario package says, at the line where it was said.
func (r *reader) failed(line int, err error) {
	list, ok := err.(scenario.Errors)
	if !ok {
		return
	}
	for _, e := range list {
		at := *e
		if at.Pos.Line == 0 {
			at.Pos = r.pos(line)
		}
		r.errors = append(r.errors, &at)
	}
}

func (r *reader) header(text string) {
	for i, l := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(l), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case word == "" || word[0] == '#':
		case rest == "":
			r.fail(i+1, word, "expected more after it")
		case word == "title":
			r.row.Title = rest
		case word == "note":
			r.row.Note = rest
		case word == "live":
			r.live(i+1, rest)
		case word == "not-imitated":
			r.row.Imitated, r.row.NotImitated = false, rest
		default:
			r.fail(i+1, word, "expected title, note, live or not-imitated")
		}
	}
}

func (r *reader) live(line int, rest string) {
	word, why, _ := strings.Cut(rest, " ")
	switch {
	case word == "yes" && why == "":
		r.row.Live = true
	case word == "no" && why != "":
		r.row.NotLive = why
	default:
		r.fail(line, "live", "expected yes, or no and the reason")
	}
}

// scenario reads the text at its lines, so that errors have their places.
func (r *reader) scenario(text string, line int) {
	r.row.Source = text
	doc, err := scenario.Parse(r.file, strings.Repeat("\n", line-1)+text)
	r.failed(line, err)
	r.row.Doc, err = scenario.Parse(r.file, text)
	if err != nil {
		r.row.Doc = doc
	}
}

func (r *reader) cases(text string, line int) {
	if r.row.Doc == nil {
		r.fail(line, "cases", "expected the scenario before it")
		return
	}
	for i, l := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(l), " ")
		switch {
		case word == "" || word[0] == '#':
		case word == "case":
			r.addCase(line+i, rest)
		case word == "expect" && len(r.row.Cases) > 0:
			claim, err := r.row.Doc.ParseClaim(r.pos(line+i), rest)
			r.failed(line+i, err)
			c := &r.row.Cases[len(r.row.Cases)-1]
			c.Expect = append(c.Expect, claim)
		default:
			r.fail(line+i, word, "expected a case, and under it expect and a condition")
		}
	}
}

func (r *reader) addCase(line int, text string) {
	c := Case{Broker: r.broker(), Pos: r.pos(line)}
	settings, documented, found := strings.Cut(text, `documented "`)
	if found {
		c.Documented = strings.TrimSuffix(documented, `"`)
	}
	for _, word := range strings.Fields(settings) {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			r.fail(line, word, `expected name=value, or documented and in quotes where`)
			continue
		}
		if c.Set = append(c.Set, scenario.Setting{Name: name, Value: value}); name == "broker" {
			c.Broker = value
		}
	}
	_, err := r.row.Doc.Bind(c.Set)
	r.failed(line, err)
	r.row.Cases = append(r.row.Cases, c)
}

// broker is the default of the parameter of that name.
func (r *reader) broker() string {
	params := r.row.Doc.Params()
	if i := slices.IndexFunc(params, func(p scenario.Param) bool { return p.Name == "broker" }); i >= 0 {
		return params[i].Default.Word
	}
	return ""
}

// whole says what the row lacks.
func (r *reader) whole() {
	row := r.row
	if row.Title == "" {
		r.fail(1, "title", "missing")
	}
	if !row.Imitated {
		if row.Doc != nil {
			r.fail(1, "not-imitated", "expected no scenario beside it")
		}
		return
	}
	if !row.Live && row.NotLive == "" {
		r.fail(1, "live", "missing")
	}
	if row.Doc == nil || len(row.Cases) == 0 {
		r.fail(1, "cases", "expected a scenario and cases")
		return
	}
	if r.broker() == "" {
		r.fail(1, "scenario", "expected a parameter named broker")
	}
	for _, c := range row.Cases {
		if len(c.Expect) == 0 {
			r.fail(c.Pos.Line, "case", "expected expect and a condition under it")
		}
		p, known := scenario.ProfileNamed(c.Broker)
		if known && p.Measured == "" && c.Documented == "" {
			r.fail(c.Pos.Line, c.Broker, "expected documented and where, as nothing was measured on it")
		}
	}
}
