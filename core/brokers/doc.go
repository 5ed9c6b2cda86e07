// Package brokers runs a scenario on a real message broker: RabbitMQ, NATS
// JetStream, Redis or PostgreSQL. Producers really write, consumers really
// connect, work (as sleep) and acknowledge, crash by closing their connection,
// and what they see is recorded in a trace as the simulator makes it, to be
// measured, printed and played by the same tools.
//
// # What a recorded trace is
//
// It is what the clients saw. A write is recorded when it is sent, a delivery
// when it arrives, an acknowledgement of RabbitMQ when it is sent and one of
// the others when it is answered. What a broker does by itself is recorded
// when it shows: a message that was in flight and is delivered again had come
// back before, one that arrives at a dead-letter queue had been dead-lettered.
// The end of a lease is recorded at its instant, by the timeout that the
// broker was given. Instants are real time since the start, divided by
// Options.Slow.
//
// # What belongs to the scenario and what to the broker
//
// Every queue is made for the run, under a name that nobody else has, and
// removed afterwards, whatever happens; nothing else at the broker is touched.
// What the scenario asks and the broker does not have is listed by Lacks and
// said to the user: the run then shows what the broker does instead. What has
// nothing to do with a message broker (logs and their groups, tables, relays,
// direct queues) is refused.
//
// # Scale
//
// Scale makes a scenario n times as large: every write brings n times as many
// messages, and there are n copies of each consumer, so that arrivals and
// capacity grow together and the utilization stays.
//
// Nothing in the core imports this package but the command queuelab.
package brokers
