package web

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/scene"
)

// lifelines are messages, or consumers, against time. They are drawn once for
// a run; the browser's part moves the line that stands where the cursor is.
type lifelines struct {
	app.Compo
	S        *session
	Revision uint64

	tableOpen bool
}

// OnMount puts the cursor's line into the picture, which is a new one here.
func (l *lifelines) OnMount(app.Context) { l.S.guard(func() { l.S.browser.show(l.S) }) }

// OnUpdate does it when another run was drawn.
func (l *lifelines) OnUpdate(ctx app.Context) {
	ctx.Defer(func(app.Context) { l.S.guard(func() { l.S.browser.show(l.S) }) })
}

// linesView is what of the lifelines is shown, and what was drawn for it.
type linesView struct {
	actors   bool
	first    uint32
	selected play.Selection

	run  *play.Run
	key  string
	made *scene.Lifelines
	svg  string
}

// lines are the lifelines of the run shown; nil where there is none.
func (s *session) linesOf() *scene.Lifelines {
	v, m := &s.lines, s.model
	if m.Run == nil {
		return nil
	}
	v.follow(m.Selected)
	key := strconv.Itoa(int(v.first)) + strconv.FormatBool(v.actors)
	if v.run == m.Run && v.key == key {
		return v.made
	}
	v.run, v.key = m.Run, key
	if v.actors {
		v.made = scene.NewActorLines(m.Run.Trace)
	} else {
		v.made = scene.NewMessageLines(m.Run.Trace, v.first)
	}
	v.svg = linesSVG(v.made, &m.Run.Trace.Head)
	return v.made
}

// follow shows the window with the message that was just selected.
func (v *linesView) follow(sel play.Selection) {
	if sel == v.selected {
		return
	}
	v.selected = sel
	if sel.Kind == play.MessageSelected {
		v.first = (sel.Message-1)/scene.LifelineStep*scene.LifelineStep + 1
	}
}

func (l *lifelines) Render() app.UI {
	lines := l.S.linesOf()
	if lines == nil || len(lines.Rows) == 0 {
		return para("empty").Text("There is nothing to draw.")
	}
	return el("div").Body(
		l.tools(lines),
		div("lifelines").Body(
			div("line-names").Body(l.names(lines)...),
			div("line-plot").ID("lifelines").Role("slider").TabIndex(0).Attr("aria-label", "Time, along the lifelines").
				Attr("aria-orientation", "horizontal").Attr("aria-valuemin", 0).Attr("aria-valuemax", ms(l.S.model.End())).
				// The start's; the browser's part moves it on, and go-app leaves alone what does not change here.
				Attr("aria-valuenow", 0).
				Body(app.Raw(l.S.lines.svg), div("line-now")),
		),
		lineKeys(),
		l.table(lines),
	)
}

func (l *lifelines) tools(lines *scene.Lifelines) app.UI {
	v := &l.S.lines
	body := []app.UI{
		div("row").Role("group").Attr("aria-label", "A line for each").Body(
			l.choice("lines-messages", "Messages", false), l.choice("lines-actors", "Consumers", true)),
	}
	if !v.actors && lines.Messages > scene.LifelineStep {
		last := min(lines.Messages, lines.First+scene.LifelineStep-1)
		body = append(body,
			span("count").Text("messages "+strconv.Itoa(int(lines.First))+" to "+strconv.Itoa(int(last))+" of "+strconv.Itoa(int(lines.Messages))),
			l.page("lines-earlier", "Earlier", lines.First == 1, int(lines.First)-scene.LifelineStep),
			l.page("lines-later", "Later", last == lines.Messages, int(lines.First)+scene.LifelineStep))
	}
	if lines.Coarse {
		body = append(body, span("count").Text("what lies close together is drawn as one"))
	}
	return div("panel-tools").Body(body...)
}

func (l *lifelines) choice(id, text string, actors bool) app.UI {
	chosen, scope := l.S.handler(func(app.Event) {
		l.S.lines.actors = actors
		l.S.changed()
		l.S.ctx.Defer(func(app.Context) { l.S.guard(func() { l.S.browser.show(l.S) }) })
	}, actors)
	return choice(id, text, l.S.lines.actors == actors, chosen, scope)
}

func (l *lifelines) page(id, text string, off bool, first int) app.UI {
	return disabled(button(id, ""), off).OnClick(l.S.handler(func(app.Event) {
		l.S.lines.first = uint32(max(1, first))
		l.S.changed()
		l.S.ctx.Defer(func(app.Context) { l.S.guard(func() { l.S.browser.show(l.S) }) })
	}, first)).Text(text)
}

// names are the rows' names, which select what they name.
func (l *lifelines) names(lines *scene.Lifelines) []app.UI {
	names := make([]app.UI, len(lines.Rows))
	for i, r := range lines.Rows {
		sel := play.Selection{Kind: play.ActorSelected, Name: r.Name}
		if r.Message != 0 {
			sel = play.Selection{Kind: play.MessageSelected, Message: r.Message}
		}
		names[i] = el("button").Attr("type", "button").Class("line-name lanes-" + strconv.Itoa(r.Lanes)).Title(r.Name).
			OnClick(l.S.on(play.Select{Selection: sel})).Text(r.Name)
	}
	return names
}

func lineKeys() app.UI {
	words := []struct{ class, text string }{
		{"line-wait", "visible"}, {"line-held", "in flight"}, {"line-again", "again"}, {"line-work", "work"}, {"line-lease", "the lease runs on"},
	}
	items := make([]app.UI, len(words))
	for i, w := range words {
		items[i] = span("life-key " + w.class).Text(w.text)
	}
	return div("legend").Attr("aria-hidden", "true").Body(items...)
}

// table is the picture in words.
func (l *lifelines) table(lines *scene.Lifelines) app.UI {
	toggled, scope := l.S.handler(func(e app.Event) { l.tableOpen = e.Get("target").Get("open").Bool() })
	return el("details").Class("table lines-table").ID("lines-table").On("toggle", toggled, scope).Body(
		el("summary").Text("As a table"),
		app.If(l.tableOpen, func() app.UI {
			return div("table-scroll").TabIndex(0).Role("region").Attr("aria-label", "Lifelines as a table").
				Body(tableOf(lineRows(lines, &l.S.model.Run.Trace.Head)))
		}),
	)
}

func lineRows(lines *scene.Lifelines, head *trace.Head) []app.UI {
	rows := []app.UI{headRow("message", "delivery", "consumer", "from", "to", "ended by")}
	for _, r := range lines.Rows {
		for _, h := range r.Holds {
			if len(rows) > tableRows {
				return append(rows, headRow("…", "", "", "", "", ""))
			}
			rows = append(rows, bodyRow(holdCells(&h, head)...))
		}
	}
	return rows
}

func holdCells(h *scene.Hold, head *trace.Head) []string {
	message, delivery, ended := strconv.Itoa(int(h.Message)), strconv.Itoa(int(h.Delivery)), "the run's end"
	if h.Many {
		message, delivery = message+" and more", ""
	}
	if h.Outcome != 0 {
		ended = h.Outcome.String()
	}
	return []string{message, delivery, head.Actors[h.Actor].Name, scene.Time(h.Start), scene.Time(h.End), ended}
}

// The picture's measures, in px. The style sheet has the rows' heights too.
const (
	lineGap  = 4  // above and below what is drawn in a row
	lineFoot = 20 // for the labels of the axis
)

// lineHeights are the heights of rows by their lanes.
var lineHeights = [...]float64{30, 30, 42, 56, 70, 84, 98}

// linesSVG draws lifelines. Places along time are shares of the width, so that
// the picture fits any.
func linesSVG(l *scene.Lifelines, head *trace.Head) string {
	p := lifePicture{head: head}
	tops := []float64{0}
	for i := range l.Rows {
		tops = append(tops, tops[i]+lineHeights[l.Rows[i].Lanes])
	}
	middle := func(row int) float64 { return (tops[row] + tops[row+1]) / 2 }
	height := int(tops[len(l.Rows)])
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" width="100%" height="`, strconv.Itoa(height+lineFoot), `">`)
	for _, t := range l.Ticks {
		p.tick(t, height)
	}
	for i := range l.Rows {
		p.row(&l.Rows[i], tops[i], tops[i+1])
	}
	for _, b := range l.Bonds {
		p.line("bond", b.From, b.To, middle(b.FromRow), middle(b.ToRow))
	}
	for i := range l.Rows {
		r := &l.Rows[i]
		for _, m := range r.Marks {
			y := middle(i)
			if lane := laneHeight(r, tops[i], tops[i+1]); m.Lane >= 0 {
				y = tops[i] + lineGap + (float64(m.Lane)+0.5)*lane
			}
			p.mark(m, y)
		}
	}
	p.add(`</svg>`)
	return p.text.String()
}

type lifePicture struct {
	head *trace.Head
	text strings.Builder
}

func (p *lifePicture) add(parts ...string) {
	for _, s := range parts {
		p.text.WriteString(s)
	}
}

func (p *lifePicture) line(class string, x1, x2, y1, y2 float64) {
	p.add(`<line class="`, class, `" x1="`, percent(x1), `" x2="`, percent(x2), `" y1="`, number(y1), `" y2="`, number(y2), `"/>`)
}

// least is how wide a box is at least, as a share.
const least = 0.003

func (p *lifePicture) box(class string, s scene.Stretch, y, height, round float64) {
	p.add(`<rect class="`, class, `" x="`, percent(s.From), `" width="`, percent(max(least, s.To-s.From)),
		`" y="`, number(y), `" height="`, number(height), `" rx="`, number(round), `"/>`)
}

func (p *lifePicture) tick(t scene.Tick, height int) {
	minor := ""
	if t.Minor {
		minor = " minor"
	}
	p.line("tick"+minor, t.At, t.At, 0, float64(height))
	anchor := ""
	if t.At > 0.94 {
		anchor = " end"
	}
	p.add(`<text class="tick-label`, minor, anchor, `" x="`, percent(t.At), `" y="`, strconv.Itoa(height+14), `">`, t.Text, `</text>`)
}

func (p *lifePicture) row(r *scene.Lifeline, y, bottom float64) {
	mid := (y + bottom) / 2
	p.line("base", 0, 1, mid, mid)
	for _, s := range r.Waits {
		p.line("line-wait", s.From, s.To, mid, mid)
	}
	for _, s := range r.Downs {
		p.line("line-down", s.From, s.To, mid, mid)
	}
	lane := laneHeight(r, y, bottom)
	for i := range r.Holds {
		h := &r.Holds[i]
		p.hold(r, h, y+lineGap+float64(h.Lane)*lane, lane-1)
	}
}

func laneHeight(r *scene.Lifeline, top, bottom float64) float64 {
	return (bottom - top - 2*lineGap) / float64(r.Lanes)
}

func (p *lifePicture) hold(r *scene.Lifeline, h *scene.Hold, y, height float64) {
	again := ""
	if h.Delivery > 1 && !h.Many {
		again = " again"
	}
	if h.Many {
		again = " many"
	}
	p.box("line-held"+again, h.Flight, y, height, 4)
	if h.Lease.To > h.Lease.From {
		p.line("line-lease", h.Lease.From, h.Lease.To, y+height/2, y+height/2)
	}
	for _, w := range h.Works {
		p.box("line-work"+again, w, y+height*0.72, height*0.28, 1)
	}
	p.name(r, h, y+height*0.62)
}

// name writes the other side's name into a hold where it has room.
func (p *lifePicture) name(r *scene.Lifeline, h *scene.Hold, y float64) {
	text := p.head.Actors[h.Actor].Name
	if r.Message == 0 {
		text = strconv.Itoa(int(h.Message))
	}
	width := h.Flight.To - h.Flight.From
	if h.Many || width < 0.011*float64(len(text))+0.02 {
		return
	}
	class := "line-text"
	if width < 0.032*float64(len(text))+0.05 {
		class += " tight"
	}
	if r.Lanes > 1 {
		class += " small"
	}
	p.add(`<text class="`, class, `" x="`, percent(h.Flight.From), `" dx="6" y="`, number(y), `">`, escaped(text), `</text>`)
}

func (p *lifePicture) mark(m scene.LifeMark, y float64) {
	kind := lifeClass(m.Kind)
	p.add(`<svg x="`, percent(m.At), `" y="`, number(y), `" overflow="visible"><path class="mark `, kind, `" d="`, lifeShape(kind), `"/></svg>`)
}

// lifeClass sorts the marks as the timeline does; what was done with a record
// of a log is marked like an acknowledgement.
func lifeClass(k trace.Kind) string {
	switch k {
	case trace.Appended:
		return "written"
	case trace.Executed:
		return "acked"
	case trace.Lost, trace.Dropped, trace.Forgotten:
		return "lost"
	case trace.AcknowledgeGone:
		return "other"
	}
	return kindClass(k)
}

// lifeShape is the timeline's shape of a kind; an acknowledgement is a dot.
func lifeShape(kind string) string {
	if kind == "acked" {
		return "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"
	}
	return markShape(kind)
}
