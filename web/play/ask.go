package play

import "github.com/queuelab/queuelab/web/study"

// Told is what is known by now of a study that was asked for.
type Told struct{ Report study.Report }

// StudyFailed says that what was asked for is not carried out, and why: "could not be loaded".
type StudyFailed struct{ Problem string }

func (Told) message()        {}
func (StudyFailed) message() {}

// Ask hands a request to what carries studies out. Its reports come back as Told.
type Ask struct{ Request study.Request }

// Prepare says that the reader may soon start a study.
type Prepare struct{}

func (Ask) effect()     {}
func (Prepare) effect() {}

// askFor asks for a study of a draft, and gives the request's ID.
func (m *Model) askFor(d Draft, q study.Request) int {
	m.requests++
	q.ID, q.System = m.requests, d.system(m.Lesson)
	m.do(Ask{q})
	return q.ID
}

// leave drops a request; 0: there is none.
func (m *Model) leave(id int) {
	if id > 0 {
		m.do(Ask{study.Request{ID: id, Drop: true}})
	}
}

// told takes a report in, unless it is of a request that was given up.
func (m *Model) told(r *study.Report) {
	switch {
	case r.ID == 0:
	case r.ID == m.Schedules.id:
		m.searchTold(r)
	case r.ID == m.Tradeoff.id:
		m.sweepTold(r)
	}
}

// studyFailed ends what goes on, with a way to try again.
func (m *Model) studyFailed(problem string) {
	const again = " The rest of the page works. To try again, press "
	if s := &m.Schedules; s.Running {
		s.Running, s.id = false, 0
		s.Problem = "What searches " + problem + "." + again + "“Search every schedule”."
	}
	if t := &m.Tradeoff; t.Running {
		t.Running, t.id = false, 0
		t.Problem, t.Field = "What measures "+problem+"."+again+"“Measure”.", ""
	}
}
