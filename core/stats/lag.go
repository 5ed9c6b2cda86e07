package stats

import "github.com/queuelab/queuelab/core/trace"

// Lag is the lag of a group, an index into the head's groups, or of all that
// have joined with -1, from 0 to the end of the run. Rows are left out as by
// Depth. The last Total is the measure lag.
func Lag(tr *trace.Trace, group, maxPoints int) Series {
	p := NewLagPlot(tr, group, maxPoints)
	p.Run(tr.Len())
	return p.Series()
}

// NewLagPlot readies what Lag makes, of a trace that is complete.
func NewLagPlot(tr *trace.Trace, group, maxPoints int) *Plot {
	return newPlot(tr, maxPoints, &lagWatch{&tr.Head, group, tr.State(0)})
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
	before := w.state.Lag(w.head, w.group, int(e.Slot))
	w.state.Apply(w.head, e)
	after := w.state.Lag(w.head, w.group, int(e.Slot))
	now.visible += int32(after.Unread - before.Unread)
	now.inFlight += int32(after.Uncommitted() - before.Uncommitted())
	return after != before
}
