// Package stats is what a run means in numbers: the measures of the scenario
// language, and the series behind the charts.
//
// A Collector folds events, one at a time, and can be asked at any moment. A
// Report answers any scenario.Measure about a recorded trace, at its end or at
// instants within it.
//
// All sums are whole numbers, so that a measure is the same on every machine
// and Little's law (the area under the depth equals the sum of the sojourns of
// a run that starts and ends empty) holds exactly.
package stats
