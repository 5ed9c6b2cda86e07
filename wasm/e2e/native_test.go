package e2e

import (
	"maps"
	"slices"
	"testing"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/console"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/play"
)

// native is a run of a lesson outside the browser: what the page must show.
type native struct {
	Trace   *trace.Trace
	Report  *stats.Report
	Console []string
	Claims  []claim
}

// claim is a claim's name and whether it holds.
type claim struct {
	Name  string
	Holds bool
}

func simulate(t testing.TB, id string, set ...lesson.Setting) *native {
	t.Helper()
	sc, err := lesson.Get(id).Doc.Bind(set)
	if err != nil {
		t.Fatal(err)
	}
	n := &native{Trace: sim.Run(sc, sim.Options{}).Trace}
	n.Report = stats.New(n.Trace)
	for _, l := range console.Lines(sc, n.Trace) {
		n.Console = append(n.Console, l.Text)
	}
	for _, r := range check.Claims(sc, n.Report) {
		n.Claims = append(n.Claims, claim{r.Name, r.Holds})
	}
	return n
}

// counters are the counts after the trace's first so many events; those that
// most runs have at 0 are only there when they aren't.
func (n *native) counters(events int) map[string]int {
	state := n.Trace.State(events)
	c := state.Total
	all := map[string]int{}
	if len(n.Trace.Head.Logs) > 0 {
		n.logCounters(events, all)
	}
	if len(n.Trace.Head.Queues) > 0 || len(n.Trace.Head.Logs) == 0 {
		maps.Copy(all, map[string]int{
			"written": int(c.Written), "deliveries": int(c.Deliveries) - all["reads"], "redeliveries": int(c.Redeliveries) - all["read-again"],
			"acknowledged": int(c.Acknowledged), "visible": int(c.Visible), "in-flight": int(c.InFlight),
		})
	}
	for name, v := range map[string]uint32{"delayed": c.Delayed, "refused": c.Refused, "dead-lettered": c.DeadLettered,
		"dropped": c.Dropped, "lost": c.Lost, "sent": uint32(state.Sends)} {
		if v > 0 {
			all[name] = int(v)
		}
	}
	return all
}

// logCounters adds what is counted of logs: the events one by one, and the measure lag.
func (n *native) logCounters(events int, all map[string]int) {
	c := stats.NewCollector(&n.Trace.Head)
	maps.Copy(all, map[string]int{"appended": 0, "reads": 0, "read-again": 0, "commits": 0})
	for i := range events {
		e := n.Trace.At(i)
		c.Apply(e)
		switch e.Kind {
		case trace.Appended:
			all["appended"]++
		case trace.Fetched:
			all["reads"]++
			if e.Delivery > 1 {
				all["read-again"]++
			}
		case trace.PositionCommitted:
			all["commits"]++
		}
	}
	lag, err := c.Measure(scenario.Measure{Name: scenario.Lag})
	if err != nil {
		panic(err) // a run always has a lag
	}
	all["lag"] = int(lag.N)
}

// model is the page's own model, run outside the browser.
type model struct{ *play.Model }

func open(id, fragment string) model {
	m := model{play.New(lesson.All())}
	m.send(play.OpenLesson{ID: id, Fragment: fragment})
	return m
}

// send takes a message in, and does all the work that follows from it.
func (m model) send(msg play.Msg) {
	effects := m.Update(msg)
	for slices.Contains(effects, play.Effect(play.Again{})) {
		effects = m.Update(play.Continue{})
	}
}
