package web

import (
	"github.com/queuelab/queuelab/core/stats"
)

// beside gives two series the instants of both. Each holds its value until the
// next one of its own.
func beside(a, b stats.Series) (joined stats.Series, other []float64) {
	i, k := 0, 0
	for i < len(a.T) || k < len(b.T) {
		switch {
		case k == len(b.T) || i < len(a.T) && a.T[i] <= b.T[k]:
			joined.T = append(joined.T, a.T[i])
			for k < len(b.T) && b.T[k] == a.T[i] && (i+1 == len(a.T) || a.T[i+1] > a.T[i]) {
				k++
			}
			i++
		default:
			joined.T = append(joined.T, b.T[k])
			k++
		}
		joined.Total = append(joined.Total, held(a.Total, i))
		joined.Visible = append(joined.Visible, held(a.Visible, i))
		joined.InFlight = append(joined.InFlight, held(a.InFlight, i))
		joined.Delayed = append(joined.Delayed, held(a.Delayed, i))
		other = append(other, held(b.Total, k))
	}
	return joined, other
}

// held is the value after so many of a series' points; 0 before the first.
func held(values []float64, points int) float64 {
	if points == 0 {
		return 0
	}
	return values[points-1]
}
