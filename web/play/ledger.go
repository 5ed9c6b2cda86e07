package play

import (
	"sort"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// LedgerRow holds what should have come of a run against what did.
type LedgerRow struct {
	// Name is a short word for the row: lost.
	Name, Label string
	// Expected is what should be at the end; Now is what is at the cursor, empty
	// where that is not known, and End what is at the end.
	Expected, Now, End string
	// Bad says that the end is not what was expected.
	Bad bool
}

// tally is a count that grows by one at each of its events.
type tally []int32

func (t tally) at(events int) int {
	return sort.Search(len(t), func(i int) bool { return int(t[i]) >= events })
}

// books are the events that the ledger counts, found a slice at a time.
type books struct {
	seen int
	// written are messages that somebody wrote, done those worked on for the
	// first time, again all later times.
	written, done, again, lost, dropped, refused tally
	// saved are lost messages that are done or written again all the same.
	saved tally
	first map[piece]bool
	gone  map[uint32]bool
	known uint32
}

// piece is a message, or a record as one group reads it.
type piece struct {
	group   uint16
	message uint32
}

// booking goes through the trace, so many events at a time.
func (r *Run) booking() func(events int) bool {
	r.books.first, r.books.gone = map[piece]bool{}, map[uint32]bool{}
	return func(events int) bool {
		for end := min(r.books.seen+events, r.Trace.Len()); r.books.seen < end; r.books.seen++ {
			r.books.add(&r.Trace.Head, r.Trace.At(r.books.seen), int32(r.books.seen))
		}
		if r.books.seen < r.Trace.Len() {
			return false
		}
		r.books.first, r.books.gone = nil, nil
		return true
	}
}

func (b *books) add(h *trace.Head, e *trace.Event, i int32) {
	switch e.Kind {
	case trace.Written:
		b.save(e.Message, i)
		if e.Actor != trace.NoActor && e.Message > b.known {
			b.known = e.Message
			b.written = append(b.written, i)
		}
	case trace.Executed:
		b.executed(h, e, i)
	case trace.Lost, trace.Forgotten:
		b.lose(e, i)
	case trace.Dropped:
		b.dropped = append(b.dropped, i)
	case trace.RowKept:
		b.refused = append(b.refused, i)
	}
}

// lose takes in a loss of what was not done before.
func (b *books) lose(e *trace.Event, i int32) {
	if e.Message > 0 && b.first[piece{trace.NoQueue, e.Message}] {
		return
	}
	b.lost = append(b.lost, i)
	if e.Message > 0 && e.Queue != trace.NoQueue {
		b.gone[e.Message] = true
	}
}

// save takes in that a lost message is there, or done, after all.
func (b *books) save(message uint32, i int32) {
	if b.gone[message] {
		delete(b.gone, message)
		b.saved = append(b.saved, i)
	}
}

func (b *books) executed(h *trace.Head, e *trace.Event, i int32) {
	p := piece{trace.NoQueue, e.Message}
	if h.Actors[e.Actor].Role == trace.Member {
		p.group = h.Actors[e.Actor].LogGroup
	}
	if b.first[p] {
		b.again = append(b.again, i)
		return
	}
	b.first[p] = true
	b.save(e.Message, i)
	if e.Queue != trace.NoQueue {
		b.done = append(b.done, i)
	}
}

// Ledger is what the run owes against what it did: first what the lesson's
// claims say of the world, then what holds of every run. It follows
// Version.Events.
func (m *Model) Ledger() []LedgerRow {
	if m.Run == nil {
		return nil
	}
	b, now := &m.Run.books, m.Cursor.Events
	rows := m.claimRows()
	if len(b.written) > 0 {
		rows = append(rows, ledgerRow("done", "messages done", len(b.written), b.done, now))
	}
	rows = append(rows,
		lossRow(b, now),
		ledgerRow("twice", "done more than once", 0, b.again, now))
	if len(b.dropped) > 0 {
		rows = append(rows, ledgerRow("dropped", "turned away", 0, b.dropped, now))
	}
	if len(b.refused) > 0 {
		rows = append(rows, LedgerRow{Name: "refused", Label: "changes refused by a condition", Now: strconv.Itoa(b.refused.at(now)), End: strconv.Itoa(len(b.refused))})
	}
	return append(rows, m.inversionRow())
}

func ledgerRow(name, label string, expected int, t tally, now int) LedgerRow {
	return LedgerRow{name, label, strconv.Itoa(expected), strconv.Itoa(t.at(now)), strconv.Itoa(len(t)), len(t) != expected}
}

func lossRow(b *books, now int) LedgerRow {
	end := len(b.lost) - len(b.saved)
	return LedgerRow{"lost", "lost", "0", strconv.Itoa(b.lost.at(now) - b.saved.at(now)), strconv.Itoa(end), end != 0}
}

// inversionRow counts the pairs that were done in another order than written.
func (m *Model) inversionRow() LedgerRow {
	row := LedgerRow{Name: "order", Label: "pairs done out of order", Expected: "0"}
	v, err := m.Run.Report.Measure(scenario.Measure{Name: scenario.Inversions})
	if err == nil {
		row.End = v.String()
		row.Bad = row.End != "0"
	}
	if m.AtEnd() {
		row.Now = row.End
	}
	return row
}

// claimRows are the claims that hold one measure of the world against a value.
func (m *Model) claimRows() []LedgerRow {
	var rows []LedgerRow
	for i, c := range m.Run.Scenario.Claims {
		if i >= len(m.Run.Claims) || len(c.All) != 1 || c.All[0].Op != "=" || !ofTheWorld(c.All[0].Left) {
			continue
		}
		left, _, _ := strings.Cut(c.Text, " = ")
		result := m.Run.Claims[i]
		rows = append(rows, LedgerRow{
			Name: "claim-" + strconv.Itoa(i+1), Label: measureText(left), Expected: result.Right,
			Now: m.measureNow(c.All[0].Left[0].Measure, result.Left), End: result.Left, Bad: !result.Holds,
		})
	}
	return rows
}

// ofTheWorld says whether a side is one measure of what lies outside the queues.
func ofTheWorld(s scenario.Sum) bool {
	if len(s) != 1 || s[0].Measure == nil {
		return false
	}
	switch s[0].Measure.Name {
	case scenario.Balance, scenario.Status, scenario.Receipts, scenario.Published, "published-distinct", scenario.Effects:
		return true
	}
	return false
}

// measureText is a measure of the world in plain words.
func measureText(text string) string {
	return strings.NewReplacer("published-distinct", "different rows published", "receipts", "receipts sent",
		"effects", "effects of steps").Replace(text)
}

// measureNow is such a measure at the cursor, where the state at the cursor
// tells it; empty otherwise.
func (m *Model) measureNow(x *scenario.Measure, end string) string {
	switch {
	case m.AtEnd():
		return end
	case x.Name == scenario.Receipts && x.Of.Kind == scenario.Everything:
		return strconv.Itoa(int(m.state.Sends))
	case x.Name == scenario.Balance || x.Name == scenario.Status:
		return m.cellNow(x)
	}
	return ""
}

// cellNow is the balance, or the status of a row, where there is only one that
// can be meant.
func (m *Model) cellNow(x *scenario.Measure) string {
	found, n := "", 0
	for _, t := range m.Tables() {
		for _, r := range t.Rows {
			for k, c := range r.Cells {
				if meant(x, &t, &r, k) {
					found, n = c.Text, n+1
				}
			}
		}
	}
	if n != 1 {
		return ""
	}
	return found
}

func meant(x *scenario.Measure, t *TableView, r *RowView, column int) bool {
	if name := x.Of.Name; name != "" && name != t.Name && name != r.Key {
		return false
	}
	if x.Name == scenario.Balance {
		return t.Kind == trace.Balance
	}
	return t.Kind == trace.RowTable && column < len(t.Columns) && t.Columns[column] == "status"
}
