package web

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/web/play"
)

// schedules looks for the schedule that breaks a claim.
type schedules struct {
	app.Compo
	S        *session
	Revision uint64
	Study    uint32
}

func (c *schedules) Render() app.UI {
	m := c.S.model
	if m.Run == nil {
		return para("empty").Text("The run is not there yet.")
	}
	if len(m.ClaimNames()) == 0 {
		return para("empty").Text("This scenario claims nothing, so nothing can be broken. Write a line such as claim \"No message is lost\" lost = 0.")
	}
	return div("study").Body(
		para("study-lead").Text("A run settles by rule or by chance what a real system does not promise. Settle it in every way, and see whether a claim can be broken."),
		c.form(),
		c.state(),
		c.limits(),
	)
}

func (c *schedules) form() app.UI {
	s := c.S
	search, can := s.model.Schedules.Search, s.model.Possible()
	return el("form").Class("study-form").Aria("label", "What to search").OnSubmit(s.handler(func(e app.Event) {
		e.PreventDefault()
		s.send(play.StartSearch{})
	})).Body(
		div("study-fields").Body(
			c.claim(search.Claim),
			app.If(can.Crashes, func() app.UI {
				return c.count("search-crashes", "Crashes, up to", "", search.Crashes, func(v *play.Search, n int) { v.Crashes = n })
			}),
			app.If(can.Crashes && search.Crashes > 0, func() app.UI { return c.away() }),
			app.If(can.Lost, func() app.UI {
				return c.count("search-lost", "Lost acknowledgements, up to", "middle", search.Lost, func(v *play.Search, n int) { v.Lost = n })
			}),
		),
		el("fieldset").Class("study-open").Body(
			el("legend").Text("Also open"),
			app.If(can.Consumers, func() app.UI {
				return c.check("search-consumers", "who gets the next message", search.Consumers, func(v *play.Search, on bool) { v.Consumers = on })
			}),
			c.check("search-ties", "what comes first within an instant", search.Ties, func(v *play.Search, on bool) { v.Ties = on }),
			app.If(can.Work, func() app.UI {
				return c.check("search-work", "whether work is short or long", search.Work, func(v *play.Search, on bool) { v.Work = on })
			}),
		),
		app.If(s.model.SearchUnder() != "", func() app.UI {
			return c.check("search-under", "With "+s.model.SearchUnder(), !search.Bare, func(v *play.Search, on bool) { v.Bare = !on })
		}),
		c.buttons(),
	)
}

// change sends the search with something in it changed.
func (c *schedules) change(to func(*play.Search)) {
	search := c.S.model.Schedules.Search
	to(&search)
	c.S.send(play.SetSearch{Search: search})
}

func (c *schedules) claim(chosen int) app.UI {
	names := c.S.model.ClaimNames()
	options := []app.UI{}
	for i, name := range append([]string{"any of the claims"}, names...) {
		options = append(options, el("option").Attr("value", strconv.Itoa(i)).Attr("selected", i == chosen).Text(name))
	}
	return studyField("search-claim", "Claim to break", "wide", el("select").ID("search-claim").Class("field").
		OnChange(c.S.handler(func(e app.Event) {
			c.change(func(v *play.Search) { v.Claim, _ = strconv.Atoi(e.Get("target").Get("value").String()) })
		})).Body(options...))
}

func (c *schedules) count(id, label, class string, n int, set func(*play.Search, int)) app.UI {
	options := make([]app.UI, play.MostFaults+1)
	for i := range options {
		text := strconv.Itoa(i)
		options[i] = el("option").Attr("value", text).Attr("selected", i == n).Text(text)
	}
	return studyField(id, label, class, el("select").ID(id).Class("field").OnChange(c.S.handler(func(e app.Event) {
		c.change(func(v *play.Search) {
			n, _ := strconv.Atoi(e.Get("target").Get("value").String())
			set(v, n)
		})
	}, id)).Body(options...))
}

// away is how long a crash lasts, as the language writes it.
func (c *schedules) away() app.UI {
	value := "never"
	if away := c.S.model.Schedules.Away; away > 0 {
		value = scenario.FormatDuration(away)
	}
	return studyField("search-away", "Back after", "", input("search-away", "text").Class("field").
		Attr("autocomplete", "off").Spellcheck(false).Attr("value", value).
		OnChange(c.S.handler(func(e app.Event) {
			c.change(func(v *play.Search) { v.Away = awayOf(e.Get("target").Get("value").String()) })
		})))
}

// awayOf reads a duration; what is none is never.
func awayOf(text string) (away time.Duration) {
	if d, err := scenario.ParseDuration(withUnit(text, "ms")); err == nil {
		away = d
	}
	return away
}

func (c *schedules) check(id, text string, on bool, set func(*play.Search, bool)) app.UI {
	return el("label").Attr("for", id).Class("check").Body(
		input(id, "checkbox").Attr("checked", on).OnChange(c.S.handler(func(e app.Event) {
			c.change(func(v *play.Search) { set(v, e.Get("target").Get("checked").Bool()) })
		}, id)),
		el("span").Text(text),
	)
}

func (c *schedules) buttons() app.UI {
	s := &c.S.model.Schedules
	if s.Running {
		return div("row study-buttons").Body(
			button("stop-search", "").OnClick(c.S.on(play.StopSearch{})).Text("Stop"),
			el("progress").Aria("label", "Searching").Class("study-progress"),
			span("count mono").ID("search-progress").Text(c.S.model.SearchProgress()),
		)
	}
	text := "Search every schedule"
	if s.Verdict != nil {
		text = "Search again"
	}
	return div("row study-buttons").Body(
		el("button").Attr("type", "submit").ID("search").Class("button primary").Text(text),
		app.If(s.Problem != "", func() app.UI { return para("error").ID("search-problem").Role("alert").Text(s.Problem) }),
	)
}

// state is the verdict, with the counterexample.
func (c *schedules) state() app.UI {
	m := c.S.model
	s := &m.Schedules
	if s.Verdict == nil {
		return nothing()
	}
	class, sign := "verdict-card open", "?"
	switch s.Verdict.Kind {
	case explore.Keeps:
		class, sign = "verdict-card keeps", "✓"
	case explore.Broken:
		class, sign = "verdict-card broken", "✕"
	}
	return div(class).ID("verdict").Body(
		span("verdict-sign").Aria("hidden", "true").Text(sign),
		div("verdict-text").Body(
			para("verdict-head").ID("verdict-head").Text(m.VerdictText()),
			app.If(s.Stopped, func() app.UI { return para("").Text("You stopped the search.") }),
			app.If(s.Stale, func() app.UI {
				return para("stale").ID("search-stale").Text("The scenario has changed since. Search again to see what holds now.")
			}),
			para("").Text(m.VerdictDetail()),
			c.found(),
		),
	)
}

func (c *schedules) found() app.UI {
	m := c.S.model
	if m.Schedules.Verdict.Kind != explore.Broken {
		return nothing()
	}
	found := m.Found()
	items := make([]app.UI, len(found))
	for i, f := range found {
		items[i] = el("li").Body(span("at mono").Text(f.Time), el("span").Text(f.Text))
	}
	return el("div").Body(
		app.If(len(items) > 0, func() app.UI {
			return el("ol").ID("found").Class("found").Aria("label", "The choices that break it").Body(items...)
		}).Else(func() app.UI {
			return para("").ID("found").Text("Nothing has to go wrong: the ordinary run breaks it.")
		}),
		div("row").Body(
			disabled(button("play-schedule", "primary"), m.Schedules.Stale).OnClick(c.S.on(play.PlaySchedule{})).
				Body(icon("play"), el("span").Text("Play it")),
		),
	)
}

// limits say what the search can't see.
func (c *schedules) limits() app.UI {
	return el("details").Class("table study-limits").Body(
		el("summary").Text("What the search can't see"),
		app.Raw(`<ul><li>Other durations: a fixed time is never longer, what is drawn is as the seed draws it, and of a range only its ends and what was drawn are tried.</li>`+
			`<li>Crashes within a step, more of them than allowed, and restarts of the broker that the scenario doesn’t have.</li>`+
			`<li>It is a search of the model, not of a broker or of your code.</li></ul>`),
	)
}

// studyField is a field under its name.
func studyField(id, label, class string, field app.UI) app.UI {
	return div("study-field "+class).Body(labelFor(id).Text(label), field)
}
