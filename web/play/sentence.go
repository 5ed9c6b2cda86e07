package play

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// Sentence is event i of the run with its time: "22 ms: consumer-1 crashed."
func (r *Run) Sentence(i int) string {
	e := r.Trace.At(i)
	return timeText(e.At) + ": " + r.Text(i) + "."
}

// Text is event i of the run in words, without its time.
func (r *Run) Text(i int) string {
	e := r.Trace.At(i)
	write := sentences[e.Kind]
	if write == nil {
		write = worldSentences[e.Kind]
	}
	if write == nil {
		return e.Kind.String()
	}
	return write(words{r, e})
}

// words are what an event's sentence is made of.
type words struct {
	run *Run
	e   *trace.Event
}

func (w words) who() string   { return w.run.actor(w.e.Actor) }
func (w words) queue() string { return w.run.queue(w.e.Queue) }
func (w words) message() string {
	return fmt.Sprintf("message %d", w.e.Message)
}

// instant is the event's value, an instant.
func (w words) instant() string { return timeText(time.Duration(w.e.Value)) }

func (w words) never() bool { return w.e.Value == trace.Never }

func (r *Run) actor(i uint16) string {
	if int(i) >= len(r.Trace.Head.Actors) {
		return "the broker"
	}
	return r.Trace.Head.Actors[i].Name
}

func (r *Run) queue(i uint16) string {
	if int(i) >= len(r.Trace.Head.Queues) {
		return "the broker"
	}
	return r.Trace.Head.Queues[i].Name
}

var sentences = [256]func(words) string{
	trace.Started:      started,
	trace.Stopped:      func(w words) string { return w.who() + " stopped" },
	trace.Crashed:      crashed,
	trace.Recovered:    func(w words) string { return w.who() + " is back" },
	trace.Written:      written,
	trace.Held:         func(w words) string { return w.message() + " is held back until " + w.instant() },
	trace.Delivered:    delivered,
	trace.StepStarted:  stepStarted,
	trace.Executed:     func(w words) string { return w.who() + " finished its work on " + w.piece() },
	trace.Acknowledged: acknowledged,
	trace.AcknowledgeRefused: func(w words) string {
		return w.queue() + " refused the late acknowledgement of " + w.message() + " by " + w.who()
	},
	trace.AcknowledgeGone: func(w words) string {
		return w.who() + " acknowledged " + w.message() + ", which had gone already"
	},
	trace.AcknowledgeDropped: func(w words) string {
		return "the acknowledgement of " + w.message() + " by " + w.who() + " was lost on its way"
	},
	trace.Left:     func(w words) string { return w.who() + " left " + w.message() + " unacknowledged" },
	trace.Extended: func(w words) string { return w.who() + " extended its lease of " + w.message() + " to " + w.instant() },
	trace.ExtendRefused: func(w words) string {
		return w.who() + " could not extend its lease of " + w.message() + ", which had ended"
	},
	trace.LeaseEnded: func(w words) string { return "the lease of " + w.message() + " ended: it is visible again" },
	trace.Rejected:   func(w words) string { return w.who() + " rejected " + w.message() + ": it is visible again" },
	trace.Returned: func(w words) string {
		return w.message() + " came back from " + w.who() + ", whose connection closed: it is visible again"
	},
	trace.Woke:         func(w words) string { return "the delay of " + w.message() + " is over: it is visible" },
	trace.DeadLettered: deadLettered,
	trace.LimitReached: func(w words) string {
		return fmt.Sprintf("the run was cut short at its limit of %d events", w.e.Value)
	},
}

func stepStarted(w words) string {
	text := w.who() + " began to " + w.step()
	if w.handled() {
		text = w.who() + " began “" + w.step() + "”"
	}
	if w.e.Message != 0 {
		text += " on " + w.piece()
	}
	return text + ", until " + w.instant()
}

// handled says that the event is of a handler with steps of its own.
func (w words) handled() bool {
	return w.e.Actor != trace.NoActor && w.run.Trace.Head.Actors[w.e.Actor].Handler != ""
}

func crashed(w words) string {
	text := w.who() + " crashed"
	if w.e.Message != 0 {
		text += " while working on " + w.piece()
	}
	if !w.never() {
		text += ", until " + w.instant()
	}
	return text
}

func written(w words) string {
	text := w.message()
	if body := w.run.Trace.Head.Body(w.e.Value); body != "" {
		text += " (" + body + ")"
	}
	switch {
	case w.e.Actor == trace.NoActor:
		return text + " was moved to " + w.queue()
	case w.who() == sim.HandName:
		return text + " was written to " + w.queue() + " by hand"
	}
	return w.who() + " wrote " + text + " to " + w.queue()
}

func delivered(w words) string {
	text := w.queue() + " delivered " + w.message() + " to " + w.who()
	if w.e.Delivery > 1 {
		text += ", for the " + ordinal(int(w.e.Delivery)) + " time"
	}
	if !w.never() {
		text += ": its lease ends at " + w.instant()
	}
	return text
}

func acknowledged(w words) string {
	text := w.who() + " acknowledged " + w.message()
	if w.e.Value == 1 {
		text += ", late"
	}
	return text
}

func deadLettered(w words) string {
	switch w.e.Value {
	case trace.ByConsumer:
		return w.who() + " rejected " + w.message() + " for good: it is dead-lettered"
	case trace.ByTTL:
		return w.message() + " outlived its time to live: it is dead-lettered"
	case trace.ByLength:
		return w.message() + " made room in " + w.queue() + ", which was full: it is dead-lettered"
	}
	return w.message() + " may not be delivered once more: it is dead-lettered"
}

func (w words) step() string {
	if w.e.Actor == trace.NoActor {
		return "work"
	}
	steps := w.run.Trace.Head.Actors[w.e.Actor].Steps
	if int(w.e.Step) >= len(steps) {
		return "work"
	}
	return steps[w.e.Step]
}

func ordinal(n int) string {
	switch {
	case n%10 == 1 && n%100 != 11:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2 && n%100 != 12:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3 && n%100 != 13:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}

// plural is a count with its noun: 1 message, 2 messages.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sentence makes a sentence of an error's text.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}

// timeText is an instant or a span as the page writes it: 22 ms, 1.5 s, and to
// the microsecond, 22.348 ms, where it is longer than a millisecond.
func timeText(d time.Duration) string {
	if d > time.Millisecond {
		d = d.Round(time.Microsecond)
		if d%time.Millisecond != 0 {
			return fmt.Sprintf("%v ms", float64(d/time.Microsecond)/1000)
		}
	}
	return apart(scenario.FormatDuration(d))
}

// apart puts a space between a number and its unit.
func apart(text string) string {
	unit := strings.IndexFunc(text, unicode.IsLetter)
	if unit <= 0 || text[unit-1] < '0' || text[unit-1] > '9' {
		return text
	}
	return text[:unit] + " " + text[unit:]
}
