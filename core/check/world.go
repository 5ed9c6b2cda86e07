package check

import (
	"fmt"

	"github.com/queuelab/queuelab/core/trace"
)

// world is what lies outside the queues.
type world struct {
	cells map[uint32]int64 // what each holds, an index into the head's words
	lost  map[uint32]bool  // rows, by a cell of theirs
	sent  map[uint32]int   // by mailbox
}

func newWorld() world {
	return world{cells: map[uint32]int64{}, lost: map[uint32]bool{}, sent: map[uint32]int{}}
}

// outside is the check of an event that is about no message of a queue, or about
// more than that; nil of any other.
func (r *replay) outside(e *trace.Event) func(*trace.Event) error {
	switch e.Kind {
	case trace.RowSet:
		return r.rowSet
	case trace.RowRead, trace.RowKept:
		return r.rowSeen
	case trace.RowTaken:
		return r.rowTaken
	case trace.Begun, trace.Committed, trace.RolledBack:
		return r.transact
	case trace.Sent, trace.SendRecognised:
		return r.send
	case trace.Published:
		return r.publish
	case trace.StepDone:
		return r.inHands
	}
	if e.Queue == trace.NoQueue {
		return r.elsewhere(e)
	}
	return nil
}

// inHands is of what a consumer does for a delivery, which it must have. Tables
// are filled by nobody, and relays work on no message.
func (r *replay) inHands(e *trace.Event) error {
	if e.Actor == trace.NoActor || r.head.Actors[e.Actor].Role != trace.Consumer {
		return nil
	}
	d := r.deliveries[key{r.head.Actors[e.Actor].Queue, e.Message, e.Delivery}]
	c := &r.consumers[r.owners[e.Actor]]
	if r.blurred[e.Message] {
		return r.isUp(e)
	}
	if d == nil || d.actor != r.owners[e.Actor] || d.life != c.life || !c.up {
		return fmt.Errorf("delivery %d is not in the consumer's hands", e.Delivery)
	}
	return nil
}

func (r *replay) rowSet(e *trace.Event) error {
	if old, set := r.world.cells[e.Slot]; set && old == e.Value {
		return fmt.Errorf("cell %d holds %q already", e.Slot, r.head.Words[old])
	}
	r.world.cells[e.Slot] = e.Value
	if e.Actor != trace.NoActor {
		c := &r.consumers[e.Actor]
		c.changed = c.transaction
	}
	return r.inHands(e)
}

// rowSeen holds what was read against what is there. A cell that was never set
// is empty.
func (r *replay) rowSeen(e *trace.Event) error {
	held, set := r.world.cells[e.Slot]
	if set && held != e.Value || !set && r.head.Words[e.Value] != "" {
		return fmt.Errorf("cell %d does not hold %q", e.Slot, r.head.Words[e.Value])
	}
	return r.inHands(e)
}

func (r *replay) rowTaken(e *trace.Event) error {
	if _, set := r.world.cells[e.Slot]; !set && e.Slot != ^uint32(0) {
		return fmt.Errorf("there is no row with cell %d", e.Slot)
	}
	return r.inHands(e)
}

func (r *replay) transact(e *trace.Event) error {
	c := &r.consumers[e.Actor]
	if c.transaction == (e.Kind == trace.Begun) {
		return fmt.Errorf("a transaction is open, or none is")
	}
	if e.Kind == trace.RolledBack && c.changed {
		return fmt.Errorf("it has changed something already")
	}
	c.transaction, c.changed = e.Kind == trace.Begun, false
	if e.Kind == trace.RolledBack {
		return nil // of somebody who may have crashed
	}
	return r.inHands(e)
}

func (r *replay) send(e *trace.Event) error {
	if int(e.Slot) >= len(r.head.Tables) || r.head.Tables[e.Slot].Kind != trace.Mailbox {
		return fmt.Errorf("table %d is not a mailbox", e.Slot)
	}
	if e.Kind == trace.SendRecognised && r.world.sent[e.Slot] == 0 {
		return fmt.Errorf("nothing was sent there before")
	}
	if e.Kind == trace.Sent {
		r.world.sent[e.Slot]++
	}
	return r.inHands(e)
}

func (r *replay) publish(e *trace.Event) error {
	switch r.head.Actors[e.Actor].Role {
	case trace.Consumer:
		return r.inHands(e)
	case trace.Producer:
		return nil
	}
	if r.world.lost[e.Slot] {
		return fmt.Errorf("the row of cell %d is lost", e.Slot)
	}
	return r.isUp(e)
}

// elsewhere is the check of what happens in no queue.
func (r *replay) elsewhere(e *trace.Event) func(*trace.Event) error {
	switch e.Kind {
	case trace.Dropped, trace.Confirmed, trace.Unrouted:
		return func(*trace.Event) error { return nil }
	case trace.Lost:
		return r.loseRow
	case trace.StepStarted:
		if r.head.Actors[e.Actor].Role == trace.Relay {
			return r.relayStep
		}
	}
	return r.byMember
}

func (r *replay) relayStep(e *trace.Event) error {
	if err := r.isUp(e); err != nil {
		return err
	}
	return r.inStep(e)
}

func (r *replay) loseRow(e *trace.Event) error {
	if r.world.lost[e.Slot] || int(e.Slot) >= len(r.head.Cells) {
		return fmt.Errorf("the row of cell %d is lost already, or never was", e.Slot)
	}
	r.world.lost[e.Slot] = true
	if c := &r.consumers[e.Actor]; c.up || c.crashed != int64(e.At) {
		return fmt.Errorf("%s has not crashed", r.head.Actors[e.Actor].Name)
	}
	return nil
}
