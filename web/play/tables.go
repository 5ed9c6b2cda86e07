package play

import (
	"sort"

	"github.com/queuelab/queuelab/core/trace"
)

// TableView is a table, balance, outbox or mailbox at the cursor.
type TableView struct {
	Name string
	Kind trace.TableKind
	// Columns are the names of a table's columns, in the order of first use.
	Columns []string
	Rows    []RowView
	// Earlier counts the rows before those shown.
	Earlier int
	// Sent are the last things that a mailbox sent, and Count how many in all.
	Sent  []SentView
	Count int
	// Published and Waiting count an outbox's rows.
	Published, Waiting int
}

// RowView is a row.
type RowView struct {
	Key   string
	Cells []CellView
	// Fresh says that the row is new at this instant.
	Fresh bool
	// Published says that a relay marked it, Lost that a crash took it.
	Published, Lost bool
}

// CellView is a cell; without Text where the row has none of that column.
type CellView struct {
	Text string
	// Changed says that it got this value at this instant.
	Changed bool
}

// SentView is something that left the system.
type SentView struct {
	Text, Time string
	Fresh      bool
}

// mostRows is how many rows of a table are shown, the last ones.
const mostRows = 40

// world is what is found out once about a run's tables.
type world struct {
	made bool
	// rows are the rows of each table, in the order in which they came.
	rows [][]tableRow
	// columns are the columns of each table.
	columns [][]string
	// lost are the rows that a crash took from memory, by event.
	lost []lostRow
}

type tableRow struct {
	key   string
	cells []int // by column, an index into the head's cells; -1: none
}

type lostRow struct {
	event int
	cell  uint32
}

// published is the column that says whether an outbox's row was published.
const published = "published"

func newWorld(r *Run) world {
	h := &r.Trace.Head
	w := world{made: true, rows: make([][]tableRow, len(h.Tables)), columns: make([][]string, len(h.Tables))}
	at := map[trace.Cell]int{}
	for i, c := range h.Cells {
		t := c.Table
		key := trace.Cell{Table: t, Row: c.Row}
		k, ok := at[key]
		if !ok {
			k = len(w.rows[t])
			at[key] = k
			w.rows[t] = append(w.rows[t], tableRow{key: c.Row})
		}
		w.put(int(t), k, c.Column, i)
	}
	if hasKind(h, trace.Outbox) {
		w.findLost(r.Trace)
	}
	return w
}

func (w *world) put(table, row int, column string, cell int) {
	at := -1
	for i, c := range w.columns[table] {
		if c == column {
			at = i
		}
	}
	if at < 0 {
		at = len(w.columns[table])
		w.columns[table] = append(w.columns[table], column)
	}
	r := &w.rows[table][row]
	for len(r.cells) <= at {
		r.cells = append(r.cells, -1)
	}
	r.cells[at] = cell
}

func (w *world) findLost(tr *trace.Trace) {
	for i := range tr.Len() {
		if e := tr.At(i); e.Kind == trace.Lost && e.Queue == trace.NoQueue {
			w.lost = append(w.lost, lostRow{i, e.Slot})
		}
	}
}

func hasKind(h *trace.Head, k trace.TableKind) bool {
	for _, t := range h.Tables {
		if t.Kind == k {
			return true
		}
	}
	return false
}

// Tables are what lies outside the queues, at the cursor. It follows
// Version.Events.
func (m *Model) Tables() []TableView {
	if m.Run == nil {
		return nil
	}
	if !m.views.world.made {
		m.views.world = newWorld(m.Run)
	}
	fresh := m.fresh()
	views := make([]TableView, len(m.Run.Trace.Head.Tables))
	for i, t := range m.Run.Trace.Head.Tables {
		v := &views[i]
		v.Name, v.Kind = t.Name, t.Kind
		if t.Kind == trace.Mailbox {
			m.fillMailbox(v, i)
		} else {
			m.fillTable(v, i, fresh)
		}
	}
	return views
}

// fresh are the cells that changed at the present instant by somebody's doing.
func (m *Model) fresh() map[uint32]bool {
	cells := map[uint32]bool{}
	tr := m.Run.Trace
	at := lastEventAt(tr, m.Cursor.Events)
	for i := m.Cursor.Events - 1; i >= 0 && tr.At(i).At == at && len(cells) < mostRows; i-- {
		if e := tr.At(i); e.Kind == trace.RowSet && e.Actor != trace.NoActor {
			cells[e.Slot] = true
		}
	}
	return cells
}

func (m *Model) fillTable(v *TableView, table int, fresh map[uint32]bool) {
	w := &m.views.world
	for _, c := range w.columns[table] {
		if c != "" && (c != published || v.Kind != trace.Outbox) {
			v.Columns = append(v.Columns, c)
		}
	}
	for i := range w.rows[table] {
		if row, ok := m.rowView(v, table, &w.rows[table][i], fresh); ok {
			v.Rows = append(v.Rows, row)
		}
	}
	v.Earlier = max(0, len(v.Rows)-mostRows)
	v.Rows = v.Rows[v.Earlier:]
}

// rowView is a row as it is at the cursor, if it is there.
func (m *Model) rowView(v *TableView, table int, r *tableRow, fresh map[uint32]bool) (RowView, bool) {
	row, there := RowView{Key: r.key, Fresh: true}, false
	for k, column := range m.views.world.columns[table] {
		cell := CellView{}
		if k < len(r.cells) && r.cells[k] >= 0 {
			id := uint32(r.cells[k])
			if int(id) < len(m.state.Cells) && m.state.Cells[id] > 0 {
				there = true
				cell = CellView{m.Run.Trace.Head.Words[m.state.Cells[id]-1], fresh[id]}
				row.Fresh = row.Fresh && fresh[id]
			}
			row.Lost = row.Lost || m.isLost(id)
		}
		if v.Kind == trace.Outbox && column == published {
			row.Published = cell.Text == "yes"
			continue
		}
		row.Cells = append(row.Cells, cell)
	}
	switch {
	case !there || v.Kind != trace.Outbox:
	case row.Published:
		v.Published++
	case !row.Lost:
		v.Waiting++
	}
	return row, there
}

func (m *Model) isLost(cell uint32) bool {
	lost := m.views.world.lost
	n := sort.Search(len(lost), func(i int) bool { return lost[i].event >= m.Cursor.Events })
	for _, l := range lost[:n] {
		if l.cell == cell {
			return true
		}
	}
	return false
}

func (m *Model) fillMailbox(v *TableView, table int) {
	for i := range m.state.Sent {
		if s := &m.state.Sent[i]; int(s.Table) == table {
			v.Sent = append(v.Sent, SentView{m.Run.word(int64(s.Word)), timeText(s.At), s.At == lastEventAt(m.Run.Trace, m.Cursor.Events)})
		}
	}
	v.Count = len(v.Sent)
	if v.alone(m.Run.Trace.Head.Tables) {
		v.Count = int(m.state.Sends)
	}
}

// alone says that there is no other mailbox.
func (v *TableView) alone(tables []trace.Table) bool {
	n := 0
	for _, t := range tables {
		if t.Kind == trace.Mailbox {
			n++
		}
	}
	return n == 1
}
