package explore

import (
	"slices"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// Told are the choices against the rules in the scenario's own run, in order:
// what its choose lines settle, and the crashes and lost acknowledgements that
// come of the given faults. Of a scenario with the lines of a counterexample
// these are its choices again.
func Told(sc *scenario.Scenario, faults []scenario.Fault) []Choice {
	x := &Search{sc: sc}
	var told []Choice
	x.run = sim.New(sc, sim.Options{
		Discard: true, MaxEvents: MaxEvents,
		Chosen: func(c *sim.Choice, answer int) {
			d := x.deviation(c, answer)
			told = append(told, d.Choice)
		},
		Observe: func(e *trace.Event) {
			if text := x.struck(e, faults); text != "" && !slices.ContainsFunc(told, func(c Choice) bool { return c.Event == len(x.path) }) {
				told = append(told, Choice{e.At, len(x.path), text})
			}
			x.path = append(x.path, *e)
		},
	})
	x.judge.head = &x.run.Result().Trace.Head
	for !x.run.Run(1000) {
	}
	return told
}

// struck says what one of the faults has done; empty where an event is not
// of them.
func (x *Search) struck(e *trace.Event, faults []scenario.Fault) string {
	switch e.Kind {
	case trace.Crashed, trace.AcknowledgeDropped:
	default:
		return ""
	}
	name := x.name(e.Actor)
	if of := x.judge.head.Actors[e.Actor].Of; of != "" {
		name = of
	}
	for i := range faults {
		if x.struckBy(&faults[i]) != name {
			continue
		}
		if e.Kind == trace.AcknowledgeDropped {
			return "the acknowledgement of " + name + " is lost on its way"
		}
		return name + " crashes " + x.where(e.Actor)
	}
	return ""
}

// struckBy is the name of what a fault crashes, or whose acknowledgement it loses.
func (x *Search) struckBy(f *scenario.Fault) string {
	switch f.Kind {
	case scenario.Crash, scenario.CrashAtStep, scenario.DropAcknowledge:
		return x.sc.Consumers[f.Consumer].Name
	case scenario.CrashRelay, scenario.CrashAtRow:
		return x.sc.Relays[f.Relay].Name
	case scenario.CrashMember:
		at := f.Member
		for i := range x.judge.head.Actors {
			if a := &x.judge.head.Actors[i]; a.Role == trace.Member {
				if at == 0 {
					return a.Name
				}
				at--
			}
		}
	}
	return ""
}
