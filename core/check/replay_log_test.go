package check_test

import (
	"strings"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// wide are scenarios beyond one queue, and kinds of event that each brings about.
var wide = map[string]struct {
	kinds []trace.Kind
	text  string
}{
	"restart": {[]trace.Kind{trace.Restarted, trace.Lost, trace.Returned, trace.AcknowledgeDropped, trace.Confirmed}, `
queue jobs
  durable
  stores 5ms
producer shop
  to jobs
  confirms
  write 3 "job {n}"
  every 10ms
consumer worker
  from jobs
  work 15ms
at 22ms restart jobs
`},
	"acknowledged on delivery": {[]trace.Kind{trace.Forgotten}, `
queue jobs
producer shop
  to jobs
  write 5 "job {n}"
consumer worker
  from jobs
  acknowledge on-delivery
  work 10ms
at 25ms crash worker for 10ms
`},
	"no queue at all": {[]trace.Kind{trace.Dropped}, `
queue jobs
  direct
producer shop
  to jobs
  write 5 "job {n}"
consumer worker x 2
  from jobs
  work 10ms
`},
	"dead letters sent again": {[]trace.Kind{trace.DeadLettered, trace.Moved}, `
queue jobs
  dead-letter failed
queue failed
producer shop
  to jobs
  write 3 "job {n}"
consumer worker
  from jobs
  fails "job 2" times 1 drop
  work 10ms
at 50ms resend failed to jobs
`},
	"threads that crash together": {[]trace.Kind{trace.Crashed, trace.LeaseEnded}, `
queue jobs
  visibility 20ms
producer shop
  to jobs
  write 6 "job {n}"
consumer worker
  from jobs
  prefetch 4
  concurrency 3
  work 10ms
at 15ms crash worker for 10ms
`},
	"a transaction that a crash rolls back": {[]trace.Kind{trace.RolledBack, trace.Committed, trace.RowTaken, trace.SendRecognised}, `
queue orders
  visibility 40ms
producer till
  to orders
  write "order=1" "order=1"
table seen
mailbox mail honours-key
outbox letters
handler pay each 4ms
  transaction
    insert seen {order} else acknowledge
    enqueue letters "receipt order={order}"
  acknowledge
relay courier
  from letters
  to mailbox mail key {order}
  publish 2ms
  mark 2ms
consumer shop
  from orders
  handler pay
crash shop after inner step 2 for 10ms
crash courier after row 1 for 10ms
`},
	"a group of two": {[]trace.Kind{trace.Revoked, trace.Trimmed, trace.Forgotten, trace.PositionCommitted}, `
log events
  partitions 3
  retention 60ms
producer till
  to log events
  key {order}
  write 12 "placed order={n}"
  every 5ms
group billing x 2
  from events
  work 10ms
  commit every 2 takes 3ms
group archive
  from events
  work 2ms
  commit before
at 31ms crash billing-1 for 20ms
at 41ms crash archive-1 for 5ms
at 70ms seek billing to 1
`},
}

func runText(t *testing.T, text string) *trace.Trace {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	return sim.Run(sc, sim.Options{}).Trace
}

func TestTheWideWorldKeepsTheRules(t *testing.T) {
	for name, c := range wide {
		t.Run(name, func(t *testing.T) {
			tr := runText(t, c.text)
			if err := check.Conservation(tr); err != nil {
				t.Error(err)
			}
			for _, k := range c.kinds {
				if !has(tr, k) {
					t.Errorf("nothing was %s", k)
				}
			}
		})
	}
}

func has(tr *trace.Trace, k trace.Kind) bool {
	for i := range tr.Len() {
		if tr.At(i).Kind == k {
			return true
		}
	}
	return false
}

// soundLog is one partition of two records. The second member goes on where
// the first, which crashed at its second record, had committed.
func soundLog() []trace.Event {
	const first, second = 1, 2
	log := func(at int, k trace.Kind, actor uint16, message, read uint32, value int64) trace.Event {
		return trace.Event{Kind: k, At: ms * time.Duration(at), Queue: trace.NoQueue, Actor: actor, Message: message, Delivery: read, Value: value}
	}
	return []trace.Event{
		log(0, trace.Appended, 0, 1, 0, 0),
		log(0, trace.Appended, 0, 2, 0, 0),
		log(0, trace.Started, first, 0, 0, 0),
		log(0, trace.Started, second, 0, 0, 0),
		log(0, trace.Assigned, first, 0, 0, 0),
		log(0, trace.Fetched, first, 1, 1, 0),
		log(0, trace.StepStarted, first, 1, 1, int64(10*ms)),
		log(10, trace.Executed, first, 1, 1, 0),
		log(10, trace.PositionCommitted, first, 0, 0, 1),
		log(10, trace.Fetched, first, 2, 1, 1),
		log(15, trace.Crashed, first, 2, 1, trace.Never),
		log(15, trace.Revoked, first, 0, 0, 0),
		log(15, trace.Assigned, second, 0, 0, 1),
		log(15, trace.Fetched, second, 2, 2, 1),
		log(15, trace.Executed, second, 2, 2, 1),
		log(15, trace.PositionCommitted, second, 0, 0, 2),
	}
}

func logTrace(events []trace.Event) *trace.Trace {
	tr := &trace.Trace{Head: trace.Head{
		Actors: []trace.Actor{
			{Name: "till", Role: trace.Producer},
			{Name: "billing-1", Group: "billing", Role: trace.Member},
			{Name: "billing-2", Group: "billing", Role: trace.Member},
		},
		Logs: []trace.Log{{Name: "events", Partitions: 1}}, Groups: []trace.Group{{Name: "billing"}},
		Bodies: []string{""},
	}}
	for _, e := range events {
		tr.Append(e)
	}
	return tr
}

func TestASoundLogIsConserved(t *testing.T) {
	if err := check.Conservation(logTrace(soundLog())); err != nil {
		t.Error(err)
	}
}

func TestConservationFindsWhatIsWrongWithALog(t *testing.T) {
	const ( // places in the sound trace
		appended2, assigned1, fetched1, executed1, committed1 = 1, 4, 5, 7, 8
		fetched2, crashed, revoked, assigned2, again          = 9, 10, 11, 12, 13
	)
	for _, c := range []struct {
		name   string
		spoil  func(e []trace.Event) []trace.Event
		expect string
	}{
		{"a record's number is skipped", change(appended2, func(e *trace.Event) { e.Message = 3 }), "1 messages were written before"},
		{"a member starts beyond the end", change(assigned1, func(e *trace.Event) { e.Value = 3 }), "the log ends at 2"},
		{"two members have the partition", drop(revoked), "still that of actor 1"},
		{"a record is read without the partition", drop(assigned1), "the partition is that of actor 65535"},
		{"a record is skipped", change(fetched1, func(e *trace.Event) { e.Message, e.Value = 2, 1 }), "position 1, where 0 is next"},
		{"another record is there", change(fetched2, func(e *trace.Event) { e.Message = 1 }), "record 2 is at position 1"},
		{"a read is not counted", change(again, func(e *trace.Event) { e.Delivery = 1 }), "read 1 follows read 1"},
		{"the dead read on", add(crashed+1, trace.Event{Kind: trace.Fetched, At: 15 * ms, Queue: trace.NoQueue, Actor: 1, Message: 2, Delivery: 2, Value: 1}), "not up"},
		{"work is done twice for one read", twice(executed1), "its step is done at"},
		{"work ends before its time", change(executed1, func(e *trace.Event) { e.At = 9 * ms }), "its step is done at 10000000 ns"},
		{"a position runs ahead of reading", change(committed1, func(e *trace.Event) { e.Value = 2 }), "position 2, between 0 and 1"},
		{"a position is committed twice", twice(committed1), "position 1, between 1 and 1"},
		{"a member reads before its position", change(assigned2, func(e *trace.Event) { e.Value = 2 }), "position 1, where 2 is next"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := check.Conservation(logTrace(c.spoil(soundLog())))
			if err == nil || !strings.Contains(err.Error(), c.expect) {
				t.Errorf("%v, want %q", err, c.expect)
			}
		})
	}
}
