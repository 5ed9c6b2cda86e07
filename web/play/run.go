package play

import (
	"fmt"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/console"
	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// Run is a run with all that follows from it. It doesn't change.
type Run struct {
	Draft    Draft
	Doc      *scenario.Document
	Scenario *scenario.Scenario
	Trace    *trace.Trace
	Report   *stats.Report
	Console  []console.Line
	Claims   []check.Result
	// Depth is the depth of each queue against time, and Lag the lag of each
	// group, by the trace's head, ready for a chart; where there are several or
	// none, the last one is of all together. A run of logs has no depth, and one
	// without logs no lag.
	Depth, Lag []LevelSeries
	// Deliveries has a bar for each message, or for equally many each where
	// they are many.
	Deliveries stats.Bars
	// Chosen are the choices of the counterexample that is played, in order.
	Chosen []explore.Choice
	// Limited says that the run was cut short at a limit.
	Limited bool
	books   books
	faults  []scenario.Fault // of the counterexample
}

// LevelSeries is a queue's depth or a group's lag against time.
type LevelSeries struct {
	// Of is the queue's or the group's name; empty for all together.
	Of string
	stats.Series
}

const (
	chartPoints = 4_000
	chartBars   = 60
)

// stages are what makes a run of its trace, each going over so many events at
// a time and saying whether it is through.
func (r *Run) stages(c *stats.Collector) []func(events int) bool {
	stages := []func(int) bool{
		func(int) bool { r.measure(c); return true },
		r.printing(),
		r.booking(),
		func(int) bool { r.Deliveries = stats.Deliveries(r.Trace, chartBars); return true },
	}
	if len(r.Draft.Schedule) > 0 {
		stages = append(stages, func(int) bool { r.tellChoices(); return true })
	}
	return append(stages, r.levels()...)
}

// levels are the stages that plot the depth and the lag.
func (r *Run) levels() (stages []func(events int) bool) {
	h := &r.Trace.Head
	for i, q := range h.Queues {
		stages = append(stages, r.plotting(q.Name, i))
	}
	if len(h.Queues) > 1 || len(h.Queues)+len(h.Logs) == 0 {
		stages = append(stages, r.plotting("", -1))
	}
	if len(h.Logs) > 0 {
		stages = append(stages, r.plottingLag())
	}
	return stages
}

func (r *Run) measure(c *stats.Collector) {
	r.Report = c.ReportOf(r.Trace)
	r.Claims = check.Claims(r.Scenario, r.Report)
	r.Limited = r.Report.Limited()
}

func (r *Run) printing() func(events int) bool {
	if len(r.Scenario.Prints) == 0 {
		return func(int) bool { return true }
	}
	p := console.NewPrinter(r.Scenario, r.Trace)
	return func(events int) bool {
		done := p.Run(events)
		r.Console = p.Lines()
		return done
	}
}

func (r *Run) plotting(name string, queue int) func(events int) bool {
	p := stats.NewPlot(r.Trace, queue, chartPoints)
	return func(events int) bool {
		done := p.Run(events)
		if done {
			r.Depth = append(r.Depth, LevelSeries{name, p.Series()})
		}
		return done
	}
}

func (r *Run) plottingLag() func(events int) bool {
	p := stats.NewLagPlot(r.Trace, chartPoints)
	return func(events int) bool {
		done := p.Run(events)
		if done {
			r.lagPlotted(p)
		}
		return done
	}
}

func (r *Run) lagPlotted(p *stats.LagPlot) {
	groups := r.Trace.Head.Groups
	for i, g := range groups {
		r.Lag = append(r.Lag, LevelSeries{g.Name, p.Series(i)})
	}
	if len(groups) != 1 {
		r.Lag = append(r.Lag, LevelSeries{"", p.Series(-1)})
	}
}

// fill writes out a template with the run's measures.
func (r *Run) fill(t scenario.Template) string {
	text, err := lesson.Fill(t, r.Scenario, r.Report)
	if err != nil {
		return sentence(err.Error())
	}
	return text
}

// ClaimView is a claim and whether it holds in this run.
type ClaimView struct {
	Name  string
	Holds bool
	// Why tells the condition, and the values compared where it doesn't hold.
	Why string
}

// Claims says what holds in this run. It follows Version.Run.
func (m *Model) Claims() []ClaimView {
	if m.Run == nil {
		return nil
	}
	claims := make([]ClaimView, len(m.Run.Claims))
	for i, c := range m.Run.Claims {
		claims[i] = ClaimView{c.Name, c.Holds, why(c)}
	}
	return claims
}

func why(c check.Result) string {
	switch {
	case c.Reason != "":
		return c.Text + ": " + c.Reason
	case c.Holds:
		return c.Text
	}
	return fmt.Sprintf("%s: it is %s against %s", c.Text, c.Left, c.Right)
}
