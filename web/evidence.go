package web

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/scene"
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
	return el("section").Class("evidence").Attr("aria-labelledby", "evidence-title").Body(
		el("h3").ID("evidence-title").Text("Where these rules come from"),
		c.body(),
		app.Raw(unmodelled),
	)
}

func (c *evidence) body() app.UI {
	switch {
	case c.Problem != "":
		return para("error").Role("alert").Text(c.Problem)
	case c.Rows == 0:
		return para("").Text("Loading what was measured …")
	}
	list := c.S.model.EvidenceOverview()
	return div("evidence-body").Body(
		para("study-lead").Text("Small scenarios were run on real brokers, and the profiles are tested to come to the same. What was only read is marked as documented."),
		app.Raw(overviewHTML(list)),
		app.Raw(notImitatedHTML(c.S.model.Brokers.Evidence.Rows)),
		c.filter(list),
		app.If(c.Filter != "", func() app.UI { return app.Raw(rowsHTML(c.S.model.MeasuredRows(), c.Filter == play.AllRows)) }),
	)
}

// overviewHTML counts the rows of each broker. It is text that the browser parses, as
// there are many cells.
func overviewHTML(list []play.Overview) string {
	var b markup
	b.text(`<div class="table-scroll overview" tabindex="0" role="region" aria-label="How many results each broker has">` +
		`<table id="evidence-overview"><tbody><tr><th scope="col">broker</th><th scope="col">measured on</th>` +
		`<th scope="col">results measured</th><th scope="col">documented</th></tr>`)
	for _, o := range list {
		b.text(`<tr><th scope="row">`, esc(o.Title), `</th><td>`, esc(o.Measured), `</td><td>`,
			strconv.Itoa(o.MeasuredCases), `</td><td>`, strconv.Itoa(o.DocumentedCases), `</td></tr>`)
	}
	b.text(`</tbody></table></div>`)
	return b.String()
}

// notImitatedHTML lists the rows that profiles leave out on purpose.
func notImitatedHTML(rows []play.EvidenceRow) string {
	var b markup
	b.text(`<div><p>Seen, and left out on purpose:</p><ul id="not-imitated" class="not-modelled">`)
	for i := range rows {
		if r := &rows[i]; r.NotImitated != "" {
			b.text(`<li><strong>`, esc(r.ID), `</strong> `, esc(r.Title), `. `, esc(r.NotImitated), `</li>`)
		}
	}
	b.text(`</ul></div>`)
	return b.String()
}

func (c *evidence) filter(list []play.Overview) app.UI {
	f := formField{
		id: "evidence-filter", kind: "select", label: "List the scenarios of", class: "wide", value: c.Filter,
		options: []string{""}, names: []string{"none"},
	}
	for _, o := range list {
		f.options, f.names = append(f.options, o.Filter), append(f.names, o.Title)
	}
	return div("").Body(c.S.fields([]formField{f}, func(_, value string) string {
		c.S.send(play.FilterRows{Profile: value})
		return value
	})...)
}

// markup is HTML being written.
type markup struct{ strings.Builder }

func (b *markup) text(parts ...string) {
	for _, p := range parts {
		b.WriteString(p)
	}
}

// line is a paragraph, if there is anything to say.
func (b *markup) line(class, before, text string) {
	if text != "" {
		b.text(`<p class="`, class, `">`, before, esc(text), `</p>`)
	}
}

func esc(text string) string { return scene.Escape(text) }

// rowsHTML lists rows; with their brokers' names, where they are of several.
func rowsHTML(rows []play.MeasuredRow, named bool) string {
	var b markup
	b.text(`<ol id="evidence-rows" class="evidence-rows" tabindex="0" aria-label="The scenarios">`)
	for i := range rows {
		row := &rows[i]
		b.text(`<li><p class="evidence-head"><span class="evidence-id mono">`, esc(row.ID), `</span><span>`, esc(row.Title), `</span></p>`)
		b.line("evidence-note", "", row.Note)
		b.line("evidence-note", "<strong>Not imitated:</strong> ", row.NotImitated)
		b.line("evidence-note", "Not run again on a live broker: ", row.NotLive)
		for k := range row.Cases {
			b.result(&row.Cases[k], row.ID, named)
		}
		b.text(`</li>`)
	}
	b.text(`</ol>`)
	return b.String()
}

func (b *markup) result(c *play.MeasuredCase, id string, named bool) {
	what := c.Settings
	if named {
		what = c.Title + pick(what == "", "", ", "+what)
	}
	from := "measured on " + c.Measured
	if c.Documented != "" {
		from = "documented: " + c.Documented
	}
	href := lessonURL(lesson.SandboxID) + pick(c.Link == "", "", "#"+c.Link)
	b.text(`<div class="evidence-case"><p><strong>`, esc(what), `</strong> <span class="broker-source">`, esc(from), `</span> <a href="`,
		esc(href), `" aria-label="Open `, esc(id+" "+what), ` in the sandbox">Open</a></p><ul class="mono">`)
	for _, claim := range c.Expect {
		b.text(`<li>`, esc(claim), `</li>`)
	}
	b.text(`</ul></div>`)
}

// unmodelled is what the profiles leave out.
const unmodelled = `<div class="evidence-body"><h3>What is not modelled</h3><ul class="not-modelled">` +
	`<li>Clusters: replicas, elections of a leader, and a network that comes apart between a broker's own nodes.</li>` +
	`<li>How long a broker takes: the network, disks and batches. Times are the scenario's.</li>` +
	`<li>What is random at a broker, such as which of several waiting clients JetStream serves, and that SQS by itself may hand out a message twice or in another order.</li>` +
	`<li>Alarms, flow control, quotas, permissions, and what clients and frameworks add to the broker.</li>` +
	`<li>Other versions than the one measured: rules change, and so do defaults.</li></ul></div>`
