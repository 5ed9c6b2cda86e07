package queue

import "time"

// Message is a message as it stands at the moment of the call that gave it.
type Message[T any] struct {
	ID         uint64 // 1, 2, 3 … in the order of writing
	Body       T
	Priority   int
	Deliveries int // hand-outs so far

	// Slot is a small number, from 1, that no other message of this queue has as
	// long as this one is there; it is given again afterwards. It can index a
	// slice kept beside the queue.
	Slot uint32
}

// Delivery is one hand-out of a message.
type Delivery[T any] struct {
	Message[T]
	Receipt  Receipt
	LeaseEnd time.Duration // the clock at which the lease ends; 0 without a timeout
}

// Receipt names one delivery: the message, and which of its hand-outs. The zero
// value names none: its outcome is Gone.
type Receipt struct {
	slot, generation, delivery uint32
}

// Outcome is the answer to Acknowledge, Reject, Return and Extend.
type Outcome uint8

const (
	// Done: the receipt held the message, and the call did what it says.
	Done Outcome = iota
	// Late: the receipt no longer held the message; it was deleted all the same.
	Late
	// Refused: the receipt no longer held the message, and nothing changed.
	Refused
	// Gone: the message is no longer there, and nothing changed.
	Gone
	// Buried: the receipt held the message, which was to come back, and was
	// dead-lettered instead, being at its limit.
	Buried
)

// OK reports whether the call did something.
func (o Outcome) OK() bool { return o == Done || o == Late || o == Buried }

func (o Outcome) String() string {
	return [...]string{"done", "late", "refused", "gone", "buried"}[o]
}
