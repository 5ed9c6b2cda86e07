package theory

// PollaczekKhinchine is the mean wait for one server: ρE[S](1+scv)/(2(1−ρ)).
// work is the mean work, and scv its variance over the square of its mean: 0
// if it is fixed, 1 if it is exponential.
//
// Assumes Poisson arrivals and work drawn independently; of any distribution.
// F. Pollaczek (1930); A. Y. Khinchine (1932).
func PollaczekKhinchine(arrivals, work, scv float64) float64 {
	rho := arrivals * work
	return rho * work * (1 + scv) / (2 * (1 - rho))
}

// UniformVariation is the scv of the uniform distribution from a to b, which
// are not both 0.
func UniformVariation(a, b float64) float64 {
	mean := (a + b) / 2
	return (b - a) * (b - a) / 12 / (mean * mean)
}

// MixedVariation is the mean and the scv of exponential work whose mean is
// means[i] with probability shares[i]: the hyperexponential distribution.
func MixedVariation(shares, means []float64) (mean, scv float64) {
	square := 0.0
	for i, p := range shares {
		mean += p * means[i]
		square += 2 * p * means[i] * means[i]
	}
	return mean, square/(mean*mean) - 1
}

// BatchDepth is the mean depth of one server with exponential work where
// messages arrive several at once: ρ(1+E[X²]/E[X])/(2(1−ρ)). batch is E[X], the
// mean number in a batch, and square E[X²].
//
// Assumes that batches arrive as a Poisson process. Gross and Harris, section
// 3.1, M^[X]/M/1.
func BatchDepth(utilization, batch, square float64) float64 {
	return utilization * (1 + square/batch) / (2 * (1 - utilization))
}
