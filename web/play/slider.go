package play

import (
	"math"
	"slices"

	"github.com/queuelab/queuelab/core/scenario"
)

// slider is the values that a parameter's slider stops at, in order: tidy
// ones, the ends and the parameter's own value.
type slider struct {
	stops []int64
	log   bool
}

const (
	// linearStops is how many steps a linear slider has at most.
	linearStops = 200
	// logFrom is how many times the smallest value the largest is where a
	// slider becomes logarithmic.
	logFrom = 500
)

// decade are the stops of a logarithmic slider between 10 and 100.
var decade = []float64{10, 12, 15, 18, 20, 25, 30, 40, 50, 60, 80}

func sliderOf(p *scenario.Param) slider {
	from, to := amount(p.SliderFrom), amount(p.SliderTo)
	if p.Kind == scenario.ChoiceParam || from >= to {
		return slider{}
	}
	least := max(from, grain(p))
	s := slider{log: float64(to)/float64(least) >= logFrom}
	if s.log {
		s.stops = logStops(from, least, to)
	} else {
		s.stops = linear(from, to, grain(p))
	}
	if d := amount(p.Default); !p.Default.Never && d > from && d < to {
		s.stops = append(s.stops, d)
	}
	slices.Sort(s.stops)
	s.stops = slices.Compact(s.stops)
	return s
}

// amount is a value as one whole number. The rates of a slider are all over
// the time of the parameter's own.
func amount(v scenario.Value) int64 {
	if v.Kind == scenario.DurationParam {
		return int64(v.Duration)
	}
	return v.Number
}

// grain is the smallest step of a parameter: a millisecond, where its slider's
// ends are whole milliseconds.
func grain(p *scenario.Param) int64 {
	const ms = 1_000_000
	switch p.Kind {
	case scenario.DurationParam:
		if amount(p.SliderFrom)%ms == 0 && amount(p.SliderTo)%ms == 0 {
			return ms
		}
	case scenario.ShareParam:
		return 10_000 // a per cent
	}
	return 1
}

func linear(from, to, grain int64) []int64 {
	step := max(grain, tidyUp(float64(to-from)/linearStops))
	stops := []int64{from, to}
	for v := from - from%step + step; v < to; v += step {
		stops = append(stops, v)
	}
	return stops
}

// tidyUp is the first of 1, 2 or 5 times a power of ten not below x.
func tidyUp(x float64) int64 {
	for power := int64(1); ; power *= 10 {
		for _, digit := range []int64{1, 2, 5} {
			if float64(digit*power) >= x {
				return digit * power
			}
		}
	}
}

// logStops begins at from, which may be 0, and goes on from least.
func logStops(from, least, to int64) []int64 {
	stops := []int64{from, to}
	for power := math.Pow(10, math.Floor(math.Log10(float64(least)))-1); ; power *= 10 {
		for _, d := range decade {
			v := int64(math.Round(d * power))
			if v >= to {
				return stops
			}
			if v >= least && v%roundTo(least) == 0 {
				stops = append(stops, v)
			}
		}
	}
}

// roundTo is the grain of a logarithmic slider's stops: that of its least value.
func roundTo(least int64) int64 {
	g := int64(1)
	for least%(g*10) == 0 {
		g *= 10
	}
	return g
}

// position is the stop nearest to a value.
func (s slider) position(v scenario.Value) int {
	if len(s.stops) == 0 {
		return 0
	}
	if v.Never {
		return len(s.stops) - 1
	}
	a := amount(v)
	i, found := slices.BinarySearch(s.stops, a)
	switch {
	case found || i == 0:
		return i
	case i == len(s.stops) || a-s.stops[i-1] < s.stops[i]-a:
		return i - 1
	}
	return i
}

// value is the value of a stop, of the kind of another.
func (s slider) value(position int, like scenario.Value) scenario.Value {
	a := s.stops[min(max(position, 0), len(s.stops)-1)]
	like.Never = false
	if like.Kind == scenario.DurationParam {
		like.Duration = span(a)
	} else {
		like.Number = a
	}
	return like
}
