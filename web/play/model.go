package play

import (
	"time"

	"github.com/queuelab/queuelab/core/lesson"
)

// Model is all that the page shows and remembers. Get one from New.
type Model struct {
	// Lessons is the catalogue in order; Lesson the one shown, nil before the
	// first OpenLesson.
	Lessons []*lesson.Lesson
	Lesson  *lesson.Lesson

	// Draft is what the reader changed. Run is the newest complete run of it,
	// Base the lesson's own; both nil before the first one is complete.
	// While a run is computed Run stays what it was: see Busy.
	Draft Draft
	Run   *Run
	Base  *Run
	// Problems says what is wrong with the last change, if it was not taken.
	Problems []Problem
	// Text is what the scenario's editor holds: the draft's text, or the text
	// being written while it has errors.
	Text string

	// Cursor is the place in Run's trace that everything shows.
	Cursor  Cursor
	Playing bool
	// Speed is an index into Speeds.
	Speed int

	Prediction Prediction
	// Challenging says that the challenge's goals count for this draft.
	Challenging bool
	// Goals are ticked or not for Run; nil where there is no challenge.
	Goals []Goal
	// Hints is how many hints are shown.
	Hints int
	// SolutionShown says that the solution was shown since the lesson was
	// opened: from then on, nothing counts as solved by the reader.
	SolutionShown bool

	Selected Selection
	// Why explains an event that the reader asked about; nil: none.
	Why *Explanation
	// Shadow is the run kept to compare with; nil: none.
	Shadow *Run
	// Query is the event log's filter as typed.
	Query string
	Tab   Tab
	// Schedules and Tradeoff are what the two panels of studies hold.
	Schedules Schedules
	Tradeoff  Tradeoff
	// Brokers is what the panel of real brokers holds.
	Brokers Brokers
	Theme   Theme
	Help    bool
	// Notice is a short message for the reader, or empty.
	Notice string
	// Live is what a live region says: what just happened.
	Live string

	Progress Progress
	// Version tells what changed between two looks at the model.
	Version Version

	hidden
}

// Version counts changes. Equal numbers mean that nothing of that kind changed.
type Version struct {
	// Run changes with every new run shown (and the lesson with it): charts,
	// parameters, claims, event log, timeline marks.
	Run uint32
	// Events changes when the cursor passes an event: state, counters, console.
	Events uint32
	// Cursor changes with every move of the cursor, however small.
	Cursor uint32
	// Study changes as a search or a curve goes on.
	Study uint32
	// Page changes with everything else.
	Page uint32
}

// Cursor is a place in a trace.
type Cursor struct {
	// Events is how many events have happened, from 0 to the trace's length.
	Events int
	// At is the instant, not before the last of those and not after the next.
	At time.Duration
}

// Selection is a message, a queue or a consumer; the zero value nothing.
type Selection struct {
	Kind SelectionKind
	// Message is a message's number; Name a queue's or an actor's name.
	Message uint32
	Name    string
}

// SelectionKind is a kind of thing to select.
type SelectionKind uint8

// The kinds of selection.
const (
	Nothing SelectionKind = iota
	MessageSelected
	QueueSelected
	ActorSelected
)

// Tab is one of the panels below the charts.
type Tab string

// The panels.
const (
	ConsoleTab   Tab = "console"
	EventsTab    Tab = "events"
	ScenarioTab  Tab = "scenario"
	LifelinesTab Tab = "lifelines"
	SchedulesTab Tab = "schedules"
	TradeoffTab  Tab = "tradeoff"
	BrokersTab   Tab = "brokers"
)

// Tabs lists the panels in the order shown.
var Tabs = []Tab{ConsoleTab, EventsTab, ScenarioTab, LifelinesTab, SchedulesTab, TradeoffTab, BrokersTab}

// Theme is the reader's choice of colours.
type Theme string

// The themes.
const (
	System Theme = "system"
	Light  Theme = "light"
	Dark   Theme = "dark"
)

// Problem is what is wrong with a change.
type Problem struct {
	// Param is the parameter concerned, empty for text.
	Param string
	// Line and Col are places in Text, from 1; 0 where there is none.
	Line, Col int
	// Word is the word concerned, or empty.
	Word    string
	Message string
}

// Prediction is the reader's answer to the lesson's question.
type Prediction struct {
	Answered bool
	Choice   int
	// Typed is a number as typed, Problem what is wrong with it.
	Typed, Problem string
	// Drawn is the curve being drawn, a value for each point; nil before the
	// first. Measured is the run's curve, from Scored on.
	Drawn, Measured []int64
	// Percent scores a curve, from 0 to 100; Distance tells how far off a curve
	// or a number is.
	Percent  int
	Distance string
	// Scored says that the answer has been held against the lesson's own run,
	// which happens when a run has been seen to its end.
	Scored, Right bool
	// Answer is what the run says, as the choices are written; Explain the
	// sentence about it. Both are empty before Scored.
	Answer, Explain string
}

// Goal is one goal of the challenge.
type Goal struct {
	Text string
	// Done says that it holds for Run. Why tells the values compared.
	Done bool
	Why  string
}
