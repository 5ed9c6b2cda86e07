package scene

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/queuelab/queuelab/core/trace"
)

// crashed is a message that consumer-1 crashes with at 10 ms, under a lease to
// 30; consumer-2 then does it, from 30 to 40.
//
// Its seven events take 2.5 % of the axis each, the 40 ms the rest: an event
// at t lies at 0.825 t/40 + 0.025 (its number).
func crashed() *trace.Trace {
	t := &trace.Trace{Head: trace.Head{
		Actors: []trace.Actor{
			{Name: "library"}, {Name: "consumer-1", Role: trace.Consumer}, {Name: "consumer-2", Role: trace.Consumer},
		},
		Queues: []trace.Queue{{Name: "jobs"}}, Bodies: []string{""},
	}}
	for _, e := range []trace.Event{
		{Kind: trace.Written},
		{Kind: trace.Delivered, Delivery: 1, Actor: 1, Value: int64(30 * ms)},
		{Kind: trace.Crashed, At: 10 * ms, Delivery: 1, Actor: 1, Value: trace.Never},
		{Kind: trace.LeaseEnded, At: 30 * ms, Delivery: 1, Actor: 1},
		{Kind: trace.Delivered, At: 30 * ms, Delivery: 2, Actor: 2, Value: int64(60 * ms)},
		{Kind: trace.Executed, At: 40 * ms, Delivery: 2, Actor: 2},
		{Kind: trace.Acknowledged, At: 40 * ms, Delivery: 2, Actor: 2},
	} {
		e.Message = 1
		t.Append(e)
	}
	return t
}

var closeBy = cmp.Options{cmpopts.EquateApprox(0, 1e-9), cmpopts.IgnoreUnexported(Hold{})}

var none = Stretch{-1, -1}

func TestMessageLines(t *testing.T) {
	l := NewMessageLines(crashed(), 1)
	want := []Lifeline{{
		Name: "message 1", Message: 1, Actor: trace.NoActor, Lanes: 1,
		Waits: []Stretch{{0.025, 0.05}, {0.71875, 0.74375}},
		Holds: []Hold{
			{
				Message: 1, Delivery: 1, Actor: 1, Flight: Stretch{0.05, 0.28125}, Lease: Stretch{0.28125, 0.71875},
				End: 30 * ms, Outcome: trace.LeaseEnded,
			},
			{
				Message: 1, Delivery: 2, Actor: 2, Flight: Stretch{0.74375, 1}, Lease: none,
				Start: 30 * ms, End: 40 * ms, Outcome: trace.Acknowledged,
			},
		},
		Marks: []LifeMark{
			{Kind: trace.Written, At: 0.025, Message: 1, Lane: -1},
			{Kind: trace.Crashed, At: 0.28125, Message: 1, Delivery: 1},
			{Kind: trace.LeaseEnded, At: 0.71875, Message: 1, Delivery: 1},
			{Kind: trace.Acknowledged, At: 1, Message: 1, Delivery: 2},
		},
	}}
	if d := cmp.Diff(want, l.Rows, closeBy); d != "" {
		t.Errorf("rows:\n%s", d)
	}
	if l.Coarse || len(l.Bonds) != 0 {
		t.Errorf("coarse %v, bonds %v; want neither", l.Coarse, l.Bonds)
	}
}

func TestActorLines(t *testing.T) {
	l := NewActorLines(crashed())
	if len(l.Rows) != 2 || l.Rows[0].Name != "consumer-1" || l.Rows[1].Name != "consumer-2" {
		t.Fatalf("rows %v, want the two consumers", l.Rows)
	}
	if d := cmp.Diff([]Bond{{0, 1, 0.71875, 0.74375}}, l.Bonds, closeBy); d != "" {
		t.Errorf("bonds:\n%s", d)
	}
	if d := cmp.Diff([]Stretch{{0.28125, 1}}, l.Rows[0].Downs, closeBy); d != "" {
		t.Errorf("consumer-1 is down:\n%s", d)
	}
}

// Work that goes on after the lease lies beside the next delivery, in a lane of its own.
func TestWorkOutlastsTheLease(t *testing.T) {
	tr := &trace.Trace{Head: crashed().Head}
	for _, e := range []trace.Event{
		{Kind: trace.Written},
		{Kind: trace.Delivered, Delivery: 1, Actor: 1, Value: int64(30 * ms)},
		{Kind: trace.StepStarted, Delivery: 1, Actor: 1, Value: int64(40 * ms)},
		{Kind: trace.LeaseEnded, At: 30 * ms, Delivery: 1, Actor: 1},
		{Kind: trace.Delivered, At: 30 * ms, Delivery: 2, Actor: 2, Value: int64(60 * ms)},
		{Kind: trace.Executed, At: 40 * ms, Delivery: 1, Actor: 1},
		{Kind: trace.Acknowledged, At: 40 * ms, Delivery: 1, Actor: 1, Value: 1},
	} {
		e.Message = 1
		tr.Append(e)
	}
	r := NewMessageLines(tr, 1).Rows[0]
	if r.Lanes != 2 || len(r.Holds) != 2 {
		t.Fatalf("%d holds in %d lanes, want 2 in 2", len(r.Holds), r.Lanes)
	}
	want := Hold{
		Message: 1, Delivery: 1, Actor: 1, Flight: Stretch{0.05, 0.71875}, Lease: none,
		Works: []Stretch{{0.075, 0.975}}, End: 30 * ms, Outcome: trace.LeaseEnded,
	}
	if d := cmp.Diff(want, r.Holds[0], closeBy); d != "" {
		t.Errorf("the first delivery:\n%s", d)
	}
	if got := r.Holds[1].Flight; got.From != 0.74375 || got.To != 1 {
		t.Errorf("the second delivery is in flight over %v, want 0.74375 to 1, when the message is deleted", got)
	}
}

// A thousand messages: a window of 24, whose part of the axis fills the picture.
func TestWindow(t *testing.T) {
	tr := many(1000)
	l := NewMessageLines(tr, 501)
	if len(l.Rows) != 24 || l.Rows[0].Message != 501 || l.Messages != 1000 {
		t.Fatalf("%d rows from message %d of %d, want 24 from 501 of 1000", len(l.Rows), l.Rows[0].Message, l.Messages)
	}
	if h := l.Rows[0].Holds[0].Flight; h.From < 0.01 || h.From > 0.08 {
		t.Errorf("message 501 begins at %v, want it near the left", h.From)
	}
	if _, shown := l.Place(0, 0, 0); shown {
		t.Error("the start of the run is within the window")
	}
	at := 502 * ms
	p, shown := l.Place(tr.Index(at), at, 0)
	if back := l.Along(p); !shown || back < 0.5 || back > 0.51 {
		t.Errorf("%v is at %v of the window (%v), and that is at %v of the axis", at, p, shown, back)
	}
}

// Three consumers that work a thousand times: few shapes, and all within the picture.
func TestCoarse(t *testing.T) {
	l := NewActorLines(many(1000))
	shapes := 0
	for _, r := range l.Rows {
		shapes += len(r.Holds) + len(r.Marks) + len(r.Waits)
	}
	if !l.Coarse || shapes > 450 {
		t.Errorf("coarse %v with %d shapes, want it coarse with at most 450", l.Coarse, shapes)
	}
}

// many has a message a millisecond, each worked on for half of one.
func many(n int) *trace.Trace {
	t := &trace.Trace{Head: crashed().Head}
	for i := range n {
		at := time.Duration(i) * ms
		for _, e := range []trace.Event{
			{Kind: trace.Written, At: at},
			{Kind: trace.Delivered, At: at, Delivery: 1, Actor: uint16(1 + i%2), Value: trace.Never},
			{Kind: trace.Acknowledged, At: at + ms/2, Delivery: 1, Actor: uint16(1 + i%2)},
		} {
			e.Message = uint32(i + 1)
			t.Append(e)
		}
	}
	return t
}

func TestTicks(t *testing.T) {
	var got []string
	for _, k := range NewMessageLines(crashed(), 1).Ticks {
		got = append(got, fmt.Sprintf("%.3f %s", k.At, k.Text))
	}
	// 10, 30 and 40 ms lie at 0.825 t/40 + 0.025 (the events before).
	if d := cmp.Diff([]string{"0.000 0 ms", "0.256 10 ms", "0.694 30 ms", "0.950 40 ms"}, got); d != "" {
		t.Errorf("ticks:\n%s", d)
	}
	if step := roundStep(17 * time.Second); step != 5*time.Second {
		t.Errorf("17 s are parted in steps of %v, want 5s", step)
	}
}
