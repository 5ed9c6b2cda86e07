package fit

import (
	"math"

	"github.com/queuelab/queuelab/core/scenario"
)

// Fit is what theory says of a measure.
type Fit struct {
	// Model names the form that holds, such as M/M/3; empty where none does.
	Model string
	// Value is what it gives: a duration in nanoseconds, a share as a part of
	// 1, a count as it is. It is 0 where no form holds.
	Value float64
	// Why is a sentence without its full stop: what the form is about, or where
	// none holds which assumption fails.
	Why string
}

// Holds says whether there is a form.
func (f Fit) Holds() bool { return f.Model != "" }

// Of is what theory says of a measure, or of a measure divided by another where
// per is not nil.
func Of(sc *scenario.Scenario, of scenario.Measure, per *scenario.Measure) Fit {
	qi, why := subject(sc, of.Of)
	if why != "" {
		return Fit{Why: why}
	}
	s, why := read(sc, qi)
	if why != "" {
		return Fit{Why: why}
	}
	forms := s.forms
	if s.single {
		forms = s.copies
	}
	return settle(forms(of, per), of, per)
}

// settle refuses what a form has no number for.
func settle(f Fit, of scenario.Measure, per *scenario.Measure) Fit {
	if !f.Holds() && f.Why == "" || math.IsNaN(f.Value) {
		text := of.String()
		if per != nil {
			text += " / " + per.String()
		}
		return Fit{Why: "No formula for " + text + " is known here"}
	}
	return f
}

// subject is the queue, by index, that a measure is of.
func subject(sc *scenario.Scenario, of scenario.Subject) (queue int, why string) {
	if len(sc.Queues) == 0 {
		return 0, "There is no queue"
	}
	switch of.Kind {
	case scenario.Everything:
		if len(sc.Queues) > 1 {
			return 0, "The measure is of several queues together"
		}
		return 0, ""
	case scenario.OfQueue:
		for i := range sc.Queues {
			if sc.Queues[i].Name == of.Name {
				return i, ""
			}
		}
	}
	return 0, "The measure is not of a queue as a whole"
}
