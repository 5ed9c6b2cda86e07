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
	if !m.CanStudy() {
		return para("empty").Text("The scenario is not there yet.")
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
	list := c.fields()
	return el("form").Class("study-form").Attr("aria-label", "What to search").OnSubmit(s.handler(func(e app.Event) {
		e.PreventDefault()
		s.send(play.StartSearch{})
	})).Body(
		div("study-fields").Body(s.fields(list, c.set)...),
		el("fieldset").Class("study-open").Body(
			append([]app.UI{el("legend").Text("Also open")}, s.fields(c.open(), c.set)...)...),
		app.If(s.model.SearchUnder() != "", func() app.UI {
			return div("").Body(s.fields([]formField{{id: "search-under", kind: "checkbox",
				label: "With " + s.model.SearchUnder(), value: pick(s.model.Schedules.Bare, "", "on")}}, c.set)...)
		}),
		c.buttons(),
	)
}

func (c *schedules) fields() []formField {
	v, can, names := c.S.model.Schedules.Search, c.S.model.Possible(), c.S.model.ClaimNames()
	claim, counts := upTo(len(names)), upTo(play.MostFaults)
	list := []formField{{id: "search-claim", label: "Claim to break", kind: "select", class: "wide",
		value: strconv.Itoa(v.Claim), options: claim, names: append([]string{"any of the claims"}, names...)}}
	if can.Crashes {
		list = append(list, formField{id: "search-crashes", label: "Crashes, up to", kind: "select",
			value: strconv.Itoa(v.Crashes), options: counts, names: counts})
	}
	if can.Crashes && v.Crashes > 0 {
		list = append(list, formField{id: "search-away", label: "Back after", kind: "text", value: awayText(v.Away)})
	}
	if can.Lost {
		list = append(list, formField{id: "search-lost", label: "Lost acknowledgements, up to", kind: "select", class: "middle",
			value: strconv.Itoa(v.Lost), options: counts, names: counts})
	}
	return list
}

// open are the boxes of what else is open.
func (c *schedules) open() []formField {
	v, can := c.S.model.Schedules.Search, c.S.model.Possible()
	var list []formField
	for _, f := range []struct {
		can      bool
		id, text string
		on       bool
	}{
		{can.Consumers, "search-consumers", "who gets the next message", v.Consumers},
		{true, "search-ties", "what comes first within an instant", v.Ties},
		{can.Work, "search-work", "whether work is short or long", v.Work},
	} {
		if f.can {
			list = append(list, formField{id: f.id, label: f.text, kind: "checkbox", value: pick(f.on, "on", "")})
		}
	}
	return list
}

func (c *schedules) set(id, value string) string {
	v := c.S.model.Schedules.Search
	n, _ := strconv.Atoi(value)
	switch id {
	case "search-claim":
		v.Claim = n
	case "search-crashes":
		v.Crashes = n
	case "search-away":
		v.Away = awayOf(value)
	case "search-lost":
		v.Lost = n
	case "search-consumers":
		v.Consumers = value != ""
	case "search-ties":
		v.Ties = value != ""
	case "search-work":
		v.Work = value != ""
	case "search-under":
		v.Bare = value == ""
	}
	c.S.send(play.SetSearch{Search: v})
	if id == "search-away" {
		c.S.browser.setValue(id, awayText(v.Away))
	}
	return value
}

// awayText is how long a crash lasts, as the language writes it.
func awayText(away time.Duration) string {
	if away == 0 {
		return "never"
	}
	return scenario.FormatDuration(away)
}

// awayOf reads a duration; what is none is never.
func awayOf(text string) (away time.Duration) {
	if d, err := scenario.ParseDuration(withUnit(text, "ms")); err == nil {
		away = d
	}
	return away
}

func (c *schedules) buttons() app.UI {
	s := &c.S.model.Schedules
	if s.Running {
		return div("row study-buttons").Body(
			button("stop-search", "").OnClick(c.S.on(play.StopSearch{})).Text("Stop"),
			el("progress").Attr("aria-label", "Searching").Class("study-progress"),
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
		span("verdict-sign").Attr("aria-hidden", "true").Text(sign),
		div("verdict-text").Body(
			para("verdict-head").ID("verdict-head").Text(m.VerdictText()),
			app.If(s.Stopped, func() app.UI { return para("").Text("You stopped the search.") }),
			app.If(m.SearchOutdated() != "", func() app.UI {
				return para("stale").ID("search-stale").Text(m.SearchOutdated())
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
			return el("ol").ID("found").Class("found").Attr("aria-label", "The choices that break it").Body(items...)
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
