package sim

import (
	"hash/fnv"
	"math"
	"math/bits"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

// stream is a sequence of random draws: the splitmix64 generator of Steele,
// Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
// Every actor has its own, derived from the seed and the actor's name, so that
// changing one leaves the luck of the others alone.
type stream uint64

func newStream(seed uint64, name string) stream {
	h := fnv.New64a()
	h.Write([]byte(name))
	return stream(mix(seed ^ mix(h.Sum64())))
}

// at is the stream for one occasion of an actor: the work on a message, say,
// for its nth delivery. Drawing by occasion rather than in sequence keeps the
// luck of one message when another is worked on more often, or by somebody else.
// The sum runs through its values in odd steps of its own for every message
// and every delivery, and next mixes it.
func (s stream) at(luck uint64, nth uint32) stream {
	return s + stream(luck) + stream(nth)*0xd1342543de82ef95
}

// luck is what draws about the nth message of an origin are keyed by.
func luck(origin, n uint64) uint64 { return origin + n*0xa0761d6478bd642f }

func (s *stream) next() uint64 {
	*s += 0x9e3779b97f4a7c15
	return mix(uint64(*s))
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// draw takes a duration from a distribution.
func (s *stream) draw(d *scenario.Dist) int64 {
	switch d.Kind {
	case scenario.Exponential:
		return scale(s.exponential(), d.A)
	case scenario.Uniform:
		width, _ := bits.Mul64(s.next(), uint64(d.B-d.A)+1)
		return int64(d.A) + int64(width)
	}
	return int64(d.A)
}

// scale turns a draw of mean 1 into whole nanoseconds, once.
func scale(x float64, mean time.Duration) int64 { return int64(x * float64(mean)) }

// exponential draws from the exponential distribution of mean 1, by the
// ziggurat of ziggurat_tables.go. Products that feed a sum are rounded by a
// conversion, so that no machine fuses the two and draws differ nowhere.
func (s *stream) exponential() float64 {
	u := s.next()
	i := u & 255
	x := float64(u>>11) * 0x1p-53 * zigX[i+1]
	if x < zigX[i] {
		return x
	}
	return s.exponentialEdge(i, x)
}

func (s *stream) exponentialEdge(i uint64, x float64) float64 {
	if i == 255 {
		return zigX[255] + s.exponential()
	}
	low, high := expNeg(zigX[i+1]), expNeg(zigX[i])
	u := float64(s.next()>>11) * 0x1p-53
	if low+float64(u*(high-low)) < expNeg(x) {
		return x
	}
	return s.exponential()
}

// expNeg is e to the power of -x, for x from 0 to some 100, the same on every
// machine, which math.Exp is not. Its error is below 1e-14 of the result.
func expNeg(x float64) float64 {
	k := math.Floor(x * math.Log2E)
	r := x - float64(k*math.Ln2)
	sum := 0.0
	for _, c := range expSeries {
		sum = c + float64(sum*r)
	}
	return math.Ldexp(sum, -int(k))
}

// expSeries are the coefficients of the series of e to the power of -r, the
// highest power first.
var expSeries = [...]float64{
	1.0 / 20922789888000, -1.0 / 1307674368000, 1.0 / 87178291200, -1.0 / 6227020800,
	1.0 / 479001600, -1.0 / 39916800, 1.0 / 3628800, -1.0 / 362880, 1.0 / 40320,
	-1.0 / 5040, 1.0 / 720, -1.0 / 120, 1.0 / 24, -1.0 / 6, 1.0 / 2, -1, 1,
}
