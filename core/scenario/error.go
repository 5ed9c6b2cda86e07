package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Error is one thing wrong with a scenario or a setting.
type Error struct {
	// Pos is where the word stands. For a setting, Pos.File is the setting's
	// name, and there is no line.
	Pos Pos
	// Word is the word at fault, without quotes; empty where there is none.
	Word string
	// Message says what was expected.
	Message string
}

// Error is a line such as
//
//	jobs.txt:4:14: "30xs": expected a duration such as 30ms
//
// or for a setting
//
//	visibility: 30: expected a duration such as 30ms
func (e *Error) Error() string {
	parts := make([]string, 0, 3)
	if place := e.Pos.String(); place != "" {
		parts = append(parts, place)
	}
	if e.Word != "" || e.Pos.isSetting() {
		parts = append(parts, e.shownWord())
	}
	return strings.Join(append(parts, e.Message), ": ")
}

func (e *Error) shownWord() string {
	word := clip(e.Word, 60)
	quoted := strconv.Quote(word)
	if e.Pos.isSetting() && len(quoted) == len(word)+2 && word != "" {
		return word
	}
	return quoted
}

func clip(s string, most int) string {
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}

func (p Pos) isSetting() bool { return p.Line == 0 && p.File != "" }

// String is file:line:column, without what is not known.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Col)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Errors is everything wrong with a scenario, in the order of the text, errors
// of settings first. Where there are more than MaxErrors, a last one says how many more.
type Errors []*Error

// Error has a line an error.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, each := range e {
		lines[i] = each.Error()
	}
	return strings.Join(lines, "\n")
}

// report gathers errors.
type report struct {
	errors Errors
	// follow counts mistakes that follow from errors reported elsewhere.
	follow int
}

// count grows with every mistake, reported or not.
func (r *report) count() int { return len(r.errors) + r.follow }

func (r *report) add(e *Error) { r.errors = append(r.errors, e) }

// full says that further errors will only be counted, so that their messages
// need no care.
func (r *report) full() bool { return len(r.errors) >= 4*MaxErrors }

// err is nil where nothing is wrong, and else an Errors.
func (r *report) err() error {
	if len(r.errors) == 0 {
		return nil
	}
	all := slices.Clone(r.errors)
	slices.SortStableFunc(all, comparePlace)
	if more := len(all) - MaxErrors; more > 0 {
		all = append(all[:MaxErrors], &Error{Message: fmt.Sprintf("and %d more", more)})
	}
	return all
}

func comparePlace(a, b *Error) int {
	return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
}
