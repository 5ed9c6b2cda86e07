package sim

import "github.com/queuelab/queuelab/core/trace"

// known are the ids that a queue has seen, by their number, and when, from 1; 0: never.
type known []int64

// recognised says whether the queue has had a message of that id within its window, also one that
// is gone. The window begins with the message that was taken.
func (s *Sim) recognised(q *messages, id uint32) bool {
	window := int64(q.set.Recognises())
	if id == 0 || window == 0 {
		return false
	}
	for int(id) >= len(q.known) {
		q.known = append(q.known, 0)
	}
	if at := q.known[id]; at > 0 && s.now < at-1+window {
		return true
	}
	q.known[id] = s.now + 1
	return false
}

// turnAway is of a message that was recognised: the producer is told that it is stored, and it is not.
func (s *Sim) turnAway(actor uint16, qi int, m *message) {
	if m.confirms {
		s.emit(trace.Confirmed, actor, qi, 0, 0, 0, 0, 0)
	}
	s.emit(trace.Dropped, actor, qi, 0, 0, 0, trace.Duplicate, 0)
}

// idOf numbers an id, from 1; 0 is none.
func (s *Sim) idOf(text string) uint32 {
	if text == "" {
		return 0
	}
	return uint32(s.ids.number(text)) + 1
}

// groupOf numbers a group of a queue that keeps groups, from 1.
func (s *Sim) groupOf(key string) uint32 {
	if !s.grouped {
		return 0
	}
	return uint32(s.keys.number(key)) + 1
}
