package play

import (
	"slices"
	"strconv"

	"github.com/queuelab/queuelab/core/scenario"
)

// profilesOf are those that the queues of a scenario have.
func profilesOf(sc *scenario.Scenario) []*scenario.Profile {
	var all []*scenario.Profile
	for i := range sc.Queues {
		all = append(all, &sc.Queues[i].Broker)
	}
	return all
}

// lack is a sentence that is true where a queue asks for something.
type lack struct {
	asks func(*scenario.Queue) bool
	text string
}

// lacks says what a scenario, with all its queues at a broker, asks for that the
// broker doesn't have, or has otherwise. Each is said once.
func lacks(sc *scenario.Scenario, p *scenario.Profile) []string {
	if p.Name == lessonBroker {
		return nil
	}
	var texts []string
	for _, l := range slices.Concat(ofLease(p), ofLimit(p), ofQueue(sc, p)) {
		if slices.ContainsFunc(sc.Queues, func(q scenario.Queue) bool { return l.asks(&q) }) {
			texts = append(texts, l.text)
		}
	}
	texts = append(texts, ofConsumers(sc, p)...)
	if len(sc.Logs) > 0 {
		texts = append(texts, "The log behaves as in the lessons: this broker is about queues.")
	}
	return texts
}

func when(holds bool, asks func(*scenario.Queue) bool, text string) []lack {
	if !holds {
		return nil
	}
	return []lack{{asks, text}}
}

func leased(q *scenario.Queue) bool { return q.Visibility > 0 }

func ofLease(p *scenario.Profile) []lack {
	return when(p.NoLease, leased, "No visibility timeout: what a consumer has comes back when its connection closes.")
}

func limited(q *scenario.Queue) bool { return q.MaxDeliveries > 0 || q.ZeroLimit }

func ofLimit(p *scenario.Profile) []lack {
	return slices.Concat(
		when(p.NoLimit, limited, "No limit of deliveries."),
		when(p.CountsRedeliveries, limited, "The limit counts redeliveries: N allows N + 1 deliveries."),
	)
}

func ofQueue(sc *scenario.Scenario, p *scenario.Profile) []lack {
	ranked := slices.ContainsFunc(sc.Producers, func(w scenario.Producer) bool { return w.Priority > 0 })
	return slices.Concat(
		when(p.Requeue != scenario.AsSaid, func(q *scenario.Queue) bool { return q.Requeue != scenario.RequeuePlace },
			"Where a message comes back to is this broker's own rule: the requeue line has no say."),
		when(p.Priorities == scenario.NoPriorities, func(q *scenario.Queue) bool { return q.Priorities > 0 || ranked }, "No priorities."),
		when(p.Priorities == scenario.DeclaredPriorities && ranked, func(q *scenario.Queue) bool { return q.Priorities == 0 },
			"Priorities count only up to what the queue is declared with; this one declares none."),
		when(p.NoRejectToDLX, func(q *scenario.Queue) bool { return q.Overflow == scenario.RejectToDLX },
			"No reject-publish-dlx: the oldest message makes room."),
		when(p.RejectSlack > 0, func(q *scenario.Queue) bool { return q.MaxLength > 0 && q.Rejects(q.MaxLength+p.RejectSlack) },
			"A full queue still takes "+strconv.Itoa(p.RejectSlack)+" more before it rejects."),
		when(!delays(p), func(q *scenario.Queue) bool { return q.Delay > 0 }, "No delay by itself; it is simulated all the same."),
	)
}

// delays says whether a broker can hold back a message that is new.
func delays(p *scenario.Profile) bool {
	return slices.Contains([]string{"sqs", "sqs-fifo", "pgmq"}, p.Name)
}

func ofConsumers(sc *scenario.Scenario, p *scenario.Profile) []string {
	beats := func(c scenario.Consumer) bool { return c.Heartbeat > 0 }
	if p.NoLease && slices.ContainsFunc(sc.Consumers, beats) {
		return []string{"No lease that a heartbeat could extend."}
	}
	return nil
}
