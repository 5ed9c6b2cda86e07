package play

import (
	"strconv"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// anchor is a place in a run that has a meaning in another one too: an
// instant, and how much of it has happened.
type anchor struct {
	at time.Duration
	// offset counts the events of the instant that have happened; all of
	// them where it is negative.
	offset int
}

func anchorOf(tr *trace.Trace, c Cursor) anchor {
	if c.Events == tr.Index(c.At) {
		return anchor{c.At, -1}
	}
	return anchor{c.At, c.Events - firstAt(tr, c.At)}
}

// in is the anchor's place in a run, which may be shorter.
func (a anchor) in(tr *trace.Trace) Cursor {
	if a.at > tr.End() {
		return Cursor{tr.Len(), tr.End()}
	}
	all := tr.Index(a.at)
	if a.offset < 0 {
		return Cursor{all, a.at}
	}
	return Cursor{min(firstAt(tr, a.at)+a.offset, all), a.at}
}

// firstAt is how many events there are before the first that happens at an instant.
func firstAt(tr *trace.Trace, at time.Duration) int {
	if at == 0 {
		return given(tr)
	}
	return tr.IndexBefore(at)
}

func (m *Model) anchorHere() { m.anchor = anchorOf(m.Run.Trace, m.Cursor) }

// place moves the cursor, as every move but playing does.
func (m *Model) place(c Cursor) {
	was := m.Cursor
	m.spent = 0
	m.Cursor = c.settled(m.Run.Trace)
	m.moved(was)
	m.anchorHere()
}

// moved brings everything that follows the cursor up to it.
func (m *Model) moved(was Cursor) {
	m.Version.Cursor++
	if was.Events != m.Cursor.Events {
		m.Version.Events++
	}
	m.Run.Trace.Seek(m.state, m.Cursor.Events)
	if m.AtEnd() {
		m.seenToEnd()
	}
}

// jump moves the cursor, pauses, and tells what happened on the way.
func (m *Model) jump(c Cursor) {
	was := m.Cursor
	m.pause()
	m.place(c)
	m.Live = m.tell(was)
	m.Version.Page++
}

func (m *Model) play() {
	if m.AtEnd() {
		m.place(Cursor{})
	}
	if !m.Playing {
		m.Playing = true
		m.Version.Page++
	}
}

func (m *Model) pause() {
	if m.Playing {
		m.Playing = false
		m.Live = "Paused at " + timeText(m.Cursor.At) + "."
		m.Version.Page++
	}
}

func (m *Model) toggle() {
	if m.Playing {
		m.pause()
	} else {
		m.play()
	}
}

func (m *Model) end() Cursor { return Cursor{m.Run.Trace.Len(), m.End()} }

// step moves by events. Between two events, one back is the picture just
// after the earlier one.
func (m *Model) step(by int) {
	c := m.Cursor
	if by < 0 && c.At > lastEventAt(m.Run.Trace, c.Events) {
		by++
	}
	events := min(max(c.Events+by, 0), m.Run.Trace.Len())
	if by > 0 && events == m.Run.Trace.Len() && c.Events == events {
		m.jump(m.end())
		return
	}
	m.jump(Cursor{events, lastEventAt(m.Run.Trace, events)})
}

// lastEventAt is the instant of the last of a trace's first so many events.
func lastEventAt(tr *trace.Trace, events int) time.Duration {
	if events == 0 {
		return 0
	}
	return tr.At(events - 1).At
}

func (m *Model) stepInstant(by int) {
	c := m.Cursor
	for ; by > 0; by-- {
		c = m.instantAfter(c)
	}
	for ; by < 0; by++ {
		c = m.instantBefore(c)
	}
	m.jump(c)
}

func (m *Model) instantAfter(c Cursor) Cursor {
	tr := m.Run.Trace
	if c.Events == tr.Len() {
		return m.end()
	}
	at := tr.At(c.Events).At
	return Cursor{tr.Index(at), at}
}

func (m *Model) instantBefore(c Cursor) Cursor {
	tr := m.Run.Trace
	last := lastEventAt(m.Run.Trace, c.Events)
	if c.At > last {
		return Cursor{c.Events, last}
	}
	before := tr.IndexBefore(last)
	return Cursor{before, lastEventAt(m.Run.Trace, before)}
}

func (m *Model) seekTime(at time.Duration) {
	at = min(max(at, 0), m.End())
	was := m.Cursor
	m.place(Cursor{m.Run.Trace.Index(at), at})
	if !m.Playing {
		m.Live = m.tell(was)
		m.Version.Page++
	}
}

func (m *Model) seekEvent(index int) {
	if index < 0 || index >= m.Run.Trace.Len() {
		return
	}
	m.jump(Cursor{index + 1, m.Run.Trace.At(index).At})
}

// tell says what happened between an earlier place and the cursor, or where
// the cursor went back to.
func (m *Model) tell(was Cursor) string {
	passed := m.Cursor.Events - was.Events
	switch {
	case m.AtStart():
		return "At the start: nothing has happened yet."
	case passed == 0:
		return "At " + timeText(m.Cursor.At) + "."
	case passed < 0:
		return "Back at " + m.Run.Sentence(m.Cursor.Events-1)
	case passed > 1:
		return strconv.Itoa(passed) + " events, the last at " + m.Run.Sentence(m.Cursor.Events-1)
	}
	return m.Run.Sentence(m.Cursor.Events - 1)
}

// State is the state of everything at the cursor, its Now set to the cursor's
// instant; nil before the first run. It is the caller's to read until the next
// Update, not to change or keep.
func (m *Model) State() *trace.State {
	if m.Run == nil {
		return nil
	}
	m.state.Now = m.Cursor.At
	return m.state
}

// NextEvent is the event after the cursor, what is about to happen; nil at the end.
func (m *Model) NextEvent() *trace.Event {
	if m.Run == nil || m.Cursor.Events >= m.Run.Trace.Len() {
		return nil
	}
	return m.Run.Trace.At(m.Cursor.Events)
}

// AtStart says whether the cursor is before the first event.
func (m *Model) AtStart() bool { return m.Run == nil || m.Cursor == startOf(m.Run.Trace) }

// AtEnd says whether the cursor is after the last event, at the last instant.
func (m *Model) AtEnd() bool {
	return m.Run != nil && m.Cursor.Events == m.Run.Trace.Len() && m.Cursor.At >= m.End()
}

// End is the last instant of the run: the right end of the timeline and the charts.
func (m *Model) End() time.Duration {
	if m.Run == nil {
		return 0
	}
	return m.Run.Trace.End()
}
