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

	// Parks keeps a message in the queue that has used up its deliveries, and hands it out to
	// nobody, where it would otherwise be dead-lettered. JetStream does.
	Parks bool

	// Parked, when not nil, is called for each message that is parked.
	Parked func(Message[T])

	// Backoff are the visibility timeouts of a message's first, second … delivery, and the
	// last of them that of all further ones; none: Visibility. JetStream has such a list.
	// Values below 1 panic.
	Backoff []time.Duration

	// LeaseMost bounds a lease with all its extensions, from the hand-out; an extension
	// beyond is refused. 0: no bound. SQS: 12 hours.
	LeaseMost time.Duration

	// AnyReceipt lets a late receipt speak for whoever holds the message: it extends the lease and
	// gives the message back. JetStream and PGMQ go by the message's number.
	AnyReceipt bool

	// MaxInFlight is how many messages may be in flight at once; beyond, none is handed
	// out. With CountsReturned, those that came back count too as long as they are not settled, and only
	// messages never handed out have to wait: JetStream's MaxAckPending. 0: no bound.
	MaxInFlight    int
	CountsReturned bool

	// Claimable lets Claim take messages in flight over, and Extend say that they are still
	// worked on. It is for queues without a visibility timeout: Redis Streams, whose
	// entries come back to nobody by themselves.
	Claimable bool

	// Groups keeps the messages of a group in their order: while one of them is in flight, or
	// delayed after it was, no further one is handed out, but in the same receive.
	// SQS FIFO.
	Groups bool

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
	// DeletesNewest: it deletes the message if that has not been handed out again; otherwise
	// it changes nothing, and the outcome is Refused.
	DeletesNewest
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
	// Stay: nowhere. Restart leaves it in flight; nothing else may say so.
	Stay
)

// WriteOptions are what a message may have of its own. The zero value is an
// ordinary message, visible at once.
type WriteOptions struct {
	// Priority is any number; the higher is handed out first.
	Priority int
	// Delay is how long the message stays invisible after it was written. 0 and
	// less: not at all.
	Delay time.Duration
	// Group is the group it belongs to, any number above 0; 0: none. Only a queue with Groups
	// looks at it. The queue keeps something for each number up to the greatest.
	Group uint32
	// TTL is its own time to live, or AtOnce; the shorter of it and the queue's counts. 0: none.
	TTL time.Duration
}

// check panics where a setting makes no sense.
func (o *Options[T]) check() {
	switch {
	case o.Visibility < 0 || o.MaxDeliveries < 0 || o.TTL < 0 || o.LeaseMost < 0 || o.MaxInFlight < 0:
		panic("queue: a visibility timeout, a limit or a time to live below 0")
	case o.Claimable && (o.Visibility > 0 || len(o.Backoff) > 0):
		panic("queue: claimable, and a visibility timeout")
	}
	for _, d := range o.Backoff {
		if d <= 0 {
			panic("queue: a visibility timeout of 0 or less in a back-off")
		}
	}
}
