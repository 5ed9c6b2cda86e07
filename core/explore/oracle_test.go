package explore_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/internal/anyrun"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

// naive is the search in the plainest way: it runs every schedule from the
// beginning, keeps nothing between two of them and merges nothing.
type naive struct {
	sc      *scenario.Scenario
	options explore.Options
	answers [][2]int // the answer, and how many there are
	next    int
	crashes int
	lost    int
}

// schedule is what came of one.
type schedule struct {
	value              string // empty: none
	deviations, events int
	cut                bool
}

const schedulesMost = 300

// all runs every schedule, or gives up.
func (n *naive) all(claim scenario.Claim) (list []schedule, ok bool) {
	for len(list) < schedulesMost {
		list = append(list, n.one(claim))
		if list[len(list)-1].cut {
			return nil, false
		}
		for len(n.answers) > 0 && n.answers[len(n.answers)-1][0]+1 == n.answers[len(n.answers)-1][1] {
			n.answers = n.answers[:len(n.answers)-1]
		}
		if len(n.answers) == 0 {
			return list, true
		}
		n.answers[len(n.answers)-1][0]++
	}
	return nil, false
}

func (n *naive) one(claim scenario.Claim) (s schedule) {
	n.next, n.crashes, n.lost = 0, 0, 0
	o := sim.Options{MaxEvents: 600, Choose: n.choose, Away: n.options.Away}
	for open, is := range map[sim.Open]bool{
		sim.OpenNext: n.options.Ties, sim.OpenConsumer: n.options.Consumers, sim.OpenWork: n.options.Work,
		sim.OpenCrash: true, sim.OpenAcknowledge: true,
	} {
		if is {
			o.Open |= open
		}
	}
	run := sim.Run(n.sc, o)
	report := stats.New(run.Trace)
	for _, a := range n.answers {
		s.deviations += min(1, a[0])
	}
	s.events, s.cut = run.Events, report.Limited()
	if r := check.Claim(claim, report); r.Holds { // the measure has a value
		s.value = r.Left
	}
	return s
}

func (n *naive) choose(c *sim.Choice) int {
	switch c.Open {
	case sim.OpenCrash:
		if n.crashes == n.options.Crashes {
			return 0
		}
	case sim.OpenAcknowledge:
		if n.lost == n.options.LostAcknowledgements {
			return 0
		}
	}
	if n.next == len(n.answers) {
		n.answers = append(n.answers, [2]int{0, c.N})
	}
	answer := n.answers[n.next][0]
	n.next++
	if answer > 0 && c.Open == sim.OpenCrash {
		n.crashes++
	}
	if answer > 0 && c.Open == sim.OpenAcknowledge {
		n.lost++
	}
	return answer
}

func claimOf(t *rapid.T, text string) scenario.Claim {
	c, err := scenario.ParseClaim(scenario.Pos{}, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// small draws a scenario with few schedules, and what may go wrong in it.
func small(t *rapid.T) (*scenario.Scenario, explore.Options) {
	sc := anyrun.Scenario(t)
	if rapid.Bool().Draw(t, "open end") {
		sc.Until = 0
	}
	for i := range sc.Producers {
		d := &sc.Producers[i].Schedule
		d.Count, d.Times = min(d.Count, 2), min(d.Times, 2)
		if d.Kind == scenario.Once {
			d.Times = 1
		}
	}
	return sc, explore.Options{
		Crashes: rapid.IntRange(0, 2).Draw(t, "crashes"), LostAcknowledgements: rapid.IntRange(0, 1).Draw(t, "lost"),
		Away:      ms * rapid.SampledFrom([]time.Duration{0, 5, 10}).Draw(t, "away"),
		Consumers: rapid.Bool().Draw(t, "consumers"), Ties: rapid.Bool().Draw(t, "ties"), Work: rapid.Bool().Draw(t, "work"),
	}
}

var asked = []string{
	"written", "deliveries", "redeliveries", "delivered-distinct", "acknowledged", "dead-lettered", "dropped", "refused", "lost", "left",
	"executions", "effects", "duplicates", "inversions", "depth-max", "visible", "in-flight", "finished", "crashes", "receipts",
	"published", "published-distinct", "waiting max", "sojourn", "deliveries of worker-1", "lost of message 1",
	"redeliveries of queue-1", "duplicates of message 1", "executions of worker", "depth at 20ms", "balance", "effects of message 1",
}

// Both find the same number of schedules for every outcome of a measure, and
// the same shortest one.
func TestTheSearchFindsWhatPlainEnumerationFinds(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		sc, o := small(t)
		measure := rapid.SampledFrom(asked).Draw(t, "measure")
		n := &naive{sc: sc, options: o}
		list, ok := n.all(claimOf(t, measure+" = "+measure))
		if !ok {
			return
		}
		compared += len(list)
		outcomes := map[string][]schedule{}
		for _, s := range list {
			outcomes[s.value] = append(outcomes[s.value], s)
		}
		for value, of := range outcomes {
			if value != "" && !strings.HasPrefix(value, "-") { // as a balance can be, and no claim can say
				checkOutcome(t, sc, o, measure+" != "+value, append(of, outcomes[""]...), len(list))
			}
		}
	})
	t.Log(compared, "schedules compared")
}

// checkOutcome searches for what breaks a claim, which of all schedules these do.
func checkOutcome(t *rapid.T, sc *scenario.Scenario, o explore.Options, text string, of []schedule, all int) {
	c := claimOf(t, text)
	c.Name = text
	sc.Claims = []scenario.Claim{c}
	x, err := explore.New(sc, o)
	if err != nil {
		t.Fatal(err)
	}
	for !x.Step(1000) {
	}
	v := x.Verdict()
	least := of[0]
	for _, s := range of {
		if s.deviations < least.deviations || s.deviations == least.deviations && s.events < least.events {
			least = s
		}
	}
	want := fmt.Sprint(true, all, len(of), 0, least.deviations, least.events)
	if got := fmt.Sprint(v.Complete, v.Schedules, v.Broken, v.Endless, len(v.Choices), v.Events); got != want {
		t.Fatalf("%s: complete, schedules, broken, endless, choices, events: got %s, want %s", text, got, want)
	}
}

// Whatever is chosen, the run keeps the rules of the model.
func TestChosenRunsKeepTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := anyrun.Scenario(t)
		often := rapid.IntRange(1, 12).Draw(t, "how often")
		run := sim.Run(sc, sim.Options{
			MaxEvents: 2_000, Away: 10 * ms,
			Open: sim.OpenNext | sim.OpenConsumer | sim.OpenWork | sim.OpenCrash | sim.OpenAcknowledge,
			Choose: func(c *sim.Choice) int {
				if (c.Event*7+c.After)%often > 0 {
					return 0
				}
				return c.Event % c.N
			},
		})
		if err := check.Conservation(run.Trace); err != nil {
			t.Fatal(err)
		}
		if err := check.Settings(sc, run.Trace); err != nil {
			t.Fatal(err)
		}
	})
}
