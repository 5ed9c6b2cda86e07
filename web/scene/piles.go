package scene

import (
	"slices"
	"sort"
	"strconv"

	"github.com/queuelab/queuelab/core/trace"
)

// pile is where messages go that left a queue.
type pile struct {
	Box
	labelW, size, step float64
	room               int
}

// pileOf is the pile of a place that messages leave for.
func pileOf(place trace.Place) int {
	switch place {
	case trace.DeadLetteredPlace:
		return 1
	case trace.DroppedPlace, trace.ExpiredPlace:
		return 2
	case trace.LostPlace:
		return 3
	}
	return 0
}

// pileNames and pileClasses are those of the piles, in their order.
var (
	pileNames   = [...]string{"acknowledged", "dead-lettered", "turned away", "lost"}
	pileClasses = [...]string{"acked", "dead", "dropped", "lost"}
)

// pileCount is how many messages a pile has.
func pileCount(pile int, t *trace.Counts) int {
	return int([...]uint32{t.Acknowledged, t.DeadLettered, t.Dropped + t.Expired, t.Lost}[pile])
}

// deadForGood says that dead letters leave a queue and go to no other.
func (p *Plan) deadForGood() bool {
	return slices.ContainsFunc(p.dead, func(q uint16) bool { return p.queue(q).dead < 0 })
}

// layPiles places the piles below y and says where they end.
func (p *Plan) layPiles(y float64) float64 {
	p.piles = make([]pile, len(pileNames))
	shown := [...]bool{len(p.rails) > 0, p.deadForGood(), p.dropped, p.lost}
	for i := range p.piles {
		if !shown[i] {
			continue
		}
		b := &p.piles[i]
		b.Box = Box{X: margin, Y: y, W: p.Width - 2*margin, H: pileHeight}
		b.labelW, b.size, b.step = 142, 24, 29
		b.room = int((b.W - b.labelW) / b.step)
		y += pileHeight + 6
	}
	return y - 6
}

func (p *pile) slot(k int) (x, y float64) {
	return p.X + p.labelW + p.size/2 + float64(k)*p.step, p.Y + p.H/2
}

func (d *drawing) drawPiles() {
	for i, b := range d.plan.piles {
		if b.W == 0 {
			continue
		}
		n := d.node(Key{PileKey, uint32(i)}, Ground, b.X, b.Y)
		n.Class = "pile " + pileClasses[i]
		n.Parts = append(n.Parts,
			label("soft", 0, b.H/2+4, pileNames[i]),
			label("count end", b.labelW-14, b.H/2+4, strconv.Itoa(pileCount(i, &d.state.Total)+d.forgotten(i))))
	}
}

// forgotten counts the lost records, which are in no queue's counts.
func (d *drawing) forgotten(pile int) int {
	if pile != pileOf(trace.LostPlace) {
		return 0
	}
	return sort.SearchInts(d.plan.forgotten, d.state.Events+1)
}
