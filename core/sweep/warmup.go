package sweep

import "time"

// The rule MSER-5 looks at stretches of five messages, and judges no run of
// fewer than fifty.
const (
	stretch      = 5
	leastToJudge = 50
)

// Pilots is how many runs of a point the rule looks at: its first replications,
// or all that the plan has if they are fewer. They are made once more for that
// alone.
const Pilots = 5

// warmup is what the pilot runs of a point have found. What the rule finds in
// their mean, message by message, is left out of every run. Judged by itself,
// each run would leave out what is long in its first half by chance, and the
// means would come out too low.
type warmup struct {
	done []bool // of the pilot runs
	left int
	// sums are of the series of each reading, as far as the shortest goes.
	sums [][]time.Duration
	// cuts is how many messages to leave out, of each reading, and short says
	// that the runs are too short for the rule.
	cuts  []int
	short []bool
}

func newWarmup(pilots, readings int, rule Warmup) warmup {
	w := warmup{done: make([]bool, pilots), left: pilots, cuts: make([]int, readings), short: make([]bool, readings)}
	for i := range w.cuts {
		w.cuts[i] = max(0, int(rule))
	}
	return w
}

// add takes in pilot run n, in any order.
func (w *warmup) add(n int, series [][]time.Duration) {
	w.done[n] = true
	w.left--
	if w.sums == nil {
		w.sums = series
	} else {
		for i, all := range series {
			w.sums[i] = w.sums[i][:min(len(w.sums[i]), len(all))]
			for k := range w.sums[i] {
				w.sums[i][k] += all[k]
			}
		}
	}
	if w.left == 0 {
		w.judge()
	}
}

func (w *warmup) judge() {
	for i, sum := range w.sums {
		w.cuts[i], w.short[i] = mser5(sum)
	}
	w.sums = nil
}

// mser5 is how many of a run's first messages to leave out: those without
// which the marginal standard error of the mean of the rest, its variance over
// its number, is least. Means of five messages at a time stand for the
// messages. Where that would leave out more than half, the run is too short to
// tell its beginning from the rest, and nothing is left out.
// K. P. White, "An Effective Truncation Heuristic for Bias Reduction in
// Simulation Output" (1997); K. P. White, M. J. Cobb, S. C. Spratt (2000).
func mser5(series []time.Duration) (cut int, short bool) {
	if len(series) < leastToJudge {
		return 0, false
	}
	means := stretches(series, len(series)/stretch)
	center := average(means)
	best, at := 0.0, 0
	sum, squares := 0.0, 0.0
	for d := len(means) - 1; d >= 0; d-- {
		x := means[d] - center
		sum, squares = sum+x, squares+x*x
		n := float64(len(means) - d)
		z := (squares - sum*sum/n) / (n * n)
		if n >= stretch && (n == stretch || z <= best) {
			best, at = z, d
		}
	}
	if at > len(means)/2 {
		return 0, true
	}
	return at * stretch, false
}

// stretches are the means of so many stretches of equal length; what is left
// over at the end is left out.
func stretches(series []time.Duration, n int) []float64 {
	size := len(series) / n
	means := make([]float64, n)
	for i := range means {
		for _, d := range series[i*size : (i+1)*size] {
			means[i] += float64(d)
		}
		means[i] /= float64(size)
	}
	return means
}
