package sim

import (
	"github.com/queuelab/queuelab/core/eventlog"
	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/trace"
)

// Snapshot is a run as it stood at a moment. The zero value is ready for Save,
// and its memory is used again by the next one.
type Snapshot struct{ twin *Sim }

// Save remembers the run as it stands. It must not record a trace.
func (s *Sim) Save(p *Snapshot) {
	if p.twin == nil {
		p.twin = s.emptyTwin()
	}
	p.twin.copyFrom(s)
}

// Load takes the run back, or on, to where it stood at Save. It must be the
// same run. The names of its head stay known, so that events told before keep
// their meaning as long as what they are about is still there.
func (s *Sim) Load(p *Snapshot) { s.copyFrom(p.twin) }

// emptyTwin has room for the state of a run and none of its behaviour.
func (s *Sim) emptyTwin() *Sim {
	t := &Sim{trace: &trace.Trace{}}
	t.queues = make([]messages, len(s.queues))
	for i := range t.queues {
		t.queues[i].Queue = queue.New(queue.Options[uint32]{})
	}
	t.producers = make([]producer, len(s.producers))
	t.consumers = make([]consumer, len(s.consumers))
	t.lanes = make([]lane, len(s.lanes))
	t.relays = make([]relay, len(s.relays))
	t.logs = make([]logState, len(s.logs))
	for i := range t.logs {
		n := s.logs[i].Partitions()
		t.logs[i].Log = eventlog.New[record](eventlog.Options{Partitions: n})
	}
	t.groups = make([]group, len(s.groups))
	for i := range t.groups {
		t.groups[i].Group = eventlog.NewGroup(len(s.groups[i].owners))
	}
	t.members = make([]member, len(s.members))
	t.world.tables = make([]table, len(s.world.tables))
	t.world.head = &t.trace.Head
	return t
}

// copyFrom copies all that a step can change.
func (s *Sim) copyFrom(o *Sim) {
	s.now, s.seq, s.offered, s.begun, s.done = o.now, o.seq, o.offered, o.begun, o.done
	s.events, s.steps, s.limit, s.before, s.turns, s.handing = o.events, o.steps, o.limit, o.before, o.turns, o.handing
	s.published, s.written, s.hands = o.published, o.written, o.hands
	s.calendar.copyFrom(&o.calendar)
	s.today.copyFrom(&o.today)
	s.pending = append(s.pending[:0], o.pending...)
	s.slots.messages = append(s.slots.messages[:0], o.slots.messages...)
	s.slots.free = append(s.slots.free[:0], o.slots.free...)
	s.trace.SetEnd(o.trace.End())
	s.world.copyFrom(&o.world)
	for i := range o.queues {
		s.queues[i].copyFrom(&o.queues[i])
	}
	for i := range o.producers {
		p, from := &s.producers[i], &o.producers[i]
		p.stream, p.writes, p.n, p.drop = from.stream, from.writes, from.n, from.drop
		p.again = append(p.again[:0], from.again...)
	}
	for i := range o.consumers {
		s.consumers[i].copyFrom(&o.consumers[i])
	}
	for i := range o.lanes {
		s.lanes[i].copyFrom(&o.lanes[i])
	}
	for i := range o.relays {
		s.relays[i].copyFrom(&o.relays[i])
	}
	s.copyLogs(o)
}

func (c *calendar) copyFrom(o *calendar) {
	c.heap = append(c.heap[:0], o.heap...)
	c.hole, c.next = o.hole, o.next
}

func (f *fifo[T]) copyFrom(o *fifo[T]) {
	f.items, f.head = append(f.items[:0], o.all()...), 0
}

func (q *messages) copyFrom(o *messages) {
	q.Queue.CopyFrom(o.Queue)
	q.offering, q.active = o.offering, o.active
	q.removing, q.removed = o.removing, o.removed
	q.known = append(q.known[:0], o.known...)
	q.ring = append(q.ring[:0], o.ring...)
	q.confirms.copyFrom(&o.confirms)
}

func (c *consumer) copyFrom(o *consumer) {
	c.status, c.hands, c.drop, c.most = o.status, o.hands, o.drop, o.most
	c.window, c.taken, c.waking, c.mending = o.window, o.taken, o.waking, o.mending
	c.parted, c.paused, c.severed, c.shut, c.factor = o.parted, o.paused, o.severed, o.shut, o.factor
	c.healing, c.resuming, c.detecting = o.healing, o.resuming, o.detecting
	c.hastening, c.reconnecting = o.hastening, o.reconnecting
	c.unsent = append(c.unsent[:0], o.unsent...)
	c.ghosts = append(c.ghosts[:0], o.ghosts...)
	c.hand.copyFrom(&o.hand)
	c.stuck = append(c.stuck[:0], o.stuck...)
	c.byBody = append(c.byBody[:0], o.byBody...)
	c.triggers = append(c.triggers[:0], o.triggers...)
}

// copyFrom shares the cells of what was read and of what will be changed:
// nothing changes them once they are made.
func (l *lane) copyFrom(o *lane) {
	read, buffered := l.read, l.buffered
	*l = *o
	l.read = append(read[:0], o.read...)
	l.buffered = append(buffered[:0], o.buffered...)
}

func (r *relay) copyFrom(o *relay) {
	r.status, r.at, r.doing, r.mending, r.done = o.status, o.at, o.doing, o.mending, o.done
	r.rows = append(r.rows[:0], o.rows...)
	r.triggers = append(r.triggers[:0], o.triggers...)
}

// copyFrom takes back the numbers of cells that are not there, so that they are
// given again. The numbers of words stay.
func (w *world) copyFrom(o *world) {
	w.head.Cells = append(w.head.Cells[:0], o.head.Cells...)
	for i := range o.tables {
		w.tables[i].copyFrom(&o.tables[i])
	}
}

func (t *table) copyFrom(o *table) {
	first := 0
	for first < len(t.rows) && first < len(o.rows) && t.rows[first].key == o.rows[first].key {
		first++
	}
	if t.index != nil {
		for i := first; i < len(t.rows); i++ {
			delete(t.index, t.rows[i].key)
		}
		for i := first; i < len(o.rows); i++ {
			t.index[o.rows[i].key] = i
		}
	}
	t.rows = resized(t.rows, len(o.rows))
	for i := range o.rows {
		cells := t.rows[i].cells
		t.rows[i] = o.rows[i]
		t.rows[i].cells = append(cells[:0], o.rows[i].cells...)
	}
}

// resized keeps what the elements hold, so that their memory is used again.
func resized[T any](list []T, n int) []T {
	if n > cap(list) {
		list = append(list[:cap(list)], make([]T, n-cap(list))...)
	}
	return list[:n]
}

func (s *Sim) copyLogs(o *Sim) {
	for i := range o.logs {
		l, from := &s.logs[i], &o.logs[i]
		l.Log.CopyFrom(from.Log, (*record).copyFrom)
		l.starts = append(l.starts[:0], from.starts...)
	}
	for i := range o.groups {
		g, from := &s.groups[i], &o.groups[i]
		g.Group.CopyFrom(from.Group)
		g.owners = append(g.owners[:0], from.owners...)
		g.begun = append(g.begun[:0], from.begun...)
	}
	for i := range o.members {
		s.members[i].copyFrom(&o.members[i])
	}
}

func (r *record) copyFrom(o *record) {
	reads := append(r.reads[:0], o.reads...)
	*r = *o
	r.reads = reads
}

// copyFrom shares the list of partitions, which a rebalance replaces as a
// whole. How often its record was read stands in the log.
func (m *member) copyFrom(o *member) {
	reads := m.reads
	*m = *o
	m.reads = append(reads[:0], o.reads...)
	m.record.reads = nil
}
