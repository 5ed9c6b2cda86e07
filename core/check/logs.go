package check

import (
	"fmt"

	"github.com/queuelab/queuelab/core/trace"
)

// logs are the logs of a run, and the groups that read them.
type logs struct {
	partitions map[[2]int]*tape  // by log and partition
	groups     map[[2]int]*share // by group and partition
	reading    map[uint16]*read  // what each member works on
	reads      map[[3]int]uint32 // by group, partition and position
}

// tape is a partition: the positions of its oldest record and of its next one.
type tape struct{ start, end int64 }

// share is what a group has of a partition.
type share struct {
	owner          uint16 // the member that reads it
	position, read int64  // committed; the next to read

}

// read is a record in a member's hands.
type read struct {
	partition uint32
	position  int64
	delivery  uint32
}

func newLogs(h *trace.Head) logs {
	l := logs{partitions: map[[2]int]*tape{}, groups: map[[2]int]*share{}, reading: map[uint16]*read{}, reads: map[[3]int]uint32{}}
	for i, log := range h.Logs {
		for p := range log.Partitions {
			l.partitions[[2]int{i, p}] = &tape{}
		}
	}
	for i, g := range h.Groups {
		for p := range h.Logs[g.Log].Partitions {
			l.groups[[2]int{i, p}] = &share{owner: trace.NoActor}
		}
	}
	return l
}

// crashed stands for the delivery of a record that a crash took.
const crashed = ^uint32(0)

func (l *logs) busy(actor uint16) bool {
	r := l.reading[actor]
	return r != nil && r.delivery != crashed
}

// crashed leaves the record in a member's hands to what is told after the crash.
func (l *logs) crashed(actor uint16) {
	if r := l.reading[actor]; r != nil {
		r.delivery = crashed
	}
}

func (r *replay) inLog(e *trace.Event) error {
	t := r.logs.partitions[[2]int{int(e.Step), int(e.Slot)}]
	if t == nil {
		return fmt.Errorf("there is no partition %d of log %d", e.Slot, e.Step)
	}
	switch e.Kind {
	case trace.Appended:
		return r.appended(e, t)
	case trace.Trimmed:
		return trimmed(e, t)
	}
	if r.head.Actors[e.Actor].Role != trace.Member {
		return fmt.Errorf("%s is no member of a group", r.head.Actors[e.Actor].Name)
	}
	return r.byMember(e, t, r.logs.groups[[2]int{int(r.head.Actors[e.Actor].LogGroup), int(e.Slot)}])
}

func (r *replay) appended(e *trace.Event, t *tape) error {
	if int(e.Message) != r.written+1 {
		return fmt.Errorf("%d messages were written before", r.written)
	}
	r.written++
	t.end++
	return nil
}

func trimmed(e *trace.Event, t *tape) error {
	if e.Value <= t.start || e.Value > t.end {
		return fmt.Errorf("the partition has the records from %d to %d", t.start, t.end)
	}
	t.start = e.Value
	return nil
}

func (r *replay) byMember(e *trace.Event, t *tape, s *share) error {
	switch e.Kind {
	case trace.Assigned:
		return assign(e, t, s)
	case trace.Revoked:
		if s.owner != e.Actor {
			return fmt.Errorf("it is not the member's")
		}
		s.owner = trace.NoActor
		return nil
	case trace.PositionRefused:
		if s.owner == e.Actor {
			return fmt.Errorf("the partition is the member's")
		}
		return nil
	case trace.Forgotten:
		return r.forgetRecord(e, s)
	}
	if err := r.isUp(e); err != nil {
		return err
	}
	return r.atWork(e, t, s)
}

// assign is of a partition that nobody has, or that is set to another position
// by hand while the member keeps it.
func assign(e *trace.Event, t *tape, s *share) error {
	switch {
	case s.owner != trace.NoActor && s.owner != e.Actor:
		return fmt.Errorf("it is another member's")
	case e.Value < 0 || e.Value > t.end:
		return fmt.Errorf("position %d is beyond the end, %d", e.Value, t.end)
	}
	*s = share{owner: e.Actor, position: e.Value, read: e.Value}
	return nil
}

func (r *replay) atWork(e *trace.Event, t *tape, s *share) error {
	switch e.Kind {
	case trace.Fetched:
		return r.fetch(e, t, s)
	case trace.Executed:
		return r.executeRecord(e)
	case trace.PositionCommitted:
		if s.owner != e.Actor || e.Value > s.read {
			return fmt.Errorf("it is not the member's, or has been read to %d only", s.read)
		}
		s.position = e.Value
		return nil
	}
	return fmt.Errorf("this kind of event is not known here")
}

func (r *replay) fetch(e *trace.Event, t *tape, s *share) error {
	group := int(r.head.Actors[e.Actor].LogGroup)
	at := [3]int{group, int(e.Slot), int(e.Value)}
	r.logs.reads[at]++
	switch {
	case s.owner != e.Actor:
		return fmt.Errorf("it is not the member's")
	case r.logs.busy(e.Actor):
		return fmt.Errorf("the member has another record in its hands")
	case e.Value != max(s.read, t.start) || e.Value >= t.end:
		return fmt.Errorf("the next record is at %d, of %d to %d", s.read, t.start, t.end)
	case e.Delivery != r.logs.reads[at]:
		return fmt.Errorf("it is read for time %d", r.logs.reads[at])
	}
	s.read = e.Value + 1
	r.logs.reading[e.Actor] = &read{partition: e.Slot, position: e.Value, delivery: e.Delivery}
	return nil
}

func (r *replay) executeRecord(e *trace.Event) error {
	at := r.logs.reading[e.Actor]
	if at == nil || *at != (read{e.Slot, e.Value, e.Delivery}) {
		return fmt.Errorf("the record is not in the member's hands")
	}
	if end := r.consumers[e.Actor].step; end > int64(e.At) {
		return fmt.Errorf("its step is done at %d ns", end)
	}
	delete(r.logs.reading, e.Actor)
	return nil
}

// forgetRecord is of a record that was in the hands of a member that has just
// crashed, and that its group will not read again.
func (r *replay) forgetRecord(e *trace.Event, s *share) error {
	at := r.logs.reading[e.Actor]
	if at == nil || at.partition != e.Slot || at.position != e.Value || at.delivery != crashed {
		return fmt.Errorf("the record was not in the hands of a member that has crashed")
	}
	if s.position <= e.Value {
		return fmt.Errorf("the group's position is %d", s.position)
	}
	return nil
}
