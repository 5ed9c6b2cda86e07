package scene

import (
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
	if p.Tall {
		return bend{fromX, fromY, fromX - 10, fromY - 40, toX, r.Bottom() + 46, toX, toY}
	}
	low := r.Bottom() + backRoom*1.7
	out := min(90, 0.5*(fromX-toX))
	return bend{fromX, fromY, fromX - out, max(fromY+20, low), toX, low, toX, toY}
}

// drawBacks draws the ways back that the present leases end with, the first
// few of them.
func (d *drawing) drawBacks() {
	const most = 4
	drawn := 0
	for i := range d.here.tokens {
		t := &d.here.tokens[i]
		if !t.comesBack || !t.hasHome || drawn == most {
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
	way := d.plan.wayBack(r, t.x-t.size/2-5, t.y+t.size/4, t.homeX, t.homeY+t.homeSize/2+7)
	n := d.node(Key{BackKey, t.number}, Ways, 0, 0)
	n.Class = "back"
	n.Parts = append(n.Parts, Part{Kind: PathPart, Class: "way", Text: way.path()})
	if !labelled {
		return
	}
	text := "visible again at " + Time(time.Duration(t.leaseEnd))
	x, y := way.at(0.6)
	if d.plan.Tall {
		n.Parts = append(n.Parts, label("again mid", d.plan.Width/2, r.Bottom()+33, text))
		return
	}
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
