package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// tabs are the panels below the charts.
type tabs struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
	Study    uint32
}

var tabNames = map[play.Tab]string{
	play.ConsoleTab: "Console", play.EventsTab: "Events", play.ScenarioTab: "Scenario",
	play.LifelinesTab: "Lifelines", play.SchedulesTab: "Every schedule", play.TradeoffTab: "Trade-off", play.BrokersTab: "Real brokers",
}

func (t *tabs) Render() app.UI {
	list := make([]app.UI, len(play.Tabs))
	for i, tab := range play.Tabs {
		list[i] = t.tab(tab)
	}
	return el("section").ID("run-in-text").Attr("aria-label", "The run in text").Body(
		div("tabs").Role("tablist").Attr("aria-label", "The run in text").OnKeyDown(t.S.handler(t.key)).Body(list...),
		div("card panel").ID("panel").Role("tabpanel").Attr("aria-labelledby", "tab-"+string(t.current())).Body(t.panel()),
	)
}

// OnMount shows the tab that a link or a lesson opens with, where the strip is
// narrower than its tabs.
func (t *tabs) OnMount(app.Context) {
	if t.current() != play.Tabs[0] {
		t.S.browser.reveal("tab-" + string(t.current()))
	}
}

func (t *tabs) current() play.Tab {
	if t.S.model.Tab == "" {
		return play.ConsoleTab
	}
	return t.S.model.Tab
}

func (t *tabs) tab(tab play.Tab) app.UI {
	on := tab == t.current()
	index := -1
	if on {
		index = 0
	}
	return el("button").Attr("type", "button").ID("tab-"+string(tab)).Class("tab").Role("tab").TabIndex(index).
		Attr("aria-selected", on).Attr("aria-controls", "panel").
		OnClick(t.S.on(play.SelectTab{Tab: tab})).Text(tabNames[tab])
}

// key moves between the tabs by the arrow keys.
func (t *tabs) key(e app.Event) {
	by := map[string]int{"ArrowRight": 1, "ArrowLeft": len(play.Tabs) - 1}[e.Get("key").String()]
	if by == 0 {
		return
	}
	e.PreventDefault()
	e.StopImmediatePropagation()
	for i, tab := range play.Tabs {
		if tab == t.current() {
			next := play.Tabs[(i+by)%len(play.Tabs)]
			t.S.send(play.SelectTab{Tab: next})
			t.S.browser.focus("tab-" + string(next))
			return
		}
	}
}

func (t *tabs) panel() app.UI {
	switch t.current() {
	case play.EventsTab:
		return &eventLog{S: t.S, Revision: t.Revision, Events: t.Events}
	case play.LifelinesTab:
		return &lifelines{S: t.S, Revision: t.Revision}
	case play.ScenarioTab:
		return &scenarioText{S: t.S, Revision: t.Revision}
	case play.SchedulesTab:
		return &schedules{S: t.S, Revision: t.Revision, Study: t.Study}
	case play.BrokersTab:
		return &brokers{S: t.S, Revision: t.Revision, Study: t.Study}
	case play.TradeoffTab:
		return &tradeoff{S: t.S, Revision: t.Revision, Study: t.Study}
	}
	return &console{S: t.S, Revision: t.Revision, Events: t.Events}
}

// console is what the run has printed up to the cursor.
type console struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

// consoleLines is the most lines that the console shows at once, the last ones
// printed among them.
const consoleLines = 300

func (c *console) Render() app.UI {
	m := c.S.model
	if m.Run == nil {
		return para("empty").Text("The run is being computed.")
	}
	past := m.ConsolePlace()
	from := max(0, past-consoleLines/2)
	lines := m.Console(from, consoleLines)
	items := make([]app.UI, len(lines))
	for i, l := range lines {
		class := "past"
		switch {
		case !l.Past:
			class = "future"
		case from+i == past-1 && !m.AtEnd():
			class = "now"
		}
		items[i] = el("li").Class(class).Text(l.Text)
	}
	if past == 0 && len(items) > 0 {
		items[0] = el("li").Class("note").Text("Nothing is printed yet.")
	}
	if len(items) == 0 {
		return para("empty").Text("This scenario prints nothing.")
	}
	return el("ol").ID("console").Class("console mono").TabIndex(0).Attr("aria-label", "Console: what the run has printed so far").Body(items...)
}

// logView is which part of the event log is shown.
type logView struct {
	follow bool
	first  int
}

func (v *logView) reset() { *v = logView{follow: true} }

// eventLog lists the events; each line seeks.
type eventLog struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

const logRows = 60

func (l *eventLog) Render() app.UI {
	s, v := l.S, &l.S.log
	place := s.model.LogPlace()
	if v.follow {
		v.first = max(0, place-logRows/2)
	}
	w := s.model.Log(v.first, logRows)
	return el("div").Body(
		div("panel-tools").Body(
			labelFor("filter").Text("Filter"),
			input("filter", "search").Class("field grow").Attr("autocomplete", "off").Spellcheck(false).
				Attr("placeholder", "consumer-1, message 2, acknowledged …").Attr("value", s.model.Query).
				OnInput(s.handler(func(e app.Event) {
					s.send(play.SetFilter{Query: e.Get("target").Get("value").String()})
				})),
			span("count").Text(logCount(w)),
			button("", "").Attr("disabled", w.First == 0).
				OnClick(s.handler(func(app.Event) { l.page(-logRows) })).Text("Earlier"),
			button("", "").Attr("disabled", w.First+len(w.Rows) >= w.Total).
				OnClick(s.handler(func(app.Event) { l.page(logRows) })).Text("Later"),
			button("export-json", "").OnClick(s.handler(func(app.Event) { s.exportEvents("json") })).Text("JSON"),
			button("export-csv", "").OnClick(s.handler(func(app.Event) { s.exportEvents("csv") })).Text("CSV"),
		),
		app.If(w.Problem != "", func() app.UI { return para("problems").Role("alert").Text(w.Problem) }),
		app.If(len(w.Rows) == 0, func() app.UI { return para("empty").Text("No event passes the filter.") }).
			Else(func() app.UI { return el("ol").Class("log").Attr("aria-label", "Events").Body(l.rows(w, place)...) }),
	)
}

func (l *eventLog) page(by int) {
	v := &l.S.log
	v.follow = false
	v.first = max(0, v.first+by)
	l.S.changed()
}

func (l *eventLog) rows(w play.LogWindow, place int) []app.UI {
	rows := make([]app.UI, len(w.Rows))
	for i, r := range w.Rows {
		class := "past"
		switch {
		case w.First+i == place:
			class = "now"
		case !r.Past:
			class = "future"
		}
		rows[i] = el("li").Class(class).Body(l.S.logRow(r)...)
	}
	return rows
}

func logCount(w play.LogWindow) string {
	text := strconv.Itoa(w.Total) + " events"
	if w.Searching {
		text += " so far"
	}
	return text
}
