package trace

import (
	"slices"
	"sort"
)

const (
	checkpointEvery = 4096
	checkpointsKept = 256
)

// checkpoints are states along the trace, so that any other is a short replay
// away. They are made when a seek first goes that far.
type checkpoints struct {
	states []*State
	front  *State // the state up to which checkpoints exist
	every  int
}

// State is the state after the first i events. The caller owns it.
func (t *Trace) State(i int) *State {
	s := NewState(&t.Head)
	t.Seek(s, i)
	return s
}

// Seek makes s, a state of this trace, the state after the first i events.
// It goes on from where s is if that is nearer than a checkpoint, so that
// playing forwards costs only the new events; otherwise it costs O(log n) and
// a short replay.
func (t *Trace) Seek(s *State, i int) {
	t.extend(i)
	c := t.checks.before(i)
	if s.Events > i || c != nil && c.Events > s.Events {
		if c == nil {
			c = NewState(&t.Head)
		}
		s.CopyFrom(c)
	}
	t.replay(s, i)
}

func (t *Trace) replay(s *State, i int) {
	for s.Events < i {
		s.Apply(&t.Head, t.At(s.Events))
	}
}

// extend makes the checkpoints up to event i.
func (t *Trace) extend(i int) {
	c := &t.checks
	if c.front == nil {
		c.front, c.every = NewState(&t.Head), checkpointEvery
	}
	for c.front.Events < i {
		// A copy costs as much as the messages in it: with many of them
		// checkpoints lie further apart, so that the whole stays linear.
		next := c.front.Events + max(c.every, len(c.front.Messages))
		if next > i {
			return
		}
		t.replay(c.front, next)
		c.keep()
	}
}

func (c *checkpoints) keep() {
	s := &State{}
	s.CopyFrom(c.front)
	c.states = append(c.states, s)
	if len(c.states) < checkpointsKept {
		return
	}
	kept := c.states[:0]
	for i := 1; i < len(c.states); i += 2 {
		kept = append(kept, c.states[i])
	}
	clear(c.states[len(kept):])
	c.states = kept
	c.every *= 2
}

// before is the last checkpoint at or before event i, or nil.
func (c *checkpoints) before(i int) *State {
	n := sort.Search(len(c.states), func(k int) bool { return c.states[k].Events > i })
	if n == 0 {
		return nil
	}
	return c.states[n-1]
}

// InQueue lists the messages of a queue that are not gone, in the order the
// queue would hand them out: higher priority first, then place.
func (s *State) InQueue(queue uint16, into []Message) []Message {
	into = into[:0]
	for i := range s.Messages {
		if m := &s.Messages[i]; m.Place != Free && m.Queue == queue {
			into = append(into, *m)
		}
	}
	slices.SortFunc(into, func(a, b Message) int {
		if a.Priority != b.Priority {
			return int(b.Priority) - int(a.Priority)
		}
		return int(min(1, max(-1, a.Order-b.Order)))
	})
	return into
}
