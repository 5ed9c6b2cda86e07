// Package runner carries studies out, a turn at a time, so that whoever asked for
// one can change their mind between two.
package runner

import (
	"time"

	"github.com/queuelab/queuelab/web/study"
)

// Runner has a search and a sweep, one of each at most. The zero value has none.
type Runner struct {
	search search
	sweep  curve
}

// turnTime is what a turn is to take: requests are heard between two.
const turnTime = 40 * time.Millisecond

// ticket is what a search and a sweep have in common: the request, and what was not told yet of it.
type ticket struct {
	id      int // 0: none is known
	running bool
	news    bool
	report  study.Report
}

func (t *ticket) open(id int) {
	t.id, t.running, t.news = id, true, false
	t.report = study.Report{ID: id}
}

// fail ends it with a problem, where there is an error.
func (t *ticket) fail(err error) {
	if err != nil {
		t.report.Problem = study.ProblemOf(err)
		t.close(false)
	}
}

func (t *ticket) close(stopped bool) {
	t.report.Over, t.report.Stopped = true, stopped
	t.running, t.news = false, true
}

// Take takes a request in.
func (r *Runner) Take(q study.Request) {
	switch {
	case q.Search != nil:
		r.search.begin(&q)
	case q.Sweep != nil:
		r.sweep.take(&q)
	case q.ID == r.search.id:
		r.search.leave(q.Stop)
	case q.ID == r.sweep.id:
		r.sweep.leave(q.Stop)
	}
}

// Turn does a turn of what goes on, and says whether anything still does. Took
// is how long the turn before took; 0 where that is not known.
func (r *Runner) Turn(took time.Duration) bool {
	switch {
	case r.search.running:
		r.search.work(took)
	case r.sweep.running:
		r.sweep.work(took)
	}
	return r.search.running || r.sweep.running
}

// Urgent says that something is over, and not told yet.
func (r *Runner) Urgent() bool {
	return r.search.news && !r.search.running || r.sweep.news && !r.sweep.running
}

// Reports are what is new since they were last asked for.
func (r *Runner) Reports() (all []study.Report) {
	if r.search.news {
		all = append(all, r.search.tell())
	}
	if r.sweep.news {
		all = append(all, r.sweep.tell())
	}
	return all
}
