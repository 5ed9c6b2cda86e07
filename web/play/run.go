package play

import (
	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/console"
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
	// Depth has a series for each queue; Deliveries a bar for each message, or
	// for each group of messages where there are many.
	Depth      []DepthSeries
	Deliveries []DeliveryBar
	// Limited says that the run was stopped at a limit before its end.
	Limited bool
}

// DepthSeries is a queue's depth against time, ready for a chart: all slices
// have the same length. A value holds from its instant to the next.
type DepthSeries struct {
	Queue string
	// At is in milliseconds.
	At                       []float64
	Visible, InFlight, Total []float64
}

// DeliveryBar counts the deliveries of messages From to To.
type DeliveryBar struct {
	From, To        uint32
	First, Repeated uint32
}
