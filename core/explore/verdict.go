package explore

import (
	"slices"
	"strconv"
	"time"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// Verdict is what a search has found so far.
type Verdict struct {
	Kind Kind
	// Complete says that every schedule was searched.
	Complete bool
	// States are the distinct states looked at.
	States int
	// Schedules are those known to end, Broken those of them that break a claim.
	// Endless are places at which a schedule goes round for ever, or for longer
	// than is followed; nothing is said of those. All stop counting at 2^63-1.
	Schedules, Broken, Endless int

	// The rest is of the counterexample: of the broken schedules found, the one
	// with the fewest choices against the rules, and among those the one with the
	// fewest events.

	// Claim is the first claim that it breaks, with what the two sides came to.
	Claim check.Result
	// Choices are those against the rules, in order.
	Choices []Choice
	// Lines, added to the scenario, make an ordinary run of it.
	Lines []string
	// Events is how many events it has.
	Events int
}

// Kind is a kind of verdict.
type Kind uint8

// The kinds of verdict.
const (
	// Unfinished: no break was found, and not all is searched, or some schedules
	// never end.
	Unfinished Kind = iota
	// Keeps: all is searched, and every schedule keeps the claims.
	Keeps
	// Broken: there is a counterexample. Where not all is searched there may be
	// a shorter one.
	Broken
)

// Choice is a choice against the rules.
type Choice struct {
	At time.Duration
	// Event is the index in the run's trace of the first event that it brought
	// about: how many came before.
	Event int
	// Text says it in plain English: "shop-1 crashes after: send receipts".
	Text string
}

// String is the verdict in a sentence.
func (v *Verdict) String() string {
	text := ""
	switch {
	case v.Kind == Keeps && v.Schedules == 1:
		text = "the only schedule keeps it"
	case v.Kind == Keeps:
		text = "all " + grouped(v.Schedules) + " schedules keep it"
	case v.Kind == Broken && v.Complete:
		text = "broken, shortest of " + grouped(v.Broken)
	case v.Kind == Broken:
		text = "broken, shortest of the first " + grouped(v.Broken) + ", not all searched"
	case v.Complete:
		text = "no break in the " + grouped(v.Schedules) + " that end"
	default:
		text = "no break in the first " + grouped(v.Schedules) + ", not all searched"
	}
	if v.Endless > 0 {
		text += "; " + grouped(v.Endless) + " without an end in sight, not judged"
	}
	return text
}

// grouped is a number as 1,284.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Progress is how many distinct states were looked at, and how many schedules
// are known to end.
func (x *Search) Progress() (states, schedules int) {
	states, schedules = len(x.nodes), int(x.whole().schedules)
	if x.top < 0 {
		return states, schedules
	}
	return max(states, len(x.scout.nodes)), max(schedules, int(x.scout.whole().schedules))
}

// whole is what is known of the schedules from the beginning.
func (x *Search) whole() (r result) {
	if x.top < 0 {
		return x.nodes[0].result
	}
	for i := range x.top + 1 {
		f := &x.stack[i]
		r.schedules, r.broken, r.endless = sum(r.schedules, f.schedules), sum(r.broken, f.broken), sum(r.endless, f.endless)
	}
	return r
}

// Verdict is what was found so far. The search may go on afterwards. It plays
// the counterexample, if there is one; Progress costs less.
func (x *Search) Verdict() Verdict {
	whole := x.whole()
	v := Verdict{
		Complete: x.top < 0, Schedules: int(whole.schedules), Broken: int(whole.broken), Endless: int(whole.endless),
	}
	v.States, v.Schedules = x.Progress()
	if !v.Complete {
		v.Broken = max(v.Broken, int(x.scout.whole().broken))
	}
	switch {
	case v.Broken > 0:
		v.Kind = Broken
		x.explain(&v)
	case v.Complete && v.Endless == 0:
		v.Kind = Keeps
	}
	return v
}

// shortest is the answers of the shortest broken schedule that was found.
func (x *Search) shortest() []pick {
	picks, least, found := x.best()
	if x.top < 0 {
		return picks
	}
	if scouted, c, ok := x.scout.best(); ok && (!found || c.less(least)) {
		return scouted
	}
	return picks
}

// best is the shortest broken schedule that this search found, if any.
func (x *Search) best() (picks []pick, least cost, found bool) {
	if x.top < 0 {
		r := &x.nodes[0].result
		return x.follow(nil, r), r.best, r.broken > 0
	}
	at, before := -1, cost{}
	for i := range x.top + 1 {
		f := &x.stack[i]
		if c := before.plus(f.best); f.broken > 0 && (at < 0 || c.less(least)) {
			at, least = i, c
		}
		before = before.plus(f.edge)
	}
	if at < 0 {
		return nil, least, false
	}
	for i := range at {
		picks = append(picks, x.stack[i].script.picks...)
	}
	return x.follow(picks, &x.stack[at].result), least, true
}

// follow adds the answers of the best way from a state on.
func (x *Search) follow(picks []pick, r *result) []pick {
	for {
		picks = append(picks, r.picks...)
		if r.next < 0 || x.nodes[r.next].next < 0 {
			return picks
		}
		r = &x.nodes[r.next].result
	}
}

// explain plays the counterexample.
func (x *Search) explain(v *Verdict) {
	y := start(x.sc, x.options, x.claims)
	y.script.picks = x.shortest()
	var found []deviation
	y.told = func(c *sim.Choice, answer int) {
		if answer > 0 {
			found = append(found, y.deviation(c, answer))
		}
	}
	for !y.run.Run(1) {
	}
	end := y.run.Result().End
	report := y.judge.report(y.path, end)
	for i := range x.claims {
		if v.Claim = check.Claim(x.claims[i], report); !v.Claim.Holds {
			break
		}
	}
	for i := range found {
		v.Choices = append(v.Choices, found[i].Choice)
	}
	v.Events = len(y.path)
	v.Lines = lines(x.sc, found, record(y.judge.head, y.path, end))
}

// lines are the found deviations as lines of the scenario: a fault where one
// makes the very same run, and otherwise a choose line.
func lines(sc *scenario.Scenario, found []deviation, want *trace.Trace) (all []string) {
	faults := make([]*written, len(found)) // nil: the choose line
	if !replays(sc, found, faults, want) {
		panic("explore: a counterexample does not replay")
	}
	for i := range found {
		all = append(all, found[i].choice.Line(sc))
		for k := range found[i].faults {
			if faults[i] = &found[i].faults[k]; replays(sc, found, faults, want) {
				all[i] = faults[i].line
				break
			}
			faults[i] = nil
		}
	}
	return all
}

// replays says whether the scenario with the deviations, as faults or as choose
// lines, makes that run.
func replays(sc *scenario.Scenario, found []deviation, faults []*written, want *trace.Trace) bool {
	with := *sc
	with.Faults = slices.Clone(sc.Faults)
	for i := range found {
		if faults[i] != nil {
			with.Faults = append(with.Faults, faults[i].Fault)
		} else {
			with.Choices = append(with.Choices, found[i].choice)
		}
	}
	got := sim.Run(&with, sim.Options{MaxEvents: MaxEvents}).Trace
	return got.Len() == want.Len() && trace.Part(got, want) == got.Len() && got.End() == want.End()
}
