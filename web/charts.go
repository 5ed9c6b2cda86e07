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
	depthWords = &levelWords{"Queue depth", "messages not yet acknowledged", "queue", "total", "visible", "in flight", "in flight", "depth"}
	lagWords   = &levelWords{"Lag", "records each group has still to commit", "group", "lag", "not yet read", "read, not committed", "read", "lag"}
)

func wordsOf(m *play.Model) *levelWords {
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
	return div("charts").Body(c.levels(), c.deliveries())
}

func (c *charts) levels() app.UI {
	m, w := c.S.model, wordsOf(c.S.model)
	head, class := []app.UI{heading("depth", w.title, w.about)}, "chart-head"
	if m.HasLevels() {
		head, class = append(head, c.levelChoice()), "chart-head both"
	}
	keys := []app.UI{lineKey("total", w.total), lineKey("visible", w.dashed), lineKey("flight", w.area)}
	if len(m.ShadowLevels()) > 0 {
		keys = append(keys, lineKey("shadow", w.total+" of the shadow"))
	}
	return chartCard("depth", pick(m.CurveHidden(), "veiled", ""), w.title+" over time", keys,
		div(class).Body(append(head, c.S.shadowButton())...), c.save("depth", w.file), c.depthTable(w))
}

func (c *charts) deliveries() app.UI {
	of := "of each " + pieceOf(c.S.model)
	return chartCard("deliveries", "", "Deliveries "+of, []app.UI{span("bar-key").Text("first"), span("bar-key repeated").Text("repeated")},
		heading("deliveries", "Deliveries", of), c.save("deliveries", "deliveries"),
		c.table("deliveries-table", "Deliveries as a table", c.deliveriesOpen, func(open bool) { c.deliveriesOpen = open }, c.deliveryRows))
}

func lineKey(line, text string) app.UI { return span("line-key " + line).Text(text) }

func heading(id, title, about string) app.UI {
	return el("h2").ID(id+"-title").Body(app.Text(title+" "), el("span").Text(about))
}

// chartCard is a host for a chart, with what stands above and below it.
func chartCard(id, class, label string, keys []app.UI, head, save, table app.UI) app.UI {
	return el("section").Class("card chart").Attr("aria-labelledby", id+"-title").Body(
		head,
		el("div").ID(id+"-readout").Class("readout"),
		el("div").ID(id+"-chart").Class("chart-host").Class(class).Role("img").Attr("aria-label", label+"; the table below has the numbers"),
		div("keys-row").Attr("aria-hidden", "true").Body(keys...),
		save, table,
	)
}

// levelChoice is between the two that a run of queues and logs has.
func (c *charts) levelChoice() app.UI {
	return div("levels").Role("group").Attr("aria-label", "What the chart shows").Body(
		c.level("level-depth", "Depth", false), c.level("level-lag", "Lag", true))
}

func (c *charts) level(id, text string, lag bool) app.UI {
	chosen, scope := c.S.on(play.ShowLag{Lag: lag})
	return choice(id, text, c.S.model.LagShown() == lag, chosen, scope)
}

// depthTable waits for the answer where the depth is to be drawn.
func (c *charts) depthTable(w *levelWords) app.UI {
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
			return div("table-scroll").TabIndex(0).Role("region").Attr("aria-label", name).Body(tableOf(rows()))
		}),
	)
}

// tableRows is the most that a table shows.
const tableRows = 200

func (c *charts) depthRows(w *levelWords) []app.UI {
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
