package anyrun

import (
	"time"

	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/scenario"
)

// bounds gives a queue what bounds it and the life of its messages.
func bounds(t *rapid.T, q *scenario.Queue) {
	q.TTL = grid(t, 0, 5, "ttl")
	q.MaxLength = rapid.IntRange(0, 4).Draw(t, "max length")
	q.Overflow = scenario.Overflow(rapid.IntRange(0, 2).Draw(t, "overflow"))
	q.Priorities = rapid.IntRange(0, 1).Draw(t, "priorities")
	q.Retries = rapid.IntRange(0, 2).Draw(t, "retries")
	for i := range q.Retries {
		q.Retry[i] = grid(t, 1, 3, "retry")
	}
	q.Jitter = rapid.Bool().Draw(t, "jitter")
	q.AcknowledgeWithin = grid(t, 0, 6, "acknowledge within")
	if rare(t, "expires") {
		q.Expires = grid(t, 1, 6, "expires")
	}
}

// ttl draws a time to live, AtOnce among others.
func ttl(t *rapid.T) time.Duration {
	if by := grid(t, 0, 4, "ttl"); by > 0 {
		return by
	}
	return scenario.AtOnce
}

// client adds a client and what it does.
func client(t *rapid.T, sc *scenario.Scenario) {
	who := len(sc.Consumers)
	sc.Consumers = append(sc.Consumers, scenario.Consumer{
		Name: "probe", Handler: -1, Concurrency: 1, Scripted: true, Queue: rapid.IntRange(0, len(sc.Queues)-1).Draw(t, "reads"),
	})
	acts := []scenario.FaultKind{
		scenario.Get, scenario.Get, scenario.Subscribe, scenario.Acknowledge, scenario.Reject, scenario.Extend, scenario.Cancel, scenario.Close,
		scenario.ClaimIdle, scenario.Reread,
	}
	for range rapid.IntRange(1, 8).Draw(t, "acts") {
		sc.Faults = append(sc.Faults, scenario.Fault{
			At: grid(t, 0, 30, "at"), Kind: rapid.SampledFrom(acts).Draw(t, "act"), Consumer: who, Queue: -1,
			Count: rapid.IntRange(0, 3).Draw(t, "count"), Body: rapid.SampledFrom([]string{"job 1", "job 2", "job 3"}).Draw(t, "which"),
			Multiple: rapid.Bool().Draw(t, "multiple"), Drop: rare(t, "drop"), For: grid(t, 0, 2, "for"),
		})
	}
}
