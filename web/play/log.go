package play

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// searchEvents is how many events one Update looks through for a filter.
const searchEvents = 200_000

// filter says which events of a trace are shown. The zero value lets all through.
type filter struct {
	kinds          map[trace.Kind]bool // nil: all
	actors, queues []uint16
	messages       []uint32
}

// parseFilter reads words: the number of a message (2 or #2), the name of an
// actor or a queue, or the beginning of a word of a kind of event. Words of one sort
// widen the filter, those of different sorts narrow it.
func parseFilter(query string, h *trace.Head) (filter, error) {
	var f filter
	for _, word := range strings.Fields(strings.ToLower(query)) {
		if word == "message" {
			continue
		}
		if !f.add(word, h) {
			return f, fmt.Errorf("“%s” is no message's number, no name, and no kind of event", short(word))
		}
	}
	return f, nil
}

func (f *filter) add(word string, h *trace.Head) bool {
	if n, err := strconv.ParseUint(strings.TrimPrefix(word, "#"), 10, 32); err == nil {
		f.messages = append(f.messages, uint32(n))
		return true
	}
	return f.addName(word, h) || f.addKind(word)
}

func (f *filter) addName(word string, h *trace.Head) bool {
	found := false
	for i := range h.Actors {
		if a := &h.Actors[i]; strings.ToLower(a.Name) == word || strings.ToLower(a.Group) == word {
			f.actors, found = append(f.actors, uint16(i)), true
		}
	}
	for i := range h.Queues {
		if strings.ToLower(h.Queues[i].Name) == word {
			f.queues, found = append(f.queues, uint16(i)), true
		}
	}
	return found
}

func (f *filter) addKind(word string) bool {
	found := false
	for _, k := range trace.Kinds() {
		if hasWord(k.String(), word) {
			if f.kinds == nil {
				f.kinds = map[trace.Kind]bool{}
			}
			f.kinds[k], found = true, true
		}
	}
	return found
}

// hasWord says whether a word of a kind's name begins so.
func hasWord(name, start string) bool {
	for w := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == ' ' || r == '-' }) {
		if strings.HasPrefix(w, start) {
			return true
		}
	}
	return strings.HasPrefix(name, start)
}

func (f *filter) all() bool {
	return f.kinds == nil && f.actors == nil && f.queues == nil && f.messages == nil
}

func (f *filter) passes(e *trace.Event) bool {
	return (f.kinds == nil || f.kinds[e.Kind]) && oneOf(f.actors, e.Actor) &&
		oneOf(f.queues, e.Queue) && oneOf(f.messages, e.Message)
}

// oneOf says whether a list has a value; an empty list has all.
func oneOf[T comparable](list []T, value T) bool {
	for _, v := range list {
		if v == value {
			return true
		}
	}
	return len(list) == 0
}

// search is what a filter lets through, found a slice at a time.
type search struct {
	filter filter
	// found are the events that pass, by index, among the first seen ones.
	// It is not kept for a filter that lets all through.
	found []int32
	seen  int
	total int
}

func newSearch(f filter, tr *trace.Trace) search {
	if f.all() {
		return search{filter: f, seen: tr.Len(), total: tr.Len()}
	}
	return search{filter: f, total: tr.Len()}
}

// slice looks through so many events more and says whether that was all.
func (s *search) slice(tr *trace.Trace) bool {
	for end := min(s.seen+searchEvents, s.total); s.seen < end; s.seen++ {
		if s.filter.passes(tr.At(s.seen)) {
			s.found = append(s.found, int32(s.seen))
		}
	}
	return s.seen == s.total
}

func (s *search) len() int {
	if s.filter.all() {
		return s.seen
	}
	return len(s.found)
}

// event is the index of the event in place i.
func (s *search) event(i int) int {
	if s.filter.all() {
		return i
	}
	return int(s.found[i])
}

// before counts the found events among a trace's first so many.
func (s *search) before(events int) int {
	return sort.Search(s.len(), func(i int) bool { return s.event(i) >= events })
}

func (m *Model) setFilter(query string) {
	m.Query = query
	m.searchLog()
	m.look()
	m.Version.Page++
}

func (m *Model) searchLog() {
	f, err := parseFilter(m.Query, &m.Run.Trace.Head)
	m.problem = ""
	if err != nil {
		m.problem = sentence(err.Error())
		m.log = search{filter: filter{kinds: map[trace.Kind]bool{}}}
		return
	}
	m.log = newSearch(f, m.Run.Trace)
}

// searchAgain looks through a new run.
func (m *Model) searchAgain() {
	m.searchLog()
	m.searchHistory()
	m.look()
}

// look goes on with the searches for a slice, and asks for another turn where
// they are not through.
func (m *Model) look() {
	if m.Run == nil {
		return
	}
	tr := m.Run.Trace
	if !m.log.slice(tr) || !m.history.slice(tr) {
		m.again()
	}
}

// LogRow is a line of the event log or of a history.
type LogRow struct {
	// Index is the event's place in the trace: what SeekEvent takes.
	Index int
	At    time.Duration
	// Time is At as the page writes it: 22 ms.
	Time string
	Kind trace.Kind
	// Who is the actor's name, or the queue's where no actor acts.
	Who     string
	Message uint32
	// Text is the event in words, without the time.
	Text string
	// Past says that the event is not after the cursor.
	Past bool
}

// LogWindow is a part of the filtered log.
type LogWindow struct {
	Rows []LogRow
	// First is the place of the first row among the Total that pass the filter.
	First, Total int
	// Searching says that the filter has not been through the whole trace yet.
	Searching bool
	// Problem says what the filter could not make sense of; empty otherwise.
	Problem string
}

// Log is a part of the event log: at most count rows that pass the filter, from
// the row with place first on.
func (m *Model) Log(first, count int) LogWindow {
	w := m.window(&m.log, first, count)
	w.Problem = m.problem
	return w
}

// LogPlace is the place, among the rows that pass the filter, of the last event
// not after the cursor; -1 before the first.
func (m *Model) LogPlace() int { return m.log.before(m.Cursor.Events) - 1 }

// History is a part of the selected thing's events, like Log; empty where
// nothing is selected.
func (m *Model) History(first, count int) LogWindow {
	if m.Selected.Kind == Nothing {
		return LogWindow{}
	}
	return m.window(&m.history, first, count)
}

func (m *Model) window(s *search, first, count int) LogWindow {
	if m.Run == nil {
		return LogWindow{}
	}
	first = min(max(first, 0), s.len())
	last := min(first+max(count, 0), s.len())
	w := LogWindow{First: first, Total: s.len(), Searching: s.seen < s.total}
	for i := first; i < last; i++ {
		w.Rows = append(w.Rows, m.row(s.event(i)))
	}
	return w
}

func (m *Model) row(i int) LogRow {
	e := m.Run.Trace.At(i)
	who := m.Run.actor(e.Actor)
	if e.Actor == trace.NoActor {
		who = m.Run.queue(e.Queue)
	}
	return LogRow{
		Index: i, At: e.At, Time: timeText(e.At), Kind: e.Kind, Who: who,
		Message: e.Message, Text: m.Run.Text(i), Past: i < m.Cursor.Events,
	}
}
