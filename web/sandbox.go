package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/web/play"
)

// toolbox is what can be inserted into the scenario: pieces, and the lines of
// the language with what they say.
type toolbox struct {
	app.Compo
	S        *session
	Revision uint64
}

func (t *toolbox) Render() app.UI {
	s := t.S
	pieces := make([]app.UI, len(play.Pieces))
	for i, p := range play.Pieces {
		pieces[i] = el("li").Body(el("button").Attr("type", "button").ID("piece-"+p.ID).Class("piece").
			OnClick(s.handler(func(app.Event) { s.insertPiece(p) }, p.ID)).Body(
			el("b").Text(p.Title), el("span").Text(p.About)))
	}
	return el("aside").Class("toolbox").Attr("aria-label", "To insert").Body(
		el("details").ID("pieces").Attr("open", s.model.InSandbox()).Body(
			el("summary").Text("Pieces to insert"),
			para("help").Text("They go behind the block of the caret, or to the end."),
			el("ul").Class("pieces").Body(pieces...),
		),
		el("details").ID("reference").Body(
			el("summary").Text("The language in short"),
			para("help").Text("A line goes below the caret. An example's names are placeholders."),
			el("div").Body(reference(s)...),
		),
	)
}

func reference(s *session) []app.UI {
	var out []app.UI
	for _, section := range scenario.Reference() {
		lines := make([]app.UI, len(section.Usages))
		for i, u := range section.Usages {
			lines[i] = el("li").Body(el("button").Attr("type", "button").Class("usage").Title("Insert this line").
				OnClick(s.handler(func(app.Event) { s.insertLine(u.Line, section.Indented) }, u.Line, section.Indented)).Body(
				el("code").Text(u.Line), el("span").Text(u.Meaning)))
		}
		out = append(out, el("details").Class("section").Body(
			el("summary").Text(section.Title), el("ul").Body(lines...)))
	}
	return out
}

func (s *session) insertPiece(p play.Piece) {
	s.browser.flush(s)
	text, at := play.InsertPiece(s.model.Text, p, s.browser.caret())
	s.insert(text, at, "inserted “"+p.Title+"”")
}

func (s *session) insertLine(line string, indented bool) {
	s.browser.flush(s)
	text, at := play.InsertLine(s.model.Text, line, indented, s.browser.caret())
	s.insert(text, at, "inserted a line")
}

// insert takes a text with something new in it, and puts the caret behind that.
func (s *session) insert(text string, at int, label string) {
	s.send(play.EditText{Text: text, Label: label})
	s.browser.showLine(at, 1<<20, "")
}

// emptyStage stands where a scenario has nothing to show.
func emptyStage(s *session) app.UI {
	if !s.model.Empty() {
		return nothing()
	}
	start := func(id, look string) app.UI {
		p := play.FindPiece(id)
		return button("begin-"+id, look).OnClick(s.handler(func(app.Event) { s.insertPiece(p) }, id)).Text(p.Title)
	}
	return div("stage-empty").ID("stage-empty").Body(
		para("big").Text("Nothing here yet."),
		el("p").Text("Write a scenario below, or begin with one of these:"),
		div("row").Body(start("start", "primary"), start("dead-letter", ""), start("inbox", ""), start("exchange", "")),
	)
}

// sandboxLink opens the scenario shown in the sandbox.
func sandboxLink(s *session, id string) app.UI {
	if s.model.InSandbox() {
		return nothing()
	}
	return link(s.sandbox.of(s)).ID(id).Text("Open in the sandbox →")
}

// sandboxAddress is the sandbox's address with the scenario of a run, made
// once for it, and without it where that is too long.
type sandboxAddress struct {
	run  uint32
	href string
}

func (a *sandboxAddress) of(s *session) string {
	if run := s.model.Version.Run; a.href == "" || a.run != run {
		fragment, err := s.model.SandboxFragment()
		if err != nil {
			fragment = ""
		}
		*a = sandboxAddress{run, lessonURL(lesson.SandboxID) + pick(fragment == "", "", "#"+fragment)}
	}
	return a.href
}
