package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/performance"
)

// countFrames counts the callbacks that anything on the page asks for.
const countFrames = `(() => {
	window.frames = 0;
	window.timers = 0;
	const frame = requestAnimationFrame, timer = setTimeout;
	window.requestAnimationFrame = (f) => frame((now) => { window.frames++; f(now); });
	window.setTimeout = (f, ...rest) => timer((...args) => { window.timers++; f(...args); }, ...rest);
})()`

// A page on which nothing changes does nothing: before the run, in its middle and at its end.
func TestIdlePageDoesNothing(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(countFrames)
	p.Goto(unacknowledged)
	p.Started()
	p.Wait(stored)
	send(p, performance.Enable, performance.EnableParams{})
	idle := func() {
		t.Helper()
		quiet(p)
		before := metrics(p)
		Eval[bool](p, "new Promise((done) => { window.frames = 0; window.timers = 0; setInterval(() => done(true), 1000); })")
		if frames, timers := Eval[int](p, "window.frames"), Eval[int](p, "window.timers"); frames > 0 || timers > 0 {
			t.Errorf("within an idle second there were %d frames and %d timers", frames, timers)
		}
		if script := metrics(p)["ScriptDuration"] - before["ScriptDuration"]; script > 0.005 {
			t.Errorf("within an idle second %v s of script ran", script)
		}
	}
	idle()
	p.Click("#step-on")
	p.Counts(map[string]int{"written": 1})
	idle()
	p.Click("#to-end")
	p.At("30 ms")
	idle()
}

// quiet waits until what was begun is done: the move of a step, the address, a notice that fades.
func quiet(p *Page) {
	p.t.Helper()
	Eval[bool](p, `new Promise((done) => {
		let was = -1;
		const look = setInterval(() => {
			if (window.frames + window.timers === was) { clearInterval(look); done(true); }
			was = window.frames + window.timers;
		}, 700);
	})`)
}

// metrics are the browser's own counts for the page, times in seconds.
func metrics(p *Page) map[string]float64 {
	p.t.Helper()
	all := map[string]float64{}
	for _, m := range send(p, performance.GetMetrics, struct{}{}).Metrics {
		all[m.Name] = m.Value
	}
	return all
}
