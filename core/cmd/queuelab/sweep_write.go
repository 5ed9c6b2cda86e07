package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/core/theory/fit"
)

// writeTable writes a line for each point: the parameters' values, and of each
// measure its mean, half of its interval and, where there is one, the closed form.
func (c *curve) writeTable(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	c.writeRow(table, c.heads())
	for i := range c.points {
		c.writeRow(table, c.cells(i))
	}
	return table.Flush()
}

func (c *curve) writeRow(out io.Writer, cells []string) {
	fmt.Fprintln(out, strings.Join(cells, "\t"))
}

func (c *curve) heads() (cells []string) {
	for _, p := range c.sweep.Params() {
		cells = append(cells, p.Name)
	}
	for m, q := range c.plan.Measures {
		cells = append(cells, q.String(), "±")
		if f := c.model(m); f.Holds() {
			cells = append(cells, f.Model)
		}
	}
	return cells
}

func (c *curve) cells(point int) (cells []string) {
	for _, v := range c.points[point].Values {
		cells = append(cells, v.String())
	}
	for m, q := range c.plan.Measures {
		e, f := c.points[point].Estimates[m], c.theory[point][m]
		cells = append(cells, shown(e.Mean, q.Unit(), 4), shown(e.Half, q.Unit(), 2))
		switch {
		case f.Holds():
			cells = append(cells, shown(f.Value, q.Unit(), 4))
		case c.model(m).Holds():
			cells = append(cells, "-")
		}
	}
	return cells
}

// swept is a sweep as JSON has it.
type swept struct {
	Lesson       string       `json:"lesson"`
	Seed         uint64       `json:"seed"`
	Over         []string     `json:"over"`
	Replications int          `json:"replications"`
	Warmup       string       `json:"warmup"`
	Points       []sweptPoint `json:"points"`
}

type sweptPoint struct {
	Parameters object          `json:"parameters"`
	Runs       int             `json:"runs"`
	Limited    int             `json:"limited"`
	Measures   []sweptEstimate `json:"measures"`
}

// sweptEstimate has durations as texts, and what is not known as null.
type sweptEstimate struct {
	Measure string `json:"measure"`
	N       int    `json:"n"`
	Mean    any    `json:"mean"`
	Half    any    `json:"half"`
	Batched bool   `json:"batched"`
	Cut     int    `json:"cut"`
	Short   bool   `json:"short"`
	Theory  any    `json:"theory"`
	Model   string `json:"model"`
	Why     string `json:"why"`
}

func (c *curve) writeJSON(name string, out io.Writer) error {
	s := swept{Lesson: name, Seed: c.seed(), Replications: c.plan.Replications, Warmup: warmupText(c.plan.Warmup)}
	for _, p := range c.sweep.Params() {
		s.Over = append(s.Over, p.Name)
	}
	for i, p := range c.points {
		point := sweptPoint{Parameters: object{}, Runs: p.Runs, Limited: p.Limited}
		for _, set := range c.settingsOf(i) {
			point.Parameters = append(point.Parameters, member{set.Name, set.Value})
		}
		for m, q := range c.plan.Measures {
			point.Measures = append(point.Measures, sweptOf(q, p.Estimates[m], c.theory[i][m]))
		}
		s.Points = append(s.Points, point)
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(s)
}

func sweptOf(q sweep.Quantity, e sweep.Estimate, f fit.Fit) sweptEstimate {
	value := math.NaN()
	if f.Holds() {
		value = f.Value
	}
	return sweptEstimate{
		Measure: q.String(), N: e.N, Mean: precise(e.Mean, q.Unit()), Half: precise(e.Half, q.Unit()), Batched: e.Batched,
		Cut: e.Cut, Short: e.Short, Theory: precise(value, q.Unit()), Model: f.Model, Why: f.Why,
	}
}

// precise is a value with seven digits, of a duration as text.
func precise(v float64, unit scenario.Unit) any {
	switch {
	case math.IsNaN(v):
		return nil
	case unit == scenario.Span:
		return shown(v, unit, 7)
	}
	return significant(v, 7)
}

func nanoseconds(v float64) time.Duration { return time.Duration(math.Round(v)) }

func warmupText(w sweep.Warmup) string {
	switch w {
	case sweep.MSER5:
		return "mser5"
	case sweep.Off:
		return "off"
	}
	return fmt.Sprint(int(w))
}
