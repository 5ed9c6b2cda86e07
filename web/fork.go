package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// forkCard compares the run with its shadow.
type forkCard struct {
	app.Compo
	S        *session
	Revision uint64
}

func (c *forkCard) Render() app.UI {
	s, f := c.S, c.S.model.Fork()
	if f == nil {
		return nothing()
	}
	return el("section").ID("fork").Class("card details-card").TabIndex(-1).Attr("aria-labelledby", "fork-title").Body(
		el("header").Body(
			el("h2").ID("fork-title").Text("Now, and the shadow"),
			button("drop-shadow", "").OnClick(s.on(play.DropShadow{})).Text("Drop the shadow"),
		),
		c.parting(f),
		app.If(!f.Same, func() app.UI { return c.table(f) }),
	)
}

func (c *forkCard) table(f *play.Fork) app.UI {
	return div("table-scroll").TabIndex(0).Role("region").Attr("aria-label", "The run and its shadow in numbers").Body(
		tableOf(c.rows(f)).Class("versus"))
}

// parting says where the two part, and goes there.
func (c *forkCard) parting(f *play.Fork) app.UI {
	if f.Same {
		return para("parting").ID("parting").Text("They are the same so far. Change a parameter or break something, and they part.")
	}
	return div("parting").ID("parting").Body(
		button("seek-parting", "").Title("Go there").OnClick(c.S.on(play.SeekParting{})).Text("They part at "+f.At),
		el("dl").Body(
			el("dt").Text("now"), el("dd").Text(f.Now),
			el("dt").Class("then").Text("shadow"), el("dd").Text(f.Then),
		),
	)
}

func (c *forkCard) rows(f *play.Fork) []app.UI {
	rows := []app.UI{headRow("measure", "now", "shadow")}
	for _, part := range [][]play.Compared{f.Numbers, f.Claims, f.World} {
		for _, r := range part {
			class := ""
			if r.Differs() {
				class = "differs"
			}
			rows = append(rows, el("tr").Class(class).Body(
				el("th").Attr("scope", "row").Text(r.Name), el("td").Text(r.Now), el("td").Text(r.Shadow)))
		}
	}
	return rows
}

// shadowButton keeps the run as a shadow, or puts it in the place of the one kept.
func (s *session) shadowButton() app.UI {
	label := "Keep as shadow"
	if s.model.Shadow != nil {
		label = "Keep this instead"
	}
	return button("keep-shadow", "keep").Title("Keep this run as a shadow, to compare with what comes of a change").
		OnClick(s.on(play.KeepShadow{})).Body(icon("shadow"), el("span").Text(label))
}

// orderCard lists what was finished in another order than it was written in.
type orderCard struct {
	app.Compo
	S        *session
	Revision uint64
}

func (c *orderCard) Render() app.UI {
	list, total := c.S.model.Overtakings()
	if total == 0 {
		return nothing()
	}
	items := make([]app.UI, len(list))
	for i, o := range list {
		items[i] = el("li").Body(
			c.S.plainSeek(o.Index, o.Text+": "),
			c.S.plainSeek(o.CauseIndex, o.Cause),
		)
	}
	return el("section").ID("order").Class("card details-card").Attr("aria-labelledby", "order-title").Body(
		el("h2").ID("order-title").Text("Out of order: "+pairs(total, len(list))),
		el("ol").Class("overtakings").TabIndex(0).Attr("aria-label", "Pairs finished in the wrong order, with the cause of each").Body(items...),
	)
}

func pairs(total, shown int) string {
	text := strconv.Itoa(total) + " pairs"
	if total == 1 {
		text = "1 pair"
	}
	if shown < total {
		text += ", the first " + strconv.Itoa(shown) + " are listed"
	}
	return text
}

// plainSeek is text that seeks.
func (s *session) plainSeek(index int, text string) app.UI {
	return el("button").Attr("type", "button").Class("seek").
		OnClick(s.on(play.SeekEvent{Index: index})).Text(text)
}
