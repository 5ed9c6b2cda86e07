package sim

import (
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// world is what lies outside the queues. Rows are kept in the order in which
// they came; index is for looking up only.
type world struct {
	tables []table
	head   *trace.Head
	words  numbered
}

type table struct {
	*scenario.Table
	rows  []row
	index map[string]int
}

type row struct {
	key   string
	cells []cell
	// An outbox's rows are published, and taken by one relay at a time where
	// they are locked; those a crash took from memory are lost.
	published, locked, lost bool
	luck                    uint64
}

// cell is a value in the world, and where the trace has it.
type cell struct {
	column, value string
	id            uint32
}

// change is a change of one row, to be made at once or when its transaction commits.
type change struct {
	table  int
	key    string
	cells  []cell // of these columns
	insert bool
	debit  int64 // taken off the first cell
	step   *flat // that inserts
	number uint8 // of the step, among the names of the handler's
	queue  int   // of a publish: its queue, else -1
	body   string
}

func newWorld(tables []scenario.Table, head *trace.Head) world {
	w := world{head: head, words: newNumbered(&head.Words)}
	for i := range tables {
		d := &tables[i]
		head.Tables = append(head.Tables, trace.Table{Name: d.Name, Kind: trace.TableKind(d.Kind)})
		w.tables = append(w.tables, table{Table: d, index: map[string]int{}})
	}
	return w
}

func (w *world) word(text string) int64 { return w.words.number(text) }

func (w *world) find(table int, key string) *row {
	t := &w.tables[table]
	if i, ok := t.index[key]; ok {
		return &t.rows[i]
	}
	return nil
}

func (w *world) add(table int, key string) *row {
	t := &w.tables[table]
	t.index[key] = len(t.rows)
	t.rows = append(t.rows, row{key: key})
	return &t.rows[len(t.rows)-1]
}

// cell finds the row's cell of a column, or makes it.
func (w *world) cell(table int, r *row, column string) *cell {
	for i := range r.cells {
		if r.cells[i].column == column {
			return &r.cells[i]
		}
	}
	r.cells = append(r.cells, cell{column: column, id: uint32(len(w.head.Cells))})
	w.head.Cells = append(w.head.Cells, trace.Cell{Table: uint16(table), Row: r.key, Column: column})
	return &r.cells[len(r.cells)-1]
}

// apply makes a change, and records it cell by cell. Writing what is there
// already is no change.
func (s *Sim) apply(queue int, actor uint16, t *task, ch *change) {
	if ch.queue >= 0 {
		s.publishNow(actor, t, ch)
		return
	}
	r := s.world.find(ch.table, ch.key)
	if r == nil {
		r = s.world.add(ch.table, ch.key)
		r.luck = t.luck
	}
	for _, to := range ch.cells {
		at := s.world.cell(ch.table, r, to.column)
		value := to.value
		if ch.debit != 0 {
			value = strconv.FormatInt(number(at.value)-ch.debit, 10)
		}
		if at.value == value && !ch.insert {
			continue
		}
		at.value = value
		s.emit(trace.RowSet, actor, queue, t.number, at.id, t.delivery, s.world.word(value), ch.number)
	}
	if s.world.tables[ch.table].Kind == scenario.OutboxTable {
		s.wakeRelays(ch.table)
	}
}

// change makes a change now, or when the lane's transaction commits.
func (s *Sim) change(c *consumer, l *lane, ch change) {
	ch.number = l.step()
	if l.transaction {
		l.buffered = append(l.buffered, ch)
		return
	}
	s.apply(c.Queue, l.actor, &l.task, &ch)
}

// startTables puts in the rows that are there from the start.
func (s *Sim) startTables() {
	for i := range s.sc.Tables {
		for _, d := range s.sc.Tables[i].Rows {
			ch := change{table: i, key: string(d.Key), insert: true, queue: -1, cells: s.assigned(&nothing, d.Cells)}
			s.apply(int(trace.NoQueue), trace.NoActor, &nothing, &ch)
			s.world.find(i, d.Key).luck = luck(3, uint64(len(s.world.tables[i].rows)))
		}
	}
}

func (s *Sim) assigned(t *task, set []scenario.Assign) []cell {
	if len(set) == 0 {
		return []cell{{}}
	}
	cells := make([]cell, len(set))
	for i, a := range set {
		cells[i] = cell{column: a.Column, value: s.text(t, a.Value)}
	}
	return cells
}

func (s *Sim) readRow(c *consumer, l *lane, f *flat) {
	key := s.text(&l.task, f.Key)
	view := seen{table: f.Table, key: key}
	if r := s.world.find(f.Table, key); r != nil {
		view.cells = append(view.cells, r.cells...)
		for _, x := range r.cells {
			s.emit(trace.RowRead, l.actor, c.Queue, l.task.number, x.id, l.task.delivery, s.world.word(x.value), l.step())
		}
	}
	l.read = append(l.read, view)
}

// seen is what the latest read of a row found in a column.
func (l *lane) seen(table int, key, column string) string {
	for i := len(l.read) - 1; i >= 0; i-- {
		if l.read[i].table == table && l.read[i].key == key {
			return value(l.read[i].cells, column)
		}
	}
	return ""
}

func value(cells []cell, column string) string {
	for _, x := range cells {
		if x.column == column {
			return x.value
		}
	}
	return ""
}

// writeBack writes what was read, less an amount: the lost update.
func (s *Sim) writeBack(c *consumer, l *lane, f *flat) {
	key := s.text(&l.task, f.Key)
	left := number(l.seen(f.Table, key, "")) - number(s.text(&l.task, f.Amount))
	s.change(c, l, change{table: f.Table, key: key, queue: -1, cells: []cell{{value: strconv.FormatInt(left, 10)}}})
}

func (s *Sim) debit(c *consumer, l *lane, f *flat) {
	amount := number(s.text(&l.task, f.Amount))
	s.change(c, l, change{table: f.Table, key: s.text(&l.task, f.Key), queue: -1, cells: []cell{{}}, debit: amount})
}

func (s *Sim) insert(c *consumer, l *lane, f *flat) outcome {
	key := s.text(&l.task, f.Key)
	if r := s.world.find(f.Table, key); r != nil || l.inserted(f.Table, key) {
		id := ^uint32(0)
		if r != nil && len(r.cells) > 0 {
			id = r.cells[0].id
		}
		s.emit(trace.RowTaken, l.actor, c.Queue, l.task.number, id, l.task.delivery, 0, l.step())
		return s.skip(c, l, f)
	}
	s.change(c, l, change{table: f.Table, key: key, insert: true, step: f, queue: -1, cells: s.assigned(&l.task, f.Set)})
	return next
}

func (l *lane) inserted(table int, key string) bool {
	for i := range l.buffered {
		if ch := &l.buffered[i]; ch.insert && ch.table == table && ch.key == key {
			return true
		}
	}
	return false
}

func (s *Sim) update(c *consumer, l *lane, f *flat) {
	key := s.text(&l.task, f.Key)
	r := s.world.find(f.Table, key)
	if r == nil && f.Op == scenario.UpdateOp {
		return
	}
	if f.If != nil && !s.holds(l, r, f, key) {
		id := s.world.cell(f.Table, r, f.If.Column)
		s.emit(trace.RowKept, l.actor, c.Queue, l.task.number, id.id, l.task.delivery, s.world.word(id.value), l.step())
		return
	}
	s.change(c, l, change{table: f.Table, key: key, queue: -1, cells: s.assigned(&l.task, f.Set)})
}

func (s *Sim) holds(l *lane, r *row, f *flat, key string) bool {
	have := value(r.cells, f.If.Column)
	if f.If.Read {
		have = l.seen(f.Table, key, f.If.Column)
	}
	return compare(have, f.If.Op, s.text(&l.task, f.If.Value))
}

// compare compares two numbers, or two words in the order of their letters.
func compare(a, op, b string) bool {
	x, err := strconv.ParseInt(a, 10, 64)
	y, err2 := strconv.ParseInt(b, 10, 64)
	order := strings.Compare(a, b)
	if err == nil && err2 == nil {
		order = int(min(1, max(-1, x-y)))
	}
	switch op {
	case "=":
		return order == 0
	case "!=":
		return order != 0
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

// send lets something leave the system. No transaction holds it back.
func (s *Sim) send(c *consumer, l *lane, f *flat) {
	s.sendNow(c.Queue, l.actor, &l.task, l.step(), f.Table, s.text(&l.task, f.Body), s.text(&l.task, f.SendKey))
}

func (s *Sim) sendNow(queue int, actor uint16, t *task, step uint8, mailbox int, what, key string) {
	k := trace.Sent
	if key != "" && s.world.tables[mailbox].HonoursKey {
		if s.world.find(mailbox, key) != nil {
			k = trace.SendRecognised
		} else {
			s.world.add(mailbox, key)
		}
	}
	s.emit(k, actor, queue, t.number, uint32(mailbox), t.delivery, s.world.word(what), step)
}

// publish writes a message to a queue, when the transaction commits if there is one.
func (s *Sim) publish(c *consumer, l *lane, f *flat) {
	s.change(c, l, change{queue: f.Queue, body: s.text(&l.task, f.Body)})
}

func (s *Sim) enqueue(c *consumer, l *lane, f *flat) {
	body := s.text(&l.task, f.Body)
	n := len(s.world.tables[f.Table].rows) + 1
	for i := range l.buffered {
		if ch := &l.buffered[i]; ch.queue < 0 && ch.table == f.Table {
			n++
		}
	}
	key := strconv.Itoa(n)
	s.change(c, l, change{table: f.Table, key: key, insert: true, step: f, queue: -1, cells: []cell{{column: "body", value: body}}})
}

func (s *Sim) publishNow(actor uint16, t *task, ch *change) {
	s.emit(trace.Published, actor, ch.queue, t.number, ^uint32(0), t.delivery, s.world.word(ch.body), ch.number)
	s.published++
	s.write(actor, ch.queue, &message{text: s.texts.number(ch.body), luck: luck(2, s.published)}, 0)
}

// fill puts fields in the place of names in braces: {id} is the message's
// number unless its body gives an id, and the others are name=value words of the body.
func fill(text string, id uint32, body func() string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		out.WriteString(field(name, id, body()))
		text = after
	}
}

func field(name string, id uint32, body string) string {
	for _, word := range strings.Fields(body) {
		if v, ok := strings.CutPrefix(word, name+"="); ok {
			return v
		}
	}
	switch name {
	case "id", "message":
		return strconv.FormatUint(uint64(id), 10)
	case "body":
		return body
	}
	return ""
}
