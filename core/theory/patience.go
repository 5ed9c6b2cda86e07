package theory

import "math"

// Impatient is an MMc whose waiting messages expire, each at rate Patience,
// until work on it begins: Erlang-A. Any utilization will do.
//
// Assumes that the time to live is exponential, which that of a broker is not.
// C. Palm (1946).
type Impatient struct {
	MMc
	Patience float64
}

// Shares is how much of the time each depth is there, as far as matters.
func (q Impatient) Shares() []float64 {
	return birthDeath(q.most(),
		func(int) float64 { return q.Arrivals },
		func(n int) float64 {
			return float64(min(n, q.Servers))*q.Service + float64(max(0, n-q.Servers))*q.Patience
		})
}

// most is a depth that all but never comes: where messages expire many times
// faster than they arrive.
func (q Impatient) most() int {
	return q.Servers + 100 + int(20*q.Arrivals/q.Patience)
}

// Waiters is the mean number that wait.
func (q Impatient) Waiters() (sum float64) {
	for n, p := range q.Shares() {
		sum += float64(max(0, n-q.Servers)) * p
	}
	return sum
}

// Expired is the share of messages that expire: each waiter does so at rate
// Patience.
func (q Impatient) Expired() float64 { return q.Patience * q.Waiters() / q.Arrivals }

// Idle is the share of time in which nothing is there.
func (q Impatient) Idle() float64 { return q.Shares()[0] }

// ExpiredFixed is the share of messages that expire where each may wait for the
// same time, with one server: ρ(1−ρ)x/(1−ρ²x), x = e^−μ(1−ρ)·ttl.
//
// Assumes Poisson arrivals and exponential work. D. Y. Barrer, "Queuing with
// Impatient Customers and Ordered Service" (1957).
func ExpiredFixed(arrivals, service, ttl float64) float64 {
	rho := arrivals / service
	if rho == 1 {
		return 1 / (2 + service*ttl) // the limit
	}
	x := math.Exp(-(service - arrivals) * ttl)
	return rho * (1 - rho) * x / (1 - rho*rho*x)
}
