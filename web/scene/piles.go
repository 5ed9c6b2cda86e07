package scene

import (
	"strconv"

	"github.com/queuelab/queuelab/core/trace"
)

// pile is where messages go that left a queue.
type pile struct {
	Box
	labelW, size, step float64
	room               int
}

// pileOf is 0 for what was acknowledged and 1 for dead letters.
func pileOf(place trace.Place) int {
	if place == trace.DeadLetteredPlace {
		return 1
	}
	return 0
}

var pileNames = [2]string{"acknowledged", "dead-lettered"}

// layPiles places the piles below y and says where they end.
func (p *Plan) layPiles(y float64) float64 {
	p.piles = make([]pile, 2)
	for i := range p.piles {
		if i == 1 && !p.deadLetters {
			continue
		}
		b := &p.piles[i]
		b.Box = Box{X: margin, Y: y, W: p.Width - 2*margin, H: pileHeight}
		b.labelW, b.size, b.step = 132, 24, 29
		b.room = int((b.W - b.labelW) / b.step)
		y += pileHeight + 6
	}
	return y - 6
}

func (p *pile) slot(k int) (x, y float64) {
	return p.X + p.labelW + p.size/2 + float64(k)*p.step, p.Y + p.H/2
}

func (d *drawing) drawPiles() {
	counts := [2]uint32{d.state.Total.Acknowledged, d.state.Total.DeadLettered}
	for i, b := range d.plan.piles {
		if b.W == 0 {
			continue
		}
		n := d.node(Key{PileKey, uint32(i)}, Ground, b.X, b.Y)
		n.Class = "pile " + [2]string{"acked", "dead"}[i]
		n.Parts = append(n.Parts,
			label("soft", 0, b.H/2+4, pileNames[i]),
			label("count end", b.labelW-14, b.H/2+4, strconv.Itoa(int(counts[i]))))
	}
}
