package play

import (
	"slices"

	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// What was recorded on real brokers.
type (
	// PlayRecording shows a recording of the lesson in the place of its run.
	PlayRecording struct{ ID string }
	// DropRecording shows what was there before.
	DropRecording struct{}
	// RecordingLoaded tells what FetchRecording asked for; Problem says why it did
	// not come.
	RecordingLoaded struct{ ID, Text, Problem string }
)

func (PlayRecording) message()   {}
func (DropRecording) message()   {}
func (RecordingLoaded) message() {}

// FetchRecording asks for a recording, a file of the site at URL.
type FetchRecording struct{ ID, URL string }

func (FetchRecording) effect() {}

// awaited is a recording to be shown when it is there.
type awaited struct {
	id   string
	land landing // nil: it is played from its start
}

// Recordings are those of the lesson.
func (m *Model) Recordings() []RecordingHead {
	var all []RecordingHead
	for _, r := range m.Brokers.Evidence.Recordings {
		if m.Lesson != nil && r.Lesson == m.Lesson.ID {
			all = append(all, r)
		}
	}
	return all
}

// Recorded is the recording that is shown; nil: a run is.
func (m *Model) Recorded() *RecordingHead {
	if m.Run == nil || m.Run.Draft.Recorded == "" {
		return nil
	}
	return m.recording(m.Run.Draft.Recorded)
}

func (m *Model) recording(id string) *RecordingHead {
	all := m.Recordings()
	i := slices.IndexFunc(all, func(r RecordingHead) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return &all[i]
}

func (m *Model) playRecording(id string) { m.await(awaited{id: id}) }

// await shows a recording once it is there.
func (m *Model) await(a awaited) {
	b := &m.Brokers
	head := m.recording(a.id)
	switch {
	case head == nil && !b.has():
		m.awaited = &a
		m.fetchEvidence()
	case head == nil:
		m.Notice = "There is no recording “" + short(a.id) + "” of this lesson."
	case b.recorded[a.id] == nil:
		m.awaited = &a
		m.do(FetchRecording{a.id, head.URL})
	default:
		m.awaited = nil
		m.showRecording(head, a.land)
	}
}

// has says whether the evidence is there.
func (b *Brokers) has() bool { return len(b.Evidence.Rows)+len(b.Evidence.Recordings) > 0 }

// wantRecording goes on with what waited for the list of recordings.
func (m *Model) wantRecording() {
	if m.awaited == nil {
		return
	}
	if m.Brokers.Evidence.Problem != "" {
		m.Notice = "The recording is not there: " + m.Brokers.Evidence.Problem
		m.awaited = nil
		return
	}
	m.await(*m.awaited)
}

func (m *Model) takeRecording(msg RecordingLoaded) {
	tr, err := readRecording(msg.Text)
	switch {
	case msg.Problem != "":
		m.Notice = "The recording is not there: " + msg.Problem
		m.awaited = nil
	case err != nil:
		m.Notice = "The recording can't be read: " + err.Error()
		m.awaited = nil
	default:
		if m.Brokers.recorded == nil {
			m.Brokers.recorded = map[string]*trace.Trace{}
		}
		m.Brokers.recorded[msg.ID] = tr
		m.wantRecording()
	}
}

// showRecording makes a recording the run shown. What was there stays as its shadow, if
// there is none.
func (m *Model) showRecording(head *RecordingHead, land landing) {
	before, run := m.Draft, m.Run
	next := Draft{Settings: head.Set, Lines: []string{"broker " + head.Profile}, Recorded: head.ID}
	played := land == nil
	if played {
		land = func(tr *trace.Trace) Cursor {
			m.anchor = anchorOf(tr, startOf(tr))
			return startOf(tr)
		}
	}
	if before.Recorded == head.ID || !m.tryAt(next, "recording of "+head.Broker, "", "broker", land) {
		return
	}
	m.beforeRecording = nil
	if !played {
		return
	}
	m.beforeRecording = &before
	if m.Shadow == nil && before.Recorded == "" {
		m.setShadow(run)
	}
	if m.job == nil {
		m.play()
	}
	m.do(Focus{FocusPlay})
}

// dropRecording goes back to what was there, or, if it came by a link, to the run of the profile.
func (m *Model) dropRecording() {
	if m.Draft.Recorded == "" {
		return
	}
	next := m.Draft
	next.Recorded = ""
	if m.beforeRecording != nil {
		next = *m.beforeRecording
	}
	m.tryAt(next, "back to the simulation", "", "", m.atAnchor)
	m.beforeRecording = nil
}

// simulates takes a change out of a recording, which can't be changed.
func (m *Model) simulates(next Draft) Draft {
	if next.Recorded != "" && next.Recorded == m.Draft.Recorded {
		next.Recorded = ""
		m.Notice = "A recording can't be changed. This is the simulation again, with your change."
	}
	return next
}

// asLinked takes out of a link the recording that it shows, which is not there before
// it is loaded.
func (m *Model) asLinked(l *Link) *awaited {
	id := l.Draft.Recorded
	l.Draft.Recorded = ""
	m.awaited = nil
	if id == "" {
		return nil
	}
	link := *l
	return &awaited{id, func(tr *trace.Trace) Cursor {
		c := link.cursor(tr)
		m.anchor = anchorOf(tr, c)
		return c
	}}
}

// newRecorded is a part that makes a run of a recorded trace.
func newRecorded(b built, tr *trace.Trace, done func(*Run)) *part {
	p := &part{
		run:  &Run{Draft: b.draft, Doc: b.doc, Scenario: b.scenario, Trace: tr},
		done: done, warm: trace.NewState(&tr.Head), collector: stats.NewCollector(&tr.Head),
	}
	p.stage = func(int) bool {
		tr.Seek(p.warm, tr.Len())
		for i := range tr.Len() {
			p.collector.Apply(tr.At(i))
		}
		p.later = p.run.stages(p.collector)
		return true
	}
	return p
}
