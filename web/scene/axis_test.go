package scene

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/trace"
)

func traceAt(end time.Duration, at ...time.Duration) *trace.Trace {
	t := &trace.Trace{Head: trace.Head{Actors: []trace.Actor{{Name: "library"}}, Queues: []trace.Queue{{Name: "jobs"}}, Bodies: []string{""}}}
	for i, d := range at {
		t.Append(trace.Event{At: d, Kind: trace.Written, Message: uint32(i + 1), Slot: uint32(i)})
	}
	t.SetEnd(end)
	return t
}

func TestAxisGivesEventsOfOneInstantRoom(t *testing.T) {
	// Four events take 10 % of the axis, 2.5 % each; 30 ms take the rest.
	a := NewAxis(traceAt(30*time.Millisecond, 0, 0, 0, 30*time.Millisecond))
	for _, c := range []struct {
		events int
		at     time.Duration
		phase  float64
		want   float64
	}{
		{0, 0, 0, 0},
		{1, 0, 0, 0.025},
		{1, 0, 0.5, 0.0375},
		{3, 0, 0, 0.075},
		{3, 15 * time.Millisecond, 0, 0.525},
		{3, 30 * time.Millisecond, 0, 0.975},
		{4, 30 * time.Millisecond, 0, 1},
	} {
		if got := a.Position(c.events, c.at, c.phase); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("Position(%d, %v, %v) = %v, want %v", c.events, c.at, c.phase, got, c.want)
		}
	}
}

func TestAxisAllAtOneInstant(t *testing.T) {
	a := NewAxis(traceAt(0, 0, 0))
	if events, at := a.At(0.6); events != 1 || at != 0 {
		t.Errorf("At(0.6) = %d, %v, want 1, 0s", events, at)
	}
	if events, _ := a.At(1); events != 2 {
		t.Errorf("At(1) = %d events, want 2", events)
	}
}

func TestAxisEmptyRun(t *testing.T) {
	a := NewAxis(traceAt(0))
	if p := a.Position(0, 0, 0); p != 0 {
		t.Errorf("Position = %v, want 0", p)
	}
	if events, at := a.At(0.5); events != 0 || at != 0 {
		t.Errorf("At(0.5) = %d, %v, want 0, 0s", events, at)
	}
}

// Whatever the reader drags to is a cursor of the run, and the thumb stands
// within half an event of where it was dragged.
func TestAxisThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gaps := rapid.SliceOfN(rapid.SampledFrom([]time.Duration{0, 0, time.Millisecond, 7 * time.Millisecond, time.Second}), 1, 700).Draw(t, "gaps")
		var at []time.Duration
		now := time.Duration(0)
		for _, g := range gaps {
			now += g
			at = append(at, now)
		}
		tr := traceAt(now+rapid.SampledFrom([]time.Duration{0, time.Second}).Draw(t, "rest"), at...)
		a := NewAxis(tr)
		p := rapid.Float64Range(0, 1).Draw(t, "position")
		events, when := a.At(p)
		if events > 0 && tr.At(events-1).At > when || events < tr.Len() && tr.At(events).At < when {
			t.Fatalf("At(%v) = %d, %v is no cursor of the run", p, events, when)
		}
		if got, half := a.Position(events, when, 0), a.events/float64(tr.Len()); got < p-half-1e-6 || got > p+half+1e-6 {
			t.Fatalf("Position(At(%v)) = %v", p, got)
		}
	})
}
