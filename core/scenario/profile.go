package scenario

import (
	"slices"
	"time"
)

// Profile is how a broker behaves where brokers differ: a row of switches. The
// zero value of every switch is what the queue of the lessons does, which
// follows the lines of the scenario.
//
// Where a comment names a row (R1, T2 …) it is one of package conformance, which
// holds every profile to it.
type Profile struct {
	// Name is the word of the language; Title is for a reader.
	Name, Title string
	// Measured is the server that the profile's rows were measured on, such as
	// "RabbitMQ 3.10.8"; empty where they are documented only.
	Measured string

	// NoLease: there is no visibility timeout; a message in flight comes back when its
	// connection closes. RabbitMQ, both types (rows E1 to E5; its documentation of
	// acknowledgements); PostgreSQL, where a row is locked until its transaction ends (PG1 to PG4); Redis (RS2).
	NoLease bool

	// Requeue is where a message goes that is rejected with requeue or of which the
	// lease ended; RequeueLimited, in a queue with a limit of deliveries.
	// RabbitMQ classic: its place. RabbitMQ quorum: the back, or ahead of the new ones where there is a
	// limit (rows R1 to R10; rabbitmq.com/docs/nack, and quorum queues, "Repeated Requeues").
	Requeue, RequeueLimited Comeback
	// NoHoldBack: a rejected message is there again at once, whatever retry and after say. RabbitMQ, of which
	// basic.nack has no delay (row N2), and a transaction that rolls back (row PQ8); PGMQ and others hide it (row PG7).
	NoHoldBack bool
	// Disconnect is where a message goes of which the connection closed. RabbitMQ
	// classic: its place; quorum: ahead, with a limit or without (rows E1 to E3).
	Disconnect Comeback

	// NoLimit: the queue has no limit of deliveries. RabbitMQ classic refuses the
	// setting (row L5).
	NoLimit bool
	// CountsRedeliveries: max-deliveries N allows N redeliveries, and so N+1 deliveries.
	// RabbitMQ quorum's delivery-limit (row L1; quorum queues, "Poison Message Handling").
	CountsRedeliveries bool
	// LimitOnReturn: a message that has reached the limit is dead-lettered when it comes back, not
	// when it would be handed out again. RabbitMQ quorum (rows L3 and L4).
	LimitOnReturn bool

	// TTLAtHead: an expired message leaves only when it is the next to be handed out, and
	// counts until then. RabbitMQ, both types (rows T1, T2; its documentation, TTL).
	TTLAtHead bool
	// Priorities says which priorities count. RabbitMQ classic: those that the queue is declared with
	// (rows P1 to P5); quorum: none (before 4.0).
	Priorities PriorityRule
	// RejectSlack is how many more than its greatest length a queue takes before it rejects.
	// RabbitMQ quorum: 1 (row O2).
	RejectSlack int
	// NoRejectToDLX: overflow reject-publish-dlx does as drop-head. RabbitMQ quorum (row O3).
	NoRejectToDLX bool

	// AlwaysDurable: every queue outlives a restart. KeepsTransient: and so does every message.
	// RabbitMQ quorum (row H1).
	AlwaysDurable, KeepsTransient bool
	// KillMarks: when the broker was killed, all that is left is marked as redelivered. RabbitMQ
	// classic (row H2).
	KillMarks bool
	// UnknownClosesChannel: to settle what was settled already closes the connection. RabbitMQ: its
	// channel, with 406 PRECONDITION_FAILED (row A3).
	UnknownClosesChannel bool

	// DefaultLease is the visibility timeout of a queue that says none, and MostLease the greatest with
	// all extensions, from the hand-out. JetStream's AckWait: 30 s (row J18); SQS: 30 s and 12 hours
	// (its API reference, ChangeMessageVisibility; rows Q4 and Q5); PGMQ: 30 s, as its examples read (PQ6).
	DefaultLease, LeaseMost time.Duration
	// Late is what an acknowledgement does that comes after the lease. JetStream, PGMQ and Redis
	// take it (rows J10, J11, PQ2, RS5); SQS standard, if the message was not handed out again; SQS FIFO
	// refuses it (API reference, DeleteMessage; row Q2).
	Late LateRule
	// AnyReceipt: any delivery of a message extends the lease of whoever holds it, and gives it back.
	// JetStream (rows J12, J13) and PGMQ (row PQ4), which go by the number of the message.
	AnyReceipt bool
	// Parks: a message that has used up its deliveries stays in the queue, for nobody. JetStream: in its stream
	// (row J7).
	Parks bool
	// NoDeadLetter: dead letters go nowhere. JetStream, which tells of them (rows J7, J9).
	NoDeadLetter bool
	// MaxInFlight is how many messages may be in flight at once where the queue says nothing; with
	// CountsReturned, those that came back and are not settled count. JetStream's MaxAckPending: 1000,
	// which so counts (rows J16, J16b, J18); SQS: 120 000 of those in flight (its quotas; rows Q9, Q10).
	MaxInFlight    int
	CountsReturned bool
	// Groups: messages of one key are a group, of which no more are handed out while one is in flight.
	// SQS FIFO (its developer's guide, FIFO-key-terms; rows QF1 to QF3).
	Groups bool
	// DuplicateWindow is how long a message is recognised by its id where the queue says nothing;
	// NoDuplicateWindow: it never is. JetStream: 2 m (rows J17, J18); SQS FIFO: 5 m (row QF4). The others
	// recognise nothing (rows D3, PG6, PQ7, RS11, Q11).
	DuplicateWindow   time.Duration
	NoDuplicateWindow bool
	// LengthOfAll: max-length counts every message, in flight or not, and drops the oldest of all, for good.
	// JetStream's MaxMsgs (rows J20, J20b), Redis's MAXLEN (row RS9).
	LengthOfAll bool
	// KeepsAge: a dead letter's time to live goes on from when it was first written. SQS standard; FIFO
	// begins anew (developer's guide, setting-up-dead-letter-queue-retention; row Q7).
	KeepsAge bool

	// LogsOnly: there are no queues. Kafka.
	LogsOnly bool
	// StartsAtEnd: a group begins at the end where it says nothing, and goes on there where its position is no longer
	// kept. Kafka's auto.offset.reset (rows K8, K9).
	StartsAtEnd bool
	// SessionTimeout is how long a member that crashed keeps its partitions, and PollWithin, how long one
	// that works on a record does; 0: not at all, and for ever. Kafka: 45 s and 5 m (its consumer's
	// configuration, session.timeout.ms and max.poll.interval.ms; rows K6, K7).
	SessionTimeout, PollWithin time.Duration

	// PrefetchCap is what an unlimited prefetch comes to; 0: unlimited. RabbitMQ quorum:
	// 2000 (row F8).
	PrefetchCap int

	// Counter is what the broker tells a consumer of earlier deliveries.
	Counter Counter
}

// Comeback is a place that a message comes back to.
type Comeback uint8

// The places to come back to.
const (
	// AsSaid: where the queue's requeue line says.
	AsSaid Comeback = iota
	// ToPlace: its own place, by age.
	ToPlace
	// ToBack: behind all others.
	ToBack
	// Ahead: ahead of those that were never handed out, behind those that came
	// back before it.
	Ahead
	// Stay: nowhere. It stays in flight, for its consumer, until it is claimed.
	Stay
)

// LateRule is what an acknowledgement does that comes after the lease.
type LateRule uint8

// The rules for late acknowledgements.
const (
	LateAsSaid  LateRule = iota // what the queue's late-acknowledge line says
	LateDeletes                 // whoever has the message by then
	LateRefused
	LateDeletesNewest // unless the message was handed out again
)

// PriorityRule says which priorities of messages count.
type PriorityRule uint8

// The rules for priorities.
const (
	AnyPriority        PriorityRule = iota // all, up to the queue's priorities where given
	DeclaredPriorities                     // up to the queue's priorities; without them none
	NoPriorities
)

// Counter is how a broker numbers the deliveries of a message.
type Counter uint8

// The ways to number deliveries.
const (
	FromOne   Counter = iota // the first is 1: JetStream's NumDelivered, SQS's ApproximateReceiveCount
	FromZero                 // redeliveries are counted: RabbitMQ quorum's x-delivery-count
	NoCounter                // only a mark, redelivered: RabbitMQ classic
	Unmarked                 // nothing: PostgreSQL
)

// profiles are all of them, in the order in which they are shown.
var profiles = []Profile{
	{Name: "lesson", Title: "The lessons' queue"},
	{
		Name: "rabbitmq-classic", Title: "RabbitMQ, classic queue", Measured: "RabbitMQ 3.10.8",
		NoLease: true, Requeue: ToPlace, RequeueLimited: ToPlace, Disconnect: ToPlace, NoLimit: true, Counter: NoCounter,
		NoHoldBack: true, TTLAtHead: true, Priorities: DeclaredPriorities, KillMarks: true, UnknownClosesChannel: true, NoDuplicateWindow: true,
	},
	{
		Name: "rabbitmq-quorum", Title: "RabbitMQ, quorum queue", Measured: "RabbitMQ 3.10.8",
		NoLease: true, Requeue: ToBack, RequeueLimited: Ahead, Disconnect: Ahead,
		CountsRedeliveries: true, LimitOnReturn: true, PrefetchCap: 2000, Counter: FromZero,
		NoHoldBack: true, TTLAtHead: true, Priorities: NoPriorities, RejectSlack: 1, NoRejectToDLX: true, AlwaysDurable: true, KeepsTransient: true,
		UnknownClosesChannel: true, NoDuplicateWindow: true,
	},
	{
		Name: "jetstream", Title: "NATS JetStream", Measured: "nats-server 2.9.10",
		Requeue: Ahead, RequeueLimited: Ahead, DefaultLease: 30 * time.Second, Late: LateDeletes, AnyReceipt: true,
		Parks: true, NoDeadLetter: true, MaxInFlight: 1000, CountsReturned: true, DuplicateWindow: 2 * time.Minute, LengthOfAll: true,
		Priorities: NoPriorities, AlwaysDurable: true, KeepsTransient: true,
	},
	{
		Name: "sqs", Title: "Amazon SQS, standard queue",
		Requeue: ToPlace, RequeueLimited: ToPlace, DefaultLease: 30 * time.Second, LeaseMost: 12 * time.Hour,
		Late: LateDeletesNewest, MaxInFlight: 120_000, NoDuplicateWindow: true, KeepsAge: true,
		Priorities: NoPriorities, AlwaysDurable: true, KeepsTransient: true,
	},
	{
		Name: "sqs-fifo", Title: "Amazon SQS, FIFO queue",
		Requeue: ToPlace, RequeueLimited: ToPlace, DefaultLease: 30 * time.Second, LeaseMost: 12 * time.Hour,
		Late: LateRefused, MaxInFlight: 120_000, Groups: true, DuplicateWindow: 5 * time.Minute,
		Priorities: NoPriorities, AlwaysDurable: true, KeepsTransient: true,
	},
	{
		Name: "postgres-skip-locked", Title: "PostgreSQL, rows locked with SKIP LOCKED", Measured: "PostgreSQL 15",
		NoLease: true, Requeue: ToPlace, RequeueLimited: ToPlace, Disconnect: ToPlace, NoLimit: true, NoDuplicateWindow: true,
		NoHoldBack: true, Counter: Unmarked, AlwaysDurable: true, KeepsTransient: true,
	},
	{
		Name: "pgmq", Title: "PostgreSQL, PGMQ", Measured: "PostgreSQL 15, with PGMQ's statements",
		Requeue: ToPlace, RequeueLimited: ToPlace, DefaultLease: 30 * time.Second, Late: LateDeletes, AnyReceipt: true, NoLimit: true,
		NoDuplicateWindow: true, Priorities: NoPriorities, AlwaysDurable: true, KeepsTransient: true,
	},
	{
		Name: "redis-streams", Title: "Redis Streams, consumer group", Measured: "Redis 7.0.15",
		NoLease: true, Requeue: Stay, RequeueLimited: Stay, Disconnect: Stay, Late: LateDeletes, NoLimit: true,
		NoHoldBack: true, NoDuplicateWindow: true, LengthOfAll: true, Priorities: NoPriorities, KeepsTransient: true,
	},
	{
		Name: "kafka", Title: "Apache Kafka", LogsOnly: true, StartsAtEnd: true,
		SessionTimeout: 45 * time.Second, PollWithin: 5 * time.Minute,
	},
}

// Profiles are all profiles, in the order in which they are shown; lesson is the first.
func Profiles() []Profile { return slices.Clone(profiles) }

// ProfileNamed is the profile of a name.
func ProfileNamed(name string) (p Profile, ok bool) {
	i := slices.IndexFunc(profiles, func(p Profile) bool { return p.Name == name })
	if i < 0 {
		return Profile{}, false
	}
	return profiles[i], true
}

func profileNames() []string {
	names := make([]string, len(profiles))
	for i := range profiles {
		names[i] = profiles[i].Name
	}
	return names
}

// HandOuts is how often a message of the queue may be handed out; 0: no limit.
func (q *Queue) HandOuts() int {
	switch p := &q.Broker; {
	case p.NoLimit:
		return 0
	case p.CountsRedeliveries && (q.MaxDeliveries > 0 || q.ZeroLimit):
		return q.MaxDeliveries + 1
	}
	return q.MaxDeliveries
}

// Ranks is the priority that one of a message comes to in the queue.
func (q *Queue) Ranks(priority int) int {
	switch rule := q.Broker.Priorities; {
	case rule == NoPriorities:
		return 0
	case rule == DeclaredPriorities || q.Priorities > 0:
		return min(priority, q.Priorities)
	}
	return priority
}

// Rejects says whether the queue, with so many messages that count for its length, tells producers no.
func (q *Queue) Rejects(waiting int) bool {
	if q.MaxLength == 0 || q.Overflow == DropHead || q.Overflow == RejectToDLX && q.Broker.NoRejectToDLX {
		return false
	}
	return waiting >= q.MaxLength+q.Broker.RejectSlack
}

// DropsBeyond is how many messages may wait before the next makes room; 0: any number.
func (q *Queue) DropsBeyond() int {
	if q.Overflow == RejectPublish || q.Overflow == RejectToDLX && !q.Broker.NoRejectToDLX {
		return 0
	}
	return q.MaxLength
}

// Outlives says whether a message outlives a restart of the queue's broker.
func (q *Queue) Outlives(transient bool) bool {
	return (q.Durable || q.Broker.AlwaysDurable) && (!transient || q.Broker.KeepsTransient)
}

// Lease is how long a message handed out is kept from others; 0 where there is no lease.
func (q *Queue) Lease() time.Duration {
	switch {
	case q.Broker.NoLease:
		return 0
	case q.Visibility == 0:
		return q.Broker.DefaultLease
	}
	return q.Visibility
}

// Leased says whether messages handed out have leases.
func (q *Queue) Leased() bool { return q.Lease() > 0 || len(q.Leases()) > 0 }

// Leases are those of a message's first, second … delivery, where they differ; the last is that of
// all further ones.
func (q *Queue) Leases() []time.Duration {
	if q.Broker.NoLease || q.Backoffs == 0 {
		return nil
	}
	return q.Backoff[:q.Backoffs]
}

// LeaseOf is how long that of a delivery lasts, the number of which is from 1.
func (q *Queue) LeaseOf(delivery int) time.Duration {
	if all := q.Leases(); len(all) > 0 {
		return all[min(delivery, len(all))-1]
	}
	return q.Lease()
}

// Claimable says whether messages in flight stay there until somebody claims them.
func (q *Queue) Claimable() bool { return q.Disconnected() == RequeueStay && !q.Leased() }

// LateAcknowledged is what an acknowledgement does after the lease.
func (q *Queue) LateAcknowledged() LateRule {
	switch {
	case q.Broker.Late != LateAsSaid:
		return q.Broker.Late
	case q.RefuseLate:
		return LateRefused
	}
	return LateDeletes
}

// DeadTo is the queue, by index, that dead letters go to; -1: none.
func (q *Queue) DeadTo() int {
	if q.Broker.NoDeadLetter {
		return -1
	}
	return q.DeadLetter
}

// InFlightMost bounds the messages in flight; 0: any number.
func (q *Queue) InFlightMost() int {
	if q.MaxInFlight > 0 {
		return q.MaxInFlight
	}
	return q.Broker.MaxInFlight
}

// Recognises is how long the queue recognises a message by its id; 0: not at all.
func (q *Queue) Recognises() time.Duration {
	switch {
	case q.Broker.NoDuplicateWindow:
		return 0
	case q.DuplicateWindow > 0:
		return q.DuplicateWindow
	}
	return q.Broker.DuplicateWindow
}

// Rejected is where a message goes that was rejected, or of which the lease ended.
func (q *Queue) Rejected() Requeue {
	if q.HandOuts() > 0 {
		return q.comeback(q.Broker.RequeueLimited)
	}
	return q.comeback(q.Broker.Requeue)
}

// Disconnected is where a message goes of which the connection closed.
func (q *Queue) Disconnected() Requeue { return q.comeback(q.Broker.Disconnect) }

func (q *Queue) comeback(to Comeback) Requeue {
	switch to {
	case ToPlace:
		return RequeuePlace
	case ToBack:
		return RequeueBack
	case Ahead:
		return RequeueAhead
	case Stay:
		return RequeueStay
	}
	return q.Requeue
}

// Unheeded lists the words of the queue's lines that its broker takes no notice of: it has no such
// setting, or does one thing whatever it says.
func (q *Queue) Unheeded() (words []string) {
	p := &q.Broker
	for _, line := range []struct {
		word     string
		unheeded bool
	}{
		{"visibility", p.NoLease && q.Visibility > 0},
		{"back-off", p.NoLease && q.Backoffs > 0},
		{"late-acknowledge", q.RefuseLate && (p.NoLease || p.Late != LateAsSaid && p.Late != LateRefused)},
		{"max-deliveries", p.NoLimit && q.MaxDeliveries > 0},
		{"dead-letter", p.NoDeadLetter && q.DeadLetter >= 0},
		{"duplicate-window", p.NoDuplicateWindow && q.DuplicateWindow > 0},
		{"requeue", q.Rejected() != q.Requeue && q.Requeue != RequeuePlace},
		{"retry", p.NoHoldBack && q.Retries > 0},
		{"priorities", p.Priorities == NoPriorities && q.Priorities > 0},
		{"overflow", p.NoRejectToDLX && q.Overflow == RejectToDLX},
	} {
		if line.unheeded {
			words = append(words, line.word)
		}
	}
	return words
}
