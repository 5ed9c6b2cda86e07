package play

// LegendWord is a word of the legend, and the class of its sign.
type LegendWord struct{ Class, Text string }

// Legend is what the shapes of the run's stage mean. It follows Version.Run.
func (m *Model) Legend() []LegendWord {
	queues, logs, tables := true, false, false
	if m.Run != nil {
		h := &m.Run.Trace.Head
		queues, logs, tables = len(h.Queues) > 0, len(h.Logs) > 0, len(h.Tables) > 0
	}
	var words []LegendWord
	add := func(there bool, class, text string) {
		if there {
			words = append(words, LegendWord{class, text})
		}
	}
	add(queues, "visible", "visible")
	add(queues, "in-flight", m.inFlightWord())
	add(queues, "redelivered", "redelivered")
	add(queues, "acknowledged", "acknowledged")
	add(m.deadLetters(), "dead-lettered", "dead letter")
	add(logs, "place", "a group's committed position, the bar is its lag")
	add(tables, "fresh", "just changed")
	add(true, "crashed", "crash or loss")
	return words
}

// inFlightWord tells of the ring where any queue has leases.
func (m *Model) inFlightWord() string {
	if m.Run != nil {
		leases := false
		for _, q := range m.Run.Trace.Head.Queues {
			leases = leases || q.Visibility > 0
		}
		if !leases {
			return "in flight"
		}
	}
	return "in flight, the ring is its lease"
}

func (m *Model) deadLetters() bool {
	if m.Run == nil {
		return false
	}
	for _, q := range m.Run.Scenario.Queues {
		if q.DeadLetter >= 0 || q.MaxDeliveries > 0 {
			return true
		}
	}
	return m.state.Total.DeadLettered > 0
}
