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
