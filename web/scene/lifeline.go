package scene

import (
	"slices"
	"sort"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Lifelines are messages, or those who work on them, against time: a row each,
// along the axis that the timeline has. Places are shares of the part of the
// axis that is shown, from 0 to 1.
type Lifelines struct {
	Rows  []Lifeline
	Bonds []Bond
	Ticks []Tick
	// First is the first message shown, Messages how many the run has.
	First, Messages uint32
	// Coarse says that spans which lie close together are drawn as one.
	Coarse bool

	axis     Axis
	from, to float64
}

// Lifeline is a row.
type Lifeline struct {
	Name string
	// Message is the row's message, 0 where it is an actor's; Actor an index
	// into Head.Actors.
	Message uint32
	Actor   uint16
	// Waits are when a message could have been handed out; Downs when an actor
	// had crashed.
	Waits, Downs []Stretch
	Holds        []Hold
	Marks        []LifeMark
	// Lanes is how many lie above each other where holds overlap, at least 1.
	Lanes int
}

// Stretch is a part of a row.
type Stretch struct{ From, To float64 }

// Hold is a delivery in a consumer's hands.
type Hold struct {
	Message, Delivery uint32
	Actor             uint16
	// Flight is when the message was in flight, up to where the consumer let go
	// of it; Lease is how long the lease ran on after that, empty where it
	// didn't. Works are when the consumer worked on it, which may outlast both.
	Flight, Lease Stretch
	Works         []Stretch
	// Lane is the hold's place among those that overlap with it.
	Lane int
	// Many says that it stands for several that lie close together.
	Many bool
	// Start and End are instants; Outcome is the kind of event that ended the
	// flight, 0 where the run ended before.
	Start, End time.Duration
	Outcome    trace.Kind

	done bool // as far as the consumer is concerned
}

// LifeMark is a thing that happened to a row.
type LifeMark struct {
	Kind              trace.Kind
	At                float64
	Message, Delivery uint32
	// Lane is that of the delivery which it is about; -1 where none is.
	Lane int
}

// Bond is the way of a message that came back, from one row to the next.
type Bond struct {
	FromRow, ToRow int
	From, To       float64
}

// Tick is a label of the axis. A minor one is left out where room is short.
type Tick struct {
	At    float64
	Text  string
	Minor bool
}

const (
	// lifelineRows is how many messages are shown at once.
	lifelineRows = 24
	// lifelineHolds is up to how many deliveries each has a shape of its own.
	lifelineHolds = 150
	// lifelineMarks is the most marks of a row of a coarse picture.
	lifelineMarks = 40
	// lifelineLanes is the most lanes of a row.
	lifelineLanes = 6
)

// LifelineStep is by how many messages the window moves.
const LifelineStep = lifelineRows

// NewMessageLines has a row for each message from first on, as many as fit.
func NewMessageLines(tr *trace.Trace, first uint32) *Lifelines {
	last := lastWritten(tr)
	first = max(1, min(first, last))
	end := min(last, first+lifelineRows-1)
	d := newLifeDrawing(tr, func(e *trace.Event) bool { return e.Message >= first && e.Message <= end })
	d.First, d.Messages = first, last
	for n := first; n <= end && last > 0; n++ {
		d.Rows = append(d.Rows, Lifeline{Name: "message " + itoa(int(n)), Message: n, Actor: trace.NoActor})
	}
	d.byMessage = true
	d.window(first > 1 || end < last)
	d.draw()
	return &d.Lifelines
}

// NewActorLines has a row for each consumer, relay and member of a group.
func NewActorLines(tr *trace.Trace) *Lifelines {
	d := newLifeDrawing(tr, func(*trace.Event) bool { return true })
	d.rows = map[uint16]int{}
	for i, a := range tr.Head.Actors {
		if a.Role != trace.Producer && len(d.Rows) < lifelineRows {
			d.rows[uint16(i)] = len(d.Rows)
			d.Rows = append(d.Rows, Lifeline{Name: a.Name, Actor: uint16(i)})
		}
	}
	d.draw()
	return &d.Lifelines
}

func lastWritten(tr *trace.Trace) uint32 {
	last := uint32(0)
	for i := range tr.Len() {
		last = max(last, tr.At(i).Message)
	}
	return last
}

// Place is where a cursor stands; shown says whether that is within the picture.
func (l *Lifelines) Place(events int, at time.Duration, phase float64) (place float64, shown bool) {
	p := l.place(l.axis.Position(events, at, phase))
	return min(1, max(0, p)), p >= -0.001 && p <= 1.001
}

// Along is the position on the timeline's axis of a place.
func (l *Lifelines) Along(place float64) float64 { return l.from + place*(l.to-l.from) }

func (l *Lifelines) place(position float64) float64 {
	if l.to <= l.from {
		return 0
	}
	return (position - l.from) / (l.to - l.from)
}

// ticks labels instants at which something happens, or round ones on a long run.
func (l *Lifelines) ticks(tr *trace.Trace) {
	if l.axis.events > 0 {
		for i := range tr.Len() {
			if at := tr.At(i).At; i == 0 || tr.At(i-1).At != at {
				l.tick(l.place(l.axis.Position(i, at, 0)), at)
			}
		}
		return
	}
	step := roundStep(time.Duration(float64(tr.End()) * (l.to - l.from)))
	for at := time.Duration(l.from*float64(tr.End())) / step * step; at <= tr.End(); at += step {
		l.tick(l.place(l.axis.Position(0, at, 0)), at)
	}
}

// roundStep is 1, 2 or 5 times a power of ten, a sixth of a span or more.
func roundStep(span time.Duration) time.Duration {
	step := time.Duration(1)
	for {
		for _, digit := range []time.Duration{1, 2, 5} {
			if digit*step*6 >= span {
				return digit * step
			}
		}
		step *= 10
	}
}

const (
	tickRoom  = 0.1  // how far apart labels are at least
	majorRoom = 0.28 // the same where room is short
)

func (l *Lifelines) tick(at float64, instant time.Duration) {
	if at < -0.001 || at > 0.97 {
		return
	}
	n := len(l.Ticks)
	if n > 0 && at-l.Ticks[n-1].At < tickRoom {
		return
	}
	major := 0.0
	for i := n - 1; i >= 0; i-- {
		if !l.Ticks[i].Minor {
			major = l.Ticks[i].At
			break
		}
	}
	l.Ticks = append(l.Ticks, Tick{max(0, at), Time(instant), n > 0 && at-major < majorRoom})
}

// lanes puts holds that overlap above each other.
func (r *Lifeline) lanes() {
	sort.SliceStable(r.Holds, func(i, j int) bool { return r.Holds[i].Flight.From < r.Holds[j].Flight.From })
	var ends []float64
	for i := range r.Holds {
		h := &r.Holds[i]
		h.Lane = slices.IndexFunc(ends, func(end float64) bool { return end <= h.Flight.From+1e-9 })
		switch {
		case h.Lane < 0 && len(ends) == lifelineLanes:
			h.Lane = lifelineLanes - 1
		case h.Lane < 0:
			h.Lane = len(ends)
			ends = append(ends, 0)
		}
		ends[h.Lane] = max(ends[h.Lane], h.end())
	}
	r.Lanes = max(1, len(ends))
	for i := range r.Marks {
		r.Marks[i].Lane = r.laneOf(&r.Marks[i])
	}
}

func (r *Lifeline) laneOf(m *LifeMark) int {
	for i := range r.Holds {
		if h := &r.Holds[i]; h.Message == m.Message && h.Delivery == m.Delivery && !h.Many {
			return h.Lane
		}
	}
	return -1
}

// end is where nothing of the hold is left.
func (h *Hold) end() float64 {
	end := max(h.Flight.To, h.Lease.To)
	for _, w := range h.Works {
		end = max(end, w.To)
	}
	return end
}
