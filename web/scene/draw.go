package scene

import (
	"strconv"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Stage draws the pictures of one run. It keeps the last two states laid out,
// so that a frame between the same two events costs only the moving parts.
type Stage struct {
	Plan        *Plan
	here, there layout
	events      int
	hasNext     bool
	picture     Picture
}

// NewStage draws on a plan.
func NewStage(p *Plan) *Stage { return &Stage{Plan: p, events: -1} }

// Draw is the picture after the first events of a trace, at an instant not
// before the last of them, and phase (from 0 to 1) of the way into the next
// one. The picture is good until the next Draw.
func (s *Stage) Draw(t *trace.Trace, events int, now time.Duration, phase float64) *Picture {
	if s.events != events {
		s.settle(t, events)
	}
	d := drawing{plan: s.Plan, state: s.here.state, now: now, here: &s.here, out: &s.picture}
	d.over = !s.hasNext && now >= t.End()
	d.out.Width, d.out.Height = s.Plan.Width, s.Plan.Height
	d.out.Nodes = d.out.Nodes[:0]
	d.furniture()
	if phase > 0 && s.hasNext {
		d.between(&s.there, t.At(events), smooth(phase))
	} else {
		d.still()
	}
	return d.out
}

func (s *Stage) settle(t *trace.Trace, events int) {
	if s.here.state == nil {
		s.here.state, s.there.state = trace.NewState(&t.Head), trace.NewState(&t.Head)
	}
	s.events = events
	t.Seek(s.here.state, events)
	s.Plan.lay(&s.here, s.here.state)
	if s.hasNext = events < t.Len(); s.hasNext {
		t.Seek(s.there.state, events+1)
		s.Plan.lay(&s.there, s.there.state)
	}
}

// drawing is one picture being made.
type drawing struct {
	plan  *Plan
	state *trace.State
	now   time.Duration
	here  *layout
	out   *Picture
	// over says that the run has ended: what is still in a queue is left over.
	over bool
}

// node adds a node, reusing the parts' memory of the last picture.
func (d *drawing) node(k Key, l Layer, x, y float64) *Node {
	nodes := d.out.Nodes
	if len(nodes) < cap(nodes) {
		nodes = nodes[:len(nodes)+1]
	} else {
		nodes = append(nodes, Node{})
	}
	d.out.Nodes = nodes
	n := &nodes[len(nodes)-1]
	*n = Node{Key: k, Layer: l, X: x, Y: y, Parts: n.Parts[:0]}
	return n
}

func (d *drawing) furniture() {
	for q := range d.plan.rails {
		d.drawRail(uint16(q))
		d.drawCrowd(uint16(q))
	}
	d.drawRoutes()
	for l := range d.plan.tapes {
		d.drawTape(l)
	}
	for a := range d.plan.actors {
		if d.plan.actors[a].W == 0 {
			continue
		}
		d.drawLane(uint16(a))
		if d.plan.head.Actors[a].Role == trace.Producer || d.plan.cards[a].kind != crowdCard {
			d.drawActor(uint16(a))
		}
	}
	d.drawPiles()
}

func (d *drawing) still() {
	for i := range d.here.tokens {
		t := &d.here.tokens[i]
		d.drawOutline(t, t.homeX, t.homeY)
		d.drawToken(t, t.x, t.y, t.size, t.radius, 1)
	}
	d.drawBacks()
}

// narrowRail is the width below which a queue's name and depth take a line each.
const narrowRail = 150.0

func (d *drawing) drawRail(q uint16) {
	r, s := &d.plan.rails[q], &d.state.Queues[q]
	n := d.node(Key{QueueKey, uint32(q)}, Ground, r.X, r.Y)
	n.Class = "queue" + d.queueClass(q)
	name, depth := d.plan.head.Queues[q].Name, "depth "+strconv.Itoa(int(s.Depth()))
	n.Parts = append(n.Parts, box("rail", Box{W: r.W, H: r.H}, 14))
	if r.W < narrowRail {
		n.Parts = append(n.Parts,
			label("name", 2, -22, fit(name, narrowRail*0.7)),
			label("soft", 2, -7, depth+" · in flight "+strconv.Itoa(int(s.InFlight))))
	} else {
		n.Parts = append(n.Parts,
			label("name", 2, -22, fit(name+d.queueNote(q), (r.W-70)*0.86)),
			label("count end", r.W-2, -22, depth),
			label("soft", 2, -7, countsText(s.Counts, d.plan.delays)))
	}
	if left := s.Depth(); d.over && left > 0 {
		n.Parts = append(n.Parts, label("bad end", r.W-2, -7, strconv.Itoa(int(left))+" left over"))
	}
	if r.counted && !d.plan.queue(q).direct {
		d.drawBar(n, r, s.Counts)
	}
}

func countsText(c trace.Counts, delays bool) string {
	text := "visible " + strconv.Itoa(int(c.Visible)) + " · in flight " + strconv.Itoa(int(c.InFlight))
	if delays {
		text += " · delayed " + strconv.Itoa(int(c.Delayed))
	}
	return text
}

// drawBar shows a deep queue as one bar, in flight at the head.
func (d *drawing) drawBar(n *Node, r *rail, c trace.Counts) {
	full := Box{X: railPad, Y: r.H/2 - 13, W: r.W - 2*railPad, H: 26}
	n.Parts = append(n.Parts, box("track", full, 6))
	right := full.X + full.W
	for _, part := range []struct {
		class string
		count uint32
	}{{"bar flight", c.InFlight}, {"bar visible", c.Visible}, {"bar delayed", c.Delayed}} {
		w := full.W * float64(part.count) / float64(r.most)
		right -= w
		n.Parts = append(n.Parts, box(part.class, Box{X: right, Y: full.Y, W: w, H: full.H}, 0))
	}
	n.Parts = append(n.Parts, label("soft end", full.X+full.W, r.H-8, "at most "+strconv.Itoa(r.most)))
}

// drawLane draws the way between an actor and its queue.
func (d *drawing) drawLane(actor uint16) {
	a, s, b := &d.plan.head.Actors[actor], &d.state.Actors[actor], d.plan.actors[actor]
	if _, wired := d.plan.out(actor); wired || int(a.Queue) >= len(d.plan.rails) || d.plan.behind(actor) {
		return
	}
	n := d.node(Key{LaneKey, uint32(actor)}, Ground, 0, 0)
	n.Class = "lane"
	if a.Role == trace.Consumer && s.Status != trace.Working && s.Holding == 0 {
		n.Class = "lane off"
	}
	n.Parts = append(n.Parts, Part{Kind: PathPart, Class: "way", Text: d.plan.lane(a, b)})
}

func smooth(f float64) float64 { return f * f * (3 - 2*f) }
