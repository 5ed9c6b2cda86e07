// Package study is how the page asks for a study of a scenario, and what it hears
// of it: a search of its schedules or a curve over a parameter. Both travel as
// text, since what carries them out, package runner, is a program of its own beside the page.
package study

import (
	"errors"
	"time"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/core/theory/fit"
)

// Request asks for one thing: one of Search, Sweep, Stop and Drop is there.
type Request struct {
	// ID tells requests from each other, and is above 0. Stop and Drop are about
	// an earlier one.
	ID int
	// System is what to search or to sweep.
	System System
	// Search takes the place of the search before, Sweep of the sweep before.
	Search *explore.Options
	Sweep  *Sweep
	// Stop ends it with what is known by then; Drop forgets it, and nothing more
	// is heard of it.
	Stop, Drop bool
}

// System is a scenario with all that a reader changed in it.
type System struct {
	// Name stands for the file's in errors.
	Name, Text string
	// Lines are added to the text. They may name what is only there under the settings.
	Lines    []string
	Settings []scenario.Setting
}

// Document is the scenario before its settings.
func (s *System) Document() (*scenario.Document, error) {
	doc, err := scenario.Parse(s.Name, s.Text)
	if err != nil {
		return nil, err
	}
	for _, line := range s.Lines {
		doc, _ = doc.Append(line) // what is wrong with a line shows when it is bound
	}
	return doc, nil
}

// Sweep says what to measure, over which parameters.
type Sweep struct {
	Over     []sweep.Range
	Measures []Measure
	// Replications is how many runs each point has, and Batches how many times
	// as many: 1, and one more each time that the reader asks for more.
	Replications, Batches int
	Warmup                sweep.Warmup
	// Continue goes on with the runs there are of the same sweep, if it is still known.
	Continue bool
}

// Measure is one to take, as typed.
type Measure struct {
	// Field stands for the file's name in errors.
	Field, Text string
}

// Report is what is known of a request by now.
type Report struct {
	ID int
	// Over says that it is the last one. Stopped says that a reader's Stop ended it.
	Over, Stopped bool
	// Problem is why there is no study, or no more of it; nil: there is.
	Problem *Problem
	// States and Schedules are how far a search is. Verdict is nil before it is over.
	States, Schedules int
	Verdict           *explore.Verdict
	// Curve is nil before a sweep has points, and with a search.
	Curve *Curve
}

// Curve is what a sweep has measured so far.
type Curve struct {
	Params   []Param
	Measures []Column
	// Points are in the order of package sweep. Fits are what theory says of
	// each measure at each of them.
	Points []sweep.Point
	Fits   [][]fit.Fit
	// Done is how many runs are, of All. Batches is the request's.
	Done, All, Batches int
}

// Param is a parameter that is varied.
type Param struct {
	Name string
	Kind scenario.ParamKind
}

// Column is a measure in the language's own words, and what it counts in.
type Column struct {
	Text string
	Unit scenario.Unit
}

// Problem is an error, and the words that it finds fault with.
type Problem struct {
	Text  string
	Words []string
}

// ProblemOf is an error as a problem.
func ProblemOf(err error) *Problem {
	p := &Problem{Text: err.Error()}
	var all scenario.Errors
	var one *scenario.Error
	switch {
	case errors.As(err, &all):
		for _, e := range all {
			p.Words = append(p.Words, e.Word)
		}
	case errors.As(err, &one):
		p.Words = []string{one.Word}
	}
	return p
}

// Turn is how much of a study is done at once, so that it takes about as long as
// may be: what it counts is known to who does it.
type Turn struct{ Size, Least int }

// Learn brings the size nearer to what takes so long, from what the turn before took;
// 0 where that is not known.
func (t *Turn) Learn(took, want time.Duration) {
	if took <= 0 {
		return
	}
	scale := min(2, max(0.25, float64(want)/float64(took)))
	t.Size = max(t.Least, int(float64(t.Size)*scale))
}
