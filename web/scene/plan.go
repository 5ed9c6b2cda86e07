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
	// exchanges, tables and tapes are indexed like the scenario's exchanges and
	// the head's tables and logs. A table that is not on the stage has no width.
	exchanges, tables []Box
	tapes             []tape
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
	toRail     = 46.0 // from what writes to a queue, to the queue
	exchangeW  = 96.0
)

// NewPlan lays the furniture of a surveyed run out for a width.
func NewPlan(s *Survey, width float64) *Plan {
	p := &Plan{
		Survey: s, Width: width, Tall: width < TallBelow,
		actors:    make([]Box, len(s.head.Actors)),
		cards:     make([]cardStyle, len(s.head.Actors)),
		rails:     make([]rail, len(s.head.Queues)),
		exchanges: make([]Box, len(s.exchanges)),
		tables:    make([]Box, len(s.head.Tables)),
		tapes:     make([]tape, len(s.head.Logs)),
	}
	y := margin
	if p.Tall {
		y = p.sourcesDown(y)
	}
	for q := range s.head.Queues {
		if p.Tall {
			y = p.blockDown(uint16(q), y)
		} else {
			y = p.blockAcross(uint16(q), y)
		}
		if y += blockGap; q < len(s.head.Queues)-1 {
			y += p.queueGap() - blockGap
		}
	}
	for l := range s.head.Logs {
		y = p.layTape(l, y) + blockGap
	}
	y = p.layMailboxes(y)
	if !p.Tall {
		y = max(y, p.sourcesAcross()+blockGap)
	}
	p.Height = p.layPiles(y-blockGap+12) + margin
	return p
}

// queueGap is the space between two queues, closer where there are many.
func (p *Plan) queueGap() float64 {
	if p.Tall {
		return 20
	}
	if len(p.rails) > 2 {
		return 8
	}
	return blockGap
}

// backRoom is the room for ways back below a rail, where messages come back.
func (p *Plan) backRoom() float64 {
	if len(p.backs) == 0 && len(p.rails) > 1 {
		return 10
	}
	return backRoom
}

// left is where the rails begin.
func (p *Plan) left() float64 {
	x := margin + p.sourceWidth() + toRail
	if len(p.exchanges) > 0 {
		x += exchangeW + toRail
	}
	return x
}

// cardsWidth and lanesWidth are those of the consumers' cards and of the ways to them.
func (p *Plan) cardsWidth() float64 { return min(270, max(228, p.Width*0.3)) }
func (p *Plan) lanesWidth() float64 {
	if len(p.exchanges) > 0 {
		return 56
	}
	return min(104, max(70, p.Width*0.11))
}

// blockAcross places a queue, its producers to the left and its consumers to
// the right of it, below y, and says where the block ends.
func (p *Plan) blockAcross(q uint16, y float64) float64 {
	producers, consumers := p.own(q), p.of(q, trace.Consumer)
	cardsW, left := p.cardsWidth(), p.left()
	r := newRail(p.depth[q], p.Width-margin-cardsW-p.lanesWidth()-left)
	if p.queue(q).direct {
		r.H, r.counted = 44, true
	}
	style := styleFor(len(consumers), p.mostHeld(consumers))
	cardsH := style.columnHeight(len(consumers), cardsW)
	producersH := float64(len(producers))*(producerH+actorGap) - actorGap
	room := p.backRoom()
	if len(consumers) == 0 {
		room = 0
	}
	height := max(cardsH, producersH, railHead+r.H+room)

	mid := y + height/2
	if slack := height - railHead - r.H - room; slack < 0 {
		mid = y + railHead + r.H/2
	}
	r.X, r.Y = left, max(y+railHead, mid-r.H/2-4)
	p.rails[q] = r
	_, mid = r.Mid()
	p.stack(producers, Box{X: margin, Y: max(y, mid-producersH/2), W: p.sourceWidth(), H: producerH})
	style.place(p, consumers, Box{X: p.Width - margin - cardsW, Y: max(y, mid-cardsH/2), W: cardsW})
	return max(y+height, p.lowest(consumers), r.Bottom()+room)
}

// blockDown places producers, queue and consumers below one another.
func (p *Plan) blockDown(q uint16, y float64) float64 {
	producers, consumers := p.own(q), p.of(q, trace.Consumer)
	w := p.Width - 2*margin
	if n := len(producers); n > 0 {
		each := (w - float64(n-1)*actorGap) / float64(n)
		for i, a := range producers {
			p.actors[a] = Box{X: margin + float64(i)*(each+actorGap), Y: y, W: each, H: 48}
		}
		y += 48 + 22
	}
	r := newRail(p.depth[q], w)
	if p.queue(q).direct {
		r.H, r.counted = 44, true
	}
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

// own lists the producers that write to a queue and to nothing else.
func (p *Plan) own(q uint16) []uint16 {
	var list []uint16
	for _, a := range p.of(q, trace.Producer) {
		if _, wired := p.out(a); !wired {
			list = append(list, a)
		}
	}
	return list
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
