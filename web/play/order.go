package play

import (
	"fmt"

	"github.com/queuelab/queuelab/core/cause"
	"github.com/queuelab/queuelab/core/scenario"
)

// Overtaking is a pair of messages that were finished in the wrong order.
type Overtaking struct {
	// Text names the pair and Cause what was behind it.
	Text, Cause string
	// Index is the earlier message's late end, CauseIndex where the cause
	// shows: what SeekEvent takes.
	Index, CauseIndex int
}

// overtakings is the most pairs that are listed.
const overtakings = 40

// Overtakings lists the pairs of messages that were finished in another order
// than they were written in, and how many there are in all. It follows Version.Run.
func (m *Model) Overtakings() (list []Overtaking, total int) {
	if m.Run == nil || m.Run.Report == nil {
		return nil, 0
	}
	v, err := m.Run.Report.Measure(scenario.Measure{Name: scenario.Inversions})
	if err != nil || v.N == 0 {
		return nil, 0
	}
	if m.inquiry.ordered != m.Run {
		m.inquiry.ordered, m.inquiry.order = m.Run, m.Run.overtakings()
	}
	return m.inquiry.order, int(v.N)
}

func (r *Run) overtakings() []Overtaking {
	var list []Overtaking
	for _, p := range cause.Inversions(r.Trace, overtakings) {
		list = append(list, Overtaking{
			Text: fmt.Sprintf("Message %d was done at %s, after message %d at %s",
				p.Earlier, r.at(p.EarlierDone), p.Later, r.at(p.LaterDone)),
			Cause: r.reason(p),
			Index: p.EarlierDone, CauseIndex: p.Cause,
		})
	}
	return list
}

func (r *Run) at(event int) string { return timeText(r.Trace.At(event).At) }

func (r *Run) reason(p cause.Inversion) string {
	w := words{r, r.Trace.At(p.Cause)}
	switch p.Reason {
	case cause.Priority:
		return fmt.Sprintf("priority: message %d went first", p.Later)
	case cause.Requeued:
		return fmt.Sprintf("requeued: %s rejected message %d at %s", w.who(), p.Earlier, r.at(p.Cause))
	case cause.Redelivered:
		return fmt.Sprintf("redelivered: message %d came back at %s", p.Earlier, r.at(p.Cause))
	case cause.InHand:
		return fmt.Sprintf("waited in the hand of %s: begun at %s", w.who(), r.at(p.Cause))
	case cause.Slower:
		return fmt.Sprintf("work took longer: %s against %s", r.lasted(p.EarlierBegun, p.EarlierDone), r.lasted(p.LaterBegun, p.LaterDone))
	}
	return fmt.Sprintf("handed out later: message %d at %s", p.Earlier, r.at(p.Cause))
}

// lasted is the time between two events.
func (r *Run) lasted(from, to int) string {
	return timeText(r.Trace.At(to).At - r.Trace.At(from).At)
}
