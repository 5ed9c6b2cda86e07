package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/internal/anyrun"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// A hundred scenarios, under twenty seeds each.
func TestEveryRunKeepsTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := anyrun.Scenario(t)
		limit := rapid.SampledFrom([]int{50, 2_000}).Draw(t, "limit")
		for range 20 {
			sc.Seed++
			keepsTheRules(t, sc, sim.Run(sc, sim.Options{MaxEvents: limit}).Trace)
		}
	})
}

func keepsTheRules(t *rapid.T, sc *scenario.Scenario, tr *trace.Trace) {
	if err := check.Conservation(tr); err != nil {
		t.Fatal(err)
	}
	if err := check.Settings(sc, tr); err != nil {
		t.Fatal(err)
	}
}

const ms = time.Millisecond

// sound is a trace that keeps every rule: a lease that ends, a late
// acknowledgement by the first consumer, and a crash of the second.
func sound() []trace.Event {
	lease := func(at time.Duration) int64 { return int64(at + 30*ms) }
	return []trace.Event{
		{Kind: trace.Written, At: 0, Actor: 0, Message: 1},
		{Kind: trace.Written, At: 0, Actor: 0, Message: 2, Slot: 1},
		{Kind: trace.Started, At: 0, Actor: 1},
		{Kind: trace.Started, At: 0, Actor: 2},
		{Kind: trace.Delivered, At: 0, Actor: 1, Message: 1, Delivery: 1, Value: lease(0)},
		{Kind: trace.StepStarted, At: 0, Actor: 1, Message: 1, Delivery: 1, Step: 1, Value: int64(45 * ms)},
		{Kind: trace.Delivered, At: 10 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 1, Value: lease(10 * ms)},
		{Kind: trace.Extended, At: 20 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 1, Value: lease(20 * ms)},
		{Kind: trace.LeaseEnded, At: 30 * ms, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.Executed, At: 35 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 1},
		{Kind: trace.Acknowledged, At: 35 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 1},
		{Kind: trace.Delivered, At: 35 * ms, Actor: 2, Message: 1, Delivery: 2, Value: lease(35 * ms)},
		{Kind: trace.Crashed, At: 40 * ms, Actor: 2, Message: 1, Delivery: 2, Value: int64(50 * ms)},
		{Kind: trace.Executed, At: 45 * ms, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.Acknowledged, At: 45 * ms, Actor: 1, Message: 1, Delivery: 1, Value: 1},
		{Kind: trace.Recovered, At: 50 * ms, Actor: 2},
	}
}

func traceOf(events []trace.Event) *trace.Trace {
	tr := &trace.Trace{Head: trace.Head{
		Actors: []trace.Actor{
			{Name: "producer", Group: "producer", Role: trace.Producer},
			{Name: "worker-1", Group: "worker", Role: trace.Consumer},
			{Name: "worker-2", Group: "worker", Role: trace.Consumer},
		},
		Queues: []trace.Queue{{Name: "jobs", Visibility: 30 * ms}},
		Bodies: []string{""},
	}}
	for _, e := range events {
		tr.Append(e)
	}
	return tr
}

func TestASoundTraceIsConserved(t *testing.T) {
	if err := check.Conservation(traceOf(sound())); err != nil {
		t.Error(err)
	}
}

func TestConservationFindsWhatIsWrong(t *testing.T) {
	const ( // places in the sound trace
		written2, delivered1, step1, delivered2, extended, leaseEnded = 1, 4, 5, 6, 7, 8
		acknowledged2, redelivered, crashed, executed1, late, back    = 10, 11, 12, 13, 14, 15
	)
	for _, c := range []struct {
		name   string
		spoil  func(e []trace.Event) []trace.Event
		expect string
	}{
		{"a number is skipped", change(written2, func(e *trace.Event) { e.Message = 3 }), "1 messages were written before"},
		{"a slot is shared", change(written2, func(e *trace.Event) { e.Slot = 0 }), "its slot is that of message 1"},
		{"a delivery number is skipped", change(redelivered, func(e *trace.Event) { e.Delivery = 3 }), "delivery 3 follows delivery 1"},
		{"a message is handed out while in flight", drop(leaseEnded), "message 1 should have become visible at 30ms"},
		{"a lease ends early", change(leaseEnded, func(e *trace.Event) { e.At = 29 * ms }), "is due at 30000000 ns"},
		{"a lease is too long", change(delivered1, func(e *trace.Event) { e.Value++ }), "its lease should end at 30000000 ns"},
		{"an extension is too long", change(extended, func(e *trace.Event) { e.Value++ }), "can't be extended"},
		{"an acknowledgement hides that it is late", change(late, func(e *trace.Event) { e.Value = 0 }), "late or not: it is in flight, as delivery 2"},
		{"an acknowledgement claims to be late", change(acknowledged2, func(e *trace.Event) { e.Value = 1 }), "late or not"},
		{"an acknowledgement comes twice", twice(acknowledged2), "settled already"},
		{"an execution comes twice", twice(executed1), "done with already"},
		{"the work ends before its time", change(executed1, func(e *trace.Event) { e.At = 44 * ms }), "its step is done at 45000000 ns"},
		{"a message vanishes", change(written2, func(e *trace.Event) { e.Kind = trace.Started }), "it was never written"},
		{"a consumer takes before it starts", drop(2), "the consumer is not up"},
		{"the dead work on", change(executed1, func(e *trace.Event) { e.Actor, e.Delivery = 2, 2 }), "not in the consumer's hands"},
		{"a consumer is back early", change(back, func(e *trace.Event) { e.At = 49 * ms }), "should be back"},
		{"time goes back", change(crashed, func(e *trace.Event) { e.At = 34 * ms }), "time went back from 35ms"},
		{"a step overlaps another", twice(step1), "in another step until 45000000 ns"},
		{"gone, and extended", add(16, trace.Event{Kind: trace.LeaseEnded, At: 65 * ms, Actor: 2, Message: 1, Delivery: 2}), "it is acknowledged"},
		{"gone, and not said so", change(late, func(e *trace.Event) { e.Kind = trace.AcknowledgeGone }), "it is in flight, not gone"},
		{"refused without a reason", change(acknowledged2, func(e *trace.Event) { e.Kind = trace.AcknowledgeRefused }), "no reason to refuse"},
		{"an old acknowledgement comes before a lease ends", change(late, func(e *trace.Event) { e.At = 65 * ms }), "its lease should have ended at 65000000 ns"},
		{"a lease is forgotten at the end", forget, "message 1 should have become visible at 65ms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := check.Conservation(traceOf(c.spoil(sound())))
			if err == nil || !strings.Contains(err.Error(), c.expect) {
				t.Errorf("%v, want %q", err, c.expect)
			}
		})
	}
}

func change(i int, how func(*trace.Event)) func([]trace.Event) []trace.Event {
	return func(e []trace.Event) []trace.Event { how(&e[i]); return e }
}

func drop(i int) func([]trace.Event) []trace.Event {
	return func(e []trace.Event) []trace.Event { return append(e[:i:i], e[i+1:]...) }
}

func add(i int, one trace.Event) func([]trace.Event) []trace.Event {
	return func(e []trace.Event) []trace.Event { return append(append(e[:i:i], one), e[i:]...) }
}

func twice(i int) func([]trace.Event) []trace.Event {
	return func(e []trace.Event) []trace.Event { return add(i, e[i])(e) }
}

// forget leaves out the last acknowledgement, so that the lease that began at
// 35 ms has no end although the trace goes on for a second.
func forget(e []trace.Event) []trace.Event {
	e[14] = trace.Event{Kind: trace.Stopped, At: 1000 * ms, Actor: 1}
	return e[:15]
}

// What moves a message between places cannot be left out unnoticed, once
// anything else happens to it.
func TestConservationNoticesEveryMissingMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 400}).Trace
		at := rapid.IntRange(0, max(0, tr.Len()-1)).Draw(t, "left out")
		if tr.Len() == 0 || !isMissed(tr, at) {
			return
		}
		spoiled := &trace.Trace{Head: tr.Head}
		for i := range tr.Len() {
			if i != at {
				spoiled.Append(*tr.At(i))
			}
		}
		if check.Conservation(spoiled) == nil {
			t.Fatalf("event %d, %s of message %d, was left out and not missed", at, tr.At(at).Kind, tr.At(at).Message)
		}
	})
}

// comesAgain tells whether the message comes to the event's queue more than once.
func comesAgain(tr *trace.Trace, e *trace.Event) bool {
	times := 0
	for i := range tr.Len() {
		if n := tr.At(i); n.Kind == trace.Written && n.Message == e.Message && n.Queue == e.Queue {
			times++
		}
	}
	return times > 1
}

// isMissed tells whether an event moves a message that something happens to
// later, with the same delivery if it is one, in a run that was not cut short. A dead letter is not missed: the
// trace alone cannot say that the message should not just wait, nor where it
// should have gone.
func isMissed(tr *trace.Trace, at int) bool {
	e := tr.At(at)
	switch e.Kind {
	case trace.Written, trace.Held, trace.Delivered, trace.LeaseEnded, trace.Woke:
	default:
		return false
	}
	if e.Actor == trace.NoActor && e.Kind == trace.Written || tr.At(tr.Len()-1).Kind == trace.LimitReached {
		return false
	}
	if comesAgain(tr, e) {
		return false
	}
	for i := at + 1; i < tr.Len(); i++ {
		n := tr.At(i)
		oldest := n.Kind == trace.Dropped && n.Message > 0 && tr.Head.Queues[n.Queue].DropsOldest
		if (n.Kind == trace.Lost || oldest) && n.Message == e.Message {
			return false // a broker loses a message wherever it is
		}
		if n.Message == e.Message && n.Kind != trace.Confirmed && (e.Kind != trace.Delivered || n.Delivery == e.Delivery) {
			return true
		}
	}
	return false
}

// A message that was lost with its broker and is written again is handed out
// under the same number and count as the delivery that is still being worked on.
func TestConservationOfWhatIsWrittenAgain(t *testing.T) {
	text := `
param work 10ms from 1ms to 1h
queue jobs
  durable
  stores 5ms
producer library
  to jobs
  write 5 "job {n}"
  confirms
consumer worker
  from jobs
  work $work
at 3ms restart jobs
at 30ms restart jobs
`
	for _, work := range []string{"1ms", "10ms", "40ms"} {
		doc, err := scenario.Parse("test", text)
		if err != nil {
			t.Fatal(err)
		}
		sc, err := doc.Bind([]scenario.Setting{{Name: "work", Value: work}})
		if err != nil {
			t.Fatal(err)
		}
		if err := check.Conservation(sim.Run(sc, sim.Options{}).Trace); err != nil {
			t.Errorf("work of %s: %v", work, err)
		}
	}
}

// The broker makes a consumer the active one that it has not yet noticed to be gone.
func TestConservationOfAnActiveConsumerThatIsGone(t *testing.T) {
	doc, err := scenario.Parse("gone", `queue jobs
  single-active
producer shop
  to jobs
  write 4 "m{n}"
consumer a x 2
  from jobs
  prefetch 1
  detection 50ms
  work 10ms
at 5ms crash a-2
at 6ms crash a-1 for 20ms
`)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	tr := sim.Run(sc, sim.Options{}).Trace
	if err := check.Conservation(tr); err != nil {
		t.Error(err)
	}
	var active []string
	for i := range tr.Len() {
		if e := tr.At(i); e.Kind == trace.Activated {
			active = append(active, fmt.Sprintf("%s at %v", tr.Head.Actors[e.Actor].Name, e.At))
		}
	}
	if want := []string{"a-1 at 0s", "a-2 at 26ms", "a-1 at 55ms"}; !slices.Equal(active, want) {
		t.Errorf("active %q, want %q", active, want)
	}
}
