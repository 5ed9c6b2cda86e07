package scenario

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// docExamples are the indented parts of the package's documentation.
func docExamples(t testing.TB) (examples []string) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	example := ""
	for _, l := range strings.Split(string(source), "\n") {
		inside, code := strings.CutPrefix(l, "//\t")
		switch {
		case code:
			example += inside + "\n"
		case l == "//" && example != "":
			example += "\n"
		case example != "":
			examples = append(examples, strings.TrimRight(example, "\n")+"\n")
			example = ""
		}
	}
	return examples
}

func TestTheDocumentedLanguageIsTheLanguage(t *testing.T) {
	examples := docExamples(t)
	if len(examples) != 2 {
		t.Fatalf("expected two scenarios, got %d examples", len(examples))
	}
	for i, want := range []map[string]int{
		{"params": 5, "queues": 2, "producers": 5, "consumers": 3, "faults": 4, "prints": 4, "expects": 1, "claims": 2},
		{"queues": 7, "producers": 5, "consumers": 6, "tables": 6, "handlers": 2, "relays": 3, "exchanges": 1,
			"logs": 2, "groups": 2, "faults": 24, "choices": 5, "expects": 2, "claims": 1},
	} {
		d, err := Parse("doc.go", examples[i])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, counts(mustBind(t, d))); diff != "" {
			t.Errorf("scenario %d: %s", i+1, diff)
		}
	}
}

// counts are how many a scenario has of what it has any of.
func counts(sc *Scenario) map[string]int {
	all := map[string]int{
		"params": len(sc.Params), "queues": len(sc.Queues), "producers": len(sc.Producers), "consumers": len(sc.Consumers),
		"tables": len(sc.Tables), "handlers": len(sc.Handlers), "relays": len(sc.Relays), "exchanges": len(sc.Exchanges),
		"logs": len(sc.Logs), "groups": len(sc.Groups), "faults": len(sc.Faults), "prints": len(sc.Prints),
		"expects": len(sc.Expects), "claims": len(sc.Claims), "choices": len(sc.Choices),
	}
	maps.DeleteFunc(all, func(_ string, n int) bool { return n == 0 })
	return all
}

// Every word of the language stands in the documentation.
func TestEveryWordIsDocumented(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.FieldsFunc(string(source), func(c rune) bool { return !unicode.IsLetter(c) && c != '-' })
	for _, s := range statements {
		if !slices.Contains(words, s.word) {
			t.Errorf("%s, %s, is not in the documentation", s.word, blockNames[s.in])
		}
	}
	for _, m := range measures {
		if !slices.Contains(words, string(m.Name)) {
			t.Errorf("the measure %s is not in the documentation", m.Name)
		}
	}
}

// openers make a block of each kind, for a line to stand in.
var openers = map[block]string{
	topLevel: "", queueBlock: "queue q\n  ", producerBlock: "producer p\n  ", consumerBlock: "consumer c\n  ", faultWord: "at 25ms ",
	handlerBlock: "handler h\n  ", exchangeBlock: "exchange x topic\n  ", logBlock: "log l\n  ", tableBlock: "table t\n  ",
	outboxBlock: "outbox o\n  ", relayBlock: "relay r\n  ", groupBlock: "group g\n  ",
	clientBlock: "client k\n  ",
}

func TestStepsStandInHandlers(t *testing.T) {
	for w, blocks := range map[string]string{
		"transaction": "in a handler", "insert": "in a handler", "update": "in a handler", "read": "in a handler", "debit": "in a handler",
		"upsert": "in a handler", "send": "in a handler", "enqueue": "in a handler", "reject": "in a handler or after at and an instant",
		"publish": "in a relay or in a handler", "commit": "in a group", "acknowledge": "in a handler, in a consumer or after at and an instant",
	} {
		_, err := Parse("", w+" x\n")
		want := `1:1: "` + w + `": expected ` + blocks + `, not at the top level`
		if diff := cmp.Diff([]string{want}, messages(err)); diff != "" {
			t.Error(diff)
		}
	}
}

// around declares what the usages name. worker has a handler, for a crash at a step.
const around = `param visibility 30ms from 1ms to 1h
queue jobs
queue failed
queue stock
queue mail
exchange events fanout
table orders
table processed_messages
table users
balance account 100
mailbox receipts
outbox letters
handler pay
  acknowledge
consumer worker x 3
  from jobs
  handler pay
log orders-log
group billing-group
  from orders-log
queue stream
  broker redis-streams
client probe
  from stream
producer shop
  to jobs
  write "m1"
`

// declared in around, their usages would declare them again.
var renamed = strings.NewReplacer(
	"param visibility", "param other", "queue jobs", "queue other", "consumer worker", "consumer other", "exchange events", "exchange other",
	"table orders", "table other", "balance account", "balance other", "mailbox receipts honours", "mailbox other honours",
	"outbox letters", "outbox other", "log orders", "log other", "group billing", "group other", "handler pay each", "handler other each", "from orders", "from orders-log", "seek billing", "seek billing-group", "client probe", "client other",
)

func TestUsagesAreOfTheLanguage(t *testing.T) {
	for _, s := range statements {
		opener := openers[s.in]
		if s.in == faultWord {
			opener = ""
		}
		source := around + opener + renamed.Replace(s.usage)
		_, err := Parse("", source+"\n")
		for _, m := range messages(err) {
			if !strings.HasSuffix(m, "in its lines") && !strings.HasSuffix(m, "as it writes nothing") {
				t.Errorf("%s: %v", s.usage, m)
			}
		}
	}
}
