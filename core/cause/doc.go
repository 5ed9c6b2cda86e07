// Package cause explains an event of a run: the chain of earlier events that
// brought it about, each a place to seek to.
//
// A message is delivered again because it came back; it came back because its
// lease ended, or was given up; the lease ended because the consumer crashed,
// left the message, was slower than the lease, or its acknowledgement was
// lost. Explain walks that way back and lists it in the order of time.
//
//	for _, l := range cause.Explain(tr, i) {
//		fmt.Println(tr.At(l.Event).At, tr.At(l.Event).Kind)
//	}
package cause

// Link is one link of an explanation.
type Link struct {
	// Event is an index into the trace.
	Event int
	// Part is what the event has to do with it, where its kind doesn't say.
	Part Part
	// Step is the step of the handler that Within and Before are about, an
	// index into the actor's Steps.
	Step uint8
	// Count is how many deliveries an Omitted link stands for.
	Count int
}

// Part is the part that an event plays in an explanation.
type Part uint8

// The parts.
const (
	// Plain: that it happened is all.
	Plain Part = iota
	// Slow: the step that started here went on for longer than the lease.
	Slow
	// Waiting: the lease ended before any work on the message began.
	Waiting
	// Early: acknowledged, or its position committed, before the work.
	Early
	// Within: the consumer crashed while it was in Step; Before: before it.
	Within
	Before
	// Freed: from here on the consumer could take the message, which had
	// been waiting.
	Freed
	// Omitted: Count deliveries, from this one on, went as those around them.
	Omitted
)
