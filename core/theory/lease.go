package theory

import "math"

// Outlasts is the probability that exponential work of that mean is not done
// when its visibility timeout ends: e^−V/E[S].
func Outlasts(visibility, work float64) float64 { return math.Exp(-visibility / work) }

// Copies is a message whose work may outlast its visibility timeout, where an
// acknowledgement counts however late it is: copies of it are worked on side
// by side, until the first is done.
//
// Assumes exponential work, drawn independently for each copy, and that
// Consumers are free for this message alone: a copy is handed out as long as
// one of them is. Derived from the lease's definition: copy k+1 is handed out
// if k copies, of ages V to kV, are all still worked on, q^(1+2+…+k).
type Copies struct {
	Visibility, Work float64
	// Consumers bounds the copies; 0: there is always a free one.
	Consumers int
}

// most is where the series ends; its terms fall faster than geometrically.
func (c Copies) most() int {
	if c.Consumers > 0 {
		return c.Consumers
	}
	return 2 + int(math.Sqrt(100*c.Work/c.Visibility))
}

// More is the probability of more than k deliveries.
func (c Copies) More(k int) float64 {
	if c.Consumers > 0 && k >= c.Consumers {
		return 0
	}
	return math.Pow(Outlasts(c.Visibility, c.Work), float64(k*(k+1)/2))
}

// Deliveries is their mean number.
func (c Copies) Deliveries() (sum float64) {
	for k := range c.most() {
		sum += c.More(k)
	}
	return sum
}

// Sojourn is the mean time to the first copy's end. While k+1 copies are
// worked on, that comes at k+1 times the rate of one; the last of them stay so.
func (c Copies) Sojourn() (sum float64) {
	q := Outlasts(c.Visibility, c.Work)
	for k := range c.most() {
		ends := 1.0
		if k+1 < c.most() {
			ends -= math.Pow(q, float64(k+1))
		}
		sum += c.More(k) * ends * c.Work / float64(k+1)
	}
	return sum
}

// FixedCopies is the number of deliveries where the work is always as long:
// one at the start of every visibility timeout that begins before its end.
// consumers bounds them; 0: there is always a free one.
func FixedCopies(visibility, work float64, consumers int) float64 {
	n := max(1, math.Ceil(work/visibility))
	if consumers > 0 {
		n = min(n, float64(consumers))
	}
	return n
}

// RefusedDeliveries is the mean number of deliveries where a late
// acknowledgement is refused, so that only the work on the last one counts:
// 1/(1−q). The mean sojourn is the mean work all the same, as an exponential
// time that has gone on is as good as a new one.
//
// Assumes exponential work, drawn anew each time, and that a consumer is always
// free. Fixed work longer than the timeout is never done.
func RefusedDeliveries(visibility, work float64) float64 {
	return Attempts(Outlasts(visibility, work))
}
