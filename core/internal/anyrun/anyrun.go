// Package anyrun draws small random scenarios for property tests: every rule
// of the queue, handlers, tables, relays, exchanges and logs, crashes, restarts,
// lost acknowledgements and writes by hand, with times on a coarse grid so that
// many things fall on one instant.
package anyrun

import (
	"fmt"
	"time"

	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/scenario"
)

// Until is the end of every drawn scenario.
const Until = 200 * time.Millisecond

// Scenario draws a scenario with one or two queues. The last queue takes the
// dead letters of the first if the draw says so.
func Scenario(t *rapid.T) *scenario.Scenario {
	sc := &scenario.Scenario{Seed: rapid.Uint64().Draw(t, "seed"), Until: Until}
	queues := rapid.IntRange(1, 2).Draw(t, "queues")
	for i := range queues {
		sc.Queues = append(sc.Queues, queue(t, i, queues))
		sc.Producers = append(sc.Producers, producer(t, i))
	}
	for i := range rapid.IntRange(1, 4).Draw(t, "consumers") {
		sc.Consumers = append(sc.Consumers, consumer(t, i, queues))
	}
	for range rapid.IntRange(0, 4).Draw(t, "faults") {
		sc.Faults = append(sc.Faults, fault(t, len(sc.Consumers), queues))
	}
	if rare(t, "client") {
		client(t, sc)
	}
	if rapid.Bool().Draw(t, "world") {
		world(t, sc)
	}
	if rapid.IntRange(0, 2).Draw(t, "logs") == 0 {
		logs(t, sc)
	}
	return sc
}

// grid draws a multiple of 5 ms.
func grid(t *rapid.T, from, to int, label string) time.Duration {
	return 5 * time.Millisecond * time.Duration(rapid.IntRange(from, to).Draw(t, label))
}

func queue(t *rapid.T, i, queues int) scenario.Queue {
	q := scenario.Queue{Name: fmt.Sprintf("queue-%d", i+1), DeadLetter: -1}
	q.Visibility = grid(t, 0, 6, "visibility")
	q.RefuseLate = rapid.Bool().Draw(t, "refuse late")
	q.MaxDeliveries = rapid.IntRange(0, 3).Draw(t, "max deliveries")
	q.Requeue = scenario.Requeue(rapid.IntRange(0, 2).Draw(t, "requeue"))
	q.Delay = grid(t, 0, 2, "delay")
	if i == 0 && queues == 2 && rapid.Bool().Draw(t, "moves dead letters") {
		q.DeadLetter = 1
	}
	q.Direct = rare(t, "direct")
	q.Durable = rapid.Bool().Draw(t, "durable")
	q.Stores = grid(t, 0, 2, "stores")
	q.SingleActive = rare(t, "single active")
	if rare(t, "bounded") {
		bounds(t, &q)
	}
	if rare(t, "of a broker") {
		q.Broker = rapid.SampledFrom(scenario.Profiles()).Draw(t, "broker")
	}
	if rare(t, "with leases of its own") {
		leases(t, &q)
	}
	return q
}

// leases are what few brokers have.
func leases(t *rapid.T, q *scenario.Queue) {
	if rapid.Bool().Draw(t, "back-off") {
		q.Backoff[0], q.Backoff[1], q.Backoffs = grid(t, 1, 4, "first"), grid(t, 1, 4, "second"), 2
	}
	q.MaxInFlight = rapid.IntRange(0, 3).Draw(t, "max in flight")
	q.DuplicateWindow = grid(t, 0, 6, "duplicate window")
	q.UpTo = rapid.Bool().Draw(t, "up to")
}

// rare is true one time in five.
func rare(t *rapid.T, label string) bool { return rapid.IntRange(0, 4).Draw(t, label) == 4 }

func producer(t *rapid.T, queue int) scenario.Producer {
	p := scenario.Producer{Name: fmt.Sprintf("producer-%d", queue+1), Queue: queue, Exchange: -1, Log: -1, Body: "job {n}"}
	p.Starts = grid(t, 0, 4, "starts")
	p.Priority = rapid.IntRange(0, 1).Draw(t, "priority")
	p.Transient, p.Confirms = rare(t, "transient"), rapid.Bool().Draw(t, "confirms")
	if queue > 0 && rare(t, "both") {
		p.Also = []int{0}
	}
	p.Mandatory, p.ConfirmWithin = rare(t, "mandatory"), grid(t, 0, 3, "confirm within")
	if rare(t, "mortal") {
		p.TTL = ttl(t)
	}
	if rare(t, "keyed") {
		p.Key, p.ID = "{n}", rapid.SampledFrom([]string{"", "{n}", "same"}).Draw(t, "id")
	}
	p.Schedule = scenario.Schedule{
		Kind:  scenario.ScheduleKind(rapid.IntRange(0, 2).Draw(t, "schedule")),
		Every: grid(t, 1, 4, "every"), Count: rapid.IntRange(1, 4).Draw(t, "count"),
		Times: rapid.IntRange(1, 8).Draw(t, "times"),
	}
	return p
}

func consumer(t *rapid.T, i, queues int) scenario.Consumer {
	c := scenario.Consumer{Name: fmt.Sprintf("worker-%d", i+1), Group: "worker", Handler: -1}
	c.Queue = rapid.IntRange(0, queues-1).Draw(t, "reads")
	c.Starts = grid(t, 0, 4, "starts")
	c.StopsEmpty = rapid.IntRange(0, 4).Draw(t, "stops") == 0
	c.Prefetch = rapid.IntRange(0, 3).Draw(t, "prefetch")
	c.Work = scenario.Dist{
		Kind: scenario.DistKind(rapid.IntRange(0, 2).Draw(t, "work")),
		A:    grid(t, 0, 8, "work from"), B: 45 * time.Millisecond,
	}
	c.Heartbeat = grid(t, 0, 3, "heartbeat")
	if rapid.IntRange(0, 3).Draw(t, "leaves") == 0 {
		c.Leave = []string{"job 2"}
	}
	c.Concurrency = 1
	if rare(t, "concurrent") {
		c.Concurrency = 3
	}
	if c.OnDelivery = rare(t, "on delivery"); c.OnDelivery {
		c.Leave = nil
	}
	if rare(t, "notices late") {
		c.Detection, c.Reconnect = grid(t, 0, 3, "detection"), grid(t, 0, 2, "reconnect")
	}
	if rare(t, "fails") {
		c.Fails = []scenario.Failure{{
			Body: "job 1", After: grid(t, 0, 2, "after") - 1, Times: rapid.IntRange(0, 2).Draw(t, "times failing"),
			Drop: rapid.Bool().Draw(t, "drop"),
		}}
	}
	return c
}

func fault(t *rapid.T, consumers, queues int) scenario.Fault {
	kinds := []scenario.FaultKind{
		scenario.Crash, scenario.DropAcknowledge, scenario.Write, scenario.Restart, scenario.Resend,
		scenario.Pause, scenario.Partition, scenario.Slow, scenario.DropConfirm,
	}
	return scenario.Fault{
		At: grid(t, 0, 30, "at"), Kind: rapid.SampledFrom(kinds).Draw(t, "fault"),
		After:    rapid.IntRange(0, 3).Draw(t, "after"),
		Consumer: rapid.IntRange(0, consumers-1).Draw(t, "whom"), For: grid(t, 0, 6, "for"),
		Queue: rapid.IntRange(0, queues-1).Draw(t, "where"), Count: rapid.IntRange(1, 3).Draw(t, "how many"),
		Unclean: rare(t, "killed"), Factor: rapid.IntRange(1, 3).Draw(t, "factor"), Body: "by hand", To: rapid.IntRange(0, queues-1).Draw(t, "to where"),
	}
}
