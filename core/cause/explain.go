package cause

import (
	"slices"
	"sort"

	"github.com/queuelab/queuelab/core/trace"
)

// Askable says whether event i is one that asks for an explanation: a delivery
// or an effect that is not the first, a message that came back, was lost,
// dropped or dead-lettered, an acknowledgement that came to nothing, a step
// that was skipped.
func Askable(tr *trace.Trace, i int) bool {
	e := tr.At(i)
	switch e.Kind {
	case trace.Delivered, trace.Fetched:
		return e.Delivery > 1
	case trace.Executed, trace.Sent, trace.RowSet:
		return e.Delivery > 1 && e.Message != 0 && doneBefore(tr, i)
	case trace.Acknowledged:
		return e.Value == 1
	case trace.Published:
		return publishedBefore(tr, i) >= 0
	case trace.LeaseEnded, trace.Rejected, trace.Returned, trace.DeadLettered, trace.Dropped, trace.Lost, trace.Forgotten,
		trace.AcknowledgeRefused, trace.AcknowledgeGone, trace.ExtendRefused,
		trace.RowTaken, trace.RowKept, trace.SendRecognised:
		return true
	}
	return false
}

// Explain is the chain of events that led to event i, which is its last link.
// Any event may be asked for; one that follows from nothing is its own chain.
func Explain(tr *trace.Trace, i int) []Link {
	e := tr.At(i)
	x := explanation{tr: tr, target: i}
	switch {
	case e.Kind == trace.Published:
		x.publishedAgain()
	case e.Message == 0:
		x.withoutMessage()
	default:
		x.story()
	}
	x.add(i, Plain)
	return shorten(tr, x.sorted())
}

// nearest bounds how far back Askable looks, in events.
const nearest = 20_000

// doneBefore says whether another delivery of the message did the same before.
func doneBefore(tr *trace.Trace, i int) bool {
	e := tr.At(i)
	for k := i - 1; k >= max(0, i-nearest); k-- {
		o := tr.At(k)
		if o.Message != e.Message {
			continue
		}
		if o.Kind == e.Kind && o.Delivery != e.Delivery && (e.Kind == trace.Executed || o.Slot == e.Slot) {
			return true
		}
		if o.Kind == trace.Written && o.Actor != trace.NoActor {
			return false
		}
	}
	return false
}

// explanation is a chain being put together.
type explanation struct {
	tr     *trace.Trace
	target int
	links  []Link
}

func (x *explanation) add(event int, p Part) { x.links = append(x.links, Link{Event: event, Part: p}) }

// sorted is the chain in the order of time, each event once: as what it was
// found to be first.
func (x *explanation) sorted() []Link {
	sort.SliceStable(x.links, func(i, j int) bool { return x.links[i].Event < x.links[j].Event })
	return slices.CompactFunc(x.links, func(a, b Link) bool { return a.Event == b.Event })
}

// farthest bounds how far back something is looked for, in events.
const farthest = 200_000

// last is the last event before end, not before from, for which is holds; -1
// if there is none.
func (x *explanation) last(from, end int, is func(*trace.Event) bool) int {
	for i := end - 1; i >= max(0, from, end-farthest); i-- {
		if is(x.tr.At(i)) {
			return i
		}
	}
	return -1
}

// addLast adds the last such event, if there is one, and says so.
func (x *explanation) addLast(from, end int, p Part, is func(*trace.Event) bool) bool {
	i := x.last(from, end, is)
	if i >= 0 {
		x.add(i, p)
	}
	return i >= 0
}

// publishedBefore is the last time that the row of a Published event was
// published before; -1 if it was not, or has no row.
func publishedBefore(tr *trace.Trace, i int) int {
	row := tr.At(i).Slot
	if row == ^uint32(0) {
		return -1
	}
	x := explanation{tr: tr}
	return x.last(0, i, func(e *trace.Event) bool { return e.Kind == trace.Published && e.Slot == row })
}

// publishedAgain explains a row that is published once more: whoever did it
// before crashed before marking it, or knew nothing of the other.
func (x *explanation) publishedAgain() {
	first := publishedBefore(x.tr, x.target)
	if first < 0 {
		return
	}
	x.add(first, Plain)
	who := x.tr.At(first).Actor
	x.addLast(first, x.target, Plain, func(e *trace.Event) bool { return e.Kind == trace.Crashed && e.Actor == who })
	x.addLast(first, x.target, Plain, func(e *trace.Event) bool {
		return e.Kind == trace.Recovered && e.Actor == x.tr.At(x.target).Actor
	})
}

// withoutMessage explains what no message came of: an event that no binding
// matched, a row lost with the process that kept it.
func (x *explanation) withoutMessage() {
	t := x.tr.At(x.target)
	switch t.Kind {
	case trace.Dropped:
		x.addLast(0, x.target, Plain, func(e *trace.Event) bool { return e.Kind == trace.Published && e.Actor == t.Actor })
	case trace.Lost:
		x.addLast(0, x.target, Plain, func(e *trace.Event) bool { return e.Kind == trace.RowSet && e.Slot == t.Slot })
		x.addLast(0, x.target, Plain, func(e *trace.Event) bool { return e.Kind == trace.Crashed && e.Actor == t.Actor })
	}
}
