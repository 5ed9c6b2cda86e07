package lesson

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/queuelab/queuelab/core/scenario"
)

// Parse reads a lesson from a text archive. file names it in errors and, without
// folder and extension, is the lesson's ID. The error is a scenario.Errors, in
// the order of the lines, of everything that is wrong.
//
// An archive begins with the lines title, group, number and lead, and, where the
// page is to open with another panel than the console, tab schedules or tab
// tradeoff. Its sections:
//
//	-- prose.md --     Markdown; see package prose
//	-- scenario --     what to run; see package scenario
//	-- predict --      ask, choice (two or more), answer, explain; or number or curve for the choices:
//	                   number UNIT [within VALUE], wrong VALUE..., or
//	                   curve MEASURE from 0ms to 6s points 7 [within N], wrong N..., without answer
//	-- console --      what the run prints, to the letter
//	-- rows --         row [name=value]... [fails "claim"]... expect CONDITION
//	-- challenge --    ask, set, goal "text" [with name=value...] expect CONDITION, hint, solution, wrong (two or more)
//	-- schedules --  what to search: [claim "name"], [with name=value...], [crashes N [for TIME]],
//	                 [acknowledgements N], [open consumers ties work]
//	-- tradeoff --   what to measure: over PARAMETER [from A to B] [steps N], [each PARAMETER [from A to B] [steps N]],
//	                 measure (one or two), [with name=value...], [replications N], [warmup off]
//
// predict, challenge, schedules and tradeoff may be missing. Outside prose, scenario and console, a line
// is a word and what follows it, an indented line goes on with the line above,
// and # begins a comment line.
func Parse(file, text string) (*Lesson, error) {
	r := &reader{file: file, checks: true, lesson: &Lesson{ID: id(file)}}
	return r.read(text)
}

func (r *reader) read(text string) (*Lesson, error) {
	r.archive(text)
	if len(r.errors) > 0 {
		slices.SortStableFunc(r.errors, func(a, b *scenario.Error) int { return cmp.Compare(a.Pos.Line, b.Pos.Line) })
		return nil, r.errors
	}
	return r.lesson, nil
}

func id(file string) string {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}

// reader fills a lesson and keeps what is wrong with it.
type reader struct {
	file   string
	lesson *Lesson
	errors scenario.Errors
	doc    *scenario.Document
	// checks says that settings and names of claims are to be held against the
	// scenario. What is built in was checked by the tests, and the page starts
	// sooner without.
	checks bool
	// defaults is the scenario with no settings, for the checks; else nil.
	defaults *scenario.Scenario
}

// section is a part of the archive. line is where its text begins.
type section struct {
	name, text string
	line       int
}

func (r *reader) fail(line int, word, message string) {
	r.errors = append(r.errors, &scenario.Error{Pos: r.pos(line), Word: word, Message: message})
}

func (r *reader) pos(line int) scenario.Pos { return scenario.Pos{File: r.file, Line: line, Col: 1} }

func (r *reader) archive(text string) {
	header, sections := split(text)
	r.header(header)
	found := r.named(sections)
	r.scenario(found) // first: the others name its parameters
	r.texts(found)
	if s, ok := found["predict"]; ok {
		r.predict(s)
	}
	if s, ok := found["rows"]; ok {
		r.rows(s)
	}
	if s, ok := found["challenge"]; ok {
		r.challenge(s)
	}
	if s, ok := found["schedules"]; ok {
		r.schedules(s)
	}
	if s, ok := found["tradeoff"]; ok {
		r.tradeoff(s)
	}
}

// split adds to a txtar archive what it doesn't tell: the lines.
func split(text string) (header section, sections []section) {
	a := txtar.Parse([]byte(text))
	header = section{name: "header", text: string(a.Comment), line: 1}
	line := 1 + strings.Count(header.text, "\n")
	for _, f := range a.Files {
		s := section{name: f.Name, text: string(f.Data), line: line + 1}
		line = s.line + strings.Count(s.text, "\n")
		sections = append(sections, s)
	}
	return header, sections
}

var sectionNames = []string{"prose.md", "scenario", "predict", "console", "rows", "challenge", "schedules", "tradeoff"}

func (r *reader) named(sections []section) map[string]section {
	found := map[string]section{}
	for _, s := range sections {
		_, twice := found[s.name]
		switch {
		case !slices.Contains(sectionNames, s.name):
			r.fail(s.line-1, s.name, "not a section of a lesson; expected one of "+strings.Join(sectionNames, ", "))
		case twice:
			r.fail(s.line-1, s.name, "this section is there twice")
		default:
			found[s.name] = s
		}
	}
	for _, name := range []string{"prose.md", "scenario", "console", "rows"} {
		if _, ok := found[name]; !ok {
			r.fail(1, name, "this section is missing")
		}
	}
	return found
}

func (r *reader) texts(found map[string]section) {
	prose := found["prose.md"]
	r.lesson.Prose, r.lesson.ProsePos = prose.text, r.pos(prose.line)
	r.lesson.Console = strings.TrimRight(found["console"].text, "\n") + "\n"
}

func (r *reader) scenario(found map[string]section) {
	s := found["scenario"]
	r.lesson.Source = strings.TrimRight(s.text, "\n") + "\n"
	doc, err := scenario.Parse(r.file, r.lesson.Source)
	r.doc, r.lesson.Doc = doc, doc
	if err == nil && r.checks {
		r.defaults, err = doc.Bind(nil)
	}
	if err != nil {
		r.defaults = nil
		r.failed(err, s.line, "scenario")
	}
}

// failed takes over errors that count lines from the section's first.
func (r *reader) failed(err error, line int, word string) {
	list, ok := err.(scenario.Errors)
	if !ok {
		r.fail(line, word, err.Error())
		return
	}
	for _, e := range list {
		moved := *e
		moved.Pos.Line += line - 1
		r.errors = append(r.errors, &moved)
	}
}
