package main

import (
	"encoding/json"
	"io"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// summary is a run in numbers. Durations are texts such as "75ms"; what there
// is nothing to measure of is null.
type summary struct {
	Lesson     string   `json:"lesson"`
	Seed       uint64   `json:"seed"`
	Parameters object   `json:"parameters"`
	Measures   object   `json:"measures"`
	Queues     object   `json:"queues"`
	Consumers  object   `json:"consumers"`
	Groups     object   `json:"groups"`
	Claims     []claim  `json:"claims"`
	Expects    []expect `json:"expects"`
	End        string   `json:"end"`
	Events     int      `json:"events"`
}

type claim struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Holds bool   `json:"holds"`
}

type expect struct {
	Text  string `json:"text"`
	Holds bool   `json:"holds"`
}

func writeSummary(out io.Writer, made *outcome) error {
	s, err := summarize(made)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(s)
}

func summarize(made *outcome) (*summary, error) {
	s := &summary{
		Lesson: made.source.name, Seed: made.scenario.Seed, Parameters: parameters(made.scenario.Params),
		Claims: []claim{}, Expects: []expect{},
		End: scenario.FormatDuration(made.trace.End()), Events: made.trace.Len(),
	}
	for _, r := range check.Claims(made.scenario, made.report) {
		s.Claims = append(s.Claims, claim{r.Name, r.Text, r.Holds})
	}
	for _, r := range made.expects {
		s.Expects = append(s.Expects, expect{r.Text, r.Holds})
	}
	return s, s.measure(made)
}

func (s *summary) measure(made *outcome) (err error) {
	if s.Measures, err = measures(made.report, scenario.Subject{}); err != nil {
		return err
	}
	for _, q := range made.scenario.Queues {
		of := scenario.Subject{Kind: scenario.OfQueue, Name: q.Name}
		if err := s.Queues.measure(made.report, of); err != nil {
			return err
		}
	}
	// Copies are what -scale makes: their groups and the whole are measured.
	all := made.scenario.Consumers
	for _, c := range all[:len(all)-made.copies] {
		of := scenario.Subject{Kind: scenario.OfConsumer, Name: c.Name}
		if err := s.Consumers.measure(made.report, of); err != nil {
			return err
		}
	}
	for _, g := range made.scenario.Groups {
		of := scenario.Subject{Kind: scenario.OfLogGroup, Name: g.Name}
		if err := s.Groups.measure(made.report, of); err != nil {
			return err
		}
	}
	return nil
}

func (o *object) measure(report *stats.Report, of scenario.Subject) error {
	all, err := measures(report, of)
	*o = append(*o, member{of.Name, all})
	return err
}

func parameters(params []scenario.Param) object {
	all := object{}
	for _, p := range params {
		all = append(all, member{p.Name, p.Value.String()})
	}
	return all
}

// measures is every measure of a subject over the whole run. One that has no
// meaning for the subject, or isn't simulated yet, is null.
func measures(report *stats.Report, of scenario.Subject) (object, error) {
	all := object{}
	for _, info := range scenario.Measures() {
		if info.Story {
			continue
		}
		value, err := measured(report, info, scenario.Measure{Name: info.Name, Of: of})
		if err != nil {
			return nil, err
		}
		all = append(all, member{string(info.Name), value})
	}
	return all, nil
}

func measured(report *stats.Report, info scenario.MeasureInfo, m scenario.Measure) (any, error) {
	switch {
	case !info.Allows(m.Of.Kind):
		return nil, nil
	case info.Stats:
		return statistics(report, m)
	}
	v, err := report.Measure(m)
	return plain(v), err
}

func statistics(report *stats.Report, m scenario.Measure) (any, error) {
	all := object{}
	for _, m.Stat = range []scenario.Stat{scenario.Mean, scenario.P50, scenario.P95, scenario.P99, scenario.Max} {
		v, err := report.Measure(m)
		if err != nil {
			return nil, err
		}
		all = append(all, member{string(m.Stat), plain(v)})
	}
	return all, nil
}

// plain is a value as JSON has it.
func plain(v stats.Value) any {
	switch v.Kind {
	case stats.Count:
		return v.N
	case stats.Ratio:
		return json.Number(v.String())
	case stats.None:
		return nil
	}
	return v.String()
}
