package check

import (
	"fmt"

	"github.com/queuelab/queuelab/core/trace"
)

// logs is the state of the logs and of the groups that read them.
type logs struct {
	partitions []partition // as Head.Logs numbers them
	progress   []progress  // as Head.Groups numbers them
	hands      []hand      // by actor
	reads      map[groupRecord]uint32
}

type partition struct {
	records []uint32 // their numbers
	start   int64    // the oldest that retention has left
}

// progress is a group's in a partition.
type progress struct {
	owner          uint16
	next, position int64
}

// hand is the record that a member read last.
type hand struct {
	message, read uint32
	done          bool
	stepDone      int64
}

type groupRecord struct {
	group   uint16
	message uint32
}

func newLogs(h *trace.Head) logs {
	l := logs{hands: make([]hand, len(h.Actors)), reads: map[groupRecord]uint32{}}
	for i := range h.Logs {
		l.partitions = append(l.partitions, make([]partition, h.Logs[i].Partitions)...)
	}
	for i := range h.Groups {
		for range h.Logs[h.Groups[i].Log].Partitions {
			l.progress = append(l.progress, progress{owner: trace.NoActor})
		}
	}
	return l
}

// holds tells whether a member has the event's record in its hands.
func (l *logs) holds(e *trace.Event) bool {
	return l.hands[e.Actor].message == e.Message && l.hands[e.Actor].read == e.Delivery
}

// byMember is what happens in logs.
func (r *replay) byMember(e *trace.Event) error {
	if e.Kind == trace.Appended {
		return r.append(e)
	}
	if e.Kind == trace.Trimmed {
		return r.partition(e).trim(e)
	}
	if e.Actor == trace.NoActor || r.head.Actors[e.Actor].Role != trace.Member {
		return nil
	}
	switch e.Kind {
	case trace.Assigned:
		return r.progress(e).assign(e, r.partition(e))
	case trace.Revoked:
		return r.progress(e).revoke(e)
	case trace.Fetched:
		return r.fetch(e)
	case trace.PositionCommitted, trace.PositionRefused:
		return r.progress(e).commit(e)
	}
	return r.workOn(e)
}

func (r *replay) partition(e *trace.Event) *partition {
	return &r.logs.partitions[r.head.Logs[e.Step].First+int(e.Slot)]
}

func (r *replay) progress(e *trace.Event) *progress {
	g := r.head.Actors[e.Actor].LogGroup
	return &r.logs.progress[r.head.Groups[g].First+int(e.Slot)]
}

func (r *replay) append(e *trace.Event) error {
	if int(e.Message) != r.written+1 {
		return fmt.Errorf("%d messages were written before", r.written)
	}
	r.written++
	p := r.partition(e)
	p.records = append(p.records, e.Message)
	return nil
}

func (p *partition) trim(e *trace.Event) error {
	if e.Value <= p.start || e.Value > int64(len(p.records)) {
		return fmt.Errorf("position %d, where the log goes from %d to %d", e.Value, p.start, len(p.records))
	}
	p.start = e.Value
	return nil
}

// assign gives a member a partition, or sets it to another place there.
func (p *progress) assign(e *trace.Event, at *partition) error {
	if p.owner != trace.NoActor && p.owner != e.Actor {
		return fmt.Errorf("the partition is still that of actor %d", p.owner)
	}
	if e.Value < 0 || e.Value > int64(len(at.records)) {
		return fmt.Errorf("position %d, where the log ends at %d", e.Value, len(at.records))
	}
	*p = progress{owner: e.Actor, next: e.Value, position: e.Value}
	return nil
}

func (p *progress) revoke(e *trace.Event) error {
	if p.owner != e.Actor {
		return fmt.Errorf("the partition is that of actor %d", p.owner)
	}
	p.owner = trace.NoActor
	return nil
}

func (r *replay) fetch(e *trace.Event) error {
	p, at := r.progress(e), r.partition(e)
	g := groupRecord{r.head.Actors[e.Actor].LogGroup, e.Message}
	next := max(p.next, at.start)
	switch {
	case !r.consumers[e.Actor].up:
		return fmt.Errorf("the member is not up")
	case p.owner != e.Actor:
		return fmt.Errorf("the partition is that of actor %d", p.owner)
	case e.Value != next || next >= int64(len(at.records)):
		return fmt.Errorf("position %d, where %d is next, of %d", e.Value, next, len(at.records))
	case at.records[next] != e.Message:
		return fmt.Errorf("record %d is at position %d", at.records[next], next)
	case e.Delivery != r.logs.reads[g]+1:
		return fmt.Errorf("read %d follows read %d", e.Delivery, r.logs.reads[g])
	}
	r.logs.reads[g]++
	p.next = next + 1
	r.logs.hands[e.Actor] = hand{message: e.Message, read: e.Delivery, stepDone: int64(e.At)}
	return nil
}

// commit moves a group's position onwards, as far as its member has read.
func (p *progress) commit(e *trace.Event) error {
	if refused := e.Kind == trace.PositionRefused; refused == (p.owner == e.Actor) {
		return fmt.Errorf("the partition is that of actor %d", p.owner)
	}
	if e.Kind == trace.PositionRefused {
		return nil
	}
	if e.Value <= p.position || e.Value > p.next {
		return fmt.Errorf("position %d, between %d and %d", e.Value, p.position, p.next)
	}
	p.position = e.Value
	return nil
}

// workOn is what a member does with the record in its hands.
func (r *replay) workOn(e *trace.Event) error {
	h := &r.logs.hands[e.Actor]
	if !r.logs.holds(e) {
		return fmt.Errorf("record %d is in the member's hands", h.message)
	}
	if e.Kind != trace.Forgotten && !r.consumers[e.Actor].up {
		return fmt.Errorf("the member is not up")
	}
	switch e.Kind {
	case trace.StepStarted:
		if int64(e.At) < h.stepDone {
			return fmt.Errorf("the member is in another step until %d ns", h.stepDone)
		}
		h.stepDone = e.Value
	case trace.Executed:
		if h.done || int64(e.At) != h.stepDone {
			return fmt.Errorf("its step is done at %d ns", h.stepDone)
		}
		h.done = true
	case trace.Forgotten:
		if p := r.progress(e); h.done || p.position <= e.Value {
			return fmt.Errorf("the position is %d", p.position)
		}
	}
	return nil
}
