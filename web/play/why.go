package play

import (
	"github.com/queuelab/queuelab/core/cause"
	"github.com/queuelab/queuelab/core/trace"
)

// What the reader asks about a run. None of it changes the draft.
type (
	// AskWhy asks why an event happened, by its index in the trace.
	AskWhy struct{ Index int }
	// AskWhyMessage asks about the last thing that happened to a message up to
	// the cursor and needs an explanation, or else about the first one after it.
	AskWhyMessage struct{ Message uint32 }
	// AskSelected is AskWhyMessage of the selected message.
	AskSelected struct{}
	// CloseWhy closes the explanation.
	CloseWhy struct{}
)

func (AskWhy) message()        {}
func (AskWhyMessage) message() {}
func (AskSelected) message()   {}
func (CloseWhy) message()      {}

// Explanation is the chain of causes behind one event.
type Explanation struct {
	// Title is the question: "Why was message 2 handed out again?"
	Title string
	// Links are in the order of time; the last one is the event itself.
	Links []WhyLink
}

// WhyLink is a link of the chain.
type WhyLink struct {
	// Index is what SeekEvent takes.
	Index int
	Time  string
	Kind  trace.Kind
	Text  string
}

// inquiries handles what is asked about the run.
func (m *Model) inquiries(msg Msg) bool {
	switch msg := msg.(type) {
	case AskWhy:
		m.ask(msg.Index)
	case AskWhyMessage:
		m.askMessage(msg.Message)
	case AskSelected:
		m.askSelected()
	case CloseWhy:
		m.closeWhy()
	case KeepShadow:
		m.keepShadow()
	case DropShadow:
		m.dropShadow()
	case SeekParting:
		m.seekParting()
	default:
		return false
	}
	m.Version.Page++
	return true
}

func (m *Model) ask(index int) {
	if index < 0 || index >= m.Run.Trace.Len() {
		return
	}
	m.asked = *m.Run.Trace.At(index)
	m.Why = m.Run.explain(index)
	m.do(Focus{FocusWhy})
}

func (m *Model) askSelected() {
	if m.Selected.Kind != MessageSelected {
		m.Notice = "Select a message first: then Y asks why."
		return
	}
	m.askMessage(m.Selected.Message)
}

func (m *Model) askMessage(message uint32) {
	tr := m.Run.Trace
	about := func(i int) bool { return tr.At(i).Message == message && cause.Askable(tr, i) }
	for i := m.Cursor.Events - 1; i >= 0; i-- {
		if about(i) {
			m.ask(i)
			return
		}
	}
	for i := m.Cursor.Events; i < tr.Len(); i++ {
		if about(i) {
			m.ask(i)
			return
		}
	}
	m.askDelivery(message)
}

// askDelivery explains the only delivery of a message to which nothing special
// happened, or its being written.
func (m *Model) askDelivery(message uint32) {
	tr, written := m.Run.Trace, -1
	for i := range tr.Len() {
		switch e := tr.At(i); {
		case e.Message != message:
		case e.Kind == trace.Delivered || e.Kind == trace.Fetched:
			m.ask(i)
			return
		case written < 0:
			written = i
		}
	}
	m.ask(written)
}

func (m *Model) closeWhy() {
	if m.Why != nil {
		m.Why = nil
		m.do(Focus{FocusAsked})
	}
}

// askAgain explains the same thing in a new run, where it happens there too.
func (m *Model) askAgain() {
	if m.Why == nil {
		return
	}
	m.Why = nil
	tr := m.Run.Trace
	for i := range tr.Len() {
		if e := tr.At(i); e.Kind == m.asked.Kind && e.Message == m.asked.Message && e.Delivery == m.asked.Delivery {
			m.Why = m.Run.explain(i)
			return
		}
	}
}

// Askable says whether a row of the log is one to ask Why about.
func (m *Model) Askable(index int) bool {
	return index >= 0 && index < m.Run.Trace.Len() && cause.Askable(m.Run.Trace, index)
}

func (r *Run) explain(index int) *Explanation {
	links := cause.Explain(r.Trace, index)
	x := &Explanation{Links: make([]WhyLink, len(links))}
	for i, l := range links {
		e := r.Trace.At(l.Event)
		x.Links[i] = WhyLink{l.Event, timeText(e.At), e.Kind, r.cause(l)}
	}
	x.Title = r.question(index, links)
	return x
}
