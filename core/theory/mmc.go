package theory

import "math"

// MMc is a queue with Poisson arrivals, exponential work and one line for all
// servers, in order of arrival. With one server it is M/M/1.
//
// Everything here needs Utilization below 1: without that the depth grows
// without end. Erlang (1917); D. Gross and C. M. Harris, "Fundamentals of
// Queueing Theory", chapter 2.
type MMc struct {
	// Arrivals is the arrival rate, Service the rate at which one server works.
	Arrivals, Service float64
	// Servers is at least 1.
	Servers int
}

// Offered is the number of servers that the arrivals keep busy on average.
func (q MMc) Offered() float64 { return q.Arrivals / q.Service }

// Utilization is the share of time in which a server works.
func (q MMc) Utilization() float64 { return q.Offered() / float64(q.Servers) }

// Delayed is the share of arrivals that have to wait: Erlang's C.
func (q MMc) Delayed() float64 { return ErlangC(q.Servers, q.Offered()) }

// spare is how much faster all servers work than messages arrive.
func (q MMc) spare() float64 { return float64(q.Servers)*q.Service - q.Arrivals }

// Waiting is the mean wait, those who don't wait included: C/(cμ−λ).
func (q MMc) Waiting() float64 { return q.Delayed() / q.spare() }

// WaitingOver is the share that waits longer than t: C·e^−(cμ−λ)t.
func (q MMc) WaitingOver(t float64) float64 { return q.Delayed() * math.Exp(-q.spare()*t) }

// WaitingQuantile is the wait that a share p does not exceed; 0 where so many
// don't wait at all.
func (q MMc) WaitingQuantile(p float64) float64 {
	return max(0, math.Log(q.Delayed()/(1-p))/q.spare())
}

// Sojourn is the mean sojourn.
func (q MMc) Sojourn() float64 { return q.Waiting() + 1/q.Service }

// SojournQuantile is the sojourn that a share p does not exceed. Only with one
// server is the sojourn exponential, with rate μ−λ; with more it is NaN.
func (q MMc) SojournQuantile(p float64) float64 {
	if q.Servers != 1 {
		return math.NaN()
	}
	return -math.Log(1-p) / q.spare()
}

// Waiters is the mean number that wait, by Little's law.
func (q MMc) Waiters() float64 { return q.Arrivals * q.Waiting() }

// Depth is the mean number there, by Little's law.
func (q MMc) Depth() float64 { return q.Arrivals * q.Sojourn() }

// Relaxation is how long the queue takes to forget how it began, but for 1/e of
// the difference: 1/(√cμ−√λ)². P. M. Morse, "Stochastic Properties of Waiting
// Lines" (1955), for one server; with more it is about that.
func (q MMc) Relaxation() float64 {
	root := math.Sqrt(float64(q.Servers)*q.Service) - math.Sqrt(q.Arrivals)
	return 1 / (root * root)
}

// Departures is the rate at which messages leave. They leave as a Poisson
// process, so that a queue behind this one is an MMc too, independent of it.
// P. J. Burke, "The Output of a Queuing System" (1956).
func (q MMc) Departures() float64 { return q.Arrivals }
