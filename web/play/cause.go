package play

import (
	"fmt"
	"strconv"

	"github.com/queuelab/queuelab/core/cause"
	"github.com/queuelab/queuelab/core/trace"
)

// question is what an explanation answers.
func (r *Run) question(index int, links []cause.Link) string {
	e := r.Trace.At(index)
	w := words{r, e}
	ask := questions[e.Kind]
	if ask == nil {
		return "Why: " + r.Text(index) + "?"
	}
	return "Why " + ask(w, r.repeats(e, links)) + "?"
}

// repeats says whether a link before the last is the same thing done before.
func (r *Run) repeats(e *trace.Event, links []cause.Link) bool {
	for _, l := range links[:len(links)-1] {
		o := r.Trace.At(l.Event)
		if o.Kind == e.Kind && (e.Kind != trace.RowSet || o.Slot == e.Slot) {
			return true
		}
	}
	return false
}

// questions continue "Why"; again says that the same was done before.
var questions = [256]func(w words, again bool) string{
	trace.Delivered: handed, trace.Fetched: handed,
	trace.Executed: func(w words, again bool) string {
		if again {
			return "was the work on " + w.message() + " done again"
		}
		return "was " + w.message() + " done on delivery " + strconv.Itoa(int(w.e.Delivery))
	},
	trace.Sent: func(w words, again bool) string {
		if again {
			return "was " + w.word() + " sent again"
		}
		return "was " + w.word() + " sent on delivery " + strconv.Itoa(int(w.e.Delivery))
	},
	trace.RowSet: func(w words, again bool) string {
		if again {
			return "was " + w.cell() + " changed again by " + w.message()
		}
		return "was " + w.cell() + " changed on delivery " + strconv.Itoa(int(w.e.Delivery))
	},
	trace.Published:  func(w words, _ bool) string { return "was " + w.word() + " published again" },
	trace.LeaseEnded: cameBackQuestion, trace.Rejected: cameBackQuestion, trace.Returned: cameBackQuestion,
	trace.Acknowledged:       func(w words, _ bool) string { return "was " + w.message() + " acknowledged late" },
	trace.AcknowledgeRefused: func(w words, _ bool) string { return "was the acknowledgement of " + w.message() + " refused" },
	trace.AcknowledgeGone:    func(w words, _ bool) string { return "was " + w.message() + " gone already" },
	trace.ExtendRefused:      func(w words, _ bool) string { return "could the lease of " + w.message() + " not be extended" },
	trace.DeadLettered:       func(w words, _ bool) string { return "was " + w.message() + " dead-lettered" },
	trace.Dropped:            func(w words, _ bool) string { return "was " + w.thing() + " dropped" },
	trace.Lost:               func(w words, _ bool) string { return "was " + w.thing() + " lost" },
	trace.Forgotten:          func(w words, _ bool) string { return "is " + w.message() + " lost" },
	trace.RowTaken:           func(w words, _ bool) string { return "was " + w.message() + " not acted on again" },
	trace.RowKept:            func(w words, _ bool) string { return "did " + w.message() + " not change " + w.cell() },
	trace.SendRecognised:     func(w words, _ bool) string { return "was nothing sent for " + w.message() },
}

func handed(w words, _ bool) string {
	if w.e.Delivery > 1 {
		return "was " + w.message() + " handed out again"
	}
	return "was " + w.message() + " handed to " + w.who()
}

func cameBackQuestion(w words, _ bool) string { return "did " + w.message() + " come back" }

// thing is the message, or what never became one.
func (w words) thing() string {
	switch {
	case w.e.Message != 0:
		return w.message()
	case w.e.Kind == trace.Lost:
		return w.cell()
	}
	return "the event"
}

// word is the value that the event carries, in quotation marks.
func (w words) word() string {
	if all := w.run.Trace.Head.Words; w.e.Value >= 0 && int(w.e.Value) < len(all) {
		return "“" + all[w.e.Value] + "”"
	}
	return "it"
}

// cell is the event's place in a table: sales 8842 status.
func (w words) cell() string {
	h := &w.run.Trace.Head
	if int(w.e.Slot) >= len(h.Cells) {
		return "the row"
	}
	c := h.Cells[w.e.Slot]
	text := h.Tables[c.Table].Name
	if c.Row != "" {
		text += " " + c.Row
	}
	if c.Column != "" && c.Column != "body" && c.Column != "published" {
		text += " " + c.Column
	}
	return text
}

// table is the name of the mailbox that the event is about.
func (w words) table() string {
	if h := &w.run.Trace.Head; int(w.e.Slot) < len(h.Tables) {
		return h.Tables[w.e.Slot].Name
	}
	return "the mailbox"
}

// cause is a link in words, without its time. It may say "it" of the message
// that the chain is about.
func (r *Run) cause(l cause.Link) string {
	w := words{r, r.Trace.At(l.Event)}
	switch l.Part {
	case cause.Omitted:
		return fmt.Sprintf("and so on, %d deliveries more", l.Count)
	case cause.Slow:
		return w.who() + " began to " + w.step() + ": until " + w.instant() + ", longer than the lease"
	case cause.Waiting:
		return "the lease ended before the work on it began: visible again"
	case cause.Freed:
		return freed(w)
	case cause.Within:
		return w.who() + " crashed during “" + w.stepNamed(l.Step) + "”"
	case cause.Before:
		return w.who() + " crashed before “" + w.stepNamed(l.Step) + "”"
	case cause.Early:
		return early(w)
	}
	if write := causes[w.e.Kind]; write != nil {
		return write(w)
	}
	return r.Text(l.Event)
}

func (w words) stepNamed(step uint8) string {
	w.e = &trace.Event{Actor: w.e.Actor, Step: step}
	return w.step()
}

func freed(w words) string {
	switch w.e.Kind {
	case trace.Started:
		return w.who() + " started to take messages"
	case trace.Recovered:
		return w.who() + " was back"
	case trace.Activated:
		return w.who() + " became the active consumer"
	}
	return w.who() + " was done with " + w.message()
}

func early(w words) string {
	if w.e.Kind == trace.PositionCommitted {
		return w.who() + " committed the position after it, before the work"
	}
	return "it was acknowledged on delivery, before any work"
}

// causes are the kinds of event as links of a chain.
var causes = [256]func(words) string{
	trace.Written: written,
	trace.Appended: func(w words) string {
		if w.e.Actor == trace.NoActor {
			return w.message() + " was in the log"
		}
		return w.who() + " appended " + w.message() + " to the log"
	},
	trace.Delivered: handedOut,
	trace.Fetched: func(w words) string {
		if w.e.Delivery > 1 {
			return "read again by " + w.who()
		}
		return w.who() + " read " + w.message()
	},
	trace.Left:       func(w words) string { return w.who() + " left it unacknowledged" },
	trace.LeaseEnded: func(words) string { return "the lease ended: visible again" },
	trace.Returned:   func(words) string { return "the connection closed: visible again" },
	trace.Rejected:   func(w words) string { return w.who() + " rejected it: visible again" },
	trace.Failed:     func(w words) string { return w.who() + " could not do the work" },
	trace.Parked:     func(words) string { return "its deliveries are used up: it stays, for nobody" },
	trace.Claimed:    func(w words) string { return w.who() + " took it over" },
	trace.Woke:       func(words) string { return "the delay is over: visible" },
	trace.Crashed:    func(w words) string { return w.who() + " crashed" },
	trace.Restarted:  func(w words) string { return "the broker of " + w.queue() + " restarted: connections closed" },
	trace.Extended:   func(w words) string { return w.who() + " extended the lease to " + w.instant() },
	trace.Executed:   func(w words) string { return w.who() + " finished the work" },
	trace.Acknowledged: func(w words) string {
		if w.e.Value == 1 {
			return w.who() + " acknowledged it late: deleted all the same"
		}
		return w.who() + " acknowledged it: deleted"
	},
	trace.AcknowledgeDropped: func(w words) string { return "the acknowledgement by " + w.who() + " was lost on the way" },
	trace.AcknowledgeRefused: func(w words) string { return "the acknowledgement by " + w.who() + " came too late and was refused" },
	trace.AcknowledgeGone:    func(w words) string { return w.who() + " acknowledged it: gone already" },
	trace.ExtendRefused:      func(w words) string { return w.who() + " could not extend the lease: it had ended" },
	trace.DeadLettered: func(w words) string {
		if w.e.Value == 1 {
			return "rejected for good: dead-lettered"
		}
		return "it may not be handed out once more: dead-lettered"
	},
	trace.Dropped: dropped,
	trace.Lost: func(w words) string {
		if w.e.Message == 0 {
			return w.cell() + " was nowhere but in " + w.who() + ": lost"
		}
		return w.queue() + " had not kept it: lost"
	},
	trace.Forgotten:      func(w words) string { return "only " + w.who() + " knew of it: never done" },
	trace.RolledBack:     func(w words) string { return "the transaction was rolled back" },
	trace.RowSet:         rowSet,
	trace.RowTaken:       func(w words) string { return w.who() + " found " + w.cell() + " there already" },
	trace.RowKept:        func(w words) string { return w.who() + " found " + w.word() + " in " + w.cell() + " and left it" },
	trace.Sent:           func(w words) string { return w.who() + " sent " + w.word() + " to " + w.table() },
	trace.SendRecognised: func(w words) string { return w.table() + " had had it under the same key: nothing sent" },
	trace.Published:      func(w words) string { return w.who() + " published " + w.word() },
	trace.Moved:          func(w words) string { return "it was taken out of " + w.queue() + " by hand" },
	trace.Assigned: func(w words) string {
		return w.who() + " went on at position " + strconv.FormatInt(w.e.Value, 10)
	},
}

func handedOut(w words) string {
	text := w.who() + " was handed " + w.message()
	if w.e.Delivery > 1 {
		text = "handed out again to " + w.who()
	}
	if !w.never() {
		text += " (lease to " + w.instant() + ")"
	}
	return text
}

func rowSet(w words) string {
	who := w.who()
	if w.e.Actor == trace.NoActor {
		return w.cell() + " was there"
	}
	if w.e.Message == 0 {
		return who + " set " + w.cell() + " to " + w.word()
	}
	if c := w.run.Trace.Head.Cells[w.e.Slot]; c.Column == "" && c.Row != "" && w.word() == "“”" {
		return who + " recorded " + c.Row + " in " + w.run.Trace.Head.Tables[c.Table].Name
	}
	return who + " set " + w.cell() + " to " + w.word()
}

func dropped(w words) string {
	switch w.e.Value {
	case trace.NobodyThere:
		return "nobody was free to take it, and " + w.queue() + " keeps nothing: dropped"
	case trace.NoRoom:
		return w.queue() + " was full: dropped"
	case trace.Duplicate:
		return w.queue() + " had had one of the same id: not stored"
	}
	return "no queue is bound for it: dropped"
}
