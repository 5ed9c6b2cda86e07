package stats_test

import (
	"testing"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// told is a trace with all that stories tell: a second delivery, one that is marked without
// an earlier one, a body of two words, and what producers were told.
func told(counter trace.Counter) *trace.Trace {
	tr := traceOf([]trace.Queue{{Name: "jobs", Counter: counter}}, []trace.Event{
		{Kind: trace.Written, Message: 1, Value: 1},
		{Kind: trace.Written, Message: 2, Slot: 1, Value: 2},
		{Kind: trace.Written, Message: 3, Slot: 2, Value: 1 | 3<<32},
		{Kind: trace.Confirmed, Message: 1},
		{Kind: trace.Refused},
		{Kind: trace.Unrouted, Queue: trace.NoQueue},
		{Kind: trace.Confirmed, Queue: trace.NoQueue},
		{Kind: trace.Delivered, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.Failed, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.Rejected, Actor: 1, Message: 1, Delivery: 1},
		{Kind: trace.Delivered, At: 5 * ms, Actor: 2, Message: 1, Delivery: 2},
		{Kind: trace.Executed, At: 5 * ms, Actor: 2, Message: 1, Delivery: 2},
		{Kind: trace.Delivered, At: 9 * ms, Actor: 1, Message: 2, Slot: 1, Delivery: 1},
		{Kind: trace.Delivered, At: 9 * ms, Actor: 2, Message: 3, Slot: 2, Delivery: 1, Step: 1},
	})
	tr.Head.Bodies = []string{"", "m{n}", "two words"}
	return tr
}

func TestStories(t *testing.T) {
	for _, c := range []struct {
		counter trace.Counter
		measure string
		want    string
	}{
		{trace.FromOne, "received", "m{n} m{n}* 2 m3*"},
		{trace.FromOne, "received of worker-1", "m{n} 2"},
		{trace.FromOne, "received of worker", "m{n} m{n}* 2 m3*"},
		{trace.FromOne, "received of jobs at 5ms", "m{n} m{n}*"},
		{trace.FromOne, "received of jobs before 5ms", "m{n}"},
		{trace.FromOne, "received of library", ""},
		{trace.FromOne, "received-counted of worker-2", "m{n}*(2) m3*(1)"},
		{trace.FromZero, "received-counted of worker-2", "m{n}*(1) m3*(0)"},
		{trace.NoCounter, "received-counted of worker-2", "m{n}* m3*"},
		{trace.FromOne, "receivers", "worker-1 worker-2 worker-1 worker-2"},
		{trace.FromOne, "receivers of message 1", "worker-1 worker-2"},
		{trace.FromOne, "handled of jobs", "m{n} m{n}*(2)"},
		{trace.FromOne, "confirms", "ack nack return ack"},
		{trace.FromOne, "confirms of jobs", "ack nack"},
	} {
		m, err := scenario.ParseMeasure(scenario.Pos{}, c.measure)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := stats.New(told(c.counter)).Measure(m); err != nil || got.Kind != stats.Word || got.Word != c.want {
			t.Errorf("%s = %q (%v), want %q", c.measure, got.Word, err, c.want)
		}
	}
}

func TestNoStoryOfNobody(t *testing.T) {
	m := scenario.Measure{Name: scenario.Received, Of: scenario.Subject{Kind: scenario.OfName, Name: "nobody"}}
	if _, err := stats.New(told(trace.FromOne)).Measure(m); err == nil {
		t.Error("nobody received something")
	}
	if _, err := stats.NewCollector(&told(trace.FromOne).Head).Report(0).Measure(scenario.Measure{Name: scenario.Received}); err == nil {
		t.Error("a run that was not recorded has a story")
	}
}
