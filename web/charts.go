package web

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// charts are two hosts that the browser's part fills, with what they show in
// words and as tables beside them.
type charts struct {
	app.Compo
	S        *session
	Revision uint64

	depthOpen, deliveriesOpen bool
}

func (c *charts) Render() app.UI {
	return div("charts").Body(
		el("section").Class("card chart").Aria("labelledby", "depth-title").Body(
			div("chart-head").Body(
				el("h2").ID("depth-title").Body(app.Text("Queue depth "), el("span").Text("messages not yet acknowledged")),
				c.S.shadowButton(),
			),
			el("div").ID("depth-readout").Class("readout"),
			el("div").ID("depth-chart").Class("chart-host").Class(pick(c.S.model.CurveHidden(), "veiled", "")).Role("img").Aria("label", "Queue depth over time; the table below has the numbers"),
			div("keys-row").Aria("hidden", "true").Body(
				span("line-key total").Text("total"),
				span("line-key visible").Text("visible"),
				span("line-key flight").Text("in flight"),
				app.If(c.S.model.Shadow != nil, func() app.UI { return span("line-key shadow").Text("total of the shadow") }),
			),
			c.save("depth"),
			c.depthTable(),
		),
		el("section").Class("card chart").Aria("labelledby", "deliveries-title").Body(
			el("h2").ID("deliveries-title").Body(app.Text("Deliveries "), el("span").Text("of each message")),
			el("div").ID("deliveries-readout").Class("readout"),
			el("div").ID("deliveries-chart").Class("chart-host").Role("img").Aria("label", "Deliveries of each message; the table below has the numbers"),
			div("keys-row").Aria("hidden", "true").Body(
				span("bar-key").Text("first"),
				span("bar-key repeated").Text("repeated"),
			),
			c.save("deliveries"),
			c.table("deliveries-table", "Deliveries as a table", c.deliveriesOpen, func(open bool) { c.deliveriesOpen = open }, c.deliveryRows),
		),
	)
}

// depthTable waits for the answer where the depth is to be drawn.
func (c *charts) depthTable() app.UI {
	if c.S.model.CurveHidden() {
		return para("help").Text("The curve shows as the run plays: draw it first, if you like.")
	}
	return c.table("depth-table", "Queue depth as a table", c.depthOpen, func(open bool) { c.depthOpen = open }, c.depthRows)
}

// save offers the chart as a picture.
func (c *charts) save(which string) app.UI {
	return button("png-"+which, "plain save").Title("Save the chart as a PNG picture").
		OnClick(c.S.handler(func(app.Event) {
			c.S.browser.picture(which, c.S.model.Lesson.ID+"-"+which+".png")
		}, which)).Text("PNG")
}

// table is the chart as a table, made when the reader opens it.
func (c *charts) table(id, name string, open bool, set func(bool), rows func() []app.UI) app.UI {
	toggled, scope := c.S.handler(func(e app.Event) { set(e.Get("target").Get("open").Bool()) }, id)
	return el("details").Class("table").ID(id).On("toggle", toggled, scope).Body(
		el("summary").Text("As a table"),
		app.If(open, func() app.UI {
			return div("table-scroll").TabIndex(0).Role("region").Aria("label", name).Body(tableOf(rows()))
		}),
	)
}

// tableRows is the most that a table shows.
const tableRows = 200

func (c *charts) depthRows() []app.UI {
	rows := []app.UI{headRow("queue", "ms", "total", "visible", "in flight")}
	if c.S.model.Run == nil {
		return rows
	}
	for _, d := range c.S.model.Run.Depth {
		for i := range d.T {
			if len(rows) == tableRows {
				return append(rows, headRow("…", "", "", "", ""))
			}
			rows = append(rows, bodyRow(cmp.Or(d.Queue, "all"), number(d.T[i]), number(d.Total[i]), number(d.Visible[i]), number(d.InFlight[i])))
		}
	}
	return rows
}

func (c *charts) deliveryRows() []app.UI {
	rows := []app.UI{headRow("message", "first", "repeated", "why")}
	if c.S.model.Run == nil {
		return rows
	}
	bars := c.S.model.Run.Deliveries
	for i := range bars.First {
		if len(rows) == tableRows {
			return append(rows, headRow("…", "", "", ""))
		}
		rows = append(rows, el("tr").Body(
			el("td").Text(barName(i, bars.PerBar)), el("td").Text(number(bars.First[i])), el("td").Text(number(bars.Repeated[i])),
			c.S.askCell(uint32(i+1), bars.PerBar == 1 && bars.Repeated[i] > 0)))
	}
	return rows
}

// barName is the messages that a bar stands for.
func barName(bar, per int) string {
	if per == 1 {
		return strconv.Itoa(bar + 1)
	}
	return strconv.Itoa(bar*per+1) + "–" + strconv.Itoa((bar+1)*per)
}

func headRow(cells ...string) app.UI {
	out := make([]app.UI, len(cells))
	for i, c := range cells {
		out[i] = el("th").Attr("scope", "col").Text(c)
	}
	return el("tr").Body(out...)
}

func bodyRow(cells ...string) app.UI {
	out := make([]app.UI, len(cells))
	for i, c := range cells {
		out[i] = el("td").Text(c)
	}
	return el("tr").Body(out...)
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
