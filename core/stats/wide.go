package stats

import "math/bits"

// Wide is a whole number of up to 128 bits, not negative: an area of messages
// × nanoseconds outgrows 64 bits in a long run. The zero value is 0, and ==
// compares.
type Wide struct{ Hi, Lo uint64 }

func (w *Wide) add(v Wide) {
	var carry uint64
	w.Lo, carry = bits.Add64(w.Lo, v.Lo, 0)
	w.Hi += v.Hi + carry
}

func (w *Wide) addProduct(a, b uint64) {
	hi, lo := bits.Mul64(a, b)
	w.add(Wide{hi, lo})
}

// per is w/n to the nearest whole number, halves up. The quotient must fit
// 63 bits, as a mean of durations does.
func (w Wide) per(n uint64) int64 {
	q, rest := bits.Div64(w.Hi, w.Lo, n)
	if rest >= n-rest {
		q++
	}
	return int64(q)
}

func (w Wide) half() Wide { return Wide{w.Hi >> 1, w.Lo>>1 | w.Hi<<63} }
