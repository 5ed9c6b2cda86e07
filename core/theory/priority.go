package theory

// Class is a class of messages for one server.
type Class struct {
	// Arrivals is its arrival rate, Work its mean work, and Square the mean of
	// the square of its work: 2·Work² if that is exponential.
	Arrivals, Work, Square float64
}

// Cobham is the mean wait of each class, the most urgent first, where work
// that has begun is finished: W0/((1−σ before)(1−σ with)), W0 = ΣλE[S²]/2.
//
// Assumes Poisson arrivals, one server, work of any distribution and a total
// utilization below 1. A. Cobham, "Priority Assignment in Waiting Line
// Problems" (1954).
func Cobham(classes ...Class) []float64 {
	rest := 0.0
	for _, c := range classes {
		rest += c.Arrivals * c.Square / 2
	}
	waits, above := make([]float64, len(classes)), 0.0
	for i, c := range classes {
		with := above + c.Arrivals*c.Work
		waits[i] = rest / ((1 - above) * (1 - with))
		above = with
	}
	return waits
}
