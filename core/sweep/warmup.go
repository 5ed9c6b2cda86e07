package sweep

import "time"

// The rule MSER-5 looks at stretches of five messages, and judges no run of
// fewer than fifty.
const (
	stretch      = 5
	leastToJudge = 50
)

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

// cut is how many messages of the series a rule leaves out.
func (w Warmup) cut(series []time.Duration) (n int, short bool) {
	switch w {
	case Off:
		return 0, false
	case MSER5:
		return mser5(series)
	}
	return min(int(w), len(series)), len(series) <= int(w)
}
