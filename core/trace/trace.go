package trace

import (
	"hash/fnv"
	"sort"
	"time"
)

const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
)

// Trace is what happened in a run, in order. Events are only ever appended.
// The zero value with a Head is an empty trace.
type Trace struct {
	Head   Head
	chunks []*[chunkSize]Event
	tail   *[chunkSize]Event // the last chunk
	n      int
	end    time.Duration
	checks checkpoints
}

// Len is the number of events.
func (t *Trace) Len() int { return t.n }

// At is event i, from 0. It must not be changed.
func (t *Trace) At(i int) *Event { return &t.chunks[i>>chunkBits][i&(chunkSize-1)] }

// Append adds an event, which must not be earlier than the one before it.
func (t *Trace) Append(e Event) { *t.Next() = e }

// Next adds an event that the caller fills in at once.
func (t *Trace) Next() *Event {
	i := t.n & (chunkSize - 1)
	if i == 0 {
		t.grow()
	}
	t.n++
	return &t.tail[i]
}

func (t *Trace) grow() {
	t.tail = new([chunkSize]Event)
	t.chunks = append(t.chunks, t.tail)
}

// End is the instant the run ended at: that of its last event, or the later
// one it was told to go on until.
func (t *Trace) End() time.Duration {
	if t.n == 0 {
		return t.end
	}
	return max(t.end, t.At(t.n-1).At)
}

// SetEnd says that the run went on until end, with no event after the last.
func (t *Trace) SetEnd(end time.Duration) { t.end = end }

// Index is the number of events at or before an instant: the cursor that
// shows the instant when all of it has happened.
func (t *Trace) Index(at time.Duration) int {
	return sort.Search(t.n, func(i int) bool { return t.At(i).At > at })
}

// IndexBefore is the number of events before an instant.
func (t *Trace) IndexBefore(at time.Duration) int {
	return sort.Search(t.n, func(i int) bool { return t.At(i).At >= at })
}

// Hash is a fingerprint of every event. Equal runs have equal hashes on every
// machine.
func (t *Trace) Hash() uint64 {
	h := fnv.New64a()
	var b []byte
	for i := range t.n {
		b = t.At(i).AppendBinary(b[:0])
		h.Write(b)
	}
	return h.Sum64()
}
