package scene

import (
	"math"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// lane is the path of the way between an actor's box and its queue.
func (p *Plan) lane(a *trace.Actor, b Box) string {
	r := &p.rails[a.Queue]
	if p.Tall {
		return p.laneDown(a, b, r)
	}
	if a.Role == trace.Producer {
		return curveAcross(b.Right()+2, b.Y+b.H/2, r.X-7, min(r.Bottom()-12, max(r.Y+12, b.Y+b.H/2)))
	}
	mid := r.Y + r.H/2
	from := mid + (b.Y+b.H/2-mid)*0.12
	return curveAcross(r.Right()+2, from, b.X-7, b.Y+min(b.H/2, 43))
}

// behind says that a card stands in another's way: only the first column, or
// on a narrow screen the first row, has lanes.
func (p *Plan) behind(actor uint16) bool {
	a := &p.head.Actors[actor]
	if a.Role == trace.Producer || p.cards[actor].kind != chipCard {
		return false
	}
	if p.Tall {
		return p.actors[actor].Y > p.rails[a.Queue].Bottom()+60
	}
	first := p.of(a.Queue, trace.Consumer)[0]
	return p.actors[actor].X > p.actors[first].X
}

func (p *Plan) laneDown(a *trace.Actor, b Box, r *rail) string {
	if a.Role == trace.Producer {
		x, _ := b.Mid()
		return line(x, b.Bottom()+2, x, b.Bottom()+13)
	}
	// The first row of cards is reached from above; the others stand below it.
	if b.Y > r.Bottom()+60 {
		return ""
	}
	x, _ := b.Mid()
	return line(x, r.Bottom()+3, x, b.Y-7)
}

func line(x1, y1, x2, y2 float64) string {
	return "M" + Number(x1) + " " + Number(y1) + "L" + Number(x2) + " " + Number(y2)
}

func curveAcross(x1, y1, x2, y2 float64) string {
	mid := (x1 + x2) / 2
	return "M" + Number(x1) + " " + Number(y1) + "C" + Number(mid) + " " + Number(y1) + " " + Number(mid) + " " + Number(y2) + " " + Number(x2) + " " + Number(y2)
}

// way is a curve that a message takes.
type way interface {
	// at is the place f of the way along it, f from 0 to 1.
	at(f float64) (x, y float64)
	path() string
}

// bend is a cubic curve.
type bend struct{ x0, y0, x1, y1, x2, y2, x3, y3 float64 }

func (b bend) at(f float64) (x, y float64) {
	g := 1 - f
	w0, w1, w2, w3 := g*g*g, 3*g*g*f, 3*g*f*f, f*f*f
	return w0*b.x0 + w1*b.x1 + w2*b.x2 + w3*b.x3, w0*b.y0 + w1*b.y1 + w2*b.y2 + w3*b.y3
}

func (b bend) path() string {
	return "M" + Number(b.x0) + " " + Number(b.y0) + "C" + Number(b.x1) + " " + Number(b.y1) + " " +
		Number(b.x2) + " " + Number(b.y2) + " " + Number(b.x3) + " " + Number(b.y3)
}

// wayBack is the curve from a consumer's card, below the queue, up to the
// message's place there.
func (p *Plan) wayBack(r *rail, fromX, fromY, toX, toY float64) bend {
	low := r.Bottom() + backRoom*1.7
	out := min(90, 0.5*(fromX-toX))
	return bend{fromX, fromY, fromX - out, max(fromY+20, low), toX, low, toX, toY}
}

// corners is a way of straight pieces with rounded corners, along the x and
// the y axis by turns.
type corners [4]struct{ x, y float64 }

func (c corners) at(f float64) (x, y float64) {
	var length [3]float64
	whole := 0.0
	for i := range length {
		length[i] = math.Abs(c[i+1].x-c[i].x) + math.Abs(c[i+1].y-c[i].y)
		whole += length[i]
	}
	left := f * whole
	for i, l := range length {
		if left <= l && l > 0 {
			return mix(c[i].x, c[i+1].x, left/l), mix(c[i].y, c[i+1].y, left/l)
		}
		left -= l
	}
	return c[3].x, c[3].y
}

func (c corners) path() string {
	s := "M" + Number(c[0].x) + " " + Number(c[0].y)
	for i := 1; i < 3; i++ {
		inX, inY := before(c[i].x, c[i-1].x), before(c[i].y, c[i-1].y)
		outX, outY := before(c[i].x, c[i+1].x), before(c[i].y, c[i+1].y)
		s += "L" + Number(inX) + " " + Number(inY) + "Q" + Number(c[i].x) + " " + Number(c[i].y) + " " + Number(outX) + " " + Number(outY)
	}
	return s + "L" + Number(c[3].x) + " " + Number(c[3].y)
}

// before is a place at most 9 from a corner, towards from.
func before(corner, from float64) float64 {
	return corner + min(9, max(-9, (from-corner)/2))
}

// wayUp is the way back on a narrow screen: from the card to the right, up
// along the edge, and into the message's place from below.
func (p *Plan) wayUp(r *rail, card Box, toX, toY float64) corners {
	edge, turn := p.Width-3, r.Bottom()+upRun
	var c corners
	c[0].x, c[0].y = edge, card.Y+card.H*0.4
	c[1].x, c[1].y = edge, turn
	c[2].x, c[2].y = toX, turn
	c[3].x, c[3].y = toX, toY
	return c
}

// upRun is how far below the queue the way up turns towards its place.
const upRun = 24.0

// drawBacks draws the ways back that the present leases end with, the first
// few of them; not of what waits in the hands of a consumer that is at work.
func (d *drawing) drawBacks() {
	const most = 3
	drawn := 0
	for i := range d.here.tokens {
		t := &d.here.tokens[i]
		waits := !t.inHand && t.comesBack && d.state.Actors[t.holder].Status == trace.Working
		if !t.comesBack || !t.hasHome || waits || drawn == most {
			continue
		}
		d.drawBack(t, drawn == 0)
		drawn++
	}
}

func (d *drawing) drawBack(t *token, labelled bool) {
	r := d.railOf(t)
	if r == nil {
		return
	}
	p := d.plan
	end := t.homeY + t.homeSize/2 + 7
	n := d.node(Key{BackKey, t.number}, Ways, 0, 0)
	n.Class = "back"
	var back way = p.wayBack(r, t.x-t.size/2-5, t.y+t.size/4, t.homeX, end)
	if p.Tall {
		card := p.actors[t.holder]
		back = p.wayUp(r, card, t.homeX, end)
		y := card.Y + card.H*0.4
		n.Parts = append(n.Parts, Part{Kind: PathPart, Class: "way stub", Text: line(card.Right(), y, p.Width-3, y)})
	}
	n.Parts = append(n.Parts, Part{Kind: PathPart, Class: "way", Text: back.path()})
	if !labelled {
		return
	}
	text := "visible again at " + Time(time.Duration(t.leaseEnd))
	if p.Tall {
		n.Parts = append(n.Parts, label("again end", p.Width-16, r.Bottom()+upRun+15, text))
		return
	}
	x, y := back.at(0.6)
	n.Parts = append(n.Parts, label("again mid", x, y+20, text))
}

// railOf is the rail that holds a token's place.
func (d *drawing) railOf(t *token) *rail {
	for q := range d.plan.rails {
		r := &d.plan.rails[q]
		if t.homeX >= r.X && t.homeX <= r.Right() && t.homeY >= r.Y && t.homeY <= r.Bottom() {
			return r
		}
	}
	return nil
}
