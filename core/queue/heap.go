package queue

// heap is a 4-ary min-heap by key. Every entry in it knows its index, so that
// any one can be removed.
type heap []item

type item struct {
	key
	slot uint32
}

const arity = 4

// push puts in a slot, by its entry's key.
func (h *heap) push(es []entry, i uint32) {
	*h = append(*h, item{})
	h.up(es, len(*h)-1, item{es[i].key, i})
}

// remove takes out a slot that is in the heap.
func (h *heap) remove(es []entry, i uint32) {
	hole := int(es[i].at) - 1
	es[i].at = 0
	last := len(*h) - 1
	moved := (*h)[last]
	*h = (*h)[:last]
	if hole == last {
		return
	}
	if hole > 0 && moved.before((*h)[(hole-1)/arity].key) {
		h.up(es, hole, moved)
		return
	}
	h.down(es, hole, moved)
}

// up puts x into the hole or, while its parent comes after it, above.
func (h heap) up(es []entry, hole int, x item) {
	for hole > 0 {
		parent := (hole - 1) / arity
		if !x.before(h[parent].key) {
			break
		}
		h.set(es, hole, h[parent])
		hole = parent
	}
	h.set(es, hole, x)
}

// down puts x into the hole or, while a child comes before it, below.
func (h heap) down(es []entry, hole int, x item) {
	for {
		child := h.firstChild(hole)
		if child >= len(h) || !h[child].before(x.key) {
			break
		}
		h.set(es, hole, h[child])
		hole = child
	}
	h.set(es, hole, x)
}

// firstChild returns the index of the smallest child, or one past the end.
func (h heap) firstChild(parent int) int {
	first := arity*parent + 1
	for child := first + 1; child < min(arity*parent+1+arity, len(h)); child++ {
		if h[child].before(h[first].key) {
			first = child
		}
	}
	return first
}

func (h heap) set(es []entry, at int, x item) {
	h[at] = x
	es[x.slot].at = uint32(at + 1)
}
