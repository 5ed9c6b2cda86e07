package scenario

import "time"

// Scenario says what to run: every value settled, every name resolved.
// Two equal scenarios make equal runs.
type Scenario struct {
	// Seed is what every random stream is derived from.
	Seed uint64
	// Until is the last instant of the run, itself included; 0 where the run
	// goes on until nothing is left to happen.
	Until     time.Duration
	Params    []Param
	Queues    []Queue
	Producers []Producer
	Consumers []Consumer
	Tables    []Table
	Handlers  []Handler
	Relays    []Relay
	Exchanges []Exchange
	Logs      []Log
	Groups    []Group
	Faults    []Fault
	Choices   []Choice
	Prints    []Print
	Expects   []Claim
	Claims    []Claim
}

// Param is a value that the reader may change.
type Param struct {
	// Name is what $name and -set name=value use.
	Name string
	// Label is what the page shows; Help is a sentence more, or empty.
	Label, Help string
	Kind        ParamKind
	// Default is the value written in the scenario; Value the one in force.
	Default, Value Value
	// From and To bound a number, duration, rate or share, both included.
	From, To Value
	// Slider bounds what the slider shows, where that is less.
	SliderFrom, SliderTo Value
	// Choices are the words a choice may take.
	Choices []string
	// Never says that a duration may also be "never".
	Never bool
	Pos   Pos
}

// ParamKind is the type of a parameter's value.
type ParamKind uint8

// The kinds of parameter.
const (
	NumberParam   ParamKind = iota // a whole number: 3
	DurationParam                  // a span of virtual time: 30ms, or never
	RateParam                      // so many a time: 20000/s
	ShareParam                     // a part of all: 10%
	ChoiceParam                    // a word of a list: deletes
)

// Value is a settled value of any kind.
type Value struct {
	Kind     ParamKind
	Number   int64         // of a number; of a rate, how many each Duration; of a share, parts in a million
	Duration time.Duration // of a duration, or the time a rate counts over
	Never    bool          // of a duration: the instant or span that does not come
	Word     string        // of a choice
}

// Queue is a queue as a scenario declares it. See model.md's rules 2 to 10.
type Queue struct {
	Name string
	// Visibility is the visibility timeout; 0: none, and then a message in
	// flight comes back only when its consumer's connection closes.
	Visibility time.Duration
	// RefuseLate refuses an acknowledgement that comes after the lease ended;
	// otherwise it deletes the message all the same.
	RefuseLate bool
	// MaxDeliveries dead-letters a message instead of handing it out once
	// more; 0: no limit. Its broker may count otherwise: HandOuts says.
	MaxDeliveries int
	// ZeroLimit says that 0 was given, which is a limit to a broker that counts redeliveries.
	ZeroLimit bool
	// DeadLetter is the queue, by index, that dead letters go to; -1: none, and they are
	// only counted.
	DeadLetter int
	Requeue    Requeue
	// Delay holds each message back for so long after it is written.
	Delay time.Duration
	// Direct hands a message to a consumer that is free at once, or drops it:
	// no queue at all.
	Direct bool
	// Durable says that the queue itself outlives a restart of its broker.
	Durable bool
	// Stores is how long the broker takes to store a message; one not stored
	// yet does not outlive a restart.
	Stores time.Duration
	// SingleActive gives messages only to the first of the consumers, until it is gone.
	SingleActive bool
	// TTL is the time to live of its messages; 0: they live on.
	TTL time.Duration
	// MaxLength bounds the messages that wait; 0: no bound. Overflow is what happens beyond.
	MaxLength int
	Overflow  Overflow
	// Priorities is the highest priority that counts, above which all are alike; 0: not
	// given, and it depends on the broker.
	Priorities int
	// Retry are the times that a rejected message is held back for, Retries of them: the
	// first time, the second … and from then on the last; none: not at all. Jitter draws each
	// between 0 and that.
	Retry   [MaxRetries]time.Duration
	Retries int
	Jitter  bool
	// AcknowledgeWithin closes the connection that leaves a delivery unacknowledged for so long, where
	// there is no visibility timeout; 0: never.
	AcknowledgeWithin time.Duration
	// Expires removes the queue, with its messages, when it has had no consumer for so long; 0: never.
	Expires time.Duration
	// Backoff are the visibility timeouts of a message's first, second … delivery, Backoffs of them,
	// and from then on the last; none: Visibility.
	Backoff  [MaxRetries]time.Duration
	Backoffs int
	// MaxInFlight bounds the messages in flight at once; 0: as many as the broker allows.
	MaxInFlight int
	// DuplicateWindow is how long the queue recognises a message by its id and takes no other
	// of the same; 0: as long as the broker does.
	DuplicateWindow time.Duration
	// UpTo: to acknowledge a message acknowledges all that were handed out and written before it.
	UpTo bool
	// Broker is how it behaves where brokers differ; the zero value is the lessons' queue.
	Broker Profile
	Pos    Pos
}

// Overflow is what a queue at its greatest length does.
type Overflow uint8

// The ways to overflow.
const (
	DropHead      Overflow = iota // the next to be handed out makes room
	RejectPublish                 // the producer is told no
	RejectToDLX                   // and the message goes where dead letters go
)

// RelayTo is a kind of place that a relay publishes to.
type RelayTo uint8

// The places a relay publishes to.
const (
	ToQueue RelayTo = iota
	ToExchange
	ToMailbox
)

// Exchange routes what producers publish to the queues bound to it.
type Exchange struct {
	Name     string
	Kind     ExchangeKind
	Bindings []Binding
	Pos      Pos
}

// ExchangeKind is a way to route.
type ExchangeKind uint8

// The ways to route.
const (
	Fanout ExchangeKind = iota // to every queue bound
	Direct                     // to those bound with the very key
	Topic                      // to those whose pattern matches: * one word, # any number
)

// Binding binds a queue to an exchange. A queue that several bindings match gets one copy.
type Binding struct {
	Queue int
	Key   string
}

// Relay reads an outbox and publishes its rows, again and again.
type Relay struct {
	Name, Group string
	Table       int // the outbox it reads
	// To says what Target, an index, is: where it publishes.
	To     RelayTo
	Target int
	// SendKey is the idempotency key it sends with to a mailbox.
	SendKey Text
	Starts  time.Duration
	// Every is how long it waits when it found nothing.
	Every time.Duration
	// Batch is how many rows it takes at a time, and marks together afterwards.
	Batch int
	// Locks says that it skips rows another relay has taken and takes its own
	// under a lock.
	Locks bool
	// Memory says that the rows are only in its memory: a crash loses them.
	Memory bool
	// Publish and Mark are how long publishing one row, and marking, takes.
	Publish, Mark time.Duration
	Pos           Pos
}

// Requeue says where a message that comes back goes.
type Requeue uint8

// The places a message can come back to.
const (
	RequeuePlace Requeue = iota // its own place, by age
	RequeueFront
	RequeueBack
	RequeueAhead // ahead of those never handed out, behind those that came back before
	RequeueStay  // nowhere: it stays in flight until it is claimed
)

// Producer writes messages to a queue.
type Producer struct {
	Name string
	// Exchange is where it publishes, or -1: it writes to Queue. Without
	// exchanges in the scenario it is not looked at.
	Queue, Exchange int
	// Log is where it appends, or -1. Without logs in the scenario it is not looked at.
	Log int
	// Also lists further queues that it writes each message to, itself.
	Also []int
	// Key is the routing key it publishes with, the partition key, or the group of its messages.
	Key string
	// ID is what the broker recognises each message by; empty: nothing.
	ID string
	// Transient messages do not outlive a restart of the broker.
	Transient bool
	// Confirms makes it write a message again that the broker had not
	// confirmed when it restarted.
	Confirms bool
	// ConfirmWithin is how long after writing a message it writes it again, if the confirmation
	// was lost; 0: it does not.
	ConfirmWithin time.Duration
	// Mandatory has what no binding matches come back to it.
	Mandatory bool
	// TTL is the time to live of its messages, AtOnce where that is nothing; 0: not given.
	TTL time.Duration
	// Starts is the instant of its first message.
	Starts time.Duration
	// Priority of its messages; higher is handed out first.
	Priority int
	// Bodies are written one after the other by a producer of listed
	// messages; otherwise each message's body is made from Body and its number.
	Bodies []string
	Body   string
	// Schedule says when; a producer of listed bodies alone writes all of
	// them at Starts.
	Schedule Schedule
	Pos      Pos
}

// Schedule says when a producer writes.
type Schedule struct {
	Kind ScheduleKind
	// Every is the time between two writes: exact, or the mean of a Poisson
	// process.
	Every time.Duration
	// Count is how many messages each write brings; 0 only where the producer
	// has none to write.
	Count int
	// Times bounds the number of writes; 0: no bound.
	Times int
	// For bounds their time: no write at Starts+For or later; 0: no bound.
	For time.Duration
}

// ScheduleKind is a way of spacing writes.
type ScheduleKind uint8

// The ways of spacing writes.
const (
	Once    ScheduleKind = iota // Count messages, at Starts
	Regular                     // Count every Every, the first at Starts
	Poisson                     // Count after exponential gaps of mean Every
)

// Consumer takes messages from a queue and works on them one at a time.
// A declaration "consumer worker x 3" makes three of these.
type Consumer struct {
	Name  string
	Group string
	Queue int
	// Starts is when it begins to take messages.
	Starts time.Duration
	// StopsEmpty makes it stop for good when it is free and nothing is visible.
	StopsEmpty bool
	// Prefetch bounds the messages in its hands; 0: unlimited. The default is 1.
	Prefetch int
	// Take bounds the messages it takes in each span of TakeEvery, counted
	// from 0; 0: no bound.
	Take      int
	TakeEvery time.Duration
	// Work is how long the work on one message takes; WorkBy, by body, comes first.
	Work   Dist
	WorkBy []BodyWork
	// Heartbeat extends the lease this often while the work goes on; 0: never.
	Heartbeat time.Duration
	// Leave lists bodies that it leaves unacknowledged, going on with the next.
	Leave []string
	// Fails lists bodies on which its work fails.
	Fails []Failure
	// Handler, by index, is what it does with a message; -1: Work, then
	// acknowledge. Without handlers in the scenario it is not looked at.
	Handler int
	// OnDelivery acknowledges each message when it is handed out; prefetch
	// then does not bind.
	OnDelivery bool
	// Concurrency is how many messages it works on at once, at least 1.
	Concurrency int
	// Detection is how long the broker takes to notice that its connection is gone; 0: not at all.
	Detection time.Duration
	// Reconnect is how long it takes to connect again after its connection was closed.
	Reconnect time.Duration
	// Scripted says that it is a client, which does what the scenario's lines say
	// at their instants, and nothing by itself.
	Scripted bool
	Pos      Pos
}

// Failure makes the work on messages of one body fail.
type Failure struct {
	Body string
	// After is when, from the beginning of the work; -1: at its end.
	After time.Duration
	// Times bounds how often; 0: always.
	Times int
	// Drop rejects the message for good; otherwise it is requeued.
	Drop bool
}

// BodyWork is the work on messages of one body.
type BodyWork struct {
	Body string
	Work Dist
}

// Dist is a distribution of durations.
type Dist struct {
	Kind DistKind
	// A is the value of a fixed one, the mean of an exponential one and the
	// low end of a uniform one, whose high end is B.
	A, B time.Duration
}

// DistKind is a kind of distribution.
type DistKind uint8

// The kinds of distribution.
const (
	Fixed DistKind = iota
	Exponential
	Uniform
)

// Fault is something done to the run at an instant.
type Fault struct {
	At time.Duration
	// After puts it behind so many events of that instant; 0: before all that
	// the instant brings about.
	After int
	Kind  FaultKind
	// Consumer, by index, is crashed, or loses its next acknowledgement.
	Consumer int
	// For is how long a crash lasts; 0: for ever.
	For time.Duration
	// Queue, Count and Body are what a write by hand writes.
	Queue, Count int
	Body         string
	Priority     int
	TTL          time.Duration // its time to live, or AtOnce; 0: not given
	// Step, of a crash at no instant but at a place, is how many steps of its
	// handler the consumer has done, or how many rows the relay has published,
	// when it happens, the first time. Inner counts the steps inside
	// transactions too; otherwise a transaction is a step, done when committed.
	Step  int
	Inner bool
	// Relay, by index, is crashed.
	Relay int
	// Member is crashed: an index into all members of all groups, in order.
	Member int
	// Group is set back, or on, to Position in every partition.
	Group    int
	Position int64
	// To, by index, is the queue that messages are sent again to.
	To int
	// Key and ID are those of what is written by hand.
	Key, ID string
	// Multiple: of what a client settles, with all that it was given before.
	// Drop: what it rejects is not to come back.
	Multiple, Drop bool
	// Producer, by index, does not get its next confirmation.
	Producer int
	// Factor is how many times as long work takes.
	Factor int
	// Unclean says that the broker was killed.
	Unclean bool
	Pos     Pos
}

// FaultKind is a kind of fault.
type FaultKind uint8

// The kinds of fault.
const (
	Crash           FaultKind = iota // at 25ms crash worker-1 [for 10ms]
	DropAcknowledge                  // at 25ms drop-acknowledge worker-1
	Write                            // at 25ms write jobs "body" [count 10]
	Restart                          // at 25ms restart jobs, or kill jobs: Unclean
	Resend                           // at 25ms resend failed to jobs
	CrashAtStep                      // crash worker-1 after step 2 [for 10ms]
	CrashRelay                       // at 25ms crash relay-1
	CrashMember                      // at 25ms crash billing-1 [for 10ms]
	Seek                             // at 25ms seek billing to 98
	CrashAtRow                       // crash relay-1 after row 5 [for 10ms]
	Pause                            // at 25ms pause worker-1 for 10ms
	Partition                        // at 25ms partition worker-1 for 10ms: between it and its broker
	Slow                             // at 25ms slow worker-1 by 3 for 10ms
	DropConfirm                      // at 25ms drop-confirm shop

	// What a client does. Consumer is the client; Body, the message.
	Get         // at 1ms get probe [3]: Count messages, or as many as there are
	Acknowledge // at 1ms acknowledge probe m1 [multiple]
	Reject      // at 1ms reject probe m1 requeue [multiple] [after 1s: For], or drop
	Extend      // at 1ms extend probe m1 [by 1s]: For, or the queue's lease
	Subscribe   // at 1ms subscribe probe [prefetch 3]: Count, or 0 for unlimited
	Cancel      // at 1ms cancel probe: is given no more, keeps what it has
	Close       // at 1ms close probe: its connection
	ClaimIdle   // at 1ms claim probe idle 1s [count 2]: For, and Count at most
	Reread      // at 1ms reread probe: it is handed out again what it has
)

// Choice settles one thing in a run that its rules would settle otherwise. The
// search over schedules makes them; core/explore says how.
type Choice struct {
	At time.Duration
	// After tells the choices of one instant apart: how many events and turns of
	// the simulator the instant has seen. A choice that does not come is no error.
	After int
	Kind  ChoiceKind
	// Number, of ChooseNext, is which of the events that are due comes first, from 1.
	Number int
	// Index is whom it concerns, of ChooseConsumer and ChooseCrash: a consumer,
	// or what Of says.
	Index int
	Of    ActorKind
	// For is how long a crash lasts; 0: for ever.
	For time.Duration
	Pos Pos
}

// ChoiceKind is a kind of choice.
type ChoiceKind uint8

// The kinds of choice.
const (
	ChooseNext     ChoiceKind = iota // choose at 25ms after 3 next 2
	ChooseConsumer                   // choose at 25ms after 3 give worker-2
	ChooseShortest                   // choose at 25ms after 3 work shortest
	ChooseLongest                    // choose at 25ms after 3 work longest
	ChooseCrash                      // choose at 25ms after 3 crash worker-1 for 10ms
	ChooseLost                       // choose at 25ms after 3 lose worker-1
)

// ActorKind is a kind of what can crash.
type ActorKind uint8

// The kinds of what can crash.
const (
	AConsumer ActorKind = iota
	ARelay
	AMember
)

// Print makes a line of the console.
type Print struct {
	When PrintWhen
	At   time.Duration // for AtStart and AtEnd
	Text Template
	Pos  Pos
}

// PrintWhen says when a line is printed.
type PrintWhen uint8

// The times to print.
const (
	// EachOutcome prints when the handling of a delivery ends: acknowledged, left
	// unacknowledged, refused, gone, or crashed; or when the work on a record
	// of a log is done.
	EachOutcome PrintWhen = iota
	// AtStart prints when the clock has come to an instant, leases that end at it having
	// ended, before anything else happens. AtEnd prints when all of it has happened.
	AtStart
	AtEnd
	// AtRunEnd prints when the run is over.
	AtRunEnd
)

// Template is text with measures, parameters and words of the occasion in braces.
type Template []Piece

// Piece is literal text, or one thing in braces.
type Piece struct {
	Text    string   // literal where the others are empty
	Field   string   // t, consumer, message, delivered, outcome: words of the occasion
	Param   string   // {$visibility}
	Measure *Measure // {depth of jobs at 3s}
}

// Claim is a named condition on a run: all of its comparisons hold.
type Claim struct {
	Name string // empty for an expect line
	All  []Comparison
	Text string // the condition as written, with single spaces
	Pos  Pos
}

// Comparison compares two sums.
type Comparison struct {
	Left, Right Sum
	Op          string // = != < <= > >=
}

// Sum adds and subtracts terms.
type Sum []Term

// Term is a measure, or a literal value.
type Term struct {
	Minus   bool
	Measure *Measure
	Value   Value
}

// Measure names a measure of a run: which, of what, and when.
type Measure struct {
	Name MeasureName
	Stat Stat
	// Of restricts it to a queue, a consumer, a group or a message.
	Of Subject
	// When picks the instant; the end of the run by default.
	When When
	At   time.Duration // the instant; for BeforeEach and AtEach, the period
}

// MeasureName is a word of the measures' vocabulary, such as "redeliveries".
type MeasureName string

// Stat picks a number from a distribution: waiting p95.
type Stat string

// The statistics of waiting and sojourn.
const (
	Mean Stat = "mean"
	P50  Stat = "p50"
	P95  Stat = "p95"
	P99  Stat = "p99"
	Max  Stat = "max"
)

// Subject is what a measure is restricted to.
type Subject struct {
	Kind SubjectKind
	// Name of a queue, consumer, group, log or table, as written; of a row, its key.
	Name string
	// Table is the table of a row, or empty where any may have it.
	Table string
	// Number of a message.
	Number int
}

// SubjectKind is a kind of subject.
type SubjectKind uint8

// The kinds of subject.
const (
	Everything   SubjectKind = iota
	OfQueue                  // of jobs
	OfConsumer               // of worker-1; relays and the members of groups too
	OfGroup                  // of worker, declared with x
	OfMessage                // of message 2
	EachConsumer             // of each consumer: in templates, name=value pairs
	EachQueue                // of each queue
	OfName                   // of a name that was not looked up
	OfLogGroup               // of billing, a group that reads a log
	OfLog                    // of orders, a log
	OfTable                  // of account: a table, balance, mailbox or outbox
	OfRow                    // of 8842, or of 8842 in orders: a row
	EachGroup                // of each group that reads a log
)

// When picks instants.
type When uint8

// The instants a measure can be taken at.
const (
	AtTheEnd   When = iota
	AtInstant       // at 3s: after everything of that instant
	Before          // before 3s: before anything of it
	AtEach          // at each 1s: a list, in templates
	BeforeEach      // before each 1s
)

// Pos is a place in a source text.
type Pos struct {
	File      string
	Line, Col int // from 1
}
