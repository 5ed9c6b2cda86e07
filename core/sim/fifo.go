package sim

// fifo is a first-in, first-out list that keeps its memory.
type fifo[T any] struct {
	items []T
	head  int
}

func (f *fifo[T]) len() int { return len(f.items) - f.head }

func (f *fifo[T]) push(x T) {
	if f.head == len(f.items) {
		f.items, f.head = f.items[:0], 0
	} else if f.head > 0 && len(f.items) == cap(f.items) {
		n := copy(f.items, f.items[f.head:])
		f.items, f.head = f.items[:n], 0
	}
	f.items = append(f.items, x)
}

func (f *fifo[T]) pop() T {
	x := f.items[f.head]
	f.head++
	return x
}

// all are the items, oldest first.
func (f *fifo[T]) all() []T { return f.items[f.head:] }

func (f *fifo[T]) clear() { f.items, f.head = f.items[:0], 0 }

// slots gives out the places of the trace's message table, lowest free first
// given back first, and remembers who holds the message of each.
type slots struct {
	holders []uint16
	free    []uint32
}

func (s *slots) take() uint32 {
	if n := len(s.free); n > 0 {
		slot := s.free[n-1]
		s.free = s.free[:n-1]
		return slot
	}
	s.holders = append(s.holders, 0)
	return uint32(len(s.holders) - 1)
}

func (s *slots) give(slot uint32)                { s.free = append(s.free, slot) }
func (s *slots) holder(slot uint32) uint16       { return s.holders[slot] }
func (s *slots) hold(slot uint32, holder uint16) { s.holders[slot] = holder }
