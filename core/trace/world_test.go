package trace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/internal/anyrun"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// Where messages can end, one of each; rows and events that never were in a
// queue count as written and gone in the total only.
func TestWaysToLeave(t *testing.T) {
	tr := &trace.Trace{Head: trace.Head{
		Queues: []trace.Queue{{Name: "jobs"}}, Actors: []trace.Actor{{Name: "worker", Role: trace.Consumer}},
	}}
	for i := range uint32(4) {
		tr.Append(trace.Event{Kind: trace.Written, Message: i + 1, Slot: i, Actor: trace.NoActor})
	}
	for _, e := range []trace.Event{
		{Kind: trace.Dropped, Message: 1, Slot: 0, Value: trace.NobodyThere, Actor: trace.NoActor},
		{Kind: trace.Lost, Message: 2, Slot: 1, Actor: trace.NoActor},
		{Kind: trace.Moved, Message: 3, Slot: 2, Actor: trace.NoActor},
		{Kind: trace.Delivered, Message: 4, Slot: 3, Delivery: 1, Value: trace.Never},
		{Kind: trace.Acknowledged, Message: 4, Slot: 3, Delivery: 1},
		{Kind: trace.Forgotten, Message: 4, Slot: 3, Delivery: 1},
		{Kind: trace.Dropped, Queue: trace.NoQueue, Value: trace.Unroutable},
		{Kind: trace.Lost, Queue: trace.NoQueue},
	} {
		tr.Append(e)
	}
	s := tr.State(tr.Len())
	if d := cmp.Diff(trace.Counts{Written: 4, Deliveries: 1, Dropped: 1, Lost: 2, Moved: 1}, s.Queues[0].Counts); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(trace.Counts{Written: 6, Deliveries: 1, Dropped: 2, Lost: 3, Moved: 1}, s.Total); d != "" {
		t.Error(d)
	}
	var places []trace.Place
	for _, g := range s.Gone {
		places = append(places, g.Place)
	}
	if d := cmp.Diff([]trace.Place{trace.DroppedPlace, trace.LostPlace, trace.MovedPlace, trace.LostPlace}, places); d != "" {
		t.Error(d)
	}
}

func TestTablesMailboxesAndLogsInTheState(t *testing.T) {
	tr := &trace.Trace{Head: trace.Head{
		Logs: []trace.Log{{Partitions: 1}, {Partitions: 2, First: 1}}, Groups: []trace.Group{{Log: 1}},
		Actors: []trace.Actor{{Name: "billing-1", Role: trace.Member}},
		Tables: []trace.Table{{Name: "sales"}, {Name: "receipts", Kind: trace.Mailbox}},
		Cells:  []trace.Cell{{Row: "1", Column: "status"}, {Row: "2", Column: "status"}}, Words: []string{"placed", "paid"},
	}}
	for _, e := range []trace.Event{
		{Kind: trace.RowSet, Slot: 1, Value: 0}, {Kind: trace.RowSet, Slot: 1, Value: 1},
		{Kind: trace.Sent, Slot: 1, Value: 1, Message: 7, At: 5},
		{Kind: trace.Appended, Step: 1, Slot: 1, Message: 1, Actor: trace.NoActor}, {Kind: trace.Appended, Step: 1, Slot: 1, Message: 2, Actor: trace.NoActor},
		{Kind: trace.Assigned, Step: 1, Slot: 1, Value: 0},
		{Kind: trace.Fetched, Step: 1, Slot: 1, Value: 0, Message: 1, Delivery: 1},
		{Kind: trace.Executed, Step: 1, Slot: 1, Value: 0, Message: 1, Delivery: 1, Queue: trace.NoQueue},
		{Kind: trace.PositionCommitted, Step: 1, Slot: 1, Value: 1},
		{Kind: trace.Forgotten, Step: 1, Slot: 1, Value: 0, Queue: trace.NoQueue},
		{Kind: trace.Trimmed, Step: 1, Slot: 1, Value: 1, Actor: trace.NoActor},
	} {
		tr.Append(e)
	}
	s := tr.State(tr.Len())
	got := [][]int64{s.Ends, s.Starts, s.Positions, s.Reads}
	if d := cmp.Diff([][]int64{{0, 0, 2}, {0, 0, 1}, {0, 1}, {0, 1}}, got); d != "" {
		t.Errorf("ends, starts, positions, reads: %s", d)
	}
	if d := cmp.Diff([]uint32{0, 2}, s.Cells); d != "" {
		t.Errorf("cells: %s", d)
	}
	if d := cmp.Diff([]trace.SentThing{{Table: 1, Word: 1, Message: 7, At: 5}}, s.Sent); d != "" || s.Sends != 1 {
		t.Errorf("sent: %s", d)
	}
	if s.Total.Deliveries != 1 || s.Total.Executions != 1 || s.Actors[0].Executions != 1 {
		t.Errorf("%+v", s.Total)
	}
}

// At every instant what was written is somewhere.
func TestCountsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 1000}).Trace
		s := trace.NewState(&tr.Head)
		for i := range tr.Len() {
			s.Apply(&tr.Head, tr.At(i))
			total := s.Total
			for _, q := range s.Queues {
				addUp(t, q.Counts)
				total.Visible -= q.Visible
			}
			if total.Visible != 0 {
				t.Fatalf("after %d events %d more are visible than in the queues", i+1, int32(total.Visible))
			}
			addUp(t, s.Total)
		}
	})
}

func addUp(t *rapid.T, c trace.Counts) {
	if sum := c.Depth() + c.Acknowledged + c.DeadLettered + c.Dropped + c.Expired + c.Lost + c.Moved; sum != c.Written {
		t.Fatalf("%+v: %d were written, %d are accounted for", c, c.Written, sum)
	}
}
