package play

import (
	"sort"
	"strings"
)

// Counter is a number of "So far".
type Counter struct {
	// Name is the measure's word: in-flight.
	Name, Label string
	Value       int
}

// Counters are the numbers of "So far". Those that most runs have at 0 are
// only there when they aren't. It follows Version.Events.
func (m *Model) Counters() []Counter {
	if m.Run == nil {
		return nil
	}
	t := m.state.Total
	counters := []Counter{
		{"written", "written", int(t.Written)},
		{"deliveries", "deliveries", int(t.Deliveries)},
		{"redeliveries", "redeliveries", int(t.Redeliveries)},
		{"acknowledged", "acknowledged", int(t.Acknowledged)},
		{"visible", "visible", int(t.Visible)},
		{"in-flight", "in flight", int(t.InFlight)},
	}
	for _, c := range []Counter{
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
