package scene

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// cardStyle is how much of a consumer is shown: the more there are, the less of each.
type cardStyle struct {
	kind cardKind
	// most is the most deliveries that one of them holds at once.
	most int
}

type cardKind uint8

const (
	fullCard  cardKind = iota // lease in words, all steps, work
	shortCard                 // lease in words, work
	chipCard                  // name, message, work
	crowdCard                 // all consumers of a queue in one box
)

func styleFor(consumers, held int) cardStyle {
	kind := crowdCard
	switch {
	case consumers <= 3:
		kind = fullCard
	case consumers <= 6:
		kind = shortCard
	case consumers <= 24:
		kind = chipCard
	}
	return cardStyle{kind: kind, most: held}
}

// more says that there is a row for the deliveries that wait in the consumer's hands.
func (c cardStyle) more() bool { return c.kind == fullCard && c.most > 1 }

func (c cardStyle) height() float64 {
	switch {
	case c.more():
		return 116
	case c.kind == shortCard:
		return 60
	case c.kind == chipCard:
		return 52
	}
	return 86
}

func (c cardStyle) columns(width float64) int {
	if c.kind != chipCard {
		return 1
	}
	return max(1, int(width/82))
}

func (c cardStyle) columnHeight(n int, width float64) float64 {
	if n == 0 {
		return 0
	}
	rows := math.Ceil(float64(n) / float64(c.columns(width)))
	if c.kind == crowdCard {
		rows = 1
	}
	return rows*(c.height()+actorGap) - actorGap
}

// place puts the cards into columns below the corner of area.
func (c cardStyle) place(p *Plan, actors []uint16, area Box) {
	cols := c.columns(area.W)
	w := (area.W - float64(cols-1)*8) / float64(cols)
	for i, a := range actors {
		row, col := i/cols, i%cols
		if c.kind == crowdCard {
			row = 0
		}
		p.cards[a] = c
		p.actors[a] = Box{X: area.X + float64(col)*(w+8), Y: area.Y + float64(row)*(c.height()+actorGap), W: w, H: c.height()}
	}
}

// spot is where a consumer's card shows a delivery; size 0: nowhere.
type spot struct{ x, y, size float64 }

// hand is the spot of the delivery that the consumer works on, or else of the only one it holds.
func (p *Plan) hand(actor uint16) spot {
	b := p.actors[actor]
	switch p.cards[actor].kind {
	case fullCard:
		return spot{b.X + 34, b.Y + 54, 32}
	case shortCard:
		return spot{b.X + 27, b.Y + 30, 28}
	case chipCard:
		return spot{b.X + 19, b.Y + 34, 20}
	}
	return spot{}
}

// waiting is the spot of the k-th delivery that waits in the consumer's hands.
func (p *Plan) waiting(actor uint16, k int) spot {
	b := p.actors[actor]
	x := b.Right() - 22 - float64(k)*31
	switch c := p.cards[actor]; {
	case c.more() && x > b.X+88:
		return spot{x, b.Y + 97, 19}
	case c.kind == shortCard && k < 3:
		return spot{x, b.Y + 37, 19}
	}
	return spot{}
}

// drawCard draws one consumer, or the producer's box.
func (d *drawing) drawActor(actor uint16) {
	p := d.plan
	a, s, b := &p.head.Actors[actor], &d.state.Actors[actor], p.actors[actor]
	n := d.node(Key{ActorKey, uint32(actor)}, Furniture, b.X, b.Y)
	if a.Role == trace.Relay || a.Role == trace.Member {
		n.Class = "consumer " + statusClass(s)
		n.Parts = append(n.Parts, box("card", Box{W: b.W, H: b.H}, 11))
		d.drawWorker(n, actor)
		return
	}
	if a.Role == trace.Producer {
		n.Class = "producer"
		n.Parts = append(n.Parts,
			box("card", Box{W: b.W, H: b.H}, 11),
			label("name mid", b.W/2, b.H/2-3, fit(a.Name, b.W-12)),
			label("soft mid", b.W/2, b.H/2+15, strconv.Itoa(int(s.Written))+" written"))
		return
	}
	n.Class = "consumer " + statusClass(s) + d.activeClass(actor)
	n.Parts = append(n.Parts, box("card", Box{W: b.W, H: b.H}, 11))
	switch p.cards[actor].kind {
	case fullCard:
		d.drawFull(n, actor)
	case shortCard:
		d.drawShort(n, actor)
	case chipCard:
		d.drawChip(n, actor)
	}
}

func statusClass(s *trace.ActorState) string {
	return [...]string{"absent", "idle", "working", "crashed", "stopped"}[s.Status]
}

// statusText says what a consumer is doing, in a width.
func statusText(s *trace.ActorState, width float64) string {
	switch s.Status {
	case trace.NotStarted:
		return "not started"
	case trace.CrashedStatus:
		if text := "✕ crashed at " + Time(s.Since); 1.15*textWidth(text) <= width {
			return text
		}
		return "✕ crashed"
	case trace.StoppedStatus:
		return "stopped"
	case trace.Working:
		return "working"
	}
	return "idle"
}

// status is statusText, and says who stands by or is the active one.
func (d *drawing) status(actor uint16, width float64) string {
	s := &d.state.Actors[actor]
	switch {
	case s.Status == trace.Idle && d.standsBy(actor):
		return "stands by"
	case s.Status == trace.Idle && d.activeClass(actor) == " active":
		return "active"
	case s.Status == trace.Working && d.activeClass(actor) == " active":
		return "active, working"
	}
	return statusText(s, width)
}

func (d *drawing) drawFull(n *Node, actor uint16) {
	a, s, b := &d.plan.head.Actors[actor], &d.state.Actors[actor], d.plan.actors[actor]
	n.Parts = append(n.Parts,
		label("name", 14, 23, fit(a.Name, b.W*0.5)),
		label("status end", b.W-14, 23, d.status(actor, b.W-36-1.1*textWidth(a.Name))))
	n.Parts = append(n.Parts, d.leaseLine(actor, 62, 50), stepLine(a, s, 62, 67, b.W-74))
	d.drawWork(n, s, Box{X: 62, Y: 74, W: b.W - 76, H: 4})
	if d.plan.cards[actor].more() {
		n.Parts = append(n.Parts, label("soft", 14, 101, moreText(s)))
	}
	d.drawHand(n, actor)
}

// moreText names the deliveries beside it that wait, or counts what was.
func moreText(s *trace.ActorState) string {
	if s.Holding > 1 {
		return "also held"
	}
	return "delivered " + strconv.Itoa(int(s.Deliveries)) + " · acknowledged " + strconv.Itoa(int(s.Acknowledged))
}

func (d *drawing) drawShort(n *Node, actor uint16) {
	a, s, b := &d.plan.head.Actors[actor], &d.state.Actors[actor], d.plan.actors[actor]
	n.Parts = append(n.Parts,
		label("name", 52, 21, fit(a.Name, b.W*0.45)),
		label("status end", b.W-12, 21, d.status(actor, b.W-76-textWidth(a.Name))),
		d.leaseLine(actor, 52, 39))
	d.drawWork(n, s, Box{X: 52, Y: 47, W: b.W - 64, H: 4})
	d.drawHand(n, actor)
}

func (d *drawing) drawChip(n *Node, actor uint16) {
	a, s, b := &d.plan.head.Actors[actor], &d.state.Actors[actor], d.plan.actors[actor]
	name := a.Name
	if short, ok := strings.CutPrefix(name, a.Group+"-"); ok && a.Group != "" {
		name = short
	}
	n.Parts = append(n.Parts, label("name small", 9, 15, fit(name, b.W-18)))
	word := statusText(s, 0)
	if s.Message == 0 || s.Status == trace.CrashedStatus {
		n.Parts = append(n.Parts, label("status end small", b.W-8, 38, fit(word, b.W-40)))
	}
	d.drawWork(n, s, Box{X: 36, Y: 33, W: b.W - 45, H: 4})
	d.drawHand(n, actor)
}

// drawWork is the bar that fills while a step goes on. It is always there, so
// that the shapes of a card stay the same.
func (d *drawing) drawWork(n *Node, s *trace.ActorState, b Box) {
	if s.Status != trace.Working {
		return
	}
	n.Parts = append(n.Parts, box("track", b, b.H/2))
	done := 1.0
	if span := s.StepEnd - s.StepStart; span > 0 {
		done = min(1, max(0, float64(d.now-s.StepStart)/float64(span)))
	}
	b.W *= done
	n.Parts = append(n.Parts, box("work", b, b.H/2))
}

// drawHand shows the place of what the consumer works on while it has nothing
// there, and drawGhost what it has there instead.
func (d *drawing) drawHand(n *Node, actor uint16) {
	b, h := d.plan.actors[actor], d.plan.hand(actor)
	if _, ok := d.handToken(actor); !ok {
		n.Parts = append(n.Parts, Part{Kind: RingPart, Class: "empty", X: h.x - b.X, Y: h.y - b.Y, R: h.size / 2, Share: 1})
	}
	d.drawGhost(n, actor)
}

// drawGhost shows the message that a consumer still works on although it is
// not, or no longer, its delivery that is in flight.
func (d *drawing) drawGhost(n *Node, actor uint16) {
	s := &d.state.Actors[actor]
	if s.Message == 0 || s.Status == trace.CrashedStatus || d.inHand(actor) {
		return
	}
	b, h := d.plan.actors[actor], d.plan.hand(actor)
	x, y := h.x-b.X, h.y-b.Y
	n.Parts = append(n.Parts,
		Part{Kind: RingPart, Class: "ghost", X: x, Y: y, R: h.size / 2, Share: 1},
		label("num ghost mid", x, y+4, strconv.Itoa(int(s.Message))))
}

// leaseLine says how the lease of the delivery in the consumer's hand stands.
func (d *drawing) leaseLine(actor uint16, x, y float64) Part {
	s := &d.state.Actors[actor]
	t, ok := d.handToken(actor)
	switch {
	case ok && t.leaseEnd == trace.Never:
		return label("soft", x, y, "held until it answers")
	case ok:
		left := max(0, time.Duration(t.leaseEnd)-d.now)
		return label("soft lease", x, y, "lease: "+leaseText(left, t.leaseSpan))
	case s.Message != 0 && s.LeaseEnd != trace.Never && s.Status == trace.Working:
		return label("soft bad", x, y, "its lease ended at "+Time(time.Duration(s.LeaseEnd)))
	}
	return label("soft", x, y, "")
}

// leaseText is what is left of a lease: 8 of 30 ms.
func leaseText(left, span time.Duration) string {
	text, whole := Time(ceilTime(left)), Time(span)
	if span <= 0 {
		return text + " left"
	}
	number, unit, _ := strings.Cut(text, " ")
	if strings.HasSuffix(whole, " "+unit) {
		text = number
	}
	return text + " of " + whole + " left"
}

// stepLine lists the handler's steps, the present one set off: all of them, or
// where they don't fit with acknowledge written short, or the present one alone.
func stepLine(a *trace.Actor, s *trace.ActorState, x, y, width float64) Part {
	p := label("soft steps", x, y, "")
	if a.Handler != "" {
		return handlerLine(p, a, s, width)
	}
	if s.Status == trace.CrashedStatus {
		p.Class += " cut"
	}
	for _, short := range []bool{false, true} {
		p.steps(a.Steps, s, short)
		if textWidth(p.Text+p.Strong+p.After) <= width {
			return p
		}
	}
	p.Text, p.After = "", ""
	return p
}

func (p *Part) steps(steps []string, s *trace.ActorState, short bool) {
	p.Text, p.Strong, p.After = "", "", ""
	for i, step := range steps {
		if short && step == "acknowledge" {
			step = "ack"
		}
		now := (s.Message != 0 || s.Status == trace.Working) && i == int(s.Step)
		if now && s.Status == trace.CrashedStatus {
			step = "✕ " + step
		}
		if i > 0 {
			p.add(" › ", i > int(s.Step) && p.Strong != "")
		}
		if now {
			p.Strong = step
		} else {
			p.add(step, p.Strong != "")
		}
	}
}

func (p *Part) add(text string, after bool) {
	if after {
		p.After += text
	} else {
		p.Text += text
	}
}

// crowds draws the consumers of each queue that has too many for a card each.
func (d *drawing) drawCrowd(q uint16) {
	actors := d.plan.of(q, trace.Consumer)
	if len(actors) == 0 || d.plan.cards[actors[0]].kind != crowdCard {
		return
	}
	var count [5]int
	for _, a := range actors {
		count[d.state.Actors[a].Status]++
	}
	b := d.plan.actors[actors[0]]
	n := d.node(Key{ActorKey, uint32(actors[0])}, Furniture, b.X, b.Y)
	n.Class = "crowd"
	n.Parts = append(n.Parts,
		box("card", Box{W: b.W, H: b.H}, 11),
		label("name", 14, 23, strconv.Itoa(len(actors))+" consumers"),
		label("soft", 14, 44, strconv.Itoa(count[trace.Working])+" working · "+strconv.Itoa(count[trace.Idle])+" idle"),
		label("soft", 14, 62, strconv.Itoa(count[trace.CrashedStatus])+" crashed · "+strconv.Itoa(count[trace.StoppedStatus])+" stopped"),
		box("track", Box{X: 14, Y: 71, W: b.W - 28, H: 5}, 2.5),
		box("work", Box{X: 14, Y: 71, W: (b.W - 28) * float64(count[trace.Working]) / float64(len(actors)), H: 5}, 2.5))
}

// handlerLine says which step of a handler of its own a consumer is in. The
// steps themselves are listed elsewhere.
func handlerLine(p Part, a *trace.Actor, s *trace.ActorState, width float64) Part {
	switch {
	case s.Status == trace.Working && int(s.Step) < len(a.Steps):
		p.Strong = fit(a.Steps[s.Step], width*0.94)
	case s.Status == trace.CrashedStatus && s.Message != 0:
		p.Class += " cut"
		p.Strong = "with message " + strconv.Itoa(int(s.Message))
	default:
		p.Text = fit("handler "+a.Handler, width)
	}
	return p
}
