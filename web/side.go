package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// side is what changes the run and what it comes to.
type side struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

func (d *side) Render() app.UI {
	return app.Aside().Class("side").Aria("label", "The run: change it, and what it comes to").Body(
		&params{S: d.S, Revision: d.Revision},
		&faults{S: d.S, Revision: d.Revision, Events: d.Events},
		counters(d.S),
		&claims{S: d.S, Revision: d.Revision},
		&challenge{S: d.S, Revision: d.Revision},
	)
}

// faults are the things to break, at the cursor.
type faults struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

func (f *faults) Render() app.UI {
	list := f.S.model.Faults()
	buttons := make([]app.UI, len(list))
	for i, b := range list {
		button := app.Button().Type("button").Class("button").
			OnClick(f.S.handler(func(app.Event) {
				if b.Disabled == "" {
					f.S.send(b.Msg)
				}
			}), app.EventScope(b.Label, b.Msg, b.Disabled)).Text(b.Label)
		if b.Disabled != "" {
			button = button.Aria("disabled", "true").Title(b.Disabled)
		}
		buttons[i] = button
	}
	return app.Section().ID("faults").Aria("labelledby", "faults-title").Body(
		app.H2().ID("faults-title").Text("Break something"),
		app.Div().Class("row").Body(buttons...),
	)
}

// counters are the numbers of "So far". The browser's part writes them.
func counters(s *session) app.UI {
	list := s.model.Counters()
	items := make([]app.UI, len(list))
	for i, c := range list {
		dd := app.Dd().ID("count-" + c.Name)
		if app.IsServer {
			dd = dd.Text(strconv.Itoa(c.Value))
		}
		items[i] = app.Div().Class("stat " + c.Name).Body(app.Dt().Text(c.Label), dd)
	}
	return app.Section().ID("so-far").Aria("labelledby", "so-far-title").Body(
		app.H2().ID("so-far-title").Text("So far"),
		app.Dl().Class("stats").Body(items...),
	)
}

// claims say what holds in this run.
type claims struct {
	app.Compo
	S        *session
	Revision uint64
}

func (c *claims) Render() app.UI {
	list := c.S.model.Claims()
	if len(list) == 0 {
		return app.Div().Hidden(true)
	}
	items := make([]app.UI, len(list))
	for i, cl := range list {
		items[i] = verdict(cl.Name, cl.Holds, cl.Why, "holds", "does not hold")
	}
	return app.Section().ID("claims").Aria("labelledby", "claims-title").Body(
		app.H2().ID("claims-title").Text("What holds in this run"),
		app.Ul().Class("claims").Body(items...),
	)
}

// verdict is a line with a sign that says whether it is so.
func verdict(text string, holds bool, why, yes, no string) app.UI {
	class, sign, word := "yes", "✓", yes
	if !holds {
		class, sign, word = "no", "✕", no
	}
	return app.Li().Class(class).Body(
		app.Span().Class("sign").Aria("hidden", "true").Text(sign),
		app.Span().Body(
			app.Text(text),
			app.Span().Class("hidden-text").Text(": "+word),
			app.If(why != "", func() app.UI { return app.Span().Class("why").Text(why) }),
		),
	)
}

// challenge asks for a change that makes every goal hold.
type challenge struct {
	app.Compo
	S        *session
	Revision uint64
}

func (c *challenge) Render() app.UI {
	s, m := c.S, c.S.model
	if m.Lesson == nil || m.Lesson.Challenge == nil {
		return app.Div().Hidden(true)
	}
	ch := m.Lesson.Challenge
	body := []app.UI{app.H2().ID("challenge-title").Text("Challenge"), app.P().Text(ch.Text)}
	if !m.Challenging {
		body = append(body, app.Button().Type("button").ID("start-challenge").Class("button primary").
			OnClick(s.on(play.StartChallenge{})).Text("Take it on"))
		return c.section(body)
	}
	if solved(m.Goals) {
		body = append(body, app.P().Class("solved").Role("status").Text("✓ Solved. Every goal holds."))
	}
	body = append(body, app.Ul().Class("claims goals").Body(goals(m.Goals)...))
	if m.Hints > 0 {
		hints := make([]app.UI, min(m.Hints, len(ch.Hints)))
		for i := range hints {
			hints[i] = app.Li().Text(ch.Hints[i])
		}
		body = append(body, app.Ol().Class("hints").Body(hints...))
	}
	return c.section(append(body, c.help(len(ch.Hints))))
}

func (c *challenge) section(body []app.UI) app.UI {
	return app.Section().ID("challenge").Class("challenge").Aria("labelledby", "challenge-title").Body(body...)
}

func solved(list []play.Goal) bool {
	for _, g := range list {
		if !g.Done {
			return false
		}
	}
	return len(list) > 0
}

func goals(list []play.Goal) []app.UI {
	items := make([]app.UI, len(list))
	for i, g := range list {
		items[i] = verdict(g.Text, g.Done, g.Why, "reached", "not yet")
	}
	return items
}

// help offers hints one at a time, and the solution behind a question.
func (c *challenge) help(hints int) app.UI {
	s, m := c.S, c.S.model
	if s.confirm {
		return app.Div().Class("row").Role("group").Aria("label", "Show the solution?").Body(
			app.Span().Text("Show the solution?"),
			app.Button().Type("button").ID("solution-yes").Class("button primary").OnClick(s.handler(func(app.Event) {
				s.confirm = false
				s.send(play.ShowSolution{})
				s.changed()
			})).Text("Show it"),
			app.Button().Type("button").Class("button").OnClick(s.handler(func(app.Event) {
				s.confirm = false
				s.changed()
			})).Text("Not yet"),
		)
	}
	return app.Div().Class("row").Body(
		app.Button().Type("button").ID("hint").Class("button").Disabled(m.Hints >= hints).
			OnClick(s.on(play.Hint{})).Text("Hint "+strconv.Itoa(min(m.Hints+1, hints))+" of "+strconv.Itoa(hints)),
		app.Button().Type("button").ID("solution").Class("button").OnClick(s.handler(func(app.Event) {
			s.confirm = true
			s.changed()
			s.ctx.Defer(func(app.Context) { s.browser.focus("solution-yes") })
		})).Text("Solution"),
	)
}
