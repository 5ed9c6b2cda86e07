package main

import (
	"bufio"
	"encoding/json"
	"strconv"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// writeEvents writes each event of the run as a JSON object on a line. It
// builds them by hand: a run can have two million.
func writeEvents(out *bufio.Writer, tr *trace.Trace) {
	w := eventWriter{head: &tr.Head, actors: actorFields(&tr.Head), queues: queueFields(&tr.Head)}
	for i := range tr.Len() {
		out.Write(w.line(tr.At(i)))
	}
}

// eventWriter keeps what lines have in common.
type eventWriter struct {
	head           *trace.Head
	actors, queues []string // of each, its name and value in an object
	b              []byte
	at             time.Duration
	when           string // at as text
}

var roles = map[trace.Role]string{
	trace.Producer: "producer", trace.Consumer: "consumer", trace.Relay: "relay", trace.Member: "member",
}

func actorFields(h *trace.Head) []string {
	var fields []string
	for _, a := range h.Actors {
		fields = append(fields, `,"`+roles[a.Role]+`":`+quote(a.Name))
	}
	return fields
}

func queueFields(h *trace.Head) []string {
	var fields []string
	for _, q := range h.Queues {
		fields = append(fields, `,"queue":`+quote(q.Name))
	}
	return fields
}

func quote(s string) string {
	b, _ := json.Marshal(s) // a string has no way to fail
	return string(b)
}

// line is valid until the next call.
func (w *eventWriter) line(e *trace.Event) []byte {
	w.b = w.b[:0]
	w.time(e.At)
	w.text("event", e.Kind.String())
	if e.Actor != trace.NoActor {
		w.b = append(w.b, w.actors[e.Actor]...)
	}
	if e.Queue != trace.NoQueue {
		w.b = append(w.b, w.queues[e.Queue]...)
	}
	if e.Message > 0 {
		w.number("message", int64(e.Message))
	}
	if e.Delivery > 0 {
		w.number("delivery", int64(e.Delivery))
	}
	w.value(e)
	w.b = append(w.b, "}\n"...)
	return w.b
}

func (w *eventWriter) time(at time.Duration) {
	if at != w.at || w.when == "" {
		w.at, w.when = at, scenario.FormatDuration(at)
	}
	w.b = append(w.b, `{"at":"`...)
	w.b = append(w.b, w.when...)
	w.b = append(w.b, `","ns":`...)
	w.b = strconv.AppendInt(w.b, int64(at), 10)
}

// value is what the kind of event says of its Value and Step.
func (w *eventWriter) value(e *trace.Event) {
	switch e.Kind {
	case trace.Written:
		w.quoted("body", w.head.Body(e.Value))
		w.number("priority", int64(e.Step))
	case trace.StepStarted:
		w.quoted("step", w.head.Actors[e.Actor].Steps[e.Step])
		w.instant("until", e.Value)
	case trace.StepDone:
		w.quoted("step", w.head.Actors[e.Actor].Steps[e.Step])
	case trace.Crashed, trace.Held:
		w.instant("until", e.Value)
	case trace.Delivered, trace.Extended:
		w.instant("lease-end", e.Value)
	case trace.Acknowledged:
		w.truth("late", e.Value == 1)
	case trace.DeadLettered:
		w.truth("rejected", e.Value == 1)
	case trace.LimitReached:
		w.number("limit", e.Value)
	default:
		w.world(e)
	}
}

func (w *eventWriter) name(name string) {
	w.b = append(w.b, `,"`...)
	w.b = append(w.b, name...)
	w.b = append(w.b, `":`...)
}

func (w *eventWriter) number(name string, n int64) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, n, 10)
}

func (w *eventWriter) truth(name string, b bool) {
	w.name(name)
	w.b = strconv.AppendBool(w.b, b)
}

// text is for what needs no escapes.
func (w *eventWriter) text(name, s string) {
	w.name(name)
	w.b = append(w.b, '"')
	w.b = append(w.b, s...)
	w.b = append(w.b, '"')
}

func (w *eventWriter) quoted(name, s string) {
	w.name(name)
	w.b = append(w.b, quote(s)...)
}

// instant is null where it does not come.
func (w *eventWriter) instant(name string, ns int64) {
	if ns == trace.Never {
		w.name(name)
		w.b = append(w.b, "null"...)
		return
	}
	w.text(name, scenario.FormatDuration(time.Duration(ns)))
}
