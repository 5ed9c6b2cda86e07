package scene

import "github.com/queuelab/queuelab/core/trace"

// Plan is the furniture of the stage for one run at one width: where the
// producers, queues, consumers and piles stand.
type Plan struct {
	*Survey
	Width, Height float64
	// Tall says that things stand below one another, for a narrow screen.
	Tall bool
	// actors and rails are indexed like the head's actors and queues.
	actors []Box
	rails  []rail
	cards  []cardStyle
	piles  []pile
}

// TallBelow is the width under which things stand below one another.
const TallBelow = 600

const (
	margin     = 14.0
	actorGap   = 12.0
	blockGap   = 26.0
	producerH  = 56.0
	railHead   = 36.0 // the two lines of text above a rail
	backRoom   = 44.0 // the room for ways back below a rail
	pileHeight = 34.0
)

// NewPlan lays the furniture of a surveyed run out for a width.
func NewPlan(s *Survey, width float64) *Plan {
	p := &Plan{
		Survey: s, Width: width, Tall: width < TallBelow,
		actors: make([]Box, len(s.head.Actors)),
		cards:  make([]cardStyle, len(s.head.Actors)),
		rails:  make([]rail, len(s.head.Queues)),
	}
	y := margin
	for q := range s.head.Queues {
		if p.Tall {
			y = p.blockDown(uint16(q), y)
		} else {
			y = p.blockAcross(uint16(q), y)
		}
		y += blockGap
	}
	p.Height = p.layPiles(y-blockGap+12) + margin
	return p
}

// blockAcross places a queue, its producers to the left and its consumers to
// the right of it, below y, and says where the block ends.
func (p *Plan) blockAcross(q uint16, y float64) float64 {
	producers, consumers := p.of(q, trace.Producer), p.of(q, trace.Consumer)
	const producerW, toRail = 112.0, 46.0
	cardsW := min(270, max(228, p.Width*0.3))
	lanes := min(104, max(70, p.Width*0.11))
	left := margin + producerW + toRail
	r := newRail(p.depth[q], p.Width-margin-cardsW-lanes-left)
	style := styleFor(len(consumers), p.mostHeld(consumers))
	cardsH := style.columnHeight(len(consumers), cardsW)
	producersH := float64(len(producers))*(producerH+actorGap) - actorGap
	below := backRoom
	if len(consumers) == 0 {
		below = 0
	}
	height := max(cardsH, producersH, railHead+r.H+below)

	mid := y + height/2
	r.X, r.Y = left, max(y+railHead, mid-r.H/2-4)
	p.rails[q] = r
	_, mid = r.Mid()
	p.stack(producers, Box{X: margin, Y: max(y, mid-producersH/2), W: producerW, H: producerH})
	style.place(p, consumers, Box{X: p.Width - margin - cardsW, Y: max(y, mid-cardsH/2), W: cardsW})
	return max(y+height, p.lowest(consumers), r.Bottom()+below)
}

// blockDown places producers, queue and consumers below one another.
func (p *Plan) blockDown(q uint16, y float64) float64 {
	producers, consumers := p.of(q, trace.Producer), p.of(q, trace.Consumer)
	w := p.Width - 2*margin
	if n := len(producers); n > 0 {
		each := (w - float64(n-1)*actorGap) / float64(n)
		for i, a := range producers {
			p.actors[a] = Box{X: margin + float64(i)*(each+actorGap), Y: y, W: each, H: 48}
		}
		y += 48 + 22
	}
	r := newRail(p.depth[q], w)
	r.X, r.Y = margin, y+railHead
	p.rails[q] = r
	y = r.Bottom()
	if len(consumers) == 0 {
		return y
	}
	style := styleFor(len(consumers), p.mostHeld(consumers))
	style.place(p, consumers, Box{X: margin, Y: y + 58, W: w})
	return p.lowest(consumers)
}

func (p *Plan) stack(actors []uint16, first Box) {
	for i, a := range actors {
		p.actors[a] = Box{X: first.X, Y: first.Y + float64(i)*(first.H+actorGap), W: first.W, H: first.H}
	}
}

// of lists the actors of a role that belong to a queue.
func (p *Plan) of(q uint16, role trace.Role) []uint16 {
	var out []uint16
	for i, a := range p.head.Actors {
		if a.Role == role && a.Queue == q {
			out = append(out, uint16(i))
		}
	}
	return out
}

func (p *Plan) mostHeld(actors []uint16) int {
	most := 0
	for _, a := range actors {
		most = max(most, p.held[a])
	}
	return most
}

func (p *Plan) lowest(actors []uint16) float64 {
	bottom := 0.0
	for _, a := range actors {
		bottom = max(bottom, p.actors[a].Bottom())
	}
	return bottom
}
