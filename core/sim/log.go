package sim

import (
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/eventlog"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// record is what the run keeps of a record of a log.
type record struct {
	number uint32
	text   int64
	luck   uint64
	reads  []uint32 // by group, how often it was read to be worked on
}

// logState is a log of the run.
type logState struct {
	*eventlog.Log[record]
	set    *scenario.Log
	starts []int64 // as last told
}

// group reads a log with its own position in each partition.
type group struct {
	*eventlog.Group
	set         *scenario.Group
	index       int
	first, size int    // its members, in Sim.members
	owners      []int  // by partition, an index into Sim.members; -1: nobody
	begun       []bool // by partition: its first position is settled
	stream      stream
}

// memberSteps are those of every member of a group.
var memberSteps = map[scenario.CommitRule][]string{
	scenario.CommitAfter:  {"read", "work", "commit"},
	scenario.CommitBefore: {"read", "commit", "work"},
}

// member is one consumer of a group. It goes through its partitions in turn.
type member struct {
	actor   uint16
	index   int
	group   int
	status  status
	mending uint64
	doing   uint64 // what is scheduled
	session        // what its broker makes of it

	partitions []int
	reads      []int64 // by partition, the next position to read
	turn       int     // the partition it looks at next, an index into partitions
	since      int     // records worked on since the last commit
	// record, partition and position are what it works on.
	record    record
	read      uint32
	partition int
	position  int64
	step      memberStep
}

type memberStep uint8

const (
	reading memberStep = iota
	working
	committing
)

func (s *Sim) buildLogs() {
	first := 0
	for i := range s.sc.Logs {
		d := &s.sc.Logs[i]
		n := max(1, d.Partitions)
		s.logs = append(s.logs, logState{
			Log: eventlog.New[record](eventlog.Options{Partitions: n, Retain: d.Retain}), set: d, starts: make([]int64, n),
		})
		s.trace.Head.Logs = append(s.trace.Head.Logs, trace.Log{Name: d.Name, Partitions: n, First: first})
		first += n
		for _, body := range d.Records {
			s.texts.number(body)
		}
	}
	first = 0
	for i := range s.sc.Groups {
		first = s.buildGroup(i, first)
	}
}

func (s *Sim) buildGroup(i, first int) (next int) {
	d := &s.sc.Groups[i]
	n := s.logs[d.Log].Partitions()
	g := group{
		Group: eventlog.NewGroup(n), set: d, index: i, first: len(s.members), size: d.Members,
		owners: slices.Repeat([]int{-1}, n), begun: make([]bool, n), stream: newStream(s.sc.Seed, d.Name),
	}
	s.trace.Head.Groups = append(s.trace.Head.Groups, trace.Group{Name: d.Name, Log: uint16(d.Log), First: first})
	for k := range d.Members {
		a := trace.Actor{
			Name: scenario.MemberName(d.Name, k+1), Group: d.Name, Role: trace.Member, Queue: trace.NoQueue,
			LogGroup: uint16(i), Steps: memberSteps[d.Commit],
		}
		s.members = append(s.members, member{actor: s.addActor(a), index: len(s.members), group: i, reads: make([]int64, n)})
	}
	s.groups = append(s.groups, g)
	return first + n
}

// startLogs puts in the records that are there from the start.
func (s *Sim) startLogs() {
	for i := range s.logs {
		for _, body := range s.logs[i].set.Records {
			s.append(trace.NoActor, i, &message{text: s.texts.number(body), luck: luck(4, uint64(s.written))}, "")
		}
	}
}

func (s *Sim) append(actor uint16, log int, m *message, key string) {
	s.written++
	l := &s.logs[log]
	p, _ := l.Append(key, record{number: s.written, text: m.text, luck: m.luck, reads: make([]uint32, len(s.groups))})
	s.emit(trace.Appended, actor, int(trace.NoQueue), s.written, uint32(p), 0, m.text, uint8(log))
	for g := range s.groups {
		if owner := s.groups[g].owners[p]; s.groups[g].set.Log == log && owner >= 0 {
			s.wakeMember(&s.members[owner])
		}
	}
}

// nextTrim is when retention next drops a record, if that is before an instant.
// Where nothing else is left to happen it does not keep the run going.
func (s *Sim) nextTrim(next int64) int64 {
	if next == never {
		return next
	}
	for i := range s.logs {
		if t, due := s.logs[i].Next(); due {
			next = min(next, int64(t))
		}
	}
	return next
}

func (s *Sim) advanceLogs() {
	for i := range s.logs {
		s.logs[i].AdvanceTo(time.Duration(s.now))
	}
	s.trim()
}

// trim tells what retention dropped.
func (s *Sim) trim() {
	for i := range s.logs {
		l := &s.logs[i]
		for p := range l.starts {
			if at := l.Start(p); at != l.starts[p] {
				l.starts[p] = at
				s.emit(trace.Trimmed, trace.NoActor, int(trace.NoQueue), 0, uint32(p), 0, at, uint8(i))
			}
		}
	}
}

// join starts the members of a group, and shares the partitions among them.
func (s *Sim) join(gi int) {
	g := &s.groups[gi]
	for k := range g.size {
		m := &s.members[g.first+k]
		m.status = up
		s.emit(trace.Started, m.actor, int(trace.NoQueue), 0, 0, 0, 0, 0)
	}
	s.rebalance(g)
}

// rebalance shares the partitions among the members that are up. A member that
// loses one forgets what it read there; the new one goes on at the committed position.
func (s *Sim) rebalance(g *group) {
	var live []int
	for k := range g.size {
		if m := &s.members[g.first+k]; m.status == up && !m.out && !m.lingering {
			live = append(live, g.first+k)
		}
	}
	shares := eventlog.Assign(len(g.owners), max(1, len(live)))
	owner := slices.Repeat([]int{-1}, len(g.owners))
	for k, mi := range live {
		s.members[mi].partitions = shares[k]
		s.members[mi].turn = 0
		for _, p := range shares[k] {
			owner[p] = mi
		}
	}
	for p, mi := range owner {
		if old := g.owners[p]; old >= 0 && old != mi {
			s.tellPartition(trace.Revoked, &s.members[old], p, 0)
		}
	}
	for p, mi := range owner {
		if mi >= 0 && g.owners[p] != mi {
			s.assign(g, &s.members[mi], p)
		}
	}
	copy(g.owners, owner)
	for _, mi := range live {
		s.wakeMember(&s.members[mi])
	}
}

func (s *Sim) tellPartition(k trace.Kind, m *member, partition int, value int64) {
	s.emit(k, m.actor, int(trace.NoQueue), 0, uint32(partition), 0, value, uint8(s.groups[m.group].set.Log))
}

func (s *Sim) assign(g *group, m *member, p int) {
	if !g.begun[p] {
		g.begun[p] = true
		g.Seek(p, s.beginAt(g, p))
	}
	m.reads[p] = g.Position(p)
	s.tellPartition(trace.Assigned, m, p, m.reads[p])
}

func (s *Sim) beginAt(g *group, p int) int64 {
	l := &s.logs[g.set.Log]
	switch l.set.Begins(g.set) {
	case scenario.FromEnd:
		return l.End(p)
	case scenario.FromPosition:
		return min(g.set.Position, l.End(p))
	case scenario.FromInstant:
		return l.At(p, g.set.At)
	}
	return l.Start(p)
}

// wakeMember has an idle member look for a record, later in this instant.
func (s *Sim) wakeMember(m *member) {
	if m.status == up && m.doing == 0 && !m.lingering {
		m.step = reading
		m.doing = s.schedule(s.now, memberDue, m.index)
	}
}

// memberGoOn is told that what the member was doing is done.
func (s *Sim) memberGoOn(m *member) {
	m.doing = 0
	g := &s.groups[m.group]
	switch m.step {
	case reading:
		s.readRecord(g, m)
	case working:
		s.worked(g, m)
	case committing:
		s.committed(g, m)
	}
}

func (s *Sim) readRecord(g *group, m *member) {
	l := &s.logs[g.set.Log]
	if s.polls(g, m) {
		return
	}
	for range m.partitions {
		p := m.partitions[m.turn%len(m.partitions)]
		m.turn++
		s.resetPosition(g, m, p)
		r, ok := l.Read(p, m.reads[p])
		if !ok {
			continue
		}
		r.Body.reads[g.index]++
		m.record, m.read, m.partition, m.position = r.Body, r.Body.reads[g.index], p, r.Position
		m.reads[p] = r.Position + 1
		s.watch(m, l.set.PollWithin(g.set))
		s.emit(trace.Fetched, m.actor, int(trace.NoQueue), m.record.number, uint32(p), m.read, r.Position, uint8(g.set.Log))
		if g.set.Commit == scenario.CommitBefore {
			s.commitPosition(g, m)
			return
		}
		s.workOn(g, m)
		return
	}
	if m.since > 0 {
		s.commitPosition(g, m)
	}
}

func (s *Sim) workOn(g *group, m *member) {
	at := g.stream.at(m.record.luck, m.read)
	s.memberStep(m, working, s.lasts(at, &g.set.Work, m.actor))
}

// memberStep starts a step; where it takes no time it is over later in this instant.
func (s *Sim) memberStep(m *member, step memberStep, lasts int64) {
	m.step = step
	if lasts > 0 {
		s.emit(trace.StepStarted, m.actor, int(trace.NoQueue), m.record.number, uint32(m.partition), m.read, s.now+lasts, s.stepIndex(m, step))
	}
	m.doing = s.schedule(s.now+lasts, memberDue, m.index)
	if s.open&OpenCrash != 0 && s.dies(m.actor, m.index, 0, 0) {
		s.crashMember(m, s.away())
	}
}

// stepIndex is where the step stands among the names of the member's steps.
func (s *Sim) stepIndex(m *member, step memberStep) uint8 {
	if s.groups[m.group].set.Commit == scenario.CommitBefore {
		return uint8(working+committing) - uint8(step)
	}
	return uint8(step)
}

func (s *Sim) worked(g *group, m *member) {
	s.emit(trace.Executed, m.actor, int(trace.NoQueue), m.record.number, uint32(m.partition), m.read, m.position, uint8(g.set.Log))
	if g.set.Commit == scenario.CommitAfter {
		if m.since++; m.since >= max(1, g.set.CommitEvery) {
			s.commitPosition(g, m)
			return
		}
	}
	s.wakeMember(m)
}

func (s *Sim) commitPosition(g *group, m *member) {
	s.memberStep(m, committing, int64(g.set.CommitTakes))
}

func (s *Sim) committed(g *group, m *member) {
	m.since = 0
	for _, p := range m.partitions {
		if m.reads[p] == g.Position(p) {
			continue
		}
		if g.owners[p] != m.index {
			s.tellPartition(trace.PositionRefused, m, p, m.reads[p])
			continue
		}
		g.Commit(p, m.reads[p])
		s.tellPartition(trace.PositionCommitted, m, p, m.reads[p])
	}
	if g.set.Commit == scenario.CommitBefore {
		s.workOn(g, m)
		return
	}
	s.wakeMember(m)
}

// crashMember loses the record in the member's hands: for good, where its
// position was committed before the work.
func (s *Sim) crashMember(m *member, lasts time.Duration) {
	if m.status != up {
		return
	}
	back, mending := s.scheduleMend(lasts, memberMend, m.index)
	m.mending = mending
	busy := m.doing != 0 && m.step != reading
	number, read := uint32(0), uint32(0)
	if busy {
		number, read = m.record.number, m.read
	}
	g := &s.groups[m.group]
	s.emit(trace.Crashed, m.actor, int(trace.NoQueue), number, uint32(m.partition), read, back, uint8(g.set.Log))
	if busy && m.step == working && g.Position(m.partition) > m.position {
		s.emit(trace.Forgotten, m.actor, int(trace.NoQueue), number, uint32(m.partition), read, m.position, uint8(g.set.Log))
	}
	m.status, m.doing, m.since, m.out = down, 0, 0, false
	timeout := s.logs[g.set.Log].set.SessionTimeout(g.set)
	if s.watch(m, timeout); timeout > 0 {
		m.lingering = true
		return
	}
	s.rebalance(g)
}

func (s *Sim) mendMember(m *member) {
	m.status = up
	s.emit(trace.Recovered, m.actor, int(trace.NoQueue), 0, 0, 0, 0, 0)
	if !m.lingering {
		s.rebalance(&s.groups[m.group])
	}
}

// seek sets a group's position by hand, in every partition: back to replay, or on.
func (s *Sim) seek(gi int, to int64) {
	g := &s.groups[gi]
	l := &s.logs[g.set.Log]
	for p, mi := range g.owners {
		g.begun[p] = true
		g.Seek(p, min(max(to, l.Start(p)), l.End(p)))
		if mi < 0 {
			continue
		}
		m := &s.members[mi]
		m.reads[p] = g.Position(p)
		s.tellPartition(trace.Assigned, m, p, m.reads[p])
		s.wakeMember(m)
	}
}
