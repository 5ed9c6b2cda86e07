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
	if !m.CanStudy() {
		return para("empty").Text("The scenario is not there yet.")
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
	v := &s.model.Tradeoff.Sweep
	boxes := []formField{{id: "sweep-warmup", kind: "checkbox", label: "Cut the warm-up", value: pick(v.Whole, "", "on")}}
	if under := s.model.SweepUnder(); under != "" {
		boxes = append(boxes, formField{id: "sweep-under", kind: "checkbox", label: "With " + under, value: pick(v.Bare, "", "on")})
	}
	return el("form").Class("study-form").Attr("aria-label", "What to measure").OnSubmit(s.handler(func(e app.Event) {
		e.PreventDefault()
		s.send(play.StartSweep{})
	})).Body(
		div("study-fields").Body(s.fields(c.fields(v), c.set)...),
		c.words(),
		div("row").Body(s.fields(boxes, c.set)...),
		c.buttons(),
	)
}

func (c *tradeoff) fields(v *play.Sweep) []formField {
	m := c.S.model
	var params, labels []string
	for _, p := range m.Params() {
		params, labels = append(params, p.Name), append(labels, p.Label)
	}
	list := []formField{{id: "sweep-param", label: "Over", kind: "select", class: "wide", value: v.Param, options: params, names: labels, wrong: c.wrong("over")}}
	if from, to := m.SweepRange(v.Param); to != "" {
		list = append(list,
			formField{id: "sweep-from", label: "From", kind: "text", value: v.From, hint: from, wrong: c.wrong("from")},
			formField{id: "sweep-to", label: "To", kind: "text", value: v.To, hint: to, wrong: c.wrong("to")},
			formField{id: "sweep-steps", label: "Points", kind: "number", value: strconv.Itoa(v.Steps), most: play.MostSteps})
	}
	list = append(list,
		formField{id: "sweep-runs", label: "Runs for each", kind: "number", value: strconv.Itoa(v.Runs), most: play.MostRuns},
		formField{id: "sweep-measure", label: "Measure", kind: "text", class: "wide", list: "measures", value: v.Measures[0], wrong: c.wrong("measure")})
	if v.Each == "" {
		list = append(list, formField{id: "sweep-second", label: "Against it (may be empty)", kind: "text", class: "wide", list: "measures", value: v.Measures[1], wrong: c.wrong("second")})
	}
	list = append(list, formField{id: "sweep-each", label: "A line for each", kind: "select", class: "wide", value: v.Each,
		options: append([]string{""}, params...), names: append([]string{"no other"}, labels...), wrong: c.wrong("each")})
	if from, to := m.SweepRange(v.Each); to != "" {
		list = append(list,
			formField{id: "sweep-each-from", label: "From", kind: "text", value: v.EachFrom, hint: from, wrong: c.wrong("each-from")},
			formField{id: "sweep-each-to", label: "To", kind: "text", value: v.EachTo, hint: to, wrong: c.wrong("each-to")},
			formField{id: "sweep-lines", label: "Lines", kind: "number", value: strconv.Itoa(v.Lines), most: play.MostLines})
	}
	return list
}

// wrong is the id of what is wrong with a field; empty: nothing is.
func (c *tradeoff) wrong(field string) string {
	if t := &c.S.model.Tradeoff; t.Problem != "" && t.Field == field {
		return "sweep-problem"
	}
	return ""
}

func (c *tradeoff) set(id, value string) string {
	v := c.S.model.Tradeoff.Sweep
	value = strings.Join(strings.Fields(value), " ")
	number := map[string]*int{"sweep-steps": &v.Steps, "sweep-runs": &v.Runs, "sweep-lines": &v.Lines}[id]
	switch id {
	case "sweep-param":
		v.Param, v.From, v.To = value, "", ""
	case "sweep-from":
		v.From = value
	case "sweep-to":
		v.To = value
	case "sweep-measure":
		v.Measures[0] = value
	case "sweep-second":
		v.Measures[1] = value
	case "sweep-each":
		v.Each, v.EachFrom, v.EachTo = value, "", ""
	case "sweep-each-from":
		v.EachFrom = value
	case "sweep-each-to":
		v.EachTo = value
	case "sweep-warmup":
		v.Whole = value == ""
	case "sweep-under":
		v.Bare = value == ""
	}
	if n, err := strconv.Atoi(value); err == nil && number != nil {
		*number = n
	}
	c.S.send(play.SetSweep{Sweep: v})
	now := &c.S.model.Tradeoff.Sweep
	return strconv.Itoa(map[string]int{"sweep-steps": now.Steps, "sweep-runs": now.Runs, "sweep-lines": now.Lines}[id])
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

func (c *tradeoff) buttons() app.UI {
	m := c.S.model
	t := &m.Tradeoff
	if t.Running {
		return div("row study-buttons").Body(
			button("stop-sweep", "").OnClick(c.S.on(play.StopSweep{})).Text("Stop"),
			el("progress").Attr("max", 100).Attr("value", int(100*m.SweepShare())).Class("study-progress").Attr("aria-label", "Measuring"),
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
		app.If(m.SweepOutdated() != "", func() app.UI {
			return para("stale").ID("sweep-stale").Text(m.SweepOutdated())
		}),
		el("div").ID("tradeoff-readout").Class("readout"),
		el("div").ID("tradeoff-chart").Class("chart-host").Role("img").Attr("aria-label", tradeoffLabel(curve)),
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
	return div("keys-row").Attr("aria-hidden", "true").Body(items...)
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
	return div("table-scroll points").TabIndex(0).Role("region").Attr("aria-label", "The numbers of the curve").Body(
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
		cell[of] = disabled(button("", "plain"), c.S.model.Tradeoff.Stale).Attr("aria-label", text+", the run of "+at).
			OnClick(c.S.on(play.OpenPoint{Point: i*curve.Each + of})).Text(text)
	}
	return el("td").Body(cell...)
}
