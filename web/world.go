package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/scene"
)

// worldPanel is what lies behind the stage: the consumers' handlers, the tables
// and mailboxes that they change, and the groups' places in their logs.
type worldPanel struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

func (p *worldPanel) Render() app.UI {
	m := p.S.model
	var handlers, tables, all []app.UI
	for _, h := range m.Handlers() {
		handlers = append(handlers, p.handler(h))
	}
	for _, t := range m.Tables() {
		tables = append(tables, table(t))
	}
	if len(handlers) > 0 {
		all = append(all, div("world-handlers "+[...]string{"one", "two", "many"}[min(len(handlers), 3)-1]).Body(handlers...))
	}
	if len(tables) > 0 {
		all = append(all, div("world-tables").Body(tables...))
	}
	for _, l := range m.Logs() {
		if len(l.Groups) > 0 {
			all = append(all, p.groups(l))
		}
	}
	if len(all) == 0 {
		return nothing()
	}
	return div("world").ID("world").Body(all...)
}

// worldBox has a title, and a word beside it.
func worldBox(id, class, title, aside string, body ...app.UI) app.UI {
	head := el("h2").ID(id+"-title").Body(app.Text(title+" "), el("span").Text(aside))
	return el("section").ID(id).Class("world-box "+class).Attr("aria-labelledby", id+"-title").
		Body(append([]app.UI{head}, body...)...)
}

func (p *worldPanel) handler(h play.HandlerView) app.UI {
	aside := h.Handler
	if h.Message > 0 {
		aside = "message " + strconv.Itoa(int(h.Message)) + ", delivery " + strconv.Itoa(int(h.Delivery))
	}
	var items []app.UI
	for _, st := range h.Steps {
		if st.Gap != nil {
			items = append(items, p.gap(h, st))
		}
		items = append(items, stepItem(h, st))
	}
	return worldBox("handler-"+strconv.Itoa(h.Actor), "handler", h.Name, aside,
		el("ol").Class("steps").Body(items...))
}

var stepClass = [...]string{play.ToDo: "todo", play.Now: "now", play.Done: "done", play.Undone: "undone", play.Skipped: "skipped"}
var stepSign = [...]string{play.ToDo: "·", play.Now: "▸", play.Done: "✓", play.Undone: "✕", play.Skipped: "–"}
var stepWord = [...]string{play.ToDo: "", play.Now: "in it now", play.Done: "done", play.Undone: "not done", play.Skipped: "skipped"}

func stepItem(h play.HandlerView, st play.StepView) app.UI {
	class := "step " + stepClass[st.State]
	if st.Inner {
		class += " inner"
	}
	if st.Text == "transaction" || st.Text == "commit" {
		class += " bracket"
	}
	item := el("li").Class(class).Body(
		span("sign").Attr("aria-hidden", "true").Text(stepSign[st.State]),
		span("what").Text(st.Text),
		app.If(stepWord[st.State] != "", func() app.UI { return hiddenText(": " + stepWord[st.State]) }),
		app.If(st.Note != "", func() app.UI { return span("note").Text(st.Note) }),
	)
	if st.State == play.Now {
		item = item.ID("step-now-" + strconv.Itoa(h.Actor))
	}
	return item
}

// gap is the place between two steps: a press makes the consumer crash there.
func (p *worldPanel) gap(h play.HandlerView, st play.StepView) app.UI {
	class, text := "gap", "crash here"
	switch {
	case st.Gap.Hit:
		class, text = "gap hit", "✕ crashed here at "+scene.Time(st.Gap.At)
	case st.Gap.Set:
		class, text = "gap set", "✕ will crash here"
	}
	return el("li").Class(class).Body(
		el("button").Attr("type", "button").Attr("aria-pressed", st.Gap.Set).
			Attr("aria-label", text+": "+h.Name+", before "+st.Text).
			OnClick(p.S.on(play.CrashAtGap{Name: h.Owner, Line: st.Gap.Line})).Text(text),
	)
}

func table(t play.TableView) app.UI {
	id := "table-" + t.Name
	switch t.Kind {
	case trace.Mailbox:
		return mailbox(t)
	case trace.Balance:
		cell := play.CellView{Text: "–"}
		if len(t.Rows) > 0 && len(t.Rows[0].Cells) > 0 {
			cell = t.Rows[0].Cells[0]
		}
		return worldBox(id, "balance", t.Name, "balance", el("p").Class("figure").Body(cellBody(cell)...))
	case trace.Outbox:
		aside := strconv.Itoa(t.Published) + " published, " + strconv.Itoa(t.Waiting) + " waiting"
		return worldBox(id, "rows", t.Name, "outbox: "+aside, rowsTable(t))
	}
	return worldBox(id, "rows", t.Name, "table", rowsTable(t))
}

func rowsTable(t play.TableView) app.UI {
	if len(t.Rows) == 0 {
		return para("none").Text("No rows yet.")
	}
	names := append([]string{"key"}, t.Columns...)
	if t.Kind == trace.Outbox {
		names[0] = "row"
		names = append(names, "published")
	}
	head := make([]app.UI, len(names))
	for i, n := range names {
		head[i] = el("th").Attr("scope", "col").Text(n)
	}
	rows := []app.UI{el("tr").Body(head...)}
	if t.Earlier > 0 {
		rows = append(rows, el("tr").Body(el("td").Class("none").Attr("colspan", len(names)).Text(strconv.Itoa(t.Earlier)+" rows before these")))
	}
	for _, r := range t.Rows {
		rows = append(rows, tableRow(t, r))
	}
	return div("world-scroll").TabIndex(0).Role("region").Attr("aria-label", "Rows of "+t.Name).Body(tableOf(rows))
}

func tableRow(t play.TableView, r play.RowView) app.UI {
	cells := []app.UI{el("td").Class("mono").Body(cellBody(play.CellView{Text: r.Key, Changed: r.Fresh})...)}
	for i, c := range r.Cells {
		if i < len(t.Columns) {
			cells = append(cells, el("td").Body(cellBody(c)...))
		}
	}
	if t.Kind == trace.Outbox {
		cells = append(cells, outboxCell(r))
	}
	if r.Lost {
		return el("tr").Class("gone").Body(cells...)
	}
	return el("tr").Body(cells...)
}

func outboxCell(r play.RowView) app.UI {
	switch {
	case r.Published:
		return el("td").Class("yes").Text("✓ yes")
	case r.Lost:
		return el("td").Class("lost").Text("✕ lost")
	}
	return el("td").Text("not yet")
}

// cellBody marks what has just changed in shape as in colour.
func cellBody(c play.CellView) []app.UI {
	if !c.Changed {
		return []app.UI{app.Text(c.Text)}
	}
	return []app.UI{span("fresh-cell").Text(c.Text), hiddenText(" (just changed)")}
}

// mailbox is a pile of what left and can't be taken back.
func mailbox(t play.TableView) app.UI {
	letters := make([]app.UI, len(t.Sent))
	for i, s := range t.Sent {
		class := "letter"
		if s.Fresh {
			class = "letter fresh"
		}
		letters[i] = el("li").Class(class).Body(span("at").Text(s.Time), el("span").Text(s.Text))
	}
	body := app.UI(para("none").Text("Nothing was sent."))
	if len(letters) > 0 {
		body = el("ol").Class("letters").Body(letters...)
	}
	return worldBox("mailbox-"+t.Name, "mailbox", t.Name, strconv.Itoa(t.Count)+" sent, can’t be taken back", body)
}

// groups are where the groups are in a log, to be moved by keys and buttons as
// the flags on the stage are by the pointer.
func (p *worldPanel) groups(l play.LogView) app.UI {
	rows := make([]app.UI, len(l.Groups))
	for i, g := range l.Groups {
		rows[i] = p.group(g)
	}
	return worldBox("groups-"+l.Name, "groups", "Readers of "+l.Name, "drag a flag, or use the arrow keys", el("ul").Body(rows...))
}

func (p *worldPanel) group(g play.GroupView) app.UI {
	at, read := g.Committed[0], g.Read[0]
	for i := range g.Committed {
		at, read = max(at, g.Committed[i]), max(read, g.Read[i])
	}
	to := func(position int64) play.SeekGroup {
		return play.SeekGroup{Group: g.Name, To: max(0, min(position, g.Longest))}
	}
	lag := "lag " + strconv.FormatInt(g.Lag, 10)
	if !g.Joined {
		lag = "not joined yet"
	}
	id := "position-" + g.Name
	keys, scope := p.S.handler(func(e app.Event) { p.groupKey(e, at, to) }, id, at, g.Longest)
	return el("li").Body(
		span("group-name").Text(g.Name),
		button("", "icon-only").Title("Back to the start").Attr("aria-label", g.Name+": back to the start").
			OnClick(p.S.on(to(0))).Body(icon("start")),
		button("", "icon-only").Title("One record back").Attr("aria-label", g.Name+": one record back").
			OnClick(p.S.on(to(at-1))).Body(icon("back")),
		el("span").ID(id).Class("spin mono").Role("spinbutton").TabIndex(0).
			Attr("aria-label", "Position of "+g.Name).Attr("aria-valuemin", 0).Attr("aria-valuemax", g.Longest).Attr("aria-valuenow", at).
			Attr("aria-valuetext", positions(g.Committed)+", "+lag).On("keydown", keys, scope).Text(positions(g.Committed)),
		button("", "icon-only").Title("One record on").Attr("aria-label", g.Name+": one record on").
			OnClick(p.S.on(to(at+1))).Body(icon("on")),
		span("lag").ID("lag-"+g.Name).Text(lag),
		app.If(read > at, func() app.UI { return span("read").Text("read to " + strconv.FormatInt(read, 10)) }),
	)
}

func positions(list []int64) string {
	text := ""
	for i, p := range list {
		if i > 0 {
			text += " · "
		}
		text += strconv.FormatInt(p, 10)
	}
	return text
}

// groupKey moves a position by the keys of a spin button.
func (p *worldPanel) groupKey(e app.Event, at int64, to func(int64) play.SeekGroup) {
	by := map[string]int64{
		"ArrowRight": 1, "ArrowUp": 1, "ArrowLeft": -1, "ArrowDown": -1, "PageUp": 10, "PageDown": -10,
		"Home": -at, "End": 1 << 40,
	}[e.Get("key").String()]
	if by == 0 {
		return
	}
	e.PreventDefault()
	e.StopImmediatePropagation()
	p.S.send(to(at + by))
}

// ledger holds what was expected against what came of the run.
type ledger struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

func (l *ledger) Render() app.UI {
	list := l.S.model.Ledger()
	if len(list) == 0 {
		return nothing()
	}
	rows := []app.UI{headRow("what", "expected", "now", "end")}
	for _, r := range list {
		rows = append(rows, ledgerRow(r))
	}
	return el("section").ID("ledger").Class("ledger").Attr("aria-labelledby", "ledger-title").Body(
		el("h2").ID("ledger-title").Text("Ledger"),
		tableOf(rows).Attr("aria-labelledby", "ledger-title"),
	)
}

func ledgerRow(r play.LedgerRow) app.UI {
	class, sign := "", ""
	if r.Bad {
		class, sign = "bad", "✕ "
	}
	return el("tr").ID("ledger-"+r.Name).Class(class).Body(
		el("th").Attr("scope", "row").Text(r.Label),
		el("td").Text(r.Expected), el("td").Text(r.Now),
		el("td").Class("end").Text(sign+r.End),
	)
}
