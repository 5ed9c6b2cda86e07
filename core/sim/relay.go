package sim

import (
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// relaySteps are those of every relay.
var relaySteps = []string{"select", "publish", "mark"}

const (
	publishStep = 1
	markStep    = 2
)

// relay is a relay of the run. It selects rows, publishes each, and then marks
// them; between those it can crash.
type relay struct {
	*scenario.Relay
	actor    uint16
	index    int
	status   status
	rows     []int // selected, indexes into the table's rows
	at       int   // of rows, to be published next
	doing    uint64
	mending  uint64
	done     int // rows published so far
	triggers []int
}

func (s *Sim) beginRelay(r *relay) {
	if r.status == waiting {
		r.status = up
		s.emit(trace.Started, r.actor, int(trace.NoQueue), 0, 0, 0, 0, 0)
		s.selectRows(r)
		s.strikeRelay(r)
	}
}

// selectRows takes the first rows that are not published. Where rows are
// locked it skips those that another relay has taken.
func (s *Sim) selectRows(r *relay) {
	rows := s.world.tables[r.Table].rows
	r.rows, r.at = r.rows[:0], 0
	for i := range rows {
		if w := &rows[i]; w.published || w.lost || r.Locks && w.locked {
			continue
		}
		rows[i].locked = rows[i].locked || r.Locks
		if r.rows = append(r.rows, i); len(r.rows) == max(1, r.Batch) {
			break
		}
	}
	if len(r.rows) > 0 {
		s.relayStep(r, publishStep, r.Publish)
	} else if r.Every > 0 && s.unpublished(r.Table) {
		r.doing = s.schedule(s.now+int64(r.Every), relayDue, r.index)
	}
}

// unpublished says whether the table has rows to come back for.
func (s *Sim) unpublished(table int) bool {
	rows := s.world.tables[table].rows
	for i := range rows {
		if !rows[i].published && !rows[i].lost {
			return true
		}
	}
	return false
}

func (s *Sim) relayStep(r *relay, step uint8, lasts time.Duration) {
	if lasts > 0 {
		s.emit(trace.StepStarted, r.actor, int(trace.NoQueue), 0, ^uint32(0), uint32(r.rows[r.at%len(r.rows)]+1), s.now+int64(lasts), step)
	}
	r.doing = s.schedule(s.now+int64(lasts), relayDue, r.index)
}

// relayGoOn is told that what the relay was doing is done.
func (s *Sim) relayGoOn(r *relay) {
	r.doing = 0
	switch {
	case len(r.rows) == 0:
		s.selectRows(r)
	case r.at < len(r.rows):
		s.publishRow(r)
	default:
		s.markRows(r)
	}
}

func (s *Sim) publishRow(r *relay) {
	w := &s.world.tables[r.Table].rows[r.rows[r.at]]
	body := value(w.cells, "body")
	s.emit(trace.Published, r.actor, int(trace.NoQueue), 0, w.cells[0].id, 0, s.world.word(body), publishStep)
	t := task{text: s.texts.number(body), luck: w.luck}
	switch r.To {
	case scenario.ToMailbox:
		s.sendNow(int(trace.NoQueue), r.actor, &t, publishStep, r.Target, body, fill(string(r.SendKey), 0, func() string { return body + " row=" + w.key }))
	case scenario.ToExchange:
		s.route(r.actor, r.Target, &message{text: t.text, luck: t.luck}, 0, field("key", 0, body))
	default:
		s.write(r.actor, r.Target, &message{text: t.text, luck: t.luck}, 0)
	}
	r.at++
	r.done++
	if s.strikeRelay(r) {
		return
	}
	if r.at < len(r.rows) {
		s.relayStep(r, publishStep, r.Publish)
		return
	}
	s.relayStep(r, markStep, r.Mark)
}

func (s *Sim) markRows(r *relay) {
	for _, i := range r.rows {
		w := &s.world.tables[r.Table].rows[i]
		w.published, w.locked = true, false
		x := s.world.cell(r.Table, w, "published")
		if x.value == "yes" {
			continue
		}
		x.value = "yes"
		s.emit(trace.RowSet, r.actor, int(trace.NoQueue), 0, x.id, 0, s.world.word("yes"), markStep)
	}
	s.selectRows(r)
}

// wakeRelays has idle relays look at their table again.
func (s *Sim) wakeRelays(table int) {
	for i := range s.relays {
		if r := &s.relays[i]; r.Table == table && r.status == up && r.doing == 0 {
			r.rows = r.rows[:0]
			r.doing = s.schedule(s.now+int64(r.Every), relayDue, r.index)
		}
	}
}

func (s *Sim) strikeRelay(r *relay) bool {
	for _, fi := range r.triggers {
		if f := &s.sc.Faults[fi]; f.Step == r.done {
			r.triggers = without(r.triggers, fi)
			s.crashRelay(r, f.For)
			return true
		}
	}
	if s.open&OpenCrash == 0 || !s.dies(r.actor, r.index, r.done, 0) {
		return false
	}
	s.crashRelay(r, s.away())
	return true
}

// crashRelay loses what the relay had in its memory: the rows it had taken,
// and their locks.
func (s *Sim) crashRelay(r *relay, lasts time.Duration) {
	back, mending := s.scheduleMend(lasts, relayMend, r.index)
	r.mending = mending
	s.emit(trace.Crashed, r.actor, int(trace.NoQueue), 0, 0, 0, back, 0)
	r.status, r.doing = down, 0
	table := &s.world.tables[r.Table]
	for _, i := range r.rows {
		if r.Locks && !table.rows[i].published {
			table.rows[i].locked = false
		}
	}
	if r.Memory {
		s.loseRows(r)
	}
	r.rows, r.at = r.rows[:0], 0
	s.wakeRelays(r.Table)
}

// loseRows is what becomes of rows that were nowhere but in a process. Those
// it had published need no mark: it knows nothing of them any more.
func (s *Sim) loseRows(r *relay) {
	rows := s.world.tables[r.Table].rows
	for _, i := range r.rows[:r.at] {
		rows[i].published = true
	}
	for i := range rows {
		if w := &rows[i]; !w.published && !w.lost {
			w.lost = true
			s.emit(trace.Lost, r.actor, int(trace.NoQueue), 0, w.cells[0].id, 0, 0, 0)
		}
	}
}

func (s *Sim) mendRelay(r *relay) {
	r.status = up
	s.emit(trace.Recovered, r.actor, int(trace.NoQueue), 0, 0, 0, 0, 0)
	s.selectRows(r)
}
