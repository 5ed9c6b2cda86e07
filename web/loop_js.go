package web

import (
	"syscall/js"
	"time"

	"github.com/queuelab/queuelab/web/play"
)

// loop runs with the browser's frames, and only while something moves. A
// hidden tab gets no frames.
type loop struct {
	frame   js.Func
	running bool
	last    float64 // the last frame's time in ms; 0: the next one is the first
	reduced js.Value
}

func (l *loop) start(s *session) {
	l.reduced = window.Call("matchMedia", "(prefers-reduced-motion: reduce)")
	l.frame = js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.running = false
		s.guard(func() { l.step(s, args[0].Float()) })
		return nil
	})
}

func (l *loop) stop() {
	l.running = false
	l.frame.Release()
}

// calm says that the reader wants no motion: the picture then changes from
// event to event only.
func (l *loop) calm() bool { return l.reduced.Truthy() && l.reduced.Get("matches").Bool() }

// run asks for the next frame while something moves.
func (l *loop) run(moving bool) {
	if !moving {
		l.last = 0
		return
	}
	if !l.running {
		l.running = true
		window.Call("requestAnimationFrame", l.frame)
	}
}

func (l *loop) step(s *session, now float64) {
	elapsed := time.Duration(0)
	if l.last > 0 {
		elapsed = time.Duration((now - l.last) * float64(time.Millisecond))
	}
	l.last = now
	s.browser.stage.tick(now)
	if s.model.Playing {
		s.send(play.Tick{Elapsed: elapsed})
		return
	}
	s.browser.show(s)
}
