package eventlog

// firstSize is how many records a tape has room for when it gets its first.
const firstSize = 16

// tape is one partition: a ring that holds the records from start to end, each
// at its position modulo the size, which is 0 or a power of two.
type tape[T any] struct {
	ring       []Record[T]
	start, end int64
}

func (t *tape[T]) len() int { return int(t.end - t.start) }

func (t *tape[T]) at(position int64) *Record[T] {
	return &t.ring[position&int64(len(t.ring)-1)]
}

func (t *tape[T]) append(r Record[T]) {
	if t.len() == len(t.ring) {
		t.grow()
	}
	*t.at(t.end) = r
	t.end++
}

func (t *tape[T]) grow() {
	grown := tape[T]{ring: make([]Record[T], max(firstSize, 2*len(t.ring))), start: t.start, end: t.end}
	for p := t.start; p < t.end; p++ {
		*grown.at(p) = *t.at(p)
	}
	*t = grown
}

// drop forgets the oldest record, and what its key and body hold on to.
func (t *tape[T]) drop() {
	*t.at(t.start) = Record[T]{}
	t.start++
}
