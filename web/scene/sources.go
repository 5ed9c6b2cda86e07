package scene

import (
	"sort"

	"github.com/queuelab/queuelab/core/trace"
)

// Sources are what writes to more than one queue of its own: producers of
// exchanges, logs and several queues, and outboxes with their relays.

// source is one of them, with the heights of where it writes to.
type source struct {
	box     *Box
	actors  []uint16
	outbox  int // the table above the actors, or -1
	targets []float64
}

const (
	relayH  = 68.0
	outboxH = 50.0
)

// sourceWidth is the width of the column on the left.
func (p *Plan) sourceWidth() float64 {
	if p.has(func(o out) bool { return o.outbox >= 0 }) {
		return 172
	}
	return 112
}

// sources lists them in the order of the actors.
func (p *Plan) sources() []source {
	var list []source
	byOutbox := map[int]int{}
	for i := range p.head.Actors {
		o, wired := p.out(uint16(i))
		if !wired {
			continue
		}
		at, known := byOutbox[o.outbox]
		if o.outbox < 0 || !known {
			at = len(list)
			list = append(list, source{box: &Box{}, outbox: o.outbox})
			if o.outbox >= 0 {
				byOutbox[o.outbox] = at
			}
		}
		list[at].actors = append(list[at].actors, uint16(i))
		list[at].targets = append(list[at].targets, p.heights(o)...)
	}
	return list
}

// heights are the middles of what an actor writes to.
func (p *Plan) heights(o out) []float64 {
	var ys []float64
	add := func(b Box) {
		_, y := b.Mid()
		ys = append(ys, y)
	}
	for _, q := range o.queues {
		add(p.rails[q].Box)
	}
	if o.exchange >= 0 {
		add(p.exchanges[o.exchange])
	}
	if o.log >= 0 {
		add(p.tapes[o.log].Box)
	}
	if o.mailbox >= 0 {
		add(p.tables[o.mailbox])
	}
	return ys
}

func mean(ys []float64, otherwise float64) float64 {
	sum := 0.0
	for _, y := range ys {
		sum += y
	}
	if len(ys) == 0 {
		return otherwise
	}
	return sum / float64(len(ys))
}

func (s *source) height() float64 {
	if s.outbox < 0 {
		return producerH
	}
	return outboxH + float64(len(s.actors))*(relayH+16)
}

// sourcesAcross places exchanges and sources beside what they write to, and
// says where the lowest ends.
func (p *Plan) sourcesAcross() float64 {
	var boxes []*Box
	for i := range p.exchanges {
		x := &p.exchanges[i]
		*x = Box{X: margin + p.sourceWidth() + toRail, W: exchangeW, H: 64}
		x.Y = mean(p.boundHeights(i), margin+x.H/2) - x.H/2
		boxes = append(boxes, x)
	}
	bottom := spread(boxes)
	boxes = nil
	list := p.sources()
	for i := range list {
		s := &list[i]
		*s.box = Box{X: margin, W: p.sourceWidth(), H: s.height()}
		s.box.Y = mean(s.targets, margin+s.box.H/2) - s.box.H/2
		boxes = append(boxes, s.box)
	}
	for i, a := range p.head.Actors {
		if _, wired := p.out(uint16(i)); a.Role == trace.Producer && !wired && p.actors[i].W > 0 {
			boxes = append(boxes, &p.actors[i])
		}
	}
	bottom = max(bottom, spread(boxes))
	for i := range list {
		p.placeSource(&list[i])
	}
	return bottom
}

func (p *Plan) boundHeights(exchange int) []float64 {
	var ys []float64
	for _, b := range p.Survey.exchanges[exchange].bindings {
		_, y := p.rails[b.Queue].Mid()
		ys = append(ys, y)
	}
	return ys
}

// spread moves boxes of a column down until none stands on another, and says
// where the last one ends.
func spread(boxes []*Box) float64 {
	sort.SliceStable(boxes, func(i, j int) bool { return boxes[i].Y < boxes[j].Y })
	y := margin
	for _, b := range boxes {
		b.Y = max(b.Y, y)
		y = b.Bottom() + actorGap
	}
	return y - actorGap
}

// placeSource places what a source is made of into its box.
func (p *Plan) placeSource(s *source) {
	if s.outbox < 0 {
		p.actors[s.actors[0]] = *s.box
		return
	}
	b := *s.box
	p.tables[s.outbox] = Box{X: b.X, Y: b.Y, W: b.W, H: outboxH}
	for i, a := range s.actors {
		p.cards[a] = cardStyle{kind: shortCard}
		p.actors[a] = Box{X: b.X, Y: b.Y + outboxH + 16 + float64(i)*(relayH+16), W: b.W, H: relayH}
	}
}

// sourcesDown places exchanges and sources above everything, on a narrow screen.
func (p *Plan) sourcesDown(y float64) float64 {
	w := p.Width - 2*margin
	for _, s := range p.sources() {
		*s.box = Box{X: margin, Y: y, W: w, H: 48}
		if s.outbox >= 0 {
			s.box.H = s.height()
		}
		p.placeSource(&s)
		y = s.box.Bottom() + 22
	}
	for i := range p.exchanges {
		p.exchanges[i] = Box{X: margin, Y: y, W: w, H: 46}
		y += 46 + 22
	}
	return y
}

// layMailboxes places the mailboxes that relays send to, below y.
func (p *Plan) layMailboxes(y float64) float64 {
	for t := range p.tables {
		if !p.has(func(o out) bool { return o.mailbox == t }) {
			continue
		}
		x, w := p.left(), 190.0
		if p.Tall {
			x, w = margin, p.Width-2*margin
		}
		p.tables[t] = Box{X: x, Y: y, W: w, H: 58}
		y += 58 + blockGap
	}
	return y
}

// origin is where the messages of an actor come into the picture.
func (p *Plan) origin(actor uint16) (x, y float64) {
	b := p.actors[actor]
	if o, _ := p.out(actor); o.exchange >= 0 {
		b = p.exchanges[o.exchange]
	}
	switch {
	case p.Tall:
		return b.X + b.W/2, b.Bottom() - 8
	case p.head.Actors[actor].Role == trace.Consumer:
		return b.X + 12, b.Y + b.H/2
	}
	return b.Right() - 12, b.Y + b.H/2
}
