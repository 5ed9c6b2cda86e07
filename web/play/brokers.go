package play

import (
	"slices"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// The scenario at every broker.
type (
	// CompareBrokers runs the draft at each of them.
	CompareBrokers struct{}
	// StopBrokers ends that with the rows there are.
	StopBrokers struct{}
	// OpenBroker puts the draft's queues at a broker, by its profile's name.
	OpenBroker struct{ Name string }
	// FilterRows shows the measured rows of a profile, or, without a name, of all.
	FilterRows struct{ Profile string }
	// EvidenceLoaded tells what FetchEvidence asked for; Problem says why it did not come.
	EvidenceLoaded struct{ Text, Problem string }
)

func (CompareBrokers) message() {}
func (StopBrokers) message()    {}
func (OpenBroker) message()     {}
func (FilterRows) message()     {}
func (EvidenceLoaded) message() {}

// FetchEvidence asks for what the profiles are held to, a file of the site.
type FetchEvidence struct{}

func (FetchEvidence) effect() {}

// Brokers is the scenario under each profile side by side, and what the
// profiles are held to.
type Brokers struct {
	// Rows are those of Of, by profile, the lessons' queue first; while others are
	// computed, the ones before.
	Rows []BrokerRow
	// Running: Done of All profiles are run.
	Running   bool
	Done, All int
	// Stale says that the draft is another one by now.
	Stale bool
	// Filter is the profile of which the measured rows are shown; empty: all.
	Filter   string
	Evidence Evidence

	of    Draft // what is compared, settled
	next  []BrokerRow
	trial *trial
	base  *Run // under the lessons' queue
	turn  turn
	asked bool // for the evidence
	// recorded are the recordings that were loaded, by their IDs.
	recorded map[string]*trace.Trace
}

// forgotten is for another lesson: what the profiles are held to stays.
func (b *Brokers) forgotten() Brokers {
	return Brokers{Filter: b.Filter, Evidence: b.Evidence, asked: b.asked, recorded: b.recorded}
}

// brokers handles what the panel asks for.
func (m *Model) brokers(msg Msg) bool {
	switch msg := msg.(type) {
	case CompareBrokers:
		m.compareBrokers()
	case StopBrokers:
		m.stopBrokers()
	case OpenBroker:
		m.openBroker(msg.Name)
	case PlayRecording:
		m.playRecording(msg.ID)
	case DropRecording:
		m.dropRecording()
	default:
		return false
	}
	return true
}

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

// atBroker is the draft with all its queues and logs at a broker; lesson, or an
// empty name, is none.
func (d Draft) atBroker(l *lesson.Lesson, name string) (Draft, error) {
	if name == lessonBroker {
		name = ""
	}
	d.Schedule, d.Recorded = nil, ""
	d.Lines = slices.DeleteFunc(slices.Clone(d.Lines), func(line string) bool { return strings.HasPrefix(line, "broker ") })
	doc, err := d.document(l)
	if err != nil {
		return d, err
	}
	param, named := doc.Brokers()
	switch {
	case !named && name == "":
		return d, nil
	case !named:
		return d.withLine("broker " + name), nil
	case param != "" && name != "":
		set := d.with(scenario.Setting{Name: param, Value: name})
		if _, err := set.build(l); err == nil {
			return set, nil
		}
	}
	return d.withBrokerInText(l, name)
}

func (d Draft) withBrokerInText(l *lesson.Lesson, name string) (Draft, error) {
	text, err := Draft{Text: d.Text}.document(l)
	if err != nil {
		return d, err
	}
	changed, err := text.WithBroker(name)
	d.Text = changed.Format()
	return d, err
}

// lessonBroker is the profile of the lessons' queue.
const lessonBroker = "lesson"

// AtBroker is the profile's name that all queues and logs of the draft have;
// empty where they differ.
func (m *Model) AtBroker() string {
	name, first := lessonBroker, true
	for _, p := range profilesOf(m.scenario) {
		own := p.Name
		if own == "" {
			own = lessonBroker
		}
		if !first && own != name {
			return ""
		}
		name, first = own, false
	}
	return name
}

// openBrokers is for when the panel is shown, or another one: the rows are computed
// while it is, and what the profiles are held to is fetched.
func (m *Model) openBrokers() {
	b := &m.Brokers
	if m.Tab != BrokersTab {
		if b.Running {
			b.stop()
			b.Stale = true
		}
		return
	}
	m.fetchEvidence()
	if m.scenario != nil && !b.Running && (b.Rows == nil || b.Stale) {
		m.compareBrokers()
	}
}

func (m *Model) fetchEvidence() {
	if !m.Brokers.asked {
		m.Brokers.asked = true
		m.do(FetchEvidence{})
	}
}

// brokersFollow compares again where the draft is another one, if the panel is shown.
func (m *Model) brokersFollow() {
	b := &m.Brokers
	if b.Rows == nil && !b.Running {
		m.openBrokers()
		return
	}
	d, err := m.Draft.atBroker(m.Lesson, "")
	if b.Stale = err != nil || !m.sameStudy(b.of, d.unasked()); !b.Stale {
		return
	}
	b.stop()
	m.openBrokers()
}

// unasked is the draft without what changes no run.
func (d Draft) unasked() Draft {
	d.Challenge = false
	return d
}

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
	b.turn = turn{size: 10_000, least: 5000}
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
	b.turn.learn(took)
	for left := b.turn.size; left > 0 && b.Running; {
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

func (m *Model) openBroker(name string) {
	p, known := scenario.ProfileNamed(name)
	if !known {
		return
	}
	next, err := m.Draft.atBroker(m.Lesson, name)
	if err == nil && m.try(next, "broker → "+p.Title, "", "broker") {
		m.Notice = "On the stage: " + p.Title + "."
		return
	}
	m.Problems = nil
	m.Notice = "The scenario can't run there."
}
