package queue

// key ranks messages within an order: smaller comes first, minor decides
// between equal majors. No two messages of an order have the same key.
type key struct{ major, minor int64 }

func (k key) before(l key) bool {
	return k.major < l.major || k.major == l.major && k.minor < l.minor
}

// order keeps messages by their key. Those that come in the order in which they
// leave, which is what a first-in-first-out queue with one timeout does, are in
// a linked list, where everything costs the same whatever the length; only the
// others pay for the heap. A message is in one order at a time.
type order struct {
	head, tail uint32
	heap       heap
}

// first returns the slot with the smallest key, or 0.
func (o *order) first(es []entry) uint32 {
	if len(o.heap) == 0 {
		return o.head
	}
	top := &o.heap[0]
	if o.head == 0 || top.key.before(es[o.head].key) {
		return top.slot
	}
	return o.head
}

// add puts a slot in: at an end of the list where it belongs there, in the heap
// where it does not.
func (o *order) add(es []entry, i uint32, k key) {
	switch {
	case o.tail == 0 || es[o.tail].key.before(k):
		o.append(es, i, k)
	case k.before(es[o.head].key):
		o.prepend(es, i, k)
	default:
		o.addApart(es, i, k)
	}
}

// addApart puts a slot in the heap, so that a key far off does not close the
// list's end to all that follow.
func (o *order) addApart(es []entry, i uint32, k key) {
	es[i].key = k
	o.heap.push(es, i)
}

func (o *order) append(es []entry, i uint32, k key) {
	e := &es[i]
	e.key = k
	e.prev, e.next = o.tail, 0
	if o.tail == 0 {
		o.head = i
	} else {
		es[o.tail].next = i
	}
	o.tail = i
}

func (o *order) prepend(es []entry, i uint32, k key) {
	e := &es[i]
	e.key = k
	e.prev, e.next = 0, o.head
	es[o.head].prev = i
	o.head = i
}

// remove takes out a slot that is in this order.
func (o *order) remove(es []entry, i uint32) {
	if es[i].at != 0 {
		o.heap.remove(es, i)
		return
	}
	o.unlink(es, i)
}

func (o *order) unlink(es []entry, i uint32) {
	e := &es[i]
	if e.prev == 0 {
		o.head = e.next
	} else {
		es[e.prev].next = e.next
	}
	if e.next == 0 {
		o.tail = e.prev
	} else {
		es[e.next].prev = e.prev
	}
}

// shift takes out the list's first.
func (o *order) shift(es []entry) {
	o.head = es[o.head].next
	if o.head == 0 {
		o.tail = 0
	} else {
		es[o.head].prev = 0
	}
}
