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
	s := d.S
	return el("aside").Class("side").Attr("aria-label", "The run: change it, and what it comes to").Body(
		&params{S: s, Revision: d.Revision},
		s.kept(resultsStay, "#faults", func() app.UI { return &faults{S: s, Revision: d.Revision, Events: d.Events} }),
		s.kept(resultsStay, "#so-far", func() app.UI { return &counters{S: s, Revision: d.Revision, Events: d.Events} }),
		s.kept(resultsStay, "#ledger", func() app.UI { return &ledger{S: s, Revision: d.Revision, Events: d.Events} }),
		s.kept(resultsStay, "#claims", func() app.UI { return &claims{S: s, Revision: d.Revision} }),
		s.kept(restStays, "#challenge", func() app.UI { return &challenge{S: s, Revision: d.Revision} }),
	)
}

// counters are the numbers of "So far".
type counters struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

func (c *counters) Render() app.UI {
	list := c.S.model.Counters()
	items := make([]app.UI, len(list))
	for i, n := range list {
		items[i] = div("stat "+n.Name).Body(el("dt").Text(n.Label), el("dd").ID("count-"+n.Name).Text(n.Value))
	}
	return el("section").ID("so-far").Attr("aria-labelledby", "so-far-title").Body(
		el("h2").ID("so-far-title").Text("So far"),
		el("dl").Class("stats").Body(items...),
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
		return nothing()
	}
	items := make([]app.UI, len(list))
	for i, cl := range list {
		items[i] = verdict(cl.Name, cl.Holds, cl.Why, "holds", "does not hold")
	}
	cut := c.S.model.Run != nil && c.S.model.Run.Limited
	return el("section").ID("claims").Attr("aria-labelledby", "claims-title").Body(
		el("h2").ID("claims-title").Text("What holds in this run"),
		app.If(cut, func() app.UI {
			return para("cut").Text("The run was cut short at its limit of events: this is about its beginning.")
		}),
		el("ul").Class("claims").Body(items...),
	)
}

// verdict is a line with a sign that says whether it is so.
func verdict(text string, holds bool, why, yes, no string) app.UI {
	class, sign, word := "yes", "✓", yes
	if !holds {
		class, sign, word = "no", "✕", no
	}
	return el("li").Class(class).Body(
		span("sign").Attr("aria-hidden", "true").Text(sign),
		el("span").Body(
			app.Text(text),
			hiddenText(": "+word),
			app.If(why != "", func() app.UI { return span("why").Text(why) }),
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
		return nothing()
	}
	ch := m.Lesson.Challenge
	body := []app.UI{el("h2").ID("challenge-title").Text("Challenge"), el("p").Text(ch.Text)}
	if !m.Challenging {
		body = append(body, button("start-challenge", "primary").
			OnClick(s.on(play.StartChallenge{})).Text("Take it on"))
		return c.section(body)
	}
	if solved(m.Goals) {
		body = append(body, para("solved").Role("status").Text("✓ Solved. Every goal holds."))
	}
	body = append(body, el("ul").Class("claims goals").Body(goals(m.Goals)...))
	if m.Hints > 0 {
		hints := make([]app.UI, min(m.Hints, len(ch.Hints)))
		for i := range hints {
			hints[i] = el("li").Text(ch.Hints[i])
		}
		body = append(body, el("ol").Class("hints").Body(hints...))
	}
	return c.section(append(body, c.help(len(ch.Hints))))
}

func (c *challenge) section(body []app.UI) app.UI {
	return el("section").ID("challenge").Class("challenge").Attr("aria-labelledby", "challenge-title").Body(body...)
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

// decide takes the question away and gives the focus back.
func (c *challenge) decide() {
	c.S.confirm = false
	c.S.changed()
	c.S.ctx.Defer(func(app.Context) { c.S.browser.focus("solution") })
}

// help offers hints one at a time, and the solution behind a question.
func (c *challenge) help(hints int) app.UI {
	s, m := c.S, c.S.model
	if s.confirm {
		return div("row").Role("group").Attr("aria-label", "Show the solution?").Body(
			el("span").Text("Show the solution?"),
			button("solution-yes", "primary").OnClick(s.handler(func(app.Event) {
				c.decide()
				s.send(play.ShowSolution{})
			})).Text("Show it"),
			button("", "").OnClick(s.handler(func(app.Event) {
				c.decide()
			})).Text("Not yet"),
		)
	}
	return div("row").Body(
		button("hint", "").Attr("disabled", m.Hints >= hints).
			OnClick(s.on(play.Hint{})).Text("Hint "+strconv.Itoa(min(m.Hints+1, hints))+" of "+strconv.Itoa(hints)),
		button("solution", "").OnClick(s.handler(func(app.Event) {
			s.confirm = true
			s.changed()
			s.ctx.Defer(func(app.Context) { s.browser.focus("solution-yes") })
		})).Text("Solution"),
		app.If(m.CanTakeBack(), func() app.UI {
			return button("take-back", "primary").OnClick(s.on(play.TakeBack{})).Text("Take the solution back")
		}),
	)
}
