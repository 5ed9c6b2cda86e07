package play

import (
	"slices"
	"strings"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

// atBroker is the draft with all its queues and logs at a broker; lesson, or an
// empty name, is none.
func (d Draft) atBroker(l *lesson.Lesson, name string) (Draft, error) {
	if name == lessonBroker {
		name = ""
	}
	d.Schedule, d.Recorded = nil, ""
	d.Lines = slices.DeleteFunc(slices.Clone(d.Lines), func(line string) bool { return strings.HasPrefix(line, "broker ") })
	doc, err := d.document(l)
	if err != nil {
		return d, err
	}
	param, named := doc.Brokers()
	switch {
	case !named && name == "":
		return d, nil
	case !named:
		return d.withLine("broker " + name), nil
	case param != "" && name != "":
		set := d.with(scenario.Setting{Name: param, Value: name})
		if _, err := set.build(l); err == nil {
			return set, nil
		}
	}
	return d.withBrokerInText(l, name)
}

func (d Draft) withBrokerInText(l *lesson.Lesson, name string) (Draft, error) {
	text, err := Draft{Text: d.Text}.document(l)
	if err != nil {
		return d, err
	}
	changed, err := text.WithBroker(name)
	d.Text = changed.Format()
	return d, err
}

// lessonBroker is the profile of the lessons' queue.
const lessonBroker = "lesson"
