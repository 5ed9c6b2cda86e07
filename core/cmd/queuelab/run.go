package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/queuelab/queuelab/core/check"
	lines "github.com/queuelab/queuelab/core/console"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// outcome is a run with what it was made from.
type outcome struct {
	source   *source
	scenario *scenario.Scenario
	trace    *trace.Trace
	report   *stats.Report
	expects  []check.Result
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
	doc, err := o.apply(src.doc)
	if err != nil {
		return complain(errs, err)
	}
	src.doc = doc
	buffered := bufio.NewWriterSize(out, 1<<16)
	if o.output == scenarioText {
		buffered.WriteString(doc.Format())
		return flush(buffered, errs, ok)
	}
	made, err := simulate(src)
	if err != nil {
		return complain(errs, err)
	}
	if err := o.print(made, buffered); err != nil {
		return complain(errs, err)
	}
	return flush(buffered, errs, made.verdict(errs))
}

func flush(out *bufio.Writer, errs io.Writer, status int) int {
	if err := out.Flush(); err != nil {
		return complain(errs, err)
	}
	return status
}
