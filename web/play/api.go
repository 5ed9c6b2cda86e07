package play

import (
	"time"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/trace"
)

// This file holds the signatures until their own files are written.

type hidden struct{}

// New makes the model of a page that shows one of the lessons. Nothing is
// shown before OpenLesson.
func New(lessons []*lesson.Lesson) *Model { return &Model{Lessons: lessons} }

// Update takes a message in and returns what the page is to do for it.
// It never computes longer than a frame allows: see Again.
func (m *Model) Update(msg Msg) []Effect { return nil }

// MaxTick is the most wall time that one Tick plays.
const MaxTick = 100 * time.Millisecond

// Speeds are the speeds to choose from; DefaultSpeed is 1×.
var Speeds = []float64{0.25, 0.5, 1, 2, 4, 8, 16}

// DefaultSpeed is the index of 1× in Speeds.
const DefaultSpeed = 2

// SpeedText is a speed as the page writes it: ¼×.
func SpeedText(index int) string { return "" }

// PaceText says what the present speed means for the present run: "1× · 10 ms a second".
func (m *Model) PaceText() string { return "" }

// Phase says how far, from 0 to 1, a playing cursor is from the state shown to
// the next event's. Events of one instant are played one after the other, each
// with a little wall time of its own; that is where the phase runs, and what
// a message can move by. It is 0 where the cursor stands still.
func (m *Model) Phase() float64 { return 0 }

// Busy tells whether a run is being computed, and how far it is, from 0 to 1.
func (m *Model) Busy() (fraction float64, busy bool) { return 0, false }

// State is the state of everything at the cursor, its Now set to the cursor's
// instant; nil before the first run. It is the caller's to read until the next
// Update, not to change or keep.
func (m *Model) State() *trace.State { return nil }

// NextEvent is the event after the cursor, nil at the end: what is about to happen.
func (m *Model) NextEvent() *trace.Event { return nil }

// AtStart and AtEnd say whether the cursor is before the first event or after the last.
func (m *Model) AtStart() bool { return false }

// AtEnd says whether the cursor is after the last event.
func (m *Model) AtEnd() bool { return false }

// End is the last instant of the run: the right end of the timeline and the charts.
func (m *Model) End() time.Duration { return 0 }

// CanUndo and CanRedo name the change that Undo or Redo is about; empty: none.
func (m *Model) CanUndo() string { return "" }

// CanRedo names the change that Redo makes again; empty: none.
func (m *Model) CanRedo() string { return "" }

// Changed says whether the draft differs from the lesson.
func (m *Model) Changed() bool { return false }

// Params are the parameters as the page shows them. It follows Version.Run.
func (m *Model) Params() []Param { return nil }

// Faults are the buttons of "Break something". It follows Version.Events.
func (m *Model) Faults() []FaultButton { return nil }

// Counters are the numbers of "So far". It follows Version.Events.
func (m *Model) Counters() []Counter { return nil }

// Claims says what holds in this run. It follows Version.Run.
func (m *Model) Claims() []ClaimView { return nil }

// Console is the console's lines, those after the cursor included.
// It follows Version.Events. ConsoleText is the whole run's console as text.
func (m *Model) Console() []ConsoleLine { return nil }

// ConsoleText is the console of the whole run, as the command line prints it.
func (m *Model) ConsoleText() string { return "" }

// Log is a part of the event log: at most count rows that pass the filter, from
// the row with place first on.
func (m *Model) Log(first, count int) LogWindow { return LogWindow{} }

// LogPlace is the place, among the rows that pass the filter, of the last event
// not after the cursor; -1 before the first.
func (m *Model) LogPlace() int { return 0 }

// Details is the exact state of the selected thing at the cursor. It follows
// Version.Events and, for times left, Version.Cursor.
func (m *Model) Details() []Detail { return nil }

// History is a part of the selected thing's events, like Log.
func (m *Model) History(first, count int) LogWindow { return LogWindow{} }

// Summary is the stage in words, for a reader who doesn't see it. It follows
// Version.Events.
func (m *Model) Summary() string { return "" }

// Marks are where events happen, at most so many. It follows Version.Run.
func (m *Model) Marks(most int) []Mark { return nil }

// Fragment is the URL fragment that reproduces what is shown, without #; empty
// for an unchanged lesson at its start. The error says why it can't be made: it
// would be longer than MaxFragment.
func (m *Model) Fragment() (string, error) { return "", nil }

// Export is the progress as text to save elsewhere.
func (m *Model) Export() string { return "" }

// MaxFragment is the longest fragment read or made, in bytes.
const MaxFragment = 8 << 10

// ProgressKey is the browser's store's key of the progress.
const ProgressKey = "queuelab/progress"

// Progress is what the browser remembers.
type Progress struct {
	Theme   Theme
	Lessons map[string]LessonProgress
}

// LessonProgress is what was done in a lesson.
type LessonProgress struct {
	// Finished: a run was seen to its end. Answered: the question was.
	// Solved: every goal of the challenge was ticked without the solution.
	Visited, Finished, Answered, Solved bool
}

// Keys are the keyboard's shortcuts in the order of the help sheet.
var Keys []Key

// MsgFor is the message for a key press, nil for none. Typing says that the
// focus is where keys write text or move a control's own value: only Escape
// counts there.
func (m *Model) MsgFor(key string, shift, typing bool) Msg { return nil }
