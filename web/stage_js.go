package web

import (
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/scene"
)

// stageView keeps the stage's picture on the page.
type stageView struct {
	host     element
	painter  painter
	observer js.Value
	resized  js.Func
	width    float64
	survey   *scene.Survey
	surveyed bool
	stage    *scene.Stage
	trace    *trace.Trace
	first    js.Value // the host that the page came with, and its picture
	settle   settle
	// drawn is what the last picture showed.
	events int
}

// settle is the short move from one event to the next when the reader steps.
type settle struct {
	on      bool
	back    bool // one event back: the move runs backwards
	events  int  // the state it starts from
	began   float64
	elapsed float64
}

// settleTime is how long the move of a step takes, in ms.
const settleTime = 260

// newRun surveys the model's run and lays the stage out for it.
func (v *stageView) newRun(s *session) {
	v.settle = settle{}
	v.trace, v.stage = nil, nil
	if s.model.Run == nil {
		return
	}
	v.trace = s.model.Run.Trace
	v.survey = scene.BeginSurvey(v.trace).Wire(s.model.Run.Scenario)
	v.events = s.model.Cursor.Events
	v.surveyOn(s, v.trace)
}

// surveyEvents is how much of a run is surveyed at once, in some 15 ms.
const surveyEvents = 10_000

// surveyOn goes on with the survey of a run, unless it is not the one shown any more.
func (v *stageView) surveyOn(s *session, t *trace.Trace) {
	if v.trace != t {
		return
	}
	if v.surveyed = v.survey.Run(t, surveyEvents); v.surveyed {
		v.show(s)
		return
	}
	s.browser.soon(s, func() { v.surveyOn(s, t) })
}

// attach finds the stage's host and follows its width.
func (v *stageView) attach(s *session) bool {
	old := v.host.node
	v.host.id = "stage"
	if !v.host.find() {
		return false
	}
	if old.Truthy() && old.Equal(v.host.node) {
		return true
	}
	v.painter = painter{}
	v.stage = nil
	v.watch(s)
	return true
}

// keep puts the picture that the page came with into the program's own host, once: so the page is as
// it was, and as high, until there is one to take its place.
func (v *stageView) keep() {
	host := document.Call("getElementById", "stage")
	for v.first.Truthy() && host.Truthy() && v.first.Get("firstChild").Truthy() {
		host.Call("append", v.first.Get("firstChild"))
	}
	v.first = js.Undefined()
}

func (v *stageView) watch(s *session) {
	if v.observer.Truthy() {
		v.observer.Call("disconnect")
		v.resized.Release()
	}
	v.resized = js.FuncOf(func(_ js.Value, args []js.Value) any {
		width := args[0].Index(0).Get("contentRect").Get("width").Float()
		if width > 0 && width != v.width {
			s.guard(func() {
				v.width, v.stage = width, nil
				v.show(s)
			})
		}
		return nil
	})
	v.observer = window.Get("ResizeObserver").New(v.resized)
	v.observer.Call("observe", v.host.node)
	v.width = v.host.node.Get("clientWidth").Float() - 12
}

// show draws the picture at the model's cursor, or a moment of the move to it.
func (v *stageView) show(s *session) {
	if !v.attach(s) || v.trace == nil || !v.surveyed || v.width < 50 {
		return
	}
	if v.stage == nil {
		v.stage = scene.NewStage(scene.NewPlan(v.survey, v.width))
	}
	if v.painter.items == nil {
		v.painter.start(v.host.node)
	}
	m := s.model
	v.begin(m, s.browser.loop.calm())
	events, at, phase := m.Cursor.Events, m.Cursor.At, m.Phase()
	if s.browser.loop.calm() {
		at, phase = v.instant(m), 0
	}
	if v.settle.on {
		events, phase = v.settle.events, min(1, v.settle.elapsed/settleTime)
		at = min(at, v.trace.At(events).At)
		if v.settle.back {
			phase = 1 - phase
		}
	}
	v.painter.selected = selectedKey(s)
	v.painter.paint(v.stage.Draw(v.trace, events, at, phase))
	v.events = m.Cursor.Events
}

// instant is the time of the last event, for a picture that moves by events.
func (v *stageView) instant(m *play.Model) time.Duration {
	if !m.Playing || m.Cursor.Events == 0 {
		return m.Cursor.At
	}
	return v.trace.At(m.Cursor.Events - 1).At
}

// begin starts the move of a step by one event.
func (v *stageView) begin(m *play.Model, calm bool) {
	to := m.Cursor.Events
	switch {
	case to == v.events:
		return
	case m.Playing || calm:
		v.settle = settle{}
	case to == v.events+1:
		v.settle = settle{on: true, events: v.events}
	case to == v.events-1:
		v.settle = settle{on: true, events: to, back: true}
	default:
		v.settle = settle{}
	}
}

func (v *stageView) settling() bool { return v.settle.on }

// tick lets the move of a step go on.
func (v *stageView) tick(now float64) {
	m := &v.settle
	if !m.on {
		return
	}
	if m.began == 0 {
		m.began = now
	}
	m.elapsed = now - m.began
	if m.elapsed >= settleTime {
		m.on = false
	}
}

// selectedKey is the thing of the stage that the reader selected.
func selectedKey(s *session) scene.Key {
	sel, head := s.model.Selected, &s.model.Run.Trace.Head
	switch sel.Kind {
	case play.MessageSelected:
		return scene.Key{Kind: scene.MessageKey, Number: sel.Message}
	case play.QueueSelected:
		for i, q := range head.Queues {
			if q.Name == sel.Name {
				return scene.Key{Kind: scene.QueueKey, Number: uint32(i)}
			}
		}
	case play.ActorSelected:
		for i, a := range head.Actors {
			if a.Name == sel.Name {
				return scene.Key{Kind: scene.ActorKey, Number: uint32(i)}
			}
		}
	}
	return scene.Key{Kind: scene.PileKey, Number: 99}
}

// selection is what a data-key stands for.
func selection(s *session, key string) (play.Selection, bool) {
	kind, number, ok := strings.Cut(key, "-")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || s.model.Run == nil {
		return play.Selection{}, false
	}
	head := &s.model.Run.Trace.Head
	switch {
	case kind == "message":
		return play.Selection{Kind: play.MessageSelected, Message: uint32(n)}, true
	case kind == "queue" && n < len(head.Queues):
		return play.Selection{Kind: play.QueueSelected, Name: head.Queues[n].Name}, true
	case kind == "actor" && n < len(head.Actors):
		return play.Selection{Kind: play.ActorSelected, Name: head.Actors[n].Name}, true
	}
	return play.Selection{}, false
}

// seek goes to a position on the timeline. An instant at which more than was
// reached happens is left half way, between two of its events.
func (s *session) seek(position float64) {
	if s.model.Run == nil {
		return
	}
	t := s.model.Run.Trace
	events, at := s.axis().At(position)
	switch {
	case events == t.Index(at):
		s.send(play.SeekTime{At: at})
	case events == 0:
		s.send(play.ToStart{})
	default:
		s.send(play.SeekEvent{Index: events - 1})
	}
}
