package play

import (
	"slices"
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
func (m *Model) Counters() (counters []Counter) {
	if m.Run == nil {
		return nil
	}
	if !m.LogsAlone() {
		counters = append(counters, m.queueCounters()...)
	}
	if len(m.Run.Trace.Head.Logs) > 0 {
		counters = append(counters, m.logCounters()...)
	}
	for _, c := range m.rareCounters() {
		if c.Value > 0 {
			counters = append(counters, c)
		}
	}
	return counters
}

// counted gives counters their values.
func counted(names []Counter, values ...uint32) []Counter {
	counters := slices.Clone(names)
	for i, v := range values {
		counters[i].Value = int(v)
	}
	return counters
}

var queueNames = []Counter{
	{Name: "written", Label: "written"},
	{Name: "deliveries", Label: "deliveries"},
	{Name: "redeliveries", Label: "redeliveries"},
	{Name: "acknowledged", Label: "acknowledged"},
	{Name: "visible", Label: "visible"},
	{Name: "in-flight", Label: "in flight"},
}

// queueCounters leaves out what groups have read, which the state's total has too.
func (m *Model) queueCounters() []Counter {
	t := &m.state.Total
	reads, again := m.reads()
	return counted(queueNames, t.Written, t.Deliveries-reads, t.Redeliveries-again, t.Acknowledged, t.Visible, t.InFlight)
}

// reads are the deliveries and redeliveries in no queue: those of records.
func (m *Model) reads() (reads, again uint32) {
	reads, again = m.state.Total.Deliveries, m.state.Total.Redeliveries
	for i := range m.state.Queues {
		reads -= m.state.Queues[i].Deliveries
		again -= m.state.Queues[i].Redeliveries
	}
	return reads, again
}

var logNames = []Counter{
	{Name: "appended", Label: "appended"},
	{Name: "reads", Label: "reads"},
	{Name: "read-again", Label: "read again"},
	{Name: "commits", Label: "commits"},
	{Name: "lag", Label: "lag"},
}

func (m *Model) logCounters() []Counter {
	reads, again := m.reads()
	return counted(logNames, sum(m.state.Ends), reads, again, m.commits(), uint32(m.lag().Total))
}

func (m *Model) commits() (n uint32) {
	for i := range m.state.Actors {
		if m.Run.Trace.Head.Actors[i].Role == trace.Member {
			n += m.state.Actors[i].Acknowledged
		}
	}
	return n
}

func sum(counts []int64) (n uint32) {
	for _, c := range counts {
		n += uint32(c)
	}
	return n
}

var rareNames = []Counter{
	{Name: "trimmed", Label: "dropped by retention"},
	{Name: "delayed", Label: "delayed"},
	{Name: "refused", Label: "refused"},
	{Name: "dead-lettered", Label: "dead-lettered"},
	{Name: "dropped", Label: "turned away"},
	{Name: "lost", Label: "lost"},
	{Name: "sent", Label: "sent for good"},
}

func (m *Model) rareCounters() []Counter {
	t := &m.state.Total
	return counted(rareNames, sum(m.state.Starts), t.Delayed, t.Refused, t.DeadLettered, t.Dropped, t.Lost, m.state.Sends)
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
