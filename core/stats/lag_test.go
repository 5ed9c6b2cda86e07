package stats_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/internal/anyrun"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// Five records of 10 ms each, and a reader that is away from 25 to 35 ms. Each
// record is committed as soon as it is read, so that the third one, which
// the reader dies over, is behind it already.
func TestLagWhereTheCommitComesFirst(t *testing.T) {
	want := stats.Series{
		//                  joins, reads and commits 1; 2; 3; back: 4; 5; the end
		T:        []float64{0, 0, 0, 0, 10, 10, 20, 20, 35, 35, 45, 45, 55},
		Visible:  []float64{0, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0},
		InFlight: []float64{0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0},
		Delayed:  []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		Total:    []float64{0, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0},
	}
	if d := cmp.Diff(want, stats.Lag(traceFrom(t, commits, "before"), 0, 100)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The record in the reader's hands is read and not committed. Back at 35 ms, it
// goes on from what it has committed, and reads the third record again.
func TestLagWhereTheWorkComesFirst(t *testing.T) {
	want := stats.Series{
		//                  joins, reads 1; commits 1, reads 2; commits 2, reads 3; back, reads 3; 4; 5; commits 5; the end
		T:        []float64{0, 0, 0, 10, 10, 20, 20, 35, 35, 45, 45, 55, 55, 65, 65},
		Visible:  []float64{0, 5, 4, 4, 3, 3, 2, 3, 2, 2, 1, 1, 0, 0, 0},
		InFlight: []float64{0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0},
		Delayed:  []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		Total:    []float64{0, 5, 5, 4, 4, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0},
	}
	if d := cmp.Diff(want, stats.Lag(traceFrom(t, commits, "after"), -1, 100)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// twoGroups: billing has 10 of 12 records behind it at the start, and the
// auditor, who comes at 15 ms, reads from the start.
const twoGroups = `
param variant both one of both "Variant"
log orders
  records 12 "order={n}"
group billing
  from orders
  starts at position 10
  work 10ms
group auditor
  from orders
  joins 15ms
  starts at start
  work 50ms
until 20ms
`

// The lag of all is that of the groups which have joined: 2 of billing, 1 of it
// from 10 ms on, and 12 more from 15 ms on. Of a single group it is its own.
func TestLagOfSeveralGroups(t *testing.T) {
	tr := traceFrom(t, twoGroups, "both")
	for group, want := range map[int][]float64{-1: {0, 2, 2, 1, 1, 13, 13, 12, 12}, 0: {0, 2, 2, 1, 1, 0, 0}, 1: {0, 12, 12, 12}} {
		if d := cmp.Diff(want, stats.Lag(tr, group, 100).Total); d != "" {
			t.Errorf("group %d (-want +got):\n%s", group, d)
		}
	}
}

func traceFrom(t *testing.T, text, variant string) *trace.Trace {
	t.Helper()
	_, tr := ran(t, text, variant)
	return tr
}

// At every instant the lag is what is not read and what is read and not
// committed, and it is what the measure says there, also at the end.
func TestLagOfRandomRuns(t *testing.T) {
	logs := 0
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 2000}).Trace
		group := rapid.IntRange(-1, len(tr.Head.Groups)-1).Draw(t, "group")
		if len(tr.Head.Groups) > 0 {
			logs++
		}
		full := stats.Lag(tr, group, tr.Len()+16)
		few := stats.Lag(tr, group, rapid.IntRange(16, 60).Draw(t, "at most"))
		followsTheMeasure(t, tr, group, full)
		for _, c := range [][2][]float64{{full.Visible, few.Visible}, {full.InFlight, few.InFlight}, {full.Total, few.Total}} {
			if slices.Max(c[0]) != slices.Max(c[1]) || c[0][len(c[0])-1] != c[1][len(c[1])-1] {
				t.Fatalf("thinned %v to %v", c[0], c[1])
			}
		}
	})
	if logs == 0 {
		t.Error("no drawn run had a group that reads a log")
	}
}

func followsTheMeasure(t *rapid.T, tr *trace.Trace, group int, s stats.Series) {
	r := stats.New(tr)
	for i := range s.T {
		if s.Visible[i] < 0 || s.InFlight[i] < 0 || s.Total[i] != s.Visible[i]+s.InFlight[i] {
			t.Fatalf("at %v ms %v is not %v and %v", s.T[i], s.Total[i], s.Visible[i], s.InFlight[i])
		}
		if i+1 < len(s.T) && s.T[i+1] == s.T[i] {
			continue
		}
		m := scenario.Measure{Name: scenario.Lag, When: scenario.AtInstant, At: time.Duration(math.Round(s.T[i] * float64(ms)))}
		if i == len(s.T)-1 {
			m.When = scenario.AtTheEnd
		}
		if group >= 0 {
			m.Of = scenario.Subject{Kind: scenario.OfLogGroup, Name: tr.Head.Groups[group].Name}
		}
		if v, err := r.Measure(m); err != nil || float64(v.N) != s.Total[i] {
			t.Fatalf("at %v ms the chart has %v, the measure is %s (%v)", s.T[i], s.Total[i], v, err)
		}
	}
}

// The state and the measures agree on the lag after every event.
func TestLagEqualsTheStates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := sim.Run(anyrun.Scenario(t), sim.Options{MaxEvents: 2000}).Trace
		c, s := stats.NewCollector(&tr.Head), trace.NewState(&tr.Head)
		for i := range tr.Len() {
			c.Apply(tr.At(i))
			s.Apply(&tr.Head, tr.At(i))
			for g, group := range tr.Head.Groups {
				v, err := c.Measure(scenario.Measure{Name: scenario.Lag, Of: scenario.Subject{Kind: scenario.OfLogGroup, Name: group.Name}})
				if got := s.Lag(&tr.Head, g, -1); err != nil || got.Total != v.N {
					t.Fatalf("after event %d the state has a lag of %d of %s, the measure is %s (%v)", i, got.Total, group.Name, v, err)
				}
			}
		}
	})
}
