package web

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// missing is the page for addresses that the site doesn't have.
type missing struct {
	app.Compo
	Base string
}

func (m *missing) Render() app.UI {
	return app.Div().Class("app").Body(
		app.Header().Class("top").Body(
			app.A().Class("brand").Href(m.Base).Body(icon("brand"), app.Span().Text("Queuelab")),
			app.Span().Class("tagline").Text("a message queue you can take apart"),
		),
		app.Main().ID("main").Class("home").Body(
			app.H1().ID("title").TabIndex(-1).Text("There is no such page"),
			app.P().Class("lead").Text("Perhaps the lesson was renamed, or the link lost a piece on its way."),
			app.P().Body(app.A().Class("button primary").Href(m.Base).Text("See all lessons")),
		),
	)
}
