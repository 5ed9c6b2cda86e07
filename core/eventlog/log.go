package eventlog

import (
	"sort"
	"time"
)

// Options are the settings of a log. The zero value is one partition that keeps
// everything for ever.
type Options struct {
	// Partitions is how many partitions there are, from 1. 0 means 1, and
	// negative values panic.
	Partitions int

	// Retain is how long a record is kept: one of exactly this age is dropped.
	// 0 means for ever, and negative values panic.
	Retain time.Duration

	// MaxRecords is how many records each partition keeps at most. 0 means no
	// bound, and negative values panic.
	MaxRecords int
}

// Record is one record of a log.
type Record[T any] struct {
	Position int64         // in its partition, from 0
	Time     time.Duration // the clock when it was appended
	Key      string        // "": none
	Body     T
}

// Log is a retained log. Make one with New.
type Log[T any] struct {
	options Options
	tapes   []tape[T] // by partition
	turn    int       // the partition of the next record without a key
	now     time.Duration
}

// New returns an empty log with its clock at 0.
func New[T any](o Options) *Log[T] {
	if o.Partitions < 0 || o.Retain < 0 || o.MaxRecords < 0 {
		panic("eventlog: a number of partitions, a retention or a bound below 0")
	}
	o.Partitions = max(1, o.Partitions)
	return &Log[T]{options: o, tapes: make([]tape[T], o.Partitions)}
}

// Append adds a record at the end of a partition, which its key chooses, and
// returns where it is. An empty key is none.
func (l *Log[T]) Append(key string, body T) (partition int, position int64) {
	partition = l.choose(key)
	t := &l.tapes[partition]
	if l.options.MaxRecords > 0 && t.len() == l.options.MaxRecords {
		t.drop()
	}
	t.append(Record[T]{Position: t.end, Time: l.now, Key: key, Body: body})
	return partition, t.end - 1
}

// Read returns the record at a position, or the oldest one kept when that is
// above it; the record's own position tells which. It reports false when there
// is neither: the position is at the end of the partition or beyond.
func (l *Log[T]) Read(partition int, position int64) (Record[T], bool) {
	t := &l.tapes[partition]
	position = max(position, t.start)
	if position >= t.end {
		return Record[T]{}, false
	}
	return *t.at(position), true
}

// Partitions returns how many partitions there are.
func (l *Log[T]) Partitions() int { return len(l.tapes) }

// Start returns the position of the oldest record kept, or End when there is
// none.
func (l *Log[T]) Start(partition int) int64 { return l.tapes[partition].start }

// End returns the position that the next record will have.
func (l *Log[T]) End(partition int) int64 { return l.tapes[partition].end }

// At returns the position of the first record kept that was appended at t or
// later, or End when there is none.
func (l *Log[T]) At(partition int, t time.Duration) int64 {
	tape := &l.tapes[partition]
	return tape.start + int64(sort.Search(tape.len(), func(i int) bool {
		return tape.at(tape.start+int64(i)).Time >= t
	}))
}
