package stats

import (
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// logTally is what is counted of a log, by partition.
type logTally struct {
	written    int64
	partitions []partition
}

type partition struct {
	start   int64 // its oldest record that retention has not dropped
	records []logRecord
}

type logRecord struct {
	number   uint32
	appended time.Duration
}

// groupTally is what is counted of a group that reads a log.
type groupTally struct {
	tally
	partitions []progress
}

// progress is a group's in a partition. Before it has the partition, from is none.
type progress struct {
	from, position int64
	reads          []read // by position
}

// read is what a group did with a record.
type read struct {
	reads, executions, hands uint32 // hands: members that work on it
	first                    time.Duration
	firstBy                  uint16
}

func (c *Collector) resetLogs() {
	for i := range c.logs {
		c.logs[i] = logTally{partitions: make([]partition, c.head.Logs[i].Partitions)}
	}
	for i := range c.groups {
		g := groupTally{tally: tally{finished: none}}
		g.partitions = make([]progress, c.head.Logs[c.head.Groups[i].Log].Partitions)
		for p := range g.partitions {
			g.partitions[p].from = -1
		}
		c.groups[i] = g
	}
}

func (c *Collector) isMember(actor uint16) bool {
	return actor != trace.NoActor && c.head.Actors[actor].Role == trace.Member
}

func (c *Collector) applyLog(e *trace.Event) {
	switch e.Kind {
	case trace.Appended:
		c.appended(e)
	case trace.Trimmed:
		c.logs[e.Step].partitions[e.Slot].start = e.Value
	case trace.Assigned:
		p := c.progress(e)
		if p.position = e.Value; p.from < 0 || p.position < p.from {
			p.from = p.position
		}
	case trace.PositionCommitted:
		c.progress(e).position = e.Value
	case trace.Fetched:
		c.fetched(e)
	}
}

// progress is that of the member's group in the event's partition.
func (c *Collector) progress(e *trace.Event) *progress {
	return &c.groups[c.head.Actors[e.Actor].LogGroup].partitions[e.Slot]
}

func (c *Collector) appended(e *trace.Event) {
	l := &c.logs[e.Step]
	p := &l.partitions[e.Slot]
	l.written++
	c.of(e, func(t *tally) { t.written++ })
	m := newRecord(e)
	m.place, m.log, m.partition, m.position = trace.Free, e.Step+1, uint16(e.Slot), int32(len(p.records))
	c.messages = append(c.messages, m)
	p.records = append(p.records, logRecord{e.Message, e.At})
}

// at is what the group did with a record.
func (p *progress) at(position int64) *read {
	for int64(len(p.reads)) <= position {
		p.reads = append(p.reads, read{first: none, firstBy: trace.NoActor})
	}
	return &p.reads[position]
}

func (c *Collector) fetched(e *trace.Event) {
	c.letGo(e.Actor)
	a := &c.actors[e.Actor]
	a.reading, a.partition, a.position = true, e.Slot, e.Value
	r := c.progress(e).at(e.Value)
	r.reads++
	r.hands++
	if r.reads > 1 {
		c.of(e, func(t *tally) { t.deliveries++; t.redeliveries++ })
		return
	}
	r.first, r.firstBy = e.At, e.Actor
	c.of(e, func(t *tally) { t.deliveries++ })
}

// letGo is of a member that no longer has the record it read last in its hands.
func (c *Collector) letGo(actor uint16) {
	a := &c.actors[actor]
	if a.reading {
		a.reading = false
		c.groups[c.head.Actors[actor].LogGroup].partitions[a.partition].at(a.position).hands--
	}
}

func (c *Collector) executedRecord(e *trace.Event) {
	c.letGo(e.Actor)
	r := c.progress(e).at(e.Value)
	r.executions++
	if r.executions > 1 {
		c.of(e, func(t *tally) { t.effects++; t.duplicates++ })
		return
	}
	c.of(e, func(t *tally) { t.effects++ })
	group := c.head.Actors[e.Actor].LogGroup
	c.done = append(c.done, completion{e.Message, e.Actor, uint16(len(c.queues)) + group})
}

// lag is how many records the group has not committed; 0 before it has joined.
func (c *Collector) lag(group int) int64 {
	sum, l := int64(0), &c.logs[c.head.Groups[group].Log]
	for i := range l.partitions {
		if p := &c.groups[group].partitions[i]; p.from >= 0 {
			sum += max(0, int64(len(l.partitions[i].records))-p.position)
		}
	}
	return sum
}

// lostRecords are those that the group passed by, its position or retention
// having gone beyond them, without a member that has worked on them to the end or
// is at it.
func (c *Collector) lostRecords(group int) int64 {
	sum, l := int64(0), &c.logs[c.head.Groups[group].Log]
	for i := range l.partitions {
		p := &c.groups[group].partitions[i]
		for at := max(p.from, 0); at < p.passed(&l.partitions[i]); at++ {
			sum += p.lost(at)
		}
	}
	return sum
}

// passed is the first position that the group has not passed by.
func (p *progress) passed(of *partition) int64 {
	if p.from < 0 {
		return 0
	}
	return min(max(p.position, of.start), int64(len(of.records)))
}

// lost is 1 of a record that nobody has worked on to the end or is at.
func (p *progress) lost(at int64) int64 {
	if at >= int64(len(p.reads)) || p.reads[at].executions == 0 && p.reads[at].hands == 0 {
		return 1
	}
	return 0
}

// waits adds how long records waited until the group first read them.
func (c *Collector) waits(all []time.Duration, group int, v *view) []time.Duration {
	l := &c.logs[c.head.Groups[group].Log]
	for i := range l.partitions {
		for at, r := range c.groups[group].partitions[i].reads {
			record := &l.partitions[i].records[at]
			counts := v.pair == 0 || v.pair == record.number
			if r.reads > 0 && counts && (v.firstBy == nil || v.firstBy(r.firstBy)) {
				all = append(all, r.first-record.appended)
			}
		}
	}
	return all
}
