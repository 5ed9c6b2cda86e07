package scene

import "github.com/queuelab/queuelab/core/trace"

// between draws the messages f of the way from the state here to the next one:
// both are computed, and every message moves from its one place to its other.
func (d *drawing) between(there *layout, e *trace.Event, f float64) {
	a, b := d.here.tokens, there.tokens
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].number < b[0].number:
			d.leaves(&a[0], f)
			a = a[1:]
		case len(a) == 0 || b[0].number < a[0].number:
			d.comes(&b[0], e, f)
			b = b[1:]
		default:
			d.moves(&a[0], &b[0], e, f)
			a, b = a[1:], b[1:]
		}
	}
	d.drawBacks()
}

// leaves fades a message out that the next state doesn't show any more.
func (d *drawing) leaves(t *token, f float64) {
	d.drawToken(t, t.x, t.y, t.size, t.radius, 1-f)
}

// comes brings a message in: from its producer where it was written, otherwise
// it appears in its place.
func (d *drawing) comes(t *token, e *trace.Event, f float64) {
	if e.Kind != trace.Written || e.Message != t.number || e.Actor == trace.NoActor {
		d.drawOutline(t, t.homeX, t.homeY)
		d.drawToken(t, t.x, t.y, t.size, t.radius, f)
		return
	}
	x0, y0 := d.plan.origin(e.Actor)
	x, y := d.way(x0, y0, t.x, t.y).at(f)
	d.drawToken(t, x, y, t.size, t.radius, min(1, 3*f))
}

func (d *drawing) moves(a, b *token, e *trace.Event, f float64) {
	if a.place == b.place && a.x == b.x && a.y == b.y {
		d.drawOutline(a, a.homeX, a.homeY)
		d.drawToken(b, b.x, b.y, b.size, b.radius, 1)
		return
	}
	look := b
	if b.place == trace.InFlight && a.place == trace.InFlight {
		d.drawOutline(b, mix(a.homeX, b.homeX, f), mix(a.homeY, b.homeY, f))
	} else if b.place == trace.InFlight {
		d.drawOutline(b, a.homeX, a.homeY)
	}
	way := d.way(a.x, a.y, b.x, b.y)
	if r := d.railOf(b); comingBack(e) && e.Message == a.number && r != nil {
		way = d.backTo(r, a, b)
	}
	x, y := way.at(f)
	d.drawToken(look, x, y, mix(a.size, b.size, f), mix(a.radius, b.radius, f), 1)
}

func comingBack(e *trace.Event) bool {
	return e.Kind == trace.LeaseEnded || e.Kind == trace.Returned || e.Kind == trace.Rejected
}

// backTo is the way from a consumer's hands to the message's place.
func (d *drawing) backTo(r *rail, from, to *token) way {
	if d.plan.Tall && int(from.holder) < len(d.plan.actors) {
		return d.plan.wayUp(r, d.plan.actors[from.holder], to.x, to.y)
	}
	return d.plan.wayBack(r, from.x, from.y, to.x, to.y)
}

// way is the curve of a message between two places.
func (d *drawing) way(x0, y0, x1, y1 float64) way {
	if d.plan.Tall {
		mid := (y0 + y1) / 2
		return bend{x0, y0, x0, mid, x1, mid, x1, y1}
	}
	mid := (x0 + x1) / 2
	return bend{x0, y0, mid, y0, mid, y1, x1, y1}
}

func mix(a, b, f float64) float64 { return a + (b-a)*f }
