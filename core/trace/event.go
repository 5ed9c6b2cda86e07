// Package trace holds what happened in a run: an append-only list of events,
// and the state of everything at any place in it.
//
// A trace is the only thing that the page, the measures, the claims and the
// console read. Everything they show is a function of a trace and a cursor.
package trace

import (
	"strconv"
	"strings"
	"time"
)

// Event is one thing that happened. Events are ordered; those of one instant
// happened in the order they are listed in.
type Event struct {
	// At is the virtual time since the start of the run.
	At time.Duration
	// Value depends on Kind; see there. 0 where Kind says nothing of it.
	Value int64
	// Message is the message's number in the run, from 1 in the order of
	// writing; 0 where no message is concerned.
	Message uint32
	// Slot is where State keeps the message while it is not gone. Slots of
	// messages that are gone are used again.
	Slot uint32
	// Delivery is which hand-out of the message this is about, from 1; 0 where
	// none is.
	Delivery uint32
	// Actor is the producer or consumer concerned, an index into Head.Actors.
	// NoActor where the queue or the clock acts by itself.
	Actor uint16
	// Queue is the queue concerned, an index into Head.Queues; NoQueue where none is.
	Queue uint16
	// Kind says what happened.
	Kind Kind
	// Step is the step of the handler that the event is about, an index into
	// the actor's Steps.
	Step uint8
}

// NoActor and NoQueue stand where an event concerns no actor or no queue.
const (
	NoActor = ^uint16(0)
	NoQueue = ^uint16(0)
)

// Kind is a kind of event.
type Kind uint8

// The kinds of event.
const (
	// Started: the consumer begins to take messages. Stopped: it takes no more.
	Started Kind = iota + 1
	Stopped
	// Crashed: the consumer loses what is in its memory. Value is the instant
	// it will be back, or Never. Recovered: it is back.
	Crashed
	Recovered
	// Written: the message came to the queue, visible. Value is its body, for
	// Head.Body. Step is its priority. Without an actor, the broker moved it
	// here from another queue. With one, a message that was written before is
	// written again: it was lost before the broker confirmed it.
	Written
	// Held: the message just written is held back. Value is the instant it
	// will be visible.
	Held
	// Delivered: the queue handed the message out. Value is the instant its
	// lease ends, or Never where the queue has no visibility timeout. Step is 1 where
	// its broker marks it as redelivered for another reason than an earlier delivery.
	Delivered
	// StepStarted: the consumer began a step of its handler that takes time.
	// Value is the instant the step will be done.
	StepStarted
	// Executed: the consumer ran its handler to the end for this delivery.
	Executed
	// Acknowledged: the message is deleted. Value is 1 if its lease had ended
	// by then, or another delivery had followed; 2 if a later message was acknowledged, and all
	// before it with it: Actor is who had it last, then.
	Acknowledged
	// AcknowledgeRefused: the acknowledgement came after the lease ended, and
	// the queue refuses those. The message stays as it was.
	AcknowledgeRefused
	// AcknowledgeGone: the message had already gone; nothing changed.
	AcknowledgeGone
	// AcknowledgeDropped: the acknowledgement was lost on its way.
	AcknowledgeDropped
	// Left: the consumer went on without acknowledging the message.
	Left
	// Extended: the lease was restarted. Value is its new end.
	Extended
	// ExtendRefused: the lease to extend had ended already.
	ExtendRefused
	// LeaseEnded: the lease ran out; the message is visible again.
	LeaseEnded
	// Rejected: the consumer gave the message back; it is visible again.
	Rejected
	// Returned: the consumer's connection closed; the message is visible again.
	Returned
	// Woke: the delay of the message is over; it is visible.
	Woke
	// DeadLettered: the message was moved out of the queue, instead of being
	// delivered once more than the queue allows. Value says why, a Death.
	DeadLettered
	// Dropped: the message left without being handed out, because the queue had no
	// room for it, nobody to take it, or no queue was bound. Value says which, a Why. Message is
	// 0 where it was never in a queue.
	Dropped
	// Lost: the broker no longer has the message: it restarted and had not kept it.
	Lost
	// Forgotten: the message was acknowledged, or its position committed, before it
	// was worked on, and the only consumer that knew of it crashed.
	Forgotten
	// Restarted: the queue's broker restarted; connections closed.
	Restarted
	// Confirmed: the broker told the producer that it has stored the message, or, where Message
	// is 0, that it has done with it.
	Confirmed
	// Activated: of a queue with a single active consumer, this one is it now.
	Activated
	// StepDone: the consumer or relay did a step of its handler.
	StepDone
	// Failed: the handler could not go on; the message is rejected.
	Failed
	// RowSet: a cell of a table got a value. Slot is the cell, an index into
	// Head.Cells, and Value an index into Head.Words. Of this kind and those
	// below to Published, Step is the step that did it.
	RowSet
	// RowRead: a step read the cell Slot, and found Value.
	RowRead
	// RowTaken: an insert found its key taken; Slot is the cell.
	RowTaken
	// RowKept: a conditional update found its condition false; Slot is the cell, Value what stands there.
	RowKept
	// Begun, Committed and RolledBack: a transaction.
	Begun
	Committed
	RolledBack
	// Sent: something left the system for good. Slot is the mailbox, an index into Head.Tables;
	// Value, of Head.Words, is what was sent.
	Sent
	// SendRecognised: the mailbox had had something under the same key, and sent nothing.
	SendRecognised
	// Published: a relay or a producer published a row or an event. Slot is the row's cell, or ^0;
	// Value, of Head.Words, is what.
	Published
	// Moved: somebody took the message out of its queue by hand, to write it to another.
	Moved
	// Appended: a record came to a log. Step is the log, an index into
	// Head.Logs, Slot the partition, and Value the body.
	Appended
	// Fetched: a member of a group read a record to work on it. Step is the
	// log, Slot the partition, Value the position; Delivery counts its group's reads of it.
	Fetched
	// PositionCommitted: the group's position in a partition was committed; Value is the next
	// position to read. PositionRefused: the member no longer had the partition.
	PositionCommitted
	PositionRefused
	// Assigned: the member was given partition Slot of log Step, to go on at position
	// Value. Revoked: it lost it.
	Assigned
	Revoked
	// Trimmed: retention dropped the records of partition Slot below position Value.
	Trimmed
	// LimitReached: the run was cut short at a stated limit. Value is the limit,
	// in events.
	LimitReached
	// Disconnected: the consumer's connection closed. It may start again.
	Disconnected
	// Cancelled: the consumer is given no more messages, and keeps those it has.
	Cancelled
	// Expired: the message outlived its time to live, and goes nowhere.
	Expired
	// Refused: the queue told the producer that it does not take the message.
	Refused
	// Unrouted: the exchange gave the message back to the producer, as it goes to no queue.
	Unrouted
	// Removed: the queue had not been used for too long, and is no longer there.
	Removed
	// Parked: the message has used up its deliveries and stays in its queue, where nobody is given it.
	Parked
	// Claimed: the consumer takes over a message that somebody has in flight, itself perhaps, to
	// be handed it at once.
	Claimed
	// Severed: the broker closed the connection of a consumer that goes on with the work in
	// its hands. Reconnected: it has a new one.
	Severed
	Reconnected
	// Parted: the network between the consumer and its broker is cut; Value is the instant
	// at which it will be there again, or Never. Healed: it is.
	Parted
	Healed
	// Paused: the consumer stands still, and its connection with it; Value as above.
	// Resumed: it goes on where it was.
	Paused
	Resumed
	// Slowed: what the consumer begins from now on takes Value times as long.
	Slowed
	// ConfirmDropped: the confirmation was lost on its way to the producer.
	ConfirmDropped

	kinds = iota + 1
)

// Never stands for an instant that will not come.
const Never = int64(1<<63 - 1)

var kindNames = [kinds]string{
	Started: "started", Stopped: "stopped", Crashed: "crashed", Recovered: "recovered",
	Written: "written", Held: "held back", Delivered: "delivered", StepStarted: "step started", Executed: "executed",
	Acknowledged: "acknowledged", AcknowledgeRefused: "late-acknowledge refused",
	AcknowledgeGone: "acknowledge gone", AcknowledgeDropped: "acknowledge dropped",
	Left: "left unacknowledged", Extended: "lease extended", ExtendRefused: "extend refused",
	LeaseEnded: "lease ended", Rejected: "rejected", Returned: "returned", Woke: "woke",
	DeadLettered: "dead-lettered", Dropped: "dropped", Lost: "lost", Forgotten: "forgotten",
	Restarted: "restarted", Confirmed: "confirmed", Activated: "activated", StepDone: "step done",
	Failed: "failed", RowSet: "row set", RowRead: "row read", RowTaken: "row taken", RowKept: "row kept",
	Begun: "transaction begun", Committed: "transaction committed", RolledBack: "transaction rolled back",
	Sent: "sent", SendRecognised: "send recognised", Published: "published", Moved: "moved", Appended: "appended", Fetched: "fetched",
	PositionCommitted: "position committed", PositionRefused: "position refused", Assigned: "assigned", Revoked: "revoked",
	Trimmed: "trimmed", LimitReached: "limit reached",
	Disconnected: "disconnected", Cancelled: "cancelled", Expired: "expired", Refused: "publish refused",
	Unrouted: "returned to producer", Removed: "queue removed", Parked: "parked", Claimed: "claimed",
	Severed: "connection closed", Reconnected: "connected again", Parted: "cut off", Healed: "within reach again",
	Paused: "paused", Resumed: "resumed", Slowed: "slowed", ConfirmDropped: "confirm dropped",
}

// String is the kind's name in the event log, the command line's JSON and the
// filter of the page.
func (k Kind) String() string {
	if int(k) < len(kindNames) && kindNames[k] != "" {
		return kindNames[k]
	}
	return "unknown"
}

// Kinds lists every kind in order.
func Kinds() []Kind {
	all := make([]Kind, 0, kinds-1)
	for k := Started; k < kinds; k++ {
		all = append(all, k)
	}
	return all
}

// Head names the things that the events of a trace point to by index.
type Head struct {
	Actors []Actor
	Queues []Queue
	// Bodies are the distinct message bodies, in the order of first use.
	// Bodies[0] is the empty body.
	Bodies []string
	// Tables are what lies outside the queues; Cells are their cells, in the order in which the
	// run came across them, and Words the values.
	Tables []Table
	Cells  []Cell
	Words  []string
	Logs   []Log
	Groups []Group
	// Chosen are the choose lines that changed the run, in the order in which it came to them.
	Chosen []Chosen
}

// Chosen is a choose line, an index into the scenario's Choices, and the index of
// the first event that it brought about.
type Chosen struct{ Choice, Event int }

// Log is a log of the run, and Group a group that reads one.
type Log struct {
	Name       string
	Partitions int
	// First is where State has its first partition.
	First int
}

// Group is a group that reads a log.
type Group struct {
	Name string
	Log  uint16
	// First is where State has its position in the first partition.
	First int
}

// Table is a table, balance, mailbox or outbox of the run.
type Table struct {
	Name string
	Kind TableKind
}

// TableKind is a kind of table.
type TableKind uint8

// The kinds of table.
const (
	RowTable TableKind = iota
	Balance
	Mailbox
	Outbox
)

// Cell is a place in a table. A row without columns has one cell without a name.
type Cell struct {
	Table       uint16
	Row, Column string
}

// Why says why a message was dropped.
type Why = int64

// The reasons to drop a message.
const (
	NobodyThere Why = iota + 1 // a direct queue, and no consumer free
	NoRoom                     // a queue at its greatest length
	Unroutable                 // an exchange, and no binding that matches
	Circular                   // it expired, and was to go where it had expired before
	Duplicate                  // the queue had had one of the same id
)

// Death says why a message was dead-lettered.
type Death = int64

// The reasons to dead-letter a message.
const (
	AtHandOut  Death = iota // its turn came once more than it may be handed out
	ByConsumer              // a consumer rejected it for good
	OnReturn                // it came back from its last delivery
	ByTTL                   // it outlived its time to live
	ByLength                // it made room in a queue at its greatest length
)

// Body is the text of a message's body, from the Value of its Written event:
// the low 32 bits are an index into Bodies, and the high ones the number that
// stands for {n} there.
func (h *Head) Body(value int64) string {
	text := h.Bodies[uint32(value)]
	if n := uint64(value) >> 32; n > 0 {
		text = strings.ReplaceAll(text, "{n}", strconv.FormatUint(n, 10))
	}
	return text
}

// Actor is a producer or a consumer of the run.
type Actor struct {
	Name string
	// Group is the name that consumers declared together share: consumer
	// worker x 3 makes worker-1 to worker-3 of the group worker.
	Group string
	Role  Role
	// Queue is what a consumer reads from or a producer writes to first, an
	// index into Head.Queues.
	Queue uint16
	// LogGroup is the group a member belongs to, an index into Head.Groups.
	LogGroup uint16
	// Steps are the names of a consumer's handler's steps, in order, from
	// "receive" to "acknowledge".
	Steps []string
	// Handler is the name of a consumer's handler; empty where the consumer
	// only works and acknowledges.
	Handler string
	// Detection is how long a consumer's broker takes to notice that its connection is gone.
	Detection time.Duration
	// Scripted says that a consumer is a client, which the scenario's lines move.
	Scripted bool
	// Of is the name of the consumer that this one is a further thread of;
	// empty for everybody else.
	Of string
}

// Role says what an actor does.
type Role uint8

// The roles.
const (
	Producer Role = iota
	Consumer
	Relay
	Member
)

// Queue is a queue of the run.
type Queue struct {
	Name string
	// Visibility is the visibility timeout; 0 where the queue has none.
	Visibility time.Duration
	// Requeue says where a message that comes back goes, and Disconnect, where one goes
	// that comes back because a connection closed.
	Requeue, Disconnect Requeue
	// Backoff are the visibility timeouts of a message's first, second … delivery, and the
	// last of them that of all further ones; none: Visibility.
	Backoff []time.Duration
	// DropsOldest: at its greatest length it drops the oldest of all its messages, in flight or not.
	DropsOldest bool
	// AnyReceipt: an earlier delivery of a message speaks for the one that has it.
	AnyReceipt bool
	// Counter is how its broker numbers deliveries.
	Counter Counter
}

// Lease is how long that of a delivery lasts, the number of which is from 1; 0 where there is none.
func (q *Queue) Lease(delivery uint32) time.Duration {
	if n := len(q.Backoff); n > 0 {
		return q.Backoff[min(int(delivery), n)-1]
	}
	return q.Visibility
}

// Leased says whether messages handed out have leases.
func (q *Queue) Leased() bool { return q.Visibility > 0 || len(q.Backoff) > 0 }

// Counter is how a broker numbers the deliveries of a message.
type Counter uint8

// The ways to number deliveries.
const (
	FromOne Counter = iota
	FromZero
	NoCounter
	Unmarked
)

// Requeue says where in the queue a message goes when it comes back.
type Requeue uint8

// The places a message can come back to.
const (
	RequeuePlace Requeue = iota // its own place, by age
	RequeueFront
	RequeueBack
	RequeueAhead // ahead of those never handed out, behind those that came back before
	RequeueStay  // nowhere: it stays in flight until it is claimed
)
