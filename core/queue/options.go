package queue

import "time"

// Options are the settings of a queue. The zero value is a queue without a
// visibility timeout and without a limit of deliveries.
type Options[T any] struct {
	// Visibility is the visibility timeout: how long a message is withheld from
	// others after its hand-out. 0 means no timeout: it stays in flight until it
	// is acknowledged, rejected or returned. Negative values panic.
	Visibility time.Duration

	// LateAcknowledge says what an acknowledgement does after its lease ended.
	LateAcknowledge LateAcknowledge

	// MaxDeliveries is how often a message may be handed out; when its turn comes
	// once more it is dead-lettered instead. 0 means no limit but the 2^32-1
	// deliveries that receipts can number. Negative values panic.
	MaxDeliveries int

	// LimitOnReturn dead-letters a message that comes back from its last delivery at
	// once, and not when its turn comes again.
	LimitOnReturn bool

	// Requeue says where a message goes that comes back, unless Requeue the
	// method says another place.
	Requeue Position

	// DeadLetter, when not nil, is called for each message that is dead-lettered,
	// after it has left the queue. This and the others may call every method
	// of the queue.
	DeadLetter func(Message[T])

	// LeaseEnded, when not nil, is called for each lease that runs out, when the
	// message is visible again and the clock stands at the end of the lease.
	LeaseEnded func(Message[T])

	// TTL is the time to live: a message expires so long after it was written, unless it
	// is in flight then; one that comes back later expires at once. 0: never.
	TTL time.Duration

	// TTLAtHead lets a message expire only when it is the next to be handed out.
	// Until then it is visible and counts in Depth.
	TTLAtHead bool

	// Expired, when not nil, is called for each message that expires, after it has left the queue.
	Expired func(Message[T])

	// Woke, when not nil, is called for each delayed message that becomes
	// visible, written or come back, with the clock at that instant.
	Woke func(Message[T])
}

// LateAcknowledge is what an acknowledgement does whose lease has ended.
type LateAcknowledge uint8

const (
	// Deletes: it deletes the message all the same, whoever holds it by then.
	Deletes LateAcknowledge = iota
	// Refuses: it changes nothing, and the outcome is Refused.
	Refuses
)

// Position is where a message goes that comes back.
type Position uint8

const (
	// Place: where it was, before every message of its priority with a later place.
	Place Position = iota
	// Front: before every message of its priority.
	Front
	// Back: behind every message of its priority.
	Back
	// Ahead: before every message of its priority that has not come back yet, behind those
	// that came back to Ahead before it.
	Ahead
)

// WriteOptions are what a message may have of its own. The zero value is an
// ordinary message, visible at once.
type WriteOptions struct {
	// Priority is any number; the higher is handed out first.
	Priority int
	// Delay is how long the message stays invisible after it was written. 0 and
	// less: not at all.
	Delay time.Duration
	// TTL is its own time to live, or AtOnce; the shorter of it and the queue's counts. 0: none.
	TTL time.Duration
}
