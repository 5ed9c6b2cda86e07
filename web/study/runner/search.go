package runner

import (
	"time"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/web/study"
)

type search struct {
	ticket
	search *explore.Search // nil where none goes on
	turn   study.Turn
}

func (s *search) begin(q *study.Request) {
	*s = search{turn: study.Turn{Size: 50, Least: 5}}
	s.open(q.ID)
	s.fail(s.ready(q))
}

func (s *search) ready(q *study.Request) error {
	doc, err := q.System.Document()
	if err != nil {
		return err
	}
	sc, err := doc.Bind(q.System.Settings)
	if err != nil {
		return err
	}
	s.search, err = explore.New(sc, *q.Search)
	return err
}

func (s *search) work(took time.Duration) {
	s.turn.Learn(took, turnTime)
	over := s.search.Step(s.turn.Size)
	s.news = true
	if over {
		s.end(false)
	}
}

// end plays the counterexample that there is by now.
func (s *search) end(stopped bool) {
	v := s.search.Verdict()
	s.count()
	s.report.Verdict, s.search = &v, nil
	s.close(stopped)
}

func (s *search) count() { s.report.States, s.report.Schedules = s.search.Progress() }

// leave ends the search that goes on with what it has found, or forgets it.
func (s *search) leave(stop bool) {
	switch {
	case !stop:
		*s = search{}
	case s.running:
		s.end(true)
	}
}

func (s *search) tell() study.Report {
	if s.running {
		s.count()
	}
	s.news = false
	return s.report
}
