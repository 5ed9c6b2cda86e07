package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/core/theory/fit"
)

// sweepOptions are the arguments of sweep.
type sweepOptions struct {
	options
	over     []sweep.Range
	measures []string
	runs     int
	warmup   sweep.Warmup
	json     bool
}

func sweepCommand(args []string, in io.Reader, out, errs io.Writer) int {
	o, err := parseSweep(args)
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
	s, err := o.ready(src)
	if err != nil {
		return complain(errs, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return o.sweep(ctx, src, s, out, errs)
}

// sweep runs it and prints the points, also where it was interrupted.
func (o *sweepOptions) sweep(ctx context.Context, src *source, s *sweep.Sweep, out, errs io.Writer) int {
	status := ok
	if err := s.Run(ctx, runtime.NumCPU(), progress(errs)); err != nil {
		done, all := s.Progress()
		fmt.Fprintf(errs, "\nqueuelab: stopped after %d of %d runs\n", done, all)
		status = failed
	}
	c := newCurve(s)
	c.remark(errs)
	write := c.writeTable
	if o.json {
		write = func(out io.Writer) error { return c.writeJSON(src.name, out) }
	}
	if err := write(out); err != nil {
		return complain(errs, err)
	}
	return status
}

// progress tells, some twenty times, how many runs are done.
func progress(errs io.Writer) func(done, all int) {
	return func(done, all int) {
		if each := max(1, all/20); done%each == 0 || done == all {
			fmt.Fprintf(errs, "\r%d of %d runs", done, all)
		}
		if done == all {
			fmt.Fprintln(errs)
		}
	}
}

// parseSweep reads the arguments of sweep. The error is flag.ErrHelp if they
// ask for help.
func parseSweep(args []string) (*sweepOptions, error) {
	o := &sweepOptions{}
	flags := flag.NewFlagSet("sweep", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Func("set", "", o.addSetting)
	flags.Func("seed", "", o.setSeed)
	flags.Func("over", "", o.addRange)
	flags.Func("measure", "", func(text string) error { o.measures = append(o.measures, text); return nil })
	flags.Func("replications", "", o.setRuns)
	flags.Func("warmup", "", o.setWarmup)
	flags.BoolVar(&o.json, "json", false, "")
	names, err := interspersed(flags, args)
	if err != nil {
		return nil, err
	}
	if o.name, err = oneName(names); err != nil {
		return nil, err
	}
	switch {
	case len(o.over) == 0:
		return nil, errors.New("expected a parameter to vary, such as -over visibility=5ms..200ms")
	case len(o.measures) == 0:
		return nil, errors.New(`expected something to measure, such as -measure "waiting p95"`)
	}
	return o, nil
}

// addRange reads name, name=from..to or name=from..to/steps. A rate has a slash too.
func (o *sweepOptions) addRange(text string) error {
	expected := errors.New("expected name=from..to or name=from..to/steps, such as visibility=5ms..200ms/20, or a name alone")
	name, values, given := strings.Cut(text, "=")
	r := sweep.Range{Param: name}
	if given {
		if i := strings.LastIndexByte(values, '/'); i >= 0 {
			if n, err := strconv.Atoi(values[i+1:]); err == nil {
				if n < 1 {
					return expected
				}
				r.Steps, values = n, values[:i]
			}
		}
		from, to, both := strings.Cut(values, "..")
		if !both || from == "" || to == "" {
			return expected
		}
		r.From, r.To = from, to
	}
	if name == "" {
		return expected
	}
	o.over = append(o.over, r)
	return nil
}

func (o *sweepOptions) setRuns(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("expected a whole number from 1")
	}
	o.runs = n
	return nil
}

func (o *sweepOptions) setWarmup(text string) error {
	n, err := strconv.Atoi(text)
	switch {
	case text == "mser5":
		o.warmup = sweep.MSER5
	case text == "off" || err == nil && n == 0:
		o.warmup = sweep.Off
	case err != nil || n < 0:
		return errors.New("expected mser5, off, or how many messages of each run not to count")
	default:
		o.warmup = sweep.Warmup(n)
	}
	return nil
}

func (o *sweepOptions) ready(src *source) (*sweep.Sweep, error) {
	p := sweep.Plan{Over: o.over, Set: o.settings(), Replications: o.runs, Warmup: o.warmup}
	for _, text := range o.measures {
		q, err := sweep.ParseQuantity(src.doc, scenario.Pos{File: "-measure"}, text)
		if err != nil {
			return nil, err
		}
		p.Measures = append(p.Measures, q)
	}
	return sweep.New(src.doc, p)
}

// curve is a sweep with what theory says at each point.
type curve struct {
	sweep  *sweep.Sweep
	plan   sweep.Plan
	points []sweep.Point
	theory [][]fit.Fit // of each point, of each measure
}

func newCurve(s *sweep.Sweep) *curve {
	c := &curve{sweep: s, plan: s.Plan(), points: s.Points()}
	for i := range c.points {
		var fits []fit.Fit
		for _, q := range c.plan.Measures {
			fits = append(fits, fit.Of(s.Scenario(i), q.Of, q.Per))
		}
		c.theory = append(c.theory, fits)
	}
	return c
}

// model is the form that holds for a measure at some point, or why none does.
func (c *curve) model(measure int) fit.Fit {
	for _, fits := range c.theory {
		if fits[measure].Holds() {
			return fits[measure]
		}
	}
	return c.theory[0][measure]
}

// remark says on errs what the numbers do not show.
func (c *curve) remark(errs io.Writer) {
	for m, q := range c.plan.Measures {
		if f := c.model(m); !f.Holds() {
			fmt.Fprintf(errs, "queuelab: %s: no closed form: %s\n", q, f.Why)
		}
		short := 0
		for _, p := range c.points {
			if p.Estimates[m].Short {
				short++
			}
		}
		if short > 0 {
			fmt.Fprintf(errs, "queuelab: %s: at %d points the runs are too short to tell a warm-up, and nothing is cut\n", q, short)
		}
	}
	limited := 0
	for _, p := range c.points {
		limited += p.Limited
	}
	if limited > 0 {
		fmt.Fprintf(errs, "queuelab: %d runs were cut short by the simulator's limit\n", limited)
	}
}

// seed is that of the first replication.
func (c *curve) seed() uint64 { return c.sweep.Scenario(0).Seed }

// shown is a value of a measure to so many significant digits.
func shown(v float64, unit scenario.Unit, digits int) string {
	if math.IsNaN(v) {
		return "none"
	}
	v = significant(v, digits)
	if unit == scenario.Span {
		return scenario.FormatDuration(nanoseconds(v))
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func significant(v float64, digits int) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	if err != nil {
		return v
	}
	return rounded
}

// settingsOf are the values of the parameters at a point.
func (c *curve) settingsOf(point int) []lesson.Setting {
	var set []lesson.Setting
	for i, p := range c.sweep.Params() {
		set = append(set, lesson.Setting{Name: p.Name, Value: c.points[point].Values[i].String()})
	}
	return set
}
