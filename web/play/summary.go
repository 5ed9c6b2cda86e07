package play

import (
	"fmt"
	"strings"

	"github.com/queuelab/queuelab/core/trace"
)

// summaryActors is how many consumers a summary tells of one by one.
const summaryActors = 10

// Summary is the stage in words, for a reader who doesn't see it. It follows
// Version.Events.
func (m *Model) Summary() string {
	if m.Run == nil {
		return ""
	}
	parts := []string{"At " + timeText(m.Cursor.At) + "."}
	for i := range m.Run.Trace.Head.Queues {
		parts = append(parts, m.queueSummary(i))
	}
	parts = append(parts, m.actorSummaries()...)
	parts = append(parts, m.worldSummaries()...)
	if h := &m.Run.Trace.Head; len(h.Queues) > 0 || len(h.Logs) == 0 {
		parts = append(parts, m.goneSummary())
	}
	return strings.Join(parts, " ")
}

func (m *Model) queueSummary(q int) string {
	c := m.state.Queues[q].Counts
	text := "Queue " + m.Run.Trace.Head.Queues[q].Name + " holds "
	if c.Depth() == 0 {
		return text + "nothing."
	}
	text += fmt.Sprintf("%s: %d visible, %d in flight", plural(int(c.Depth()), "message"), c.Visible, c.InFlight)
	if c.Delayed > 0 {
		text += fmt.Sprintf(", %d delayed", c.Delayed)
	}
	return text + "."
}

func (m *Model) actorSummaries() []string {
	var parts []string
	more := 0
	for i, a := range m.Run.Trace.Head.Actors {
		switch {
		case a.Role == trace.Producer:
		case len(parts) == summaryActors:
			more++
		default:
			parts = append(parts, a.Name+" "+m.doing(i)+".")
		}
	}
	if more > 0 {
		parts = append(parts, "And "+plural(more, "consumer")+" more.")
	}
	return parts
}

func (m *Model) goneSummary() string {
	t := m.state.Total
	text := fmt.Sprintf("%d of %s acknowledged", t.Acknowledged, plural(int(t.Written), "message"))
	if t.DeadLettered > 0 {
		text += fmt.Sprintf(", %d dead-lettered", t.DeadLettered)
	}
	return text + "."
}
