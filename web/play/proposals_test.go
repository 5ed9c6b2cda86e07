package play

import (
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/lesson"
)

// What the lessons propose to search finds what they tell of: by a crash between
// two steps, or by nothing at all where the ordinary run breaks the claim; and
// for the repaired ones, that every schedule keeps it.
func TestTheProposedSearches(t *testing.T) {
	want := map[string]explore.Kind{
		"unacknowledged":                             explore.Keeps,
		"visibility-timeout":                         explore.Broken,
		"visibility-timeout visibility=60ms":         explore.Keeps,
		"outbox":                                     explore.Keeps, // jobs are missing, none is published twice
		"outbox variant=row":                         explore.Broken,
		"delivered-twice":                            explore.Broken,
		"inbox":                                      explore.Keeps,
		"inbox transaction=apart":                    explore.Broken,
		"status-out-of-order":                        explore.Broken,
		"status-out-of-order variant=transition":     explore.Broken,
		"status-out-of-order variant=check-then-act": explore.Broken,
		"status-out-of-order variant=version":        explore.Keeps,
		"lost-on-the-way":                            explore.Keeps, // of restarts the search knows nothing
		"lost-on-the-way variant=on-delivery":        explore.Broken,
		"one-at-a-time":                              explore.Broken,
		"commit-position":                            explore.Broken,
		"commit-position variant=after":              explore.Keeps,
		"two-receipts":                               explore.Broken,
		"two-receipts variant=recorded":              explore.Broken,
		"safe-order":                                 explore.Broken,
		"safe-order variant=naive":                   explore.Broken,
		"safe-order variant=transaction":             explore.Broken,
		"safe-order variant=send-inside":             explore.Broken,
		"safe-order variant=outbox":                  explore.Keeps,
	}
	proposed := map[string]bool{}
	for test, kind := range want {
		id, set, _ := strings.Cut(test, " ")
		proposed[id] = true
		m := studying(t, id, SchedulesTab)
		if name, value, ok := strings.Cut(set, "="); ok {
			send(t, m, SetParam{Name: name, Text: value})
		}
		toEnd(t, m, StartSearch{})
		v := m.Schedules.Verdict
		if v == nil || !v.Complete || v.Kind != kind {
			t.Errorf("%s: %s%s", test, m.VerdictText(), m.Schedules.Problem)
			continue
		}
		if kind == explore.Broken {
			send(t, m, PlaySchedule{})
			if len(m.Choices()) != len(v.Choices) || !breaks(m, v.Claim.Name) {
				t.Errorf("%s: the run played has %d of %d choices, and keeps %q", test, len(m.Choices()), len(v.Choices), v.Claim.Name)
			}
		}
	}
	for _, l := range lesson.All() {
		if (l.Schedules != nil) != proposed[l.ID] {
			t.Errorf("%s proposes a search: %v, and is tested: %v", l.ID, l.Schedules != nil, proposed[l.ID])
		}
	}
}

func breaks(m *Model, claim string) bool {
	for _, c := range m.Claims() {
		if c.Name == claim {
			return !c.Holds
		}
	}
	return false
}

// A lesson that stands on its curve opens with it, and starts nothing.
func TestALessonMayOpenWithItsCurve(t *testing.T) {
	m := New(whole())
	m.Update(OpenLesson{ID: "utilization"})
	if m.Run != nil || !m.CanStudy() {
		t.Error("the run is there at once")
	}
	m.Update(StartSweep{})
	if !m.Tradeoff.Running {
		t.Error("before the run is there nothing can be measured")
	}
	m.Update(StopSweep{})
	finish(t, m)
	if m.Tab != TradeoffTab || m.Tradeoff.Running || m.Tradeoff.Each != "consumers" {
		t.Errorf("tab %s, %+v", m.Tab, m.Tradeoff.Sweep)
	}
	if link, _ := m.Fragment(); link != "" {
		t.Errorf("link %q", link)
	}
	send(t, m, SelectTab{ConsoleTab})
	if link, _ := m.Fragment(); link != "1&-tab=console" {
		t.Errorf("link %q", link)
	}
}

// What a lesson proposes to measure can be measured, and two measures that it
// puts on one chart pull against each other.
func TestTheProposedTradeoffs(t *testing.T) {
	for _, l := range lesson.All() {
		if l.Tradeoff == nil {
			continue
		}
		m := studying(t, l.ID, TradeoffTab)
		toEnd(t, m, StartSweep{})
		c := m.Curve()
		if c == nil {
			t.Errorf("%s: %s", l.ID, m.Tradeoff.Problem)
			continue
		}
		for _, line := range c.Lines {
			first, last := line.Mean[0], line.Mean[len(line.Mean)-1]
			if first == last || first != first || last != last {
				t.Errorf("%s: %s goes from %g to %g", l.ID, line.Name, first, last)
			}
		}
	}
	c := func() *Curve {
		m := studying(t, "visibility-timeout", TradeoffTab)
		toEnd(t, m, StartSweep{})
		return m.Curve()
	}()
	repeated, wait := c.Lines[0], c.Lines[1]
	if last := len(c.X) - 1; repeated.Low[0] < repeated.High[last] || wait.High[0] > wait.Low[last] {
		t.Errorf("from %v to %v repeated goes from %s to %s and the wait from %s to %s", c.Values[0], c.Values[last], repeated.Texts[0], repeated.Texts[last], wait.Texts[0], wait.Texts[last])
	}
}
