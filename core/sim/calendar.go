package sim

import "github.com/queuelab/queuelab/core/trace"

// entry is a pending event: when, and in key its sequence number, kind and
// index, so that entries of one instant are ordered by when they were scheduled.
type entry struct {
	at  int64
	key uint64
}

// An entry's key is its sequence number above, and below it what happens to whom.
const (
	indexBits = 16
	kindBits  = 5
	seqShift  = indexBits + kindBits
)

func (e entry) seq() uint64 { return e.key >> seqShift }
func (e entry) kind() kind  { return kind(e.key >> indexBits & (1<<kindBits - 1)) }
func (e entry) index() int  { return int(e.key & (1<<indexBits - 1)) }

func (e entry) before(o entry) bool {
	return e.at < o.at || e.at == o.at && e.key < o.key
}

// calendar is the set of pending events that lie ahead, a 4-ary heap. Taking
// the earliest leaves a hole that the next entry falls into, because an event
// mostly schedules its successor: one sift instead of two.
type calendar struct {
	heap []entry
	hole bool // heap[0] has been taken
	// next is the time of the earliest entry, never where there is none.
	next int64
}

const never = trace.Never

func newCalendar() calendar { return calendar{next: never} }

func (c *calendar) add(e entry) {
	c.next = min(c.next, e.at)
	if c.hole {
		c.hole = false
		c.down(e)
		return
	}
	c.heap = append(c.heap, e)
	c.up(e)
}

// take removes the earliest entry of a calendar that is not empty.
func (c *calendar) take() entry {
	if c.hole {
		c.fill()
	}
	c.hole = true
	c.next = never
	for i := 1; i < len(c.heap) && i < 5; i++ {
		c.next = min(c.next, c.heap[i].at)
	}
	return c.heap[0]
}

// fill closes the hole with the last entry.
func (c *calendar) fill() {
	last := len(c.heap) - 1
	e := c.heap[last]
	c.heap = c.heap[:last]
	c.down(e)
}

// up moves e from the end to its place.
func (c *calendar) up(e entry) {
	i := len(c.heap) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(c.heap[parent]) {
			break
		}
		c.heap[i] = c.heap[parent]
		i = parent
	}
	c.heap[i] = e
}

// down moves e from the root to its place.
func (c *calendar) down(e entry) {
	h, i := c.heap, 0
	for {
		first := 4*i + 1
		if first >= len(h) {
			break
		}
		least, at := first, h[first]
		for k, x := range h[first+1 : min(first+4, len(h))] {
			if x.before(at) {
				least, at = first+1+k, x
			}
		}
		if !at.before(e) {
			break
		}
		h[i] = at
		i = least
	}
	h[i] = e
}
