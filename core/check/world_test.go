package check_test

import (
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/trace"
)

// Each is one thing too many at the end of a sound beginning: worker-1 has
// message 1 in its hands, and cell 0 holds placed.
func TestConservationFindsWhatIsWrongWithTheWorld(t *testing.T) {
	head := trace.Head{
		Actors: []trace.Actor{
			{Name: "shop", Role: trace.Producer}, {Name: "worker-1", Role: trace.Consumer, Handler: "pay"}, {Name: "courier", Role: trace.Relay},
		},
		Queues: []trace.Queue{{Name: "jobs"}}, Bodies: []string{""},
		Tables: []trace.Table{{Name: "sales"}, {Name: "receipts", Kind: trace.Mailbox}}, Words: []string{"placed", "paid"},
		Cells: []trace.Cell{{Table: 0, Row: "1", Column: "status"}},
	}
	begin := []trace.Event{
		{Kind: trace.RowSet, Actor: trace.NoActor, Queue: trace.NoQueue},
		{Kind: trace.Written, Actor: 0, Message: 1},
		{Kind: trace.Started, Actor: 1},
		{Kind: trace.Delivered, Actor: 1, Message: 1, Delivery: 1, Value: trace.Never},
	}
	of := func(k trace.Kind, value int64) trace.Event {
		return trace.Event{Kind: k, Actor: 1, Message: 1, Delivery: 1, Value: value}
	}
	mail := func(k trace.Kind, slot uint32) trace.Event {
		e := of(k, 1)
		e.Slot = slot
		return e
	}
	for want, end := range map[string][]trace.Event{
		"":                                          {of(trace.Begun, 0), of(trace.RowRead, 0), of(trace.RowSet, 1), of(trace.Committed, 0), mail(trace.Sent, 1), mail(trace.SendRecognised, 1)},
		`cell 0 holds "placed" already`:             {of(trace.RowSet, 0)},
		`cell 0 does not hold "paid"`:               {of(trace.RowRead, 1)},
		"a transaction is open, or none is":         {of(trace.Committed, 0)},
		"it has changed something already":          {of(trace.Begun, 0), of(trace.RowSet, 1), of(trace.RolledBack, 0)},
		"table 0 is not a mailbox":                  {mail(trace.Sent, 0)},
		"nothing was sent there before":             {mail(trace.SendRecognised, 1)},
		"courier is not up":                         {{Kind: trace.Published, Actor: 2, Queue: trace.NoQueue}},
		"courier has not crashed":                   {{Kind: trace.Lost, Actor: 2, Queue: trace.NoQueue}},
		"its broker did not restart":                {of(trace.Lost, 0)},
		"was not in the hands of a consumer":        {of(trace.Forgotten, 0)},
		"delivery 2 is not in the consumer's hands": {{Kind: trace.RowRead, Actor: 1, Message: 1, Delivery: 2}},
		"message 1 should have come back when its connection closed": {{Kind: trace.Crashed, Actor: 1, Message: 1, Delivery: 1, Value: trace.Never}},
	} {
		tr := &trace.Trace{Head: head}
		for _, e := range append(begin[:4:4], end...) {
			tr.Append(e)
		}
		err := check.Conservation(tr)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
