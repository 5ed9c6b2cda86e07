package queue

// Depth returns how many messages there are: visible, in flight, delayed and parked.
func (q *Queue[T]) Depth() int { return q.depth }

// Visible returns how many messages wait to be handed out.
func (q *Queue[T]) Visible() int { return q.Depth() - q.inFlight - q.delayed - q.parked }

// InFlight returns how many messages are handed out and not yet settled.
func (q *Queue[T]) InFlight() int { return q.inFlight }

// Delayed returns how many messages wait for their delay to be over.
func (q *Queue[T]) Delayed() int { return q.delayed }

// Parked returns how many messages have used up their deliveries and stay.
func (q *Queue[T]) Parked() int { return q.parked }

// Fresh returns how many messages were never handed out.
func (q *Queue[T]) Fresh() int {
	if q.special {
		return q.fresh
	}
	n := 0
	for i := range q.slots.entries {
		if e := &q.slots.entries[i]; e.state != free && e.deliveries == 0 {
			n++
		}
	}
	return n
}

// Unsettled returns how many messages were handed out and are neither gone nor parked,
// whether they are in flight or have come back. JetStream names it num_ack_pending.
func (q *Queue[T]) Unsettled() int { return q.Depth() - q.Fresh() - q.parked }

// Written returns how many messages were ever written.
func (q *Queue[T]) Written() uint64 { return q.written }

// Delivered returns how many hand-outs there were, repeated ones included.
func (q *Queue[T]) Delivered() uint64 { return q.delivered }

// Acknowledged returns how many messages were deleted by an acknowledgement.
func (q *Queue[T]) Acknowledged() uint64 { return q.acknowledged }

// DeadLettered returns how many messages were dead-lettered.
func (q *Queue[T]) DeadLettered() uint64 { return q.deadLettered }

// Expired returns how many messages expired.
func (q *Queue[T]) Expired() uint64 { return q.expired }

// Discarded counts the messages that Discard and Restart removed.
func (q *Queue[T]) Discarded() uint64 { return q.discarded }
