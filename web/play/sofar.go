package play

import (
	"sort"
	"strings"

	"github.com/queuelab/queuelab/core/trace"
)

// Counter is a number of "So far".
type Counter struct {
	// Name is the measure's word: in-flight.
	Name, Label string
	Value       int
}

// Counters are the numbers of "So far": of the queues, of the logs, or of both.
// Those that most runs have at 0 are only there when they aren't. It follows
// Version.Events.
func (m *Model) Counters() []Counter {
	if m.Run == nil {
		return nil
	}
	var counters []Counter
	h := &m.Run.Trace.Head
	if len(h.Queues) > 0 || len(h.Logs) == 0 {
		counters = m.queueCounters()
	}
	if len(h.Logs) > 0 {
		counters = append(counters, m.logCounters()...)
	}
	return append(counters, m.rareCounters()...)
}

// queueCounters leaves out what the run's groups read, which the state's total has too.
func (m *Model) queueCounters() []Counter {
	t, read := m.state.Total, m.reads()
	return []Counter{
		{"written", "written", int(t.Written)},
		{"deliveries", "deliveries", int(t.Deliveries - read.Deliveries)},
		{"redeliveries", "redeliveries", int(t.Redeliveries - read.Redeliveries)},
		{"acknowledged", "acknowledged", int(t.Acknowledged)},
		{"visible", "visible", int(t.Visible)},
		{"in-flight", "in flight", int(t.InFlight)},
	}
}

// reads are the deliveries in no queue: those of records.
func (m *Model) reads() (c trace.Counts) {
	c.Deliveries, c.Redeliveries = m.state.Total.Deliveries, m.state.Total.Redeliveries
	for i := range m.state.Queues {
		c.Deliveries -= m.state.Queues[i].Deliveries
		c.Redeliveries -= m.state.Queues[i].Redeliveries
	}
	return c
}

func (m *Model) logCounters() []Counter {
	read, commits := m.reads(), 0
	for i, a := range m.Run.Trace.Head.Actors {
		if a.Role == trace.Member {
			commits += int(m.state.Actors[i].Acknowledged)
		}
	}
	return []Counter{
		{"appended", "appended", sum(m.state.Ends)},
		{"reads", "reads", int(read.Deliveries)},
		{"read-again", "read again", int(read.Redeliveries)},
		{"commits", "commits", commits},
		{"lag", "lag", int(m.lag().Total)},
	}
}

func sum(counts []int64) (n int) {
	for _, c := range counts {
		n += int(c)
	}
	return n
}

func (m *Model) rareCounters() (counters []Counter) {
	t := m.state.Total
	for _, c := range []Counter{
		{"trimmed", "dropped by retention", sum(m.state.Starts)},
		{"delayed", "delayed", int(t.Delayed)},
		{"refused", "refused", int(t.Refused)},
		{"dead-lettered", "dead-lettered", int(t.DeadLettered)},
		{"dropped", "turned away", int(t.Dropped)},
		{"lost", "lost", int(t.Lost)},
		{"sent", "sent for good", int(m.state.Sends)},
	} {
		if c.Value > 0 {
			counters = append(counters, c)
		}
	}
	return counters
}

// ConsoleLine is a line of the console.
type ConsoleLine struct {
	Text string
	// Index is what SeekEvent takes; -1 where no event came before the line.
	Index int
	// Past says that the cursor has come to it.
	Past bool
}

// Console is a part of the console: at most count lines from the line with
// place first on, those after the cursor included. It follows Version.Events.
func (m *Model) Console(first, count int) []ConsoleLine {
	if m.Run == nil {
		return nil
	}
	all := m.Run.Console
	first = min(max(first, 0), len(all))
	last := min(first+max(count, 0), len(all))
	past := m.ConsolePlace()
	lines := make([]ConsoleLine, 0, last-first)
	for i := first; i < last; i++ {
		lines = append(lines, ConsoleLine{all[i].Text, all[i].Event - 1, i < past})
	}
	return lines
}

// ConsolePlace is how many lines the console has at the cursor.
func (m *Model) ConsolePlace() int {
	if m.Run == nil {
		return 0
	}
	all := m.Run.Console
	return sort.Search(len(all), func(i int) bool {
		return all[i].Event > m.Cursor.Events || all[i].At > m.Cursor.At
	})
}

// ConsoleText is the console of the whole run, as the command line prints it.
func (m *Model) ConsoleText() string {
	if m.Run == nil {
		return ""
	}
	var b strings.Builder
	for _, l := range m.Run.Console {
		b.WriteString(l.Text)
		b.WriteByte('\n')
	}
	return b.String()
}
