package web

import (
	"sort"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// detailsCard is the exact state of what the reader selected on the stage, and
// what happened to it.
type detailsCard struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
}

// historyRows is how much of the selected thing's history is shown.
const historyRows = 40

func (d *detailsCard) Render() app.UI {
	s := d.S
	if s.model.Selected.Kind == play.Nothing {
		return nothing()
	}
	return el("section").ID("details").Class("card details-card").TabIndex(-1).Attr("aria-labelledby", "details-title").Body(
		el("header").Body(
			el("h2").ID("details-title").Text(selectionName(s.model.Selected)),
			s.askButton(),
			button("", "icon-only").Attr("aria-label", "Close").
				OnClick(s.on(play.Select{})).Body(icon("close")),
		),
		el("dl").Class("facts").Body(d.facts()...),
		el("ol").Class("log").Attr("aria-label", "Its events").Body(d.history()...),
	)
}

func selectionName(sel play.Selection) string {
	switch sel.Kind {
	case play.MessageSelected:
		return "Message " + number(float64(sel.Message))
	case play.QueueSelected:
		return "Queue " + sel.Name
	}
	return sel.Name
}

func (d *detailsCard) facts() []app.UI {
	var out []app.UI
	for _, f := range d.S.model.Details() {
		value := el("dd").Text(f.Value)
		if f.Go.Kind != play.Nothing {
			value = el("dd").Body(button("", "plain").
				OnClick(d.S.on(play.Select{Selection: f.Go})).Text(f.Value))
		}
		out = append(out, el("div").Body(el("dt").Text(f.Label), value))
	}
	return out
}

// history shows the events around the cursor: the newest that has happened is
// near the end of what is shown.
func (d *detailsCard) history() []app.UI {
	m := d.S.model
	total := m.History(0, 0).Total
	past := sort.Search(total, func(i int) bool { return !m.History(i, 1).Rows[0].Past })
	first := max(0, min(past-historyRows*3/4, total-historyRows))
	return (&eventLog{S: d.S}).rows(m.History(first, historyRows), past-1)
}
