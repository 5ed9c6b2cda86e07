package web

import (
	"math"
	"syscall/js"

	"github.com/queuelab/queuelab/web/play"
)

// drawCurve lets the pointer draw on the axes of the question's curve: the
// point nearest to it goes to its height, in one stroke as many as it passes.
func (b *browser) drawCurve(s *session) {
	var last *play.DrawPoint // of the stroke
	draw := func(plot, e js.Value) {
		s.guard(func() {
			if to, ok := pointAt(s, plot, e); ok {
				for _, p := range stroke(last, to) {
					s.send(p)
				}
				last = &to
			}
		})
	}
	b.listen(document, "pointerdown", func(e js.Value) {
		if plot := curvePlot(e); plot.Truthy() && e.Get("button").Int() == 0 {
			plot.Call("setPointerCapture", e.Get("pointerId"))
			e.Call("preventDefault")
			last = nil
			draw(plot, e)
		}
	})
	b.listen(document, "pointermove", func(e js.Value) {
		if plot := curvePlot(e); last != nil && plot.Truthy() {
			draw(plot, e)
		}
	})
	end := func(js.Value) { last = nil }
	b.listen(document, "pointerup", end)
	b.listen(document, "pointercancel", end)
}

func curvePlot(e js.Value) js.Value {
	if target := e.Get("target"); target.Get("closest").Truthy() {
		return target.Call("closest", "#curve-plot")
	}
	return js.Null()
}

// pointAt is what the pointer is at on the axes.
func pointAt(s *session, plot, e js.Value) (play.DrawPoint, bool) {
	q := s.model.Lesson.Predict
	if q == nil || q.Curve == nil {
		return play.DrawPoint{}, false
	}
	box := plot.Call("getBoundingClientRect")
	x := (e.Get("clientX").Float() - box.Get("left").Float()) / max(1, box.Get("width").Float())
	y := (e.Get("clientY").Float() - box.Get("top").Float()) / max(1, box.Get("height").Float())
	last := float64(len(q.Curve.Points) - 1)
	return play.DrawPoint{
		Point: int(math.Round(min(max(x, 0), 1) * last)),
		Value: int64(math.Round((1 - min(max(y, 0), 1)) * float64(s.model.CurveTop()))),
	}, true
}
