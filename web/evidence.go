package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
)

// evidence lists what the profiles are held to.
type evidence struct {
	app.Compo
	S       *session
	Filter  string
	Rows    int
	Problem string
}

func (c *evidence) Render() app.UI {
	return el("section").Class("evidence").Aria("labelledby", "evidence-title").Body(
		el("h3").ID("evidence-title").Text("Where these rules come from"),
		c.body(),
		el("h3").Text("What is not modelled"),
		el("ul").Class("not-modelled").Body(unmodelled()...),
	)
}

func (c *evidence) body() app.UI {
	switch {
	case c.Problem != "":
		return para("error").Role("alert").Text(c.Problem)
	case c.Rows == 0:
		return para("").Text("Loading what was measured …")
	}
	return div("evidence-body").Body(
		para("study-lead").Text("Small scenarios were run on real brokers, and the profiles are tested to come to the same. What was only read is marked as documented."),
		c.overview(),
		c.list(),
	)
}

// overview counts the rows of each broker, and lists them on demand.
func (c *evidence) overview() app.UI {
	rows := []app.UI{headRow("broker", "measured on", "measured", "documented", "rows")}
	for _, o := range c.S.model.EvidenceOverview() {
		shown := o.Filter == c.Filter
		rows = append(rows, el("tr").Class(pick(shown, "here", "")).Body(
			el("th").Attr("scope", "row").Text(o.Title), el("td").Text(o.Measured),
			el("td").Text(strconv.Itoa(o.MeasuredCases)), el("td").Text(strconv.Itoa(o.DocumentedCases)),
			el("td").Body(button("rows-"+o.Filter, "plain").Aria("pressed", shown).Aria("label", pick(shown, "Hide", "List")+" the rows of "+o.Title).
				OnClick(c.S.on(play.FilterRows{Profile: pick(shown, "", o.Filter)})).Text(pick(shown, "Hide", "List"))),
		))
	}
	return div("table-scroll overview").TabIndex(0).Role("region").Aria("label", "How many rows each broker has").Body(
		el("table").ID("evidence-overview").Body(el("tbody").Body(rows...)))
}

func (c *evidence) list() app.UI {
	if c.Filter == "" {
		return nothing()
	}
	var items []app.UI
	for _, row := range c.S.model.MeasuredRows() {
		items = append(items, evidenceItem(&row, c.Filter == play.AllRows))
	}
	return el("ol").ID("evidence-rows").Class("evidence-rows").TabIndex(0).Aria("label", "The rows").Body(items...)
}

func evidenceItem(row *play.MeasuredRow, named bool) app.UI {
	body := []app.UI{para("evidence-head").Body(span("evidence-id mono").Text(row.ID), el("span").Text(row.Title))}
	if row.Note != "" {
		body = append(body, para("evidence-note").Text(row.Note))
	}
	if row.NotImitated != "" {
		body = append(body, para("evidence-note").Body(el("strong").Text("Not imitated: "), app.Text(row.NotImitated)))
	}
	if row.NotLive != "" {
		body = append(body, para("evidence-note").Text("Not run again on a live broker: "+row.NotLive))
	}
	for i := range row.Cases {
		body = append(body, evidenceCase(&row.Cases[i], row.ID, named))
	}
	return el("li").Body(body...)
}

func evidenceCase(c *play.MeasuredCase, id string, named bool) app.UI {
	what := c.Settings
	if named {
		what = c.Title + pick(what == "", "", ", "+what)
	}
	claims := make([]app.UI, len(c.Expect))
	for i, text := range c.Expect {
		claims[i] = el("li").Text(text)
	}
	from := "measured on " + c.Measured
	if c.Documented != "" {
		from = "documented: " + c.Documented
	}
	return div("evidence-case").Body(
		para("").Body(
			app.If(what != "", func() app.UI { return el("strong").Text(what + " ") }),
			span("broker-source").Text(from+" "),
			link(lessonURL(lesson.SandboxID)+pick(c.Link == "", "", "#"+c.Link)).Aria("label", "Open "+id+" "+what+" in the sandbox").Text("Open")),
		el("ul").Class("mono").Body(claims...),
	)
}

// unmodelled is what the profiles leave out.
func unmodelled() []app.UI {
	texts := []string{
		"Clusters: replicas, elections of a leader, and what a partition of the network does between a broker's own nodes.",
		"How long a broker takes: the network, disks and batches. Times are the scenario's.",
		"What is random at a broker, such as which of several waiting clients JetStream serves, and that an SQS queue may hand out a message twice or out of order by itself.",
		"Alarms, flow control, quotas, permissions, and what clients and frameworks add to the broker.",
		"Other versions than the one measured: rules change, and so do defaults.",
	}
	items := make([]app.UI, len(texts))
	for i, t := range texts {
		items[i] = el("li").Text(t)
	}
	return items
}
