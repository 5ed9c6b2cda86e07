package trace

import "time"

// State is everything at one instant: the fold of a trace's first events.
// The zero value is not ready; get one from Trace.State or NewState.
type State struct {
	// Now is the time of the last event applied.
	Now time.Duration
	// Events is how many events were applied.
	Events int
	// Messages is the table of messages that are not gone, indexed by Slot;
	// an entry whose Place is Free holds none.
	Messages []Message
	// Actors has an entry for each actor of the head.
	Actors []ActorState
	// Queues has an entry for each queue of the head.
	Queues []QueueState
	// Total sums the queues.
	Total Counts
	// Gone holds the last messages that left, oldest first, at most GoneKept.
	Gone []Gone
	// Cells are the values of the head's cells, indexes into Head.Words from 1; 0: not
	// there. It may be shorter than the head's.
	Cells []uint32
	// Sent are the things that left, oldest first, at most SentKept; Sends counts them all.
	Sent  []SentThing
	Sends uint32
	// Ends and Starts are the logs' ends and starts by partition, from the Log's First on;
	// Positions the groups' committed positions, and Reads the positions
	// they have read to, from the Group's First on.
	Ends, Starts, Positions, Reads []int64
	// Joined tells which of the positions their groups have been given.
	Joined []bool
}

// SentKept is how many sent things a state remembers.
const SentKept = 48

// SentThing is something that left the system.
type SentThing struct {
	Table   uint16
	Word    uint32 // index into Head.Words
	Message uint32
	At      time.Duration
}

// GoneKept is how many messages that left a state remembers.
const GoneKept = 48

// Place says where a message is.
type Place uint8

// The places of a message.
const (
	// Free: this entry of the table holds no message.
	Free Place = iota
	// Delayed: written, and not yet to be handed out. Left by Woke.
	Delayed
	// Visible: may be handed out. Entered by Written, Woke, LeaseEnded,
	// Rejected and Returned; left by Delivered and DeadLettered.
	Visible
	// InFlight: handed out and neither acknowledged nor given back.
	// Entered by Delivered.
	InFlight
	// AcknowledgedPlace: deleted by an acknowledgement.
	AcknowledgedPlace
	// DeadLetteredPlace: moved out of its queue.
	DeadLetteredPlace
	// DroppedPlace: gone without having been handed out.
	DroppedPlace
	// LostPlace: gone without anybody having decided so.
	LostPlace
	// ExpiredPlace: it outlived its time to live.
	ExpiredPlace
	// MovedPlace: taken out by hand, and written to another queue.
	MovedPlace
	// ParkedPlace: still there, its deliveries used up, for nobody.
	ParkedPlace
)

// Message is a message that is not gone.
type Message struct {
	Number     uint32
	Deliveries uint32
	Executions uint32
	Queue      uint16
	// Holder is the consumer of the last delivery; NoActor before the first.
	Holder   uint16
	Place    Place
	Priority uint8
	// Written is when it was written, Since when it came to its present place.
	Written, Since time.Duration
	// LeaseEnd is when the lease of the last delivery ends; Never without one.
	LeaseEnd int64
	// Body is for Head.Body.
	Body int64
	// Order sorts the messages of a queue of one priority: lower comes first.
	Order int64
}

// Gone is a message that left its queue.
type Gone struct {
	Number     uint32
	Deliveries uint32
	Queue      uint16
	Place      Place
	At         time.Duration
}

// Status says what a consumer is doing.
type Status uint8

// The statuses of an actor.
const (
	NotStarted Status = iota
	Idle
	Working
	CrashedStatus
	StoppedStatus
	PausedStatus
)

// ActorState is what an actor is doing.
type ActorState struct {
	Status Status
	// Step is the step a working consumer is in, from StepStart to StepEnd.
	Step               uint8
	StepStart, StepEnd time.Duration
	// Since is when Status began.
	Since time.Duration
	// Message and Delivery are what a working consumer works on, and what a
	// crashed one was working on; 0 where there is none.
	Message, Delivery uint32
	// LeaseEnd is when the lease of that delivery ends or ended; Never without.
	LeaseStart time.Duration
	LeaseEnd   int64
	// Written counts what a producer wrote; Deliveries, Executions and
	// Acknowledged count a consumer's.
	Written, Deliveries, Executions, Acknowledged uint32
	// Holding counts the deliveries handed to the consumer that are still in
	// flight for it.
	Holding uint32
}

// QueueState is a queue's counts, and what Order needs.
type QueueState struct {
	Counts
	nextOrder, frontOrder, aheadOrder int64
}

// Counts are the counts of a queue or of a run. Depth is Visible + InFlight +
// Delayed + Parked, and at every instant Written = Depth + Acknowledged + DeadLettered + Dropped + Expired + Lost + Moved.
type Counts struct {
	Written, Deliveries, Redeliveries, Executions, Acknowledged, Refused, DeadLettered, Dropped, Expired, Lost, Moved uint32
	Visible, InFlight, Delayed, Parked                                                                                uint32
}

// Depth counts every message that is not gone.
func (c Counts) Depth() uint32 { return c.Visible + c.InFlight + c.Delayed + c.Parked }
