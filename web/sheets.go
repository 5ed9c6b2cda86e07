package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// helpSheet lists the keyboard's shortcuts. The browser's part opens it as a
// modal dialog, which keeps the focus inside.
type helpSheet struct {
	app.Compo
	S    *session
	Open bool
}

func (h *helpSheet) Render() app.UI {
	var rows []app.UI
	for _, k := range h.keys() {
		if h.S.model.Help && k.Show != "" { // a closed sheet is a hundred elements that nobody sees
			rows = append(rows, el("dt").Body(el("kbd").Text(k.Show)), el("dd").Text(k.Help))
		}
	}
	closed, scope := h.S.handler(func(app.Event) {
		if h.S.model.Help {
			h.S.send(play.ToggleHelp{})
		}
	})
	return el("dialog").ID("help-sheet").Attr("aria-labelledby", "help-title").On("close", closed, scope).
		Body(div("sheet").Body(
			el("header").Body(
				el("h2").ID("help-title").Text("Keyboard"),
				button("help-close", "icon-only").Attr("aria-label", "Close").
					OnClick(h.S.on(play.ToggleHelp{})).Body(icon("close")),
			),
			el("dl").Class("shortcuts").Body(rows...),
			app.If(h.S.model.Help, h.progress),
		))
}

// keys are the shortcuts, while the sheet is open.
func (h *helpSheet) keys() []play.Key {
	if !h.S.model.Help {
		return nil
	}
	return play.Keys
}

// progress takes what was done to another browser, or forgets it.
func (h *helpSheet) progress() app.UI {
	s := h.S
	chosen, scope := s.handler(func(e app.Event) {
		s.browser.readFile(e.Get("target"), func(text string) {
			s.dispatch(func() { s.send(play.ImportProgress{Text: text}) })
		})
	})
	return div("progress").Body(
		el("h3").Text("Your progress"),
		para("").Text("It is kept in this browser and nowhere else."),
		div("row").Body(
			button("progress-save", "").OnClick(s.handler(func(app.Event) {
				s.browser.download("queuelab-progress.json", "application/json", s.model.Export())
			})).Text("Save to a file"),
			labelFor("progress-load").Class("button").Text("Add from a file"),
			input("progress-load", "file").Class("hidden-text").Attr("accept", ".json,application/json").OnChange(chosen, scope),
			button("progress-clear", "").OnClick(s.on(play.ClearProgress{})).Text("Forget it"),
		),
	)
}

// notices are what the page has to say by itself.
type notices struct {
	app.Compo
	S        *session
	Revision uint64
	Failure  string
}

func (n *notices) Render() app.UI {
	return el("div").Body(
		app.If(n.Failure != "", n.failed),
		app.If(n.Failure == "" && n.S.sharing != "", n.sharing),
		app.If(n.Failure == "" && n.S.sharing == "" && n.S.notice() != "", n.notice),
	)
}

func (n *notices) notice() app.UI {
	return div("notice").Role("status").Body(
		el("span").Text(n.S.notice()),
		button("dismiss", "").OnClick(n.S.handler(func(app.Event) { n.S.dismiss() })).Text("OK"),
	)
}

func (n *notices) sharing() app.UI {
	return div("notice").Role("dialog").Attr("aria-label", "The link").Body(
		labelFor("share-field").Text("Copy this link:"),
		input("share-field", "text").Class("field").Attr("readonly", true).Attr("value", n.S.sharing),
		button("", "").OnClick(n.S.handler(func(app.Event) {
			n.S.sharing = ""
			n.S.changed()
			n.S.browser.focus("share")
		})).Text("Close"),
	)
}

func (n *notices) failed() app.UI {
	return div("failure").Role("alert").ID("failure").Body(
		el("span").Text("Something went wrong in the page:"),
		el("code").Text(n.Failure),
		button("", "primary").OnClick(n.S.handler(func(app.Event) { n.S.ctx.Reload() })).Text("Reload"),
		button("", "").OnClick(n.S.handler(func(app.Event) {
			n.S.failure = ""
			n.S.changed()
		})).Text("Go on"),
	)
}
