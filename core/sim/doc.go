// Package sim runs a scenario: a discrete-event simulation of producers,
// queues and consumers on a virtual clock. The same scenario gives the same
// trace, byte for byte, on every machine.
//
// # Time and ties
//
// Time is a whole number of nanoseconds. Events at the same instant happen in
// the order in which they were scheduled: first what was scheduled before the
// clock came to the instant, then what the instant itself brings about.
// Everything the scenario fixes (first writes, consumers' starts, faults) is
// scheduled at the beginning, in this order: producers, consumers, faults,
// each as declared; so at a shared instant it comes first.
//
// A lease is no event but a property of the clock: a lease taken at t with the
// visibility timeout V has ended when the clock comes to t+V, before anything
// happens there. An acknowledgement at exactly t+V is therefore late, and an
// extension refused. The hand-out that follows is an event of that instant,
// and so comes after an acknowledgement that was already scheduled for it.
//
// A write, a returning message or a free consumer makes the queue offer its
// visible messages once, later in the same instant. Each goes to the first
// consumer with room in the ring; a consumer that is given a message moves to
// the end of the ring (the rule that RabbitMQ was seen to follow).
//
// Work, even of no duration, is an event of its own: with no work to do, three
// consumers still take turns.
package sim
