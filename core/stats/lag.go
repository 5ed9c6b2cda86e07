package stats

import "github.com/queuelab/queuelab/core/trace"

// Lag is the lag of a group, an index into the head's groups, or of all groups
// that have joined with -1, from 0 to the end of the run. Rows are left out as
// by Depth. Its last Total is the measure lag.
func Lag(tr *trace.Trace, group, maxPoints int) Series {
	p := NewLagPlot(tr, group, maxPoints)
	p.Run(tr.Len())
	return p.Series()
}

// NewLagPlot readies what Lag makes, of a trace that is complete.
func NewLagPlot(tr *trace.Trace, group, maxPoints int) *Plot {
	return newPlot(tr, maxPoints, &lagWatch{head: &tr.Head, group: group, state: trace.NewState(&tr.Head)})
}

// lagWatch follows the lag in a state that is told of the logs' events alone.
type lagWatch struct {
	head  *trace.Head
	group int
	state *trace.State
}

func (w *lagWatch) apply(e *trace.Event, now *row) bool {
	switch e.Kind {
	case trace.Appended, trace.Assigned, trace.Fetched, trace.PositionCommitted:
	default:
		return false
	}
	before := w.concerned(e)
	w.state.Apply(w.head, e)
	change := w.concerned(e).Minus(before)
	now.visible += int32(change.Unread)
	now.inFlight += int32(change.Uncommitted())
	return change != trace.Lag{}
}

// concerned is the lag in the event's partition, of the groups that it can change.
func (w *lagWatch) concerned(e *trace.Event) (sum trace.Lag) {
	for g := range w.head.Groups {
		if (w.group < 0 || w.group == g) && w.concerns(e, g) {
			sum = sum.Plus(w.state.PartitionLag(w.head, g, int(e.Slot)))
		}
	}
	return sum
}

func (w *lagWatch) concerns(e *trace.Event, group int) bool {
	if e.Kind == trace.Appended {
		return w.head.Groups[group].Log == uint16(e.Step)
	}
	return int(w.head.Actors[e.Actor].LogGroup) == group
}
