package stats

import "github.com/queuelab/queuelab/core/trace"

// Bars are the hand-outs of each message, or of each so many messages.
type Bars struct {
	// PerBar is how many messages, by number, a bar stands for; bar i is of
	// the messages from i×PerBar+1 on.
	PerBar int
	// First is how many of them were handed out, Repeated how many hand-outs
	// followed a message's first.
	First, Repeated []float64
}

// Deliveries is a bar for each message, or where they are more than maxBars
// (at least 1), for equally many messages each but the last.
func Deliveries(tr *trace.Trace, maxBars int) Bars {
	messages := written(tr)
	per := max(1, (messages+max(maxBars, 1)-1)/max(maxBars, 1))
	bars := (messages + per - 1) / per
	b := Bars{PerBar: per, First: make([]float64, bars), Repeated: make([]float64, bars)}
	for i := range tr.Len() {
		e := tr.At(i)
		if e.Kind != trace.Delivered && e.Kind != trace.Fetched {
			continue
		}
		bar := int(e.Message-1) / per
		if e.Delivery == 1 {
			b.First[bar]++
		} else {
			b.Repeated[bar]++
		}
	}
	return b
}

// written is the highest message number.
func written(tr *trace.Trace) int {
	highest := uint32(0)
	for i := range tr.Len() {
		if e := tr.At(i); e.Kind == trace.Written || e.Kind == trace.Appended {
			highest = max(highest, e.Message)
		}
	}
	return int(highest)
}
