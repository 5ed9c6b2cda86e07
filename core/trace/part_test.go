package trace

import (
	"testing"
	"time"
)

func traceOf(workers []string, events ...Event) *Trace {
	t := &Trace{Head: Head{Bodies: []string{"", "a", "b"}}}
	for _, w := range workers {
		t.Head.Actors = append(t.Head.Actors, Actor{Name: w})
	}
	for _, e := range events {
		e.Queue = NoQueue
		t.Append(e)
	}
	return t
}

func TestPart(t *testing.T) {
	written := Event{Kind: Written, Message: 1, Value: 1}
	short := Event{Kind: Delivered, Message: 1, Delivery: 1, Value: int64(30 * time.Millisecond)}
	long := Event{Kind: Delivered, Message: 1, Delivery: 1, Value: int64(60 * time.Millisecond)}
	ended := Event{Kind: LeaseEnded, At: 30 * time.Millisecond, Message: 1, Delivery: 1}
	done := Event{Kind: Executed, At: 45 * time.Millisecond, Message: 1, Delivery: 1}
	one := []string{"worker"}
	for name, c := range map[string]struct {
		a, b *Trace
		want int
	}{
		"equal":                             {traceOf(one, written, short), traceOf(one, written, short), 2},
		"one goes on":                       {traceOf(one, written), traceOf(one, written, short), 1},
		"another body":                      {traceOf(one, written), traceOf(one, Event{Kind: Written, Message: 1, Value: 2}), 0},
		"another consumer":                  {traceOf(one, written, short), traceOf([]string{"other"}, written, short), 0},
		"a longer lease shows when it ends": {traceOf(one, written, short, ended), traceOf(one, written, long, done), 2},
	} {
		if got := Part(c.a, c.b); got != c.want {
			t.Errorf("%s: %d events in common, want %d", name, got, c.want)
		}
	}
}
