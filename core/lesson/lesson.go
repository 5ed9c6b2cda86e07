// Package lesson is the catalogue: one text archive a lesson, embedded, with
// its prose, its scenario, its question, its challenge and what its run must show.
package lesson

import (
	"slices"

	"github.com/queuelab/queuelab/core/scenario"
)

// Lesson is one lesson, read and checked.
type Lesson struct {
	// ID is its file, its address and its name on the command line: five-jobs.
	ID string
	// Number orders the lessons; Group is the heading it stands under.
	Number       int
	Group, Title string
	// Lead is one or two sentences under the title.
	Lead string
	// Prose is Markdown with measures of the lesson's run in braces; see
	// package prose. ProsePos is where its first line stands.
	Prose    string
	ProsePos scenario.Pos
	// Source is the scenario as text; Doc is the same, parsed.
	Source string
	Doc    *scenario.Document
	// Predict asks before the run; nil where the lesson asks nothing.
	Predict *Question
	// Challenge is nil where the lesson sets none.
	Challenge *Challenge
	// Schedules and Tradeoff propose a search and a curve; nil where the lesson
	// proposes none. Tab is the panel that the page opens with, schedules or
	// tradeoff; empty for the console.
	Schedules *Schedules
	Tradeoff  *Tradeoff
	Tab       string
	// Console is the golden console text of the lesson's own run.
	Console string
	// Rows say what is measured under which settings.
	Rows []Row
}

// Question is a prediction: never a gate, scored by the run. It is answered by
// a choice, a number or a curve: one of Choices, Number and Curve is there.
type Question struct {
	Text string
	// Choices are shown in order.
	Choices []string
	Number  *Number
	Curve   *Curve
	// Answer is the measure that scores a choice, formatted as the choices are,
	// or a number. A curve has its own.
	Answer scenario.Measure
	// Explain is a template shown after answering.
	Explain scenario.Template
	Pos     scenario.Pos
}

// Challenge asks for a change that makes every goal hold.
type Challenge struct {
	Text string
	// Set are settings that the challenge starts from, over the lesson's own.
	Set   []Setting
	Goals []Goal
	Hints []string
	// Solution is one change, over Set, that does it. Wrong are plausible
	// ones that don't.
	Solution []Setting
	Wrong    [][]Setting
	Pos      scenario.Pos
}

// Goal is a condition over the run of the learner's scenario with With set
// over whatever the learner has set.
type Goal struct {
	Text  string
	With  []Setting
	Claim scenario.Claim
}

// Row is one row of a lesson's table: what is measured under Set.
type Row struct {
	Set []Setting
	// Fails names the scenario's claims that do not hold then. The others do.
	Fails  []string
	Expect scenario.Claim
	Pos    scenario.Pos
}

// Setting gives a parameter a value, as -set name=value does.
type Setting = scenario.Setting

// Over is set with the settings of more in place of those of the same name.
func Over(set, more []Setting) []Setting {
	all := slices.DeleteFunc(slices.Clone(set), func(s Setting) bool { return sets(more, s.Name) })
	return append(all, more...)
}

func sets(list []Setting, name string) bool {
	return slices.ContainsFunc(list, func(s Setting) bool { return s.Name == name })
}
