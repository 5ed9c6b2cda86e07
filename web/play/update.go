package play

import (
	"slices"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// hidden is what the model keeps for itself.
type hidden struct {
	undo, redo []edit
	job        *job
	// scenario is the draft's, whose run may still be computed.
	scenario *scenario.Scenario
	// state follows the cursor; it belongs to the trace of Run.
	state *trace.State
	pace  pace
	// spent is the wall time already given to the event after the cursor.
	spent wall
	// anchor is the place the reader last went to. A run that is too short to
	// show it is shown at its end, and a longer one there again.
	anchor anchor
	// log and history are what the filter and the selection let through.
	log, history search
	// lagChosen says that the reader would rather see the lag than the depth.
	lagChosen bool
	// problem says what the filter could not make sense of.
	problem string
	// fragment is the one that the URL has; tooLong says that it has none
	// because the changes don't fit.
	fragment string
	tooLong  bool
	// views are those made for the run shown.
	views   views
	effects []Effect
	inquiry
	// before is the draft that the solution took the place of; nil: none did.
	before *Draft
	// toEnd says that the reader went to the end while a run was computed: its
	// end was meant.
	toEnd bool
	// later says that the lesson's run is left to the next turn; early is what
	// was asked for before there was a run, or even the lesson.
	later bool
	early []Msg
	// awaited is the recording that is to be shown when it is there; beforeRecording,
	// the draft before the one that is shown. nil: none.
	awaited         *awaited
	beforeRecording *Draft
	// proposed says that the studies have what the lesson proposes.
	proposed bool
	// requests is the ID of the last request for a study.
	requests int
}

// New makes the model of a page that shows one of the lessons, which may be
// heads: see OpenLesson. Nothing is shown before it.
func New(lessons []*lesson.Lesson) *Model {
	return &Model{
		Lessons: lessons, Speed: DefaultSpeed, Tab: ConsoleTab, Theme: System,
		Progress: newProgress(),
	}
}

// Update takes a message in and returns what the page is to do for it.
// It never computes longer than a frame allows: see Again.
func (m *Model) Update(msg Msg) []Effect {
	m.effects = nil
	m.handle(msg)
	switch msg.(type) {
	case Tick:
		if !m.Playing {
			m.tellFragment()
		}
	case Work, Told: // changes nothing that a link tells of
	default:
		m.tellFragment()
	}
	return m.effects
}

func (m *Model) do(e Effect) { m.effects = append(m.effects, e) }

// again asks for another turn, once.
func (m *Model) again() {
	if !slices.Contains(m.effects, Effect(Again{})) {
		m.do(Again{})
	}
}

func (m *Model) handle(msg Msg) {
	if m.page(msg) {
		return
	}
	if m.Lesson != nil && (m.around(msg) || m.study(msg)) {
		return
	}
	if m.Run == nil {
		m.early = append(m.early, msg)
		return
	}
	m.noteEnd(msg)
	if !m.transport(msg) && !m.inquiries(msg) {
		m.change(msg)
	}
}

// noteEnd keeps in mind that the end of the run to come is asked for, until
// another place is. Before the first run that is early's to keep.
func (m *Model) noteEnd(msg Msg) {
	switch msg.(type) {
	case ToEnd:
		m.toEnd = m.job != nil
	case ToStart, Step, StepInstant, SeekTime, SeekEvent, Play, Toggle:
		m.toEnd = false
	}
}

// page handles what needs no lesson.
func (m *Model) page(msg Msg) bool {
	switch msg := msg.(type) {
	case OpenLesson:
		m.open(msg)
	case SetTheme:
		m.setTheme(msg.Theme)
	case ToggleTheme:
		m.setTheme(m.Theme.next())
	case ToggleHelp:
		m.toggleHelp()
	case Dismiss:
		m.dismiss()
	case LoadProgress:
		m.loadProgress(msg.Text)
	case ImportProgress:
		m.importProgress(msg.Text)
	case ClearProgress:
		m.clearProgress()
	default:
		return false
	}
	m.Version.Page++
	return true
}

// around handles what needs a lesson and no run.
func (m *Model) around(msg Msg) bool {
	switch msg := msg.(type) {
	case OpenFragment:
		m.openFragment(msg.Fragment)
	case NextLesson:
		m.navigate(+1)
	case PreviousLesson:
		m.navigate(-1)
	case Hint:
		m.hint()
	case SelectTab:
		m.selectTab(msg.Tab)
	case SelectTabNumber:
		if msg.Number >= 1 && msg.Number <= len(Tabs) {
			m.selectTab(Tabs[msg.Number-1])
		}
	case FocusFilter:
		m.selectTab(EventsTab)
		m.do(Focus{FocusFilterField})
	case FilterRows:
		m.Brokers.Filter = msg.Profile
	case EvidenceLoaded:
		m.takeEvidence(msg)
	case RecordingLoaded:
		m.takeRecording(msg)
	case Continue:
		m.compute()
		m.look()
	case Cancel:
		m.cancel()
	default:
		return false
	}
	m.Version.Page++
	return true
}

// transport handles what moves the cursor or the look at the run.
func (m *Model) transport(msg Msg) bool {
	switch msg := msg.(type) {
	case Play:
		m.play()
	case Pause:
		m.pause()
	case Toggle:
		m.toggle()
	case Step:
		m.step(msg.Events)
	case StepInstant:
		m.stepInstant(msg.By)
	case ToStart:
		m.jump(Cursor{})
	case ToEnd:
		m.jump(m.end())
	case SeekTime:
		m.seekTime(msg.At)
	case SeekEvent:
		m.seekEvent(msg.Index)
	case SetSpeed:
		m.setSpeed(msg.Index)
	case Faster:
		m.setSpeed(m.Speed + 1)
	case Slower:
		m.setSpeed(m.Speed - 1)
	case Tick:
		m.tick(msg.Elapsed)
	case Select:
		m.choose(msg.Selection)
	case SetFilter:
		m.setFilter(msg.Query)
	case ShowLag:
		m.showLag(msg.Lag)
	case Predict:
		m.predict(msg.Choice)
	case PredictNumber:
		m.predictNumber(msg.Text)
	case DrawPoint:
		m.drawPoint(msg.Point, msg.Value)
	case PredictCurve:
		m.predictCurve()
	default:
		return false
	}
	return true
}

// change handles what changes the draft.
func (m *Model) change(msg Msg) {
	m.Version.Page++
	m.Notice = ""
	switch msg := msg.(type) {
	case SetParam:
		m.setParam(msg.Name, msg.Text, msg.Drag)
	case SlideParam:
		m.slideParam(msg.Name, msg.Position, msg.Drag)
	case ResetParam:
		m.resetParam(msg.Name)
	case SetSeed:
		m.setSeed(msg.Seed)
	case ResetLesson:
		m.resetLesson()
	case EditText:
		m.editText(msg.Text, msg.Label, msg.Typing)
	case FormatText:
		m.formatText()
	case CrashConsumer:
		m.crash(msg.Name, msg.For)
	case CrashFocused:
		m.crashFocused()
	case DropAcknowledge:
		m.dropAcknowledge(msg.Name)
	case WriteByHand:
		m.writeByHand(msg)
	case Undo:
		m.undoEdit()
	case Redo:
		m.redoEdit()
	case StartChallenge:
		m.startChallenge()
	case ShowSolution:
		m.showSolution()
	case TakeBack:
		m.takeBack()
	default:
		m.changeWorld(msg)
	}
}

func (m *Model) toggleHelp() {
	m.Help = !m.Help
	if m.Help {
		m.do(Focus{FocusHelpSheet})
	} else {
		m.do(Focus{FocusBack})
	}
}

func (m *Model) dismiss() {
	switch {
	case m.Help:
		m.toggleHelp()
	case m.Notice != "":
		m.Notice = ""
	case m.Why != nil:
		m.closeWhy()
	case m.Run != nil:
		m.choose(Selection{})
	}
}

func (m *Model) selectTab(t Tab) {
	if t.valid() {
		m.Tab = t
		m.propose()
		m.openBrokers()
	}
}

func (t Tab) valid() bool {
	for _, known := range Tabs {
		if t == known {
			return true
		}
	}
	return false
}

func (t Theme) next() Theme {
	switch t {
	case System:
		return Light
	case Light:
		return Dark
	}
	return System
}

// navigate asks for the lesson so many places on, where there is one.
func (m *Model) navigate(by int) {
	for i, l := range m.Lessons {
		if m.Lesson != nil && l.ID == m.Lesson.ID && i+by >= 0 && i+by < len(m.Lessons) {
			m.do(Navigate{m.Lessons[i+by].ID})
		}
	}
}
