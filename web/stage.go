package web

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/scene"
)

// stageCard is the stage and the transport below it. What moves is drawn by
// the browser's part, into hosts that go-app leaves alone.
type stageCard struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

// OnMount fills the hosts, which are new ones here, once the page answers: until
// then they hold a first picture.
func (c *stageCard) OnMount(app.Context) {
	c.S.browser.keepPicture()
	c.S.browser.soon(c.S, func() { c.S.browser.show(c.S) })
}

func (c *stageCard) Render() app.UI {
	s := c.S
	return el("section").Class("card stage").Attr("aria-label", "Stage").Body(
		el("div").ID("stage").Class("stage-host").Class(pick(s.model.Empty(), "bare", "")).Body(firstPicture(s)...),
		s.kept(restStays, "#stage-empty", func() app.UI { return emptyStage(s) }),
		el("p").ID("summary").Class("hidden-text"),
		s.kept(resultsStay, "#world", func() app.UI { return &worldPanel{S: s, Revision: c.Revision, Events: c.Events} }),
		s.kept(restStays, ".legend", func() app.UI { return legend(s) }),
		s.kept(restStays, "#stage-words", func() app.UI { return &stageWords{S: s, Revision: c.Revision, Events: c.Events} }),
		&transport{S: s, Revision: c.Revision},
	)
}

// legend is one piece of text for go-app: nothing in it changes during a run.
func legend(s *session) app.UI {
	var b strings.Builder
	b.WriteString(`<div class="legend" aria-hidden="true">`)
	for _, w := range s.model.Legend() {
		b.WriteString(`<span class="key ` + w.Class + `">` + w.Text + `</span>`)
	}
	b.WriteString(`</div>`)
	return app.Raw(b.String())
}

type transport struct {
	app.Compo
	S        *session
	Revision uint64
}

func (t *transport) Render() app.UI {
	s, m := t.S, t.S.model
	play1, word := "play", "Play"
	if m.Playing {
		play1, word = "pause", "Pause"
	}
	return div("transport").Role("group").Attr("aria-label", "Transport").Body(
		t.button("to-start", "start", "To the start", play.ToStart{}),
		t.button("step-back", "back", "One event back", play.Step{Events: -1}),
		button("play", "primary play").OnClick(s.on(play.Toggle{})).
			Body(icon(play1), el("span").Text(word)),
		t.button("step-on", "on", "One event on", play.Step{Events: 1}),
		t.button("to-end", "end", "To the end", play.ToEnd{}),
		el("span").ID("clock").Class("clock mono").Text(clockText(s)),
		el("div").ID("timeline").Class("timeline").Role("slider").TabIndex(0).Attr("aria-label", "Time").
			Attr("aria-orientation", "horizontal").Attr("aria-valuenow", 0).Attr("aria-valuemin", 0).Attr("aria-valuemax", ms(m.End())).
			Body(
				div("groove"), div("done"),
				app.Raw(marksSVG(s)),
				div("thumb"),
			),
		t.speed(),
		app.If(t.busy(), t.progress),
		t.chosen(),
		t.recordedBar(),
	)
}

// chosen lists the choices of the counterexample that is played; each is marked
// on the timeline by its number, and seeks.
func (t *transport) chosen() app.UI {
	s := t.S
	if !s.model.PlaysSchedule() {
		return nothing()
	}
	var items []app.UI
	for i, c := range s.model.Choices() {
		items = append(items, el("li").Body(
			el("button").Attr("type", "button").Class("seek").OnClick(s.on(play.SeekEvent{Index: c.Event})).Body(
				span("chosen-number").Text(strconv.Itoa(i+1)), span("at mono").Text(c.Time), el("span").Text(c.Text))))
	}
	return div("chosen").ID("chosen").Role("group").Attr("aria-label", "The counterexample").Body(
		el("ol").Attr("aria-label", "Its choices, numbered as on the timeline").Body(items...),
		button("drop-schedule", "").OnClick(s.on(play.DropSchedule{})).Text("Back to the rules"),
	)
}

func (t *transport) busy() bool {
	_, busy := t.S.model.Busy()
	return busy
}

// progress says how far a long run is that is being computed.
func (t *transport) progress() app.UI {
	share, _ := t.S.model.Busy()
	return div("busy").Body(
		el("progress").Attr("max", 100).Attr("value", int(100*share)).Attr("aria-label", "Computing the run"),
		button("cancel", "").OnClick(t.S.on(play.Cancel{})).Text("Cancel"),
	)
}

func (t *transport) button(id, name, label string, msg play.Msg) app.UI {
	return button(id, "icon-only").Title(label).Attr("aria-label", label).
		OnClick(t.S.on(msg)).Body(icon(name))
}

func (t *transport) speed() app.UI {
	m := t.S.model
	options := make([]app.UI, len(play.Speeds))
	for i := range play.Speeds {
		options[i] = el("option").Attr("value", strconv.Itoa(i)).Attr("selected", i == m.Speed).Text(play.SpeedText(i))
	}
	return el("select").ID("speed").Class("speed").Attr("aria-label", "Speed").Title(m.PaceText()).
		OnChange(t.S.handler(func(e app.Event) {
			i, err := strconv.Atoi(e.Get("target").Get("value").String())
			if err == nil {
				t.S.send(play.SetSpeed{Index: i})
			}
		})).Body(options...)
}

func ms(d time.Duration) string {
	return strconv.FormatFloat(float64(d)/1e6, 'f', -1, 64)
}

// clockText is empty in the browser, where the clock is written in every frame.
func clockText(s *session) string {
	if app.IsServer {
		return "t = 0 ms"
	}
	return ""
}

// axis is the timeline's scale for the model's run.
func (s *session) axis() scene.Axis { return scene.NewAxis(s.model.Run.Trace) }

// mostMarks is how many marks the timeline can show apart.
const mostMarks = 120

// marksSVG draws the marks of the timeline: their shapes tell the kinds apart
// as the colours do.
func marksSVG(s *session) string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true">`)
	if s.model.Run != nil {
		eachMark(s, func(position float64, kind string) {
			b.WriteString(`<svg x="` + percent(position) + `" y="50%" overflow="visible"><path class="mark ` + kind + `" d="` + markShape(kind) + `"/></svg>`)
		})
	}
	eachChosen(s, func(position float64, number string) {
		b.WriteString(`<svg x="` + percent(position) + `" y="50%" overflow="visible"><g class="chosen-mark"><path d="M0-6V-20"/><circle cy="-14" r="7.5"/><text y="-10.5">` + number + `</text></g></svg>`)
	})
	b.WriteString(`</svg>`)
	return b.String()
}

// eachChosen visits the choices of the counterexample that is played.
func eachChosen(s *session, visit func(position float64, number string)) {
	if s.model.Run == nil {
		return
	}
	t, axis := s.model.Run.Trace, s.axis()
	for i, c := range s.model.Choices() {
		if c.Event < t.Len() {
			visit(axis.Position(c.Event+1, t.At(c.Event).At, 0), strconv.Itoa(i+1))
		}
	}
}

// eachMark visits each telling event of a short run, or places of a long one.
func eachMark(s *session, visit func(position float64, kind string)) {
	t, axis := s.model.Run.Trace, s.axis()
	if t.Len() > mostMarks {
		for _, m := range s.model.Marks(mostMarks) {
			visit(axis.Position(t.IndexBefore(m.At), m.At, 0), kindClass(m.Kind))
		}
		return
	}
	for i := range t.Len() {
		e := t.At(i)
		if kind := kindClass(e.Kind); kind != "other" && !fromTheStart(e) {
			visit(axis.Position(i+1, e.At, 0), kind)
		}
	}
}

// fromTheStart says that a row or a record was there before anything happened.
func fromTheStart(e *trace.Event) bool {
	return e.Actor == trace.NoActor && (e.Kind == trace.RowSet || e.Kind == trace.Appended)
}

func percent(share float64) string { return number(math.Round(share*10000)/100) + "%" }

// kindClass sorts the kinds of event into the colours of the page.
func kindClass(k trace.Kind) string {
	switch k {
	case trace.Written, trace.Woke, trace.Appended:
		return "written"
	case trace.Delivered, trace.Extended, trace.Fetched, trace.Published:
		return "delivered"
	case trace.LeaseEnded, trace.Rejected, trace.Returned, trace.Left, trace.RolledBack, trace.Failed, trace.Moved, trace.Revoked:
		return "again"
	case trace.Acknowledged, trace.PositionCommitted, trace.Confirmed:
		return "acked"
	case trace.RowSet, trace.Sent:
		return "row"
	case trace.Crashed, trace.AcknowledgeDropped, trace.AcknowledgeRefused, trace.ExtendRefused,
		trace.Lost, trace.Forgotten, trace.Dropped, trace.Restarted, trace.PositionRefused:
		return "lost"
	case trace.DeadLettered, trace.LimitReached:
		return "dead"
	}
	return "other"
}

// markShape is a shape around the origin: a bar for what is written, a disc
// for a hand-out, a diamond for a way back, a triangle for an end, a cross for a loss, lines for a row that was written.
func markShape(kind string) string {
	switch kind {
	case "written":
		return "M-2.5-8h5v16h-5z"
	case "delivered":
		return "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"
	case "again":
		return "M0-7.5L6 0L0 7.5L-6 0z"
	case "acked":
		return "M-5.5-5h11L0 6z"
	case "lost":
		return "M-6-3.5L-3.5-6L0-2.5L3.5-6L6-3.5L2.5 0L6 3.5L3.5 6L0 2.5L-3.5 6L-6 3.5L-2.5 0z"
	case "dead":
		return "M-5-5h10v10h-10z"
	case "row":
		return "M-5-6h10v3h-10zM-5-1.5h10v3h-10zM-5 3h10v3h-10z"
	}
	return "M-1.5-5h3v10h-3z"
}

// kindSign is the sign of a kind in the event log.
func kindSign(k trace.Kind) string {
	return map[string]string{
		"written": "■", "delivered": "●", "again": "◆", "acked": "✓", "lost": "✕", "dead": "▣", "row": "▤",
	}[kindClass(k)]
}
