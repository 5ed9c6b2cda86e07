package stats_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/internal/anyrun"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

func TestDepthByHand(t *testing.T) {
	want := stats.Series{
		T:        []float64{0, 0, 0, 0, 10, 30, 35, 35, 45, 50},
		Visible:  []float64{0, 1, 2, 1, 0, 1, 1, 0, 0, 0},
		InFlight: []float64{0, 0, 0, 1, 2, 1, 0, 1, 0, 0},
		Delayed:  []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		Total:    []float64{0, 1, 2, 2, 2, 2, 1, 1, 0, 0},
	}
	if d := cmp.Diff(want, stats.Depth(takenOver(), -1, 100)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestDepthOfOneQueue(t *testing.T) {
	want := stats.Series{
		T: []float64{0, 15, 42}, Visible: []float64{0, 1, 1}, InFlight: []float64{0, 0, 0},
		Delayed: []float64{0, 0, 0}, Total: []float64{0, 1, 1},
	}
	if d := cmp.Diff(want, stats.Depth(givenUp(), 1, 100)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestDelayedMessagesHaveTheirOwnColumn(t *testing.T) {
	s := stats.Depth(givenUp(), 0, 100)
	if s.T[2] != 0 || s.Delayed[2] != 1 || s.Visible[2] != 0 || s.Total[2] != 1 {
		t.Errorf("when the message is held back: %v", s)
	}
	if s.T[3] != 5 || s.Delayed[3] != 0 || s.Visible[3] != 1 {
		t.Errorf("when it wakes: %v", s)
	}
}

// Ten thousand messages come and go one by one; in the midst of it three more
// are there for a nanosecond. The chart shows them.
func TestThinningKeepsThePeak(t *testing.T) {
	tr := traceOf([]trace.Queue{{Name: "jobs"}}, nil)
	message := uint32(0)
	put := func(at time.Duration, slot uint32) {
		message++
		tr.Append(trace.Event{Kind: trace.Written, At: at, Message: message, Slot: slot})
	}
	take := func(at time.Duration, slot uint32) {
		tr.Append(trace.Event{Kind: trace.DeadLettered, At: at, Actor: trace.NoActor, Message: message, Slot: slot})
	}
	for i := range 10_000 {
		at := time.Duration(i) * ms
		put(at, 0)
		if i == 4321 {
			put(at, 1)
			put(at, 2)
			put(at, 3)
			take(at+1, 3)
			take(at+1, 2)
			take(at+1, 1)
		}
		take(at+ms/2, 0)
	}
	s := stats.Depth(tr, -1, 100)
	if len(s.T) > 100 {
		t.Errorf("%d rows, want at most 100", len(s.T))
	}
	peak := slices.Index(s.Total, 4)
	if peak < 0 || s.T[peak] != 4321 {
		t.Errorf("no row has the four messages at 4321 ms: %v", s)
	}
}

func TestDepthOfRandomRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 2000}).Trace
		queue := rapid.IntRange(-1, len(tr.Head.Queues)-1).Draw(t, "queue")
		full := stats.Depth(tr, queue, tr.Len()+16)
		few := stats.Depth(tr, queue, rapid.IntRange(16, 60).Draw(t, "at most"))
		followsTheState(t, tr, queue, full)
		for _, c := range [][2][]float64{
			{full.Visible, few.Visible}, {full.InFlight, few.InFlight}, {full.Delayed, few.Delayed}, {full.Total, few.Total},
		} {
			if slices.Max(c[0]) != slices.Max(c[1]) || c[0][len(c[0])-1] != c[1][len(c[1])-1] {
				t.Fatalf("thinned %v to %v", c[0], c[1])
			}
		}
		if !slices.IsSorted(few.T) {
			t.Fatalf("out of order: %v", few.T)
		}
	})
}

// followsTheState holds that the last row of each instant is the state there.
func followsTheState(t *rapid.T, tr *trace.Trace, queue int, s stats.Series) {
	for i := range s.T {
		if i+1 < len(s.T) && s.T[i+1] == s.T[i] {
			continue
		}
		at := time.Duration(math.Round(s.T[i] * float64(ms)))
		state := tr.State(tr.Index(at))
		want := state.Total
		if queue >= 0 {
			want = state.Queues[queue].Counts
		}
		if s.Visible[i] != float64(want.Visible) || s.InFlight[i] != float64(want.InFlight) || s.Delayed[i] != float64(want.Delayed) {
			t.Fatalf("at %s the chart has %v %v %v, want %+v", at, s.Visible[i], s.InFlight[i], s.Delayed[i], want)
		}
	}
}

func TestDeliveriesByMessage(t *testing.T) {
	for _, c := range []struct {
		bars int
		want stats.Bars
	}{
		{10, stats.Bars{PerBar: 1, First: []float64{1, 1}, Repeated: []float64{1, 0}}},
		{1, stats.Bars{PerBar: 2, First: []float64{2}, Repeated: []float64{1}}},
	} {
		if d := cmp.Diff(c.want, stats.Deliveries(takenOver(), c.bars)); d != "" {
			t.Errorf("%d bars (-want +got):\n%s", c.bars, d)
		}
	}
}

func TestDeliveriesInUnequalBars(t *testing.T) {
	tr := traceOf([]trace.Queue{{Name: "jobs"}}, nil)
	for m := range uint32(7) {
		tr.Append(trace.Event{Kind: trace.Written, Message: m + 1, Slot: m})
		tr.Append(trace.Event{Kind: trace.Delivered, Actor: 1, Message: m + 1, Slot: m, Delivery: 1, Value: trace.Never})
	}
	want := stats.Bars{PerBar: 3, First: []float64{3, 3, 1}, Repeated: []float64{0, 0, 0}}
	if d := cmp.Diff(want, stats.Deliveries(tr, 3)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The last message that came to a queue is an old one, moved there.
func TestDeliveriesWhereADeadLetterCameLast(t *testing.T) {
	tr := traceOf([]trace.Queue{{Name: "jobs"}, {Name: "failed"}}, []trace.Event{
		{Kind: trace.Written, Message: 1},
		{Kind: trace.Written, Message: 2, Slot: 1},
		{Kind: trace.Delivered, Actor: 1, Message: 2, Slot: 1, Delivery: 1, Value: trace.Never},
		{Kind: trace.DeadLettered, Actor: trace.NoActor, Message: 1},
		{Kind: trace.Written, Actor: trace.NoActor, Queue: 1, Message: 1},
	})
	want := stats.Bars{PerBar: 1, First: []float64{0, 1}, Repeated: []float64{0, 0}}
	if d := cmp.Diff(want, stats.Deliveries(tr, 10)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
