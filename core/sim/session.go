package sim

import (
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// Kafka watches the members of a group: one that crashed keeps its partitions until
// its session times out, and one that works on a record for too long loses them.

// session is what a broker makes of a member.
type session struct {
	silent    uint64 // what puts the member out, scheduled
	lingering bool   // it crashed, and the broker has not noticed
	out       bool   // it was put out while it worked, and has not noticed
}

// watch puts the member out after a time in which it is not heard of; 0: never.
func (s *Sim) watch(m *member, within time.Duration) {
	m.silent = 0
	if within > 0 {
		m.silent = s.schedule(s.now+int64(within), memberEvict, m.index)
	}
}

// evict takes a member's partitions away, and shares them out anew.
func (s *Sim) evict(m *member) {
	g := &s.groups[m.group]
	m.silent, m.out, m.lingering = 0, m.status == up && !m.lingering, false
	for p, owner := range g.owners {
		if owner == m.index {
			s.tellPartition(trace.Revoked, m, p, 0)
			g.owners[p] = -1
		}
	}
	s.rebalance(g)
}

// polls is told that a member asks for a record. One that was put out joins again, to read
// what it is then given; polls reports that.
func (s *Sim) polls(g *group, m *member) bool {
	m.silent = 0
	if !m.out {
		return false
	}
	m.out, m.partitions, m.since = false, nil, 0
	s.rebalance(g)
	return true
}

// resetPosition has a member go on at the end where the record it was to read next is no
// longer kept, if the log says so.
func (s *Sim) resetPosition(g *group, m *member, p int) {
	l := &s.logs[g.set.Log]
	if m.reads[p] >= l.Start(p) || !l.set.Resets(g.set) {
		return
	}
	m.reads[p] = l.End(p)
	g.Seek(p, m.reads[p])
	s.tellPartition(trace.Assigned, m, p, m.reads[p])
}
