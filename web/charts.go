package web

import (
	"cmp"
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

// levelWords are what the first chart calls what it shows. brief is the area
// where it stands beside the other two.
type levelWords struct{ title, about, of, total, dashed, area, brief, file string }

var (
	depthWords = levelWords{"Queue depth", "messages not yet acknowledged", "queue", "total", "visible", "in flight", "in flight", "depth"}
	lagWords   = levelWords{"Lag", "records each group has still to commit", "group", "lag", "not yet read", "read, not committed", "read", "lag"}
)

func wordsOf(m *play.Model) levelWords {
	if m.LagShown() {
		return lagWords
	}
	return depthWords
}

// pieceOf is what is delivered: a message, but a record where there are logs alone.
func pieceOf(m *play.Model) string {
	return pick(m.LogsAlone(), "record", "message")
}

func (c *charts) Render() app.UI {
	w, piece := wordsOf(c.S.model), pieceOf(c.S.model)
	return div("charts").Body(
		el("section").Class("card chart").Aria("labelledby", "depth-title").Body(
			div("chart-head").Class(pick(c.S.model.HasLevels(), "both", "")).Body(
				el("h2").ID("depth-title").Body(app.Text(w.title+" "), el("span").Text(w.about)),
				app.If(c.S.model.HasLevels(), c.levelChoice),
				c.S.shadowButton(),
			),
			el("div").ID("depth-readout").Class("readout"),
			el("div").ID("depth-chart").Class("chart-host").Class(pick(c.S.model.CurveHidden(), "veiled", "")).Role("img").Aria("label", w.title+" over time; the table below has the numbers"),
			div("keys-row").Aria("hidden", "true").Body(
				span("line-key total").Text(w.total),
				span("line-key visible").Text(w.dashed),
				span("line-key flight").Text(w.area),
				app.If(len(c.S.model.ShadowLevels()) > 0, func() app.UI { return span("line-key shadow").Text(w.total + " of the shadow") }),
			),
			c.save("depth", w.file),
			c.depthTable(w),
		),
		el("section").Class("card chart").Aria("labelledby", "deliveries-title").Body(
			el("h2").ID("deliveries-title").Body(app.Text("Deliveries "), el("span").Text("of each "+piece)),
			el("div").ID("deliveries-readout").Class("readout"),
			el("div").ID("deliveries-chart").Class("chart-host").Role("img").Aria("label", "Deliveries of each "+piece+"; the table below has the numbers"),
			div("keys-row").Aria("hidden", "true").Body(
				span("bar-key").Text("first"),
				span("bar-key repeated").Text("repeated"),
			),
			c.save("deliveries", "deliveries"),
			c.table("deliveries-table", "Deliveries as a table", c.deliveriesOpen, func(open bool) { c.deliveriesOpen = open }, c.deliveryRows),
		),
	)
}

// levelChoice is between the two that a run of queues and logs has.
func (c *charts) levelChoice() app.UI {
	lag := c.S.model.LagShown()
	return div("levels").Role("group").Aria("label", "What the chart shows").Body(
		button("level-depth", "choice").Aria("pressed", !lag).OnClick(c.S.on(play.ShowLag{})).Text("Depth"),
		button("level-lag", "choice").Aria("pressed", lag).OnClick(c.S.on(play.ShowLag{Lag: true})).Text("Lag"),
	)
}

// depthTable waits for the answer where the depth is to be drawn.
func (c *charts) depthTable(w levelWords) app.UI {
	if c.S.model.CurveHidden() {
		return para("help").Text("The curve shows as the run plays: draw it first, if you like.")
	}
	return c.table("depth-table", w.title+" as a table", c.depthOpen, func(open bool) { c.depthOpen = open }, func() []app.UI { return c.depthRows(w) })
}

// save offers the chart as a picture.
func (c *charts) save(which, file string) app.UI {
	return button("png-"+which, "plain save").Title("Save the chart as a PNG picture").
		OnClick(c.S.handler(func(app.Event) {
			c.S.browser.picture(which, c.S.model.Lesson.ID+"-"+file+".png")
		}, file)).Text("PNG")
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

func (c *charts) depthRows(w levelWords) []app.UI {
	rows := []app.UI{headRow(w.of, "ms", w.total, w.dashed, w.area)}
	for _, d := range c.S.model.Levels() {
		for i := range d.T {
			if len(rows) == tableRows {
				return append(rows, headRow("…", "", "", "", ""))
			}
			rows = append(rows, bodyRow(cmp.Or(d.Of, "all"), number(d.T[i]), number(d.Total[i]), number(d.Visible[i]), number(d.InFlight[i])))
		}
	}
	return rows
}

func (c *charts) deliveryRows() []app.UI {
	rows := []app.UI{headRow(pieceOf(c.S.model), "first", "repeated", "why")}
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
