package play

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// Possible is what can go wrong in the draft's scenario.
type Possible struct{ Crashes, Lost, Consumers, Work bool }

// Possible follows Version.Page and Version.Run.
func (m *Model) Possible() (p Possible) {
	sc := m.scenario
	p.Crashes = len(sc.Consumers)+len(sc.Relays)+len(sc.Groups) > 0
	p.Lost = len(sc.Consumers) > 0
	for i := range sc.Consumers {
		for k := range i {
			p.Consumers = p.Consumers || sc.Consumers[i].Queue == sc.Consumers[k].Queue
		}
	}
	p.Work = drawsWork(sc)
	return p
}

// drawsWork says whether any work is drawn from a range.
func drawsWork(sc *scenario.Scenario) bool {
	ranged := func(d scenario.Dist) bool { return d.Kind == scenario.Uniform && d.A != d.B }
	for i := range sc.Consumers {
		c := &sc.Consumers[i]
		if ranged(c.Work) || slices.ContainsFunc(c.WorkBy, func(w scenario.BodyWork) bool { return ranged(w.Work) }) {
			return true
		}
	}
	for _, h := range sc.Handlers {
		if slices.ContainsFunc(h.Steps, func(s scenario.Step) bool { return ranged(s.Takes) }) {
			return true
		}
	}
	return slices.ContainsFunc(sc.Groups, func(g scenario.Group) bool { return ranged(g.Work) })
}

// ClaimNames are the claims that can be searched for a break of.
func (m *Model) ClaimNames() []string {
	names := make([]string, len(m.scenario.Claims))
	for i, c := range m.scenario.Claims {
		names[i] = c.Name
	}
	return names
}

// SearchUnder says which settings the lesson proposes for its search; empty: none.
func (m *Model) SearchUnder() string {
	if p := m.Lesson.Schedules; p != nil {
		return m.underText(p.With)
	}
	return ""
}

// underText is settings in words, by the parameters' labels.
func (m *Model) underText(set []lesson.Setting) string {
	parts := make([]string, len(set))
	for i, s := range set {
		parts[i] = "“" + m.label(s.Name) + "” " + apart(s.Value)
	}
	return strings.Join(parts, ", ")
}

// SearchProgress is how far a search is.
func (m *Model) SearchProgress() string {
	s := &m.Schedules
	return manyOf(s.States, "different state") + ", " + manyOf(s.Counts, "schedule") + " so far"
}

// VerdictText is the verdict in a sentence; empty before there is one.
func (m *Model) VerdictText() string {
	s := &m.Schedules
	if s.Verdict == nil {
		return ""
	}
	text := sentence(s.Verdict.String())
	if s.asked.Claim == 0 && s.claims > 1 {
		text = strings.Replace(strings.Replace(text, "keep it", "keep them", 1), "keeps it", "keeps them", 1)
	}
	return text
}

// SearchOutdated says why a verdict is not of what is set now; empty: it is.
func (m *Model) SearchOutdated() string {
	s := &m.Schedules
	return outdated(s.Stale, s.asked != s.Search, "Search again to see what holds now.")
}

func outdated(scenario, settings bool, then string) string {
	switch {
	case scenario:
		return "The scenario has changed since. " + then
	case settings:
		return "The settings have changed since. " + then
	}
	return ""
}

// VerdictDetail tells what was looked at, and how the counterexample breaks its claim.
func (m *Model) VerdictDetail() string {
	v := m.Schedules.Verdict
	if v == nil {
		return ""
	}
	looked := "Looked at " + manyOf(v.States, "different state") + ", " + manyOf(v.Schedules, "schedule") + "."
	if v.Kind != explore.Broken {
		return looked
	}
	return "“" + v.Claim.Name + "” does not hold: " + why(v.Claim) + ". " + looked
}

// Found are the choices of the counterexample, in plain English; none where the
// ordinary run breaks the claim by itself.
func (m *Model) Found() []Chosen {
	if v := m.Schedules.Verdict; v != nil && v.Kind == explore.Broken {
		return chosen(v.Choices)
	}
	return nil
}

// Chosen is a choice of a counterexample.
type Chosen struct {
	// Event is the index of the first event that it brought about; Time its
	// instant; Text says it.
	Event      int
	Time, Text string
}

// Choices are the choices of the counterexample that is played, in the order of
// time. They follow Version.Run.
func (m *Model) Choices() []Chosen {
	if m.Run == nil {
		return nil
	}
	return chosen(m.Run.Chosen)
}

func chosen(choices []explore.Choice) []Chosen {
	list := make([]Chosen, len(choices))
	for i, c := range choices {
		list[i] = Chosen{c.Event, timeText(c.At), c.Text}
	}
	return list
}

// PlaysSchedule says whether the draft has a counterexample in it.
func (m *Model) PlaysSchedule() bool { return len(m.Draft.Schedule) > 0 }

// grouped is a number with commas between its thousands.
func grouped(n int) string {
	if n == math.MaxInt64 {
		return "more than can be counted"
	}
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// manyOf is a number of things: 1 state, 1,284 states.
func manyOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return grouped(n) + " " + noun + "s"
}
