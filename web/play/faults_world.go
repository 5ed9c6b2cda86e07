package play

import (
	"slices"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Faults of brokers, and what can be done about dead letters.
type (
	// RestartQueue restarts the broker of a queue now.
	RestartQueue struct{ Queue string }
	// Resend takes what lies in a queue, dead letters mostly, and writes it to another.
	Resend struct{ From, To string }
)

func (RestartQueue) message() {}
func (Resend) message()       {}

// changeWorld handles the changes that concern handlers, brokers and logs.
func (m *Model) changeWorld(msg Msg) {
	switch msg := msg.(type) {
	case CrashAtGap:
		m.crashAtGap(msg.Name, msg.Line)
	case SeekGroup:
		m.seekGroup(msg.Group, msg.To)
	case RestartQueue:
		m.restart(msg.Queue)
	case Resend:
		m.resend(msg.From, msg.To)
	}
}

func (m *Model) restart(queue string) {
	q := m.queueNamed(queue)
	m.strike("restart "+queue, "restart of "+queue, func(_ *trace.Trace, e *trace.Event) bool {
		return int(e.Queue) == q && slices.Contains([]trace.Kind{trace.Restarted, trace.Returned, trace.Lost}, e.Kind)
	})
}

func (m *Model) resend(from, to string) {
	m.strike("resend "+from+" to "+to, "what lay in "+from+" sent again to "+to, func(_ *trace.Trace, e *trace.Event) bool {
		return e.Kind == trace.Moved || e.Kind == trace.Written && e.Actor == trace.NoActor
	})
}

// brokerFaults are the buttons that the queues have.
func (m *Model) brokerFaults() []FaultButton {
	var list []FaultButton
	queues := m.Run.Scenario.Queues
	for _, q := range queues {
		if !q.Direct {
			list = append(list, FaultButton{"Restart " + q.Name, RestartQueue{q.Name}, ""})
		}
	}
	for _, q := range queues {
		if q.DeadLetter < 0 || q.DeadLetter >= len(queues) {
			continue
		}
		dead, why := queues[q.DeadLetter].Name, ""
		if m.state.Queues[q.DeadLetter].Visible == 0 {
			why = "nothing lies in " + dead
		}
		list = append(list, FaultButton{"Send again: " + dead + " to " + q.Name, Resend{dead, q.Name}, why})
	}
	return list
}

// takesHand says whether messages can be written to a queue by hand: not to one
// that only gets dead letters.
func (m *Model) takesHand(queue int) bool {
	return !slices.ContainsFunc(m.Run.Scenario.Queues, func(q scenario.Queue) bool { return q.DeadLetter == queue })
}
