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

// Lag is how far groups are behind the ends of their logs, in records, those
// that retention dropped included. Groups that have not joined lag by none.
type Lag struct {
	// Total are those not committed, Unread those of them not read either.
	Total, Unread int64
}

// Uncommitted are the records that were read and not committed.
func (l Lag) Uncommitted() int64 { return l.Total - l.Unread }

// Lag is the lag of a group, an index into the head's groups, in a partition: of
// all groups with -1, and in all partitions with -1. A member that has lost the
// partition without knowing may read below what its group has committed; that
// counts as read.
func (s *State) Lag(h *Head, group, partition int) (sum Lag) {
	for i := range h.Groups {
		if g := &h.Groups[i]; group < 0 || i == group {
			s.addLag(&sum, g, &h.Logs[g.Log], partition)
		}
	}
	return sum
}

func (s *State) addLag(sum *Lag, g *Group, l *Log, partition int) {
	for p := range l.Partitions {
		at := g.First + p
		if !s.Joined[at] || partition >= 0 && p != partition {
			continue
		}
		end, committed := s.Ends[l.First+p], s.Positions[at]
		sum.Total += max(0, end-committed)
		sum.Unread += max(0, end-max(committed, s.Reads[at]))
	}
}
