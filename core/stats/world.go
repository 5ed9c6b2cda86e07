package stats

import "github.com/queuelab/queuelab/core/trace"

// cell is what a cell of a table holds, an index into the head's words from 1,
// and whether its row was published.
type cell struct {
	word      uint32
	published bool
}

// tableTally is what is counted of a table.
type tableTally struct {
	published, distinct, receipts, lost int64
	balance                             uint32 // as in cell
}

// effect is a step of a handler that changed something for a message.
type effect struct {
	message uint32
	step    uint8
}

func (c *Collector) resetWorld() {
	clear(c.tables)
	clear(c.effects)
	c.cells = c.cells[:0]
	c.loose = tally{finished: none}
}

// applyWorld counts what a step does outside the queues.
func (c *Collector) applyWorld(e *trace.Event) {
	switch e.Kind {
	case trace.StepDone:
		c.actors[e.Actor].changed = 0
	case trace.RowSet:
		c.rowSet(e)
	case trace.Sent:
		c.of(e, func(t *tally) { t.receipts++ })
		c.tables[e.Slot].receipts++
		c.change(e)
	case trace.Published:
		c.published(e)
	}
}

func (c *Collector) cell(id uint32) *cell {
	for int(id) >= len(c.cells) {
		c.cells = append(c.cells, cell{})
	}
	return &c.cells[id]
}

func (c *Collector) rowSet(e *trace.Event) {
	at := c.head.Cells[e.Slot]
	c.cell(e.Slot).word = uint32(e.Value) + 1
	kind := c.head.Tables[at.Table].Kind
	if kind == trace.Balance {
		c.tables[at.Table].balance = uint32(e.Value) + 1
	}
	if kind != trace.RowTable || at.Column != "" {
		c.change(e)
	}
}

// published counts rows that relays publish, and events that producers do. What
// an exchange passes on for a relay is not counted again.
func (c *Collector) published(e *trace.Event) {
	row := e.Slot != ^uint32(0)
	switch role := c.head.Actors[e.Actor].Role; {
	case role == trace.Consumer:
		c.change(e)
	case row:
		c.publishedRow(e)
	case role == trace.Producer:
		c.of(e, func(t *tally) { t.published++; t.distinct++ })
	}
}

func (c *Collector) publishedRow(e *trace.Event) {
	first := int64(1)
	if x := c.cell(e.Slot); x.published {
		first = 0
	} else {
		x.published = true
	}
	c.of(e, func(t *tally) { t.published++; t.distinct += first })
	table := &c.tables[c.head.Cells[e.Slot].Table]
	table.published++
	table.distinct += first
}

// change is an effect of a consumer's handler: the first thing that one of its
// steps changes. Recording a message's identifier alone, an insert into a table
// without columns, is none.
func (c *Collector) change(e *trace.Event) {
	if e.Actor == trace.NoActor || e.Message == 0 || c.head.Actors[e.Actor].Handler == "" {
		return
	}
	a := &c.actors[e.Actor]
	if a.changed == e.Step {
		return
	}
	a.changed = e.Step
	key := effect{e.Message, e.Step}
	_, again := c.effects[key]
	c.effects[key] = struct{}{}
	c.tookEffect(e, again)
}

// tookEffect counts an effect for the queue that its consumer reads.
func (c *Collector) tookEffect(e *trace.Event, again bool) {
	m, a := c.message(e), &c.actors[e.Actor]
	q := &c.queues[c.head.Actors[e.Actor].Queue]
	m.effects++
	a.effects++
	q.effects++
	if again {
		m.duplicates++
		a.duplicates++
		q.duplicates++
	}
}
