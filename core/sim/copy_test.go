package sim

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/internal/anyrun"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// witness is a run in which everything is open, and what it told.
type witness struct {
	*Sim
	told []trace.Event
	keys []Key
}

func witnessed(sc *scenario.Scenario, choose func(*Choice) int) *witness {
	w := &witness{}
	w.Sim = New(sc, Options{
		Discard: true, MaxEvents: 20_000, Open: OpenNext | OpenConsumer | OpenWork | OpenCrash | OpenAcknowledge,
		Choose: choose, Away: 10 * ms,
		Observe: func(e *trace.Event) { w.told = append(w.told, *e) },
	})
	return w
}

// steps does so many steps, and keeps the state after each.
func (w *witness) steps(n int) {
	for ; n > 0 && !w.done; n-- {
		w.Run(1)
		var k Key
		w.AddState(&k, true)
		w.keys = append(w.keys, k)
	}
}

// odd answers against the rules now and then, the same at the same place.
func odd(c *Choice) int {
	if c.Event%5 < 3 {
		return 0
	}
	return c.Event % c.N
}

// From wherever it is taken back to, a run goes on as it did, and to the same states.
func TestARunGoesOnFromASnapshotAsItDid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := witnessed(anyrun.Scenario(t), odd)
		var early, late Snapshot
		w.steps(rapid.IntRange(0, 60).Draw(t, "first"))
		w.Save(&early)
		events, steps := len(w.told), len(w.keys)
		w.steps(rapid.IntRange(0, 60).Draw(t, "second"))
		w.Save(&late)
		lateEvents, lateSteps := len(w.told), len(w.keys)
		w.steps(math.MaxInt)
		told, keys := w.told, w.keys
		again := func(from *Snapshot, events, steps int) {
			w.Load(from)
			w.told, w.keys = append([]trace.Event(nil), told[:events]...), append([]Key(nil), keys[:steps]...)
			w.steps(math.MaxInt)
			if d := cmp.Diff(told, w.told); d != "" {
				t.Fatalf("from event %d on (-first +again):\n%s", events, d)
			}
			if d := cmp.Diff(keys, w.keys, cmp.AllowUnexported(Key{})); d != "" {
				t.Fatalf("states from step %d on (-first +again):\n%s", steps, d)
			}
		}
		again(&early, events, steps)
		again(&late, lateEvents, lateSteps)
		again(&early, events, steps)
	})
}

// What is open and answered by the rules is the ordinary run.
func TestTheRulesAnswersMakeTheOrdinaryRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := anyrun.Scenario(t)
		w := witnessed(sc, func(*Choice) int { return 0 })
		w.steps(math.MaxInt)
		want := Run(sc, Options{MaxEvents: 20_000}).Trace
		got := &trace.Trace{Head: want.Head}
		for i := range w.told {
			got.Append(w.told[i])
		}
		if got.Len() != want.Len() || got.Hash() != want.Hash() {
			t.Fatalf("events %d of %d and %d are not the same", trace.Part(got, want), got.Len(), want.Len())
		}
	})
}

// fields are what the parts of a run are made of: what a step can change, which
// copyFrom copies and AddState adds, and after the bar what stays as it is built,
// or is only worked with.
var fields = []struct {
	part  any
	names string
}{
	{Sim{}, "now seq calendar offered today begun done events steps limit before turns handing queues producers consumers lanes relays logs groups members " +
		"world published slots written hands pending trace | sc options mortal grouped seen until open quiet timed ticking texts ids keys rejecting delivery draft hand bodies asking keying"},
	{messages{}, "Queue offering ring active confirms removing removed known | set claimable choosy turn delay limited stopping leased single direct bounded upTo retries timed"},
	{producer{}, "stream writes n drop again | Producer actor luck bodies named"},
	{consumer{}, "byBody status hand hands stuck drop window taken waking mending triggers " +
		"most parted paused severed shut healing resuming detecting hastening reconnecting unsent ghosts factor | " +
		"Consumer actor index stream steps polls watched paced heartbeat first lanes"},
	{lane{}, "task working finishing beating due left still progress | actor owner index"},
	{progress{}, "at waited done inner read transaction buffered sent ended |"},
	{task{}, "text luck number slot delivery receipt since cut |"},
	{bodyRule{}, "times | text work leave fails"},
	{relay{}, "status rows at doing mending done triggers | Relay actor index"},
	{message{}, "text luck written number holder producer transient confirms mandatory marked ttl trail group id |"},
	{logState{}, "Log starts | set"},
	{group{}, "Group owners begun | set index first size stream"},
	{member{}, "session status mending doing partitions reads turn since record read partition position step | actor index group"},
	{session{}, "silent lingering out |"},
	{record{}, "number text luck reads |"},
	{world{}, "tables head | words"},
	{table{}, "rows index | Table"},
	{row{}, "key cells published locked lost luck |"},
	{cell{}, "column value id |"},
	{change{}, "table key cells insert debit step number queue body |"},
	{calendar{}, "heap hole next |"},
	{unsent{}, "task actor settles |"},
	{ghost{}, "task due |"},
	{rewritten{}, "message queue due |"},
	{confirmDue{}, "message slot producer off |"},
}

// A new field belongs in the list, and where the list says.
func TestEveryFieldIsCopiedAndTold(t *testing.T) {
	for _, f := range fields {
		kind := reflect.TypeOf(f.part)
		known := strings.Fields(f.names)
		for i := range kind.NumField() {
			if name := kind.Field(i).Name; !slices.Contains(known, name) {
				t.Errorf("%s.%s: say in copyFrom, in AddState and here whether a step can change it", kind.Name(), name)
			}
		}
		if len(known) != kind.NumField()+1 {
			t.Errorf("%s has %d fields, not the %d listed", kind.Name(), kind.NumField(), len(known)-1)
		}
	}
}
