package sim

import (
	"slices"

	"github.com/queuelab/queuelab/core/trace"
)

// confirmDue is a confirmation to come; off, where the message was lost before.
type confirmDue struct {
	message  message // as it was written
	slot     uint32
	producer uint16
	off      bool
}

// callOff has a message that was lost not confirmed.
func (q *messages) callOff(number uint32) {
	due := q.confirms.all()
	for i := range due {
		due[i].off = due[i].off || due[i].message.number == number
	}
}

// confirm tells a producer that its message is stored, wherever it is by now. Where
// that is lost on the way, it writes the message again in its time, under a number of its own.
func (s *Sim) confirm(qi int) {
	due := s.queues[qi].confirms.pop()
	if due.off {
		return
	}
	// Producers are the first actors; whoever else writes has no confirmation dropped.
	if i := int(due.producer); i >= len(s.producers) || s.producers[i].drop == 0 {
		s.emit(trace.Confirmed, due.producer, qi, due.message.number, due.slot, 0, 0, 0)
		return
	}
	p := &s.producers[due.producer]
	p.drop--
	s.emit(trace.ConfirmDropped, due.producer, qi, due.message.number, due.slot, 0, 0, 0)
	if p.ConfirmWithin > 0 {
		at := max(s.now, due.message.written+int64(p.ConfirmWithin))
		p.again = append(p.again, rewritten{due.message, qi, at})
		s.schedule(at, rewrite, int(due.producer))
	}
}

// rewritten is a message that its producer will write again, and when.
type rewritten struct {
	message
	queue int
	due   int64
}

func (s *Sim) writeOnceMore(p *producer) {
	i := slices.IndexFunc(p.again, func(m rewritten) bool { return m.due == s.now })
	m := p.again[i]
	p.again = slices.Delete(p.again, i, i+1)
	m.number = 0
	s.write(p.actor, m.queue, &m.message, p.Priority)
}
