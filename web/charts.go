package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
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
	return app.Div().Class("charts").Body(
		app.Section().Class("card chart").Aria("labelledby", "depth-title").Body(
			app.H2().ID("depth-title").Body(app.Text("Queue depth "), app.Span().Text("messages not yet acknowledged, against time in ms")),
			app.Div().ID("depth-readout").Class("readout"),
			app.Div().ID("depth-chart").Class("chart-host").Role("img").Aria("label", "Queue depth over time; the table below has the numbers"),
			app.Div().Class("keys-row").Aria("hidden", "true").Body(
				app.Span().Class("line-key total").Text("total"),
				app.Span().Class("line-key visible").Text("visible"),
				app.Span().Class("line-key flight").Text("in flight"),
			),
			c.table("depth-table", c.depthOpen, func(open bool) { c.depthOpen = open }, c.depthRows),
		),
		app.Section().Class("card chart").Aria("labelledby", "deliveries-title").Body(
			app.H2().ID("deliveries-title").Body(app.Text("Deliveries "), app.Span().Text("by message, first and repeated")),
			app.Div().ID("deliveries-readout").Class("readout"),
			app.Div().ID("deliveries-chart").Class("chart-host").Role("img").Aria("label", "Deliveries of each message; the table below has the numbers"),
			app.Div().Class("keys-row").Aria("hidden", "true").Body(
				app.Span().Class("bar-key").Text("first"),
				app.Span().Class("bar-key repeated").Text("repeated"),
			),
			c.table("deliveries-table", c.deliveriesOpen, func(open bool) { c.deliveriesOpen = open }, c.deliveryRows),
		),
	)
}

// table is the chart as a table, made when the reader opens it.
func (c *charts) table(id string, open bool, set func(bool), rows func() []app.UI) app.UI {
	return app.Details().Class("table").ID(id).Body(
		app.Summary().Text("As a table"),
		app.If(open, func() app.UI {
			return app.Div().Class("table-scroll").TabIndex(0).Role("region").Aria("label", "Table").Body(app.Table().Body(rows()...))
		}),
	).On("toggle", c.S.handler(func(e app.Event) { set(e.Get("target").Get("open").Bool()) }), app.EventScope(id))
}

// tableRows is the most that a table shows.
const tableRows = 200

func (c *charts) depthRows() []app.UI {
	rows := []app.UI{headRow("queue", "ms", "total", "visible", "in flight")}
	if c.S.model.Run == nil {
		return rows
	}
	for _, d := range c.S.model.Run.Depth {
		for i := range d.At {
			if len(rows) == tableRows {
				return append(rows, headRow("…", "", "", "", ""))
			}
			rows = append(rows, bodyRow(d.Queue, number(d.At[i]), number(d.Total[i]), number(d.Visible[i]), number(d.InFlight[i])))
		}
	}
	return rows
}

func (c *charts) deliveryRows() []app.UI {
	rows := []app.UI{headRow("message", "first", "repeated")}
	if c.S.model.Run == nil {
		return rows
	}
	for _, b := range c.S.model.Run.Deliveries {
		if len(rows) == tableRows {
			return append(rows, headRow("…", "", ""))
		}
		rows = append(rows, bodyRow(barName(b), strconv.Itoa(int(b.First)), strconv.Itoa(int(b.Repeated))))
	}
	return rows
}

func barName(b play.DeliveryBar) string {
	if b.From == b.To {
		return strconv.Itoa(int(b.From))
	}
	return strconv.Itoa(int(b.From)) + "–" + strconv.Itoa(int(b.To))
}

func headRow(cells ...string) app.UI {
	out := make([]app.UI, len(cells))
	for i, c := range cells {
		out[i] = app.Th().Scope("col").Text(c)
	}
	return app.Tr().Body(out...)
}

func bodyRow(cells ...string) app.UI {
	out := make([]app.UI, len(cells))
	for i, c := range cells {
		out[i] = app.Td().Text(c)
	}
	return app.Tr().Body(out...)
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
