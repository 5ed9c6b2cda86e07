package scenario

// Usage is a line of the language, for a reader who looks it up.
type Usage struct {
	// Word begins the line; Line shows the whole of it, to be written or inserted.
	Word, Line string
	// Meaning is what it says, in a few words that begin small.
	Meaning string
}

// Section is the lines of a block.
type Section struct {
	// Title is "At the top level" or "In a queue".
	Title string
	// Indented says that its lines stand under the one that opens the block.
	Indented bool
	Usages   []Usage
}

// Reference is the language in short: every line, by the
// block that it stands in.
func Reference() []Section {
	var all []Section
	for _, in := range referenceOrder {
		s := Section{Title: titles[in], Indented: in != topLevel && in != faultWord}
		for i := range statements {
			if row := &statements[i]; row.in == in {
				s.Usages = append(s.Usages, Usage{row.word, inserted(row), meaningOf(in, row.word)})
			}
		}
		all = append(all, s)
	}
	return all
}

// inserted is a row's usage as one line that can stand in a text.
func inserted(s *statement) string {
	if line, ok := singleLines[s.usage]; ok {
		return line
	}
	return s.usage
}

// singleLines are for usages that show several lines in one.
var singleLines = map[string]string{
	"to jobs, to exchange events, or to mailbox receipts key {order}": "to mailbox receipts key {order}",
}

var referenceOrder = []block{
	topLevel, queueBlock, producerBlock, consumerBlock, faultWord, handlerBlock, tableBlock, outboxBlock, relayBlock,
	exchangeBlock, logBlock, groupBlock, clientBlock,
}

var titles = map[block]string{
	topLevel: "At the top level", queueBlock: "In a queue", producerBlock: "In a producer", consumerBlock: "In a consumer",
	faultWord: "At an instant", handlerBlock: "In a handler, step by step", tableBlock: "In a table", outboxBlock: "In an outbox",
	relayBlock: "In a relay", exchangeBlock: "In an exchange", logBlock: "In a log", groupBlock: "In a group of a log", clientBlock: "In a client",
}

// wordMeaning says what a word of a block means.
type wordMeaning struct{ word, meaning string }

// meanings are of every word, by its block.
var meanings = [...][]wordMeaning{
	topLevel: {
		{"seed", "where all chance begins; the same seed gives the same run"},
		{"until", "the last instant of the run; without it, the run ends when nothing is left to happen"},
		{"param", "a value to turn on the page, with its range; $visibility stands for it"},
		{"when", "the lines indented under it count only then"},
		{"queue", "messages wait here until they are acknowledged"},
		{"producer", "writes messages; its lines say what, where to and when"},
		{"consumer", "takes messages and works on them; x 3 makes three"},
		{"at", "something that happens at an instant"},
		{"print", "a line of the console, at the end or at each outcome"},
		{"expect", "what the run should come to"},
		{"claim", "the same with a name, shown beside the stage as holding or not"},
		{"crash", "a crash between two steps of a handler"},
		{"choose", "what the search over schedules chose at a place of the run; it writes these lines"},
		{"exchange", "passes messages on to queues: fanout, direct or topic"},
		{"log", "records that stay, read by groups with a position each"},
		{"group", "members that share the partitions of a log"},
		{"table", "rows with columns, which handlers read and change"},
		{"balance", "an account and what is on it"},
		{"mailbox", "what was sent out and can't be taken back; it may honour a key and send only once"},
		{"outbox", "messages written together with the rows, for a relay to publish"},
		{"handler", "the steps of a consumer's work, and how long each takes"},
		{"relay", "publishes an outbox, row after row"},
		{"broker", "how queues behave where brokers differ; lesson, if not given"},
		{"client", "takes messages only when a line says so, and settles them only then"},
	},
	queueBlock: {
		{"visibility", "how long a message handed out is kept from the others; never: until the connection closes"},
		{"late-acknowledge", "what an acknowledgement after the lease does: it deletes, or is refused"},
		{"max-deliveries", "after so many deliveries a message is dead-lettered"},
		{"dead-letter", "the queue that gets dead letters"},
		{"requeue", "where a returned message goes: its place, the front or the back"},
		{"delay", "how long a message is held back after it was written"},
		{"direct", "nothing waits: a message goes to a free consumer or is dropped"},
		{"durable", "the queue outlives a restart of its broker, and so do persistent messages"},
		{"stores", "how long the broker takes to store a message"},
		{"ttl", "how long a message lives, unless it is in flight"},
		{"max-length", "how many messages may wait"},
		{"overflow", "what happens beyond that: the next one makes room, or the producer is told no"},
		{"priorities", "the highest priority that counts"},
		{"retry", "how long a rejected message is held back, the first time, the second, and so on; with jitter at random up to that"},
		{"back-off", "the visibility timeouts of the first delivery, the second, and so on"},
		{"max-in-flight", "so many messages may be in flight at once"},
		{"duplicate-window", "a message of an id that it had within this time is not taken again"},
		{"acknowledges", "one message at a time, or up-to: with it all that were handed out before"},
		{"acknowledge-within", "a connection that leaves a message unacknowledged for longer is closed"},
		{"expires", "a queue that nobody uses for so long is removed, with its messages"},
		{"broker", "how it behaves where brokers differ"},
		{"single-active", "one consumer at a time gets messages; another takes over when it is gone"},
	},
	producerBlock: {
		{"to", "the queue that it writes to, or to exchange events, or to log orders"},
		{"ttl", "how long its messages live; 0ms: not at all, unless somebody takes them at once"},
		{"mandatory", "what goes to no queue comes back to it"},
		{"starts", "when it begins"},
		{"priority", "0 to 255; higher is handed out first"},
		{"write", "the messages, in turn; 12 \"job {n}\" numbers them"},
		{"every", "so many at a time, so often; count and times may be left out"},
		{"poisson", "at random, at that rate on average"},
		{"rate", "evenly, at that rate"},
		{"transient", "messages that a restart of the broker loses"},
		{"persistent", "messages that a durable queue keeps"},
		{"confirms", "it writes again what the broker did not confirm: after a restart, and within a time if one is given"},
		{"key", "what an exchange routes by, a log picks the partition by, and a FIFO queue groups by"},
		{"id", "what a queue recognises a message by that it had before"},
	},
	consumerBlock: {
		{"from", "the queue that it takes from"},
		{"starts", "when it begins"},
		{"stops", "for good, when it is free and nothing is visible"},
		{"prefetch", "how many messages it may hold at once"},
		{"take", "so many in each span of time, at most"},
		{"work", "how long a message takes; exponential 20ms and uniform 10ms to 30ms are random"},
		{"heartbeat", "how often a consumer at work renews its lease"},
		{"leave", "a message that it does not acknowledge"},
		{"handler", "the steps of its work"},
		{"concurrency", "how many messages it works on at once"},
		{"acknowledge", "by hand when the work is done, or on delivery"},
		{"fails", "a message that its work fails on, and what becomes of it"},
		{"detection", "how long the broker takes to notice that its connection is gone"},
		{"reconnect", "how long it takes to connect again after its connection was closed"},
	},
	faultWord: {
		{"crash", "a consumer, a relay or a member dies; without for, for ever"},
		{"drop-acknowledge", "its next acknowledgement is lost on the way"},
		{"write", "messages by hand"},
		{"restart", "the queue's broker goes down and comes back"},
		{"pause", "a consumer stands still, and goes on where it was"},
		{"partition", "the network between a consumer and its broker is cut"},
		{"slow", "what a consumer begins takes so many times as long"},
		{"drop-confirm", "a producer's next confirmation is lost on the way"},
		{"kill", "the queue's broker is killed and comes back"},
		{"resend", "dead letters go back to a queue"},
		{"seek", "a group's position moves, back to read again"},
		{"get", "a client asks for a message, or for so many"},
		{"subscribe", "a client is given messages from now on, so many at once at most"},
		{"acknowledge", "a client acknowledges a message, or with multiple all up to it"},
		{"claim", "a client takes over what nobody was heard of for so long"},
		{"reread", "a client is handed again what it has not settled"},
		{"reject", "a client gives a message back, or drops it"},
		{"extend", "a client restarts a message's lease"},
		{"cancel", "a client is given no more, and keeps what it has"},
		{"close", "a client's connection closes; what it has comes back"},
	},
	handlerBlock: {
		{"work", "time that passes; without one, the consumer's"},
		{"read", "a row, to be held against later"},
		{"write", "a balance as it was read, less an amount: what came between is lost"},
		{"debit", "takes an amount from a balance in one go"},
		{"insert", "a row with a unique key; else says what to do where it is there already"},
		{"update", "a row's columns, perhaps only if a condition holds"},
		{"upsert", "a row, new or changed"},
		{"send", "to a mailbox; it can't be taken back"},
		{"publish", "a message to a queue"},
		{"enqueue", "a message to an outbox"},
		{"acknowledge", "the message; without it, acknowledged at the end"},
		{"reject", "give the message back, or drop it"},
		{"transaction", "the steps indented under it happen all or not at all"},
	},
	tableBlock:  {{"row", "a row at the start: its key, and columns"}},
	outboxBlock: {{"row", "a message at the start"}, {"rows", "so many messages at the start, numbered"}},
	relayBlock: {
		{"from", "the outbox that it reads"},
		{"to", "a queue, an exchange or a mailbox that it publishes to"},
		{"starts", "when it begins"},
		{"every", "how often it looks for rows"},
		{"batch", "how many rows it reads at once"},
		{"locks", "the rows it has read are kept from other relays"},
		{"keeps", "it remembers what it published only in memory"},
		{"publish", "how long publishing takes"},
		{"mark", "how long marking a row as published takes"},
	},
	exchangeBlock: {{"bind", "a queue that gets messages, by their key where there is one"}},
	logBlock: {
		{"partitions", "how many; records of one key stay in one"},
		{"retention", "how long a record is kept"},
		{"records", "what is in it at the start"},
		{"broker", "how it behaves where brokers differ"},
	},
	clientBlock: {{"from", "the queue that it takes from"}},
	groupBlock: {
		{"from", "the log that it reads"},
		{"joins", "when its members begin"},
		{"starts", "its first position: the start, the end, a number or an instant"},
		{"work", "how long a record takes"},
		{"session-timeout", "how long a member that crashed keeps its partitions"},
		{"poll-within", "a member that works on a record for longer loses its partitions"},
		{"commit", "when its position is stored: before or after the work, or every so many records"},
	},
}

// meaningOf is empty for a word that the block doesn't have.
func meaningOf(in block, word string) string {
	for _, m := range meanings[in] {
		if m.word == word {
			return m.meaning
		}
	}
	return ""
}
