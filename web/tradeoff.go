package web

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// tradeoff measures the scenario over the range of a parameter.
type tradeoff struct {
	app.Compo
	S        *session
	Revision uint64
	Study    uint32
}

// OnMount and OnUpdate give the chart the numbers there are, once its host stands.
func (c *tradeoff) OnMount(app.Context)  { c.draw() }
func (c *tradeoff) OnUpdate(app.Context) { c.draw() }

func (c *tradeoff) draw() {
	s := c.S
	s.browser.soon(s, func() { s.browser.drawTradeoff(s) })
}

func (c *tradeoff) Render() app.UI {
	m := c.S.model
	if m.Run == nil {
		return para("empty").Text("The run is not there yet.")
	}
	if len(m.Params()) == 0 {
		return para("empty").Text("This scenario has no parameter to vary. A line such as param work 10ms from 1ms to 100ms gives it one.")
	}
	return div("study").Body(
		para("study-lead").Text("Run the scenario many times for each value of a parameter, with other luck each time, and see what it does on average."),
		c.form(),
		c.result(),
	)
}

func (c *tradeoff) form() app.UI {
	s := c.S
	v := s.model.Tradeoff.Sweep
	from, to := s.model.SweepRange(v.Param)
	eachFrom, eachTo := s.model.SweepRange(v.Each)
	return el("form").Class("study-form").Aria("label", "What to measure").OnSubmit(s.handler(func(e app.Event) {
		e.PreventDefault()
		s.send(play.StartSweep{})
	})).Body(
		div("study-fields").Body(
			c.param("sweep-param", "over", "Over", "", v.Param, func(v *play.Sweep, name string) { v.Param, v.From, v.To = name, "", "" }),
			app.If(to != "", func() app.UI {
				return c.text("sweep-from", "from", "From", v.From, from, func(v *play.Sweep, text string) { v.From = text })
			}),
			app.If(to != "", func() app.UI {
				return c.text("sweep-to", "to", "To", v.To, to, func(v *play.Sweep, text string) { v.To = text })
			}),
			app.If(to != "", func() app.UI {
				return c.number("sweep-steps", "Points", v.Steps, play.MostSteps, func(v *play.Sweep, n int) { v.Steps = n })
			}),
			c.number("sweep-runs", "Runs for each", v.Runs, play.MostRuns, func(v *play.Sweep, n int) { v.Runs = n }),
			c.measure("sweep-measure", "measure", "Measure", v.Measures[0], 0),
			app.If(v.Each == "", func() app.UI {
				return c.measure("sweep-second", "second", "Against it (may be empty)", v.Measures[1], 1)
			}),
			c.param("sweep-each", "each", "A line for each", "no other", v.Each, func(v *play.Sweep, name string) { v.Each, v.EachFrom, v.EachTo = name, "", "" }),
			app.If(eachTo != "", func() app.UI {
				return c.text("sweep-each-from", "each-from", "From", v.EachFrom, eachFrom, func(v *play.Sweep, text string) { v.EachFrom = text })
			}),
			app.If(eachTo != "", func() app.UI {
				return c.text("sweep-each-to", "each-to", "To", v.EachTo, eachTo, func(v *play.Sweep, text string) { v.EachTo = text })
			}),
			app.If(eachTo != "", func() app.UI {
				return c.number("sweep-lines", "Lines", v.Lines, play.MostLines, func(v *play.Sweep, n int) { v.Lines = n })
			}),
		),
		c.words(),
		div("row").Body(
			c.check("sweep-warmup", "Cut the warm-up", !v.Whole, func(v *play.Sweep, on bool) { v.Whole = !on }),
			app.If(s.model.SweepUnder() != "", func() app.UI {
				return c.check("sweep-under", "With "+s.model.SweepUnder(), !v.Bare, func(v *play.Sweep, on bool) { v.Bare = !on })
			}),
		),
		c.buttons(),
	)
}

// change sends the sweep with something in it changed.
func (c *tradeoff) change(to func(*play.Sweep)) {
	v := c.S.model.Tradeoff.Sweep
	to(&v)
	c.S.send(play.SetSweep{Sweep: v})
}

// param chooses a parameter, or none where there is a word for that.
func (c *tradeoff) param(id, field, label, none, chosen string, set func(*play.Sweep, string)) app.UI {
	options := []app.UI{}
	if none != "" {
		options = append(options, el("option").Attr("value", "").Attr("selected", chosen == "").Text(none))
	}
	for _, p := range c.S.model.Params() {
		options = append(options, el("option").Attr("value", p.Name).Attr("selected", p.Name == chosen).Text(p.Label))
	}
	list := el("select").ID(id).Class("field").OnChange(c.S.handler(func(e app.Event) {
		c.change(func(v *play.Sweep) { set(v, e.Get("target").Get("value").String()) })
	}, id)).Body(options...)
	if t := &c.S.model.Tradeoff; t.Problem != "" && t.Field == field {
		list = list.Aria("invalid", "true").Aria("describedby", "sweep-problem")
	}
	return studyField(id, label, "wide", list)
}

func (c *tradeoff) text(id, field, label, value, usual string, set func(*play.Sweep, string)) app.UI {
	in := input(id, "text").Class("field").Attr("autocomplete", "off").Spellcheck(false).
		Attr("value", value).Attr("placeholder", usual).OnChange(c.S.handler(func(e app.Event) {
		c.change(func(v *play.Sweep) { set(v, strings.TrimSpace(e.Get("target").Get("value").String())) })
	}, id))
	return studyField(id, label, "", c.blamed(in, field))
}

// blamed marks the field that a problem is about.
func (c *tradeoff) blamed(in app.HTMLElemSelfClosing, field string) app.UI {
	if t := &c.S.model.Tradeoff; t.Problem != "" && t.Field == field {
		return in.Aria("invalid", "true").Aria("describedby", "sweep-problem")
	}
	return in
}

func (c *tradeoff) number(id, label string, n, most int, set func(*play.Sweep, int)) app.UI {
	return studyField(id, label, "", input(id, "number").Class("field").Attr("min", 1).Attr("max", most).
		Attr("value", strconv.Itoa(n)).OnChange(c.S.handler(func(e app.Event) {
		n, err := strconv.Atoi(e.Get("target").Get("value").String())
		if err == nil {
			c.change(func(v *play.Sweep) { set(v, n) })
		}
		v := c.S.model.Tradeoff.Sweep
		now := map[string]int{"sweep-steps": v.Steps, "sweep-runs": v.Runs, "sweep-lines": v.Lines}
		c.S.browser.setValue(id, strconv.Itoa(now[id]))
	}, id)))
}

func (c *tradeoff) measure(id, field, label, value string, index int) app.UI {
	in := input(id, "text").Class("field").Attr("list", "measures").Attr("autocomplete", "off").Spellcheck(false).
		Attr("value", value).OnChange(c.S.handler(func(e app.Event) {
		c.change(func(v *play.Sweep) {
			v.Measures[index] = strings.Join(strings.Fields(e.Get("target").Get("value").String()), " ")
		})
	}, id))
	return studyField(id, label, "wide", c.blamed(in, field))
}

// words are what the fields for measures offer.
func (c *tradeoff) words() app.UI {
	var b strings.Builder
	b.WriteString(`<datalist id="measures">`)
	for _, w := range c.S.model.MeasureWords() {
		b.WriteString(`<option value="` + w + `"></option>`)
	}
	b.WriteString(`</datalist>`)
	return app.Raw(b.String())
}

func (c *tradeoff) check(id, text string, on bool, set func(*play.Sweep, bool)) app.UI {
	return el("label").Attr("for", id).Class("check").Body(
		input(id, "checkbox").Attr("checked", on).OnChange(c.S.handler(func(e app.Event) {
			c.change(func(v *play.Sweep) { set(v, e.Get("target").Get("checked").Bool()) })
		}, id)),
		el("span").Text(text),
	)
}

func (c *tradeoff) buttons() app.UI {
	m := c.S.model
	t := &m.Tradeoff
	if t.Running {
		return div("row study-buttons").Body(
			button("stop-sweep", "").OnClick(c.S.on(play.StopSweep{})).Text("Stop"),
			el("progress").Attr("max", 100).Attr("value", int(100*m.SweepShare())).Class("study-progress").Aria("label", "Measuring"),
			span("count mono").ID("sweep-progress").Text(m.SweepProgress()),
		)
	}
	return div("row study-buttons").Body(
		el("button").Attr("type", "submit").ID("measure").Class("button primary").Text("Measure"),
		app.If(m.Curve() != nil, func() app.UI {
			return button("more-runs", "").OnClick(c.S.on(play.MoreReplications{})).Text(moreText(m.SweepShare()))
		}),
		app.If(m.Curve() != nil, func() app.UI { return span("count mono").ID("sweep-progress").Text(m.SweepProgress()) }),
		app.If(t.Problem != "", func() app.UI { return para("error").ID("sweep-problem").Role("alert").Text(t.Problem) }),
	)
}

func moreText(share float64) string {
	if share < 1 {
		return "Go on"
	}
	return "More replications"
}

// result is the curve, with what theory says and the numbers in a table.
func (c *tradeoff) result() app.UI {
	m := c.S.model
	curve := m.Curve()
	if curve == nil {
		return nothing()
	}
	return el("div").ID("tradeoff").Class("tradeoff").Body(
		app.If(m.Tradeoff.Stale, func() app.UI {
			return para("stale").ID("sweep-stale").Text("The scenario has changed since. Measure again to see what it does now.")
		}),
		el("div").ID("tradeoff-readout").Class("readout"),
		el("div").ID("tradeoff-chart").Class("chart-host").Role("img").Aria("label", tradeoffLabel(curve)),
		c.keys(curve),
		el("ul").Class("remarks").Body(c.remarks(curve)...),
		div("row").Body(
			button("png-tradeoff", "").Title("Save the chart as a PNG picture").OnClick(c.S.handler(func(app.Event) {
				c.S.browser.picture("tradeoff", m.Lesson.ID+"-tradeoff.png")
			})).Text("PNG"),
			button("csv-tradeoff", "").Title("Save the numbers as CSV").OnClick(c.S.handler(func(app.Event) {
				c.S.browser.download(m.Lesson.ID+"-tradeoff.csv", "text/csv", c.S.model.Curve().CSV())
			})).Text("CSV"),
		),
		app.If(!m.Tradeoff.Running, func() app.UI { return c.table(curve) }),
	)
}

func tradeoffLabel(c *play.Curve) string {
	names := make([]string, len(c.Lines))
	for i, l := range c.Lines {
		names[i] = l.Name
	}
	return strings.Join(names, " and ") + " over " + c.Param + "; the table below has the numbers"
}

func (c *tradeoff) keys(curve *play.Curve) app.UI {
	var items []app.UI
	for i, l := range curve.Lines {
		side := ""
		if len(curve.Lines) > 1 && !curve.Shared {
			side = []string{", left axis", ", right axis"}[i]
		}
		items = append(items, span("curve-key of-"+strconv.Itoa(i)).Text(l.Name+side))
		if l.Theory != nil {
			items = append(items, span("curve-key form of-"+strconv.Itoa(i)).Text(l.Model+", closed form"))
		}
	}
	items = append(items, span("curve-key bars").Text("95 % interval"))
	return div("keys-row").Aria("hidden", "true").Body(items...)
}

func (c *tradeoff) remarks(curve *play.Curve) (items []app.UI) {
	for i, l := range curve.Lines {
		if i > 0 && l.Remark == curve.Lines[i-1].Remark && curve.Shared {
			continue // the same is said of the line before
		}
		items = append(items, el("li").Class("form").Body(el("strong").Text(l.Name+". "), app.Text(l.Remark)))
	}
	for _, text := range c.S.model.SweepRemarks() {
		items = append(items, el("li").Text(text))
	}
	return items
}

// table has the numbers of the curve, and opens the run of each point.
func (c *tradeoff) table(curve *play.Curve) app.UI {
	heads := []string{curve.Param}
	for _, l := range curve.Lines {
		heads = append(heads, l.Name+" ± 95 %")
		if l.Theory != nil {
			heads = append(heads, l.Model)
		}
	}
	rows := []app.UI{headRow(append(heads, "run")...)}
	for i, v := range curve.Values {
		cells := []app.UI{el("th").Attr("scope", "row").Text(v)}
		for _, l := range curve.Lines {
			cells = append(cells, el("td").Text(l.Texts[i]))
			if l.Theory != nil {
				cells = append(cells, el("td").Text(l.TheoryTexts[i]))
			}
		}
		class := ""
		if i == curve.Now {
			class = "here"
		}
		rows = append(rows, el("tr").Class(class).Body(append(cells, c.open(i, v, curve))...))
	}
	return div("table-scroll points").TabIndex(0).Role("region").Aria("label", "The numbers of the curve").Body(
		tableOf(rows).ID("points"))
}

// open has a button for each run of a value. Its name begins as its text does.
func (c *tradeoff) open(i int, value string, curve *play.Curve) app.UI {
	cell := make([]app.UI, curve.Each)
	for of := range cell {
		text, at := "Open", curve.Param+" "+value
		if curve.Shared {
			text, at = "Open "+strconv.Itoa(of+1), curve.Lines[of].Name+" at "+at
		}
		cell[of] = disabled(button("", "plain"), c.S.model.Tradeoff.Stale).Aria("label", text+", the run of "+at).
			OnClick(c.S.on(play.OpenPoint{Point: i*curve.Each + of})).Text(text)
	}
	return el("td").Body(cell...)
}
