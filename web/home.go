package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

const (
	siteTitle = "Queuelab: a message queue you can take apart"
	sitePitch = "Write a message, take it, crash before you answer, and watch what the queue does about it. Every run is computed, " +
		"exact, and can be wound back and forth, in your browser and without a server."
)

// home is the first page: something that moves, and the lessons.
type home struct {
	app.Compo
	S        *session
	Revision uint64
}

func (h *home) Render() app.UI {
	cards := make([]app.UI, len(h.S.model.Lessons))
	for i, l := range h.S.model.Lessons {
		cards[i] = app.A().Class("card lesson-card").Href(lessonURL(l.ID)).Body(
			app.Span().Class("number").Text(strconv.Itoa(l.Number)),
			app.B().Text(l.Title),
			app.Span().Text(l.Lead),
		)
	}
	return app.Main().ID("main").Class("home").Body(
		app.H1().ID("title").TabIndex(-1).Text("A message queue you can take apart"),
		app.P().Class("lead").Text(sitePitch),
		&stageCard{S: h.S, Revision: h.Revision},
		app.P().Class("foot").Body(
			app.Span().Text("Five jobs go through a queue. Press Play."),
			app.A().Href(lessonURL(demo)).Text("Open this as a lesson →"),
		),
		app.H2().Class("section-title").Text("Lessons"),
		app.Div().Class("lesson-cards").Body(cards...),
	)
}
