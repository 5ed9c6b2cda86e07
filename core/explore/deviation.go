package explore

import (
	"fmt"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// deviation is a choice against the rules, and how a scenario says it.
type deviation struct {
	Choice
	choice scenario.Choice
	faults []written // that may say the same, the plainest first
}

// written is a fault, and the line that says it.
type written struct {
	scenario.Fault
	line string
}

func (x *Search) deviation(c *sim.Choice, answer int) deviation {
	d := deviation{Choice: Choice{At: c.At, Event: c.Event}, choice: scenario.Choice{At: c.At, After: c.After}}
	switch c.Open {
	case sim.OpenNext:
		x.next(&d, c, answer)
	case sim.OpenConsumer:
		x.consumer(&d, c, answer)
	case sim.OpenWork:
		x.work(&d, c, answer)
	case sim.OpenCrash:
		x.crash(&d, c)
	case sim.OpenAcknowledge:
		x.lose(&d, c)
	}
	return d
}

func (x *Search) name(actor uint16) string { return x.judge.head.Actors[actor].Name }

func (x *Search) next(d *deviation, c *sim.Choice, answer int) {
	d.choice.Kind, d.choice.Number = scenario.ChooseNext, answer+1
	d.Text = x.happens(&c.Nexts[answer]) + " before " + x.happens(&c.Nexts[0])
}

// happens says what may come next: "worker-2 is done with work".
func (x *Search) happens(n *sim.Next) string {
	switch {
	case n.Queue >= 0:
		return x.judge.head.Queues[n.Queue].Name + " " + n.What
	case n.What == "":
		return x.name(n.Actor) + " is done with " + x.judge.head.Actors[n.Actor].Steps[n.Step]
	}
	return x.name(n.Actor) + " " + n.What
}

func (x *Search) consumer(d *deviation, c *sim.Choice, answer int) {
	d.choice.Kind, d.choice.Index = scenario.ChooseConsumer, c.Consumers[answer]
	d.Text = "the next message goes to " + x.sc.Consumers[c.Consumers[answer]].Name
}

func (x *Search) work(d *deviation, c *sim.Choice, answer int) {
	d.choice.Kind, d.Text = scenario.ChooseShortest, "the work of "+x.name(c.Actor)+" takes the shortest time it can"
	if answer == sim.Longest {
		d.choice.Kind, d.Text = scenario.ChooseLongest, "the work of "+x.name(c.Actor)+" takes the longest time it can"
	}
}

func (x *Search) lose(d *deviation, c *sim.Choice) {
	name := x.sc.Consumers[c.Index].Name
	d.choice.Kind, d.choice.Index = scenario.ChooseLost, c.Index
	d.Text = "the acknowledgement of " + name + " is lost on its way"
	d.faults = []written{{
		scenario.Fault{At: c.At, Kind: scenario.DropAcknowledge, Consumer: c.Index},
		"at " + scenario.FormatDuration(c.At) + " drop-acknowledge " + name,
	}}
}

func (x *Search) crash(d *deviation, c *sim.Choice) {
	d.choice.Kind, d.choice.Index, d.choice.For = scenario.ChooseCrash, c.Index, x.options.Away
	actor := x.judge.head.Actors[c.Actor]
	name, at := actor.Name, scenario.Fault{At: c.At, After: c.Event - x.eventsBefore(c.At)}
	switch actor.Role {
	case trace.Relay:
		d.choice.Of = scenario.ARelay
		at.Kind, at.Relay = scenario.CrashRelay, c.Index
		x.mayBe(d, scenario.Fault{Kind: scenario.CrashAtRow, Relay: c.Index, Step: c.Done}, fmt.Sprintf("crash %s after row %d", name, c.Done))
	case trace.Member:
		d.choice.Of = scenario.AMember
		at.Kind, at.Member = scenario.CrashMember, c.Index
	default:
		name = x.sc.Consumers[c.Index].Name
		at.Kind, at.Consumer = scenario.Crash, c.Index
		x.crashStep(d, c, name)
	}
	x.mayBe(d, at, fmt.Sprintf("at %s after %d crash %s", scenario.FormatDuration(at.At), at.After, name))
	d.Text = name + " crashes " + x.where(c.Actor)
}

// mayBe notes a crash that may be the one that was chosen.
func (x *Search) mayBe(d *deviation, f scenario.Fault, line string) {
	if f.For = x.options.Away; f.For > 0 {
		line += " for " + scenario.FormatDuration(f.For)
	}
	d.faults = append(d.faults, written{f, line})
}

// eventsBefore is how many events came before an instant.
func (x *Search) eventsBefore(at time.Duration) int {
	n := len(x.path)
	for n > 0 && x.path[n-1].At == at {
		n--
	}
	return n
}

// crashStep is a crash between two steps of a handler.
func (x *Search) crashStep(d *deviation, c *sim.Choice, name string) {
	if !x.hasHandler(c.Index) {
		return
	}
	at := scenario.Fault{Kind: scenario.CrashAtStep, Consumer: c.Index, Step: c.Done}
	x.mayBe(d, at, fmt.Sprintf("crash %s after step %d", name, c.Done))
	at.Step, at.Inner = c.Inner, true
	x.mayBe(d, at, fmt.Sprintf("crash %s after inner step %d", name, c.Inner))
}

func (x *Search) hasHandler(consumer int) bool {
	return len(x.sc.Handlers) > 0 && x.sc.Consumers[consumer].Handler >= 0
}

// where is the place of a crash in words, by the last that its actor did.
func (x *Search) where(actor uint16) string {
	head := x.judge.head
	for i := len(x.path) - 1; i >= 0; i-- {
		e := &x.path[i]
		if e.Actor != actor {
			continue
		}
		if e.Kind == trace.Executed && head.Actors[actor].Handler != "" {
			continue // its last step says more
		}
		switch e.Kind {
		case trace.StepDone:
			return "after: " + head.Actors[actor].Steps[e.Step]
		case trace.Published:
			return "after: publish " + head.Words[e.Value]
		case trace.PositionCommitted:
			return "after: commit"
		case trace.Executed:
			return "after its work, before it says so"
		case trace.Delivered, trace.Started, trace.Recovered:
			return "before its first step"
		case trace.Fetched:
			return "after: read"
		}
	}
	return "before its first step"
}
