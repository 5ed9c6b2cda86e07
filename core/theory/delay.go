package theory

import "math"

// HeldBack is the mean, and the variance too, of the number of messages that
// are held back for delay each: it is Poisson. So is the number of busy
// servers where there is one for every message.
//
// Assumes Poisson arrivals; the delay may have any distribution of that mean.
// M/G/∞; see L. Takács, "Introduction to the Theory of Queues" (1962).
func HeldBack(arrivals, delay float64) float64 { return arrivals * delay }

// Poisson is the probability of n under the Poisson distribution.
func Poisson(mean float64, n int) float64 {
	log, _ := math.Lgamma(float64(n + 1))
	return math.Exp(float64(n)*math.Log(mean) - mean - log)
}
