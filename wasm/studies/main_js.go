// Command studies is the page's second program: it searches schedules and
// measures curves in a Web Worker, which static/studies.js starts.
package main

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/queuelab/queuelab/web/study"
	"github.com/queuelab/queuelab/web/study/runner"
)

// tellEvery is how often the page hears how far a study is.
const tellEvery = 100 * time.Millisecond

// garbage is in per cent of what is kept: states are kept, and runs are thrown away.
const garbage = 200

// host takes requests from the page and goes on with them, with a turn of the
// browser's after each of its own.
type host struct {
	runner  runner.Runner
	next    js.Value // a port: a message to it comes after those that wait
	waiting bool     // for one
	took    time.Duration
	told    time.Time
}

func main() {
	debug.SetGCPercent(garbage)
	h := &host{}
	channel := js.Global().Get("MessageChannel").New()
	h.next = channel.Get("port2")
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		h.turn()
		return nil
	}))
	js.Global().Set("queuelabStudy", js.FuncOf(func(_ js.Value, args []js.Value) any {
		h.take(args[0].String())
		return nil
	}))
	select {}
}

func (h *host) take(text string) {
	q, err := study.ReadRequest(text)
	if err != nil {
		panic(err) // the page has another idea of requests
	}
	h.runner.Take(q)
	h.tell()
	h.goOn()
}

func (h *host) goOn() {
	if !h.waiting {
		h.waiting = true
		h.next.Call("postMessage", js.Null())
	}
}

func (h *host) turn() {
	h.waiting = false
	began := time.Now()
	goesOn := h.runner.Turn(h.took)
	h.took = time.Since(began)
	if h.runner.Urgent() || time.Since(h.told) >= tellEvery {
		h.tell()
	}
	if goesOn {
		h.goOn()
	}
}

func (h *host) tell() {
	for _, r := range h.runner.Reports() {
		js.Global().Call("postMessage", r.String())
	}
	h.told = time.Now()
}
