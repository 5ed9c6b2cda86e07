package explore

import (
	"fmt"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// Options say what may go wrong, and how far to look. The zero value follows
// the one schedule that the simulator's rules make.
type Options struct {
	// Claims are the names of the claims that must hold; none: all of them.
	Claims []string
	// Crashes and LostAcknowledgements are how many there may be at most.
	Crashes, LostAcknowledgements int
	// Away is how long a crash lasts; 0: for ever.
	Away time.Duration
	// Consumers: any of the consumers with room may get the next message.
	// Ties: what falls on one instant may happen in any order. Work: what is
	// drawn from a range may take the least or the most of it.
	Consumers, Ties, Work bool
	// MaxStates is how many states are looked at; 0: MaxStates.
	MaxStates int
}

// The limits of a search where the options set no others.
const (
	MaxStates = 200_000
	// MaxEvents is how long a schedule is followed, and MaxMessages how many
	// messages, records and rows the ordinary run may have by then: each state on
	// the way to the present one is kept with all of them.
	MaxEvents   = 4_000
	MaxMessages = 300
)

// Search goes through the schedules of a scenario.
type Search struct {
	sc      *scenario.Scenario
	options Options
	claims  []scenario.Claim
	run     *sim.Sim
	judge   judge
	memory  memory
	past    past          // of the present state
	path    []trace.Event // that led to it
	script  script        // of the present transition
	told    func(*sim.Choice, int)
	// scout searches before, with at most so many choices against the rules: a
	// depth-first search comes to the first choices of a run last.
	scout *Search
	most  int // choices against the rules; 0: any number

	nodes   []node
	index   map[sim.Key]int32
	stack   []frame
	top     int // of the stack; -1: all is searched
	strayed bool
}

// node is a state that was looked at.
type node struct {
	open bool // it is on the stack
	result
}

// frame is a state on the way to the present one.
type frame struct {
	at     sim.Snapshot
	past   past
	events int
	node   int32
	begun  bool
	script script // the present transition from here
	edge   cost   // and what it costs
	result
}

// New readies a search. The error says what is wrong with the options: a claim
// that is not there, or no claim at all; that the scenario has choose lines,
// which say what the search is to find out; or that it is too large.
func New(sc *scenario.Scenario, o Options) (*Search, error) {
	claims, err := chosen(sc, o.Claims)
	if err != nil {
		return nil, err
	}
	if len(sc.Choices) > 0 {
		return nil, fmt.Errorf("%s:%d: choose lines settle what the search looks for; take them out", sc.Choices[0].Pos.File, sc.Choices[0].Pos.Line)
	}
	if messages(sc) > MaxMessages {
		return nil, fmt.Errorf("the run has more than %d messages, records and rows; the search is for small scenarios", MaxMessages)
	}
	if o.MaxStates == 0 {
		o.MaxStates = MaxStates
	}
	x := begin(sc, o, claims)
	x.scout = begin(sc, o, claims)
	x.scout.most = 1
	return x, nil
}

// begin is a search before its first transition.
func begin(sc *scenario.Scenario, o Options, claims []scenario.Claim) *Search {
	x := start(sc, o, claims)
	x.index = map[sim.Key]int32{}
	x.push(x.add(x.key()))
	return x
}

// messages counts what the ordinary run comes to hold.
func messages(sc *scenario.Scenario) (n int) {
	sim.Run(sc, sim.Options{Discard: true, MaxEvents: MaxEvents, Observe: func(e *trace.Event) {
		switch e.Kind {
		case trace.Written, trace.Appended:
			n++
		case trace.RowSet:
			if e.Actor == trace.NoActor {
				n++
			}
		}
	}})
	return n
}

// start is a search that stands at the beginning of the run.
func start(sc *scenario.Scenario, o Options, claims []scenario.Claim) *Search {
	x := &Search{sc: sc, options: o, claims: claims, top: -1}
	x.run = sim.New(sc, sim.Options{
		Discard: true, Observe: x.observe, MaxEvents: MaxEvents, Open: o.open(), Choose: x.choose, Away: o.Away,
	})
	head := &x.run.Result().Trace.Head
	x.memory = newMemory(sc, claims, head)
	x.judge = newJudge(claims, head)
	return x
}

func chosen(sc *scenario.Scenario, names []string) ([]scenario.Claim, error) {
	if len(sc.Claims) == 0 {
		return nil, fmt.Errorf("the scenario has no claim line to look for a break of")
	}
	if len(names) == 0 {
		return sc.Claims, nil
	}
	var claims []scenario.Claim
	for _, name := range names {
		i := slices.IndexFunc(sc.Claims, func(c scenario.Claim) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no claim %q%s", name, suggestion(sc, name))
		}
		claims = append(claims, sc.Claims[i])
	}
	return claims, nil
}

func suggestion(sc *scenario.Scenario, name string) string {
	var names []string
	for _, c := range sc.Claims {
		names = append(names, c.Name)
	}
	return scenario.Suggest(name, names)
}

func (o *Options) open() (open sim.Open) {
	for _, of := range []struct {
		is   bool
		what sim.Open
	}{
		{o.Ties, sim.OpenNext}, {o.Consumers, sim.OpenConsumer}, {o.Work, sim.OpenWork},
		{o.Crashes > 0, sim.OpenCrash}, {o.LostAcknowledgements > 0, sim.OpenAcknowledge},
	} {
		if of.is {
			open |= of.what
		}
	}
	return open
}

func (x *Search) observe(e *trace.Event) {
	x.path = append(x.path, *e)
	x.past.see(&x.memory, e)
}

// choose answers the simulator: what the script says, or, where it is at its
// end, what the rules say, to come back to the other answers later.
func (x *Search) choose(c *sim.Choice) int {
	if !x.affords(c.Open) {
		return 0
	}
	answer := x.script.answer(c.N)
	if answer > 0 {
		x.past.spend(c.Open)
	}
	if x.told != nil {
		x.told(c, answer)
	}
	return answer
}

func (x *Search) affords(what sim.Open) bool {
	if x.most > 0 && x.past.deviations == x.most {
		return false
	}
	switch what {
	case sim.OpenCrash:
		return x.past.crashes < x.options.Crashes
	case sim.OpenAcknowledge:
		return x.past.lost < x.options.LostAcknowledgements
	}
	return true
}

// Step follows up to so many transitions, each to a state that is new or known,
// and reports whether the search is over: everything is searched, or as many
// states as the options allow.
func (x *Search) Step(transitions int) (done bool) {
	for ; transitions > 0 && !x.over(); transitions-- {
		if x.scout.over() {
			x.step()
		} else {
			x.scout.step()
		}
	}
	return x.over()
}

func (x *Search) over() bool { return x.top < 0 || len(x.nodes) >= x.options.MaxStates }

func (x *Search) step() {
	f := &x.stack[x.top]
	if f.begun {
		if !f.script.next() {
			x.pop()
			return
		}
		x.load(f)
	} else if x.strayed {
		x.load(f)
	}
	f.begun, x.strayed = true, true
	x.script, f.script = f.script, x.script
	end := x.transition()
	x.script, f.script = f.script, x.script
	f.edge = cost{f.script.deviations(), len(x.path) - f.events}
	key := x.key()
	if known, ok := x.index[key]; ok {
		x.join(f, known)
		return
	}
	n := x.add(key)
	if end == goesOn {
		x.push(n)
		return
	}
	x.nodes[n] = node{result: x.leaf(end)}
	f.add(&x.nodes[n].result, n, f.edge, &f.script)
}

// load takes the run back to a frame's state.
func (x *Search) load(f *frame) {
	x.run.Load(&f.at)
	x.past.copyFrom(&f.past)
	x.path = x.path[:f.events]
}

// key is the identity of the present state: all that decides how it goes on,
// and all of its past that the claims ask for.
func (x *Search) key() (k sim.Key) {
	x.run.AddState(&k, x.memory.timed)
	x.past.addTo(&k)
	if x.most > 0 {
		k.Add(uint64(x.past.deviations))
	}
	return k
}

func (x *Search) add(k sim.Key) int32 {
	n := int32(len(x.nodes))
	x.index[k] = n
	x.nodes = append(x.nodes, node{open: true})
	return n
}

// push goes on from the present state.
func (x *Search) push(n int32) {
	if x.top++; x.top == len(x.stack) {
		x.stack = append(x.stack, frame{})
	}
	f := &x.stack[x.top]
	if before := &x.stack[max(0, x.top-1)]; len(before.script.picks) == 0 { // it is not come back to
		f.at, before.at = before.at, f.at
	}
	x.run.Save(&f.at)
	f.past.copyFrom(&x.past)
	f.events, f.node, f.begun = len(x.path), n, false
	f.script.reset()
	f.result = result{}
	x.strayed = false
}

// pop is done with a state: what was found from it on counts for the one before.
func (x *Search) pop() {
	f := &x.stack[x.top]
	x.nodes[f.node] = node{result: f.result}
	if x.top--; x.top >= 0 {
		x.join(&x.stack[x.top], f.node)
	}
}

// join counts a state that is known for the one before. One that is on the
// stack leads back to itself: a schedule that never ends.
func (x *Search) join(f *frame, known int32) {
	if n := &x.nodes[known]; n.open {
		f.endless = sum(f.endless, 1)
	} else {
		f.add(&n.result, known, f.edge, &f.script)
	}
}

// end is how a transition ends.
type end uint8

const (
	goesOn  end = iota
	ended       // the run is over
	endless     // it goes on for longer than the search follows
)

// silentMost bounds the steps of the simulator that show nothing.
const silentMost = 10_000

// transition goes on to the next state: until something happens or is chosen.
func (x *Search) transition() end {
	x.script.at = 0
	before := len(x.path)
	for range silentMost {
		over := x.run.Run(1)
		switch {
		case over && len(x.path) > 0 && x.path[len(x.path)-1].Kind == trace.LimitReached:
			return endless
		case over:
			return ended
		case x.script.at > 0 || len(x.path) > before:
			return goesOn
		}
	}
	return endless
}

func (x *Search) leaf(e end) result {
	if e == endless {
		return result{endless: 1}
	}
	r := result{schedules: 1, next: -1}
	if !x.judge.holds(x.path, x.run.Result().End) {
		r.broken = 1
	}
	return r
}
