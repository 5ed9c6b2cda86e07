package sweep

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// outcome is what one quantity came to in one run.
type outcome struct {
	value float64 // NaN: there was nothing to measure
	// half is the half-width by batch means, of a first replication; else NaN.
	half float64
	// cut is how many messages were left out as warm-up. short says that the
	// run was too short for the rule.
	cut   int
	short bool
}

// runner makes runs, one after the other, in memory that it keeps.
type runner struct {
	plan *Plan
	// measures are those of all quantities, each once, the earliest first.
	measures []*reading
	byMeas   map[scenario.Measure]*reading
	due      int // of measures: the first that is not taken yet
	stats    *stats.Collector
	sim      *sim.Sim
	first    bool // the run is a first replication
	series   []time.Duration
}

// reading is a measure of the run in progress.
type reading struct {
	measure scenario.Measure
	outcome
}

func newRunner(p *Plan) *runner {
	r := &runner{plan: p, byMeas: map[scenario.Measure]*reading{}, stats: stats.NewCollector(&trace.Head{})}
	for _, q := range p.Measures {
		for _, m := range q.measures() {
			if r.byMeas[m] == nil {
				r.byMeas[m] = &reading{measure: m}
				r.measures = append(r.measures, r.byMeas[m])
			}
		}
	}
	slices.SortStableFunc(r.measures, func(a, b *reading) int { return cmp.Compare(instant(a.measure), instant(b.measure)) })
	return r
}

// instant orders measures by when they are taken: before an instant comes
// before after it, and the end of the run after everything.
func instant(m scenario.Measure) int64 {
	switch m.When {
	case scenario.Before:
		return 2 * int64(m.At)
	case scenario.AtInstant:
		return 2*int64(m.At) + 1
	}
	return math.MaxInt64
}

// start readies replication n of a scenario.
func (r *runner) start(sc *scenario.Scenario, n int) {
	seeded := *sc
	seeded.Seed += uint64(n)
	r.first, r.due = n == 0, 0
	r.sim = sim.New(&seeded, sim.Options{Discard: true, Observe: r.see})
	r.stats.Renew(&r.sim.Result().Trace.Head)
}

// see counts an event, after what is to be measured before it.
func (r *runner) see(e *trace.Event) {
	if r.due < len(r.measures) && 2*int64(e.At) >= instant(r.measures[r.due].measure) {
		r.takeBefore(e.At)
	}
	r.stats.Apply(e)
}

// takeBefore takes what is measured before an event of that instant.
func (r *runner) takeBefore(at time.Duration) {
	for r.due < len(r.measures) && 2*int64(at) >= instant(r.measures[r.due].measure) {
		m := r.measures[r.due]
		r.stats.AdvanceTo(m.measure.At)
		r.take(m)
		r.due++
	}
}

// run goes on with the run by so many steps, and reports whether it is over.
func (r *runner) run(steps int) bool { return r.sim.Run(steps) }

// finish measures what is left to measure at the end of the run. Of one that
// was cut short no instant is known that it has not come to.
func (r *runner) finish() *replication {
	made := &replication{limited: r.stats.Limited(), outcomes: make([]outcome, len(r.plan.Measures))}
	r.stats.AdvanceTo(r.sim.Result().End)
	for ; r.due < len(r.measures); r.due++ {
		m := r.measures[r.due]
		if made.limited && m.measure.When != scenario.AtTheEnd {
			m.outcome = nothing
			continue
		}
		r.take(m)
	}
	for i, q := range r.plan.Measures {
		made.outcomes[i] = r.quantity(q)
	}
	return made
}

var nothing = outcome{value: math.NaN(), half: math.NaN()}

func (r *runner) quantity(q Quantity) outcome {
	o := r.byMeas[q.Of].outcome
	if q.Per != nil {
		per := r.byMeas[*q.Per]
		o.value /= per.value // nothing of nothing is NaN
		o.half = math.NaN()
		if per.value == 0 {
			o.value = math.NaN()
		}
	}
	return o
}

// take measures now. A subject that is not there gives nothing.
func (r *runner) take(m *reading) {
	m.outcome = nothing
	if m.measure.Name.Info().Stats {
		r.takeSeries(m)
		return
	}
	if v, err := r.stats.Measure(m.measure); err == nil {
		m.value = plain(v)
	}
}

func (r *runner) takeSeries(m *reading) {
	all, err := r.stats.Series(r.series[:0], m.measure)
	r.series = all
	if err != nil {
		return
	}
	m.cut, m.short = r.plan.Warmup.cut(all)
	all = all[m.cut:]
	if r.first {
		m.half = batchMeans(all, m.measure.Stat)
	}
	m.value = plain(stats.Statistic(all, m.measure.Stat))
}

// plain is a value as a number: a duration in nanoseconds, a share as a part of 1.
func plain(v stats.Value) float64 {
	switch v.Kind {
	case stats.Count, stats.Duration:
		return float64(v.N)
	case stats.Ratio:
		return float64(v.N) / 1e6
	}
	return math.NaN()
}
