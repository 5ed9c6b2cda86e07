package queue

import "math"

// state is where a message is.
type state uint8

const (
	free     state = iota // no message; Write moves one in
	delayed               // from Write or RequeueAfter with a delay, until the delay is over
	visible               // from Write, or from coming back, until Receive or a late Acknowledge
	inFlight              // from Receive until Acknowledge, Reject, Return or the end of the lease
	behind                // visible, and behind others of its group
	parked                // for good, but for a late Acknowledge: its deliveries are used up
)

// spent is a generation that no receipt carries.
const spent = math.MaxUint32

// entry is what the queue knows of one message, apart from its body. It is one
// cache line.
type entry struct {
	id         uint64
	place      int64
	priority   int
	key        key    // its rank in the order it is in at present
	generation uint32 // of the slot: tells messages that follow each other in it apart
	deliveries uint32
	prev, next uint32 // neighbours in that order's list; next also chains free slots
	at         uint32 // 1 + its index in that order's heap; 0 when in the list
	state      state
	to         Position // where it comes back to, when it was handed out and is delayed
}

// slots holds the entries and chains the free ones. Slot 0 is never used, so
// that 0 means none.
type slots struct {
	entries []entry
	free    uint32
}

func newSlots() slots { return slots{entries: []entry{{generation: spent}}} }

// take returns a free slot.
func (s *slots) take() uint32 {
	if i := s.free; i != 0 {
		s.free = s.entries[i].next
		return i
	}
	if len(s.entries) == math.MaxUint32 {
		panic("queue: more messages than slots can be numbered")
	}
	s.entries = append(s.entries, entry{generation: 1})
	return uint32(len(s.entries) - 1)
}

// give frees a slot. One whose generations are used up stays out for good:
// an old receipt must never match a new message.
func (s *slots) give(i uint32) {
	e := &s.entries[i]
	e.state = free
	e.deliveries = 0
	e.generation++
	if e.generation != spent {
		e.next = s.free
		s.free = i
	}
}

// find returns the receipt's entry, or nil when its message is gone.
func (s *slots) find(r Receipt) *entry {
	if uint64(r.slot) >= uint64(len(s.entries)) {
		return nil
	}
	if e := &s.entries[r.slot]; e.generation == r.generation {
		return e
	}
	return nil
}

// holds reports whether the receipt of that number is the one that has the
// message in its hands.
func (e *entry) holds(delivery uint32) bool {
	return e.state == inFlight && e.deliveries == delivery
}
