package sim

// entry is a pending event: when, and in key its sequence number, kind and
// index, so that entries of one instant are ordered by when they were scheduled.
type entry struct {
	at  int64
	key uint64
}

// An entry's key is its sequence number above, and below it what happens to whom.
const (
	indexBits = 16
	kindBits  = 4
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
}

func (c *calendar) empty() bool { return len(c.heap) == 0 || c.hole && len(c.heap) == 1 }

// next is the time of the earliest entry of a calendar that is not empty.
func (c *calendar) next() int64 {
	if !c.hole {
		return c.heap[0].at
	}
	first := c.heap[1].at
	for _, e := range c.heap[2:min(5, len(c.heap))] {
		first = min(first, e.at)
	}
	return first
}

func (c *calendar) add(e entry) {
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
		last := len(c.heap) - 1
		e := c.heap[last]
		c.heap = c.heap[:last]
		c.down(e)
	}
	c.hole = true
	return c.heap[0]
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
		least := first
		for k := first + 1; k < min(first+4, len(h)); k++ {
			if h[k].before(h[least]) {
				least = k
			}
		}
		if !h[least].before(e) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = e
}
