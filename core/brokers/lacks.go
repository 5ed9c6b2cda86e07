package brokers

import (
	"fmt"
	"slices"

	"github.com/queuelab/queuelab/core/scenario"
)

// A user who runs a scenario on a broker is told what it asks for that the
// broker does not have. Each is a sentence of its own.

// notes gathers the sentences, each once.
type notes []string

func (n *notes) add(when bool, format string, args ...any) {
	if when {
		*n = append(*n, fmt.Sprintf(format, args...))
	}
}

// Lacks lists what RabbitMQ does not have of what the scenario asks for.
func (b *rabbit) Lacks(sc *scenario.Scenario) []string {
	var n notes
	for i := range sc.Queues {
		q := &sc.Queues[i]
		rules := b.Rules(q)
		n.foreign(q, rules)
		n.add(q.Lease() > 0, "queue %s: RabbitMQ has no visibility timeout; a message in flight comes back only when its consumer's connection closes", q.Name)
		n.add(b.foreign(q) && b.quorum(q), "queue %s: it is made a quorum queue, the only type that counts deliveries, with a delivery-limit of %d redeliveries", q.Name, q.MaxDeliveries-1)
		n.add(!b.quorum(q) && q.MaxDeliveries > 0, "queue %s: a classic queue has no delivery limit; none is set", q.Name)
		n.add(q.Requeue != scenario.RequeuePlace, "queue %s: where a message comes back to is the broker's own rule", q.Name)
		n.delay(q, "RabbitMQ")
		n.settings(q, "RabbitMQ", "ttl", "max-length", "expires", "priorities")
	}
	n.messages(sc, "RabbitMQ", "ttl", "mandatory")
	n.connections(sc)
	n.heartbeats(sc, b)
	return n
}

// Lacks lists what JetStream does not have of what the scenario asks for.
func (b *jet) Lacks(sc *scenario.Scenario) []string {
	var n notes
	for i := range sc.Queues {
		q := &sc.Queues[i]
		n.foreign(q, b.Rules(q))
		n.add(q.Lease() == 0, "queue %s: JetStream always has a lease; AckWait is its default, %s, and a consumer's death ends none", q.Name, scenario.FormatDuration(ackWait))
		n.late(q, "JetStream")
		n.add(q.MaxDeliveries > 0, "queue %s: JetStream has no dead letters; after MaxDeliver deliveries the message stays in the stream and is delivered no more", q.Name)
		n.add(q.MaxDeliveries == 0 && q.DeadLetter >= 0, "queue %s: JetStream has no dead letters; a message rejected for good is deleted", q.Name)
		n.add(q.Requeue != scenario.RequeuePlace, "queue %s: a message that comes back is ahead of all new ones", q.Name)
		n.delay(q, "JetStream")
		n.single(q, "JetStream")
		n.settings(q, "JetStream", "ttl", "max-length", "back-off", "max-in-flight", "duplicate-window", "acknowledges up-to")
	}
	n.messages(sc, "JetStream", "id")
	n.connections(sc)
	n.priorities(sc, "JetStream")
	return n
}

// Lacks lists what Redis does not have of what the scenario asks for.
func (b *red) Lacks(sc *scenario.Scenario) []string {
	var n notes
	for i := range sc.Queues {
		q := &sc.Queues[i]
		n.foreign(q, b.Rules(q))
		n.add(q.Lease() == 0, "queue %s: without a visibility timeout nobody claims what a dead consumer holds, and Redis keeps it for that consumer", q.Name)
		n.add(q.Lease() > 0, "queue %s: Redis has no visibility timeout; consumers claim what has been held for longer (XAUTOCLAIM)", q.Name)
		n.late(q, "Redis")
		n.add(q.MaxDeliveries > 0 || q.DeadLetter >= 0, "queue %s: Redis has no limit of deliveries and no dead letters; a message rejected for good is acknowledged", q.Name)
		n.add(q.Requeue != scenario.RequeuePlace, "queue %s: a rejected message stays with its consumer until somebody claims it", q.Name)
		n.delay(q, "a stream")
		n.single(q, "Redis")
		n.settings(q, "Redis", "max-length")
	}
	n.messages(sc, "Redis")
	n.connections(sc)
	n.rejects(sc)
	n.priorities(sc, "a stream")
	return n
}

// Lacks lists what PostgreSQL does not have of what the scenario asks for.
func (b *postgres) Lacks(sc *scenario.Scenario) []string {
	var n notes
	for i := range sc.Queues {
		q := &sc.Queues[i]
		n.foreign(q, b.Rules(q))
		n.late(q, "a table")
		n.add(q.MaxDeliveries > 0 || q.DeadLetter >= 0, "queue %s: nothing in PostgreSQL acts on a number of deliveries; there are no dead letters, and a message rejected for good is deleted", q.Name)
		n.add(q.Requeue != scenario.RequeuePlace, "queue %s: rows are taken in the order of their number, also those that come back", q.Name)
		n.add(q.Delay > 0 && !b.hides(q), "queue %s: there is no delay; messages are there at once", q.Name)
		n.single(q, "PostgreSQL")
		n.settings(q, "a table", "priorities")
	}
	n.messages(sc, "a table")
	n.connections(sc)
	n.heartbeats(sc, b)
	return n
}

// foreign says that a queue is another broker's in the scenario.
func (n *notes) foreign(q *scenario.Queue, rules Rules) {
	own := q.Broker.Name == "" || q.Broker.Name == "lesson" || q.Broker.Name == rules.Profile
	n.add(!own, "queue %s: the scenario has it as %s; here it is %s", q.Name, q.Broker.Name, rules.Profile)
}

func (n *notes) late(q *scenario.Queue, who string) {
	n.add(q.RefuseLate, "queue %s: %s accepts an acknowledgement after the lease ended", q.Name, who)
}

func (n *notes) delay(q *scenario.Queue, who string) {
	n.add(q.Delay > 0, "queue %s: %s delays no message; they are there at once", q.Name, who)
}

func (n *notes) single(q *scenario.Queue, who string) {
	n.add(q.SingleActive, "queue %s: %s has no single active consumer; all of them take messages", q.Name, who)
}

func (n *notes) priorities(sc *scenario.Scenario, who string) {
	for i := range sc.Producers {
		p := &sc.Producers[i]
		n.add(p.Priority > 0, "producer %s: %s has no priorities", p.Name, who)
	}
}

func (n *notes) rejects(sc *scenario.Scenario) {
	for i := range sc.Consumers {
		c := &sc.Consumers[i]
		n.add(len(c.Fails) > 0, "consumer %s: Redis takes no message back; what it rejects waits until somebody claims it", c.Name)
	}
}

// settings says which settings of a queue the broker does not have, of those it has.
func (n *notes) settings(q *scenario.Queue, who string, has ...string) {
	for _, s := range []struct {
		word string
		set  bool
	}{
		{"ttl", q.TTL > 0}, {"max-length", q.MaxLength > 0}, {"expires", q.Expires > 0}, {"priorities", q.Priorities > 0},
		{"retry", q.Retries > 0}, {"acknowledge-within", q.AcknowledgeWithin > 0}, {"back-off", q.Backoffs > 0},
		{"max-in-flight", q.MaxInFlight > 0}, {"duplicate-window", q.DuplicateWindow > 0}, {"acknowledges up-to", q.UpTo},
	} {
		n.add(s.set && !slices.Contains(has, s.word), "queue %s: %s has nothing like %s; it is left out", q.Name, who, s.word)
	}
}

// messages says what producers ask for with a message and the broker does not have.
func (n *notes) messages(sc *scenario.Scenario, who string, has ...string) {
	for i := range sc.Producers {
		p := &sc.Producers[i]
		n.add(p.TTL != 0 && !slices.Contains(has, "ttl"), "producer %s: %s gives no message a ttl of its own", p.Name, who)
		n.add(p.ID != "" && !slices.Contains(has, "id"), "producer %s: %s recognises no message by an id", p.Name, who)
		n.add(p.Mandatory && !slices.Contains(has, "mandatory"), "producer %s: %s gives nothing back that goes nowhere", p.Name, who)
	}
}

// connections says what of connections is the simulator's own.
func (n *notes) connections(sc *scenario.Scenario) {
	for i := range sc.Consumers {
		c := &sc.Consumers[i]
		n.add(c.Detection > 0, "consumer %s: how soon the broker notices that its connection is gone is the broker's own rule", c.Name)
		n.add(c.Reconnect > 0, "consumer %s: where the broker closes its connection, it stays closed", c.Name)
	}
	for i := range sc.Producers {
		p := &sc.Producers[i]
		n.add(p.ConfirmWithin > 0, "producer %s: what is not confirmed in time is not written again", p.Name)
	}
}

// heartbeats says whose heartbeats have no lease to extend.
func (n *notes) heartbeats(sc *scenario.Scenario, b Broker) {
	for i := range sc.Consumers {
		c := &sc.Consumers[i]
		n.add(c.Heartbeat > 0 && b.Rules(&sc.Queues[c.Queue]).Lease == 0, "consumer %s: there is no lease that its heartbeats could extend", c.Name)
	}
}
