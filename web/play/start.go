package play

import "github.com/queuelab/queuelab/core/trace"

// given is how many events a trace begins with that only say what is there
// from the start: the rows of tables and the records of logs. No cursor stands
// among them.
func given(tr *trace.Trace) int {
	n := 0
	for n < tr.Len() && fromTheStart(tr.At(n)) {
		n++
	}
	return n
}

func fromTheStart(e *trace.Event) bool {
	return e.At == 0 && e.Actor == trace.NoActor && (e.Kind == trace.RowSet || e.Kind == trace.Appended)
}

// startOf is the cursor before anything happens.
func startOf(tr *trace.Trace) Cursor { return Cursor{Events: given(tr)} }

// settled is a cursor with everything behind it that is there from the start.
func (c Cursor) settled(tr *trace.Trace) Cursor {
	if c.At == 0 {
		c.Events = max(c.Events, given(tr))
	}
	return c
}
