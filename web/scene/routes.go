package scene

import (
	"strconv"

	"github.com/queuelab/queuelab/core/trace"
)

// Routes are the ways from sources to where they write, from exchanges to the
// queues bound to them, and those of dead letters.

// drawRoutes draws the routes, and what stands between their ends.
func (d *drawing) drawRoutes() {
	for a := range d.plan.actors {
		if o, wired := d.plan.out(uint16(a)); wired && d.plan.actors[a].W > 0 {
			d.drawOuts(uint16(a), o)
		}
	}
	for i := range d.plan.exchanges {
		d.drawExchange(i)
	}
	for t := range d.plan.tables {
		if d.plan.tables[t].W > 0 {
			d.drawTable(t)
		}
	}
	for q := range d.plan.rails {
		if dead := d.plan.queue(uint16(q)).dead; dead >= 0 {
			d.drawDeadRoute(q, dead)
		}
	}
}

// drawOuts draws the ways out of a source.
func (d *drawing) drawOuts(actor uint16, o out) {
	p := d.plan
	n := d.node(Key{LaneKey, uint32(actor)}, Ground, 0, 0)
	n.Class = "lane"
	from := p.actors[actor]
	if s := &d.state.Actors[actor]; s.Status == trace.CrashedStatus {
		n.Class = "lane off"
	}
	for _, q := range o.queues {
		part := p.route(from, p.rails[q].Box)
		if p.Tall && len(o.queues) == 1 && p.rails[q].Y-from.Bottom() >= nearBy {
			part.Text = p.alongRight(from, p.rails[q].Box)
		}
		n.Parts = append(n.Parts, part)
	}
	if o.exchange >= 0 {
		n.Parts = append(n.Parts, p.route(from, p.exchanges[o.exchange]))
	}
	if o.log >= 0 {
		n.Parts = append(n.Parts, p.route(from, p.tapes[o.log].Box))
	}
	if o.mailbox >= 0 {
		n.Parts = append(n.Parts, p.route(from, p.tables[o.mailbox]))
	}
	if o.outbox >= 0 {
		n.Parts = append(n.Parts, p.fromOutbox(p.tables[o.outbox], from))
	}
}

// nearBy is how far below a box stands that is reached straight on.
const nearBy = 70.0

// route is a way from one box to another that stands to its right, or on a
// narrow screen further down.
func (p *Plan) route(from, to Box) Part {
	text := ""
	switch {
	case !p.Tall:
		y := from.Y + from.H/2
		text = curveAcross(from.Right()+2, y, to.X-7, min(to.Bottom()-12, max(to.Y+12, y)))
	case to.Y-from.Bottom() < nearBy:
		x := from.X + from.W/2
		text = line(x, from.Bottom()+2, x, to.Y-7)
	default:
		text = p.alongEdge(from, to)
	}
	return Part{Kind: PathPart, Class: "way", Text: text}
}

// alongEdge is a way down the left edge of a narrow screen.
func (p *Plan) alongEdge(from, to Box) string {
	_, y0 := from.Mid()
	_, y1 := to.Mid()
	return "M" + Number(from.X) + " " + Number(y0) + "H4V" + Number(y1) + "H" + Number(to.X-4)
}

// alongRight is a way down the right edge of a narrow screen.
func (p *Plan) alongRight(from, to Box) string {
	_, y0 := from.Mid()
	return "M" + Number(from.Right()) + " " + Number(y0) + "H" + Number(p.Width-4) + "V" + Number(to.Y+20) + "H" + Number(to.Right()+4)
}

// fromOutbox is the way from an outbox to a relay below it; past others, along
// their left side.
func (p *Plan) fromOutbox(from, to Box) Part {
	x := from.X + 26
	text := line(x, from.Bottom(), x, to.Y-5)
	if to.Y-from.Bottom() > 20 {
		_, y := to.Mid()
		x = from.X - 7
		text = "M" + Number(from.X) + " " + Number(from.Bottom()-14) + "H" + Number(x) + "V" + Number(y) + "H" + Number(to.X-4)
	}
	return Part{Kind: PathPart, Class: "way", Text: text}
}

var exchangeKinds = [...]string{"fanout exchange", "direct exchange", "topic exchange"}

func (d *drawing) drawExchange(i int) {
	p, x := d.plan, &d.plan.Survey.exchanges[i]
	b := p.exchanges[i]
	n := d.node(Key{ExchangeKey, uint32(i)}, Ground, b.X, b.Y)
	n.Class = "exchange"
	n.Parts = append(n.Parts, box("card", Box{W: b.W, H: b.H}, 20),
		label("name mid", b.W/2, b.H/2-3, fit(x.name, b.W-12)),
		label("soft mid small", b.W/2, b.H/2+13, fit(exchangeKinds[x.kind], b.W+6)))
	d.drawBindings(i)
}

func (d *drawing) drawBindings(i int) {
	p, x := d.plan, &d.plan.Survey.exchanges[i]
	n := d.node(Key{BindingKey, uint32(i)}, Ground, 0, 0)
	n.Class = "lane"
	for _, bound := range x.bindings {
		to := p.rails[bound.Queue].Box
		part := p.route(p.exchanges[i], to)
		if p.Tall {
			part.Text = p.alongEdge(p.exchanges[i], to)
		}
		n.Parts = append(n.Parts, part)
		if bound.Key != "" {
			n.Parts = append(n.Parts, p.keyLabel(bound.Key, to))
		}
	}
}

// keyLabel writes a binding's key above the queue's end of its route.
func (p *Plan) keyLabel(key string, to Box) Part {
	if p.Tall {
		return label("soft end small", to.Right()-2, to.Y-7, "key "+key)
	}
	return label("soft end small", to.X-10, to.Y+to.H/2-7, fit(key, toRail+10))
}

// drawDeadRoute draws where a queue's dead letters go.
func (d *drawing) drawDeadRoute(q, dead int) {
	from, to := d.plan.rails[q].Box, d.plan.rails[dead].Box
	n := d.node(Key{DeadRouteKey, uint32(q)}, Ground, 0, 0)
	n.Class = "lane dead"
	x, y0, y1 := from.X-16, from.Bottom()-14, to.Y+to.H/2
	if d.plan.Tall {
		x = 4
	}
	if to.Y < from.Y {
		y0 = from.Y + 14
	}
	n.Parts = append(n.Parts, Part{Kind: PathPart, Class: "way", Text: "M" + Number(from.X) + " " + Number(y0) + "H" + Number(x) + "V" + Number(y1) + "H" + Number(to.X-4)})
}

// drawTable draws an outbox that relays read, or a mailbox that they send to.
func (d *drawing) drawTable(t int) {
	h, b := &d.plan.head.Tables[t], d.plan.tables[t]
	n := d.node(Key{TableKey, uint32(t)}, Ground, b.X, b.Y)
	n.Class = "table"
	n.Parts = append(n.Parts, box("card", Box{W: b.W, H: b.H}, 6))
	if h.Kind == trace.Mailbox {
		n.Class = "table mailbox"
		n.Parts = append(n.Parts, label("name", 12, 22, fit(h.Name, b.W-70)), label("soft", 12, 42, "it can't be taken back"),
			label("count end", b.W-12, 22, strconv.Itoa(d.sentTo(uint16(t)))+" sent"))
		return
	}
	rows, done := d.outboxCounts(t)
	bar := Box{X: 12, Y: b.H - 12, W: b.W - 24, H: 5}
	full := bar
	bar.W *= float64(done) / float64(max(1, rows))
	n.Parts = append(n.Parts, label("name", 12, 17, fit("outbox "+h.Name, b.W-24)),
		label("soft", 12, 33, strconv.Itoa(done)+" of "+strconv.Itoa(rows)+" rows marked"),
		box("track", full, 2.5), box("done", bar, 2.5))
}

// sentTo counts what was sent to a mailbox, of the things that are remembered
// where there are several mailboxes.
func (d *drawing) sentTo(table uint16) int {
	n := 0
	for i := range d.state.Sent {
		if d.state.Sent[i].Table == table {
			n++
		}
	}
	if n == len(d.state.Sent) {
		return int(d.state.Sends)
	}
	return n
}

// outboxCounts counts the rows of an outbox, and those marked as published.
func (d *drawing) outboxCounts(t int) (rows, done int) {
	for i, c := range d.plan.head.Cells {
		if int(c.Table) != t || i >= len(d.state.Cells) || d.state.Cells[i] == 0 {
			continue
		}
		if c.Column == "published" {
			done++
		} else {
			rows++
		}
	}
	return rows, done
}
