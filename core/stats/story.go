package stats

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// A story is a measure that is a text: a word for each event of some kinds, in
// order. Unlike the others it is made of the trace when it is asked for.

// story makes the word of an event, or none.
type story func(*teller, *trace.Event) string

var stories = map[scenario.MeasureName]story{
	scenario.Received:        func(t *teller, e *trace.Event) string { return t.received(e, false) },
	scenario.ReceivedCounted: func(t *teller, e *trace.Event) string { return t.received(e, true) },
	scenario.Receivers:       (*teller).receiver,
	scenario.Handled:         (*teller).handled,
	scenario.Confirms:        (*teller).confirm,
}

// teller knows what the messages of a story are called.
type teller struct {
	head   *trace.Head
	bodies []int64 // by message, from 1; -1: not known
}

// tell is the story up to the measure's instant.
func (r *Report) tell(word story, m scenario.Measure) (Value, error) {
	if r.trace == nil {
		return Value{}, errors.New("the run was not recorded")
	}
	about, err := r.about(m.Of)
	if err != nil {
		return Value{}, err
	}
	t := &teller{head: &r.trace.Head}
	var words []string
	end := r.before(m)
	if err := r.afford(end); err != nil {
		return Value{}, err
	}
	for i := range end {
		e := r.trace.At(i)
		t.learn(e)
		if !about(e) {
			continue
		}
		if w := word(t, e); w != "" {
			words = append(words, w)
		}
	}
	return Value{Kind: Word, Word: strings.Join(words, " ")}, nil
}

// before is how many events come before the measure's instant.
func (r *Report) before(m scenario.Measure) int {
	switch m.When {
	case scenario.AtInstant:
		return r.trace.Index(m.At)
	case scenario.Before:
		return r.trace.IndexBefore(m.At)
	}
	return r.trace.Len()
}

// about says which events a subject is of.
func (r *Report) about(of scenario.Subject) (func(*trace.Event) bool, error) {
	h := &r.trace.Head
	is := func(a *trace.Actor) bool { return a.Name == of.Name || a.Of == of.Name }
	switch of.Kind {
	case scenario.Everything:
		return func(*trace.Event) bool { return true }, nil
	case scenario.OfMessage:
		return func(e *trace.Event) bool { return int(e.Message) == of.Number }, nil
	case scenario.OfGroup, scenario.OfLogGroup, scenario.OfName:
		is = func(a *trace.Actor) bool { return a.Group == of.Name || a.Name == of.Name || a.Of == of.Name }
	}
	queue := slices.IndexFunc(h.Queues, func(q trace.Queue) bool { return q.Name == of.Name })
	known := false
	actors := make([]bool, len(h.Actors))
	for i := range h.Actors {
		actors[i] = is(&h.Actors[i])
		known = known || actors[i]
	}
	switch {
	case known && of.Kind != scenario.OfQueue:
		return func(e *trace.Event) bool { return e.Actor != trace.NoActor && actors[e.Actor] }, nil
	case queue >= 0:
		return func(e *trace.Event) bool { return int(e.Queue) == queue }, nil
	}
	return nil, fmt.Errorf("there is nothing named %s", of.Name)
}

// learn notes the body of a message that is written.
func (t *teller) learn(e *trace.Event) {
	if e.Kind != trace.Written && e.Kind != trace.Appended {
		return
	}
	for int(e.Message) >= len(t.bodies) {
		t.bodies = append(t.bodies, -1)
	}
	t.bodies[e.Message] = e.Value
}

// name is the message's body, or its number where that is no single word.
func (t *teller) name(message uint32) string {
	if body := t.head.Body(t.bodies[message]); body != "" && !strings.Contains(body, " ") {
		return body
	}
	return strconv.FormatUint(uint64(message), 10)
}

func (t *teller) received(e *trace.Event, counted bool) string {
	switch e.Kind {
	case trace.Fetched:
		return t.name(e.Message)
	case trace.Delivered:
		return t.name(e.Message) + t.mark(e, counted)
	}
	return ""
}

// mark is a star where the broker says that the message was handed out before, and
// the count that it tells.
func (t *teller) mark(e *trace.Event, counted bool) string {
	if e.Delivery == 1 && e.Step == 0 {
		return ""
	}
	count := e.Delivery
	switch t.head.Queues[e.Queue].Counter {
	case trace.Unmarked:
		return ""
	case trace.NoCounter:
		return "*"
	case trace.FromZero:
		count--
	}
	if !counted {
		return "*"
	}
	return "*(" + strconv.FormatUint(uint64(count), 10) + ")"
}

func (t *teller) receiver(e *trace.Event) string {
	if e.Kind != trace.Delivered && e.Kind != trace.Fetched {
		return ""
	}
	return t.head.Actors[e.Actor].Name
}

func (t *teller) confirm(e *trace.Event) string {
	switch e.Kind {
	case trace.Confirmed:
		return "ack"
	case trace.Refused:
		return "nack"
	case trace.Unrouted:
		return "return"
	}
	return ""
}

// handled is told of Executed and Failed, which know the number of the delivery
// as Delivered does.
func (t *teller) handled(e *trace.Event) string {
	if e.Kind != trace.Executed && e.Kind != trace.Failed || e.Queue == trace.NoQueue {
		return ""
	}
	return t.name(e.Message) + t.mark(e, true)
}
