package theory

// Bounded is an MMc with room for so many messages, those being worked on
// included: an arrival that finds no room is lost. Any utilization will do.
// Gross and Harris, section 2.5, M/M/c/K.
type Bounded struct {
	MMc
	// Room is at least Servers.
	Room int
}

// Shares is how much of the time each depth is there, from 0 to Room.
func (q Bounded) Shares() []float64 {
	return birthDeath(q.Room,
		func(int) float64 { return q.Arrivals },
		func(n int) float64 { return float64(min(n, q.Servers)) * q.Service })
}

// Loss is the share of arrivals that are lost, for they see what is there.
func (q Bounded) Loss() float64 { return q.Shares()[q.Room] }

// Depth is the mean depth.
func (q Bounded) Depth() float64 { return mean(q.Shares()) }

// Sojourn is the mean sojourn of those that found room, by Little's law.
func (q Bounded) Sojourn() float64 {
	shares := q.Shares()
	return mean(shares) / (q.Arrivals * (1 - shares[q.Room]))
}

// birthDeath is the stationary distribution over 0 to most, where n grows at
// rate up(n) and shrinks at rate down(n).
func birthDeath(most int, up, down func(n int) float64) []float64 {
	shares, sum := make([]float64, most+1), 1.0
	shares[0] = 1
	for n := 1; n <= most; n++ {
		shares[n] = shares[n-1] * up(n-1) / down(n)
		if sum += shares[n]; sum > huge {
			divide(shares[:n+1], sum)
			sum = 1
		}
	}
	divide(shares, sum)
	return shares
}

// huge is well below what a float64 can hold, and above any ratio of two shares
// that matters.
const huge = 1e100

func divide(shares []float64, by float64) {
	for n := range shares {
		shares[n] /= by
	}
}

func mean(shares []float64) (sum float64) {
	for n, p := range shares {
		sum += float64(n) * p
	}
	return sum
}
