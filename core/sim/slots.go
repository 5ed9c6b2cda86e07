package sim

import "github.com/queuelab/queuelab/core/trace"

// message is what the run keeps of a message that is not gone.
type message struct {
	text   int64  // for trace.Head.Body
	luck   uint64 // what draws about it are keyed by
	number uint32
	holder uint16 // the consumer of its last delivery
}

// slots are the messages that are not gone, in the places that the trace's
// message table has them in.
type slots struct {
	messages []message
	free     []uint32
}

func (s *slots) at(slot uint32) *message { return &s.messages[slot] }

// take finds a place for a message: the one that was freed last, if any.
func (s *slots) take(m message) uint32 {
	m.holder = trace.NoActor
	n := len(s.free)
	if n == 0 {
		s.messages = append(s.messages, m)
		return uint32(len(s.messages) - 1)
	}
	slot := s.free[n-1]
	s.free = s.free[:n-1]
	s.messages[slot] = m
	return slot
}

func (s *slots) give(slot uint32) { s.free = append(s.free, slot) }
