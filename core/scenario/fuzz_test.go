package scenario

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// FuzzParse: whatever the text, reading it ends, without a panic, with an
// error that says where or a scenario; formatting keeps what it says; and so
// it goes for settings.
func FuzzParse(f *testing.F) {
	for _, source := range seeds(f) {
		f.Add(source, "visibility", "30ms")
	}
	f.Add("param a 1 from 0 to 9\nconsumer b x $a\n  from c\nqueue c\n", "a", "0")
	f.Add("param a b one of b c\nwhen a is not b\n  seed $a\n", "a", "c")
	f.Add("balance b 1\nhandler h each 1ms\n  transaction takes $a\n    debit b 3 takes $a\n  when a is 2ms\n    transaction\n      read b\nparam a 2ms from 0ms to 3ms or never\n", "a", "never")
	f.Add("log l\n  records 3 {n}\ngroup g x $a\n  from l\nparam a 2 from 0 to 9\nat 1ms crash g-2\nat 2ms seek g to $a\n", "a", "1")
	f.Add("outbox o\n  rows $a x\nmailbox m\nrelay r x $a\n  from o\n  to mailbox m key {a}\ncrash r-1 after row $a\nparam a 2 from 0 to 9\n", "a", "0")
	f.Add("queue q\nexchange x topic\n  bind q key #.a\nproducer p\n  to exchange x\n  write a\nexpect status of a in b = c\n", "", "")
	f.Fuzz(func(t *testing.T, source, name, value string) {
		checkStable(t, source)
		d, err := Parse("fuzz.txt", source)
		checkErrors(t, err)
		sc, err := d.Bind([]Setting{{name, value}})
		checkErrors(t, err)
		if (sc == nil) == (err == nil) {
			t.Fatalf("got %v, %v", sc, err)
		}
		if sc != nil {
			checkSound(t, sc)
			checkWith(t, d, sc, Setting{name, value})
		}
		checkFormatMeans(t, d)
	})
}

// seeds are the examples of the documentation, and the scenarios of lessons and of what
// brokers were measured with.
func seeds(f *testing.F) []string {
	all := docExamples(f)
	files, err := filepath.Glob("../lesson/lessons/*.txt")
	rows, err2 := filepath.Glob("../conformance/rows/*/*.txt")
	if err != nil || err2 != nil || len(files) == 0 || len(rows) == 0 {
		f.Fatalf("no lessons, or no rows: %v %v", err, err2)
	}
	files = append(files, rows...)
	for _, file := range files {
		lesson, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		_, source, _ := strings.Cut(string(lesson), "-- scenario --\n")
		source, _, _ = strings.Cut(source, "\n-- ")
		all = append(all, source)
	}
	return all
}

// checkErrors checks that errors are Errors, in order, with a message each.
func checkErrors(t *testing.T, err error) {
	if err == nil {
		return
	}
	list := err.(Errors)
	for i, e := range list {
		if !strings.HasPrefix(e.Message, "expected") && !strings.HasPrefix(e.Message, "is ") && !strings.HasPrefix(e.Message, "and ") {
			t.Fatalf("%v", e)
		}
		if i > 0 && i < MaxErrors && comparePlace(list[i-1], e) > 0 {
			t.Fatalf("%v comes before %v", list[i-1], e)
		}
	}
}

// checkSound checks that a scenario names what it has.
func checkSound(t *testing.T, sc *Scenario) {
	queue := func(i int) {
		if i < 0 || i >= len(sc.Queues) {
			t.Fatalf("queue %d of %d", i, len(sc.Queues))
		}
	}
	for _, q := range sc.Queues {
		if q.DeadLetter != -1 {
			queue(q.DeadLetter)
		}
	}
	for _, p := range sc.Producers {
		if p.Exchange < 0 && p.Log < 0 {
			queue(p.Queue)
		}
		index(t, p.Exchange, len(sc.Exchanges))
		index(t, p.Log, len(sc.Logs))
		if p.Schedule.Kind != Once && (p.Schedule.Every <= 0 || p.Schedule.Count < 1) {
			t.Fatalf("%+v", p)
		}
	}
	for _, c := range sc.Consumers {
		queue(c.Queue)
		index(t, c.Handler, len(sc.Handlers))
	}
	for _, r := range sc.Relays {
		index(t, r.Target, map[RelayTo]int{ToQueue: len(sc.Queues), ToExchange: len(sc.Exchanges), ToMailbox: len(sc.Tables)}[r.To])
		index(t, r.Table, len(sc.Tables))
	}
	for _, x := range sc.Exchanges {
		for _, b := range x.Bindings {
			queue(b.Queue)
		}
	}
	for _, h := range sc.Handlers {
		checkSteps(t, sc, h.Steps)
	}
	for _, g := range sc.Groups {
		index(t, g.Log, len(sc.Logs))
	}
	for _, x := range sc.Faults {
		checkFault(t, sc, &x)
	}
	for _, c := range sc.Choices {
		checkChoice(t, sc, &c)
	}
}

// index checks an index that may be -1, for none.
func index(t *testing.T, i, of int) {
	if i != -1 && (i < 0 || i >= of) {
		t.Fatalf("index %d of %d", i, of)
	}
}

func checkSteps(t *testing.T, sc *Scenario, steps []Step) {
	for _, s := range steps {
		switch s.Op {
		case ReadOp, WriteOp, DebitOp, InsertOp, UpdateOp, UpsertOp, SendOp, EnqueueOp:
			index(t, s.Table, len(sc.Tables))
		case PublishOp:
			index(t, s.Queue, len(sc.Queues))
		}
		checkSteps(t, sc, s.Inner)
	}
}

func checkChoice(t *testing.T, sc *Scenario, c *Choice) {
	members := 0
	for _, g := range sc.Groups {
		members += g.Members
	}
	of := map[ActorKind]int{AConsumer: len(sc.Consumers), ARelay: len(sc.Relays), AMember: members}[c.Of]
	if named := c.Kind == ChooseConsumer || c.Kind == ChooseCrash || c.Kind == ChooseLost; named && (c.Index < 0 || c.Index >= of) {
		t.Fatalf("%+v: %d of %d", c, c.Index, of)
	}
}

func checkFault(t *testing.T, sc *Scenario, f *Fault) {
	members := 0
	for _, g := range sc.Groups {
		members += g.Members
	}
	of := map[FaultKind][2]int{
		Crash: {f.Consumer, len(sc.Consumers)}, DropAcknowledge: {f.Consumer, len(sc.Consumers)}, CrashAtStep: {f.Consumer, len(sc.Consumers)},
		Write: {f.Queue, len(sc.Queues)}, Restart: {f.Queue, len(sc.Queues)}, Resend: {f.To, len(sc.Queues)},
		CrashRelay: {f.Relay, len(sc.Relays)}, CrashAtRow: {f.Relay, len(sc.Relays)},
		CrashMember: {f.Member, members}, Seek: {f.Group, len(sc.Groups)},
	}[f.Kind]
	if of[0] < 0 || of[0] >= of[1] {
		t.Fatalf("%+v: %d of %d", f, of[0], of[1])
	}
}

// checkWith checks that a setting written into the text is as good as set.
func checkWith(t *testing.T, d *Document, want *Scenario, set Setting) {
	with, err := d.With([]Setting{set})
	if err != nil {
		if len(d.Source()) > MaxSource/2 || strings.Contains(err.Error(), "bytes") {
			return // it may have grown beyond a limit
		}
		t.Fatalf("of %q with %v: %v", d.Source(), set, err)
	}
	got, err := with.Bind(nil)
	if err != nil || !cmp.Equal(want, got, noPlaces, cmpopts.IgnoreFields(Param{}, "Default", "Never")) {
		t.Fatalf("of %q with %v: %v\n%s", d.Source(), set, err, cmp.Diff(want, got, noPlaces))
	}
}

// checkFormatMeans checks that a text and its canonical form are the same scenario.
func checkFormatMeans(t *testing.T, d *Document) {
	before, err := d.Bind(nil)
	if err != nil {
		return
	}
	formatted, err := Parse("fuzz.txt", d.Format())
	if err != nil {
		if len(d.Format()) > len(d.Source()) {
			return // it may have grown beyond a limit
		}
		t.Fatalf("%v", err)
	}
	after, err := formatted.Bind(nil)
	if err != nil || !sameScenario(before, after) {
		t.Fatalf("of %q: %v", d.Source(), err)
	}
}

// FuzzConditions: the small languages never panic, and what they read comes back.
func FuzzConditions(f *testing.F) {
	for _, text := range []string{"deliveries of jobs = 4, lost=0", "waiting p95 before each 3s", "a {depth at 3s} {{ {$x}", "written - left >= 3 + visible of message 2",
		`status of "a b" in t at 3ms != "status"`, "status=paid, lag of each group", "balance of a - 3 < receipts"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := ParseMeasure(here, text); err == nil {
			again, err := ParseMeasure(here, m.String())
			if err != nil || again != m {
				t.Fatalf("%q: %v, %v", text, again, err)
			}
		}
		if c, err := ParseClaim(here, text); err == nil {
			again, err := ParseClaim(here, c.Text)
			if err != nil || len(again.All) != len(c.All) || again.All[0].String() != c.All[0].String() {
				t.Fatalf("%q: %v, %v", text, again, err)
			}
		}
		_, err := ParseTemplate(here, text)
		checkErrors(t, err)
	})
}
