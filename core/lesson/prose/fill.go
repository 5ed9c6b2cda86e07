package prose

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

var braces = regexp.MustCompile(`\{[^{}]*\}`)

// fill is the lesson's Markdown with what stands in braces settled.
func fill(l *lesson.Lesson) (string, error) {
	var first error
	runs := runs{lesson: l, done: map[string]*run{}}
	at := 0
	text := braces.ReplaceAllStringFunc(l.Prose, func(field string) string {
		at += strings.Index(l.Prose[at:], field)
		pos := l.ProsePos
		pos.Line += strings.Count(l.Prose[:at], "\n")
		at += len(field)
		value, err := runs.value(pos, strings.Trim(field, "{}"))
		if err != nil && first == nil {
			first = fmt.Errorf("%s:%d: %s: %w", pos.File, pos.Line, field, err)
		}
		return value
	})
	return text, first
}

// runs are the lesson's runs under the settings that its prose speaks of.
type runs struct {
	lesson *lesson.Lesson
	done   map[string]*run
}

type run struct {
	scenario *scenario.Scenario
	report   *stats.Report
}

// value is what the field comes to. A field may go over several lines.
func (r *runs) value(pos scenario.Pos, field string) (string, error) {
	field = strings.Join(strings.Fields(field), " ")
	measure, under, _ := strings.Cut(field, " with ")
	template, err := r.lesson.Doc.ParseTemplate(pos, "{"+measure+"}")
	if err != nil {
		return "", err
	}
	run, err := r.under(under)
	if err != nil {
		return "", err
	}
	return lesson.Fill(template, run.scenario, run.report)
}

func (r *runs) under(settings string) (*run, error) {
	if done := r.done[settings]; done != nil {
		return done, nil
	}
	set, err := parseSettings(settings)
	if err != nil {
		return nil, err
	}
	sc, err := r.lesson.Doc.Bind(set)
	if err != nil {
		return nil, err
	}
	result := sim.Run(sc, sim.Options{})
	made := &run{sc, stats.New(result.Trace)}
	r.done[settings] = made
	return made, nil
}

func parseSettings(text string) ([]scenario.Setting, error) {
	var set []scenario.Setting
	for _, word := range strings.Fields(text) {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return nil, fmt.Errorf("%q: expected name=value", word)
		}
		set = append(set, scenario.Setting{Name: name, Value: value})
	}
	return set, nil
}
