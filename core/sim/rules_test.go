package sim

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// story tells a run's events of some kinds, one line each.
func story(tr *trace.Trace, kinds ...trace.Kind) []string {
	var lines []string
	for i := range tr.Len() {
		e := tr.At(i)
		for _, k := range kinds {
			if e.Kind == k {
				lines = append(lines, line(tr, e))
			}
		}
	}
	return lines
}

func line(tr *trace.Trace, e *trace.Event) string {
	who := "-"
	if e.Actor != trace.NoActor {
		who = tr.Head.Actors[e.Actor].Name
	}
	return fmt.Sprintf("%d %s %s %d", e.At/ms, who, e.Kind, e.Message)
}

func wantStory(t *testing.T, sc *scenario.Scenario, want []string, kinds ...trace.Kind) {
	t.Helper()
	if d := cmp.Diff(want, story(Run(sc, Options{}).Trace, kinds...)); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func jobs(n int, work time.Duration, consumers ...string) *scenario.Scenario {
	sc := &scenario.Scenario{
		Queues:    []scenario.Queue{{Name: "jobs", DeadLetter: -1}},
		Producers: []scenario.Producer{{Name: "shop", Schedule: scenario.Schedule{Count: n, Times: 1}}},
	}
	for _, name := range consumers {
		sc.Consumers = append(sc.Consumers, scenario.Consumer{Name: name, Group: "worker", Prefetch: 1, Work: scenario.Dist{A: work}})
	}
	return sc
}

func TestConsumersTakeTurnsEvenWithNothingToDo(t *testing.T) {
	wantStory(t, jobs(4, 0, "a", "b", "c"), []string{
		"0 a delivered 1", "0 b delivered 2", "0 c delivered 3", "0 a delivered 4",
	}, trace.Delivered)
}

// The tie-free rows F3 and F4 measured on RabbitMQ: work of 140, 300 and 590 ms.
func TestRingWithPrefetch(t *testing.T) {
	shares := func(prefetch int) map[string][]uint32 {
		sc := jobs(12, 0, "C1", "C2", "C3")
		for i, work := range []time.Duration{140 * ms, 300 * ms, 590 * ms} {
			sc.Consumers[i].Work.A = work
			sc.Consumers[i].Prefetch = prefetch
		}
		got := map[string][]uint32{}
		tr := Run(sc, Options{}).Trace
		for i := range tr.Len() {
			if e := tr.At(i); e.Kind == trace.Delivered {
				name := tr.Head.Actors[e.Actor].Name
				got[name] = append(got[name], e.Message)
			}
		}
		return got
	}
	want := map[string][]uint32{"C1": {1, 4, 5, 7, 8, 11, 12}, "C2": {2, 6, 10}, "C3": {3, 9}}
	if d := cmp.Diff(want, shares(1)); d != "" {
		t.Errorf("prefetch 1 (-want +got):\n%s", d)
	}
	want = map[string][]uint32{"C1": {1, 4, 7, 8, 10, 11}, "C2": {2, 5, 9}, "C3": {3, 6, 12}}
	if d := cmp.Diff(want, shares(2)); d != "" {
		t.Errorf("prefetch 2 (-want +got):\n%s", d)
	}
	want = map[string][]uint32{"C1": {1, 4, 7, 10}, "C2": {2, 5, 8, 11}, "C3": {3, 6, 9, 12}}
	if d := cmp.Diff(want, shares(0)); d != "" {
		t.Errorf("unlimited prefetch (-want +got):\n%s", d)
	}
}

func TestAcknowledgementAtTheLeasesEndIsLateAndComesBeforeTheHandOut(t *testing.T) {
	sc := jobs(1, 30*ms, "a", "b")
	sc.Queues[0].Visibility = 30 * ms
	wantStory(t, sc, []string{
		"0 a delivered 1", "30 a lease ended 1", "30 a acknowledged 1",
	}, trace.Delivered, trace.LeaseEnded, trace.Acknowledged)
	sc.Queues[0].RefuseLate = true
	sc.Until = 60 * ms
	// At 60 ms both are late again: b's own acknowledgement, of the delivery at 30.
	wantStory(t, sc, []string{
		"0 a delivered 1", "30 a late-acknowledge refused 1", "30 b delivered 1",
		"60 b late-acknowledge refused 1", "60 a delivered 1",
	}, trace.Delivered, trace.AcknowledgeRefused, trace.Acknowledged)
}

func TestWithoutATimeoutAMessageComesBackWhenItsConnectionCloses(t *testing.T) {
	sc := jobs(2, 10*ms, "a")
	sc.Consumers[0].Prefetch = 2
	sc.Faults = []scenario.Fault{{At: 15 * ms, Kind: scenario.Crash, For: 20 * ms}}
	wantStory(t, sc, []string{
		"0 a delivered 1", "0 a delivered 2", "10 a acknowledged 1", "15 a crashed 2",
		"15 a returned 2", "35 a recovered 0", "35 a delivered 2", "45 a acknowledged 2",
	}, trace.Delivered, trace.Acknowledged, trace.Crashed, trace.Returned, trace.Recovered)
}

func TestACrashForGoodLeavesTheLeaseRunning(t *testing.T) {
	sc := jobs(1, 10*ms, "a", "b")
	sc.Queues[0].Visibility = 100 * ms
	sc.Faults = []scenario.Fault{{At: 5 * ms, Kind: scenario.Crash}}
	wantStory(t, sc, []string{
		"0 a delivered 1", "5 a crashed 1", "100 b delivered 1", "110 b acknowledged 1",
	}, trace.Delivered, trace.Acknowledged, trace.Crashed, trace.Returned)
}

func TestMaxDeliveriesDeadLettersInstead(t *testing.T) {
	sc := jobs(1, 45*ms, "a", "b")
	sc.Queues[0].Visibility = 30 * ms
	sc.Queues[0].RefuseLate = true
	sc.Queues[0].MaxDeliveries = 3
	sc.Queues[0].DeadLetter = 1
	sc.Queues = append(sc.Queues, scenario.Queue{Name: "failed", DeadLetter: -1})
	wantStory(t, sc, []string{
		"0 shop written 1", "0 a delivered 1", "30 b delivered 1", "60 a delivered 1",
		"90 - dead-lettered 1", "90 - written 1",
	}, trace.Written, trace.Delivered, trace.DeadLettered)
}

func TestDroppedAcknowledgementRedelivers(t *testing.T) {
	sc := jobs(1, 10*ms, "a")
	sc.Queues[0].Visibility = 50 * ms
	sc.Faults = []scenario.Fault{{At: 0, Kind: scenario.DropAcknowledge}}
	wantStory(t, sc, []string{
		"0 a delivered 1", "10 a acknowledge dropped 1", "50 a delivered 1", "60 a acknowledged 1",
	}, trace.Delivered, trace.AcknowledgeDropped, trace.Acknowledged)
}

func TestLeftMessageGoesToTheNextConsumer(t *testing.T) {
	sc := jobs(0, 0, "a", "b")
	sc.Producers[0].Bodies = []string{"x", "y", "z"}
	sc.Producers[0].Schedule = scenario.Schedule{Count: 3}
	sc.Queues[0].Visibility = 30 * ms
	sc.Consumers[0].Leave = []string{"y"}
	sc.Consumers[0].StopsEmpty = true
	sc.Consumers[1].Starts = 30 * ms
	wantStory(t, sc, []string{
		"0 a acknowledged 1", "0 a left unacknowledged 2", "0 a acknowledged 3", "0 a stopped 0",
		"30 b acknowledged 2",
	}, trace.Acknowledged, trace.Left, trace.Stopped)
}

func TestTakeBoundsAConsumersPace(t *testing.T) {
	sc := jobs(5, 10*ms, "a")
	sc.Consumers[0].Take, sc.Consumers[0].TakeEvery = 2, time.Second
	if d := cmp.Diff([]time.Duration{0, 10, 1000, 1010, 2000}, times(Run(sc, Options{}).Trace, trace.Delivered)); d != "" {
		t.Errorf("deliveries (-want +got):\n%s", d)
	}
}

func TestFaultAfterEventsOfItsInstant(t *testing.T) {
	sc := jobs(3, 0, "a")
	sc.Queues[0].Visibility = 30 * ms
	// started, 3 written, delivered, executed, acknowledged, delivered: the crash finds message 2 in hand.
	sc.Faults = []scenario.Fault{{Kind: scenario.Crash, After: 8, For: 100 * ms}}
	wantStory(t, sc, []string{
		"0 a delivered 1", "0 a acknowledged 1", "0 a delivered 2", "0 a crashed 2",
		"100 a delivered 2", "100 a acknowledged 2", "100 a delivered 3", "100 a acknowledged 3",
	}, trace.Acknowledged, trace.Crashed, trace.Delivered)
}

func TestHeartbeatKeepsTheLease(t *testing.T) {
	sc := oneJob(30*ms, 20*ms)
	wantStory(t, sc, []string{
		"20 consumer-1 lease extended 1", "40 consumer-1 lease extended 1", "45 consumer-1 acknowledged 1",
	}, trace.Extended, trace.LeaseEnded, trace.Acknowledged)
}

func TestUntilIsInclusiveAndSetsTheEnd(t *testing.T) {
	sc := oneJob(30*ms, 0)
	sc.Until = 30 * ms
	tr := Run(sc, Options{}).Trace
	if got := times(tr, trace.Delivered); len(got) != 2 || tr.End() != 30*ms {
		t.Errorf("deliveries %v, end %v; want two and 30ms", got, tr.End())
	}
	sc.Until = 40 * ms
	if tr := Run(sc, Options{}).Trace; tr.End() != 40*ms {
		t.Errorf("a run cut at 40 ms ends at %v", tr.End())
	}
	sc.Until = time.Hour
	if tr := Run(sc, Options{}).Trace; tr.End() != 75*ms {
		t.Errorf("a run with nothing left to happen ends at %v, want its last event's 75ms", tr.End())
	}
}

func TestARunThatGoesRoundInOneInstantIsCut(t *testing.T) {
	sc := oneJob(30*ms, 0)
	sc.Queues[0].RefuseLate = true
	sc.Until = 0
	r := Run(sc, Options{MaxEvents: 1000})
	if last := r.Trace.At(r.Trace.Len() - 1); r.Events != 1000 || last.Kind != trace.LimitReached || last.Value != 1000 {
		t.Errorf("%d events, the last %v %d; want 1000, ending in limit reached 1000", r.Events, last.Kind, last.Value)
	}
}
