package cause

import "github.com/queuelab/queuelab/core/trace"

// Inversion is a pair of messages of one queue that were finished in the
// opposite order of their writing.
type Inversion struct {
	// Earlier was written before Later, and finished after it.
	Earlier, Later uint32
	// EarlierDone and LaterDone are their first executions, EarlierBegun and
	// LaterBegun where that work began, and Cause is what shows why: all of
	// them indexes into the trace.
	EarlierDone, LaterDone, EarlierBegun, LaterBegun, Cause int
	Reason                                                  Reason
}

// Reason is why a message was overtaken.
type Reason uint8

// The reasons, in the order in which they are looked for.
const (
	// Priority: the later message had a higher priority.
	Priority Reason = iota
	// Requeued: the earlier one was rejected and put back.
	Requeued
	// Redelivered: the earlier one came back when its lease ended or a
	// connection closed.
	Redelivered
	// InHand: the earlier one was handed out first, and lay in the consumer's
	// hand behind others until the later one was done.
	InHand
	// Slower: the earlier one was handed out first, and the work on it took longer.
	Slower
	// HandedLater: the earlier one was handed out after the later one: it had
	// been delayed, or was behind it in the queue.
	HandedLater
)

// history is what is remembered of a message.
type history struct {
	handed, begun, back, done int32 // events from 1; 0: none yet
	queue                     uint16
	priority                  uint8
}

// Inversions lists the first pairs that ended up in the wrong order, at most
// so many, in the order in which they show. It looks through the trace once.
func Inversions(tr *trace.Trace, most int) []Inversion {
	o := order{tr: tr, most: most, done: make([][]uint32, len(tr.Head.Queues)), top: make([]uint32, len(tr.Head.Queues))}
	for i := 0; i < tr.Len() && len(o.list) < most; i++ {
		o.apply(i, tr.At(i))
	}
	return o.list
}

type order struct {
	tr       *trace.Trace
	most     int
	messages []history
	done     [][]uint32 // by queue, in the order in which they were finished
	top      []uint32   // by queue, the latest written among those
	list     []Inversion
}

func (o *order) apply(i int, e *trace.Event) {
	if e.Message == 0 || e.Queue == trace.NoQueue {
		return
	}
	for int(e.Message) > len(o.messages) {
		o.messages = append(o.messages, history{})
	}
	m := &o.messages[e.Message-1]
	switch e.Kind {
	case trace.Written:
		*m = history{queue: e.Queue, priority: e.Step, done: m.done}
	case trace.Delivered:
		if m.handed == 0 {
			m.handed = int32(i + 1)
		}
		if m.done == 0 {
			m.begun = 0
		}
	case trace.StepStarted:
		if m.begun == 0 && m.done == 0 {
			m.begun = int32(i + 1)
		}
	case trace.LeaseEnded, trace.Rejected, trace.Returned:
		m.back = int32(i + 1)
	case trace.Executed:
		if m.done == 0 {
			m.done = int32(i + 1)
			if m.begun == 0 {
				m.begun = m.done
			}
			o.finished(e)
		}
	}
}

// finished compares a message with those of its queue that were finished before.
func (o *order) finished(e *trace.Event) {
	if e.Message < o.top[e.Queue] {
		for _, before := range o.done[e.Queue] {
			if before > e.Message && len(o.list) < o.most {
				o.list = append(o.list, o.pair(e.Message, before))
			}
		}
	}
	o.top[e.Queue] = max(o.top[e.Queue], e.Message)
	o.done[e.Queue] = append(o.done[e.Queue], e.Message)
}

func (o *order) pair(earlier, later uint32) Inversion {
	a, b := &o.messages[earlier-1], &o.messages[later-1]
	p := Inversion{
		Earlier: earlier, Later: later, EarlierDone: int(a.done) - 1, LaterDone: int(b.done) - 1,
		EarlierBegun: int(a.begun) - 1, LaterBegun: int(b.begun) - 1,
	}
	switch {
	case b.priority > a.priority:
		p.Reason, p.Cause = Priority, int(b.handed)-1
	case a.back > 0 && o.tr.At(int(a.back)-1).Kind == trace.Rejected:
		p.Reason, p.Cause = Requeued, int(a.back)-1
	case a.back > 0:
		p.Reason, p.Cause = Redelivered, int(a.back)-1
	case a.handed < b.handed && a.begun > b.done:
		p.Reason, p.Cause = InHand, int(a.begun)-1
	case a.handed < b.handed:
		p.Reason, p.Cause = Slower, int(a.begun)-1
	default:
		p.Reason, p.Cause = HandedLater, int(a.handed)-1
	}
	return p
}
