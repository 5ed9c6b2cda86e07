package stats_test

import (
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

const ms = time.Millisecond

func traceOf(queues []trace.Queue, events []trace.Event) *trace.Trace {
	tr := &trace.Trace{Head: trace.Head{
		Actors: []trace.Actor{
			{Name: "library", Group: "library", Role: trace.Producer},
			{Name: "worker-1", Group: "worker", Role: trace.Consumer},
			{Name: "worker-2", Group: "worker", Role: trace.Consumer},
		},
		Queues: queues,
		Bodies: []string{""},
	}}
	for _, e := range events {
		tr.Append(e)
	}
	return tr
}

// takenOver is two messages of which the first outlasts its lease: worker-2
// gets it too and crashes over it, before worker-1 acknowledges it late.
func takenOver() *trace.Trace {
	return traceOf([]trace.Queue{{Name: "jobs", Visibility: 30 * ms}}, []trace.Event{
		{Kind: trace.Written, At: 0, Message: 1},
		{Kind: trace.Written, At: 0, Message: 2, Slot: 1},
		{Kind: trace.Started, At: 0, Actor: 1},
		{Kind: trace.Started, At: 0, Actor: 2},
		{Kind: trace.Delivered, At: 0, Actor: 1, Message: 1, Delivery: 1, Value: int64(30 * ms)},
		{Kind: trace.StepStarted, At: 0, Actor: 1, Message: 1, Delivery: 1, Step: 1, Value: int64(45 * ms)},
		{Kind: trace.Delivered, At: 10 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 1, Value: int64(40 * ms)},
		{Kind: trace.LeaseEnded, At: 30 * ms, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.Executed, At: 35 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 1},
		{Kind: trace.Acknowledged, At: 35 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 1},
		{Kind: trace.Delivered, At: 35 * ms, Actor: 2, Message: 1, Delivery: 2, Value: int64(65 * ms)},
		{Kind: trace.StepStarted, At: 35 * ms, Actor: 2, Message: 1, Delivery: 2, Step: 1, Value: int64(80 * ms)},
		{Kind: trace.Crashed, At: 40 * ms, Actor: 2, Message: 1, Delivery: 2, Value: int64(50 * ms)},
		{Kind: trace.Executed, At: 45 * ms, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.Acknowledged, At: 45 * ms, Actor: 1, Message: 1, Delivery: 1, Value: 1},
		{Kind: trace.Recovered, At: 50 * ms, Actor: 2},
	})
}

// givenUp is a delayed message that goes to the queue failed after one
// delivery, and one that is done twice, its first acknowledgement refused.
func givenUp() *trace.Trace {
	return traceOf([]trace.Queue{{Name: "jobs", Visibility: 10 * ms}, {Name: "failed"}}, []trace.Event{
		{Kind: trace.Started, At: 0, Actor: 1},
		{Kind: trace.Started, At: 0, Actor: 2},
		{Kind: trace.Written, At: 0, Message: 1},
		{Kind: trace.Held, At: 0, Message: 1, Value: int64(5 * ms)},
		{Kind: trace.Woke, At: 5 * ms, Actor: trace.NoActor, Message: 1},
		{Kind: trace.Delivered, At: 5 * ms, Actor: 1, Message: 1, Delivery: 1, Value: int64(15 * ms)},
		{Kind: trace.LeaseEnded, At: 15 * ms, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.DeadLettered, At: 15 * ms, Actor: trace.NoActor, Message: 1, Delivery: 1},
		{Kind: trace.Written, At: 15 * ms, Actor: trace.NoActor, Queue: 1, Message: 1},
		{Kind: trace.Executed, At: 20 * ms, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.AcknowledgeGone, At: 20 * ms, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.Written, At: 25 * ms, Message: 2, Slot: 1},
		{Kind: trace.Delivered, At: 25 * ms, Actor: 1, Message: 2, Slot: 1, Delivery: 1, Value: int64(35 * ms)},
		{Kind: trace.LeaseEnded, At: 35 * ms, Actor: 1, Message: 2, Slot: 1, Delivery: 1},
		{Kind: trace.Delivered, At: 35 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 2, Value: int64(45 * ms)},
		{Kind: trace.Executed, At: 40 * ms, Actor: 1, Message: 2, Slot: 1, Delivery: 1},
		{Kind: trace.AcknowledgeRefused, At: 40 * ms, Actor: 1, Message: 2, Slot: 1, Delivery: 1},
		{Kind: trace.Executed, At: 42 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 2},
		{Kind: trace.Acknowledged, At: 42 * ms, Actor: 2, Message: 2, Slot: 1, Delivery: 2},
	})
}

var (
	all      = scenario.Subject{}
	jobs     = scenario.Subject{Kind: scenario.OfQueue, Name: "jobs"}
	failed   = scenario.Subject{Kind: scenario.OfQueue, Name: "failed"}
	library  = scenario.Subject{Kind: scenario.OfConsumer, Name: "library"}
	worker1  = scenario.Subject{Kind: scenario.OfConsumer, Name: "worker-1"}
	worker2  = scenario.Subject{Kind: scenario.OfConsumer, Name: "worker-2"}
	workers  = scenario.Subject{Kind: scenario.OfGroup, Name: "worker"}
	named    = scenario.Subject{Kind: scenario.OfName, Name: "worker"}
	message1 = scenario.Subject{Kind: scenario.OfMessage, Number: 1}
	message2 = scenario.Subject{Kind: scenario.OfMessage, Number: 2}
	eachOne  = scenario.Subject{Kind: scenario.EachConsumer}
	eachLine = scenario.Subject{Kind: scenario.EachQueue}
)

type expectation struct {
	name scenario.MeasureName
	of   scenario.Subject
	want string
}

func TestMeasuresOfAMessageTakenOver(t *testing.T) {
	expectAll(t, stats.New(takenOver()), []expectation{
		{"written", all, "2"}, {"written", library, "2"}, {"written", message1, "1"},
		{"deliveries", all, "3"}, {"deliveries", jobs, "3"}, {"deliveries", workers, "3"}, {"deliveries", named, "3"},
		{"deliveries", worker1, "1"}, {"deliveries", worker2, "2"}, {"deliveries", message1, "2"}, {"deliveries", message2, "1"},
		{"deliveries", eachOne, "worker-1=1  worker-2=2"}, {"deliveries", eachLine, "jobs=3"},
		{"redeliveries", all, "1"}, {"redeliveries", worker1, "0"}, {"redeliveries", worker2, "1"}, {"redeliveries", message1, "1"},
		{"delivered-distinct", all, "2"}, {"delivered-distinct", worker2, "1"}, {"delivered-distinct", message1, "1"},
		{"acknowledged", all, "2"}, {"acknowledged", worker1, "1"}, {"acknowledged", message1, "1"},
		{"dead-lettered", all, "0"}, {"expired", all, "0"}, {"dropped", all, "0"}, {"refused", all, "0"}, {"lag", all, "0"},
		{"lost", all, "0"}, {"left", all, "0"},
		{"executions", all, "2"}, {"executions", workers, "2"}, {"effects", message1, "1"}, {"duplicates", all, "0"},
		{"inversions", all, "1"}, {"inversions", jobs, "1"}, {"inversions", worker1, "0"}, {"inversions", message2, "1"},
		{"depth", all, "0"}, {"depth-max", all, "2"}, {"depth-max", jobs, "2"}, {"depth-max", worker1, "none"},
		{"visible", all, "0"}, {"in-flight", all, "0"}, {"delayed", all, "0"},
		{"finished", all, "45ms"}, {"finished", worker2, "35ms"}, {"finished", message2, "35ms"}, {"finished", library, "none"},
		{"waiting", all, "5ms"}, {"waiting", worker2, "10ms"}, {"waiting", message1, "0ms"},
		{"sojourn", all, "40ms"}, {"sojourn", worker1, "45ms"}, {"sojourn", message2, "35ms"}, {"sojourn", library, "none"},
		// worker-1 worked from 0 to 45 ms, worker-2 from 35 to its crash at 40, of 50 ms each
		{"utilization", all, "0.5"}, {"utilization", jobs, "0.5"}, {"utilization", worker1, "0.9"}, {"utilization", worker2, "0.1"},
		{"utilization", library, "none"}, {"utilization", message1, "none"},
		{"crashes", all, "1"}, {"crashes", worker1, "0"}, {"crashes", worker2, "1"}, {"crashes", jobs, "1"},
	})
}

func TestMeasuresOfAMessageGivenUp(t *testing.T) {
	expectAll(t, stats.New(givenUp()), []expectation{
		{"written", all, "2"}, {"written", jobs, "2"}, {"written", failed, "0"},
		{"deliveries", all, "3"}, {"deliveries", failed, "0"}, {"deliveries", message1, "1"}, {"delivered-distinct", all, "2"},
		{"acknowledged", all, "1"}, {"acknowledged", message1, "0"},
		{"dead-lettered", all, "1"}, {"dead-lettered", jobs, "1"}, {"dead-lettered", failed, "0"}, {"dead-lettered", message1, "1"},
		{"refused", all, "1"}, {"refused", worker1, "1"}, {"refused", message2, "1"}, {"refused", message1, "0"},
		{"executions", all, "3"}, {"duplicates", all, "1"}, {"duplicates", worker2, "1"}, {"duplicates", message2, "1"},
		{"left", all, "1"}, {"left", jobs, "0"}, {"depth", failed, "1"}, {"visible", message1, "1"}, {"depth", message2, "0"},
		{"lost", all, "0"}, {"lost", jobs, "0"}, {"lost", failed, "0"}, {"lost", message1, "0"},
		{"depth-max", all, "2"}, {"depth-max", jobs, "1"}, {"inversions", all, "0"},
		// message 1 waited 5 ms and stayed 15 in jobs, message 2 0 and 17
		{"waiting", all, "2.5ms"}, {"waiting", message1, "5ms"}, {"waiting", failed, "none"},
		{"sojourn", all, "16ms"}, {"sojourn", message1, "15ms"}, {"sojourn", worker2, "17ms"}, {"sojourn", worker1, "none"},
		{"finished", all, "42ms"}, {"finished", message1, "20ms"},
	})
}

func expectAll(t *testing.T, r *stats.Report, expectations []expectation) {
	t.Helper()
	for _, x := range expectations {
		m := scenario.Measure{Name: x.name, Of: x.of}
		if v, err := r.Measure(m); err != nil || v.String() != x.want {
			t.Errorf("%s of %+v = %s (%v), want %s", x.name, x.of, v, err, x.want)
		}
	}
}

func TestMeasuresAtInstants(t *testing.T) {
	const at, before, each, beforeEach = scenario.AtInstant, scenario.Before, scenario.AtEach, scenario.BeforeEach
	r := stats.New(takenOver())
	for _, x := range []struct {
		name scenario.MeasureName
		of   scenario.Subject
		when scenario.When
		at   time.Duration
		want string
	}{
		{"depth", all, before, 0, "0"},
		{"depth", all, at, 0, "2"}, {"visible", jobs, at, 0, "1"}, {"in-flight", all, at, 0, "1"},
		{"depth", message1, before, 0, "0"}, {"depth", message1, at, 0, "1"},
		{"visible", all, before, 30 * ms, "0"}, {"visible", all, at, 30 * ms, "1"},
		{"in-flight", worker1, before, 30 * ms, "1"}, {"in-flight", worker1, at, 30 * ms, "0"}, {"depth", worker2, at, 30 * ms, "1"},
		{"deliveries", all, at, 34 * ms, "2"}, {"deliveries", all, at, 35 * ms, "3"},
		{"finished", all, at, 44 * ms, "35ms"}, {"sojourn", all, at, 44 * ms, "35ms"}, {"sojourn", all, at, 34 * ms, "none"},
		// 40 ms of worker-1 and 5 of worker-2, of twice 40
		{"utilization", all, at, 40 * ms, "0.5625"}, {"utilization", worker1, before, 20 * ms, "1"}, {"utilization", all, at, 0, "none"},
		{"depth", all, at, time.Hour, "0"}, {"utilization", all, at, time.Hour, "0.5"},
		{"depth", all, each, 10 * ms, "2 2 2 1 0"}, {"depth", all, beforeEach, 20 * ms, "2 1 0"}, {"depth", all, each, time.Hour, "0"},
		{"deliveries", eachOne, each, 25 * ms, "worker-1=1 1  worker-2=1 2"},
	} {
		v, err := r.Measure(scenario.Measure{Name: x.name, Of: x.of, When: x.when, At: x.at})
		if err != nil || v.String() != x.want {
			t.Errorf("%s of %+v, when %d of %s = %s (%v), want %s", x.name, x.of, x.when, x.at, v, err, x.want)
		}
	}
}

func TestDelayedMessagesAreCountedApart(t *testing.T) {
	r := stats.New(givenUp())
	for _, x := range []struct {
		name scenario.MeasureName
		when scenario.When
		want string
	}{
		{"delayed", scenario.Before, "1"}, {"visible", scenario.Before, "0"}, {"depth", scenario.Before, "1"},
		{"delayed", scenario.AtInstant, "0"}, {"in-flight", scenario.AtInstant, "1"},
	} {
		v, err := r.Measure(scenario.Measure{Name: x.name, When: x.when, At: 5 * ms})
		if err != nil || v.String() != x.want {
			t.Errorf("%s, when %d of 5ms = %s (%v), want %s", x.name, x.when, v, err, x.want)
		}
	}
}

func TestAListStopsWhereTheRunWasCutShort(t *testing.T) {
	cut := takenOver()
	cut.Append(trace.Event{Kind: trace.LimitReached, At: 50 * ms, Actor: trace.NoActor, Queue: trace.NoQueue})
	r := stats.New(cut)
	for period, want := range map[time.Duration]string{20 * ms: "2 1", 25 * ms: "2 0", 60 * ms: ""} {
		v, err := r.Measure(scenario.Measure{Name: scenario.Depth, When: scenario.AtEach, At: period})
		if err != nil || v.String() != want {
			t.Errorf("depth at each %s = %q (%v), want %q", period, v, err, want)
		}
	}
}

func TestStatistics(t *testing.T) {
	r := stats.New(takenOver())
	for stat, want := range map[scenario.Stat]string{
		"": "40ms", scenario.Mean: "40ms", scenario.P50: "35ms", scenario.P95: "45ms", scenario.P99: "45ms", scenario.Max: "45ms",
	} {
		v, err := r.Measure(scenario.Measure{Name: "sojourn", Stat: stat})
		if err != nil || v.String() != want {
			t.Errorf("sojourn %s = %s (%v), want %s", stat, v, err, want)
		}
	}
}

func TestWhatCannotBeMeasured(t *testing.T) {
	limited := takenOver()
	limited.Append(trace.Event{Kind: trace.LimitReached, At: 50 * ms, Actor: trace.NoActor, Queue: trace.NoQueue})
	unrecorded := stats.NewCollector(&limited.Head).Report(time.Second)
	for _, x := range []struct {
		r    *stats.Report
		m    scenario.Measure
		want string
	}{
		{stats.New(limited), scenario.Measure{Name: "speed"}, "speed is not a measure"},
		{stats.New(limited), scenario.Measure{Name: "depth", Of: scenario.Subject{Kind: scenario.OfQueue, Name: "x"}}, "there is no queue x"},
		{stats.New(limited), scenario.Measure{Name: "depth", Of: scenario.Subject{Kind: scenario.OfConsumer, Name: "x"}}, "there is no consumer x"},
		{stats.New(limited), scenario.Measure{Name: "depth", Of: scenario.Subject{Kind: scenario.OfMessage, Number: 3}}, "there is no message 3"},
		{stats.New(limited), scenario.Measure{Name: "depth", When: scenario.AtInstant, At: 51 * ms}, "the run was stopped by its limit at 50ms"},
		{stats.New(limited), scenario.Measure{Name: "depth", When: scenario.AtEach, At: 1}, "each 1ns gives more than 1000 values"},
		{unrecorded, scenario.Measure{Name: "depth", When: scenario.AtInstant}, "the run was not recorded"},
	} {
		if v, err := x.r.Measure(x.m); err == nil || err.Error() != x.want {
			t.Errorf("%+v = %s (%v), want %q", x.m, v, err, x.want)
		}
	}
}

// Two messages are there until 35 ms, and one until 45: 80 ms in all, the sum
// of their sojourns.
func TestLittleByHand(t *testing.T) {
	r := stats.New(takenOver())
	want := stats.Wide{Lo: uint64(80 * ms)}
	for _, queue := range []int{-1, 0} {
		if a, s := r.Area(queue), r.SumSojourn(queue); a != want || s != want {
			t.Errorf("queue %d: area %v and sojourns %v, want %v", queue, a, s, want)
		}
	}
}
