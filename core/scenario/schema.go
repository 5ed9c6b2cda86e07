package scenario

import "slices"

// block is where a statement may stand.
type block uint8

// The blocks.
const (
	noBlock block = iota
	topLevel
	queueBlock
	producerBlock
	consumerBlock
	handlerBlock // and the blocks of its steps
	exchangeBlock
	logBlock
	tableBlock
	outboxBlock
	relayBlock
	groupBlock
	clientBlock
	faultWord // not a block: the word after at and its instant
)

var blockNames = [...]string{
	topLevel: "at the top level", queueBlock: "in a queue", producerBlock: "in a producer",
	consumerBlock: "in a consumer", handlerBlock: "in a handler", exchangeBlock: "in an exchange",
	logBlock: "in a log", tableBlock: "in a table", outboxBlock: "in an outbox", relayBlock: "in a relay", groupBlock: "in a group", clientBlock: "in a client", faultWord: "after at and an instant",
}

// statement is a row of the language: a word that begins a line.
type statement struct {
	word string
	in   block
	// usage shows the whole line.
	usage string
	// many says that the line may be given again. Lines that exclude each
	// other share an alias, which otherwise is the word.
	many  bool
	alias string
	// decode reads the words after the first; early says that an earlier pass
	// does.
	decode func(*binder, *reader)
	early  bool
	// opens is the block of the lines under it, which block reads.
	opens block
	block func(*binder, *line)
}

// statements is the language. A word may be in several blocks.
var statements []statement

// Filled in here, as decoding refers back to the table.
func init() {
	statements = slices.Concat(topStatements, queueStatements, producerStatements,
		consumerStatements, faultStatements, worldStatements, handlerStatements, brokerStatements, logStatements, choiceStatements, clientStatements, limitStatements, leaseStatements, networkStatements)
}

var topStatements = []statement{
	{word: "seed", in: topLevel, usage: "seed 7", decode: decodeSeed},
	{word: "until", in: topLevel, usage: "until 10s", decode: decodeUntil},
	{word: "param", in: topLevel, usage: `param visibility 30ms from 1ms to 1h "Visibility timeout"`, many: true, early: true},
	{word: "when", in: topLevel, usage: "when visibility is never", many: true, early: true},
	{word: "queue", in: topLevel, usage: "queue jobs", many: true, early: true, opens: queueBlock, block: (*binder).queueBlock},
	{word: "producer", in: topLevel, usage: "producer library", many: true, early: true, opens: producerBlock, block: (*binder).producerBlock},
	{word: "consumer", in: topLevel, usage: "consumer worker x 3", many: true, early: true, opens: consumerBlock, block: (*binder).consumerBlock},
	{word: "at", in: topLevel, usage: "at 25ms crash worker-1 for 10ms", many: true, decode: decodeFault},
	{word: "print", in: topLevel, usage: `print at end "total delivered={deliveries}"`, many: true, decode: decodePrint},
	{word: "expect", in: topLevel, usage: "expect deliveries of jobs = 4", many: true, decode: decodeExpect},
	{word: "claim", in: topLevel, usage: `claim "No message is lost" lost = 0`, many: true, decode: decodeClaim},
}

// example is put after an error about the whole line.
func (s *statement) example() string {
	if s.usage == "" {
		return ""
	}
	return ", as in: " + s.usage
}

// key tells lines that exclude each other.
func (s *statement) key() string { return pick(s.alias != "", s.alias, s.word) }

// lookUp finds a word's row in a block.
func lookUp(text string, in block) *statement {
	for i := range statements {
		if s := &statements[i]; s.word == text && s.in == in {
			return s
		}
	}
	return nil
}

// wordsOf lists the words of a block.
func wordsOf(in block) (words []string) {
	for _, s := range statements {
		if s.in == in {
			words = append(words, s.word)
		}
	}
	return words
}

// elsewhere lists the blocks in which a word may stand.
func elsewhere(text string) (places []string) {
	for _, s := range statements {
		if s.word == text {
			places = append(places, blockNames[s.in])
		}
	}
	return places
}

// misplaced says what is wrong with a word that the block does not have.
func misplaced(r *reader, w word, in block) string {
	if r.report.full() {
		return "expected another word"
	}
	places := elsewhere(w.text)
	if !w.quoted && len(places) > 0 {
		return "expected " + orList(places) + ", not " + blockNames[in]
	}
	if near := r.suggest(w, wordsOf(in)); near != "" {
		return "expected a word that begins a line " + blockNames[in] + near
	}
	return "expected " + orList(wordsOf(in))
}
