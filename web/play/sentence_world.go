package play

import (
	"fmt"
	"strings"

	"github.com/queuelab/queuelab/core/trace"
)

// worldSentences are those of the kinds that handlers, brokers, relays and logs bring.
var worldSentences = [256]func(words) string{
	trace.Dropped: turnedAway,
	trace.Lost:    lostText,
	trace.Forgotten: func(w words) string {
		return w.piece() + " was known to " + w.who() + " alone, which crashed: it is lost"
	},
	trace.Restarted: func(w words) string { return "the broker of " + w.queue() + " restarted: its connections closed" },
	trace.Confirmed: func(w words) string {
		return "the broker confirmed to " + w.who() + " that it has stored " + w.message()
	},
	trace.Activated: func(w words) string { return w.who() + " is now the active consumer of " + w.queue() },
	trace.StepDone:  stepDone,
	trace.Failed:    func(w words) string { return w.who() + " failed on " + w.message() },
	trace.RowSet:    rowWritten,
	trace.RowRead:   func(w words) string { return w.who() + " read " + w.place() + ": " + w.run.word(w.e.Value) },
	trace.RowTaken:  rowTaken,
	trace.RowKept: func(w words) string {
		return w.who() + " found its condition false: " + w.place() + " stays " + w.run.word(w.e.Value)
	},
	trace.Begun:     func(w words) string { return w.who() + " began a transaction" },
	trace.Committed: func(w words) string { return w.who() + " committed its transaction" },
	trace.RolledBack: func(w words) string {
		return "the transaction of " + w.who() + " was rolled back: nothing of it happened"
	},
	trace.Sent: func(w words) string {
		return w.who() + " sent “" + w.run.word(w.e.Value) + "” to " + w.table() + ": it can't be taken back"
	},
	trace.SendRecognised: func(w words) string {
		return w.table() + " recognised “" + w.run.word(w.e.Value) + "” from " + w.who() + " by its key, and sent nothing"
	},
	trace.Published: publishedText,
	trace.Moved:     func(w words) string { return w.message() + " was taken out of " + w.queue() + " by hand" },
	trace.Appended:  appended,
	trace.Fetched:   fetched,
	trace.PositionCommitted: func(w words) string {
		return w.who() + " committed position " + w.number() + " in " + w.partition()
	},
	trace.PositionRefused: func(w words) string {
		return w.who() + " could not commit position " + w.number() + ": " + w.partition() + " is another's now"
	},
	trace.Assigned: func(w words) string {
		return w.who() + " reads " + w.partition() + " from position " + w.number() + " on"
	},
	trace.Revoked:      func(w words) string { return w.who() + " no longer reads " + w.partition() },
	trace.Disconnected: func(w words) string { return "the connection of " + w.who() + " closed" },
	trace.Cancelled: func(w words) string {
		return w.who() + " wants no more messages of " + w.queue() + ", and keeps those it has"
	},
	trace.Expired: func(w words) string {
		return w.message() + " outlived its time to live in " + w.queue() + ": it is gone"
	},
	trace.Refused: func(w words) string { return w.queue() + " refused what " + w.who() + " wrote" },
	trace.Unrouted: func(w words) string {
		return "what " + w.who() + " published came back to it: no binding matched"
	},
	trace.Severed: func(w words) string {
		return "the broker closed the connection of " + w.who() + ", which goes on with what it has in hand"
	},
	trace.Reconnected: func(w words) string { return w.who() + " is connected again" },
	trace.Parted:      func(w words) string { return w.who() + " is cut off from its broker" + w.until() },
	trace.Healed:      func(w words) string { return w.who() + " reaches its broker again" },
	trace.Paused:      func(w words) string { return w.who() + " stands still" + w.until() },
	trace.Resumed:     func(w words) string { return w.who() + " goes on where it was" },
	trace.Slowed:      func(w words) string { return w.who() + " takes " + w.number() + " times as long from now on" },
	trace.ConfirmDropped: func(w words) string {
		return "the confirmation of " + w.message() + " was lost on its way to " + w.who()
	},
	trace.Removed: func(w words) string { return w.queue() + " was not used for too long, and was removed" },
	trace.Parked: func(w words) string {
		return w.message() + " has used up its deliveries: it stays in " + w.queue() + ", for nobody"
	},
	trace.Claimed: func(w words) string { return w.who() + " took " + w.message() + " over from whoever had it" },
	trace.Trimmed: func(w words) string {
		return "retention dropped the records of " + w.partition() + " below position " + w.number()
	},
}

func (w words) number() string { return fmt.Sprint(w.e.Value) }

// until says how long what begins here lasts.
func (w words) until() string {
	if w.never() {
		return " for good"
	}
	return " until " + w.instant()
}

// piece is the event's message, or record where no queue is concerned.
func (w words) piece() string {
	if w.e.Queue == trace.NoQueue {
		return fmt.Sprintf("record %d", w.e.Message)
	}
	return w.message()
}

func (w words) tableNamed(i uint16) string { return w.run.Trace.Head.Tables[i].Name }

// place names the event's cell: orders 8842 status.
func (w words) place() string {
	if int(w.e.Slot) >= len(w.run.Trace.Head.Cells) {
		return "the row"
	}
	c := w.run.Trace.Head.Cells[w.e.Slot]
	if w.run.Trace.Head.Tables[c.Table].Kind == trace.Outbox {
		return "row " + c.Row + " of " + w.tableNamed(c.Table)
	}
	return strings.Join(strings.Fields(w.tableNamed(c.Table)+" "+c.Row+" "+c.Column), " ")
}

// partition names the event's log, and its partition where there are several.
func (w words) partition() string {
	if int(w.e.Step) >= len(w.run.Trace.Head.Logs) {
		return "the log"
	}
	l := w.run.Trace.Head.Logs[w.e.Step]
	if l.Partitions == 1 {
		return l.Name
	}
	return fmt.Sprintf("partition %d of %s", w.e.Slot, l.Name)
}

func turnedAway(w words) string {
	switch w.e.Value {
	case trace.NobodyThere:
		return w.message() + " was turned away: nobody at " + w.queue() + " was free"
	case trace.NoRoom:
		return w.message() + " was turned away: " + w.queue() + " was full"
	case trace.Duplicate:
		return "what " + w.who() + " wrote was not stored: " + w.queue() + " had had one of the same id"
	case trace.Circular:
		return w.message() + " was dropped: it was to go where it had expired before"
	}
	return "what " + w.who() + " published reached no queue: no binding matched"
}

func lostText(w words) string {
	if w.e.Queue == trace.NoQueue {
		return w.place() + " was only in the memory of " + w.who() + ", which crashed: it is lost"
	}
	return w.message() + " is lost: " + w.queue() + " had not kept it"
}

func stepDone(w words) string {
	text := w.who() + " did “" + w.step() + "”"
	if w.e.Message != 0 {
		text += " for " + w.message()
	}
	return text
}

func rowWritten(w words) string {
	value := w.run.word(w.e.Value)
	c := w.run.Trace.Head.Cells[w.e.Slot]
	kind := w.run.Trace.Head.Tables[c.Table].Kind
	switch {
	case w.e.Actor == trace.NoActor && value == "":
		return w.place() + " is there from the start"
	case w.e.Actor == trace.NoActor:
		return w.place() + " is " + value + " from the start"
	case kind == trace.Outbox && c.Column == published:
		return w.who() + " marked row " + c.Row + " of " + w.tableNamed(c.Table) + " as published"
	case value == "":
		return w.who() + " recorded " + c.Row + " in " + w.tableNamed(c.Table)
	}
	return w.who() + " set " + w.place() + " to " + value
}

func rowTaken(w words) string {
	if int(w.e.Slot) >= len(w.run.Trace.Head.Cells) {
		return w.who() + " found the row there already"
	}
	c := w.run.Trace.Head.Cells[w.e.Slot]
	return w.who() + " found " + c.Row + " in " + w.tableNamed(c.Table) + " already"
}

func publishedText(w words) string {
	text := w.who() + " published “" + w.run.word(w.e.Value) + "”"
	if int(w.e.Slot) < len(w.run.Trace.Head.Cells) {
		c := w.run.Trace.Head.Cells[w.e.Slot]
		return w.who() + " published row " + c.Row + " of " + w.tableNamed(c.Table) + ", “" + w.run.word(w.e.Value) + "”"
	}
	return text
}

func appended(w words) string {
	text := w.piece()
	if body := w.run.Trace.Head.Body(w.e.Value); body != "" {
		text += " (" + body + ")"
	}
	if w.e.Actor == trace.NoActor {
		return text + " is in " + w.partition() + " from the start"
	}
	return w.who() + " appended " + text + " to " + w.partition()
}

func fetched(w words) string {
	text := w.who() + " read " + w.piece() + " at position " + w.number() + " of " + w.partition()
	if w.e.Delivery > 1 {
		text += ", for the " + ordinal(int(w.e.Delivery)) + " time"
	}
	return text
}

func started(w words) string {
	if w.run.Trace.Head.Actors[w.e.Actor].Role == trace.Consumer {
		return w.who() + " started to take messages"
	}
	return w.who() + " started"
}
