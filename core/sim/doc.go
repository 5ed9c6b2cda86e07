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
// Delays and times to live are such properties too; where several end at one
// instant, times to live come last, and queues in the order of their
// declaration, but for one that a dead letter comes to meanwhile: its own come
// first. A message with a time to live of nothing expires when all else of its
// instant has happened.
//
// What a client does is a fault to the calendar: it is scheduled at the
// beginning, in the order of the lines. A broker that is given a time to notice
// that a connection is gone looks for it then, as an event of its own.
//
// A write, a returning message or a free consumer makes the queue offer its
// visible messages once, later in the same instant. Each goes to the first
// consumer with room in the ring; a consumer that is given a message moves to
// the end of the ring (the rule that RabbitMQ was seen to follow).
//
// What a client gets at once is one receive, which may have several messages of a
// group where a queue keeps groups; what is given to a subscriber or a
// consumer, one message a receive.
//
// Work, even of no duration, is an event of its own: with no work to do, three
// consumers still take turns.
package sim
