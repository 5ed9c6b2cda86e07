package trace

// widths are how many partitions all logs have, and how many positions all groups.
func (h *Head) widths() (partitions, positions int) {
	for _, l := range h.Logs {
		partitions += l.Partitions
	}
	for _, g := range h.Groups {
		positions += h.Logs[g.Log].Partitions
	}
	return partitions, positions
}

// applyLog moves the state over an event of a log.
func (s *State) applyLog(h *Head, e *Event) {
	switch e.Kind {
	case Appended:
		s.Ends[s.partition(h, e)]++
		if e.Actor != NoActor {
			s.Actors[e.Actor].Written++
		}
	case Trimmed:
		s.Starts[s.partition(h, e)] = e.Value
	case Assigned:
		s.Joined[s.position(h, e)] = true
		s.Reads[s.position(h, e)] = e.Value
		s.Positions[s.position(h, e)] = e.Value
	case Fetched:
		s.Reads[s.position(h, e)] = e.Value + 1
		s.Total.Deliveries++
		s.Actors[e.Actor].Deliveries++
		if e.Delivery > 1 {
			s.Total.Redeliveries++
		}
	case PositionCommitted:
		s.Positions[s.position(h, e)] = e.Value
		s.Actors[e.Actor].Acknowledged++
	}
}

func (s *State) partition(h *Head, e *Event) int { return h.Logs[e.Step].First + int(e.Slot) }

func (s *State) position(h *Head, e *Event) int {
	return h.Groups[h.Actors[e.Actor].LogGroup].First + int(e.Slot)
}

// Lag is how far a group is behind the end of its log, in records, those that
// retention dropped included.
type Lag struct {
	// Total are those that it has not committed, and Unread those of them that
	// it has not read either.
	Total, Unread int64
}

// Uncommitted are the records that were read and not committed.
func (l Lag) Uncommitted() int64 { return l.Total - l.Unread }

// Plus adds the lag of another group or partition.
func (l Lag) Plus(o Lag) Lag { return Lag{l.Total + o.Total, l.Unread + o.Unread} }

// Minus takes it away.
func (l Lag) Minus(o Lag) Lag { return Lag{l.Total - o.Total, l.Unread - o.Unread} }

// Lag is the lag of a group, an index into the head's groups, over all partitions.
func (s *State) Lag(h *Head, group int) (sum Lag) {
	for p := range h.Logs[h.Groups[group].Log].Partitions {
		sum = sum.Plus(s.PartitionLag(h, group, p))
	}
	return sum
}

// PartitionLag is the lag of a group in one partition: none before it has joined.
// A member that lost the partition without knowing may read below what its group
// has committed; that counts as read.
func (s *State) PartitionLag(h *Head, group, partition int) Lag {
	g := &h.Groups[group]
	at := g.First + partition
	if !s.Joined[at] {
		return Lag{}
	}
	end := s.Ends[h.Logs[g.Log].First+partition]
	return Lag{max(0, end-s.Positions[at]), max(0, end-max(s.Positions[at], s.Reads[at]))}
}
