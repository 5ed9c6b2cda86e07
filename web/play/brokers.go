package play

import (
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/study"
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
	turn  study.Turn
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
