package play

import (
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Mark is a place on the timeline where events happen.
type Mark struct {
	At time.Duration
	// Kind is the most telling kind of event there.
	Kind trace.Kind
	// Count is how many events the mark stands for.
	Count int
}

// views are what is made once for a run.
type views struct {
	marks []Mark
	most  int
	world world
}

// markedMost is how many events of a run are looked at for marks. With more of
// them a timeline is marked all over.
const markedMost = 50_000

// Marks are where events happen, in the order of time, at most so many; none
// for a run of very many events. It follows Version.Run.
func (m *Model) Marks(most int) []Mark {
	if m.Run == nil || most <= 0 || m.Run.Trace.Len() > markedMost {
		return nil
	}
	if m.views.marks == nil || m.views.most != most {
		m.views.marks, m.views.most = marks(m.Run.Trace, most), most
	}
	return m.views.marks
}

// marks puts the events of each of so many equal spans of time together.
func marks(tr *trace.Trace, most int) []Mark {
	width := tr.End()/time.Duration(most) + 1
	var list []Mark
	for i := range tr.Len() {
		e := tr.At(i)
		if n := len(list); n > 0 && list[n-1].At/width == e.At/width {
			list[n-1].add(e)
			continue
		}
		list = append(list, Mark{e.At, e.Kind, 1})
	}
	return list
}

func (k *Mark) add(e *trace.Event) {
	k.Count++
	if telling(e.Kind) > telling(k.Kind) {
		k.Kind = e.Kind
	}
}

// telling ranks the kinds by what a reader looks for on a timeline.
func telling(k trace.Kind) int {
	switch k {
	case trace.Crashed, trace.Restarted:
		return 6
	case trace.LeaseEnded, trace.Rejected, trace.Returned, trace.Lost, trace.Forgotten:
		return 5
	case trace.Dropped, trace.Failed, trace.RolledBack, trace.RowTaken, trace.RowKept, trace.SendRecognised, trace.DeadLettered, trace.AcknowledgeRefused, trace.AcknowledgeDropped, trace.Left:
		return 4
	case trace.Acknowledged, trace.Sent, trace.PositionCommitted:
		return 3
	case trace.Delivered, trace.Fetched, trace.Published:
		return 2
	case trace.Written, trace.Appended, trace.RowSet:
		return 1
	}
	return 0
}
