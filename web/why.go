package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/play"
)

// whyCard is the chain of causes behind what the reader asked about. Each link
// of it seeks.
type whyCard struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

func (c *whyCard) Render() app.UI {
	s, x := c.S, c.S.model.Why
	if x == nil {
		return nothing()
	}
	return el("section").ID("why").Class("card details-card").TabIndex(-1).Attr("aria-labelledby", "why-title").Body(
		el("header").Body(
			el("h2").ID("why-title").Text(x.Title),
			button("why-close", "icon-only").Attr("aria-label", "Close the explanation").
				OnClick(s.on(play.CloseWhy{})).Body(icon("close")),
		),
		el("ol").Class("log chain").Attr("aria-label", "What led to it, in the order of time").Body(c.links(x)...),
	)
}

func (c *whyCard) links(x *play.Explanation) []app.UI {
	events := c.S.model.Cursor.Events
	items := make([]app.UI, len(x.Links))
	for i, l := range x.Links {
		class := "past"
		switch {
		case l.Index == events-1:
			class = "now"
		case l.Index >= events:
			class = "future"
		}
		items[i] = el("li").Class(class).Body(c.S.seekRow(l.Index, l.Time, l.Kind, l.Text))
	}
	return items
}

// seekRow is an event that seeks to itself when it is pressed.
func (s *session) seekRow(index int, at string, kind trace.Kind, text string) app.UI {
	return el("button").Attr("type", "button").OnClick(s.handler(func(app.Event) {
		s.log.follow = false
		s.send(play.SeekEvent{Index: index})
	}, index)).Body(
		span("at").Text(at),
		span("kind "+kindClass(kind)).Attr("aria-hidden", "true").Text(kindSign(kind)),
		el("span").Text(text),
	)
}

// logRow is a row of the event log or of a history, with Why? where that is
// worth asking.
func (s *session) logRow(r play.LogRow) []app.UI {
	row := []app.UI{s.seekRow(r.Index, r.Time, r.Kind, r.Text)}
	if s.model.Askable(r.Index) {
		row = append(row, el("button").Attr("type", "button").Class("button plain ask").
			Attr("aria-label", "Why? "+r.Text).OnClick(s.on(play.AskWhy{Index: r.Index})).Text("Why?"))
	}
	return row
}

// askMessage asks about a message from elsewhere: its details open too.
func (s *session) askMessage(message uint32) {
	if s.model.Selected != (play.Selection{Kind: play.MessageSelected, Message: message}) {
		s.do(play.Select{Selection: play.Selection{Kind: play.MessageSelected, Message: message}})
	}
	s.send(play.AskWhyMessage{Message: message})
}

// askCell asks about a message of a table, where that is worth it.
func (s *session) askCell(message uint32, worth bool) app.UI {
	if !worth {
		return el("td")
	}
	return el("td").Body(el("button").Attr("type", "button").Class("button plain ask").
		Attr("aria-label", "Why was message "+strconv.Itoa(int(message))+" delivered again?").
		OnClick(s.handler(func(app.Event) { s.askMessage(message) }, message)).Text("Why?"))
}

// askButton asks about the selected message.
func (s *session) askButton() app.UI {
	sel := s.model.Selected
	if sel.Kind != play.MessageSelected {
		return nothing()
	}
	return button("ask-why", "").Attr("aria-label", "Why? What led to the state of message "+strconv.Itoa(int(sel.Message))).
		OnClick(s.on(play.AskWhyMessage{Message: sel.Message})).Text("Why?")
}
