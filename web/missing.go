package web

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// missing is the page for addresses that the site doesn't have.
type missing struct {
	app.Compo
	Base string
}

func (m *missing) Render() app.UI {
	return div("app").Body(
		el("header").Class("top").Body(
			el("a").Class("brand").Attr("href", m.Base).Body(icon("brand"), el("span").Text("Queuelab")),
			span("tagline").Text("a message queue you can take apart"),
		),
		el("main").ID("main").Class("home").Body(
			el("h1").ID("title").TabIndex(-1).Text("There is no such page"),
			para("lead").Text("Perhaps the lesson was renamed, or the link lost a piece on its way."),
			el("p").Body(el("a").Class("button primary").Attr("href", m.Base).Text("See all lessons")),
		),
	)
}
