package scenario

// Table is something outside the queues that handlers read and change: rows by
// key with cells by column, a single number, or a pile of what was sent.
type Table struct {
	Name string
	Kind TableKind
	Rows []Row
	// HonoursKey: of a mailbox, that a second thing sent under the same key is
	// recognised and not sent (the mail provider's idempotency key).
	HonoursKey bool
	Pos        Pos
}

// TableKind is a kind of table.
type TableKind uint8

// The kinds of table.
const (
	RowTable     TableKind = iota // table orders: keys are unique
	BalanceTable                  // balance account 100: one number
	MailboxTable                  // mailbox receipts: what is sent has left
	OutboxTable                   // outbox letters: rows to publish, each published or not
)

// Row is a row a table has from the start.
type Row struct {
	Key   string
	Cells []Assign
}

// Assign is column=value.
type Assign struct {
	Column string
	Value  Text
}

// Text is text with fields of the message in braces: {id} its number, {n}, and whatever
// its body gives as name=value.
type Text string

// Handler is what a consumer does with a message: steps in order.
type Handler struct {
	Name  string
	Steps []Step
	Pos   Pos
}

// Step is one step of a handler. It takes its time, and then acts at once.
type Step struct {
	Op Op
	// Text is the step as written, for the page and the trace.
	Text  string
	Takes Dist
	// Table, Key and Set say what is read or changed.
	Table int
	Key   Text
	Set   []Assign
	// If makes an update conditional: compared and written as one.
	If *Condition
	// Amount is what a debit takes off, or a write takes off what was read.
	Amount Text
	// Skip says what an insert does where the key is there already; the zero value fails the
	// handler, so that the message is rejected.
	Skip Skip
	// Queue is where a publish goes; Body what it writes, or what is sent.
	Queue int
	Body  Text
	// SendKey is the idempotency key of what is sent; empty: none.
	SendKey Text
	// Requeue: of a reject, that the message goes back to its queue.
	Requeue bool
	// Inner are the steps of a transaction.
	Inner []Step
	Pos   Pos
}

// Op is what a step does.
type Op uint8

// The ops of a step.
const (
	WorkOp        Op = iota // work 10ms: nothing but time
	ReadOp                  // read orders {order}, read account: keeps it for later steps
	WriteOp                 // write account read - {amount}: from what was read
	DebitOp                 // debit account {amount}: in one statement
	InsertOp                // insert processed_messages {id} else acknowledge
	UpdateOp                // update orders {order} status={status} if version < {version}
	UpsertOp                // upsert users {user} status=active
	SendOp                  // send receipts {order} key {id}: leaves the system
	PublishOp               // publish mail "receipt order={order}"
	EnqueueOp               // enqueue letters "receipt order={order}": a row of an outbox
	AcknowledgeOp           // acknowledge
	RejectOp                // reject requeue, reject drop
	TransactionOp           // transaction: its steps happen together or not at all
)

// Skip says what happens where a row is there already.
type Skip uint8

// What an insert does where the key is taken.
const (
	SkipFails       Skip = iota // the handler fails
	SkipAcknowledge             // else acknowledge: the rest is skipped
	SkipGoesOn                  // else go-on
)

// Condition compares a column of a row with a value.
type Condition struct {
	// Read says that the value read by an earlier step is compared, not the
	// present one.
	Read   bool
	Column string
	Op     string // = != < <= > >=
	Value  Text
}

// ConsumersWork is how long a step takes that takes what the consumer's work does.
var ConsumersWork = Dist{A: -1}
