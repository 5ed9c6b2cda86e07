package play

import (
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Detail is a row of exact state.
type Detail struct {
	Label, Value string
	// Go is what clicking the row selects; zero where it doesn't.
	Go Selection
}

// Details is the exact state of the selected thing at the cursor. It follows
// Version.Events and, for times left, Version.Cursor.
func (m *Model) Details() []Detail {
	if m.Run == nil {
		return nil
	}
	switch m.Selected.Kind {
	case MessageSelected:
		return m.messageDetails(m.Selected.Message)
	case QueueSelected:
		return m.queueDetails(m.queueNamed(m.Selected.Name))
	case ActorSelected:
		return m.actorDetails(m.actorNamed(m.Selected.Name))
	}
	return nil
}

// choose selects a thing that the run has, or nothing.
func (m *Model) choose(s Selection) {
	if !m.has(s) || s == m.Selected {
		s = Selection{}
	}
	m.Selected = s
	m.searchHistory()
	m.look()
	if s.Kind != Nothing {
		m.do(Focus{FocusDetails})
	}
	m.Version.Page++
}

func (m *Model) has(s Selection) bool {
	switch s.Kind {
	case MessageSelected:
		return s.Message >= 1 && s.Message <= m.lastMessage()
	case QueueSelected:
		return s.Name != "" && m.queueNamed(s.Name) >= 0
	case ActorSelected:
		return m.actorNamed(s.Name) >= 0
	}
	return false
}

// lastMessage is the number of the last message that the run writes.
func (m *Model) lastMessage() uint32 {
	b := m.Run.Deliveries
	return uint32(b.PerBar * len(b.First))
}

// searchHistory looks for the events of the selected thing, or drops a
// selection that the run no longer has.
func (m *Model) searchHistory() {
	if !m.has(m.Selected) {
		m.Selected = Selection{}
	}
	var f filter
	switch m.Selected.Kind {
	case Nothing:
		m.history = search{}
		return
	case MessageSelected:
		f.messages = []uint32{m.Selected.Message}
	case QueueSelected:
		f.queues = []uint16{uint16(m.queueNamed(m.Selected.Name))}
	case ActorSelected:
		f.actors = []uint16{uint16(m.actorNamed(m.Selected.Name))}
	}
	m.history = newSearch(f, m.Run.Trace)
}

func (m *Model) messageDetails(number uint32) []Detail {
	for i := range m.state.Messages {
		if e := &m.state.Messages[i]; e.Place != trace.Free && e.Number == number {
			return m.presentDetails(e)
		}
	}
	for i := range m.state.Gone {
		if g := &m.state.Gone[i]; g.Number == number && m.isLastOf(i) {
			return m.goneDetails(g)
		}
	}
	if m.history.before(m.Cursor.Events) == 0 {
		return []Detail{{Label: "Where", Value: "not written yet"}}
	}
	return []Detail{{Label: "Where", Value: "gone"}}
}

// isLastOf says whether no later entry of Gone is of the same message, which
// leaves each queue it passes through.
func (m *Model) isLastOf(i int) bool {
	for _, later := range m.state.Gone[i+1:] {
		if later.Number == m.state.Gone[i].Number {
			return false
		}
	}
	return true
}

var places = map[trace.Place]string{
	trace.Delayed: "delayed", trace.Visible: "visible", trace.InFlight: "in flight",
	trace.AcknowledgedPlace: "acknowledged", trace.DeadLetteredPlace: "dead-lettered",
	trace.DroppedPlace: "turned away", trace.LostPlace: "lost", trace.ExpiredPlace: "expired", trace.MovedPlace: "sent again", trace.ParkedPlace: "parked",
}

func (m *Model) presentDetails(e *trace.Message) []Detail {
	rows := []Detail{
		{Label: "Where", Value: places[e.Place] + " since " + timeText(e.Since)},
		m.queueRow(e.Queue),
		{Label: "Body", Value: m.Run.Trace.Head.Body(e.Body)},
		{Label: "Written", Value: timeText(e.Written)},
		{Label: "Deliveries", Value: strconv.Itoa(int(e.Deliveries))},
		{Label: "Executions", Value: strconv.Itoa(int(e.Executions))},
	}
	if e.Priority > 0 {
		rows = append(rows, Detail{Label: "Priority", Value: strconv.Itoa(int(e.Priority))})
	}
	if e.Place == trace.InFlight {
		rows = append(rows, m.actorRow("Handed to", e.Holder), Detail{Label: "Lease", Value: m.leaseText(e.LeaseEnd)})
	}
	return rows
}

func (m *Model) goneDetails(g *trace.Gone) []Detail {
	return []Detail{
		{Label: "Where", Value: places[g.Place] + " at " + timeText(g.At)},
		m.queueRow(g.Queue),
		{Label: "Deliveries", Value: strconv.Itoa(int(g.Deliveries))},
	}
}

func (m *Model) queueRow(q uint16) Detail {
	name := m.Run.queue(q)
	return Detail{"Queue", name, Selection{Kind: QueueSelected, Name: name}}
}

func (m *Model) actorRow(label string, a uint16) Detail {
	name := m.Run.actor(a)
	return Detail{label, name, Selection{Kind: ActorSelected, Name: name}}
}

func messageRow(label string, number uint32) Detail {
	return Detail{label, strconv.Itoa(int(number)), Selection{Kind: MessageSelected, Message: number}}
}

// leaseText says when a lease ends and how much of it is left.
func (m *Model) leaseText(end int64) string {
	if end == trace.Never {
		return "until the connection closes"
	}
	left := time.Duration(end) - m.Cursor.At
	if left < 0 {
		return "ended at " + timeText(time.Duration(end))
	}
	return "ends at " + timeText(time.Duration(end)) + ", " + timeText(left) + " left"
}

func (m *Model) queueDetails(q int) []Detail {
	s, h := &m.state.Queues[q], &m.Run.Trace.Head.Queues[q]
	visibility := "none"
	if h.Visibility > 0 {
		visibility = timeText(h.Visibility)
	}
	rows := []Detail{
		{Label: "Depth", Value: strconv.Itoa(int(s.Depth()))},
		{Label: "Visible", Value: strconv.Itoa(int(s.Visible))},
		{Label: "In flight", Value: strconv.Itoa(int(s.InFlight))},
		{Label: "Delayed", Value: strconv.Itoa(int(s.Delayed))},
		{Label: "Written", Value: strconv.Itoa(int(s.Written))},
		{Label: "Deliveries", Value: strconv.Itoa(int(s.Deliveries))},
		{Label: "Redeliveries", Value: strconv.Itoa(int(s.Redeliveries))},
		{Label: "Acknowledged", Value: strconv.Itoa(int(s.Acknowledged))},
		{Label: "Late acknowledgements refused", Value: strconv.Itoa(int(s.Refused))},
		{Label: "Dead-lettered", Value: strconv.Itoa(int(s.DeadLettered))},
		{Label: "Visibility timeout", Value: visibility},
	}
	return append(rows, m.queueWorldDetails(q)...)
}

func (m *Model) actorDetails(a int) []Detail {
	s, h := &m.state.Actors[a], &m.Run.Trace.Head.Actors[a]
	switch h.Role {
	case trace.Producer:
		return []Detail{m.whereTo(a), {Label: "Written", Value: strconv.Itoa(int(s.Written))}}
	case trace.Relay, trace.Member:
		return m.otherDetails(a)
	}
	rows := []Detail{
		{Label: "Doing", Value: strings.TrimPrefix(m.doing(a), "is ")},
		m.queueRow(h.Queue),
		{Label: "Deliveries", Value: strconv.Itoa(int(s.Deliveries))},
		{Label: "Executions", Value: strconv.Itoa(int(s.Executions))},
		{Label: "Acknowledged", Value: strconv.Itoa(int(s.Acknowledged))},
		{Label: "In flight for it", Value: strconv.Itoa(int(s.Holding))},
	}
	if s.Message != 0 {
		rows = append(rows, messageRow("Message", s.Message), Detail{Label: "Lease", Value: m.leaseText(s.LeaseEnd)})
	}
	return rows
}

// doing is what a consumer does at the cursor, in a few words that follow its
// name or stand alone.
func (m *Model) doing(a int) string {
	s := &m.state.Actors[a]
	switch s.Status {
	case trace.NotStarted:
		return "has not started"
	case trace.Working:
		return "is working" + m.onWhat(a) + ", until " + timeText(s.StepEnd)
	case trace.CrashedStatus:
		return "has crashed at " + timeText(s.Since)
	case trace.StoppedStatus:
		return "has stopped"
	}
	if s.Message != 0 {
		return "is working" + m.onWhat(a)
	}
	return "is idle since " + timeText(s.Since)
}
