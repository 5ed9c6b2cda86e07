package web

import (
	"strings"
	"syscall/js"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/study"
)

// worker is the program that carries studies out, in a thread of its own. It is
// loaded when it is first needed.
type worker struct {
	node          js.Value // undefined: there is none
	heard, failed js.Func
}

// prepareAfter is how long the panel of a study is shown, in ms, before what it needs is
// loaded: the page comes first.
const prepareAfter = 300

func (b *browser) prepare(s *session) {
	b.later(prepareAfter, func() {
		if b.started {
			s.guard(func() { b.worker.start(s) })
		}
	})
}

// ask hands a request over. What was lost with a worker need not be stopped.
func (b *browser) ask(s *session, q study.Request) {
	w := &b.worker
	if q.Stop || q.Drop {
		if w.node.Truthy() {
			w.node.Call("postMessage", q.String())
		}
		return
	}
	if !w.start(s) {
		w.fail(s, notLoaded)
		return
	}
	w.node.Call("postMessage", q.String())
}

const notLoaded = "could not be loaded"

// start says whether there is a worker. A browser may have none, or refuse it.
func (w *worker) start(s *session) (there bool) {
	if w.node.Truthy() {
		return true
	}
	defer func() { there = recover() == nil }()
	w.listen(s)
	url, release, _ := strings.Cut(app.Getenv("QUEUELAB_STUDIES"), "#")
	w.node = window.Get("Worker").New(url, map[string]any{"name": release})
	w.node.Set("onmessage", w.heard)
	w.node.Set("onerror", w.failed)
	return true
}

// listen makes what the workers call, once for all of them: one that was ended may
// still be heard of.
func (w *worker) listen(s *session) {
	if w.heard.Truthy() {
		return
	}
	of := func(f func(event js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			if args[0].Get("target").Equal(w.node) {
				s.guard(func() { f(args[0]) })
			}
			return nil
		})
	}
	w.heard = of(func(event js.Value) { w.hear(s, event.Get("data")) })
	w.failed = of(func(js.Value) { w.fail(s, notLoaded) })
}

// hear takes a report, or what static/studies.js says that went wrong.
func (w *worker) hear(s *session, data js.Value) {
	if data.Type() != js.TypeString {
		w.fail(s, data.Get("failure").String())
		return
	}
	r, err := study.ReadReport(data.String())
	if err != nil {
		w.fail(s, "has said what can't be read ("+err.Error()+")")
		return
	}
	s.send(play.Told{Report: r})
}

func (w *worker) fail(s *session, problem string) {
	w.end()
	s.send(play.StudyFailed{Problem: problem})
}

// end ends the worker, with all that it was doing.
func (w *worker) end() {
	if !w.node.Truthy() {
		return
	}
	w.node.Call("terminate")
	w.node = js.Undefined()
}
