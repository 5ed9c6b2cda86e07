package scenario

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestBindLeases(t *testing.T) {
	sc := mustBind(t, mustParse(t, `param first 300ms or never from 1ms to 1h
queue jobs
  back-off $first 600ms
  max-in-flight 3
  duplicate-window 2m
  acknowledges up-to
producer shop
  to jobs
  id {order}
  key customer-{n}
  write "order=1"
at 1s write jobs "m1" key a id 7
queue stream
  broker redis-streams
client probe
  from stream
at 2s claim probe idle 1s count 2
at 3s claim probe idle 0ms
at 4s reread probe
`))
	q := &sc.Queues[0]
	if d := cmp.Diff([]time.Duration{300 * ms, 600 * ms}, q.Leases()); d != "" {
		t.Error(d)
	}
	if q.MaxInFlight != 3 || q.DuplicateWindow != 2*time.Minute || !q.UpTo {
		t.Errorf("%+v", q)
	}
	if p := &sc.Producers[0]; p.ID != "{order}" || p.Key != "customer-{n}" {
		t.Errorf("%+v", p)
	}
	type fault struct {
		kind    FaultKind
		key, id string
		idle    time.Duration
		count   int
	}
	var got []fault
	for _, f := range sc.Faults {
		got = append(got, fault{f.Kind, f.Key, f.ID, f.For, f.Count})
	}
	want := []fault{{kind: Write, key: "a", id: "7", count: 1}, {kind: ClaimIdle, idle: time.Second, count: 2}, {kind: ClaimIdle, count: MaxMessages}, {kind: Reread}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(fault{})); d != "" {
		t.Error(d)
	}
}

// A first time of never turns a back-off off, also by a parameter.
func TestABackoffIsTurnedOff(t *testing.T) {
	sc := mustBind(t, mustParse(t, "queue jobs\n  visibility 1s\n  back-off never\n"))
	if q := &sc.Queues[0]; len(q.Leases()) != 0 || q.LeaseOf(3) != time.Second {
		t.Errorf("%v, %s", q.Leases(), q.LeaseOf(3))
	}
}

func TestWhatBrokersDoNotHave(t *testing.T) {
	checkWrong(t, []wrong{
		{[]string{"broker kafka", "queue jobs"}, []string{`jobs.txt:2:7: "jobs": expected no queue: kafka has logs, and groups that read them`}},
		{[]string{"queue jobs", "client probe", "  from jobs", "at 1s claim probe idle 1s"}, []string{
			`jobs.txt:4:4: "at": expected a queue whose broker leaves what was handed out with its consumer, as redis-streams does`,
		}},
		{[]string{"queue jobs", "  max-in-flight 0"}, []string{`jobs.txt:2:17: "0": expected 1 to 1000000`}},
		{[]string{"queue jobs", "  acknowledges all"}, []string{`jobs.txt:2:16: "all": expected one or up-to`}},
	})
}

// SQS says 30 s where the queue says nothing, and 12 hours in all; Kafka watches its members.
func TestProfilesFillIn(t *testing.T) {
	sc := mustBind(t, mustParse(t, `queue jobs
  broker sqs
queue ids
  broker sqs-fifo
log orders
  broker kafka
group billing
  from orders
group calm
  from orders
  starts at start
  session-timeout never
  poll-within never
`))
	jobs, ids, orders := &sc.Queues[0], &sc.Queues[1], &sc.Logs[0]
	if jobs.Lease() != 30*time.Second || jobs.InFlightMost() != 120_000 || jobs.LateAcknowledged() != LateDeletesNewest || jobs.Recognises() != 0 {
		t.Errorf("sqs: %s %d %d %s", jobs.Lease(), jobs.InFlightMost(), jobs.LateAcknowledged(), jobs.Recognises())
	}
	if ids.Recognises() != 5*time.Minute || ids.LateAcknowledged() != LateRefused {
		t.Errorf("sqs-fifo: %s %d", ids.Recognises(), ids.LateAcknowledged())
	}
	billing, calm := &sc.Groups[0], &sc.Groups[1]
	if orders.SessionTimeout(billing) != 45*time.Second || orders.PollWithin(billing) != 5*time.Minute || orders.Begins(billing) != FromEnd {
		t.Errorf("billing: %s %s %d", orders.SessionTimeout(billing), orders.PollWithin(billing), orders.Begins(billing))
	}
	if orders.SessionTimeout(calm) != 0 || orders.PollWithin(calm) != 0 || orders.Begins(calm) != FromStart || orders.Resets(calm) {
		t.Errorf("calm: %s %s %d", orders.SessionTimeout(calm), orders.PollWithin(calm), orders.Begins(calm))
	}
}
