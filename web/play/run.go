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
	return append(stages, r.plots()...)
}

// plots are the stages that plot the depth and the lag, each kind in one.
func (r *Run) plots() (stages []func(events int) bool) {
	h := &r.Trace.Head
	if len(h.Queues) > 0 || len(h.Logs) == 0 {
		stages = append(stages, r.plotting(&r.Depth, len(h.Queues), r.queue, stats.NewPlot))
	}
	if len(h.Logs) > 0 {
		stages = append(stages, r.plotting(&r.Lag, len(h.Groups), r.group, stats.NewLagPlot))
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

// group is the name of a group that reads a log.
func (r *Run) group(i uint16) string { return r.Trace.Head.Groups[i].Name }

// plotting plots so many things with names, and all of them where they are not one.
func (r *Run) plotting(to *[]LevelSeries, count int, name func(uint16) string, plot func(tr *trace.Trace, of, maxPoints int) *stats.Plot) func(events int) bool {
	plots := make([]*stats.Plot, count)
	for i := range plots {
		plots[i] = plot(r.Trace, i, chartPoints)
		*to = append(*to, LevelSeries{Of: name(uint16(i))})
	}
	if count != 1 {
		plots, *to = append(plots, plot(r.Trace, -1, chartPoints)), append(*to, LevelSeries{})
	}
	return func(events int) bool {
		done := true
		for i, p := range plots {
			if done = p.Run(events); done {
				(*to)[i].Series = p.Series()
			}
		}
		return done
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
