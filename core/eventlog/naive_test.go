package eventlog_test

import (
	"math"
	"time"

	"github.com/queuelab/queuelab/core/eventlog"
)

// naive is the log once more, as simply as can be: all records that ever were,
// and the question which of them are still kept. The log has to agree with it.
type naive struct {
	options eventlog.Options
	now     time.Duration
	keyless int
	records [][]eventlog.Record[int] // by partition
}

func newNaive(o eventlog.Options) *naive {
	return &naive{options: o, records: make([][]eventlog.Record[int], max(1, o.Partitions))}
}

func (n *naive) append(key string, body int) (int, int64) {
	p := n.keyless
	if key == "" {
		n.keyless++
	} else {
		p = int(fnv1a(key))
	}
	p %= len(n.records)
	position := int64(len(n.records[p]))
	n.records[p] = append(n.records[p], eventlog.Record[int]{Position: position, Time: n.now, Key: key, Body: body})
	return p, position
}

// fnv1a has the two constants of the definition.
func fnv1a(key string) uint32 {
	hash := uint32(2166136261)
	for i := range len(key) {
		hash = (hash ^ uint32(key[i])) * 16777619
	}
	return hash
}

func (n *naive) kept(partition int) (kept []eventlog.Record[int]) {
	all := n.records[partition]
	for i, r := range all {
		young := n.options.Retain == 0 || n.now < r.Time+n.options.Retain
		among := n.options.MaxRecords == 0 || len(all)-i <= n.options.MaxRecords
		if young && among {
			kept = append(kept, r)
		}
	}
	return kept
}

// first returns the first record kept for which it holds.
func (n *naive) first(partition int, holds func(eventlog.Record[int]) bool) (eventlog.Record[int], bool) {
	for _, r := range n.kept(partition) {
		if holds(r) {
			return r, true
		}
	}
	return eventlog.Record[int]{}, false
}

func (n *naive) read(partition int, position int64) (eventlog.Record[int], bool) {
	return n.first(partition, func(r eventlog.Record[int]) bool { return r.Position >= position })
}

func (n *naive) end(partition int) int64 { return int64(len(n.records[partition])) }

func (n *naive) at(partition int, t time.Duration) int64 {
	r, ok := n.first(partition, func(r eventlog.Record[int]) bool { return r.Time >= t })
	if !ok {
		return n.end(partition)
	}
	return r.Position
}

func (n *naive) start(partition int) int64 { return n.at(partition, math.MinInt64) }

func (n *naive) next() (next time.Duration, pending bool) {
	if n.options.Retain == 0 {
		return 0, false
	}
	for p := range n.records {
		for _, r := range n.kept(p) {
			if at := r.Time + n.options.Retain; !pending || at < next {
				next, pending = at, true
			}
		}
	}
	return next, pending
}

// lag counts the records from a position on.
func (n *naive) lag(partition int, from int64) (lag int64) {
	for _, r := range n.records[partition] {
		if r.Position >= from {
			lag++
		}
	}
	return lag
}
