// Package queue is a message queue with acknowledgement and a visibility
// timeout, on a virtual clock that only its caller moves. It starts no
// goroutine, reads no wall clock and draws no random number: the same calls
// give the same answers everywhere. A Queue is not safe for concurrent use.
//
// # Rules
//
//   - Order. Receive hands out the visible message of the highest priority; among
//     equals, the one with the earliest place. Write gives places in the order
//     of writing, delayed messages included. A message that comes back (its
//     lease ended, it was rejected with requeue, or it was returned) keeps its
//     place, or moves within its priority to the front, to the back, or ahead of
//     those never handed out, as [Options.Requeue] or the caller says.
//   - Lease. A message handed out at t with visibility timeout V is in flight
//     until t+V; at exactly t+V it is visible. Without a timeout it is in
//     flight until it is acknowledged, rejected or returned, and not before.
//   - Depth. Depth = Visible + InFlight + Delayed + Parked, and Written = Depth +
//     Acknowledged + DeadLettered + Expired + Discarded, after every call.
//   - Deliveries. Each hand-out adds one to the message's count. It counts
//     hand-outs, not work done.
//   - Acknowledge deletes. A receipt holds its message until the lease ends, or
//     until it is rejected or returned; from then on it is late, also while
//     somebody else holds the message. A late acknowledgement deletes all the
//     same, or is refused, as [Options.LateAcknowledge] says. A late Reject,
//     Return or Extend is refused: it would take the message from, or prolong it
//     for, whoever holds it now; with AnyReceipt it does just that. A receipt of a
//     message that is gone changes nothing.
//   - Extend restarts the lease from now, but not beyond LeaseMost after the hand-out.
//   - Limit. With MaxDeliveries N, a message whose turn comes for the (N+1)th
//     time is dead-lettered by that Receive, which goes on to the next one.
//     Until then it is visible and counts in Depth. With LimitOnReturn it is
//     dead-lettered when it comes back from its Nth hand-out. With Parks it is
//     not dead-lettered but parked: it stays, and nobody is given it.
//   - In flight at once. With MaxInFlight N, the next message waits at the head of the
//     order as long as N are in flight or, with CountsReturned, handed out and not settled.
//   - Claim. In a Claimable queue, Claim hands messages in flight out anew of which nothing was
//     heard for so long, in the order of writing.
//   - Groups. With Groups, a receive may have several messages of a group, one after another
//     in their order; others are visible, and wait until none of the group is in
//     flight or delayed after that.
//   - Time to live. A message written at t with a time to live D expires at
//     exactly t+D if it is visible then; if it is in flight or delayed, as soon as
//     it is visible. With TTLAtHead it expires only as the next to be handed out.
//   - Delay. A message written with a delay D at t is visible at exactly t+D; so is
//     one that comes back with a delay, which takes its place then.
//
// # Ties
//
// Lease ends and ends of delays are one sequence, ordered by their instant; at
// the same instant, the one taken first comes first, where a lease is taken by
// Receive and again by Extend, and a delay by Write. What expires at that instant
// comes after them, in the order of the deadlines. Advance lets them take
// effect one after another, each at its own instant of the clock, before it
// returns: whatever is called at t finds every lease that ends at t ended.
// Nothing else can tie, because every other change is a call.
//
// # Cost
//
// Write, Receive, Acknowledge, Reject and Extend cost the same whatever the
// depth, as long as every lease lasts the queue's own timeout and messages are
// taken in the order in which they came. Delays, other durations, mixed
// priorities and messages that come back between others cost the logarithm of
// how many of those there are. Claim and AcknowledgeUpTo look at every message. Memory is that of the deepest the queue has
// been; in the steady state nothing is allocated.
package queue
