package play

import (
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// LogView is a log with the groups that read it, at the cursor.
type LogView struct {
	Name       string
	Partitions []Span
	Groups     []GroupView
}

// Span is what a partition holds: the records from position Start to before End.
type Span struct{ Start, End int64 }

// GroupView is where a group is in a log.
type GroupView struct {
	// Group is its place in the trace's head.
	Group int
	Name  string
	// Joined says that it has begun to read.
	Joined bool
	// Committed and Read are its positions by partition: what it goes on from
	// after a crash, and the next one to be read.
	Committed, Read []int64
	// Lag is how many records it has not committed, over all partitions.
	Lag int64
	// Longest is the longest partition's end: the greatest position to go to.
	Longest int64
}

// SeekGroup sets a group's position by hand, now and in every partition.
type SeekGroup struct {
	Group string
	To    int64
}

func (SeekGroup) message() {}

// Logs are the logs at the cursor. It follows Version.Events.
func (m *Model) Logs() []LogView {
	if m.Run == nil {
		return nil
	}
	h := &m.Run.Trace.Head
	views := make([]LogView, len(h.Logs))
	for i, l := range h.Logs {
		v := &views[i]
		v.Name = l.Name
		for p := range l.Partitions {
			v.Partitions = append(v.Partitions, Span{m.state.Starts[l.First+p], m.state.Ends[l.First+p]})
		}
		for g := range h.Groups {
			if int(h.Groups[g].Log) == i {
				v.Groups = append(v.Groups, m.groupView(g, v.Partitions))
			}
		}
	}
	return views
}

func (m *Model) groupView(g int, spans []Span) GroupView {
	h := &m.Run.Trace.Head.Groups[g]
	v := GroupView{Group: g, Name: h.Name, Joined: m.joined(g), Lag: m.state.Lag(&m.Run.Trace.Head, g, -1).Total}
	for p, s := range spans {
		at, read := m.state.Positions[h.First+p], m.state.Reads[h.First+p]
		v.Committed, v.Read = append(v.Committed, at), append(v.Read, read)
		v.Longest = max(v.Longest, s.End)
	}
	return v
}

// joined says whether any member of the group has started.
func (m *Model) joined(g int) bool {
	for i, a := range m.Run.Trace.Head.Actors {
		if a.Role == trace.Member && int(a.LogGroup) == g && m.state.Actors[i].Status != trace.NotStarted {
			return true
		}
	}
	return false
}

// seekGroup writes the line for it. Going on at the same instant replaces what
// the same gesture did before.
func (m *Model) seekGroup(name string, to int64) {
	g := m.groupNamed(name)
	if g < 0 {
		m.Notice = "There is no group " + name + "."
		return
	}
	to = max(0, min(to, m.longest(g)))
	what := "seek " + name + " to "
	label := name + " set to position " + strconv.FormatInt(to, 10)
	if line, ok := m.lastSeek(what); ok {
		next := m.Draft
		next.Lines = append([]string(nil), m.Draft.Lines...)
		next.Lines[len(next.Lines)-1] = line + strconv.FormatInt(to, 10)
		if m.tryAt(next, label, "", "", m.atAnchor) {
			m.Notice = sentence(label)
		}
		return
	}
	m.strike(what+strconv.FormatInt(to, 10), label, func(tr *trace.Trace, e *trace.Event) bool {
		return e.Kind == trace.Assigned && int(tr.Head.Actors[e.Actor].LogGroup) == g
	})
}

// lastSeek is the last line added, without its position, where it is a seek of
// the same group at the cursor's instant.
func (m *Model) lastSeek(what string) (string, bool) {
	n := len(m.Draft.Lines)
	if n == 0 {
		return "", false
	}
	line := m.Draft.Lines[n-1]
	i := strings.Index(line, " "+what)
	if i < 0 || !strings.HasPrefix(line, "at "+scenario.FormatDuration(m.Cursor.At)+" ") {
		return "", false
	}
	return line[:i+1+len(what)], true
}

func (m *Model) groupNamed(name string) int {
	for i, g := range m.Run.Trace.Head.Groups {
		if g.Name == name {
			return i
		}
	}
	return -1
}

// longest is the end of the longest partition that a group reads.
func (m *Model) longest(g int) int64 {
	l := m.Run.Trace.Head.Logs[m.Run.Trace.Head.Groups[g].Log]
	most := int64(0)
	for p := range l.Partitions {
		most = max(most, m.state.Ends[l.First+p])
	}
	return most
}
