package main

import "github.com/queuelab/queuelab/core/trace"

// world is what events of tables, mailboxes, exchanges and logs say.
func (w *eventWriter) world(e *trace.Event) {
	switch e.Kind {
	case trace.RowSet, trace.RowRead, trace.RowKept:
		w.cell(e.Slot)
		w.quoted("value", w.head.Words[e.Value])
	case trace.RowTaken:
		w.cell(e.Slot)
	case trace.Sent, trace.SendRecognised:
		w.quoted("mailbox", w.head.Tables[e.Slot].Name)
		w.quoted("what", w.head.Words[e.Value])
	case trace.Published:
		w.cell(e.Slot)
		w.quoted("what", w.head.Words[e.Value])
	case trace.Lost:
		if e.Queue == trace.NoQueue {
			w.cell(e.Slot)
		}
	case trace.Dropped:
		w.text("why", whyDropped[e.Value])
	default:
		w.log(e)
	}
}

var whyDropped = map[trace.Why]string{
	trace.NobodyThere: "nobody there", trace.NoRoom: "no room", trace.Unroutable: "no queue",
}

// cell names a cell, where there is one.
func (w *eventWriter) cell(id uint32) {
	if int64(id) >= int64(len(w.head.Cells)) {
		return
	}
	c := w.head.Cells[id]
	w.quoted("table", w.head.Tables[c.Table].Name)
	w.quoted("row", c.Row)
	if c.Column != "" {
		w.quoted("column", c.Column)
	}
}

// log is what events of logs say, which have no queue.
func (w *eventWriter) log(e *trace.Event) {
	member := e.Actor != trace.NoActor && w.head.Actors[e.Actor].Role == trace.Member
	switch e.Kind {
	case trace.Appended:
		w.place(e)
		w.quoted("body", w.head.Body(e.Value))
	case trace.Fetched, trace.PositionCommitted, trace.PositionRefused, trace.Assigned, trace.Trimmed:
		w.place(e)
		w.number("position", e.Value)
	case trace.Revoked:
		w.place(e)
	case trace.Executed, trace.Forgotten:
		if member {
			w.place(e)
			w.number("position", e.Value)
		}
	}
}

func (w *eventWriter) place(e *trace.Event) {
	w.quoted("log", w.head.Logs[e.Step].Name)
	w.number("partition", int64(e.Slot))
}
