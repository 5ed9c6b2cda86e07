package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"github.com/queuelab/queuelab/core/check"
	lines "github.com/queuelab/queuelab/core/console"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// outcome is a run with what it was made from. Where only the scenario is
// asked for there is no run.
type outcome struct {
	source   *source
	set      []lesson.Setting
	scenario *scenario.Scenario
	trace    *trace.Trace
	report   *stats.Report
	expects  []check.Result
	copies   int // how many of the scenario's last consumers are copies of others
}

func run(args []string, in io.Reader, out, errs io.Writer) int {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(out, usage)
		return ok
	}
	if err != nil {
		return complain(errs, err)
	}
	src, err := find(o.name, in)
	if err != nil {
		return complain(errs, err)
	}
	return o.run(src, out, errs)
}

func (o *options) run(src *source, out, errs io.Writer) int {
	if o.live.on != "" {
		return o.runLive(src, out, errs)
	}
	made, err := o.simulate(src)
	if err != nil {
		return complain(errs, err)
	}
	buffered := bufio.NewWriterSize(out, 1<<16)
	if err := o.print(made, buffered); err != nil {
		return complain(errs, err)
	}
	return flush(buffered, errs, made.verdict(errs))
}

// settings are those of -set, and the seed, which counts as one.
func (o *options) settings() []lesson.Setting {
	if o.seed == nil {
		return o.set
	}
	return lesson.Over(o.set, []lesson.Setting{{Name: "seed", Value: strconv.FormatUint(*o.seed, 10)}})
}

func (o *options) simulate(src *source) (*outcome, error) {
	set := o.settings()
	sc, err := src.doc.Bind(set)
	if err != nil {
		return nil, err
	}
	made := &outcome{source: src, set: set, scenario: sc}
	if o.output == scenarioText {
		return made, nil
	}
	made.trace = sim.Run(sc, sim.Options{}).Trace
	made.report = stats.New(made.trace)
	made.expects = check.Expects(sc, made.report)
	return made, nil
}

func (o *options) print(made *outcome, out *bufio.Writer) error {
	switch o.output {
	case summaryJSON:
		return writeSummary(out, made)
	case eventsJSON:
		writeEvents(out, made.trace)
	case scenarioText:
		doc, err := made.source.doc.With(made.set)
		if err != nil {
			return err
		}
		out.WriteString(doc.Format())
	default:
		for _, l := range lines.Lines(made.scenario, made.trace) {
			out.WriteString(l.Text + "\n")
		}
	}
	return nil
}

// verdict says on errs which expectations failed and whether the run was cut
// short, and gives the exit status.
func (made *outcome) verdict(errs io.Writer) int {
	status := ok
	for _, e := range made.expects {
		if !e.Holds {
			status = failed
			fmt.Fprintf(errs, "queuelab: expect %s does not hold: %s\n", e.Text, found(e))
		}
	}
	if made.report != nil && made.report.Limited() {
		fmt.Fprintf(errs, "queuelab: the run was cut short after %d events, at %s\n", made.trace.Len(), scenario.FormatDuration(made.trace.End()))
	}
	return status
}

func found(e check.Result) string {
	if e.Reason != "" {
		return e.Reason
	}
	return e.Left + " and " + e.Right
}

func flush(out *bufio.Writer, errs io.Writer, status int) int {
	if err := out.Flush(); err != nil {
		return complain(errs, err)
	}
	return status
}
