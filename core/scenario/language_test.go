package scenario

import (
	"os"
	"slices"
	"strings"
	"testing"

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
		t.Fatalf("expected the language and the sketch of what comes later, got %d examples", len(examples))
	}
	d, err := Parse("doc.go", examples[0])
	if err != nil {
		t.Fatal(err)
	}
	sc := mustBind(t, d)
	counts := []int{len(sc.Params), len(sc.Queues), len(sc.Producers), len(sc.Consumers), len(sc.Faults), len(sc.Prints), len(sc.Expects), len(sc.Claims)}
	if diff := cmp.Diff([]int{5, 2, 5, 3, 4, 4, 1, 2}, counts); diff != "" {
		t.Error(diff)
	}
}

func TestTheSketchIsRefusedByName(t *testing.T) {
	_, err := Parse("doc.go", docExamples(t)[1])
	want := []string{
		`doc.go:1:1: "exchange": is part of the language, but is not simulated yet`,
		`doc.go:3:1: "log": is part of the language, but is not simulated yet`,
		`doc.go:5:1: "group": is part of the language, but is not simulated yet`,
		`doc.go:8:1: "table": is part of the language, but is not simulated yet`,
		`doc.go:11:1: "outbox": is part of the language, but is not simulated yet`,
		`doc.go:12:1: "relay": is part of the language, but is not simulated yet`,
		`doc.go:14:1: "handler": is part of the language, but is not simulated yet`,
		`doc.go:21:3: "ttl": is part of the language, but is not simulated yet`,
		`doc.go:22:3: "max-length": is part of the language, but is not simulated yet`,
		`doc.go:23:3: "retry": is part of the language, but is not simulated yet`,
		`doc.go:25:3: "key": is part of the language, but is not simulated yet`,
		`doc.go:26:3: "confirms": is part of the language, but is not simulated yet`,
		`doc.go:28:3: "concurrency": is part of the language, but is not simulated yet`,
		`doc.go:29:3: "handler": is part of the language, but is not simulated yet`,
		`doc.go:30:3: "fails": is part of the language, but is not simulated yet`,
		`doc.go:31:9: "restart": is part of the language, but is not simulated yet`,
	}
	if diff := cmp.Diff(want, messages(err)); diff != "" {
		t.Error(diff)
	}
}

// openers make a block of each kind, for a line to stand in.
var openers = map[block]string{
	topLevel: "", queueBlock: "queue q\n  ", producerBlock: "producer p\n  ", consumerBlock: "consumer c\n  ", faultWord: "at 25ms ",
}

func TestEachLaterWordIsRefusedByName(t *testing.T) {
	later := map[block]string{
		topLevel:      "broker exchange bind log group table balance mailbox outbox relay handler",
		queueBlock:    "ttl max-length overflow durable priorities single-active retry",
		producerBlock: "key confirms persistent",
		consumerBlock: "concurrency handler acknowledge fails detection reconnect",
		faultWord:     "restart pause partition drop-confirm slow",
	}
	for in, words := range later {
		for _, w := range strings.Fields(words) {
			_, err := Parse("", openers[in]+w+" something\n      # below\n      whatever\n")
			want := `"` + w + `": is part of the language, but is not simulated yet`
			if !hasSuffix(messages(err), want) {
				t.Errorf("%s %s: got\n%v", blockNames[in], w, err)
			}
			if strings.Contains(err.Error(), "whatever") {
				t.Errorf("%s: the lines under it are reported too: %v", w, err)
			}
		}
	}
}

func hasSuffix(list []string, suffix string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.HasSuffix(s, suffix) })
}

func TestHandlerStepsAreRefusedWhereverTheyStand(t *testing.T) {
	for _, w := range strings.Fields("transaction insert update read debit upsert send publish enqueue commit reject") {
		_, err := Parse("", w+" x\n")
		want := `1:1: "` + w + `": is part of the language, but is not simulated yet; it stands in a handler`
		if diff := cmp.Diff([]string{want}, messages(err)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestUsagesAreOfTheLanguage(t *testing.T) {
	before := text(`param visibility 30ms from 1ms to 1h`, `queue jobs`, `queue failed`, `consumer worker x 3`, `  from jobs`)
	for _, s := range statements {
		if s.later() {
			continue
		}
		opener := openers[s.in]
		if s.in == faultWord {
			opener = ""
		}
		source := opener + s.usage
		if s.word != "param" && s.usage != "queue jobs" && s.word != "consumer" {
			source = before + source
		}
		_, err := Parse("", source+"\n")
		if last := strings.Count(source, "\n") + 1; reportsWithin(err, last, s.word) {
			t.Errorf("%s: %v", s.usage, err)
		}
	}
}

// reportsWithin says whether an error is about a line, other than that the
// block it opens is empty.
func reportsWithin(err error, line int, word string) bool {
	list, _ := err.(Errors)
	return slices.ContainsFunc(list, func(e *Error) bool {
		return e.Pos.Line == line && word != "producer" && word != "consumer"
	})
}
