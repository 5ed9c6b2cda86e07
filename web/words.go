package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/play"
)

// stageWords is the stage as text, for those who don't see it and for the
// keyboard: everything on it can be selected here.
type stageWords struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32

	open bool
}

// wordMessages is the most messages that are listed of each queue.
const wordMessages = 60

func (w *stageWords) Render() app.UI {
	toggled, scope := w.S.handler(func(e app.Event) { w.open = e.Get("target").Get("open").Bool() })
	return el("details").Class("table words").ID("stage-words").On("toggle", toggled, scope).Body(
		el("summary").Text("The stage in words"),
		app.If(w.open && w.S.model.State() != nil, func() app.UI { return div("").Body(w.lists()...) }),
	)
}

func (w *stageWords) lists() []app.UI {
	m := w.S.model
	head, state := &m.Run.Trace.Head, m.State()
	out := []app.UI{para("").Text(m.Summary())}
	var actors []app.UI
	for _, a := range head.Actors {
		actors = append(actors, w.pick(a.Name, play.Selection{Kind: play.ActorSelected, Name: a.Name}))
	}
	out = append(out, el("ul").Class("row").Attr("aria-label", "Producers and consumers").Body(actors...))
	for q := range head.Queues {
		out = append(out, w.queue(q, head.Queues[q].Name, state))
	}
	return out
}

func (w *stageWords) queue(q int, name string, state *trace.State) app.UI {
	items := []app.UI{w.pick("queue "+name, play.Selection{Kind: play.QueueSelected, Name: name})}
	messages := state.InQueue(uint16(q), nil)
	for i := range messages {
		if i == wordMessages {
			items = append(items, el("li").Text("and "+strconv.Itoa(len(messages)-i)+" more"))
			break
		}
		items = append(items, w.message(&messages[i]))
	}
	return el("ul").Class("row").Attr("aria-label", "Messages of "+name).Body(items...)
}

func (w *stageWords) message(m *trace.Message) app.UI {
	text := "message " + strconv.Itoa(int(m.Number))
	switch m.Place {
	case trace.InFlight:
		text += ", in flight to " + w.S.model.Run.Trace.Head.Actors[m.Holder].Name
	case trace.Delayed:
		text += ", delayed"
	case trace.ParkedPlace:
		text += ", parked"
	default:
		text += ", visible"
	}
	if m.Deliveries > 1 {
		text += ", delivered " + strconv.Itoa(int(m.Deliveries)) + " times"
	}
	return w.pick(text, play.Selection{Kind: play.MessageSelected, Message: m.Number})
}

func (w *stageWords) pick(text string, sel play.Selection) app.UI {
	return el("li").Body(button("", "").Attr("aria-pressed", w.S.model.Selected == sel).
		OnClick(w.S.on(play.Select{Selection: sel})).Text(text))
}
