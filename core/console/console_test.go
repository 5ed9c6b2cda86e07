package console_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/console"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

const ms = time.Millisecond

func traceOf(events ...trace.Event) *trace.Trace {
	tr := &trace.Trace{Head: trace.Head{
		Actors: []trace.Actor{{Name: "library", Group: "library"}, {Name: "worker-1", Group: "worker", Role: trace.Consumer}},
		Queues: []trace.Queue{{Name: "jobs", Visibility: 30 * ms}},
		Bodies: []string{""},
	}}
	for _, e := range events {
		tr.Append(e)
	}
	return tr
}

func prints(t *testing.T, when scenario.PrintWhen, at time.Duration, text string) scenario.Print {
	t.Helper()
	template, err := scenario.ParseTemplate(scenario.Pos{}, text)
	if err != nil {
		t.Fatal(err)
	}
	return scenario.Print{When: when, At: at, Text: template}
}

// oneLease is a message whose lease ends at 30 ms, the instant at which a
// consumer starts too, and which is handed out again at once.
func oneLease() *trace.Trace {
	return traceOf(
		trace.Event{Kind: trace.Written, Message: 1},
		trace.Event{Kind: trace.Started, Actor: 1},
		trace.Event{Kind: trace.Delivered, Actor: 1, Message: 1, Delivery: 1, Value: int64(30 * ms)},
		trace.Event{Kind: trace.Left, Actor: 1, Message: 1, Delivery: 1},
		trace.Event{Kind: trace.Started, At: 30 * ms, Actor: 1},
		trace.Event{Kind: trace.LeaseEnded, At: 30 * ms, Actor: 1, Message: 1, Delivery: 1},
		trace.Event{Kind: trace.Delivered, At: 30 * ms, Actor: 1, Message: 1, Delivery: 2, Value: int64(60 * ms)},
		trace.Event{Kind: trace.Acknowledged, At: 30 * ms, Actor: 1, Message: 1, Delivery: 2},
	)
}

func TestInstantsAreAtTheirPlace(t *testing.T) {
	sc := &scenario.Scenario{Prints: []scenario.Print{
		prints(t, scenario.AtRunEnd, 0, "over at {t}"),
		prints(t, scenario.AtEnd, 30*ms, "end of {t}: {depth}"),
		prints(t, scenario.AtEnd, 0, "end of {t}: {visible} {in-flight}"),
		prints(t, scenario.AtStart, 30*ms, "start of {t}: {visible} {in-flight}"),
		prints(t, scenario.AtStart, 30*ms, "and again"),
		prints(t, scenario.AtStart, 0, "start of {t}: {depth}"),
		prints(t, scenario.AtEnd, 12500*time.Microsecond, "end of {t}: {in-flight}"),
		prints(t, scenario.AtEnd, 40*ms, "end of {t}: {acknowledged}"),
	}}
	want := []console.Line{
		{0, 0, "start of 0: 0"},
		{0, 4, "end of 0: 0 1"},
		{12500 * time.Microsecond, 4, "end of 12.5: 1"},
		{30 * ms, 6, "start of 30: 1 0"},
		{30 * ms, 6, "and again"},
		{30 * ms, 8, "end of 30: 0"},
		{30 * ms, 8, "end of 40: 1"}, // after the end, which was at 30 ms
		{30 * ms, 8, "over at 30"},
	}
	if d := cmp.Diff(want, console.Lines(sc, oneLease())); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestInstantsThatNeverCameAreNotPrinted(t *testing.T) {
	end := prints(t, scenario.AtEnd, 40*ms, "end of {t}")
	over := prints(t, scenario.AtRunEnd, 0, "over")
	cut := oneLease()
	cut.Append(trace.Event{Kind: trace.LimitReached, At: 40 * ms, Actor: trace.NoActor, Queue: trace.NoQueue})
	until := func(d time.Duration) *scenario.Scenario {
		return &scenario.Scenario{Until: d, Prints: []scenario.Print{end, over}}
	}
	for _, c := range []struct {
		name string
		sc   *scenario.Scenario
		tr   *trace.Trace
		want string
	}{
		{"until before it", until(39 * ms), oneLease(), "over\n"},
		{"until it", until(40 * ms), oneLease(), "end of 40\nover\n"},
		{"no until", until(0), oneLease(), "end of 40\nover\n"},
		{"cut short within it", until(0), cut, "over\n"},
	} {
		t.Run(c.name, func(t *testing.T) { expect(t, console.Lines(c.sc, c.tr), c.want) })
	}
}

func TestOutcomes(t *testing.T) {
	of := func(k trace.Kind, value int64) *trace.Event {
		return &trace.Event{Kind: k, Value: value, Message: 1, Actor: 1}
	}
	for _, c := range []struct {
		e    *trace.Event
		want string
	}{
		{of(trace.Acknowledged, 0), "acknowledged"},
		{of(trace.Acknowledged, 1), "acknowledged late"},
		{of(trace.AcknowledgeRefused, 0), "acknowledgement refused"},
		{of(trace.AcknowledgeGone, 0), "already gone"},
		{of(trace.AcknowledgeDropped, 0), "acknowledgement dropped"},
		{of(trace.Left, 0), "left unacknowledged"},
		{of(trace.Rejected, 0), "rejected"},
		{of(trace.DeadLettered, 1), "rejected for good"},
		{of(trace.Crashed, trace.Never), "crashed"},
		{&trace.Event{Kind: trace.Crashed, Actor: 1}, ""}, // while idle
		{&trace.Event{Kind: trace.DeadLettered, Message: 1, Actor: trace.NoActor}, ""},
		{&trace.Event{Kind: trace.Executed, Message: 1, Actor: 1, Queue: trace.NoQueue}, "done"}, // a record of a log
		{of(trace.Executed, 0), ""}, {of(trace.Delivered, 0), ""}, {of(trace.LeaseEnded, 0), ""},
	} {
		if got := console.Outcome(c.e); got != c.want {
			t.Errorf("%s with %d is %q, want %q", c.e.Kind, c.e.Value, got, c.want)
		}
	}
}

func TestTheConsoleIsBounded(t *testing.T) {
	tr := traceOf(trace.Event{Kind: trace.Written, Message: 1})
	for range console.MaxLines + 5 {
		tr.Append(trace.Event{Kind: trace.AcknowledgeGone, Actor: 1, Message: 1, Delivery: 1})
	}
	sc := &scenario.Scenario{Prints: []scenario.Print{
		prints(t, scenario.EachOutcome, 0, "{outcome}"), prints(t, scenario.AtRunEnd, 0, "over"),
	}}
	got := console.Lines(sc, tr)
	if len(got) != console.MaxLines {
		t.Fatalf("%d lines, want %d", len(got), console.MaxLines)
	}
	if got[9998].Text != "already gone" || got[9999].Text != "… and more: only the first 9999 lines are shown" {
		t.Errorf("the last lines are %q and %q", got[9998].Text, got[9999].Text)
	}
}

func TestWhatARunDoesNotHave(t *testing.T) {
	sc := &scenario.Scenario{
		Params: []scenario.Param{
			{Name: "visibility", Value: scenario.Value{Kind: scenario.DurationParam, Duration: 1500 * ms}},
			{Name: "heartbeat", Value: scenario.Value{Kind: scenario.DurationParam, Never: true}},
			{Name: "share", Value: scenario.Value{Kind: scenario.ShareParam, Number: 100_000}},
		},
		Prints: []scenario.Print{{When: scenario.AtRunEnd, Text: scenario.Template{
			{Text: "V="}, {Param: "visibility"}, {Text: " h="}, {Param: "heartbeat"}, {Text: " "}, {Param: "share"}, {Text: " "}, {Param: "x"},
			{Text: " "}, {Measure: &scenario.Measure{Name: "depth", Of: scenario.Subject{Kind: scenario.OfQueue, Name: "x"}}},
			{Text: " "}, {Measure: &scenario.Measure{Name: scenario.Finished}},
			{Text: " "}, {Measure: &scenario.Measure{Name: scenario.InFlight, When: scenario.AtInstant, At: 20 * ms}},
		}}},
	}
	expect(t, console.Lines(sc, oneLease()), "V=1500 h=never 10% ? ? none 1\n")
}
