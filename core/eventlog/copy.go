package eventlog

// CopyFrom makes l hold what o holds, its clock where o's stands; both must have
// as many partitions. body copies a body into an old one, whose memory it may
// use again. Nothing else is shared afterwards.
func (l *Log[T]) CopyFrom(o *Log[T], body func(to, from *T)) {
	l.turn, l.now = o.turn, o.now
	for p := range o.tapes {
		l.tapes[p].copyFrom(&o.tapes[p], body)
	}
}

func (t *tape[T]) copyFrom(o *tape[T], body func(to, from *T)) {
	if len(t.ring) != len(o.ring) {
		t.ring = make([]Record[T], len(o.ring))
	}
	t.start, t.end = o.start, o.end
	for p := t.start; p < t.end; p++ {
		to, from := t.at(p), o.at(p)
		to.Position, to.Time, to.Key = from.Position, from.Time, from.Key
		body(&to.Body, &from.Body)
	}
}

// Turn is the partition that the next record without a key goes to.
func (l *Log[T]) Turn() int { return l.turn }

// CopyFrom makes g's positions o's; both must be of as many partitions.
func (g *Group) CopyFrom(o *Group) { copy(g.next, o.next) }
