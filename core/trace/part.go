package trace

// Part is how many events two traces have in common at their beginning: the
// index of the first one that differs. Actors, queues, tables and values are
// compared by name. What an event promises for later, such as the end of a
// lease, is no difference before it comes true.
func Part(a, b *Trace) int {
	n := min(a.n, b.n)
	for i := range n {
		if !sameEvent(a, b, i) {
			return i
		}
	}
	return n
}

func sameEvent(a, b *Trace, i int) bool {
	x, y := a.At(i), b.At(i)
	return x.Kind == y.Kind && x.At == y.At && x.Message == y.Message && x.Delivery == y.Delivery && x.Step == y.Step &&
		a.Head.actorName(x.Actor) == b.Head.actorName(y.Actor) && a.Head.queueName(x.Queue) == b.Head.queueName(y.Queue) &&
		a.Head.says(x) == b.Head.says(y)
}

func (h *Head) actorName(i uint16) string {
	if i == NoActor {
		return ""
	}
	return h.Actors[i].Name
}

func (h *Head) queueName(i uint16) string {
	if i == NoQueue {
		return ""
	}
	return h.Queues[i].Name
}

// says is what an event carries that is there at once.
func (h *Head) says(e *Event) string {
	switch e.Kind {
	case Written, Appended:
		return h.Body(e.Value)
	case RowSet, RowRead, RowKept, Sent, SendRecognised, Published:
		return h.Words[e.Value]
	}
	return ""
}
