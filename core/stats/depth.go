package stats

import (
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Series is a depth or a lag over time, as steps: each row holds from its
// instant to that of the next row. Several rows may share an instant; the last
// of them is what held when all of it had happened. T is in milliseconds.
//
// Of a lag, Total are the records that a group has not committed, Visible those
// of them that it has not read, and InFlight those that it has. None is Delayed.
type Series struct {
	T, Visible, InFlight, Delayed, Total []float64
}

// Depth is the depth of a queue, an index into the head's queues, or of all
// of them with -1, from 0 to the end of the run. Of a run with more changes
// than maxPoints (at least 16) rows are left out, but never the highest of any
// column, the lowest total, or the last in a stretch of time.
func Depth(tr *trace.Trace, queue, maxPoints int) Series {
	p := NewPlot(tr, queue, maxPoints)
	p.Run(tr.Len())
	return p.Series()
}

// Plot makes a Series a part at a time, for a caller who can't wait for all of
// a long one.
type Plot struct {
	trace *trace.Trace
	next  int // event
	d     decimator
	now   row
	w     watch
}

// watch follows what is plotted, and tells whether an event changed it.
type watch interface {
	apply(e *trace.Event, now *row) (changed bool)
}

// NewPlot readies what Depth makes, of a trace that is complete.
func NewPlot(tr *trace.Trace, queue, maxPoints int) *Plot {
	return newPlot(tr, maxPoints, &depthWatch{queue: queue})
}

func newPlot(tr *trace.Trace, maxPoints int, w watch) *Plot {
	p := &Plot{trace: tr, w: w}
	p.d.limit, p.d.end, p.d.rows = max(maxPoints, 16)-2, tr.End(), []row{{}}
	return p
}

// Run goes over so many events more, and reports whether that was the last.
func (p *Plot) Run(events int) bool {
	for end := min(p.next+events, p.trace.Len()); p.next < end; p.next++ {
		if e := p.trace.At(p.next); p.w.apply(e, &p.now) {
			p.now.at = e.At
			p.d.add(p.now)
		}
	}
	return p.next == p.trace.Len()
}

// Series is what was plotted, when Run has come to the last event.
func (p *Plot) Series() Series {
	p.d.flush()
	p.now.at = p.trace.End()
	return series(append(p.d.rows, p.now))
}

// row is the depth or the lag from an instant on.
type row struct {
	at                         time.Duration
	visible, inFlight, delayed int32
	parked                     int32 // in no curve but the total's
}

func (r *row) total() int32 { return r.visible + r.inFlight + r.delayed + r.parked }

func (r *row) in(p trace.Place) *int32 {
	switch p {
	case trace.InFlight:
		return &r.inFlight
	case trace.Delayed:
		return &r.delayed
	case trace.ParkedPlace:
		return &r.parked
	}
	return &r.visible
}

// depthWatch follows the depth, with a place for each slot in use.
type depthWatch struct {
	queue  int
	places []trace.Place
}

func (w *depthWatch) apply(e *trace.Event, now *row) bool {
	m := moves[e.Kind]
	if !m.moves || e.Message == 0 || e.Queue == trace.NoQueue || w.queue >= 0 && int(e.Queue) != w.queue {
		return false
	}
	for int(e.Slot) >= len(w.places) {
		w.places = append(w.places, trace.Free)
	}
	place := &w.places[e.Slot]
	if *place != trace.Free {
		*now.in(*place)--
	}
	if *place = m.to; m.to != trace.Free {
		*now.in(m.to)++
	}
	return true
}

// moves says where an event of a kind takes its message.
var moves = [256]struct {
	moves bool
	to    trace.Place
}{
	trace.Written: {true, trace.Visible}, trace.LeaseEnded: {true, trace.Visible}, trace.Rejected: {true, trace.Visible},
	trace.Returned: {true, trace.Visible}, trace.Woke: {true, trace.Visible},
	trace.Held: {true, trace.Delayed}, trace.Delivered: {true, trace.InFlight},
	trace.Acknowledged: {true, trace.Free}, trace.DeadLettered: {true, trace.Free},
	trace.Expired: {true, trace.Free}, trace.Dropped: {true, trace.Free}, trace.Lost: {true, trace.Free}, trace.Moved: {true, trace.Free},
	trace.Claimed: {true, trace.Visible}, trace.Parked: {true, trace.ParkedPlace},
}

// decimator keeps every row until there are more than limit, and from then on
// only what stands out of each stretch of time.
type decimator struct {
	limit int
	end   time.Duration
	rows  []row
	width time.Duration // of a stretch; 0 while every row is kept
	open  stretch
}

// kept is how many rows a stretch keeps at most.
const kept = 6

// stretch is what is kept of the rows of a span of time. seq orders them.
type stretch struct {
	until time.Duration // its end, not included
	size  int
	// the highest of each column, the lowest total, and the last
	rows [kept]row
	seq  [kept]int
}

func (d *decimator) add(r row) {
	if d.width == 0 && len(d.rows) < d.limit {
		d.rows = append(d.rows, r)
		return
	}
	if d.width == 0 {
		d.thin()
	}
	if r.at >= d.open.until {
		d.flush()
		d.open.until = (r.at/d.width + 1) * d.width
	}
	d.open.add(&r)
}

// thin starts to leave out rows, and takes out those already there.
func (d *decimator) thin() {
	d.width = max(1, d.end/time.Duration(max(1, d.limit/kept))+1)
	rows := slices.Clone(d.rows)
	d.rows = d.rows[:1]
	for _, r := range rows[1:] {
		d.add(r)
	}
}

func (s *stretch) add(r *row) {
	if s.size == 0 {
		for i := range s.rows {
			s.keep(i, r)
		}
	}
	if r.visible > s.rows[0].visible {
		s.keep(0, r)
	}
	if r.inFlight > s.rows[1].inFlight {
		s.keep(1, r)
	}
	if r.delayed > s.rows[2].delayed {
		s.keep(2, r)
	}
	if t := r.total(); t > s.rows[3].total() {
		s.keep(3, r)
	} else if t < s.rows[4].total() {
		s.keep(4, r)
	}
	s.keep(5, r)
	s.size++
}

func (s *stretch) keep(i int, r *row) { s.rows[i], s.seq[i] = *r, s.size }

// flush closes the open stretch.
func (d *decimator) flush() {
	s := &d.open
	if s.size == 0 {
		return
	}
	order := [kept]int{0, 1, 2, 3, 4, 5}
	slices.SortFunc(order[:], func(a, b int) int { return s.seq[a] - s.seq[b] })
	last := -1
	for _, i := range order {
		if s.seq[i] != last {
			d.rows = append(d.rows, s.rows[i])
			last = s.seq[i]
		}
	}
	s.size = 0
}

func series(rows []row) Series {
	columns := make([]float64, 5*len(rows))
	cut := func(i int) []float64 { return columns[i*len(rows) : (i+1)*len(rows) : (i+1)*len(rows)] }
	s := Series{T: cut(0), Visible: cut(1), InFlight: cut(2), Delayed: cut(3), Total: cut(4)}
	for i := range rows {
		r := &rows[i]
		s.T[i] = float64(r.at) / float64(time.Millisecond)
		s.Visible[i], s.InFlight[i] = float64(r.visible), float64(r.inFlight)
		s.Delayed[i], s.Total[i] = float64(r.delayed), float64(r.total())
	}
	return s
}
