package scene

import (
	"slices"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// wiring is what a scenario connects with what, beyond a producer and its queue.
type wiring struct {
	// outs says where each of the head's actors writes to.
	outs      []out
	exchanges []exchange
	queues    []queueKind
}

// out is where an actor writes to, by index; -1: not there.
type out struct {
	queues                 []int
	exchange, log, mailbox int
	// outbox is the table that a relay reads.
	outbox int
}

type exchange struct {
	name     string
	kind     scenario.ExchangeKind
	bindings []scenario.Binding
}

// queueKind is what is special about a queue.
type queueKind struct {
	dead           int // where its dead letters go; -1: nowhere
	direct, single bool
	// morgue says that other queues' dead letters come here.
	morgue bool
}

var nowhere = out{exchange: -1, log: -1, mailbox: -1, outbox: -1}

// Wire tells the survey what the scenario of its run connects.
func (s *Survey) Wire(sc *scenario.Scenario) *Survey {
	w := &s.wiring
	w.outs = slices.Repeat([]out{nowhere}, len(s.head.Actors))
	for _, x := range sc.Exchanges {
		w.exchanges = append(w.exchanges, exchange{x.Name, x.Kind, x.Bindings})
	}
	for i := range sc.Queues {
		q := &sc.Queues[i]
		w.queues = append(w.queues, queueKind{dead: q.DeadLetter, direct: q.Direct, single: q.SingleActive})
	}
	for i := range w.queues {
		if d := w.queues[i].dead; d >= 0 && d < len(w.queues) {
			w.queues[d].morgue = true
		} else {
			w.queues[i].dead = -1
		}
	}
	for i := range sc.Producers {
		w.producer(s.head, sc, &sc.Producers[i])
	}
	for i := range sc.Relays {
		w.relay(s.head, &sc.Relays[i])
	}
	return s
}

func (w *wiring) producer(h *trace.Head, sc *scenario.Scenario, p *scenario.Producer) {
	o := w.outOf(h, trace.Producer, p.Name)
	switch {
	case o == nil:
	case p.Exchange >= 0 && p.Exchange < len(sc.Exchanges):
		o.exchange = p.Exchange
	case p.Log >= 0 && p.Log < len(sc.Logs):
		o.log = p.Log
	case len(p.Also) > 0:
		o.queues = append([]int{p.Queue}, p.Also...)
	}
}

func (w *wiring) relay(h *trace.Head, r *scenario.Relay) {
	o := w.outOf(h, trace.Relay, r.Name)
	if o == nil {
		return
	}
	o.outbox = r.Table
	switch r.To {
	case scenario.ToExchange:
		o.exchange = r.Target
	case scenario.ToMailbox:
		o.mailbox = r.Target
	default:
		o.queues = []int{r.Target}
	}
}

func (w *wiring) outOf(h *trace.Head, role trace.Role, name string) *out {
	for i := range h.Actors {
		if h.Actors[i].Role == role && h.Actors[i].Name == name {
			return &w.outs[i]
		}
	}
	return nil
}

// out is where an actor writes to, if that is more than one queue of its own.
func (w *wiring) out(actor uint16) (out, bool) {
	if int(actor) >= len(w.outs) {
		return nowhere, false
	}
	o := w.outs[actor]
	return o, o.exchange >= 0 || o.log >= 0 || o.mailbox >= 0 || o.outbox >= 0 || len(o.queues) > 0
}

// queue is what is special about a queue.
func (w *wiring) queue(q uint16) queueKind {
	if int(q) >= len(w.queues) {
		return queueKind{dead: -1}
	}
	return w.queues[q]
}

// has says whether any actor writes to such a place.
func (w *wiring) has(is func(out) bool) bool { return slices.ContainsFunc(w.outs, is) }

// happening is something of a queue that a state does not tell: it holds from
// an event on.
type happening struct {
	event int
	queue uint16
	actor uint16
	at    int64
}

// last is the last happening of a queue in a trace's first events.
func last(list []happening, queue uint16, events int) (happening, bool) {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].event <= events && list[i].queue == queue {
			return list[i], true
		}
	}
	return happening{}, false
}

// noteWorld takes in what states don't keep.
func (s *Survey) noteWorld(after *trace.State, e *trace.Event) {
	switch e.Kind {
	case trace.Activated:
		s.active = append(s.active, happening{after.Events, e.Queue, e.Actor, int64(e.At)})
	case trace.Restarted:
		s.restarts = append(s.restarts, happening{after.Events, e.Queue, e.Actor, int64(e.At)})
	case trace.Lost, trace.Forgotten:
		s.lost = true
		if e.Kind == trace.Forgotten && e.Queue == trace.NoQueue {
			s.forgotten = append(s.forgotten, after.Events)
		}
	case trace.Dropped:
		s.dropped = true
	case trace.Appended:
		p := s.head.Logs[e.Step].First + int(e.Slot)
		for len(s.records) <= p {
			s.records = append(s.records, nil)
		}
		s.records[p] = append(s.records[p], e.Message)
	}
}

// longest is how long a log's longest partition gets.
func (s *Survey) longest(log int) int {
	l := s.head.Logs[log]
	most := 1
	for p := l.First; p < l.First+l.Partitions && p < len(s.records); p++ {
		most = max(most, len(s.records[p]))
	}
	return most
}
