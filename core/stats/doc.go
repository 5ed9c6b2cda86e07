// Package stats is what a run means in numbers: the measures of the scenario
// language, and the series behind the charts.
//
// A Collector folds events, one at a time, and can be asked at any moment. A
// Report answers any scenario.Measure about a recorded trace, at its end or at
// instants within it.
//
// What is measured of a consumer or a group is what was delivered to it and
// done by it: its redeliveries are those of messages that were handed out
// before to whomever, its depth is what it holds in flight. A message's waiting
// counts for the consumer that got it first, its sojourn for the one that made
// it go. Their depth-max is not measured. A dead letter moved to another queue
// counts there as a message of its own, but not as written.
//
// All sums are whole numbers, so that a measure is the same on every machine
// and Little's law (the area under the depth equals the sum of the sojourns of
// a run that starts and ends empty) holds exactly.
package stats
