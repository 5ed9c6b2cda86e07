package web

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// scenarioText is the scenario to read, to change and to take away. The text
// itself, the lines' numbers and the marks under errors are the browser's part.
type scenarioText struct {
	app.Compo
	S        *session
	Revision uint64
}

// OnMount fills the editor, which is a new one here.
func (t *scenarioText) OnMount(app.Context) { t.S.guard(func() { t.S.browser.show(t.S) }) }

func (t *scenarioText) Render() app.UI {
	problems := textProblems(t.S.model)
	return div("workbench").Body(
		el("div").Body(
			t.tools(),
			para("editor-status").ID("editor-status").Class(pick(len(problems) > 0, "bad", "")).Role("status").Text(statusText(t.S.model, problems)),
			t.problems(problems),
			t.box(len(problems) > 0),
			para("help editor-help").ID("editor-help").
				Text("Tab indents once you write; Esc, then Tab leaves the editor. Ctrl+Z undoes what you typed."),
		),
		&toolbox{S: t.S, Revision: t.Revision},
	)
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

func (t *scenarioText) tools() app.UI {
	s := t.S
	return div("panel-tools").Body(
		el("label").Class("grow").Attr("for", "editor").Text("What runs, as text"),
		t.undo(),
		button("format", "").Title("Two spaces a level, one between words").OnClick(s.handler(func(app.Event) {
			s.browser.flush(s)
			s.send(play.FormatText{})
		})).Text("Format"),
		button("copy-scenario", "").OnClick(s.handler(func(app.Event) { s.copyText() })).Text("Copy"),
		button("export-scenario", "").Title("Save the text as a file").OnClick(s.handler(func(app.Event) {
			s.browser.flush(s)
			s.browser.download(s.model.Lesson.ID+".txt", "text/plain", s.model.Text)
		})).Text("Save"),
		sandboxLink(s, "to-sandbox"),
	)
}

func (t *scenarioText) undo() app.UI {
	what := t.S.model.CanUndo()
	title := "Undo"
	if what != "" {
		title += ": " + what
	}
	return button("editor-undo", "icon-only").Attr("disabled", what == "").Title(title).Attr("aria-label", title).
		OnClick(t.S.on(play.Undo{})).Body(icon("undo"))
}

func (s *session) copyText() {
	s.browser.flush(s)
	s.browser.copy(s.model.Text, func(done bool) {
		s.dispatch(func() {
			s.tell(pick(done, "The scenario is on the clipboard.", "This browser does not let the page copy: select the text and copy it."))
		})
	})
}

// box is the editor. What is in it besides the text is for the eye.
func (t *scenarioText) box(bad bool) app.UI {
	area := el("textarea").ID("editor").Class("editor").Spellcheck(false).Attr("autocapitalize", "off").Attr("autocomplete", "off").
		Attr("rows", 1).Attr("aria-describedby", "editor-help editor-status").Text(t.S.model.Text)
	if bad {
		area = area.Attr("aria-invalid", "true")
	}
	return div("editor-box").ID("editor-box").Body(
		el("div").ID("editor-lines").Class("editor-lines").Attr("aria-hidden", "true"),
		div("editor-sheet").Body(
			el("pre").ID("editor-marks").Class("editor-marks").Attr("aria-hidden", "true"),
			area,
		),
	)
}

// problems go to their places in the text. Something stands there always, as
// what comes after it would be made anew otherwise.
func (t *scenarioText) problems(list []play.Problem) app.UI {
	if len(list) == 0 {
		return nothing()
	}
	items := make([]app.UI, len(list))
	for i, p := range list {
		items[i] = el("li").Body(app.If(p.Line > 0, func() app.UI {
			return el("button").Attr("type", "button").Class("plain").
				OnClick(t.S.handler(func(app.Event) { t.S.browser.showLine(p.Line, p.Col, p.Word) }, p.Line, p.Col, p.Word)).
				Text(problemText(p))
		}).Else(func() app.UI { return el("span").Text(problemText(p)) }))
	}
	return el("ul").ID("problems").Class("problems").Attr("aria-label", "Errors in the text").Body(items...)
}

// textProblems are those of the text, not of a parameter.
func textProblems(m *play.Model) []play.Problem {
	var list []play.Problem
	for _, p := range m.Problems {
		if p.Param == "" {
			list = append(list, p)
		}
	}
	return list
}

func statusText(m *play.Model, problems []play.Problem) string {
	switch n := len(problems); {
	case n == 1:
		return "One error. The stage shows the last text that could run."
	case n > 1:
		return strconv.Itoa(n) + " errors. The stage shows the last text that could run."
	case m.Empty():
		return "Nothing is written yet."
	}
	return "The stage follows what you write."
}

func problemText(p play.Problem) string {
	text := p.Message
	if p.Word != "" {
		text = p.Word + ": " + text
	}
	if p.Line > 0 {
		text = "Line " + strconv.Itoa(p.Line) + ": " + text
	}
	return text
}

// numbersHTML are the numbers of a text's lines, those with a problem marked.
func numbersHTML(lines int, problems []play.Problem) string {
	bad := map[int]bool{}
	for _, p := range problems {
		bad[p.Line] = true
	}
	var b strings.Builder
	for i := 1; i <= lines; i++ {
		if bad[i] {
			b.WriteString(`<b>` + strconv.Itoa(i) + "</b>\n")
		} else {
			b.WriteString(strconv.Itoa(i) + "\n")
		}
	}
	return b.String()
}

// marksHTML is a text that lies under the editor's, with nothing but the
// words at fault in it, each at its place.
func marksHTML(text string, problems []play.Problem) string {
	if len(problems) == 0 {
		return ""
	}
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		b.WriteString(lineMarks([]rune(line), i+1, problems) + "\n")
	}
	return b.String()
}

// lineMarks is a line up to the words at fault in it, which are marked.
func lineMarks(line []rune, number int, problems []play.Problem) string {
	out, done := "", 0
	for _, p := range problems {
		if p.Line != number || p.Col-1 < done {
			continue
		}
		from := min(max(p.Col-1, 0), len(line))
		to := min(from+max(len([]rune(p.Word)), 1), len(line))
		if to <= from {
			continue
		}
		out += escaped(string(line[done:from])) + "<mark>" + escaped(string(line[from:to])) + "</mark>"
		done = to
	}
	return out
}

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace

// caretLine is the line, from 1, of a place in a text.
func caretLine(text []uint16, place int) int {
	line := 1
	for _, unit := range text[:min(max(place, 0), len(text))] {
		if unit == '\n' {
			line++
		}
	}
	return line
}

// nextIndent is how far a line after this one is indented: as far as it, and
// one level more where it opens a block.
func nextIndent(line string) string {
	trimmed := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(trimmed)]
	word, _, _ := strings.Cut(trimmed, " ")
	if opensBlock(word, indent == "") {
		indent += "  "
	}
	return indent
}

func opensBlock(word string, top bool) bool {
	switch word {
	case "when", "transaction":
		return true
	case "queue", "producer", "consumer", "exchange", "log", "group", "table", "outbox", "relay", "handler":
		return top
	}
	return false
}

// indented moves lines one level in, or out.
func indented(lines string, out bool) string {
	all := strings.Split(lines, "\n")
	for i, l := range all {
		switch {
		case out:
			all[i] = strings.TrimPrefix(strings.TrimPrefix(l, " "), " ")
		case l != "":
			all[i] = "  " + l
		}
	}
	return strings.Join(all, "\n")
}
