package sweep

import (
	"math"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

// Point is what is known so far of one value of the parameter, or of one pair
// of values.
type Point struct {
	// Values are those of the parameters, in the plan's order.
	Values []scenario.Value
	// Runs is how many replications count so far, and Limited how many of them
	// were cut short by the simulator's limit.
	Runs, Limited int
	// Estimates are of the plan's measures.
	Estimates []Estimate
}

// Estimate is what is known of a measure. Durations are in nanoseconds, shares
// parts of 1.
type Estimate struct {
	// N is how many runs had something to measure. Mean is over these; NaN if
	// there is none.
	N    int
	Mean float64
	// Half is half of the 95 % confidence interval of Mean; NaN if it is not
	// known, as of a single short run. Batched says that it comes from batch
	// means.
	Half    float64
	Batched bool
	// Cut is how many messages of each run were left out as warm-up. Short says
	// that the runs are too short for MSER-5 to tell.
	Cut   int
	Short bool
}

// results are the outcomes at one point.
type results struct {
	scenario *scenario.Scenario
	warmup   warmup
	// runs has one entry for each replication: nil until it is done.
	runs []*replication
}

// replication is a run: what each quantity came to, or of a pilot run the
// series of each reading.
type replication struct {
	limited  bool
	outcomes []outcome
	series   [][]time.Duration
}

// done are the replications up to the first that is missing: what they come to
// is the same whichever way the sweep is run.
func (r *results) done() []*replication {
	for i, one := range r.runs {
		if one == nil {
			return r.runs[:i]
		}
	}
	return r.runs
}

func estimate(runs []*replication, measure int) Estimate {
	e := Estimate{}
	values := make([]float64, 0, len(runs))
	for _, r := range runs {
		if v := r.outcomes[measure].value; !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	e.N, e.Mean, e.Half = len(values), average(values), halfWidth(values)
	if len(runs) == 1 {
		e.Half = runs[0].outcomes[measure].half
		e.Batched = !math.IsNaN(e.Half)
	}
	return e
}
