package web

import (
	"syscall/js"

	"github.com/queuelab/queuelab/web/play"
)

// drawCurve lets the pointer draw on the axes of the question's curve.
func (b *browser) drawCurve(s *session) {
	var stroke *pen
	send := func(points []play.DrawPoint) {
		for _, p := range points {
			s.send(p)
		}
	}
	b.listen(document, "pointerdown", func(e js.Value) {
		plot := curvePlot(e)
		if !plot.Truthy() || e.Get("button").Int() != 0 || s.model.Lesson.Predict.Curve == nil {
			return
		}
		plot.Call("setPointerCapture", e.Get("pointerId"))
		e.Call("preventDefault")
		p, points := press(spotAt(s, plot, e))
		stroke = &p
		s.guard(func() { send(points) })
	})
	b.listen(document, "pointermove", func(e js.Value) {
		if plot := curvePlot(e); stroke != nil && plot.Truthy() {
			s.guard(func() { send(stroke.move(spotAt(s, plot, e))) })
		}
	})
	end := func(js.Value) { stroke = nil }
	b.listen(document, "pointerup", end)
	b.listen(document, "pointercancel", end)
}

func curvePlot(e js.Value) js.Value {
	if target := e.Get("target"); target.Get("closest").Truthy() {
		return target.Call("closest", "#curve-plot")
	}
	return js.Null()
}

// spotAt is where the pointer is on the axes, or their edge.
func spotAt(s *session, plot, e js.Value) spot {
	box := plot.Call("getBoundingClientRect")
	x := (e.Get("clientX").Float() - box.Get("left").Float()) / max(1, box.Get("width").Float())
	y := (e.Get("clientY").Float() - box.Get("top").Float()) / max(1, box.Get("height").Float())
	last := len(s.model.Lesson.Predict.Curve.Points) - 1
	return spot{min(max(x, 0), 1) * float64(last), (1 - min(max(y, 0), 1)) * float64(s.model.CurveTop())}
}
