package play

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// undoKept is how many changes can be undone.
const undoKept = 500

// edit is a change that can be undone: the draft before it.
type edit struct {
	draft Draft
	// label names the change.
	label string
	// gesture is equal in the changes of one gesture, which are undone
	// together; empty for a change of its own.
	gesture string
	// broken is the text with errors that the editor held before; empty where
	// it held the draft's.
	broken string
	// shadow is the one before the change.
	shadow *Run
}

// try makes a draft the present one and runs it, keeping the instant, unless
// it has errors, which become Problems of a parameter or of the text.
func (m *Model) try(next Draft, label, gesture, param string) bool {
	return m.tryAt(next, label, gesture, param, m.atAnchor)
}

// atAnchor lands where the reader is by then.
func (m *Model) atAnchor(tr *trace.Trace) Cursor { return m.anchor.in(tr) }

func (m *Model) tryAt(next Draft, label, gesture, param string, land landing) bool {
	next = m.simulates(next)
	b, err := next.build(m.Lesson)
	if err != nil {
		m.Problems = problems(err, param)
		return false
	}
	broken := m.brokenText()
	m.Problems = nil
	if b.draft.equal(m.Draft) {
		m.Text = m.text(m.Draft)
		return true
	}
	m.remember(edit{draft: m.Draft, label: label, gesture: gesture, broken: broken})
	m.adopt(b, land)
	return true
}

// remember puts a change on the undo stack, together with the last one if
// both are of one gesture.
func (m *Model) remember(e edit) {
	m.redo, e.shadow = nil, m.Shadow
	if n := len(m.undo); n > 0 && e.gesture != "" && m.undo[n-1].gesture == e.gesture {
		return
	}
	if len(m.undo) == undoKept {
		m.undo = append(m.undo[:0], m.undo[1:]...)
	}
	m.undo = append(m.undo, e)
}

// adopt makes a draft the present one and runs it.
func (m *Model) adopt(b built, land landing) {
	m.Draft, m.scenario = b.draft, b.scenario
	m.Text = b.doc.Format()
	m.challengeFollows()
	m.studiesFollow()
	m.request(b, land)
}

func (m *Model) undoEdit() {
	if m.dropBrokenText() || len(m.undo) == 0 {
		return
	}
	e := m.undo[len(m.undo)-1]
	m.undo = m.undo[:len(m.undo)-1]
	m.redo = append(m.redo, edit{draft: m.Draft, label: e.label, shadow: m.Shadow})
	m.goBack(e)
	if e.broken != "" {
		m.editText(e.broken, "", true)
	}
	m.Notice = "Undone: " + e.label + "."
}

func (m *Model) redoEdit() {
	if len(m.redo) == 0 {
		return
	}
	e := m.redo[len(m.redo)-1]
	m.redo = m.redo[:len(m.redo)-1]
	m.undo = append(m.undo, edit{draft: m.Draft, label: e.label, shadow: m.Shadow})
	m.goBack(e)
	m.Notice = "Done again: " + e.label + "."
}

// restore goes back to a draft that was built before.
func (m *Model) restore(d Draft) {
	b, err := d.build(m.Lesson)
	if err != nil {
		panic("play: a draft no longer builds: " + err.Error())
	}
	m.Problems = nil
	m.adopt(b, m.atAnchor)
}

// brokenText is the text with errors in the editor; empty if it has none.
func (m *Model) brokenText() string {
	if len(m.Problems) == 0 || m.Problems[0].Param != "" {
		return ""
	}
	return m.Text
}

// dropBrokenText is the first undo after text with errors was written.
func (m *Model) dropBrokenText() bool {
	broken := len(m.Problems) > 0
	m.Problems = nil
	m.Text = m.text(m.Draft)
	return broken
}

// CanUndo names the change that Undo takes back; empty: none.
func (m *Model) CanUndo() string {
	if len(m.undo) == 0 {
		return ""
	}
	return m.undo[len(m.undo)-1].label
}

// CanRedo names the change that Redo makes again; empty: none.
func (m *Model) CanRedo() string {
	if len(m.redo) == 0 {
		return ""
	}
	return m.redo[len(m.redo)-1].label
}

// Changed says whether the draft differs from the lesson.
func (m *Model) Changed() bool { return !m.Draft.equal(Draft{}) }

// text is a good draft as the editor shows it.
func (m *Model) text(d Draft) string {
	doc, err := d.document(m.Lesson)
	if err != nil {
		panic("play: a draft no longer reads: " + err.Error())
	}
	return doc.Format()
}

func (m *Model) setParam(name, text string, drag bool) {
	gesture := ""
	if drag {
		gesture = "set " + name
	}
	set := scenario.Setting{Name: name, Value: text}
	m.try(m.Draft.with(set), m.label(name)+" → "+text, gesture, name)
}

func (m *Model) resetParam(name string) {
	m.try(m.Draft.without(name), m.label(name)+" reset", "", name)
}

// label is what the page calls a parameter.
func (m *Model) label(name string) string {
	for _, p := range m.scenario.Params {
		if p.Name == name && p.Label != "" {
			return p.Label
		}
	}
	return name
}

func (m *Model) setSeed(seed uint64) {
	if seed == 0 {
		m.resetParam("seed")
		return
	}
	m.setParam("seed", strconv.FormatUint(seed, 10), false)
}

func (m *Model) resetLesson() {
	if m.try(Draft{}, "reset of the lesson", "", "") {
		m.Notice = "The lesson is as it was. Undo brings your changes back."
	}
}

// editText takes the text as written. The lines added by hand are part of it
// from now on.
func (m *Model) editText(text, label string, typing bool) {
	gesture := ""
	if typing {
		gesture = "text"
	}
	next := m.Draft
	next.Text, next.Lines, next.Schedule = text, nil, nil
	if text == m.Lesson.Source || text == m.text(Draft{}) {
		next.Text = ""
	}
	fitting, err := next.fitting(m.Lesson)
	switch {
	case strings.TrimSpace(text) == "" && m.Lesson.Source != "":
		m.Problems = []Problem{{Message: "the scenario is empty"}}
	case err != nil:
		m.Problems = problems(err, "")
	default:
		m.Problems = nil
		m.try(fitting, cmp.Or(label, "edited scenario"), gesture, "")
	}
	m.Text = text
}

// problems are the errors of a change, as the page shows them.
func problems(err error, param string) []Problem {
	var all scenario.Errors
	if !errors.As(err, &all) {
		return []Problem{{Param: param, Message: err.Error()}}
	}
	list := make([]Problem, 0, len(all))
	for _, e := range all {
		list = append(list, Problem{Param: param, Line: e.Pos.Line, Col: e.Pos.Col, Word: e.Word, Message: e.Message})
	}
	return list
}
