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
	Events   uint32
}

func (h *home) Render() app.UI {
	return el("main").ID("main").Class("home").Body(
		el("h1").ID("title").TabIndex(-1).Text("A message queue you can take apart"),
		para("lead").Text(sitePitch),
		&stageCard{S: h.S, Revision: h.Revision, Events: h.Events},
		para("foot").Body(
			el("span").Text("Five jobs go through a queue. Press Play."),
			link(lessonURL(demo)).Text("Open this as a lesson →"),
		),
		el("h2").Class("section-title").Text("Lessons"),
		h.S.kept(restStays, ".lesson-cards", h.cards),
	)
}

func (h *home) cards() app.UI {
	cards := make([]app.UI, len(h.S.model.Lessons))
	for i, l := range h.S.model.Lessons {
		cards[i] = el("a").Class("card lesson-card").Attr("href", lessonURL(l.ID)).Body(
			span("number").Text(strconv.Itoa(l.Number)),
			el("b").Text(l.Title),
			el("span").Text(l.Lead),
		)
	}
	return div("lesson-cards").Body(cards...)
}
