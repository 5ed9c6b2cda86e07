package play

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// HandlerView is a consumer's handler, and how far it is with a message.
type HandlerView struct {
	// Actor is the consumer's place in the trace's head, Name its name, Handler
	// its handler's.
	Actor         int
	Name, Handler string
	// Owner is the consumer that a thread is of, or Name.
	Owner  string
	Status trace.Status
	// Message, Body and Delivery are what it works on, or last worked on; 0: nothing yet.
	Message, Delivery uint32
	Body              string
	Steps             []StepView
}

// StepView is a step of a handler.
type StepView struct {
	// Text is the step as written.
	Text  string
	State StepState
	// Note tells what came of it, where that is not what one expects.
	Note string
	// Inner says that it is within a transaction.
	Inner bool
	// Gap is the place before the step; nil where no crash can be put there.
	Gap *Gap
}

// StepState is how far a step is.
type StepState uint8

// The states of a step.
const (
	ToDo StepState = iota
	Now
	Done
	// Undone: a crash kept it from being done, or rolled it back.
	Undone
	// Skipped: the handler went on without it.
	Skipped
)

// Gap is a place between two steps where the consumer can be made to crash.
type Gap struct {
	// Line is the line of the scenario for it, without "crash NAME".
	Line string
	// Set says that the reader put a crash here; Hit that it has struck, here, At.
	Set, Hit bool
	At       time.Duration
}

// CrashAtGap makes a consumer crash at a place of its handler, the first time
// it gets there, instead of at another place, or no more where it did already.
type CrashAtGap struct{ Name, Line string }

func (CrashAtGap) message() {}

// mostHandlers is how many handlers are shown.
const mostHandlers = 6

// Handlers are the handlers of the consumers that have one, at the cursor. It
// follows Version.Events.
func (m *Model) Handlers() []HandlerView {
	if m.Run == nil {
		return nil
	}
	var views []HandlerView
	index := map[uint16]int{}
	for i, a := range m.Run.Trace.Head.Actors {
		if a.Handler == "" || len(views) == mostHandlers {
			continue
		}
		index[uint16(i)] = len(views)
		views = append(views, m.newHandler(i))
	}
	m.followHandlers(views, index)
	for i := range views {
		m.finishHandler(&views[i])
	}
	return views
}

func (m *Model) newHandler(actor int) HandlerView {
	a := &m.Run.Trace.Head.Actors[actor]
	v := HandlerView{Actor: actor, Name: a.Name, Handler: a.Handler, Owner: cmp.Or(a.Of, a.Name), Status: m.state.Actors[actor].Status}
	inner, outer, inside := 0, 0, false
	for i, text := range a.Steps {
		step := StepView{Text: text, Inner: inside && text != "commit"}
		if i > 0 {
			step.Gap = m.gap(v.Owner, inner, outer, i == 1 || a.Steps[i-1] != "commit")
		}
		switch {
		case text == "transaction":
			inside = true
		case text == "commit":
			inside = false
			outer++
		case i > 0:
			inner++
			if !inside {
				outer++
			}
		}
		v.Steps = append(v.Steps, step)
	}
	return v
}

// gap is the place after so many steps. Within and before a transaction inner
// steps count; right after one only the whole of it does.
func (m *Model) gap(name string, inner, outer int, byInner bool) *Gap {
	g := &Gap{Line: "after step " + strconv.Itoa(outer)}
	if byInner {
		g.Line = "after inner step " + strconv.Itoa(inner)
	}
	for _, line := range m.Draft.Lines {
		if strings.HasPrefix(line+" ", "crash "+name+" "+g.Line+" ") {
			g.Set = true
		}
	}
	return g
}

// handlerEvents is how far back the steps of the present messages are looked for.
const handlerEvents = 20_000

// followHandlers goes back from the cursor over the events of the messages that
// the handlers work on, or last did.
func (m *Model) followHandlers(views []HandlerView, index map[uint16]int) {
	open := len(views)
	closed := make([]bool, len(views))
	back := make([]bool, len(views)) // a roll-back came after
	for i := m.Cursor.Events - 1; i >= 0 && i > m.Cursor.Events-handlerEvents && open > 0; i-- {
		e := m.Run.Trace.At(i)
		k, ours := index[e.Actor]
		if e.Actor == trace.NoActor || !ours || closed[k] || e.Message == 0 || e.Kind == trace.Delivered {
			continue
		}
		v := &views[k]
		if v.Message == 0 && v.takes(e) {
			v.Message, v.Delivery = e.Message, e.Delivery
		}
		if e.Message != v.Message || e.Delivery != v.Delivery {
			if v.Message != 0 && v.takes(e) {
				closed[k] = true
				open--
			}
			continue
		}
		v.note(m.Run, e, &back[k])
	}
}

// takes says whether an event is of a handler at work.
func (v *HandlerView) takes(e *trace.Event) bool {
	switch e.Kind {
	case trace.StepStarted, trace.StepDone, trace.Executed, trace.Crashed, trace.Failed, trace.Begun, trace.RolledBack:
		return true
	}
	return false
}

// note takes in an event of the message, the last one first.
func (v *HandlerView) note(r *Run, e *trace.Event, back *bool) {
	step := &v.Steps[min(int(e.Step), len(v.Steps)-1)]
	switch e.Kind {
	case trace.RolledBack:
		*back = true
	case trace.Begun:
		*back = false
	case trace.StepStarted:
		if step.State == ToDo && v.Status == trace.Working {
			step.State = Now
		}
	case trace.StepDone:
		switch {
		case *back && (step.Inner || step.Text == "transaction"):
			step.State = Undone
		case step.State == ToDo:
			step.State = Done
		}
	default:
		if text := outcome(r, e); text != "" {
			step.Note = text
		}
	}
}

// outcome is what an event of the world says of its step, where it is worth saying.
func outcome(r *Run, e *trace.Event) string {
	switch e.Kind {
	case trace.RowTaken:
		return "already there"
	case trace.RowKept:
		return "kept " + r.word(e.Value)
	case trace.RowRead:
		return "found " + r.word(e.Value)
	case trace.SendRecognised:
		return "recognised, not sent again"
	}
	return ""
}

// finishHandler settles the steps that no event was about.
func (m *Model) finishHandler(v *HandlerView) {
	s := &m.state.Actors[v.Actor]
	v.Body = m.bodyOf(v.Message)
	if v.Message == 0 {
		return
	}
	v.Steps[0].State = Done
	crashed := v.Status == trace.CrashedStatus && s.Message == v.Message && s.Delivery == v.Delivery
	last := 0
	for i := range v.Steps {
		if v.Steps[i].State == Done || v.Steps[i].State == Undone {
			last = i
		}
	}
	busy := crashed || v.Status == trace.Working && s.Message == v.Message
	for i := 1; i < len(v.Steps); i++ {
		if st := &v.Steps[i]; st.State == ToDo || st.State == Now && crashed {
			st.State = leftOver(crashed, busy, i < last)
		}
	}
	if crashed && last+1 < len(v.Steps) && v.Steps[last+1].Gap != nil {
		g := v.Steps[last+1].Gap
		g.Hit, g.At = true, s.Since
	}
}

func leftOver(crashed, busy, passed bool) StepState {
	switch {
	case passed:
		return Skipped
	case crashed:
		return Undone
	case busy:
		return ToDo
	}
	return Skipped
}

// bodyOf is the body of a message that is not gone; empty otherwise.
func (m *Model) bodyOf(number uint32) string {
	for i := range m.state.Messages {
		if e := &m.state.Messages[i]; number != 0 && e.Number == number && e.Place != trace.Free {
			return m.Run.Trace.Head.Body(e.Body)
		}
	}
	return ""
}

// StepFill is how far the step that an actor is in has got, from 0 to 1. It
// follows Version.Cursor.
func (m *Model) StepFill(actor int) float64 {
	if m.Run == nil || actor >= len(m.state.Actors) {
		return 0
	}
	s := &m.state.Actors[actor]
	span := s.StepEnd - s.StepStart
	if s.Status != trace.Working || span <= 0 {
		return 0
	}
	return min(1, max(0, float64(m.Cursor.At-s.StepStart)/float64(span)))
}

// crashAtGap puts the crash there, or takes it away.
func (m *Model) crashAtGap(name, line string) {
	set := "crash " + name + " " + line
	next, had := m.Draft.withoutLines("crash "+name+" after "), false
	for _, l := range m.Draft.Lines {
		had = had || strings.HasPrefix(l+" ", set+" ")
	}
	label := "no crash of " + name + " within its handler"
	if !had {
		label = "crash of " + name + " " + line
		next = next.withLine(set + m.comesBack(name))
	}
	m.crashInstead(next, label)
}

// crashInstead makes the change, and turns off the lesson's own crash within the
// handler where it has one that can be.
func (m *Model) crashInstead(next Draft, label string) {
	for _, p := range m.scenario.Params {
		if p.Name != "crash-after" {
			continue
		}
		off := next.with(scenario.Setting{Name: p.Name, Value: "never"})
		if _, err := off.build(m.Lesson); err == nil {
			next = off
		}
	}
	if m.try(next, label, "", "") {
		m.Notice = sentence(label)
		return
	}
	m.Notice = sentence(m.Problems[0].Message)
	m.Problems = nil
}

// comesBack is how long a consumer is away after a crash: for ever where
// others can go on, and else a fifth of the run.
func (m *Model) comesBack(name string) string {
	i := m.actorNamed(name)
	if i < 0 {
		return ""
	}
	for k, a := range m.Run.Trace.Head.Actors {
		if k != i && a.Of == "" && a.Role == trace.Consumer && a.Queue == m.Run.Trace.Head.Actors[i].Queue {
			return ""
		}
	}
	return " for " + scenario.FormatDuration(max(time.Millisecond, roughly(m.Base.Trace.End()/5)))
}

// roughly is a span with one digit that is not 0.
func roughly(d time.Duration) time.Duration {
	grain := time.Duration(1)
	for grain*10 <= d {
		grain *= 10
	}
	return d / grain * grain
}

// withoutLines is the draft without the added lines that begin so.
func (d Draft) withoutLines(start string) Draft {
	var kept []string
	for _, l := range d.Lines {
		if !strings.HasPrefix(l, start) {
			kept = append(kept, l)
		}
	}
	d.Lines = kept
	return d
}

// word is a value of the world.
func (r *Run) word(value int64) string {
	if value < 0 || int(value) >= len(r.Trace.Head.Words) {
		return "nothing"
	}
	return r.Trace.Head.Words[value]
}
