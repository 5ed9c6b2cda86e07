package play

import (
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Param is a parameter as the page shows it.
type Param struct {
	Name, Label, Help string
	// Text is the value in force and Default its own, in the scenario's
	// language: what a text field holds and SetParam takes.
	Text, Default string
	// Unit is what Text ends with, for a label beside a number field: ms.
	Unit string
	// Min and Max bound the value; empty for a choice.
	Min, Max string
	// Slider is the position of the value, from 0 to SliderMax; a value beyond
	// the slider's ends is shown at its end. SliderMax is 0 where there is no
	// slider: for a choice.
	Slider, SliderMax int
	// Log says that the slider is logarithmic.
	Log bool
	// Choices are the words of a choice; nil otherwise.
	Choices []string
	// NeverAllowed says that Text may be "never"; Never that it is.
	NeverAllowed, Never bool
	Changed             bool
}

// FaultButton is something to break, or to write by hand, at the cursor.
type FaultButton struct {
	Label string
	Msg   Msg
	// Disabled says why it can't be done now; empty where it can.
	Disabled string
}

// Counter is a number of "So far".
type Counter struct {
	// Name is the measure's word: in-flight.
	Name, Label string
	Value       int
}

// ClaimView is a claim and whether it holds in this run.
type ClaimView struct {
	Name  string
	Holds bool
	// Why tells the values compared.
	Why string
}

// LogRow is a line of the event log or of a history.
type LogRow struct {
	// Index is the event's place in the trace: what SeekEvent takes.
	Index int
	At    time.Duration
	// Time is At as the page writes it: 22 ms.
	Time string
	Kind trace.Kind
	// Who is the actor's name, or the queue's where no actor acts.
	Who     string
	Message uint32
	// Text is the event in a sentence, without the time.
	Text string
	// Past says that the event is not after the cursor.
	Past bool
}

// LogWindow is a part of the filtered log.
type LogWindow struct {
	Rows []LogRow
	// First is the place of the first row among the Total that pass the filter.
	First, Total int
	// Searching says that the filter has not been through the whole trace yet.
	Searching bool
	// Problem says what the filter could not make sense of; empty otherwise.
	Problem string
}

// ConsoleLine is a line of the console.
type ConsoleLine struct {
	Text string
	// Index is what SeekEvent takes; -1 where the line belongs to no event.
	Index int
	// Past says that the cursor has come to it.
	Past bool
}

// Detail is a row of exact state.
type Detail struct {
	Label, Value string
	// Go is what clicking the row selects; zero where it doesn't.
	Go Selection
}

// Mark is a place on the timeline where events happen.
type Mark struct {
	At time.Duration
	// Kind is the most telling kind of event there.
	Kind trace.Kind
	// Count is how many events the mark stands for.
	Count int
}

// Key is a keyboard shortcut.
type Key struct {
	// Key is the browser's KeyboardEvent.key; Shift is needed where true.
	Key   string
	Shift bool
	Msg   Msg
	// Show is how the help sheet writes the keys; empty for one that another
	// entry's text tells of. Help says what it does.
	Show, Help string
}
