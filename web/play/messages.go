package play

import (
	"time"

	"github.com/queuelab/queuelab/core/lesson"
)

// Msg is something that the reader did, that the browser told, or a frame.
type Msg interface{ message() }

// The transport.
type (
	// Play starts at the cursor, or at the start when the cursor is at the end.
	Play struct{}
	// Pause stops where the cursor is.
	Pause struct{}
	// Toggle is Play or Pause, whichever changes something.
	Toggle struct{}
	// Step moves by so many events, back where negative, and pauses.
	Step struct{ Events int }
	// StepInstant moves by so many instants at which something happens, to
	// after all of it, and pauses.
	StepInstant struct{ By int }
	// ToStart goes to before the first event; ToEnd to after the last.
	ToStart struct{}
	ToEnd   struct{}
	// SeekTime goes to an instant, after everything that happens at it.
	// It doesn't pause: dragging the timeline of a playing run goes on playing.
	SeekTime struct{ At time.Duration }
	// SeekEvent goes to just after the event with this index in the trace
	// (the Index of a log row, a history row or a console line), and pauses.
	SeekEvent struct{ Index int }
	// SetSpeed picks an entry of Speeds; Faster and Slower the next one.
	SetSpeed struct{ Index int }
	Faster   struct{}
	Slower   struct{}
	// Tick tells how much wall time went by since the last one. Only a playing
	// model needs it. At most MaxTick is played, so that a tab that was hidden
	// goes on where it was.
	Tick struct{ Elapsed time.Duration }
)

// Changes of the draft. All of them can be undone, run again at once and keep
// the instant.
type (
	// SetParam gives a parameter a value, as text in the scenario's language.
	// Drag says that more of the same gesture may follow: consecutive changes of
	// one parameter with Drag are undone together.
	SetParam struct {
		Name, Text string
		Drag       bool
	}
	// SlideParam is SetParam with a slider's position, from 0 to Param.SliderMax.
	SlideParam struct {
		Name     string
		Position int
		Drag     bool
	}
	// ResetParam gives a parameter its own value again.
	ResetParam struct{ Name string }
	// SetSeed changes the seed; 0 takes the scenario's own again.
	SetSeed struct{ Seed uint64 }
	// ResetLesson drops every change, the challenge's start included.
	ResetLesson struct{}
	// EditText replaces the scenario's text. Text with errors leaves the run as
	// it is, and Problems says what is wrong. Typing is SetParam's Drag; Label
	// names the change, where it is more than an edit.
	EditText struct {
		Text, Label string
		Typing      bool
	}
	// FormatText puts the text into its canonical form, good or not.
	FormatText struct{}
	// CrashConsumer crashes a consumer now, For so long; 0: for ever.
	CrashConsumer struct {
		Name string
		For  time.Duration
	}
	// CrashFocused crashes the selected consumer, or else the first one that
	// can crash, for ever.
	CrashFocused struct{}
	// DropAcknowledge loses the consumer's next acknowledgement.
	DropAcknowledge struct{ Name string }
	// WriteByHand writes Count messages to a queue now. An empty Queue is the
	// first one, an empty Body that of the queue's first message.
	WriteByHand struct {
		Queue, Body string
		Count       int
	}
	Undo struct{}
	Redo struct{}
)

// The lesson around the run.
type (
	// OpenLesson shows a lesson, in the state that the URL's fragment says
	// (with or without its #). A fragment that can't be read gives the lesson's
	// own start and a Notice. Lesson is the one of that ID, read; nil where the
	// model's Lessons have it whole. Later leaves its run to the Continue that is
	// then asked for; what the reader does before it is there is done when it is.
	OpenLesson struct {
		ID, Fragment string
		Lesson       *lesson.Lesson
		Later        bool
	}
	// OpenFragment is for a fragment that changed under the page. It does
	// nothing where the fragment is the one that SetFragment asked for.
	OpenFragment struct{ Fragment string }
	// NextLesson and PreviousLesson ask for another address by Navigate.
	NextLesson     struct{}
	PreviousLesson struct{}
	// Predict answers the question with a choice, an index into its Choices.
	Predict struct{ Choice int }
	// PredictNumber answers it with a number, as typed.
	PredictNumber struct{ Text string }
	// DrawPoint moves a point of the curve, from 0 to CurveTop; PredictCurve
	// answers with the curve as drawn.
	DrawPoint struct {
		Point int
		Value int64
	}
	PredictCurve struct{}
	// StartChallenge sets what the challenge starts from.
	StartChallenge struct{}
	// Hint shows one hint more.
	Hint struct{}
	// ShowSolution sets the challenge's solution. The page asks for a
	// confirmation before; it can be undone like any change.
	ShowSolution struct{}
	// TakeBack brings back what was there before the solution.
	TakeBack struct{}
)

// The page itself.
type (
	// Select picks what Details and History tell of; the zero Selection, or what
	// is selected already, nothing.
	Select struct{ Selection Selection }
	// SetFilter filters the event log by words: see ParseFilter.
	SetFilter struct{ Query string }
	// FocusFilter shows the event log and asks for the focus on its filter.
	FocusFilter struct{}
	SelectTab   struct{ Tab Tab }
	// SelectTabNumber picks a tab by its place in Tabs, from 1.
	SelectTabNumber struct{ Number int }
	SetTheme        struct{ Theme Theme }
	// ToggleTheme goes from system to light to dark to system.
	ToggleTheme struct{}
	ToggleHelp  struct{}
	// Dismiss closes what is on top: the help sheet, else the notice, else the
	// selection. It is the Escape key.
	Dismiss struct{}
	// LoadProgress takes what the browser's store holds under ProgressKey;
	// empty text is a first visit.
	LoadProgress struct{ Text string }
	// ImportProgress takes text that Export gave, here or elsewhere, and adds
	// it to what is known.
	ImportProgress struct{ Text string }
	ClearProgress  struct{}
	// Continue computes the next slice. The page sends it when Again asks,
	// after letting the browser draw and listen.
	Continue struct{}
	// Cancel gives up the run being computed, and the change that asked for it.
	Cancel struct{}
)

func (Play) message()            {}
func (Pause) message()           {}
func (Toggle) message()          {}
func (Step) message()            {}
func (StepInstant) message()     {}
func (ToStart) message()         {}
func (ToEnd) message()           {}
func (SeekTime) message()        {}
func (SeekEvent) message()       {}
func (SetSpeed) message()        {}
func (Faster) message()          {}
func (Slower) message()          {}
func (Tick) message()            {}
func (SetParam) message()        {}
func (SlideParam) message()      {}
func (ResetParam) message()      {}
func (SetSeed) message()         {}
func (ResetLesson) message()     {}
func (EditText) message()        {}
func (CrashConsumer) message()   {}
func (CrashFocused) message()    {}
func (DropAcknowledge) message() {}
func (WriteByHand) message()     {}
func (Undo) message()            {}
func (Redo) message()            {}
func (OpenLesson) message()      {}
func (OpenFragment) message()    {}
func (NextLesson) message()      {}
func (PreviousLesson) message()  {}
func (Predict) message()         {}
func (PredictNumber) message()   {}
func (DrawPoint) message()       {}
func (PredictCurve) message()    {}
func (FormatText) message()      {}
func (TakeBack) message()        {}
func (StartChallenge) message()  {}
func (Hint) message()            {}
func (ShowSolution) message()    {}
func (Select) message()          {}
func (SetFilter) message()       {}
func (FocusFilter) message()     {}
func (SelectTab) message()       {}
func (SelectTabNumber) message() {}
func (SetTheme) message()        {}
func (ToggleTheme) message()     {}
func (ToggleHelp) message()      {}
func (Dismiss) message()         {}
func (LoadProgress) message()    {}
func (ImportProgress) message()  {}
func (ClearProgress) message()   {}
func (Continue) message()        {}
func (Cancel) message()          {}

// Effect is something that Update asks the page to do.
type Effect interface{ effect() }

type (
	// Again asks for a Continue after the browser had its turn.
	Again struct{}
	// SetFragment asks to replace the URL's fragment, without # and without a
	// new entry in the history; empty: no fragment. It comes with every change
	// but the ticks; the page may put several together.
	SetFragment struct{ Fragment string }
	// SaveProgress asks to store Text under ProgressKey.
	SaveProgress struct{ Text string }
	// Navigate asks for another lesson's address.
	Navigate struct{ ID string }
	// Focus asks to move the keyboard's focus.
	Focus struct{ On FocusOn }
)

func (Again) effect()        {}
func (SetFragment) effect()  {}
func (SaveProgress) effect() {}
func (Navigate) effect()     {}
func (Focus) effect()        {}

// FocusOn is where the focus should go.
type FocusOn uint8

// The places for the focus.
const (
	// FocusFilterField is the event log's filter.
	FocusFilterField FocusOn = iota + 1
	// FocusHelpSheet is the help sheet that just opened.
	FocusHelpSheet
	// FocusBack is where the focus was before the help sheet.
	FocusBack
	// FocusDetails is the selected thing's details.
	FocusDetails
	// FocusWhy is the explanation that just opened; FocusAsked is where the
	// focus was before it.
	FocusWhy
	FocusAsked
	// FocusPlay is the button that plays, on the stage.
	FocusPlay
)
