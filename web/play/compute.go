package play

import (
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

const (
	// sliceEvents is how many events one Update may work on, so that it takes
	// some 8 ms in WebAssembly.
	sliceEvents = 20_000
	// stageCost is what a stage costs beyond its events.
	stageCost = 50
	// MaxEvents is where a run of the page is cut short.
	MaxEvents = 2_000_000
)

// part is one run being computed, and what happens with it then.
type part struct {
	of   built // what it is to be a run of
	run  *Run  // nil before it is begun
	sim  *sim.Sim
	done func(*Run)
	// warm follows the simulation, so that the trace's checkpoints are made a
	// slice at a time too, and collector, so that the measures are.
	warm      *trace.State
	collector *stats.Collector
	// measured is how many events the collector has: a run begins with those
	// that fill its tables and logs.
	measured int
	// stage does the present work on at most so many events, and says whether
	// it is through; later are the stages after it.
	stage func(events int) bool
	later []func(events int) bool
}

// job is the runs being computed, one after the other, a slice at a time.
type job struct{ parts []*part }

func newPart(b built, done func(*Run)) *part { return &part{of: b, done: done} }

func (p *part) begin() {
	b := p.of
	p.sim = sim.New(b.scenario, sim.Options{MaxEvents: MaxEvents})
	tr := p.sim.Result().Trace
	p.run = &Run{Draft: b.draft, Doc: b.doc, Scenario: b.scenario, Trace: tr, faults: b.faults}
	p.warm, p.collector = trace.NewState(&tr.Head), stats.NewCollector(&tr.Head)
	p.stage = p.simulate
}

// slice works on about so many events, and says whether the run is complete.
func (p *part) slice(events int) bool {
	if p.run == nil {
		p.begin()
	}
	if !p.stage(events) {
		return false
	}
	if p.sim != nil {
		p.sim = nil
		p.later = p.run.stages(p.collector)
	}
	if len(p.later) == 0 {
		return true
	}
	p.stage, p.later = p.later[0], p.later[1:]
	return false
}

func (p *part) simulate(events int) bool {
	tr := p.run.Trace
	done := p.sim.Run(events)
	tr.Seek(p.warm, tr.Len())
	for ; p.measured < tr.Len(); p.measured++ {
		p.collector.Apply(tr.At(p.measured))
	}
	return done
}

// fraction estimates how far the part is: by time where the run's end is
// stated, by events otherwise.
func (p *part) fraction() float64 {
	if p.run == nil {
		return 0
	}
	if p.sim == nil {
		return 0.9
	}
	tr := p.run.Trace
	share := float64(tr.Len()) / MaxEvents
	if n := tr.Len(); n > 0 && p.run.Scenario.Until > 0 {
		share = max(share, float64(tr.At(n-1).At)/float64(p.run.Scenario.Until))
	}
	return 0.9 * min(share, 1)
}

// compute works a slice on the job, and asks for another where that is not
// enough. A small run takes several stages of one.
func (m *Model) compute() {
	for left := sliceEvents; left > 0 && m.job != nil; {
		p := m.job.parts[0]
		complete := p.slice(left)
		left -= p.run.Trace.Len() + stageCost
		if complete {
			m.job.next(m)
			p.done(p.run)
		}
	}
	if m.job != nil {
		m.again()
		m.Version.Page++
	}
}

// next drops the part that is complete, and the job with the last one.
func (j *job) next(m *Model) {
	j.parts = j.parts[1:]
	if len(j.parts) == 0 {
		m.job = nil
	}
}

// Busy tells whether a run is being computed, and how far it is, from 0 to 1.
func (m *Model) Busy() (fraction float64, busy bool) {
	if m.job == nil {
		return 0, false
	}
	return m.job.parts[0].fraction(), true
}

// request starts the computation of a draft's run, which is shown where land
// says. It replaces one that is under way.
func (m *Model) request(b built, land landing) {
	m.job, m.toEnd = &job{}, false
	if m.Base == nil {
		m.job.parts = append(m.job.parts, newPart(m.own(), m.showBase))
	}
	show := func(r *Run) {
		m.show(r, land)
		m.catchUp() // what the goals need may take long
	}
	switch {
	case b.draft.Recorded != "":
		m.job.parts = append(m.job.parts, newRecorded(b, m.Brokers.recorded[b.draft.Recorded], show))
	case !b.draft.sameRun(Draft{}):
		m.job.parts = append(m.job.parts, newPart(b, show))
	case m.Base != nil:
		m.job.parts = append(m.job.parts, ready(m.Base, b.draft, show))
	default:
		m.job.parts[0].done = func(r *Run) { m.Base = r; show(r) }
	}
	m.job.parts = append(m.job.parts, m.goalParts(b.draft)...)
	if m.later {
		m.again()
		return
	}
	m.compute()
}

// showBase shows the lesson's own run until that of a link is there, which may
// be long, or be given up.
func (m *Model) showBase(r *Run) {
	m.Base = r
	m.show(r, func(*trace.Trace) Cursor { return Cursor{} })
}

// ready is a part that has nothing to compute: a run that is there, of a draft
// that makes the same run.
func ready(r *Run, d Draft, done func(*Run)) *part {
	same := *r
	same.Draft = d
	return &part{run: &same, done: done, stage: func(int) bool { return true }}
}

// own is the lesson as it is. The catalogue has proved that it builds.
func (m *Model) own() built {
	b, err := Draft{}.build(m.Lesson)
	if err != nil {
		panic("lesson " + m.Lesson.ID + ": " + err.Error())
	}
	return b
}

// landing says where in a new run the cursor comes to stand.
type landing func(*trace.Trace) Cursor

// show makes a complete run the one shown.
func (m *Model) show(r *Run, land landing) {
	if m.Run != nil {
		m.Live = "Run again: it ends at " + timeText(r.Trace.End()) + "."
	}
	m.Run = r
	m.pace = paceOf(r.Trace)
	m.spent = 0
	m.state = trace.NewState(&r.Trace.Head)
	m.Cursor = land(r.Trace).settled(r.Trace)
	if m.toEnd {
		m.Cursor = m.end()
	}
	m.Playing = m.Playing && !m.AtEnd()
	m.Version.Run++
	m.moved(Cursor{-1, 0})
	m.views = views{}
	m.searchAgain()
	m.askAgain()
	m.tickGoals()
}

// catchUp does what was asked for before there was a run.
func (m *Model) catchUp() {
	early := m.early
	m.early = nil
	for _, msg := range early {
		m.handle(msg)
	}
}

// cancel gives up a run and goes back to the draft of the one shown.
func (m *Model) cancel() {
	if m.job == nil || m.Run == nil {
		return
	}
	m.job = nil
	defer m.catchUp()
	if m.Draft.equal(m.Run.Draft) {
		return
	}
	m.remember(edit{draft: m.Draft, label: "cancelled change"})
	m.Draft, m.scenario = m.Run.Draft, m.Run.Scenario
	m.Text = m.text(m.Draft)
	m.Notice = "Cancelled. The run is the one before the change."
}
