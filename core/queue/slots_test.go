package queue

import (
	"math"
	"testing"
	"unsafe"
)

func TestAnEntryIsOneCacheLine(t *testing.T) {
	if size := unsafe.Sizeof(entry{}); size != 64 {
		t.Errorf("%d bytes, want 64", size)
	}
}

// A slot that is freed for the 4,294,967,294th time is out of use: with one
// generation more its numbers would begin again.
func TestASlotWhoseGenerationsAreUsedUpIsNotGivenAgain(t *testing.T) {
	q := New(Options[string]{})
	q.Write("a")
	q.slots.entries[1].generation = math.MaxUint32 - 1
	a, _ := q.Receive()
	q.Acknowledge(a.Receipt)
	q.Write("b")
	b, _ := q.Receive()
	if a.Slot != 1 || b.Slot != 2 {
		t.Errorf("slots %d and %d, want 1 and 2", a.Slot, b.Slot)
	}
	if o := q.Acknowledge(a.Receipt); o != Gone {
		t.Errorf("old receipt: %v, want gone", o)
	}
}

// Receipts number deliveries up to 4,294,967,295; the next one would begin again
// and match an old receipt.
func TestDeliveriesEndBeforeTheirNumbersDo(t *testing.T) {
	q := New(Options[string]{})
	q.Write("a")
	q.slots.entries[1].deliveries = math.MaxUint32 - 1
	d, _ := q.Receive()
	if d.Deliveries != math.MaxUint32 {
		t.Errorf("deliveries %d, want 4294967295", d.Deliveries)
	}
	q.Reject(d.Receipt, true)
	if _, ok := q.Receive(); ok || q.DeadLettered() != 1 {
		t.Errorf("handed out %t, dead-lettered %d; want false, 1", ok, q.DeadLettered())
	}
}

// A slice that keeps the body would keep all that hangs on it.
func TestWhatLeavesIsLetGo(t *testing.T) {
	q := New(Options[*int]{})
	q.Write(new(int))
	d, _ := q.Receive()
	q.Acknowledge(d.Receipt)
	if q.bodies[d.Slot] != nil {
		t.Error("the body of a message that is gone is still held")
	}
}
