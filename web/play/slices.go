package play

import "time"

// Work goes on with the comparison of brokers. Took is how long the turn before
// took; 0 where that is not known.
type Work struct{ Took time.Duration }

func (Work) message() {}

// GoOn asks for a Work after the browser had its turn.
type GoOn struct{}

func (GoOn) effect() {}

// turnTime is what a turn is to take: the browser paints and answers between two.
const turnTime = 8 * time.Millisecond

// study handles what the panels of studies ask for. What changes nothing but
// the panel itself leaves the rest of the page as it is.
func (m *Model) study(msg Msg) bool {
	switch msg := msg.(type) {
	case Work:
		m.work(msg.Took)
		return true
	case Told:
		m.told(&msg.Report)
	case StudyFailed:
		m.studyFailed(msg.Problem)
	case SetSearch:
		m.Schedules.Search, m.Schedules.Problem = msg.Search, ""
		m.studiesFollow()
	case StartSearch:
		m.startSearch()
	case StopSearch:
		m.stopSearch()
	case SetSweep:
		m.setSweep(msg.Sweep)
	case StartSweep:
		m.startSweep()
	case StopSweep:
		m.stopSweep()
	case MoreReplications:
		m.moreReplications()
	default:
		return m.studied(msg)
	}
	m.Version.Study++
	return true
}

// CanStudy says whether there is a scenario to study; its run may still be
// computed.
func (m *Model) CanStudy() bool { return m.scenario != nil }

// studied handles what shows a run that a study found.
func (m *Model) studied(msg Msg) bool {
	if m.Run == nil {
		return false
	}
	switch msg := msg.(type) {
	case PlaySchedule:
		m.playSchedule()
	case DropSchedule:
		m.dropSchedule()
	case OpenPoint:
		m.openPoint(msg.Point)
	default:
		if !m.brokers(msg) {
			return false
		}
	}
	m.Version.Page++
	m.Version.Study++
	return true
}

// work does a turn of what is going on, and none while a run is computed, which
// the reader waits for.
func (m *Model) work(took time.Duration) {
	if !m.Brokers.Running {
		return
	}
	if m.job == nil {
		m.compareOn(took)
	}
	m.Version.Study++
	if m.Brokers.Running {
		m.do(GoOn{})
	}
}

// studiesFollow notes for which results the draft is another one by now.
func (m *Model) studiesFollow() {
	if s := &m.Schedules; s.has() {
		s.Stale = !m.sameStudy(s.of, m.searched())
	}
	if t := &m.Tradeoff; t.has() {
		t.Stale = !m.sameStudy(t.of, m.swept(&t.plan))
	}
	m.brokersFollow()
	m.Version.Study++
}

// sameStudy says whether a study of a draft would be that of another one that
// was settled.
func (m *Model) sameStudy(of, now Draft) bool {
	b, err := now.build(m.Lesson)
	return err == nil && b.draft.equal(of)
}

// propose gives both studies what the lesson proposes, when the panel of one
// is first shown: a page starts without.
func (m *Model) propose() {
	if m.proposed || m.Tab != SchedulesTab && m.Tab != TradeoffTab {
		return
	}
	m.proposed = true
	m.do(Prepare{})
	m.Schedules = Schedules{Search: m.proposedSearch()}
	m.Tradeoff = Tradeoff{Sweep: m.proposedSweep()}
}

// takeStudies gives the study shown what a link says of it, or else what the
// lesson proposes. What it found stays if it was about the same.
func (m *Model) takeStudies(l Link) {
	if m.Tab == BrokersTab {
		m.Brokers.Filter = l.Rows
	}
	m.propose()
	if !m.proposed {
		return
	}
	search, sweep := m.proposedSearch(), m.proposedSweep()
	if l.Search != nil {
		search = *l.Search
	}
	if l.Sweep != nil {
		sweep = *l.Sweep
	}
	if m.Schedules.Search != search {
		m.leave(m.Schedules.id)
		m.Schedules = Schedules{Search: search}
	}
	if m.Tradeoff.Sweep != sweep {
		m.leave(m.Tradeoff.id)
		m.Tradeoff = Tradeoff{Sweep: sweep}
	}
}
