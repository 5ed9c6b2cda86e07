package cause

import "github.com/queuelab/queuelab/core/trace"

// story tells what happened to the target's message up to it.
func (x *explanation) story() {
	events := x.ofMessage()
	turns := split(x.tr, events)
	for i := range turns {
		x.turn(&turns[i])
	}
	x.met()
	x.ready(turns)
}

// ofMessage are the events of the target's message from its writing to the
// target, without what other groups did with the same record.
func (x *explanation) ofMessage() []int {
	t := x.tr.At(x.target)
	var found []int
	for i := x.target; i >= 0; i-- {
		e := x.tr.At(i)
		if e.Message != t.Message || !x.sameGroup(e, t) {
			continue
		}
		found = append(found, i)
		if e.Kind == trace.Appended || e.Kind == trace.Written && e.Actor != trace.NoActor {
			break
		}
	}
	for a, b := 0, len(found)-1; a < b; a, b = a+1, b-1 {
		found[a], found[b] = found[b], found[a]
	}
	return found
}

func (x *explanation) sameGroup(e, t *trace.Event) bool {
	actors := x.tr.Head.Actors
	if e.Actor == trace.NoActor || t.Actor == trace.NoActor {
		return true
	}
	a, b := &actors[e.Actor], &actors[t.Actor]
	return a.Role != trace.Member || b.Role != trace.Member || a.LogGroup == b.LogGroup
}

// turn is one delivery of the message and what became of it: its events, of
// which the first is the delivery. The turn before the first delivery is the
// writing.
type turn struct {
	delivery uint32
	events   []int
}

// split parts the events of a message by its deliveries. What a consumer does
// after its lease ended belongs to its own delivery, not to the one since.
func split(tr *trace.Trace, events []int) []turn {
	turns := []turn{{}}
	for _, i := range events {
		e := tr.At(i)
		if e.Kind == trace.Delivered || e.Kind == trace.Fetched {
			turns = append(turns, turn{delivery: e.Delivery})
		}
		t := turnOf(turns, e.Delivery)
		t.events = append(t.events, i)
	}
	return turns
}

// turnOf is the last turn of a delivery; the last of all where it has none.
func turnOf(turns []turn, delivery uint32) *turn {
	for i := len(turns) - 1; i > 0 && delivery > 0; i-- {
		if turns[i].delivery == delivery {
			return &turns[i]
		}
	}
	return &turns[len(turns)-1]
}

// turn adds what matters of one delivery.
func (x *explanation) turn(t *turn) {
	for _, i := range t.events {
		e := x.tr.At(i)
		switch e.Kind {
		case trace.Written, trace.Appended:
			x.written(i, e)
		case trace.Delivered, trace.Fetched, trace.Left, trace.AcknowledgeDropped, trace.AcknowledgeRefused,
			trace.Failed, trace.RolledBack, trace.DeadLettered, trace.Moved, trace.Woke, trace.Parked, trace.Claimed,
			trace.Executed, trace.Sent, trace.RowSet, trace.Forgotten, trace.Lost:
			x.add(i, Plain)
		case trace.Acknowledged:
			x.acknowledged(t, i)
		case trace.Crashed:
			x.crashed(t, i)
		case trace.LeaseEnded, trace.Rejected, trace.Returned:
			x.cameBack(t, i)
		}
	}
	x.endOf(t)
}

// written tells how the message came to the queue where there is nothing else
// to tell: it was moved there, or this is all that happened before.
func (x *explanation) written(i int, e *trace.Event) {
	moved := e.Kind == trace.Written && e.Actor == trace.NoActor
	switch t := x.tr.At(x.target); t.Kind {
	case trace.Dropped, trace.Lost:
		x.add(i, Plain)
	case trace.Delivered, trace.Fetched:
		if moved || t.Delivery <= 1 {
			x.add(i, Plain)
		}
	default:
		if moved {
			x.add(i, Plain)
		}
	}
}

// acknowledged tells of an acknowledgement that came too early, or too late,
// or before another one.
func (x *explanation) acknowledged(t *turn, i int) {
	if !x.any(t, i, trace.StepStarted, trace.StepDone, trace.Executed) {
		x.add(i, Early)
		return
	}
	x.add(i, Plain)
}

// any says whether one of the kinds is among the turn's events before i.
func (x *explanation) any(t *turn, end int, kinds ...trace.Kind) bool {
	for _, i := range t.events {
		if i >= end {
			break
		}
		for _, k := range kinds {
			if x.tr.At(i).Kind == k {
				return true
			}
		}
	}
	return false
}

// crashed tells where in its handler the consumer was.
func (x *explanation) crashed(t *turn, i int) {
	who := x.tr.At(i).Actor
	link := Link{Event: i}
	for _, k := range t.events {
		e := x.tr.At(k)
		if k >= i || e.Actor != who {
			continue
		}
		switch e.Kind {
		case trace.StepStarted:
			link.Part, link.Step = Within, e.Step
		case trace.StepDone:
			link.Part, link.Step = Before, e.Step+1
		}
	}
	x.links = append(x.links, link)
}

// cameBack tells why the message became visible again: what is not among its
// own events is looked for between its delivery and here.
func (x *explanation) cameBack(t *turn, i int) {
	e := x.tr.At(i)
	part := Plain
	switch {
	case e.Kind == trace.LeaseEnded && !x.explained(t, i) && !x.holderCrashed(t, i):
		part = x.slow(t, i)
	case e.Kind == trace.Returned && !x.any(t, i, trace.Crashed):
		x.disconnected(t, i)
	}
	x.add(i, part)
	if e.Kind == trace.LeaseEnded {
		x.extension(t, i)
	}
}

// explained says whether the consumer had let go of the message by itself.
func (x *explanation) explained(t *turn, end int) bool {
	return x.any(t, end, trace.Left, trace.AcknowledgeDropped, trace.Crashed, trace.AcknowledgeRefused)
}

// holderCrashed finds the crash of a consumer that had the message in its hand
// while it worked on another.
func (x *explanation) holderCrashed(t *turn, end int) bool {
	who := x.tr.At(end).Actor
	return x.addLast(t.events[0], end, Plain, func(e *trace.Event) bool { return e.Kind == trace.Crashed && e.Actor == who })
}

// disconnected finds what closed the connection: a crash or a restart.
func (x *explanation) disconnected(t *turn, end int) {
	back := x.tr.At(end)
	x.addLast(t.events[0], end, Plain, func(e *trace.Event) bool {
		return (e.Kind == trace.Crashed || e.Kind == trace.Stopped) && e.Actor == back.Actor ||
			e.Kind == trace.Restarted && e.Queue == back.Queue
	})
}

// slow finds the step that outlasted the lease.
func (x *explanation) slow(t *turn, end int) Part {
	at := -1
	for _, i := range t.events {
		if i < end && x.tr.At(i).Kind == trace.StepStarted {
			at = i
		}
	}
	if at < 0 {
		return Waiting
	}
	x.add(at, Slow)
	return Plain
}

// extension finds the last time that the lease was extended before it ended.
func (x *explanation) extension(t *turn, end int) {
	at := -1
	for _, i := range t.events {
		if i < end && x.tr.At(i).Kind == trace.Extended {
			at = i
		}
	}
	if at >= 0 {
		x.add(at, Plain)
	}
}

// endOf looks for what is about the turn's reader and not about the message:
// a position committed before the work.
func (x *explanation) endOf(t *turn) {
	target := x.tr.At(x.target)
	if target.Kind != trace.Forgotten || len(t.events) == 0 || x.tr.At(t.events[0]).Kind != trace.Fetched {
		return
	}
	who, partition := target.Actor, target.Slot
	x.addLast(t.events[0], x.target, Early, func(e *trace.Event) bool {
		return e.Kind == trace.PositionCommitted && e.Actor == who && e.Slot == partition
	})
}

// met finds what the target was met by: a crash, a restart, a value that
// stood in its cell.
func (x *explanation) met() {
	t := x.tr.At(x.target)
	switch t.Kind {
	case trace.Forgotten:
		x.addLast(x.tr.IndexBefore(t.At), x.target, Plain, func(e *trace.Event) bool { return e.Kind == trace.Crashed && e.Actor == t.Actor })
	case trace.Lost:
		x.addLast(0, x.target, Plain, func(e *trace.Event) bool { return e.Kind == trace.Restarted && e.Queue == t.Queue })
	case trace.RowTaken, trace.RowKept:
		x.addLast(0, x.target, Plain, func(e *trace.Event) bool { return e.Kind == trace.RowSet && e.Slot == t.Slot })
	case trace.SendRecognised:
		x.addLast(0, x.target, Plain, func(e *trace.Event) bool { return e.Kind == trace.Sent && e.Slot == t.Slot && e.Value == t.Value })
	}
}

// ready tells what a message that could be handed out waited for.
func (x *explanation) ready(turns []turn) {
	t := x.tr.At(x.target)
	switch t.Kind {
	case trace.Fetched:
		x.addLast(0, x.target, Plain, func(e *trace.Event) bool {
			return e.Kind == trace.Assigned && e.Actor == t.Actor && e.Slot == t.Slot && t.Delivery > 1 && e.Value <= t.Value
		})
	case trace.Delivered:
		before := turns[len(turns)-2].events
		if len(before) == 0 || x.tr.At(before[len(before)-1]).At >= t.At {
			return
		}
		x.freed(t)
	}
}

// freed finds what made room in the consumer at the very instant of the delivery.
func (x *explanation) freed(t *trace.Event) {
	x.addLast(x.tr.IndexBefore(t.At), x.target, Freed, func(e *trace.Event) bool {
		if e.Actor != t.Actor {
			return false
		}
		switch e.Kind {
		case trace.Started, trace.Recovered, trace.Activated, trace.Executed, trace.Acknowledged, trace.AcknowledgeDropped,
			trace.AcknowledgeRefused, trace.AcknowledgeGone, trace.Left, trace.Rejected, trace.Failed:
			return true
		}
		return false
	})
}
