package theory

// ErlangB is the share of arrivals that find all servers busy where nobody
// waits: those are lost. offered is the arrival rate times the mean work.
//
// Assumes Poisson arrivals and no queue; work of any distribution.
// A. K. Erlang, "Solution of Some Problems in the Theory of Probabilities of
// Significance in Automatic Telephone Exchanges" (1917), by its recursion over
// the number of servers.
func ErlangB(servers int, offered float64) float64 {
	b := 1.0
	for k := 1; k <= servers; k++ {
		b = offered * b / (float64(k) + offered*b)
	}
	return b
}

// ErlangC is the share of arrivals that have to wait where all may.
//
// Assumes Poisson arrivals, exponential work and offered < servers. Erlang
// (1917), from ErlangB.
func ErlangC(servers int, offered float64) float64 {
	b := ErlangB(servers, offered)
	return b / (1 - offered/float64(servers)*(1-b))
}
