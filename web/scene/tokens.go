package scene

import (
	"sort"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// token is a message's shape in one state.
type token struct {
	number, deliveries uint32
	place              trace.Place
	holder             uint16
	x, y, size, radius float64
	// leaseEnd and leaseSpan are the present lease; leaseEnd is Never without one.
	leaseEnd  int64
	leaseSpan time.Duration
	// inHand says that it is the one its consumer works on.
	inHand bool
	// home is its place in the queue, where an outline stays while it is in flight.
	homeX, homeY, homeSize float64
	hasHome, comesBack     bool
}

// layout is where the messages stand in one state.
type layout struct {
	state  *trace.State
	tokens []token // by number
	queue  []trace.Message
}

// byNumber sorts by number. A sort made for the type would be 15 KB of program.
type byNumber []token

func (t byNumber) Len() int           { return len(t) }
func (t byNumber) Less(i, j int) bool { return t[i].number < t[j].number }
func (t byNumber) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }

// lay fills l for a state. It keeps l's memory.
func (p *Plan) lay(l *layout, s *trace.State) {
	l.state = s
	l.tokens = l.tokens[:0]
	for q := range p.rails {
		p.layQueue(l, uint16(q))
	}
	p.layHands(l)
	p.layGone(l)
	sort.Sort(byNumber(l.tokens))
}

func (p *Plan) layQueue(l *layout, q uint16) {
	r := &p.rails[q]
	if r.counted {
		p.layCounted(l, q)
		return
	}
	l.queue = l.state.InQueue(q, l.queue)
	for k := range l.queue {
		m := &l.queue[k]
		t := newToken(m)
		t.homeX, t.homeY = r.slot(k)
		t.homeSize, t.hasHome = r.size, true
		t.x, t.y, t.size, t.radius = t.homeX, t.homeY, r.size, r.size*0.24
		if m.Place == trace.InFlight {
			t.leaseSpan = p.head.Queues[q].Visibility
			t.comesBack = p.comesBack(m)
		}
		l.tokens = append(l.tokens, t)
	}
}

// layCounted shows only what consumers hold of a queue that is shown as counts.
func (p *Plan) layCounted(l *layout, q uint16) {
	x, y := p.rails[q].exit()
	left := l.state.Queues[q].InFlight
	for i := range l.state.Messages {
		m := &l.state.Messages[i]
		if left == 0 {
			return
		}
		if m.Place != trace.InFlight || m.Queue != q || len(l.tokens) > 2*Dots {
			continue
		}
		left--
		t := newToken(m)
		t.x, t.y, t.size, t.radius = x, y, 14, 7
		t.leaseSpan = p.head.Queues[q].Visibility
		l.tokens = append(l.tokens, t)
	}
}

func newToken(m *trace.Message) token {
	return token{
		number: m.Number, deliveries: m.Deliveries, place: m.Place, holder: m.Holder,
		leaseEnd: m.LeaseEnd,
	}
}

// layHands moves the messages in flight to the cards of their consumers: one
// in the hand, the others beside it in the order of their numbers.
func (p *Plan) layHands(l *layout) {
	for a := range l.state.Actors {
		if p.head.Actors[a].Of != "" {
			p.layHand(l, uint16(a)) // threads first: what they work on waits in nobody's hands
		}
	}
	for a := range l.state.Actors {
		if h := &p.head.Actors[a]; h.Role == trace.Consumer && h.Of == "" && l.state.Actors[a].Holding > 0 {
			p.layHand(l, uint16(a))
		}
	}
}

func (p *Plan) layHand(l *layout, actor uint16) {
	s := &l.state.Actors[actor]
	main := l.mainOf(actor, s)
	k := 0
	for i := range l.tokens {
		t := &l.tokens[i]
		if t.place != trace.InFlight || t.holder != actor && i != main || t.inHand {
			continue
		}
		at := p.hand(actor)
		if t.inHand = i == main; !t.inHand {
			at = p.waiting(actor, k)
			k++
		} else {
			t.holder = actor
		}
		if at.size == 0 && t.hasHome {
			at = spot{t.homeX, t.homeY, max(8, t.homeSize-10)} // it stays in its place, as what it is
		}
		if at.size > 0 {
			t.x, t.y, t.size, t.radius = at.x, at.y, at.size, at.size/2
		}
	}
}

// mainOf is the token that the consumer works on, or the first that it holds.
func (l *layout) mainOf(actor uint16, s *trace.ActorState) int {
	first := -1
	for i := range l.tokens {
		t := &l.tokens[i]
		if t.place != trace.InFlight || t.inHand || t.holder != actor && !(s.Message == t.number && s.Status == trace.Working) {
			continue
		}
		if t.number == s.Message && t.deliveries == s.Delivery {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	if s.Message != 0 && s.Status != trace.CrashedStatus {
		return -1 // the hand is taken by a delivery that has ended
	}
	return first
}

// layGone piles up what left its queue for good. A dead letter that went to
// another queue is there.
func (p *Plan) layGone(l *layout) {
	var shown [len(pileNames)]int
	present := len(l.tokens)
	for i := len(l.state.Gone) - 1; i >= 0; i-- {
		g := &l.state.Gone[i]
		if p.onItsWay(g) {
			if i == len(l.state.Gone)-1 && !l.has(g.Number, present) {
				p.layMoving(l, g)
			}
			continue
		}
		which := pileOf(g.Place)
		pile := &p.piles[which]
		if shown[which] >= pile.room || l.has(g.Number, len(l.tokens)) {
			continue
		}
		// A full pile moves on by one for each message that comes.
		k := min(pileCount(which, &l.state.Total), pile.room) - 1 - shown[which]
		shown[which]++
		x, y := pile.slot(max(0, k))
		l.tokens = append(l.tokens, goneToken(g, x, y, pile.size))
	}
}

func goneToken(g *trace.Gone, x, y, size float64) token {
	return token{
		number: g.Number, deliveries: g.Deliveries, place: g.Place, holder: trace.NoActor,
		leaseEnd: trace.Never, x: x, y: y, size: size, radius: size * 0.26,
	}
}

// onItsWay says that a message left one queue for another.
func (p *Plan) onItsWay(g *trace.Gone) bool {
	return g.Place == trace.MovedPlace || g.Place == trace.DeadLetteredPlace && p.queue(g.Queue).dead >= 0
}

// layMoving shows a message that has left its queue and is not yet in the next.
func (p *Plan) layMoving(l *layout, g *trace.Gone) {
	r := &p.rails[g.Queue]
	if d := p.queue(g.Queue).dead; g.Place == trace.DeadLetteredPlace && d >= 0 {
		r = &p.rails[d]
	}
	x, y := r.entry()
	l.tokens = append(l.tokens, goneToken(g, x, y, 24))
}

// has says whether a message is among the first so many tokens.
func (l *layout) has(number uint32, first int) bool {
	for i := range l.tokens[:first] {
		if l.tokens[i].number == number {
			return true
		}
	}
	return false
}
