package queue

// groups are the groups of messages of which one receive at a time may have some.
type groups struct {
	of    []uint32 // by slot, the group; 0: none
	all   []group  // by group
	batch uint64   // which receive it is
}

// group is the messages that share a number. Of those that are visible the first stands in
// the queue's order, for all of them, and the others wait behind it. While the group is blocked
// there may be none that stands there.
type group struct {
	first   uint32 // the one that stands in the queue's order; 0: none
	waiting order
	blocked int    // messages in flight, or delayed after that
	batch   uint64 // the receive of those in flight
}

// copyFrom gives what o is, in g's memory.
func (g groups) copyFrom(o *groups) groups {
	g.of, g.batch = append(g.of[:0], o.of...), o.batch
	for len(g.all) < len(o.all) {
		g.all = append(g.all, group{})
	}
	g.all = g.all[:len(o.all)]
	for i := range o.all {
		heap := g.all[i].waiting.heap
		g.all[i] = o.all[i]
		g.all[i].waiting.heap = append(heap[:0], o.all[i].waiting.heap...)
	}
	return g
}

func (g *groups) join(i, number uint32) {
	for int(i) >= len(g.of) {
		g.of = append(g.of, 0)
	}
	for int(number) >= len(g.all) {
		g.all = append(g.all, group{})
	}
	g.of[i] = number
}

// group is that of a message; nil where it has none.
func (q *Queue[T]) group(i uint32) *group {
	if !q.options.Groups || q.groups.of[i] == 0 {
		return nil
	}
	return &q.groups.all[q.groups.of[i]]
}

// lineUp puts a visible message with the others of its group.
func (q *Queue[T]) lineUp(i uint32, k key) {
	g, es := q.group(i), q.slots.entries
	switch {
	case g.first != 0 && k.before(es[g.first].key):
		first := g.first
		q.ready.remove(es, first)
		q.waitBehind(g, first, es[first].key)
	case g.first != 0 || q.blocked(g):
		q.waitBehind(g, i, k)
		return
	}
	g.first = i
	q.ready.add(es, i, k)
}

func (q *Queue[T]) waitBehind(g *group, i uint32, k key) {
	q.slots.entries[i].state = behind
	g.waiting.add(q.slots.entries, i, k)
}

// stepOut takes a visible message out of its group.
func (q *Queue[T]) stepOut(i uint32) {
	g, es := q.group(i), q.slots.entries
	if es[i].state == behind {
		g.waiting.remove(es, i)
		return
	}
	q.ready.remove(es, i)
	g.first = 0
	q.moveUp(g)
}

// moveUp has the next of a group stand for it, where none does.
func (q *Queue[T]) moveUp(g *group) {
	es := q.slots.entries
	i := g.waiting.first(es)
	if g.first != 0 || i == 0 {
		return
	}
	g.waiting.remove(es, i)
	es[i].state = visible
	g.first = i
	q.ready.add(es, i, es[i].key)
}

// blocked says whether a group is in the hands of an earlier receive.
func (q *Queue[T]) blocked(g *group) bool { return g.blocked > 0 && g.batch != q.groups.batch }

func (q *Queue[T]) behindOthers(i uint32) bool {
	g := q.group(i)
	return g != nil && q.blocked(g)
}

// setAside has a message wait until its group is not blocked any more.
func (q *Queue[T]) setAside(i uint32) {
	g := q.group(i)
	q.ready.remove(q.slots.entries, i)
	g.first = 0
	q.waitBehind(g, i, q.slots.entries[i].key)
}

// block is of a message that is handed out.
func (q *Queue[T]) block(i uint32) {
	if g := q.group(i); g != nil {
		g.blocked++
		g.batch = q.groups.batch
	}
}

// keepBlocked is of one that is to come back later.
func (q *Queue[T]) keepBlocked(i uint32) {
	if g := q.group(i); g != nil {
		g.blocked++
	}
}

func (q *Queue[T]) unblock(i uint32) {
	g := q.group(i)
	if g == nil {
		return
	}
	if g.blocked--; g.blocked == 0 {
		q.moveUp(g)
	}
}

// ReceiveMore is one more message of the receive before it, which may have several of a group.
func (q *Queue[T]) ReceiveMore(d *Delivery[T]) bool {
	q.groups.batch--
	return q.ReceiveInto(d)
}

// foremost is the visible message that is first in the order, handed out next or not.
func (q *Queue[T]) foremost() uint32 {
	es := q.slots.entries
	best := q.ready.first(es)
	for g := range q.groups.all {
		i := q.groups.all[g].waiting.first(es)
		if i != 0 && (best == 0 || es[i].key.before(es[best].key)) {
			best = i
		}
	}
	return best
}
