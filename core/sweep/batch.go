package sweep

import (
	"math"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// Batches is how many stretches the messages of a single run are cut into, and
// leastInBatch how many messages each must have.
const (
	Batches      = 32
	leastInBatch = 10
)

// batchMeans is the half-width of the 95 % confidence interval of a statistic
// of one long run, from the statistic of each of its stretches, as if those
// were independent: t with 31 degrees of freedom. It is NaN for a short run,
// and for the greatest, which has no such interval.
// R. W. Conway, "Some Tactical Problems in Digital Simulation" (1963); of
// percentiles it is sectioning, S. Asmussen and P. W. Glynn, "Stochastic
// Simulation" (2007), III.5.
func batchMeans(series []time.Duration, stat scenario.Stat) float64 {
	size := len(series) / Batches
	if size < leastInBatch || stat == scenario.Max {
		return math.NaN()
	}
	if stat == scenario.Mean {
		return halfWidth(stretches(series, Batches))
	}
	series = slices.Clone(series) // a percentile changes the order
	all := make([]float64, Batches)
	for i := range all {
		all[i] = plain(stats.Statistic(series[i*size:(i+1)*size], stat))
	}
	return halfWidth(all)
}
