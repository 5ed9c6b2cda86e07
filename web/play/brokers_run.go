package play

import (
	"strconv"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/web/study"
)

// brokerEvents is where a run at a broker is cut short.
const brokerEvents = 100_000

// trial is the run at one broker, being made.
type trial struct {
	run       *Run
	sim       *sim.Sim
	collector *stats.Collector
	measured  int
}

// trialCost is what the beginning of one costs, in events.
const trialCost = 2500

func (m *Model) compareBrokers() {
	b := &m.Brokers
	b.stop()
	d, err := m.Draft.atBroker(m.Lesson, "")
	var of built
	if err == nil {
		of, err = d.unasked().build(m.Lesson)
	}
	if err != nil { // it would need its broker to be right
		of = built{draft: d}
	}
	b.of, b.Stale = of.draft, false
	for _, p := range scenario.Profiles() {
		b.next = append(b.next, BrokerRow{Profile: p})
	}
	b.Running, b.All = true, len(b.next)
	b.turn = study.Turn{Size: 10_000, Least: 5000}
	m.do(GoOn{})
}

func (b *Brokers) stop() {
	b.Running, b.Done = false, 0
	b.next, b.trial, b.base = nil, nil, nil
}

// stopBrokers keeps the rows that are there.
func (m *Model) stopBrokers() {
	b := &m.Brokers
	if !b.Running {
		return
	}
	b.Rows = b.next[:b.Done]
	b.stop()
	b.Stale = true
}

// compareOn does a turn of the comparison.
func (m *Model) compareOn(took time.Duration) {
	b := &m.Brokers
	b.turn.Learn(took, turnTime)
	for left := b.turn.Size; left > 0 && b.Running; {
		if b.trial == nil {
			m.beginTrial()
			left -= trialCost
			continue
		}
		before := b.trial.measured
		if b.trial.on(left) {
			b.conclude()
		}
		left -= b.measuredSince(before)
	}
	if !b.Running {
		m.Live = "Compared under " + strconv.Itoa(b.All) + " brokers."
	}
}

// measuredSince is the cost of what was done on a trial, at least 1.
func (b *Brokers) measuredSince(before int) int {
	if b.trial == nil {
		return trialCost
	}
	return max(1, b.trial.measured-before)
}

func (m *Model) beginTrial() {
	b := &m.Brokers
	row := &b.next[b.Done]
	if row.Profile.LogsOnly && len(m.scenario.Queues) > 0 {
		row.Problem = "It has logs and groups that read them, and no queues."
		b.conclude()
		return
	}
	d, err := b.of.atBroker(m.Lesson, row.Profile.Name)
	var of built
	if err == nil {
		of, err = d.build(m.Lesson)
	}
	if err != nil {
		row.Problem = problemText(err)
		b.conclude()
		return
	}
	s := sim.New(of.scenario, sim.Options{MaxEvents: brokerEvents})
	tr := s.Result().Trace
	b.trial = &trial{
		run: &Run{Draft: of.draft, Doc: of.doc, Scenario: of.scenario, Trace: tr}, sim: s, collector: stats.NewCollector(&tr.Head),
	}
}

func (t *trial) on(events int) bool {
	done := t.sim.Run(events)
	tr := t.run.Trace
	for ; t.measured < tr.Len(); t.measured++ {
		t.collector.Apply(tr.At(t.measured))
	}
	return done
}

// conclude makes the row of the trial that is through, and of the last one, all of them.
func (b *Brokers) conclude() {
	row := &b.next[b.Done]
	if t := b.trial; t != nil {
		t.run.measure(t.collector)
		if b.base == nil {
			b.base = t.run
		}
		row.fill(t.run, b.base, b.next[0].Cells)
	}
	b.trial = nil
	b.Done++
	if b.Done == len(b.next) {
		b.Rows = b.next
		b.stop()
		b.Done = b.All
	}
}
