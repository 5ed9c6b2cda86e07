package scene

import (
	"sort"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Axis is the timeline's scale. Time runs along it, and every event takes up a
// little of it too: events of one instant stand beside each other there, as
// they happen one after the other.
type Axis struct {
	trace *trace.Trace
	// events is the share of the axis that events take, the rest is time's.
	events float64
}

// spaced is the number of events up to which they take room on the axis.
const spaced = 500

// NewAxis is the scale of a run.
func NewAxis(t *trace.Trace) Axis {
	n := t.Len()
	switch {
	case n == 0 || n > spaced && t.End() > 0:
		return Axis{trace: t}
	case t.End() == 0:
		return Axis{trace: t, events: 1}
	}
	return Axis{trace: t, events: min(0.6, 0.025*float64(n))}
}

// Position is where a cursor stands, from 0 to 1: after so many events, at an
// instant, and phase of the way into the next event.
func (a Axis) Position(events int, at time.Duration, phase float64) float64 {
	p := 0.0
	if end := a.trace.End(); end > 0 {
		p = (1 - a.events) * float64(at) / float64(end)
	}
	if n := a.trace.Len(); n > 0 {
		p += a.events * (float64(events) + phase) / float64(n)
	}
	return min(1, max(0, p))
}

// At is the cursor that stands at a position: after so many events, and an
// instant not before the last of them.
func (a Axis) At(position float64) (events int, at time.Duration) {
	n := a.trace.Len()
	end := a.trace.End()
	if a.events == 0 {
		at = time.Duration(position * float64(end))
		return a.trace.Index(at), at
	}
	// The first event whose middle is to the right has not happened.
	half := 0.5
	events = sort.Search(n, func(i int) bool { return a.Position(i, a.trace.At(i).At, half) > position })
	from, to := time.Duration(0), end
	if events > 0 {
		from = a.trace.At(events - 1).At
	}
	if events < n {
		to = a.trace.At(events).At
	}
	if a.events == 1 {
		return events, from
	}
	rest := position - a.events*float64(events)/float64(n)
	at = time.Duration(rest / (1 - a.events) * float64(end))
	return events, min(to, max(from, at))
}
