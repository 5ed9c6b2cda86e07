package stats

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Message 1 waits from 0 to 2 and is gone at 9, message 2 from 1 to 5 and at 6;
// message 3 waits still.
func threeMessages(c *Collector) {
	for _, e := range []trace.Event{
		{At: 0, Kind: trace.Written, Message: 1},
		{At: 1, Kind: trace.Written, Message: 2},
		{At: 2, Kind: trace.Delivered, Message: 1, Actor: 1, Delivery: 1},
		{At: 5, Kind: trace.Delivered, Message: 2, Actor: 1, Delivery: 1},
		{At: 6, Kind: trace.Acknowledged, Message: 2, Actor: 1, Delivery: 1},
		{At: 7, Kind: trace.Written, Message: 3},
		{At: 9, Kind: trace.Acknowledged, Message: 1, Actor: 1, Delivery: 1},
	} {
		c.Apply(&e)
	}
}

func seriesHead() *trace.Head {
	return &trace.Head{
		Actors: []trace.Actor{{Name: "shop", Role: trace.Producer}, {Name: "worker", Role: trace.Consumer}},
		Queues: []trace.Queue{{Name: "jobs"}},
	}
}

func wantSeries(t *testing.T, c *Collector, name scenario.MeasureName, want ...time.Duration) {
	t.Helper()
	got, err := c.Series(nil, scenario.Measure{Name: name})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
	}
}

func TestSeriesAreInTheOrderOfWriting(t *testing.T) {
	c := NewCollector(seriesHead())
	threeMessages(c)
	wantSeries(t, c, scenario.Waiting, 2, 4)
	wantSeries(t, c, scenario.Sojourn, 9, 5)
	if _, err := c.Series(nil, scenario.Measure{Name: scenario.Deliveries}); err == nil {
		t.Error("deliveries have a series")
	}
}

// A collector that is turned to a run of more things forgets the one before.
func TestACollectorMeasuresOneRunAfterAnother(t *testing.T) {
	c := NewCollector(seriesHead())
	threeMessages(c)
	wider := seriesHead()
	wider.Queues = append(wider.Queues, trace.Queue{Name: "failed"})
	wider.Actors = append(wider.Actors, trace.Actor{Name: "clerk", Role: trace.Consumer, Queue: 1})
	c.Renew(wider)
	threeMessages(c)
	wantSeries(t, c, scenario.Waiting, 2, 4)
	for of, want := range map[string]int64{"jobs": 3, "failed": 0} {
		v, err := c.Measure(scenario.Measure{Name: scenario.Written, Of: scenario.Subject{Kind: scenario.OfQueue, Name: of}})
		if err != nil || v.N != want {
			t.Errorf("written of %s = %v, %v; want %d", of, v, err, want)
		}
	}
}
