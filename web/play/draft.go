package play

import (
	"cmp"
	"slices"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/web/study"
)

// Draft is what the reader changed in a lesson: a value, never altered in
// place. The zero value is the lesson as it is.
type Draft struct {
	// Text replaces the lesson's scenario; empty: the lesson's own.
	Text string
	// Lines are added at its end: "at 22ms crash consumer-1".
	Lines []string
	// Schedule are the lines of a counterexample that is played, after those.
	Schedule []string
	// Settings are parameters with other values than their own, in the order
	// of the parameters, and then seed and until where they are set.
	Settings []scenario.Setting
	// Recorded is the recording of a real broker that is shown in the place of the
	// run, by its ID; empty: none.
	Recorded string
	// Challenge says that the reader started the challenge.
	Challenge bool
}

func (d Draft) equal(o Draft) bool {
	return d.Text == o.Text && slices.Equal(d.Lines, o.Lines) && slices.Equal(d.Schedule, o.Schedule) &&
		slices.Equal(d.Settings, o.Settings) && d.Challenge == o.Challenge && d.Recorded == o.Recorded
}

// sameRun says whether two drafts of a lesson make the same run.
func (d Draft) sameRun(o Draft) bool {
	d.Challenge, o.Challenge = false, false
	return d.equal(o)
}

// with is the draft with a setting more, over those it has.
func (d Draft) with(set ...scenario.Setting) Draft {
	all := slices.Clone(d.Settings)
	for _, s := range set {
		i := slices.IndexFunc(all, func(o scenario.Setting) bool { return o.Name == s.Name })
		if i < 0 {
			all = append(all, s)
		} else {
			all[i] = s
		}
	}
	d.Settings = all
	return d
}

func (d Draft) without(name string) Draft {
	d.Settings = slices.DeleteFunc(slices.Clone(d.Settings), func(s scenario.Setting) bool { return s.Name == name })
	return d
}

func (d Draft) withLine(line string) Draft {
	d.Lines = append(slices.Clone(d.Lines), line)
	return d
}

// setting is the value given to a parameter; empty if none is.
func (d Draft) setting(name string) string {
	for _, s := range d.Settings {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}

// document is the draft's scenario before its settings. What is wrong with a
// line that was added shows when it is bound: it may name what is only there
// under the settings.
func (d Draft) document(l *lesson.Lesson) (*scenario.Document, error) {
	doc, err := l.Doc, error(nil)
	if d.Text != "" {
		if doc, err = scenario.Parse(l.ID, d.Text); err != nil {
			return nil, err
		}
	}
	for _, line := range slices.Concat(d.Lines, d.Schedule) {
		doc, _ = doc.Append(line)
	}
	return doc, nil
}

// system is the draft for a study, which reads it again.
func (d Draft) system(l *lesson.Lesson) study.System {
	return study.System{
		Name: l.ID, Text: cmp.Or(d.Text, l.Doc.Source()), Lines: slices.Concat(d.Lines, d.Schedule), Settings: d.Settings,
	}
}

// built is a draft with all of it settled.
type built struct {
	draft    Draft
	doc      *scenario.Document
	scenario *scenario.Scenario
	// faults are those that the counterexample brings.
	faults []scenario.Fault
}

// build settles a draft: its settings come out in the order of the
// parameters, written as the language writes them, without those that change
// nothing.
func (d Draft) build(l *lesson.Lesson) (built, error) {
	doc, err := d.document(l)
	if err != nil {
		return built{}, err
	}
	sc, err := doc.Bind(d.Settings)
	if err != nil {
		return built{}, err
	}
	d.Settings = tidy(d.Settings, sc)
	b := built{draft: d, doc: doc, scenario: sc}
	if len(d.Schedule) > 0 {
		b.faults, err = d.scheduled(l, sc)
	}
	return b, err
}

// scheduled are the faults that the lines of the counterexample bring.
func (d Draft) scheduled(l *lesson.Lesson, sc *scenario.Scenario) ([]scenario.Fault, error) {
	d.Schedule = nil
	without, err := d.build(l)
	if err != nil {
		return nil, err
	}
	return sc.Faults[min(len(without.scenario.Faults), len(sc.Faults)):], nil
}

func tidy(set []scenario.Setting, sc *scenario.Scenario) []scenario.Setting {
	var changed []scenario.Setting
	for _, p := range sc.Params {
		if p.Value != p.Default {
			changed = append(changed, scenario.Setting{Name: p.Name, Value: p.Value.String()})
		}
		set = slices.DeleteFunc(slices.Clone(set), func(s scenario.Setting) bool { return s.Name == p.Name })
	}
	return append(changed, set...)
}

// fitting is the draft without the settings that its text no longer takes.
func (d Draft) fitting(l *lesson.Lesson) (Draft, error) {
	doc, err := d.document(l)
	if err != nil {
		return d, err
	}
	d.Settings = slices.DeleteFunc(slices.Clone(d.Settings), func(s scenario.Setting) bool {
		_, err := doc.Bind([]scenario.Setting{s})
		return err != nil
	})
	return d, nil
}
