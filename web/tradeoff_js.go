package web

import (
	"syscall/js"

	"github.com/queuelab/queuelab/web/play"
)

// tradeoffView is the chart of the trade-off.
type tradeoffView struct {
	host   element
	object js.Value
	open   js.Func
}

// drawTradeoff gives the chart the numbers there are, where its panel is shown.
func (b *browser) drawTradeoff(s *session) {
	v, curve := &b.tradeoff, s.model.Curve()
	if curve == nil || !v.attach(s) {
		return
	}
	v.object.Call("setData", curveValue(s, curve))
}

// attach makes the chart where its host is new. It says whether there is one.
func (v *tradeoffView) attach(s *session) bool {
	old := v.host.node
	v.host.id = "tradeoff-chart"
	if !v.host.find() {
		return false
	}
	if old.Truthy() && old.Equal(v.host.node) && v.object.Truthy() {
		return true
	}
	maker := window.Get("queuelabCharts")
	if !maker.Truthy() {
		s.browser.charts.load(s)
		return false
	}
	if v.object.Truthy() {
		v.object.Call("destroy")
	}
	v.open.Release()
	v.open = js.FuncOf(func(_ js.Value, args []js.Value) any {
		point := args[0].Int()
		s.dispatch(func() { s.send(play.OpenPoint{Point: point}) })
		return nil
	})
	v.object = maker.Call("tradeoff", v.host.node, document.Call("getElementById", "tradeoff-readout"), v.open)
	return true
}

// curveValue is the curve as static/charts.js takes it.
func curveValue(s *session, c *play.Curve) map[string]any {
	lines := make([]any, len(c.Lines))
	for i, l := range c.Lines {
		lines[i] = map[string]any{
			"unit": l.Unit, "mean": floats(l.Mean), "low": floats(l.Low), "high": floats(l.High), "theory": floats(l.Theory),
		}
	}
	values, texts := make([]any, len(c.Values)), make([]any, len(c.Values))
	for i := range c.Values {
		values[i], texts[i] = c.Values[i], pointText(c, i)
	}
	return map[string]any{
		"x": floats(c.X), "unit": c.Unit, "choice": c.Choice, "now": c.Now, "nowLine": c.NowLine, "each": c.Each, "shared": c.Shared, "values": values, "texts": texts, "lines": lines,
		"idle": "Over " + c.Param + ". Press a point to open its run.",
	}
}

// pointText is what the chart says of a point.
func pointText(c *play.Curve, i int) string {
	text := c.Values[i]
	for _, l := range c.Lines {
		text += " · " + l.Name + " " + l.Texts[i]
		if l.Theory != nil {
			text += " (" + l.Model + " " + l.TheoryTexts[i] + ")"
		}
	}
	return text
}
