package web

import "github.com/queuelab/queuelab/core/stats"

// settled is a depth series with what held at each instant when all of it had
// happened: what lasts no time is no step to draw. Only the peak of the first
// instant stays, where a run begins with everything at once.
func settled(s stats.Series) stats.Series {
	var out stats.Series
	peak := -1
	for i := range s.T {
		if s.T[i] == s.T[0] && (peak < 0 || s.Total[i] > s.Total[peak]) {
			peak = i
		}
	}
	for i := range s.T {
		if i == peak || i == len(s.T)-1 || s.T[i+1] != s.T[i] {
			out.T = append(out.T, s.T[i])
			out.Visible = append(out.Visible, s.Visible[i])
			out.InFlight = append(out.InFlight, s.InFlight[i])
			out.Delayed = append(out.Delayed, s.Delayed[i])
			out.Total = append(out.Total, s.Total[i])
		}
	}
	return out
}
