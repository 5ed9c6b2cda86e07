package scene

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

const ms = time.Millisecond

var handlerSteps = []string{"receive", "work", "acknowledge"}

// unacknowledged is three messages, the second of which is handed to
// consumer-1 and left; its lease of 30 ms runs out and consumer-2 takes it.
func unacknowledged() *trace.Trace {
	t := &trace.Trace{Head: trace.Head{
		Actors: []trace.Actor{
			{Name: "library", Role: trace.Producer},
			{Name: "consumer-1", Role: trace.Consumer, Steps: handlerSteps},
			{Name: "consumer-2", Role: trace.Consumer, Steps: handlerSteps},
		},
		Queues: []trace.Queue{{Name: "jobs", Visibility: 30 * ms}},
		Bodies: []string{""},
	}}
	lease := int64(30 * ms)
	for _, e := range []trace.Event{
		{Kind: trace.Written, Message: 1, Slot: 0, Actor: 0},
		{Kind: trace.Written, Message: 2, Slot: 1, Actor: 0},
		{Kind: trace.Written, Message: 3, Slot: 2, Actor: 0},
		{Kind: trace.Started, Actor: 1},
		{Kind: trace.Delivered, Message: 1, Slot: 0, Delivery: 1, Actor: 1, Value: lease},
		{Kind: trace.Executed, Message: 1, Slot: 0, Delivery: 1, Actor: 1},
		{Kind: trace.Acknowledged, Message: 1, Slot: 0, Delivery: 1, Actor: 1},
		{Kind: trace.Delivered, Message: 2, Slot: 1, Delivery: 1, Actor: 1, Value: lease},
		{Kind: trace.Left, Message: 2, Slot: 1, Delivery: 1, Actor: 1},
		{At: 30 * ms, Kind: trace.LeaseEnded, Message: 2, Slot: 1, Delivery: 1, Actor: trace.NoActor},
		{At: 30 * ms, Kind: trace.Started, Actor: 2},
		{At: 30 * ms, Kind: trace.Delivered, Message: 2, Slot: 1, Delivery: 2, Actor: 2, Value: 2 * lease},
	} {
		t.Append(e)
	}
	return t
}

func drawn(t *trace.Trace, width float64, events int, now time.Duration, phase float64) *Picture {
	return NewStage(NewPlan(NewSurvey(t), width)).Draw(t, events, now, phase)
}

func find(t *testing.T, p *Picture, k Key) *Node {
	t.Helper()
	i := slices.IndexFunc(p.Nodes, func(n Node) bool { return n.Key == k })
	if i < 0 {
		t.Fatalf("nothing is drawn for %+v", k)
	}
	return &p.Nodes[i]
}

func absent(t *testing.T, p *Picture, k Key) {
	t.Helper()
	if slices.ContainsFunc(p.Nodes, func(n Node) bool { return n.Key == k }) {
		t.Errorf("%+v is drawn", k)
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 0.05 {
		t.Errorf("%s = %.2f, want %.2f", what, got, want)
	}
}

// At a width of 840 the rail begins at 14+112+46 = 172 and ends at
// 840-14-252-92.4 = 481.6. Three messages of 42 with gaps of 10 fit in a row;
// the first stands 12+21 from the right end.
func TestMessagesStandInTheirQueueTheOldestNextToTheConsumers(t *testing.T) {
	p := drawn(unacknowledged(), 840, 3, 0, 0)
	for number, x := range map[uint32]float64{1: 448.6, 2: 396.6, 3: 344.6} {
		n := find(t, p, Key{MessageKey, number})
		near(t, "x", n.X, x)
		if n.Class != "message visible" {
			t.Errorf("message %d is %q", number, n.Class)
		}
	}
}

func TestAMessageInFlightLeavesAnOutlineInItsPlace(t *testing.T) {
	// Message 1 is acknowledged: 2 is the first in the queue now, and in flight.
	p := drawn(unacknowledged(), 840, 8, 10*ms, 0)
	near(t, "outline", find(t, p, Key{OutlineKey, 2}).X, 448.6)
	message := find(t, p, Key{MessageKey, 2})
	if message.Class != "message flight" {
		t.Errorf("class is %q", message.Class)
	}
	// consumer-1's card begins at 840-14-252 = 574, the hand 34 further.
	near(t, "in hand", message.X, 608)
	absent(t, p, Key{OutlineKey, 1})
	if got := find(t, p, Key{MessageKey, 1}); got.Class != "message acked" {
		t.Errorf("message 1 is %q", got.Class)
	}
}

func TestTheLeaseRingDrains(t *testing.T) {
	for _, c := range []struct {
		now  time.Duration
		want float64
		text string
	}{{0, 1, "lease: 30 of 30 ms left"}, {22 * ms, 8.0 / 30, "lease: 8 of 30 ms left"}} {
		p := drawn(unacknowledged(), 840, 9, c.now, 0)
		ring := find(t, p, Key{MessageKey, 2}).Parts
		i := slices.IndexFunc(ring, func(p Part) bool { return p.Class == "lease" })
		if i < 0 {
			t.Fatal("no ring")
		}
		near(t, "share", ring[i].Share, c.want)
		if text := texts(find(t, p, Key{ActorKey, 1})); !strings.Contains(text, c.text) {
			t.Errorf("at %v the card says %q, want %q", c.now, text, c.text)
		}
	}
}

func TestTheWayBackIsShownOnlyWhereTheLeaseRunsOut(t *testing.T) {
	tr := unacknowledged()
	absent(t, drawn(tr, 840, 5, 0, 0), Key{BackKey, 1})
	back := find(t, drawn(tr, 840, 9, 10*ms, 0), Key{BackKey, 2})
	if text := texts(back); text != "visible again at 30 ms" {
		t.Errorf("it says %q", text)
	}
	absent(t, drawn(tr, 840, 10, 30*ms, 0), Key{BackKey, 2})
}

func TestARedeliveryCarriesItsCount(t *testing.T) {
	n := find(t, drawn(unacknowledged(), 840, 12, 30*ms, 0), Key{MessageKey, 2})
	if n.Class != "message flight again" || !strings.Contains(texts(n), "×2") {
		t.Errorf("class %q, text %q", n.Class, texts(n))
	}
}

func TestBetweenTwoEventsAMessageIsOnItsWay(t *testing.T) {
	tr := unacknowledged()
	from := find(t, drawn(tr, 840, 4, 0, 0), Key{MessageKey, 1}).X
	x := find(t, drawn(tr, 840, 4, 0, 0.5), Key{MessageKey, 1}).X
	to := find(t, drawn(tr, 840, 5, 0, 0), Key{MessageKey, 1}).X
	near(t, "half way", x, (from+to)/2)
}

func TestANarrowStageStandsBelowOneAnother(t *testing.T) {
	p := drawn(unacknowledged(), 350, 3, 0, 0)
	producer, queue := find(t, p, Key{ActorKey, 0}), find(t, p, Key{QueueKey, 0})
	first, second := find(t, p, Key{ActorKey, 1}), find(t, p, Key{ActorKey, 2})
	if !(producer.Y < queue.Y && queue.Y < first.Y && first.Y < second.Y) {
		t.Errorf("y: producer %v, queue %v, consumers %v, %v", producer.Y, queue.Y, first.Y, second.Y)
	}
	for _, n := range p.Nodes {
		if n.Key.Kind == MessageKey && (n.X < 0 || n.X > 350) {
			t.Errorf("message %d is at x = %v", n.Key.Number, n.X)
		}
	}
}

func TestADeepQueueIsABar(t *testing.T) {
	tr := &trace.Trace{Head: unacknowledged().Head}
	for i := range uint32(Dots + 1) {
		tr.Append(trace.Event{Kind: trace.Written, Message: i + 1, Slot: i})
	}
	p := drawn(tr, 840, tr.Len(), 0, 0)
	absent(t, p, Key{MessageKey, 1})
	queue := find(t, p, Key{QueueKey, 0})
	i := slices.IndexFunc(queue.Parts, func(p Part) bool { return p.Class == "bar visible" })
	if i < 0 {
		t.Fatal("no bar")
	}
	near(t, "bar", queue.Parts[i].W, 309.6-24) // all of the rail but its padding
	tr = &trace.Trace{Head: tr.Head}
	for i := range uint32(Dots) {
		tr.Append(trace.Event{Kind: trace.Written, Message: i + 1, Slot: i})
	}
	find(t, drawn(tr, 840, tr.Len(), 0, 0), Key{MessageKey, Dots})
}

func TestWhatIsLeftOverAtTheEndIsTold(t *testing.T) {
	tr := unacknowledged() // it ends with message 2 in flight and message 3 never handed out
	if text := texts(find(t, drawn(tr, 840, 12, 30*ms, 0), Key{QueueKey, 0})); !strings.Contains(text, "2 left over") {
		t.Errorf("at the end it says %q", text)
	}
	if text := texts(find(t, drawn(tr, 840, 11, 30*ms, 0), Key{QueueKey, 0})); strings.Contains(text, "left over") {
		t.Errorf("before the end it says %q", text)
	}
}

func TestSVGIsWellFormedText(t *testing.T) {
	tr := unacknowledged()
	tr.Head.Queues[0].Name = `a"<b>`
	svg := drawn(tr, 840, 9, 0, 0).SVG(Markers)
	if strings.Contains(svg, `"<b>`) || !strings.Contains(svg, "a&#34;&lt;b&gt;") {
		t.Errorf("the queue's name is not escaped")
	}
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 1: "1", 1.25: "1.3", -0.25: "-0.3", -3.5: "-3.5", 100.04: "100", 0.06: "0.1"} {
		if got := Number(v); got != want {
			t.Errorf("Number(%v) = %s, want %s", v, got, want)
		}
	}
}

func TestTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 22 * ms: "22 ms", 1500 * time.Microsecond: "1.5 ms", 10045 * ms: "10.045 s",
		time.Second: "1 s", 170 * time.Minute: "170 min",
	} {
		if got := Time(d); got != want {
			t.Errorf("Time(%v) = %s, want %s", d, got, want)
		}
	}
}

func texts(n *Node) string {
	var out []string
	for _, p := range n.Parts {
		if p.Kind == TextPart {
			out = append(out, p.Text+p.Strong+p.After)
		}
	}
	return strings.Join(out, "|")
}

// A frame with 200 messages between the same two events: what playing costs
// before anything is drawn.
func BenchmarkFrame(b *testing.B) {
	tr := &trace.Trace{Head: unacknowledged().Head}
	tr.Head.Queues = append(tr.Head.Queues, trace.Queue{Name: "more"})
	for i := range uint32(200) {
		tr.Append(trace.Event{Kind: trace.Written, Message: i + 1, Slot: i, Queue: uint16(i % 2)})
	}
	stage := NewStage(NewPlan(NewSurvey(tr), 840))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		stage.Draw(tr, tr.Len()-1, 0, float64(i%100)/100)
	}
}
