package sim

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/queuelab/queuelab/core/queue"
	"github.com/queuelab/queuelab/core/scenario"
)

// Key is a fingerprint of 128 bits: of a state, or of anything added to it in
// order. It is the same on every machine. Among n unlike things two share a Key
// with a chance of about n²/2^129: 10^-27 for a million.
type Key struct{ a, b uint64 }

// Add adds a number. The halves mix it in two ways, so that they don't collide
// together.
func (k *Key) Add(x uint64) {
	k.a = mix(k.a ^ x)
	k.b = mix(k.b + x*0xd1342543de82ef95 + 0x9e3779b97f4a7c15)
}

// AddText adds a text.
func (k *Key) AddText(text string) {
	k.Add(uint64(len(text)))
	var word [8]byte
	for len(text) > 0 {
		word = [8]byte{}
		text = text[copy(word[:], text):]
		k.Add(binary.LittleEndian.Uint64(word[:]))
	}
}

// Sum adds a key regardless of the order in which several are added.
func (k *Key) Sum(o Key) { k.a, k.b = k.a+o.a, k.b+o.b }

func (k *Key) int(xs ...int) {
	for _, x := range xs {
		k.Add(uint64(x))
	}
}

func (k *Key) ints(xs []int) {
	k.Add(uint64(len(xs)))
	for _, x := range xs {
		k.Add(uint64(x))
	}
}

func (k *Key) bools(xs ...bool) {
	bits := uint64(0)
	for _, x := range xs {
		bits <<= 1
		if x {
			bits |= 1
		}
	}
	k.Add(bits)
}

// keying is what AddState goes through.
type keying struct {
	sorted    []entry
	standings []queue.Standing[uint32]
	freed     []uint32
}

// AddState adds all that decides how the run goes on, and nothing of how it came
// here: not the clock itself, as far as nothing goes by it, nor which places
// and receipts were given out. clock adds the clock.
func (s *Sim) AddState(k *Key, clock bool) {
	if clock || s.clocked() {
		k.Add(uint64(s.now))
	}
	if slices.ContainsFunc(s.sc.Faults, func(f scenario.Fault) bool { return f.After > 0 }) {
		k.int(s.events - s.before)
	}
	k.bools(s.begun, s.done)
	k.int(int(s.written), int(s.published), int(s.hands), s.offered, s.handing)
	k.ints(s.pending)
	s.addCalendar(k)
	for i := range s.queues {
		s.addQueue(k, &s.queues[i])
	}
	for i := range s.producers {
		p := &s.producers[i]
		k.int(int(p.stream), p.writes, int(p.n), p.drop)
		for i := range p.again {
			k.int(int(p.again[i].number), p.again[i].queue, int(p.again[i].due-s.now))
		}
	}
	for i := range s.consumers {
		s.addConsumer(k, &s.consumers[i])
	}
	for i := range s.relays {
		r := &s.relays[i]
		k.int(int(r.status), r.at, r.done)
		k.ints(r.rows)
		k.ints(r.triggers)
	}
	for i := range s.world.tables {
		k.addTable(&s.world.tables[i])
	}
	s.addLogs(k)
}

// clocked says whether anything goes by the clock itself, or by the age of
// something.
func (s *Sim) clocked() bool {
	return s.until != math.MaxInt64 || len(s.logs) > 0 ||
		slices.ContainsFunc(s.sc.Consumers, func(c scenario.Consumer) bool { return c.Take > 0 })
}

// restarts says whether a broker restarts, which goes through its messages by
// the places they have, and asks for their age.
func (s *Sim) restarts() bool {
	return slices.ContainsFunc(s.sc.Faults, func(f scenario.Fault) bool { return f.Kind == scenario.Restart })
}

// addCalendar adds what will happen, and in how long. Entries that came to
// nothing are left out.
func (s *Sim) addCalendar(k *Key) {
	s.sorted = append(s.sorted[:0], s.calendar.heap...)
	if s.calendar.hole {
		s.sorted = slices.Delete(s.sorted, 0, 1)
	}
	slices.SortFunc(s.sorted, func(a, b entry) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	for _, list := range [...][]entry{s.sorted, s.today.all()} {
		for _, e := range list {
			if s.live(e) {
				k.int(int(e.at-s.now)<<kindBits|int(e.kind()), e.index())
			}
		}
		k.Add(math.MaxUint64)
	}
}

func (s *Sim) addQueue(k *Key, q *messages) {
	k.ints(q.ring)
	k.int(q.active)
	k.bools(q.offering, q.removed)
	for _, at := range q.known {
		if at > 0 && s.now < at-1+int64(q.set.Recognises()) {
			k.int(int(s.now - at))
		} else {
			k.int(-1)
		}
	}
	s.standings = q.Standings(s.standings[:0])
	k.int(len(s.standings))
	for i := range s.standings {
		s.addStanding(k, i)
	}
	for _, due := range q.confirms.all() {
		k.int(int(due.message.number), int(due.producer))
		k.bools(due.off)
	}
	if s.restarts() {
		s.freed = q.Free(s.freed[:0])
		for i := range s.standings {
			k.int(int(s.standings[i].Slot))
		}
		for _, slot := range s.freed {
			k.int(int(slot))
		}
	}
}

// addStanding adds a message of a queue, and which of those that are due with
// it come before.
func (s *Sim) addStanding(k *Key, i int) {
	m := &s.standings[i]
	at := s.slots.at(m.Body)
	k.int(int(at.number), int(at.text), int(at.luck), int(at.producer), m.Priority, m.Deliveries)
	k.bools(m.Visible, m.InFlight, at.transient, at.confirms)
	if s.restarts() {
		k.int(int(s.now - at.written))
	}
	k.bools(m.CameBack, at.marked, at.mandatory)
	if m.Parked || m.Since > 0 || m.Group > 0 {
		k.int(int(s.now-int64(m.Since)), int(m.Group))
		k.bools(m.Parked)
	}
	if s.mortal {
		s.addDeadline(k, m, at)
	}
	if m.Taken == 0 {
		return
	}
	k.int(int(int64(m.Ends) - s.now))
	before := 0
	for j := range s.standings {
		if o := &s.standings[j]; o.Taken > 0 && o.Ends == m.Ends && o.Taken < m.Taken {
			before++
		}
	}
	k.int(before)
}

// addDeadline adds when a message expires, which of those that expire with it do so
// before, and where it expired.
func (s *Sim) addDeadline(k *Key, m *queue.Standing[uint32], at *message) {
	k.Add(uint64(at.ttl))
	k.Add(at.trail[0])
	k.Add(at.trail[1])
	if m.Aged == 0 {
		k.Add(0)
		return
	}
	before := 1
	for j := range s.standings {
		if o := &s.standings[j]; o.Aged != 0 && o.Expires == m.Expires && o.Aged < m.Aged {
			before++
		}
	}
	k.int(before, int(int64(m.Expires)-s.now))
	k.bools(m.AtOnce)
}

func (s *Sim) addConsumer(k *Key, c *consumer) {
	k.int(int(c.status), c.hands, c.drop, c.most)
	k.bools(c.waking, c.parted, c.paused, c.severed, c.detecting > 0)
	k.int(int(c.factor), len(c.unsent), len(c.ghosts))
	if c.paced {
		k.int(int(c.window), int(c.taken))
	}
	k.ints(c.triggers)
	for i := range c.byBody {
		k.int(c.byBody[i].times)
	}
	q := &s.queues[c.Queue]
	for _, list := range [...][]task{c.hand.all(), c.stuck} {
		k.int(len(list))
		for i := range list {
			s.addTask(k, q, &list[i])
		}
	}
	for i := range c.unsent {
		s.addTask(k, q, &c.unsent[i].task)
		k.int(int(c.unsent[i].settles))
	}
	for i := range c.ghosts {
		s.addTask(k, q, &c.ghosts[i].task)
		k.int(int(c.ghosts[i].due - s.now))
	}
	for i := c.first; i < c.first+c.lanes; i++ {
		if l := &s.lanes[i]; l.working {
			s.addTask(k, q, &l.task)
			k.bools(l.finishing > 0, l.beating > 0, l.still)
			if l.still {
				k.int(int(l.left))
			}
			k.addProgress(&l.progress)
		} else {
			k.Add(0)
		}
	}
}

// addTask adds a delivery, and what its receipt is still good for.
func (s *Sim) addTask(k *Key, q *messages, t *task) {
	if q.set.AcknowledgeWithin > 0 {
		k.int(int(s.now - t.since))
	}
	k.int(int(t.number), int(t.text), int(t.luck), int(t.delivery))
	held := queue.Gone
	if !t.cut {
		held = q.Holding(t.receipt)
	}
	k.int(int(held))
	k.bools(t.cut)
}

func (k *Key) addProgress(p *progress) {
	k.int(p.at, p.done, p.inner, len(p.read), len(p.buffered))
	k.bools(p.waited, p.transaction, p.sent, p.ended)
	for i := range p.read {
		k.int(p.read[i].table)
		k.AddText(p.read[i].key)
		k.addCells(p.read[i].cells)
	}
	for i := range p.buffered {
		c := &p.buffered[i]
		k.int(c.table, int(c.debit), int(c.number), c.queue)
		k.bools(c.insert)
		k.AddText(c.key)
		k.AddText(c.body)
		k.addCells(c.cells)
	}
}

func (k *Key) addCells(cells []cell) {
	k.int(len(cells))
	for i := range cells {
		k.AddText(cells[i].column)
		k.AddText(cells[i].value)
	}
}

// addTable adds the rows: those of an outbox in order, as relays go through them
// so; others in any.
func (k *Key) addTable(t *table) {
	var all Key
	for i := range t.rows {
		r := &t.rows[i]
		var one Key
		one.AddText(r.key)
		one.addCells(r.cells)
		if t.Kind != scenario.OutboxTable {
			all.Sum(one)
			continue
		}
		one.bools(r.published, r.locked, r.lost)
		one.Add(r.luck)
		k.Add(one.a)
		k.Add(one.b)
	}
	k.int(len(t.rows))
	k.Add(all.a)
	k.Add(all.b)
}

func (s *Sim) addLogs(k *Key) {
	for i := range s.logs {
		l := &s.logs[i]
		k.int(l.Turn())
		for p := range l.Partitions() {
			k.int(int(l.Start(p)), int(l.End(p)))
			for at := l.Start(p); at < l.End(p); at++ {
				r, _ := l.Read(p, at)
				k.int(int(r.Time), int(r.Body.number), int(r.Body.text), int(r.Body.luck))
				for _, n := range r.Body.reads {
					k.Add(uint64(n))
				}
			}
		}
	}
	for i := range s.groups {
		g := &s.groups[i]
		k.ints(g.owners)
		k.bools(g.begun...)
		for p := range g.owners {
			k.Add(uint64(g.Position(p)))
		}
	}
	for i := range s.members {
		k.addMember(&s.members[i])
	}
}

func (k *Key) addMember(m *member) {
	k.bools(m.out, m.lingering)
	k.int(int(m.status), m.since, m.turn%max(1, len(m.partitions)))
	k.ints(m.partitions)
	for _, at := range m.reads {
		k.Add(uint64(at))
	}
	if k.bools(m.doing > 0); m.doing > 0 {
		k.int(int(m.step), m.partition, int(m.position), int(m.record.number), int(m.read))
	}
}

// AddKey adds what another key stands for.
func (k *Key) AddKey(o Key) {
	k.Add(o.a)
	k.Add(o.b)
}
