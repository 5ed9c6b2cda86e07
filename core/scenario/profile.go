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
	// acknowledgements).
	NoLease bool

	// Requeue is where a message goes that is rejected with requeue or of which the
	// lease ended; RequeueLimited, in a queue with a limit of deliveries.
	// RabbitMQ classic: its place. RabbitMQ quorum: the back, or ahead of the new ones where there is a
	// limit (rows R1 to R10; rabbitmq.com/docs/nack, and quorum queues, "Repeated Requeues").
	Requeue, RequeueLimited Comeback
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
)

// profiles are all of them, in the order in which they are shown.
var profiles = []Profile{
	{Name: "lesson", Title: "The lessons' queue"},
	{
		Name: "rabbitmq-classic", Title: "RabbitMQ, classic queue", Measured: "RabbitMQ 3.10.8",
		NoLease: true, Requeue: ToPlace, RequeueLimited: ToPlace, Disconnect: ToPlace, NoLimit: true, Counter: NoCounter,
		TTLAtHead: true, Priorities: DeclaredPriorities, KillMarks: true, UnknownClosesChannel: true,
	},
	{
		Name: "rabbitmq-quorum", Title: "RabbitMQ, quorum queue", Measured: "RabbitMQ 3.10.8",
		NoLease: true, Requeue: ToBack, RequeueLimited: Ahead, Disconnect: Ahead,
		CountsRedeliveries: true, LimitOnReturn: true, PrefetchCap: 2000, Counter: FromZero,
		TTLAtHead: true, Priorities: NoPriorities, RejectSlack: 1, NoRejectToDLX: true, AlwaysDurable: true, KeepsTransient: true,
		UnknownClosesChannel: true,
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

// Rejects says whether the queue, with so many messages waiting, tells producers no.
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
	if q.Broker.NoLease {
		return 0
	}
	return q.Visibility
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
	}
	return q.Requeue
}
