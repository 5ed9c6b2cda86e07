package theory

import "math"

// WaitingVariance is the asymptotic variance of the mean wait of M/M/1 with
// work of mean 1: the variance of the mean of n consecutive waits is about this
// over n. It is ρ(2+5ρ−4ρ²+ρ³)/(1−ρ)⁴, far above the variance of one wait, as
// waits that follow each other are alike. D. J. Daley, "The Serial Correlation
// Coefficients of Waiting Times in a Stationary Single Server Queue" (1968);
// W. Whitt, "Planning Queueing Simulations" (1989).
func WaitingVariance(utilization float64) float64 {
	r := utilization
	return r * (2 + 5*r - 4*r*r + r*r*r) / math.Pow(1-r, 4)
}

// CustomersFor is how many customers of M/M/1 give the mean wait a standard
// error of that share of itself.
func CustomersFor(utilization, share float64) float64 {
	wait := MMc{utilization, 1, 1}.Waiting()
	return WaitingVariance(utilization) / (share * wait * share * wait)
}
