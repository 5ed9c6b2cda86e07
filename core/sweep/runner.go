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
}

// runner makes runs, one after the other, in memory that it keeps.
type runner struct {
	plan *Plan
	// readings are those of all quantities, each once, the earliest first.
	readings []*reading
	byName   map[scenario.Measure]*reading
	due      int // of readings: the first that is not taken yet
	stats    *stats.Collector
	sim      *sim.Sim
	job      job
	warmup   *warmup
	series   []time.Duration
}

// reading is a measure of the run in progress.
type reading struct {
	measure scenario.Measure
	index   int
	outcome
	// series is what a pilot run is made for.
	series []time.Duration
}

// cuttable says whether the measure is of each message.
func (m *reading) cuttable() bool { return m.measure.Name.Info().Stats }

func newRunner(p *Plan) *runner {
	r := &runner{plan: p, byName: map[scenario.Measure]*reading{}, stats: stats.NewCollector(&trace.Head{})}
	for _, q := range p.Measures {
		for _, m := range q.measures() {
			if r.byName[m] == nil {
				r.byName[m] = &reading{measure: m}
				r.readings = append(r.readings, r.byName[m])
			}
		}
	}
	slices.SortStableFunc(r.readings, func(a, b *reading) int { return cmp.Compare(instant(a.measure), instant(b.measure)) })
	for i, m := range r.readings {
		m.index = i
	}
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

// start readies a run at a point.
func (r *runner) start(p *results, j job) {
	seeded := *p.scenario
	seeded.Seed += uint64(j.replication)
	r.job, r.warmup, r.due = j, &p.warmup, 0
	r.sim = sim.New(&seeded, sim.Options{Discard: true, Observe: r.see})
	r.stats.Renew(&r.sim.Result().Trace.Head)
}

// see counts an event, after what is to be measured before it.
func (r *runner) see(e *trace.Event) {
	if r.due < len(r.readings) && 2*int64(e.At) >= instant(r.readings[r.due].measure) {
		r.takeBefore(e.At)
	}
	r.stats.Apply(e)
}

// takeBefore takes what is measured before an event of that instant.
func (r *runner) takeBefore(at time.Duration) {
	for r.due < len(r.readings) && 2*int64(at) >= instant(r.readings[r.due].measure) {
		r.stats.AdvanceTo(r.readings[r.due].measure.At)
		r.take(r.readings[r.due])
		r.due++
	}
}

// run goes on with the run by so many steps, and reports whether it is over.
func (r *runner) run(steps int) bool { return r.sim.Run(steps) }

// finish measures what is left to measure at the end of the run. Of one that
// was cut short no instant is known that it has not come to.
func (r *runner) finish() *replication {
	limited := r.stats.Limited()
	r.stats.AdvanceTo(r.sim.Result().End)
	for ; r.due < len(r.readings); r.due++ {
		m := r.readings[r.due]
		if limited && m.measure.When != scenario.AtTheEnd {
			m.outcome, m.series = nothing, nil
			continue
		}
		r.take(m)
	}
	made := &replication{limited: limited}
	if r.job.pilot {
		for _, m := range r.readings {
			made.series = append(made.series, m.series)
		}
		return made
	}
	for _, q := range r.plan.Measures {
		made.outcomes = append(made.outcomes, r.quantity(q))
	}
	return made
}

var nothing = outcome{value: math.NaN(), half: math.NaN()}

func (r *runner) quantity(q Quantity) outcome {
	o := r.byName[q.Of].outcome
	if q.Per != nil {
		per := r.byName[*q.Per]
		o.value /= per.value // nothing of nothing is NaN
		o.half = math.NaN()
		if per.value == 0 {
			o.value = math.NaN()
		}
	}
	return o
}

// take measures a reading now. A subject that is not there gives nothing.
func (r *runner) take(m *reading) {
	m.outcome = nothing
	if m.cuttable() {
		r.takeSeries(m, r.warmup.cuts[m.index])
		return
	}
	if v, err := r.stats.Measure(m.measure); err == nil {
		m.value = plain(v)
	}
}

func (r *runner) takeSeries(m *reading, cut int) {
	all, err := r.stats.Series(r.series[:0], m.measure)
	r.series = all
	if r.job.pilot {
		m.series = slices.Clone(all)
		return
	}
	if err != nil || cut >= len(all) {
		return
	}
	all = all[cut:]
	if r.job.replication == 0 {
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
