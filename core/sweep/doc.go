// Package sweep measures a scenario many times over a range of one or two of
// its parameters: a curve of means with 95 % confidence intervals.
//
// # Replications
//
// At each point the scenario is run a number of times, each time with another
// seed: replication r of every point has the scenario's seed plus r. The same
// seeds at every point are common random numbers: what differs between two
// points is the parameter and not the luck. A measure has one value in a run,
// and runs are independent of each other; so the interval is that of Student's
// t over the runs. It is not one over the messages of a run, whose waits are
// like those just before them: such intervals are far too narrow.
//
// One replication alone is measured by batch means instead: its messages are
// cut into 32 stretches, whose means are all but independent if the run is long.
//
// # Warm-up
//
// A run starts empty, and so its first messages wait less than later ones. The
// rule MSER-5 finds how many of them to leave out, in the mean of a point's
// first five runs: those that, left out, make the mean of the others most
// certain. It can be set to a number, or to none. Only waiting and sojourn are
// cut, as only they are of each message; counts are of the whole run.
//
// # Going on
//
// A sweep is run by slices with Step, or on several processors with Run. The
// points are there at any time, all of them about equally far. What they come
// to does not depend on the way. With More a sweep goes on after its end.
package sweep
