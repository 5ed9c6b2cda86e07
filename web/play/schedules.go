package play

import (
	"time"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/study"
)

// The search over every schedule.
type (
	// SetSearch changes what is searched for; it starts nothing.
	SetSearch struct{ Search Search }
	// StartSearch searches the schedules of the draft.
	StartSearch struct{}
	// StopSearch ends a search with what it has found.
	StopSearch struct{}
	// PlaySchedule makes the counterexample the run shown, and plays it.
	PlaySchedule struct{}
	// DropSchedule takes the counterexample's lines away again.
	DropSchedule struct{}
)

func (SetSearch) message()    {}
func (StartSearch) message()  {}
func (StopSearch) message()   {}
func (PlaySchedule) message() {}
func (DropSchedule) message() {}

// Search says which claim to break, and what may go wrong.
type Search struct {
	// Claim is one of the scenario's, from 1; 0: any of them.
	Claim int
	// Crashes and Lost are how many crashes and lost acknowledgements there may
	// be; a crash lasts for Away, 0: for good.
	Crashes, Lost int
	Away          time.Duration
	// Consumers: who gets the next message. Ties: the order within an instant.
	// Work: short or long where it is drawn from a range.
	Consumers, Ties, Work bool
	// Bare searches without the settings that the lesson proposes.
	Bare bool
}

// MostFaults is the most crashes, and the most lost acknowledgements, to search with.
const MostFaults = 3

// Schedules is the search and what it found.
type Schedules struct {
	Search
	// Problem says why there is no search.
	Problem string
	// Running, with so many distinct states looked at, and schedules known.
	Running        bool
	States, Counts int
	// Verdict is nil before a search is over. Stopped says that the reader ended
	// it, Stale that the scenario is another one by now.
	Verdict        *explore.Verdict
	Stopped, Stale bool

	id     int    // of the request; 0: none
	asked  Search // what is searched for
	of     Draft  // what is searched, settled
	claims int    // it has so many
}

func (s *Schedules) has() bool { return s.Running || s.Verdict != nil }

// proposedSearch is the lesson's, or one crash that is over after a while.
func (m *Model) proposedSearch() Search {
	p := m.Lesson.Schedules
	if p == nil {
		return Search{Crashes: 1, Away: 10 * time.Millisecond}
	}
	return Search{
		Claim: m.claimNamed(p.Claim), Crashes: p.Crashes, Lost: p.LostAcknowledgements, Away: p.Away,
		Consumers: p.Consumers, Ties: p.Ties, Work: p.Work,
	}
}

// claimNamed is the place of a claim of the lesson, from 1; 0: there is none.
func (m *Model) claimNamed(name string) int {
	if name == "" {
		return 0
	}
	for i, c := range m.own().scenario.Claims {
		if c.Name == name {
			return i + 1
		}
	}
	return 0
}

// searchedWith are the settings that a search is made under.
func (m *Model) searchedWith() []lesson.Setting {
	if p := m.Lesson.Schedules; p != nil && !m.Schedules.Bare {
		return p.With
	}
	return nil
}

// searched is what a search would be of: the draft without a counterexample.
func (m *Model) searched() Draft {
	d := m.Draft.with(m.searchedWith()...)
	d.Schedule, d.Challenge = nil, false
	return d
}

func (m *Model) startSearch() {
	s := &m.Schedules
	m.leave(s.id)
	*s = Schedules{Search: s.Search, asked: s.Search}
	b, err := m.searched().build(m.Lesson)
	if err != nil {
		s.Problem = sentence(err.Error())
		return
	}
	s.of, s.claims = b.draft, len(b.scenario.Claims)
	options := s.options(b.scenario)
	s.id = m.askFor(b.draft, study.Request{Search: &options})
	s.Running = true
}

func (s *Schedules) options(sc *scenario.Scenario) explore.Options {
	o := explore.Options{
		Crashes: s.Crashes, LostAcknowledgements: s.Lost, Away: s.Away,
		Consumers: s.Consumers, Ties: s.Ties, Work: s.Work,
	}
	if s.Claim > 0 && s.Claim <= len(sc.Claims) {
		o.Claims = []string{sc.Claims[s.Claim-1].Name}
	}
	return o
}

func (m *Model) searchTold(r *study.Report) {
	s := &m.Schedules
	s.States, s.Counts = r.States, r.Schedules
	if !r.Over {
		return
	}
	s.Running, s.id = false, 0
	if r.Problem != nil {
		s.Problem = sentence(r.Problem.Text)
		return
	}
	s.Verdict, s.Stopped = r.Verdict, r.Stopped
	m.Live = m.VerdictText()
}

// stopSearch asks for what was found. Of a search of which nothing was heard, nothing was.
func (m *Model) stopSearch() {
	s := &m.Schedules
	switch {
	case !s.Running:
	case s.States == 0:
		m.leave(s.id)
		s.Running, s.id = false, 0
	default:
		m.do(Ask{study.Request{ID: s.id, Stop: true}})
	}
}

func (m *Model) playSchedule() {
	s := &m.Schedules
	if s.Verdict == nil || s.Verdict.Kind != explore.Broken || s.Stale {
		return
	}
	next := m.Draft.with(m.searchedWith()...)
	next.Schedule = s.Verdict.Lines
	m.tryAt(next, "counterexample played", "", "", func(tr *trace.Trace) Cursor {
		m.anchor = anchorOf(tr, startOf(tr))
		return startOf(tr)
	})
	if m.job == nil {
		m.jump(startOf(m.Run.Trace))
		m.play()
	}
	m.do(Focus{FocusPlay})
}

func (m *Model) dropSchedule() {
	next := m.Draft
	next.Schedule = nil
	m.try(next, "counterexample taken away", "", "")
}

// tellChoices finds where in the run the counterexample's choices are.
func (r *Run) tellChoices() { r.Chosen = explore.Told(r.Scenario, r.faults) }
