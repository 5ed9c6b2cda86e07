package stats

import "github.com/queuelab/queuelab/core/trace"

// A message is lost when it is gone and nobody has worked on it to the end. It
// is found again when somebody does all the same, or when it is written again.

func (c *Collector) lose(m *record) {
	if !m.lost && m.executions == 0 {
		m.lost = true
		c.queues[m.queue].lost++
	}
}

func (c *Collector) found(m *record) {
	if m.lost {
		m.lost = false
		c.queues[m.queue].lost--
	}
}

// dropped is of a message that nobody was there for, or of one that no binding
// matched or its queue did not take: such a one was never in a queue.
func (c *Collector) dropped(e *trace.Event) {
	if e.Message == 0 {
		c.of(e, func(t *tally) { t.written++; t.dropped++ })
		return
	}
	c.leave(e, trace.DroppedPlace)
	c.queues[e.Queue].dropped++
}

// lost is of a message that its queue no longer has, or of a row that was only
// in the memory of who was to publish it.
func (c *Collector) lost(e *trace.Event) {
	if e.Queue == trace.NoQueue {
		c.loose.lost++
		c.tables[c.head.Cells[e.Slot].Table].lost++
		return
	}
	c.leave(e, trace.LostPlace)
	m := c.message(e)
	m.goneBy = trace.NoActor
	c.lose(m)
}

// forgotten takes back an acknowledgement that was given too early. Records
// that a group forgot are found out by its positions.
func (c *Collector) forgotten(e *trace.Event) {
	if e.Queue == trace.NoQueue {
		return
	}
	c.of(e, func(t *tally) { t.acknowledged-- })
	m := c.message(e)
	m.place = trace.LostPlace
	c.lose(m)
}

// unfinished is of a delivery that comes to nothing: it loses a message that
// is acknowledged already.
func (c *Collector) unfinished(e *trace.Event) {
	if m := c.message(e); m.place == trace.AcknowledgedPlace {
		c.lose(m)
	}
}
