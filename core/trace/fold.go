package trace

import "time"

// NewState is the state before the first event of a trace with this head.
func NewState(h *Head) *State {
	partitions, positions := h.widths()
	return &State{
		Actors:    make([]ActorState, len(h.Actors)),
		Queues:    make([]QueueState, len(h.Queues)),
		Ends:      make([]int64, partitions),
		Starts:    make([]int64, partitions),
		Positions: make([]int64, positions),
		Reads:     make([]int64, positions),
		Joined:    make([]bool, positions),
	}
}

// CopyFrom makes s equal to o, sharing nothing with it and keeping s's memory.
func (s *State) CopyFrom(o *State) {
	messages, actors, queues, gone, cells, sent := s.Messages, s.Actors, s.Queues, s.Gone, s.Cells, s.Sent
	ends, starts, positions, reads, joined := s.Ends, s.Starts, s.Positions, s.Reads, s.Joined
	*s = *o
	s.Messages = append(messages[:0], o.Messages...)
	s.Actors = append(actors[:0], o.Actors...)
	s.Queues = append(queues[:0], o.Queues...)
	s.Gone = append(gone[:0], o.Gone...)
	s.Cells = append(cells[:0], o.Cells...)
	s.Sent = append(sent[:0], o.Sent...)
	s.Ends = append(ends[:0], o.Ends...)
	s.Starts = append(starts[:0], o.Starts...)
	s.Positions = append(positions[:0], o.Positions...)
	s.Reads = append(reads[:0], o.Reads...)
	s.Joined = append(joined[:0], o.Joined...)
}

// Apply moves the state over one event. Events must come in order.
func (s *State) Apply(h *Head, e *Event) {
	s.Now = e.At
	s.Events++
	switch e.Kind {
	case Started, Recovered:
		s.status(e, Idle)
	case Stopped:
		s.status(e, StoppedStatus)
	case Paused:
		s.status(e, PausedStatus)
	case Resumed:
		s.idle(e)
	case Disconnected:
		s.status(e, NotStarted)
	case Crashed:
		s.status(e, CrashedStatus)
	case Written:
		s.written(e)
	case Held:
		s.move(e, Delayed)
		s.message(e).LeaseEnd = e.Value
	case Delivered:
		s.delivered(e)
	case StepStarted:
		s.stepStarted(e)
	case Executed:
		s.executed(e)
	case Acknowledged:
		s.Actors[e.Actor].Acknowledged++
		s.leave(e, AcknowledgedPlace)
	case AcknowledgeRefused:
		s.count(e, func(c *Counts) { c.Refused++ })
	case Left:
		s.idle(e)
	case Extended:
		s.extended(e)
	case LeaseEnded, Rejected, Returned:
		s.back(h, e)
	case Woke, Claimed:
		s.move(e, Visible)
	case Parked:
		s.move(e, ParkedPlace)
	case DeadLettered:
		s.leave(e, DeadLetteredPlace)
	case Expired:
		s.leave(e, ExpiredPlace)
	case Dropped:
		s.dropped(e)
	case Lost:
		s.lost(e)
	case Moved:
		s.leave(e, MovedPlace)
	case Forgotten:
		s.forgotten(e)
	case Failed:
		s.idle(e)
	case RowSet:
		s.rowSet(e)
	case Sent:
		s.sent(e)
	default:
		s.applyLog(h, e)
	}
}

func (s *State) count(e *Event, change func(*Counts)) {
	change(&s.Queues[e.Queue].Counts)
	change(&s.Total)
}

// message is the entry of the event's message, or nil if it is gone.
func (s *State) message(e *Event) *Message {
	if int(e.Slot) >= len(s.Messages) || s.Messages[e.Slot].Number != e.Message {
		return nil
	}
	return &s.Messages[e.Slot]
}

func (s *State) status(e *Event, to Status) {
	a := &s.Actors[e.Actor]
	a.Status, a.Since = to, e.At
}

func (s *State) written(e *Event) {
	for int(e.Slot) >= len(s.Messages) {
		s.Messages = append(s.Messages, Message{})
	}
	q := &s.Queues[e.Queue]
	q.nextOrder++
	s.Messages[e.Slot] = Message{
		Number: e.Message, Queue: e.Queue, Holder: NoActor, Place: Visible,
		Priority: e.Step, Written: e.At, Since: e.At, LeaseEnd: Never, Body: e.Value, Order: q.nextOrder,
	}
	q.Written++
	q.Visible++
	s.Total.Written++
	s.Total.Visible++
	if e.Actor != NoActor {
		s.Actors[e.Actor].Written++
	}
}

// of is the count of the messages in a place.
func (c *Counts) of(p Place) *uint32 {
	switch p {
	case Delayed:
		return &c.Delayed
	case InFlight:
		return &c.InFlight
	case AcknowledgedPlace:
		return &c.Acknowledged
	case DeadLetteredPlace:
		return &c.DeadLettered
	case DroppedPlace:
		return &c.Dropped
	case ExpiredPlace:
		return &c.Expired
	case LostPlace:
		return &c.Lost
	case MovedPlace:
		return &c.Moved
	case ParkedPlace:
		return &c.Parked
	}
	return &c.Visible
}

func (s *State) move(e *Event, to Place) {
	m := s.message(e)
	q := &s.Queues[m.Queue].Counts
	*q.of(m.Place)--
	*q.of(to)++
	*s.Total.of(m.Place)--
	*s.Total.of(to)++
	if m.Place == InFlight {
		s.Actors[m.Holder].Holding--
	}
	m.Place, m.Since = to, e.At
}

func (s *State) delivered(e *Event) {
	s.move(e, InFlight)
	m := s.message(e)
	m.Deliveries, m.Holder, m.LeaseEnd = e.Delivery, e.Actor, e.Value
	q := &s.Queues[e.Queue].Counts
	q.Deliveries++
	s.Total.Deliveries++
	if e.Delivery > 1 {
		q.Redeliveries++
		s.Total.Redeliveries++
	}
	a := &s.Actors[e.Actor]
	a.Deliveries++
	a.Holding++
	if a.Status == Idle {
		a.Message, a.Delivery, a.LeaseStart, a.LeaseEnd = e.Message, e.Delivery, e.At, e.Value
	}
}

func (s *State) stepStarted(e *Event) {
	a := &s.Actors[e.Actor]
	if a.Message != e.Message || a.Delivery != e.Delivery {
		a.LeaseStart, a.LeaseEnd = e.At, Never
		if m := s.message(e); m != nil && m.Deliveries == e.Delivery {
			a.LeaseStart, a.LeaseEnd = m.Since, m.LeaseEnd
		}
	}
	a.Status, a.Since = Working, e.At
	a.Step, a.StepStart, a.StepEnd = e.Step, e.At, time.Duration(e.Value)
	a.Message, a.Delivery = e.Message, e.Delivery
}

func (s *State) idle(e *Event) {
	a := &s.Actors[e.Actor]
	a.Status, a.Since = Idle, e.At
	a.Message, a.Delivery = 0, 0
}

func (s *State) executed(e *Event) {
	s.idle(e)
	s.Actors[e.Actor].Executions++
	s.Total.Executions++
	if e.Queue == NoQueue {
		return
	}
	s.Queues[e.Queue].Executions++
	if m := s.message(e); m != nil {
		m.Executions++
	}
}

func (s *State) extended(e *Event) {
	s.message(e).LeaseEnd = e.Value
	if a := &s.Actors[e.Actor]; a.Message == e.Message && a.Delivery == e.Delivery {
		a.LeaseStart, a.LeaseEnd = e.At, e.Value
	}
}

// aheadBase is between the orders of those at the front and those ahead.
const aheadBase = -1 << 62

func (s *State) back(h *Head, e *Event) {
	s.move(e, Visible)
	m, q := s.message(e), &s.Queues[e.Queue]
	to := h.Queues[e.Queue].Requeue
	if e.Kind == Returned {
		to = h.Queues[e.Queue].Disconnect
	}
	switch to {
	case RequeueFront:
		q.frontOrder--
		m.Order = aheadBase + q.frontOrder
	case RequeueAhead:
		q.aheadOrder++
		m.Order = aheadBase + q.aheadOrder
	case RequeueBack:
		q.nextOrder++
		m.Order = q.nextOrder
	}
	if e.Kind == Rejected {
		s.idle(e)
	}
}

func (s *State) leave(e *Event, to Place) {
	s.move(e, to)
	m := s.message(e)
	if len(s.Gone) == GoneKept {
		copy(s.Gone, s.Gone[1:])
		s.Gone = s.Gone[:GoneKept-1]
	}
	s.Gone = append(s.Gone, Gone{Number: m.Number, Deliveries: m.Deliveries, Queue: m.Queue, Place: to, At: e.At})
	*m = Message{}
}

// dropped counts a message that left unseen. One that no binding matched, or that
// its queue did not take, was never in a queue.
func (s *State) dropped(e *Event) {
	if e.Message != 0 {
		s.leave(e, DroppedPlace)
		return
	}
	if e.Queue != NoQueue {
		s.Queues[e.Queue].Written++
		s.Queues[e.Queue].Dropped++
	}
	s.Total.Written++
	s.Total.Dropped++
}

// forgotten turns an acknowledgement given too early into a loss.
func (s *State) forgotten(e *Event) {
	if e.Queue == NoQueue {
		return // a record stays in its log, for other groups
	}
	s.count(e, func(c *Counts) {
		c.Acknowledged--
		c.Lost++
	})
	for i := range s.Gone {
		if s.Gone[i].Number == e.Message {
			s.Gone[i].Place = LostPlace
		}
	}
}

func (s *State) rowSet(e *Event) {
	for int(e.Slot) >= len(s.Cells) {
		s.Cells = append(s.Cells, 0)
	}
	s.Cells[e.Slot] = uint32(e.Value) + 1
}

func (s *State) sent(e *Event) {
	if len(s.Sent) == SentKept {
		copy(s.Sent, s.Sent[1:])
		s.Sent = s.Sent[:SentKept-1]
	}
	s.Sent = append(s.Sent, SentThing{Table: uint16(e.Slot), Word: uint32(e.Value), Message: e.Message, At: e.At})
	s.Sends++
}

// lost is a message that its queue did not keep, or a row of an outbox that
// never became one.
func (s *State) lost(e *Event) {
	if e.Queue == NoQueue {
		s.Total.Written++
		s.Total.Lost++
		return
	}
	s.leave(e, LostPlace)
}
