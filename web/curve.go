package web

import (
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/scene"
)

// curveCard is the axes to draw a curve on. The pointer draws on the picture;
// a slider a point, which only the keyboard and a screen reader meet, does the same.
type curveCard struct {
	app.Compo
	S        *session
	Revision uint64

	// focus is the point with the focus, from 1; 0: none.
	focus int
}

func (c *curveCard) Render() app.UI {
	m := c.S.model
	curve, p := m.Lesson.Predict.Curve, m.Prediction
	points := make([]app.UI, len(curve.Points))
	for i := range points {
		points[i] = c.point(i, curve, p)
	}
	return div("curve").Body(
		div("curve-plot").ID("curve-plot").Body(app.Raw(curveSVG(curve, m.CurveTop(), p.Drawn, p.Measured, c.focus-1))),
		el("div").Role("group").Attr("aria-label", "The points of your curve").Attr("aria-describedby", "curve-help").Body(points...),
		div("row curve-row").Body(
			c.keys(p),
			app.If(!p.Scored, func() app.UI { return c.run(p) }),
		),
		app.If(p.Scored, func() app.UI { return c.table(curve, p) }),
	)
}

func (c *curveCard) keys(p play.Prediction) app.UI {
	if p.Scored {
		return div("keys-row").Attr("aria-hidden", "true").Body(
			span("line-key yours").Text("yours"), span("line-key measured").Text("the run's"))
	}
	return para("help").ID("curve-help").Text("Draw with the pointer, or press Tab and use the arrow keys: up and down move a point, left and right go to the next.")
}

// run commits the curve and plays the run that scores it.
func (c *curveCard) run(p play.Prediction) app.UI {
	return button("run-curve", "primary").Attr("disabled", p.Drawn == nil).OnClick(c.S.handler(func(app.Event) {
		c.S.send(play.PredictCurve{})
		c.S.reveal()
	})).Body(icon("play"), el("span").Text("Run it"))
}

// reveal plays the run that scores the answer, if it is not scored already.
func (s *session) reveal() {
	if p := s.model.Prediction; p.Answered && !p.Scored {
		s.send(play.Play{})
	}
}

func (c *curveCard) point(i int, curve *lesson.Curve, p play.Prediction) app.UI {
	s, value := c.S, int64(0)
	if p.Drawn != nil {
		value = p.Drawn[i]
	}
	at := scene.Time(curve.At(i))
	focus, focusScope := c.focused(i + 1)
	blur, blurScope := c.focused(0)
	return input("point-"+strconv.Itoa(i), "range").Class("hidden-text").Attr("min", 0).Attr("max", int(s.model.CurveTop())).Attr("step", 1).
		Attr("value", strconv.FormatInt(value, 10)).Attr("disabled", p.Scored).
		Attr("aria-label", curve.Of+" just before "+at).Attr("aria-valuetext", strconv.FormatInt(value, 10)+" at "+at).
		OnInput(s.handler(func(e app.Event) {
			if v, err := strconv.ParseInt(e.Get("target").Get("value").String(), 10, 64); err == nil {
				s.send(play.DrawPoint{Point: i, Value: v})
			}
		}, "point", i)).
		On("focus", focus, focusScope).On("blur", blur, blurScope).
		OnKeyDown(s.handler(func(e app.Event) { c.key(i, len(curve.Points), e) }, "key", i))
}

func (c *curveCard) focused(point int) (app.EventHandler, app.EventOption) {
	return c.S.handler(func(app.Event) { c.focus = point }, "focus", point)
}

// key goes from point to point. Up and down are the slider's own.
func (c *curveCard) key(i, points int, e app.Event) {
	by := map[string]int{"ArrowRight": 1, "ArrowLeft": -1}[e.Get("key").String()]
	if by == 0 {
		return
	}
	e.PreventDefault()
	c.S.browser.focus("point-" + strconv.Itoa(min(max(i+by, 0), points-1)))
}

// table is both curves in numbers.
func (c *curveCard) table(curve *lesson.Curve, p play.Prediction) app.UI {
	rows := []app.UI{headRow("just before", "yours", "the run's")}
	for i := range p.Measured {
		rows = append(rows, bodyRow(scene.Time(curve.At(i)), strconv.FormatInt(p.Drawn[i], 10), strconv.FormatInt(p.Measured[i], 10)))
	}
	return el("details").Class("table").ID("curve-table").Body(
		el("summary").Text("As a table"),
		tableOf(rows),
	)
}

// curveSVG is the picture: axes, the reader's curve with its handles, and the
// run's where it is known. Places are percentages, so that it fits any width.
func curveSVG(c *lesson.Curve, top int64, drawn, measured []int64, focus int) string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">`)
	n := len(c.Points)
	for _, v := range gridValues(top) {
		y := percent(1 - float64(v)/float64(top))
		b.WriteString(`<line class="grid" x1="0" x2="100%" y1="` + y + `" y2="` + y + `"/>` +
			`<text class="tick-y" x="-8" y="` + y + `" dy="4">` + strconv.FormatInt(v, 10) + `</text>`)
	}
	for i := range n {
		x := percent(float64(i) / float64(n-1))
		b.WriteString(`<line class="grid" y1="0" y2="100%" x1="` + x + `" x2="` + x + `"/>` +
			`<text class="tick-x" x="` + x + `" y="100%" dy="16">` + scene.Time(c.At(i)) + `</text>`)
	}
	line(&b, "measured", measured, top)
	handles(&b, "measured", measured, top, -1)
	if drawn == nil {
		drawn = make([]int64, n)
	}
	line(&b, "yours", drawn, top)
	handles(&b, "yours", drawn, top, focus)
	b.WriteString(`</svg>`)
	return b.String()
}

// line is a curve in a picture of its own, as only there can its points be
// shares of the width.
func line(b *strings.Builder, class string, values []int64, top int64) {
	if values == nil {
		return
	}
	b.WriteString(`<svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible"><polyline class="` + class + `" points="`)
	for i, v := range values {
		b.WriteString(number(100*float64(i)/float64(len(values)-1)) + "," + number(100-100*float64(v)/float64(top)) + " ")
	}
	b.WriteString(`"/></svg>`)
}

func handles(b *strings.Builder, class string, values []int64, top int64, focus int) {
	for i, v := range values {
		x, y := percent(float64(i)/float64(len(values)-1)), percent(1-float64(v)/float64(top))
		switch {
		case class == "measured":
			b.WriteString(`<svg x="` + x + `" y="` + y + `" overflow="visible"><path class="handle measured" d="M0-5L5 0L0 5L-5 0z"/></svg>`)
		case i == focus:
			b.WriteString(`<circle class="ring" cx="` + x + `" cy="` + y + `" r="12"/>`)
			fallthrough
		default:
			b.WriteString(`<circle class="handle yours" cx="` + x + `" cy="` + y + `" r="7"/>`)
		}
	}
}

// spot is a place on the axes: so many points and values from their corner.
type spot struct{ x, y float64 }

// pen draws a stroke: a point that it passes goes to the height at which it is
// passed, and one that it is at follows it.
type pen struct {
	at spot
	// grabbed is the point that the stroke began at, until it leaves it.
	grabbed int
}

const (
	// hold is how far from the point that it grabbed a pen still moves it, and
	// touch how far from another, in points.
	hold, touch = 0.4, 0.1
)

// press begins a stroke.
func press(at spot) (pen, []play.DrawPoint) {
	p := pen{at: at, grabbed: int(math.Round(at.x))}
	return p, []play.DrawPoint{p.here(p.grabbed)}
}

func (p *pen) here(point int) play.DrawPoint {
	return play.DrawPoint{Point: point, Value: int64(math.Round(p.at.y))}
}

// move goes on with it, on a straight line: a fast one is seen in few places only.
func (p *pen) move(to spot) (points []play.DrawPoint) {
	from := p.at
	first, last := math.Ceil(min(from.x, to.x)), math.Floor(max(from.x, to.x))
	for x := first; x <= last && from.x != to.x; x++ {
		y := from.y + (to.y-from.y)*(x-from.x)/(to.x-from.x)
		points = append(points, play.DrawPoint{Point: int(x), Value: int64(math.Round(y))})
	}
	p.at = to
	near := int(math.Round(to.x))
	off := math.Abs(to.x - float64(near))
	if near != p.grabbed || off > hold {
		p.grabbed = -1
	}
	if near == p.grabbed || off <= touch {
		points = append(points, p.here(near))
	}
	return points
}

// gridValues are round numbers from 0 to top, in five steps at most.
func gridValues(top int64) (values []int64) {
	step := int64(1)
	for i := 0; top > 5*step; i++ {
		step = []int64{1, 2, 5}[i%3] * power(i/3)
	}
	for v := int64(0); v <= top; v += step {
		values = append(values, v)
	}
	return values
}

func power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
