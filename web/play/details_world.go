package play

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/trace"
)

// queueWorldDetails are the rows of a queue that few queues have.
func (m *Model) queueWorldDetails(q int) []Detail {
	s, d := &m.state.Queues[q], &m.Run.Scenario.Queues[q]
	var rows []Detail
	add := func(label, value string, there bool) {
		if there {
			rows = append(rows, Detail{Label: label, Value: value})
		}
	}
	add("Turned away", strconv.Itoa(int(s.Dropped)), s.Dropped > 0)
	add("Lost", strconv.Itoa(int(s.Lost)), s.Lost > 0)
	add("Sent again", strconv.Itoa(int(s.Moved)), s.Moved > 0)
	add("Durable", "outlives a restart of its broker", d.Durable)
	add("Direct", "hands over at once, or turns away", d.Direct)
	add("Single active consumer", "gives messages to one of its consumers only", d.SingleActive)
	add("Most deliveries", strconv.Itoa(d.MaxDeliveries), d.MaxDeliveries > 0)
	if d.DeadLetter >= 0 && d.DeadLetter < len(m.Run.Trace.Head.Queues) {
		row := m.queueRow(uint16(d.DeadLetter))
		row.Label = "Dead letters go to"
		rows = append(rows, row)
	}
	return rows
}

// whereTo is what a producer writes to.
func (m *Model) whereTo(actor int) Detail {
	sc := m.Run.Scenario
	for i := range sc.Producers {
		p := &sc.Producers[i]
		switch {
		case p.Name != m.Run.Trace.Head.Actors[actor].Name:
		case p.Exchange >= 0 && p.Exchange < len(sc.Exchanges):
			return Detail{Label: "Publishes to", Value: "exchange " + sc.Exchanges[p.Exchange].Name}
		case p.Log >= 0 && p.Log < len(sc.Logs):
			return Detail{Label: "Appends to", Value: "log " + sc.Logs[p.Log].Name}
		}
	}
	return m.queueRow(m.Run.Trace.Head.Actors[actor].Queue)
}

// otherDetails are the rows of a relay, or of a member of a group.
func (m *Model) otherDetails(a int) []Detail {
	s, h := &m.state.Actors[a], &m.Run.Trace.Head.Actors[a]
	rows := []Detail{{Label: "Doing", Value: strings.TrimPrefix(m.doing(a), "is ")}}
	if h.Role == trace.Relay {
		for _, r := range m.Run.Scenario.Relays {
			if r.Name == h.Name {
				rows = append(rows, Detail{Label: "Reads", Value: m.Run.Scenario.Tables[r.Table].Name})
			}
		}
		return rows
	}
	g := &m.Run.Trace.Head.Groups[h.LogGroup]
	return append(rows,
		Detail{Label: "Group", Value: g.Name},
		Detail{Label: "Reads", Value: m.Run.Trace.Head.Logs[g.Log].Name},
		Detail{Label: "Records read", Value: strconv.Itoa(int(s.Deliveries))},
		Detail{Label: "Records done", Value: strconv.Itoa(int(s.Executions))},
		Detail{Label: "Positions committed", Value: strconv.Itoa(int(s.Acknowledged))})
}

// onWhat is what an actor works on: on message 3, on record 3; for a relay its step.
func (m *Model) onWhat(a int) string {
	s, h := &m.state.Actors[a], &m.Run.Trace.Head.Actors[a]
	switch {
	case h.Role == trace.Relay:
		return ", at " + h.Steps[min(int(s.Step), len(h.Steps)-1)]
	case h.Role == trace.Member:
		return fmt.Sprintf(" on record %d", s.Message)
	}
	return fmt.Sprintf(" on message %d", s.Message)
}

// worldSummaries tell of logs, tables and mailboxes.
func (m *Model) worldSummaries() []string {
	parts := m.routeSummaries()
	for _, l := range m.Logs() {
		n := int64(0)
		for _, p := range l.Partitions {
			n += p.End - p.Start
		}
		parts = append(parts, "Log "+l.Name+" holds "+plural(int(n), "record")+".")
		for _, g := range l.Groups {
			if g.Joined {
				parts = append(parts, fmt.Sprintf("%s is %d behind.", g.Name, g.Lag))
			}
		}
	}
	for _, t := range m.Tables() {
		if text := tableSummary(t); text != "" {
			parts = append(parts, text)
		}
	}
	return parts
}

func tableSummary(t TableView) string {
	switch t.Kind {
	case trace.Mailbox:
		return fmt.Sprintf("%s: %d sent.", t.Name, t.Count)
	case trace.Outbox:
		return fmt.Sprintf("Outbox %s: %d published, %d waiting.", t.Name, t.Published, t.Waiting)
	case trace.Balance:
		if len(t.Rows) == 1 && len(t.Rows[0].Cells) == 1 {
			return t.Name + " is " + t.Rows[0].Cells[0].Text + "."
		}
	}
	return ""
}

// routeSummaries tell what the exchanges pass on, and to which queues.
func (m *Model) routeSummaries() []string {
	var parts []string
	for _, x := range m.Run.Scenario.Exchanges {
		var to []string
		for _, b := range x.Bindings {
			text := m.Run.queue(uint16(b.Queue))
			if b.Key != "" {
				text += " by " + b.Key
			}
			to = append(to, text)
		}
		if len(to) > 0 {
			parts = append(parts, "Exchange "+x.Name+" passes on to "+strings.Join(to, ", ")+".")
		}
	}
	return parts
}
