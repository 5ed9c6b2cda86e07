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
