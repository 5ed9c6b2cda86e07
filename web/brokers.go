package web

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// brokers shows the scenario by the rules of each broker, side by side.
type brokers struct {
	app.Compo
	S        *session
	Revision uint64
	Study    uint32
}

func (c *brokers) Render() app.UI {
	m := c.S.model
	if m.Run == nil {
		return para("empty").Text("The run is not there yet.")
	}
	return div("study brokers").Body(
		para("study-lead").Text("The scenario shown, by the rules of each broker. Where a number differs from the lessons' queue, it is framed and says by how much. Press one to see that run."),
		c.state(),
		c.table(),
		&evidence{S: c.S, Filter: m.Brokers.Filter, Rows: len(m.Brokers.Evidence.Rows), Problem: m.Brokers.Evidence.Problem},
	)
}

// state is how far the comparison is.
func (c *brokers) state() app.UI {
	b := &c.S.model.Brokers
	switch {
	case b.Running:
		return div("row study-buttons").Body(
			button("stop-brokers", "").OnClick(c.S.on(play.StopBrokers{})).Text("Stop"),
			el("progress").Attr("max", b.All).Attr("value", b.Done).Class("study-progress").Attr("aria-label", "Running the scenario at each broker"),
			span("count mono").ID("brokers-progress").Text(c.S.model.BrokersProgress()),
		)
	case b.Stale:
		return div("row study-buttons").Body(
			button("compare-brokers", "primary").OnClick(c.S.on(play.CompareBrokers{})).Text("Run at each broker"),
			para("stale").Text("You stopped it: not every broker is here."),
		)
	}
	return nothing()
}

func (c *brokers) table() app.UI {
	m := c.S.model
	if m.Empty() {
		return para("").Text("There is nothing yet to run at a broker: write a scenario first.")
	}
	heads := []app.UI{span("hidden-text").Role("columnheader").Text("broker"), span("").Role("columnheader").Text("handed out, in order")}
	for _, label := range play.BrokerMeasures() {
		heads = append(heads, span("").Role("columnheader").Text(label))
	}
	heads = append(heads, span("hidden-text").Role("columnheader").Text("what differs"))
	rows := []app.UI{div("broker-heads").Role("row").Body(heads...)}
	here, recordings := m.AtBroker(), m.Recordings()
	for i := range m.Brokers.Rows {
		row := &m.Brokers.Rows[i]
		rows = append(rows, c.row(row, row.Profile.Name == here, recordings))
	}
	if len(m.Brokers.Rows) == 0 {
		return nothing()
	}
	return div("broker-table").ID("brokers").Class(pick(m.Brokers.Running, "outdated", "")).
		Role("table").Attr("aria-label", "The scenario at each broker").Body(rows...)
}

func (c *brokers) row(row *play.BrokerRow, here bool, recordings []play.RecordingHead) app.UI {
	p := &row.Profile
	cells := []app.UI{div("broker-name").Role("rowheader").Body(
		disabled(el("button").Attr("type", "button").ID("broker-"+p.Name).Class("seek"), row.Problem != "").
			Attr("aria-pressed", here).Title("Show this run").OnClick(c.S.on(play.OpenBroker{Name: p.Name})).Text(p.Title),
		span("broker-source").Text(source(row)),
		app.If(here, func() app.UI { return span("broker-here").Text("on the stage") }),
	)}
	if row.Problem == "" {
		cells = append(cells, div("broker-order mono").Role("cell").Body(
			span(pick(row.OrderDiffers, "differs", "")).Text(pick(row.Order == "", "many", row.Order))))
	}
	labels := play.BrokerMeasures()
	for i, cell := range row.Cells {
		cells = append(cells, c.cell(row, cell, labels[i]))
	}
	cells = append(cells, div("broker-notes").Role("cell").Body(app.Raw(notesHTML(row)), c.recordings(row, recordings)))
	return div("broker").ID("at-" + p.Name).Class(pick(here, "here", "")).Role("row").Body(cells...)
}

// source says where the rules of a row come from.
func source(row *play.BrokerRow) string {
	switch p := &row.Profile; {
	case p.Name == "lesson":
		return "as the scenario says"
	case p.Measured != "":
		return "measured: " + p.Measured
	}
	return "documented, not measured"
}

func (c *brokers) cell(row *play.BrokerRow, cell play.BrokerCell, label string) app.UI {
	text := []app.UI{app.Text(cell.Text)}
	if cell.Differs {
		by := cell.By
		if by == "" {
			by = "≠"
		}
		text = append(text, span("by").Text(by))
	}
	return div("").Role("cell").DataSet("label", label).Body(
		el("button").Attr("type", "button").TabIndex(-1).Class("broker-cell").Class(pick(cell.Differs, "differs", "")).
			Title("Show this run").OnClick(c.S.on(play.OpenBroker{Name: row.Profile.Name})).Body(text...))
}

// notesHTML tells how the run differs, and what the broker can't do.
func notesHTML(row *play.BrokerRow) string {
	var b markup
	b.text(`<div class="broker-text">`)
	b.line("broker-lack broker-problem", "It can't run this scenario. ", row.Problem)
	switch {
	case row.Problem != "" || row.Profile.Name == "lesson":
	case row.Same:
		b.line("", "", "The very run of the lessons' queue.")
	default:
		b.line("", "They part at ", row.At+". Here: "+row.Now+". At the lessons' queue: "+row.Then+".")
	}
	if len(row.Claims) > 0 {
		b.line("broker-claims", "", strings.Join(row.Claims, "; ")+".")
	}
	if row.Limited {
		b.line("", "", "The run was cut short: the numbers are about its beginning.")
	}
	for _, text := range row.Lacks {
		b.line("broker-lack", "", text)
	}
	b.text(`</div>`)
	return b.String()
}

// recordings offers what was recorded on the broker of a row.
func (c *brokers) recordings(row *play.BrokerRow, all []play.RecordingHead) app.UI {
	var items []app.UI
	for i := range all {
		if all[i].Profile == row.Profile.Name {
			items = append(items, c.S.recordingButton(&all[i]))
		}
	}
	if len(items) == 0 {
		return nothing()
	}
	return div("row broker-recordings").Body(items...)
}

func (s *session) recordingButton(r *play.RecordingHead) app.UI {
	text := "Play what " + r.Broker + " did"
	if len(r.Set) == 0 && len(s.model.Draft.Settings)+len(s.model.Draft.Text) > 0 {
		text += " with the lesson as it is"
	}
	for _, set := range r.Set {
		text += ", " + set.Name + " " + set.Value
	}
	return button("play-"+r.ID, "recorded").OnClick(s.on(play.PlayRecording{ID: r.ID})).
		Body(icon("play"), el("span").Text(text))
}

// recordedBar says that what is on the stage is a recording, and leads back.
func (t *transport) recordedBar() app.UI {
	s := t.S
	r := s.model.Recorded()
	if r == nil {
		return nothing()
	}
	var b markup
	b.text(`<details class="table"><summary>About this recording</summary>`)
	b.line("", "", "These are the events that its clients saw."+slowness(r.Slow))
	for _, n := range r.Notes {
		b.line("", "", n+".")
	}
	b.text(`</details>`)
	return div("chosen recorded-bar").ID("recorded").Role("group").Attr("aria-label", "A recording").Body(
		div("recorded-notes").Body(
			para("").Body(el("strong").Text("Recorded on "+r.Broker+". "), app.Text("Nothing here is simulated.")),
			app.Raw(b.String()),
		),
		button("drop-recording", "").OnClick(s.on(play.DropRecording{})).Text("Back to the simulation"),
	)
}

func slowness(slow float64) string {
	if slow == 1 {
		return ""
	}
	return " The run was slowed down " + number(slow) + " times; the instants shown are the scenario's."
}
