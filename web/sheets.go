package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// helpSheet lists the keyboard's shortcuts. The browser's part opens it as a
// modal dialog, which keeps the focus inside.
type helpSheet struct {
	app.Compo
	S        *session
	Revision uint64
}

func (h *helpSheet) Render() app.UI {
	var rows []app.UI
	for _, k := range play.Keys {
		if k.Show != "" {
			rows = append(rows, app.Dt().Body(app.Elem("kbd").Text(k.Show)), app.Dd().Text(k.Help))
		}
	}
	return app.Elem("dialog").ID("help-sheet").Aria("labelledby", "help-title").
		On("close", h.S.handler(func(app.Event) {
			if h.S.model.Help {
				h.S.send(play.ToggleHelp{})
			}
		})).
		Body(app.Div().Class("sheet").Body(
			app.Header().Body(
				app.H2().ID("help-title").Text("Keyboard"),
				app.Button().Type("button").ID("help-close").Class("button icon-only").Aria("label", "Close").
					OnClick(h.S.on(play.ToggleHelp{})).Body(icon("close")),
			),
			app.Dl().Class("shortcuts").Body(rows...),
		))
}

// notices are what the page has to say by itself.
type notices struct {
	app.Compo
	S        *session
	Revision uint64
	Failure  string
}

func (n *notices) Render() app.UI {
	return app.Div().Body(
		app.If(n.Failure != "", n.failed),
		app.If(n.Failure == "" && n.S.sharing != "", n.sharing),
		app.If(n.Failure == "" && n.S.sharing == "" && n.S.model.Notice != "", n.notice),
	)
}

func (n *notices) notice() app.UI {
	return app.Div().Class("notice").Role("status").Body(
		app.Span().Text(n.S.model.Notice),
		app.Button().Type("button").ID("dismiss").Class("button").OnClick(n.S.on(play.Dismiss{})).Text("OK"),
	)
}

func (n *notices) sharing() app.UI {
	return app.Div().Class("notice").Role("dialog").Aria("label", "The link").Body(
		app.Label().For("share-field").Text("Copy this link:"),
		app.Input().ID("share-field").Class("field").Type("text").ReadOnly(true).Value(n.S.sharing),
		app.Button().Type("button").Class("button").OnClick(n.S.handler(func(app.Event) {
			n.S.sharing = ""
			n.S.changed()
			n.S.browser.focus("share")
		})).Text("Close"),
	)
}

func (n *notices) failed() app.UI {
	return app.Div().Class("failure").Role("alert").ID("failure").Body(
		app.Span().Text("Something went wrong in the page:"),
		app.Code().Text(n.Failure),
		app.Button().Type("button").Class("button primary").OnClick(func(ctx app.Context, _ app.Event) { ctx.Reload() }).Text("Reload"),
		app.Button().Type("button").Class("button").OnClick(func(app.Context, app.Event) {
			n.S.failure = ""
			n.S.changed()
		}).Text("Go on"),
	)
}
