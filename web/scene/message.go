package scene

import (
	"strconv"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// placeClass is the class of a message's shape by its place.
var placeClass = [...]string{
	trace.Delayed: "delayed", trace.Visible: "visible", trace.InFlight: "flight",
	trace.AcknowledgedPlace: "acked", trace.DeadLetteredPlace: "dead",
	trace.DroppedPlace: "dropped", trace.LostPlace: "lost", trace.ExpiredPlace: "dropped", trace.MovedPlace: "visible", trace.ParkedPlace: "dead",
}

// smallest is the size from which on a message shows its number.
const smallest = 16.0

// drawToken draws a message centred on x, y. Below strength 1 it is faint.
func (d *drawing) drawToken(t *token, x, y, size, radius, strength float64) {
	n := d.node(Key{MessageKey, t.number}, Messages, x, y)
	n.Class = "message " + placeClass[t.place]
	if t.deliveries > 1 {
		n.Class += " again"
	}
	n.Fade = 1 - strength
	half := size / 2
	n.Parts = append(n.Parts, box("body", Box{X: -half, Y: -half, W: size, H: size}, radius))
	if size >= smallest {
		n.Parts = append(n.Parts, label(numberClass(size, t.number), 0, numberDrop(size), strconv.Itoa(int(t.number))))
	}
	d.drawLease(n, t, half)
	if t.deliveries > 1 && size >= smallest {
		drawBadge(n, t, half)
	}
}

func numberClass(size float64, number uint32) string {
	switch {
	case size >= 30 && number < 1000:
		return "num mid"
	case size >= 22 && number < 1000:
		return "num mid small"
	}
	return "num mid tiny"
}

func numberDrop(size float64) float64 {
	if size >= 30 {
		return 4.5
	}
	if size >= 22 {
		return 4
	}
	return 3
}

// drawLease draws the ring that drains while the lease runs.
func (d *drawing) drawLease(n *Node, t *token, half float64) {
	if t.place != trace.InFlight || t.leaseEnd == trace.Never || t.leaseSpan <= 0 {
		return
	}
	left := float64(time.Duration(t.leaseEnd)-d.now) / float64(t.leaseSpan)
	r := half + 3
	n.Parts = append(n.Parts,
		Part{Kind: RingPart, Class: "lease track", R: r, Share: 1},
		Part{Kind: RingPart, Class: "lease", R: r, Share: min(1, max(0, left))})
}

// drawBadge shows how often a message was delivered.
func drawBadge(n *Node, t *token, half float64) {
	text := "×" + strconv.Itoa(int(t.deliveries))
	w := 9 + 6*float64(len(text)-1)
	x := half - 3
	n.Parts = append(n.Parts,
		box("badge", Box{X: x - w/2 + 4, Y: -half - 8, W: w, H: 14}, 7),
		label("badge-text mid", x+4, -half+2.5, text))
}

// drawOutline keeps the place of a message in flight.
func (d *drawing) drawOutline(t *token, x, y float64) {
	if t.place != trace.InFlight || !t.hasHome {
		return
	}
	n := d.node(Key{OutlineKey, t.number}, Places, x, y)
	n.Class = "outline"
	half := t.homeSize / 2
	n.Parts = append(n.Parts, box("body", Box{X: -half, Y: -half, W: t.homeSize, H: t.homeSize}, t.homeSize*0.24))
	if t.homeSize >= smallest {
		n.Parts = append(n.Parts, label(numberClass(t.homeSize, t.number), 0, numberDrop(t.homeSize), strconv.Itoa(int(t.number))))
	}
}

// handToken is the token in a consumer's hand.
func (d *drawing) handToken(actor uint16) (*token, bool) {
	for i := range d.here.tokens {
		t := &d.here.tokens[i]
		if t.inHand && t.holder == actor && t.place == trace.InFlight {
			return t, true
		}
	}
	return nil, false
}

// inHand says whether the delivery that the consumer works on is in flight.
func (d *drawing) inHand(actor uint16) bool {
	s := &d.state.Actors[actor]
	t, ok := d.handToken(actor)
	return ok && t.number == s.Message && t.deliveries == s.Delivery
}
