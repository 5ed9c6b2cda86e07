package sim

import "time"

// message is what the run keeps of a message that is not gone.
type message struct {
	text      int64  // for trace.Head.Body
	luck      uint64 // what draws about it are keyed by
	written   int64  // when
	number    uint32
	holder    uint16 // the consumer of its last delivery
	producer  uint16
	transient bool          // it does not outlive a restart
	confirms  bool          // its producer waits to hear that it is stored
	mandatory bool          // it comes back to its producer where it goes to no queue
	marked    bool          // the broker tells that it was handed out before, whether it was or not
	ttl       time.Duration // its own, when it is written by its producer
	group     uint32        // the one it belongs to, in a queue that keeps groups
	id        uint32        // what the queue it is written to recognises it by; 0: nothing
	// trail are the queues it has expired in since it was last handed out, a bit each.
	trail [2]uint64
}

// slots are the messages that are not gone, in the places that the trace's
// message table has them in.
type slots struct {
	messages []message
	free     []uint32
}

func (s *slots) at(slot uint32) *message { return &s.messages[slot] }

// take finds a place for a message: the one that was freed last, if any.
func (s *slots) take() uint32 {
	n := len(s.free)
	if n == 0 {
		s.messages = append(s.messages, message{})
		return uint32(len(s.messages) - 1)
	}
	slot := s.free[n-1]
	s.free = s.free[:n-1]
	return slot
}

func (s *slots) give(slot uint32) { s.free = append(s.free, slot) }
