package check_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

func claim(t *testing.T, text string) scenario.Claim {
	t.Helper()
	c, err := scenario.ParseClaim(scenario.Pos{}, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// In the sound trace message 1 is delivered twice, both messages are executed
// once, the last at 45 ms, and the run ends at 50.
func TestClaims(t *testing.T) {
	r := stats.New(traceOf(sound()))
	for _, c := range []struct {
		text        string
		holds       bool
		left, right string
		reason      string
	}{
		{"deliveries = 3", true, "3", "3", ""},
		{"deliveries = 2", false, "3", "2", ""},
		{"deliveries != 2", true, "3", "2", ""},
		{"deliveries > written", true, "3", "2", ""},
		{"deliveries < written", false, "3", "2", ""},
		{"deliveries <= 3", true, "3", "3", ""},
		{"deliveries >= 4", false, "3", "4", ""},
		{"deliveries = written + redeliveries", true, "3", "3", ""},
		{"deliveries - written = lost", false, "1", "0", ""},
		{"finished = 45ms", true, "45ms", "45ms", ""},
		{"finished of worker-2 + 10ms = finished", true, "45ms", "45ms", ""},
		{"finished at 30ms = 0ms", false, "none", "0ms", "there is nothing to measure"},
		{"utilization of worker-1 = 90%", true, "0.9", "0.9", ""},
		{"utilization >= 45%", true, "0.45", "0.45", ""}, // only worker-1 has a step, for 45 of 50 ms
		{"waiting max <= 10ms", true, "10ms", "10ms", ""},
		{"in-flight at 20ms = 2", true, "2", "2", ""},
		{"deliveries of message 1 = 2, deliveries of message 2 = 1", true, "1", "1", ""},
		{"deliveries of message 1 = 2, lost = 1, deliveries = 9", false, "0", "1", ""},
		{"deliveries of message 9 = 2", false, "none", "2", "there is no message 9"},
		{"deliveries of nobody = 2", false, "none", "2", "there is no queue, consumer or group nobody"},
	} {
		want := check.Result{Text: c.text, Holds: c.holds, Left: c.left, Right: c.right, Reason: c.reason}
		if d := cmp.Diff(want, check.Claim(claim(t, c.text), r)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.text, d)
		}
	}
}

func value(v scenario.Value) scenario.Sum { return scenario.Sum{{Value: v}} }

func TestWhatCannotBeCompared(t *testing.T) {
	r := stats.New(traceOf(sound()))
	measure := func(m scenario.Measure) scenario.Sum { return scenario.Sum{{Measure: &m}} }
	three := value(scenario.Value{Kind: scenario.NumberParam, Number: 3})
	rate := value(scenario.Value{Kind: scenario.RateParam, Number: 3})
	for _, c := range []struct {
		left, right scenario.Sum
		want        string
	}{
		{measure(scenario.Measure{Name: scenario.Finished}), three, "a time can't be compared with a number"},
		{measure(scenario.Measure{Name: scenario.Deliveries}), rate, "there is nothing to measure"},
		{measure(scenario.Measure{Name: scenario.Deliveries, Of: scenario.Subject{Kind: scenario.EachConsumer}}), three, "a list can't be compared"},
		{append(measure(scenario.Measure{Name: scenario.Balance}), three...), three, "what has no value can't be added"},
		{append(measure(scenario.Measure{Name: scenario.Finished}), three...), three, "a time can't be compared with a number"},
	} {
		got := check.Claim(scenario.Claim{All: []scenario.Comparison{{Left: c.left, Op: "=", Right: c.right}}}, r)
		if got.Holds || got.Reason != c.want {
			t.Errorf("%+v, want the reason %q", got, c.want)
		}
	}
}

// The table of the lesson on choosing the timeout.
func TestChoosingTheTimeout(t *testing.T) {
	const source = `
until 12s
param visibility 30ms from 1ms to 1h "Visibility timeout"
param heartbeat never from 1ms to 1h "Heartbeat"
param crash-at never from 0ms to 1h "Crash of consumer-1"
param late-acknowledgement deletes one of deletes refused "A late acknowledgement"

queue jobs
  visibility $visibility
  late-acknowledge $late-acknowledgement

producer library
  to jobs
  write "overdue_notification loan=1"

consumer consumer x 2
  from jobs
  work 45ms
  heartbeat $heartbeat

at $crash-at crash consumer-1

claim "Nothing is lost" lost = 0
`
	for _, row := range []struct {
		set    []scenario.Setting
		expect string
	}{
		{nil, "deliveries = 2, executions = 2, finished = 75ms, finished at 45ms = 45ms, duplicates = 1"},
		{[]scenario.Setting{{Name: "visibility", Value: "60ms"}}, "deliveries = 1, executions = 1, finished = 45ms"},
		{[]scenario.Setting{{Name: "heartbeat", Value: "20ms"}}, "deliveries = 1, executions = 1, finished = 45ms"},
		{[]scenario.Setting{{Name: "visibility", Value: "10s"}, {Name: "crash-at", Value: "10ms"}}, "deliveries = 2, executions = 1, finished = 10045ms"},
		{[]scenario.Setting{{Name: "heartbeat", Value: "20ms"}, {Name: "crash-at", Value: "25ms"}}, "deliveries = 2, executions = 1, finished = 95ms"},
		{[]scenario.Setting{{Name: "late-acknowledgement", Value: "refused"}}, "deliveries at 600ms = 21, acknowledged = 0, depth = 1"},
	} {
		doc, err := scenario.Parse("lesson", source)
		if err != nil {
			t.Fatal(err)
		}
		sc, err := doc.Bind(row.set)
		if err != nil {
			t.Fatal(err)
		}
		r := stats.New(sim.Run(sc, sim.Options{}).Trace)
		if got := check.Claim(claim(t, row.expect), r); !got.Holds {
			t.Errorf("%v: %+v", row.set, got)
		}
		want := []check.Result{{Name: "Nothing is lost", Text: "lost = 0", Holds: true, Left: "0", Right: "0"}}
		if d := cmp.Diff(want, check.Claims(sc, r)); d != "" {
			t.Errorf("%v (-want +got):\n%s", row.set, d)
		}
	}
}
