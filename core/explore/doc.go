// Package explore searches the schedules of a small scenario for one that
// breaks a claim.
//
// A run of the simulator settles by rule, or by chance drawn from its seed, what
// a real system does not promise. The search settles it in every way that its
// [Options] allow:
//
//   - a consumer crashes at any place between two steps of its handler, before
//     the first and after the last included; one without a handler, when it is
//     given a message, and after its work before it acknowledges; a relay when it
//     begins and after each row; a member of a log's group before each of its
//     steps; all of them together as often as allowed;
//   - an acknowledgement is lost on its way, as often as allowed;
//   - any consumer with room is given the next message;
//   - any event that is due at an instant comes first;
//   - work that is drawn from a range (uniform) takes what was drawn, or the
//     least, or the most.
//
// # What is searched
//
// The simulator asks for each of these at one place, and the search answers.
// The first schedule is the ordinary run. The search goes on from each state
// with every other answer, depth first, and comes back to a state by a copy of
// it. Before that it goes through the schedules with a single choice against the
// rules, so that a simple break is found at once, also where there is too much to
// search. Two states in which all is the same that decides what follows, and all of
// the past that the claims ask for, are one state: the number of states is that
// of distinct ones, and what follows is looked at once. The time on the clock is
// no part of a state unless something goes by it (until, take, a log, a
// measure of time); which place or receipt a message was given is not. A claim
// that asks for times, or for an instant, remembers all that happened, and
// little is merged. States are told apart by a fingerprint of 128 bits: among a
// million states two unlike ones are taken for one with a chance of 10^-27.
//
// How many schedules there are, how many of them are broken, and which of these
// is the shortest follows for each state from the states after it, so that all
// three are exact where the search is complete, however many schedules there
// are. The shortest is the one with the fewest choices against the rules, and
// among those the one with the fewest events. It comes as lines to add to the
// scenario, which make an ordinary run of it: a fault where one says the same,
// and otherwise a choose line.
//
// # What it can't see
//
//   - Times are what the scenario says: a fixed duration is never longer, an
//     exponential one and the gaps of a Poisson producer are as the seed draws
//     them, and of a range only the ends and what was drawn are tried. A claim that
//     every schedule keeps may break with other durations.
//   - Crashes happen between steps, not within one, and last as long as the
//     options say; there are no more of them than allowed.
//   - A lease that ends at an instant has ended before anything else happens
//     there, and at an instant at which the scenario strikes a fault the order
//     stays as it is until it has struck.
//   - A restart of a broker, a lost message or a lost confirm is not tried unless
//     the scenario has it.
//   - A schedule that goes round for ever, or for more than [MaxEvents] events,
//     is counted and not judged; a scenario of more than [MaxMessages] messages
//     is refused.
//   - It is a search of the model, not of a broker or of anybody's code.
package explore
