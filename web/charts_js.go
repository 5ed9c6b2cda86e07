package web

import (
	"syscall/js"
	"time"
	"unsafe"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/web/play"
)

// chartsView hands the run's numbers to the charts of static/charts.js.
type chartsView struct {
	depth, deliveries chart
	// at and events are the cursor that the line was put at last.
	at     time.Duration
	events int
	// coming says that they are to be filled soon, loading that their scripts
	// were asked for.
	coming, loading bool
}

// chart is one of them. Its methods are looked up once.
type chart struct {
	host                    element
	object                  js.Value
	setData, setNow, retint js.Value
	seek, ask               js.Func
}

// attach makes the chart where its host is new. It says whether there is one.
func (c *chart) attach(s *session, id, kind string) bool {
	old := c.host.node
	c.host.id = id
	if !c.host.find() {
		return false
	}
	if old.Truthy() && old.Equal(c.host.node) {
		return c.object.Truthy()
	}
	maker := window.Get("queuelabCharts")
	if !maker.Truthy() {
		return false
	}
	if c.object.Truthy() {
		c.object.Call("destroy")
	}
	c.seek.Release()
	c.seek = js.FuncOf(func(_ js.Value, args []js.Value) any {
		at := time.Duration(args[0].Float() * float64(time.Millisecond))
		s.dispatch(func() { s.send(play.SeekTime{At: min(s.model.End(), max(0, at))}) })
		return nil
	})
	c.ask.Release()
	c.ask = js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := uint32(args[0].Int())
		s.dispatch(func() { s.askMessage(message) })
		return nil
	})
	c.object = maker.Call(kind, c.host.node, document.Call("getElementById", kind+"-readout"), c.seek, c.ask)
	c.setData, c.setNow, c.retint = c.object.Get("setData"), c.object.Get("setNow"), c.object.Get("retint")
	return true
}

// newRun gives the charts the numbers of the model's run. Making them is left
// until the page stands and answers.
func (v *chartsView) newRun(s *session) {
	if v.coming {
		return
	}
	if v.stands() {
		v.fill(s)
		return
	}
	v.coming = true
	s.browser.soon(s, func() {
		v.coming = false
		if !window.Get("queuelabCharts").Truthy() {
			v.load(s)
			return
		}
		v.fill(s)
		v.cursor(s)
		s.browser.drawTradeoff(s)
	})
}

// stands says that the charts are made and on the page.
func (v *chartsView) stands() bool {
	host := v.depth.host.node // null on a page without charts
	return v.depth.object.Truthy() && host.Truthy() && host.Get("isConnected").Bool()
}

// load gets the charts' scripts, which the page doesn't wait for, and makes
// the charts when they have come.
func (v *chartsView) load(s *session) {
	if v.loading {
		return
	}
	v.loading = true
	var come, missed js.Func
	come = js.FuncOf(func(js.Value, []js.Value) any {
		s.dispatch(func() { v.newRun(s) })
		return nil
	})
	missed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		v.loading = false // the next run tries again
		app.Log("queuelab:", args[0].Get("message").String())
		return nil
	})
	window.Call("queuelabLoadCharts").Call("then", come, missed)
}

func (v *chartsView) fill(s *session) {
	if s.model.Run == nil {
		return
	}
	if v.depth.attach(s, "depth-chart", "depth") {
		d, shadow, end := levels(s.model)
		w := wordsOf(s.model)
		v.depth.setData.Invoke(floats(d.T), floats(d.Total), floats(d.Visible), floats(d.InFlight), milliseconds(end), floats(shadow), w.total, w.dashed, w.brief)
	}
	if v.deliveries.attach(s, "deliveries-chart", "deliveries") {
		b := s.model.Run.Deliveries
		v.deliveries.setData.Invoke(floats(b.First), floats(b.Repeated), b.PerBar, pieceOf(s.model))
	}
	v.at = -1
}

// cursor moves the line that stands where the run's cursor is.
func (v *chartsView) cursor(s *session) {
	if v.coming {
		return
	}
	if !v.stands() {
		if v.depth.object.Truthy() && document.Call("getElementById", "depth-chart").Truthy() {
			v.newRun(s) // another page with hosts of its own
		}
		return
	}
	if m := s.model; v.at != m.Cursor.At || v.events != m.Cursor.Events {
		v.at, v.events = m.Cursor.At, m.Cursor.Events
		total, dashed, area := m.LevelNow()
		v.depth.setNow.Invoke(milliseconds(v.at), total, dashed, area)
	}
}

// picture saves a chart as a file.
func (b *browser) picture(which, name string) {
	c := &b.charts.depth
	if which == "deliveries" {
		c = &b.charts.deliveries
	}
	if which == "tradeoff" {
		c = &chart{object: b.tradeoff.object}
	}
	if c.object.Truthy() {
		c.object.Call("save", name)
	}
}

// theme draws the charts again in the colours that hold now.
func (v *chartsView) theme() {
	for _, c := range []*chart{&v.depth, &v.deliveries} {
		if c.object.Truthy() {
			c.retint.Invoke()
		}
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// floats is a Float64Array with the numbers of v. Both sides are little-endian,
// as WebAssembly is.
func floats(v []float64) js.Value {
	bytes := window.Get("Uint8Array").New(8 * len(v))
	if len(v) > 0 {
		js.CopyBytesToJS(bytes, unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), 8*len(v)))
	}
	return window.Get("Float64Array").New(bytes.Get("buffer"))
}

// levels are what the first chart shows: the run's series, the shadow's total
// at the same instants, empty without one, and the chart's end.
func levels(m *play.Model) (d stats.Series, shadow []float64, end time.Duration) {
	d, end = ofAll(m.Levels()), m.End()
	s := m.ShadowLevels()
	if len(s) == 0 {
		return d, nil, end
	}
	d, shadow = beside(d, ofAll(s))
	return d, shadow, max(end, m.Shadow.Trace.End())
}

// ofAll is the series of all queues or groups.
func ofAll(all []play.LevelSeries) stats.Series { return settled(all[len(all)-1].Series) }
