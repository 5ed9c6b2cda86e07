package web

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// faults are the things to break, at the cursor.
type faults struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32

	// victim is the consumer that the buttons are about, where there are too
	// many for buttons of their own.
	victim string
}

// ownButtons is how many consumers may have buttons of their own.
const ownButtons = 3

func (f *faults) Render() app.UI {
	list := f.S.model.Faults()
	if len(list) == 0 {
		return nothing()
	}
	names := victims(list)
	body := []app.UI{el("h2").ID("faults-title").Text("Break something")}
	if len(names) > ownButtons {
		f.choose(names)
		list = slices.DeleteFunc(slices.Clone(list), func(b play.FaultButton) bool {
			name := victim(b.Msg)
			return name != "" && name != f.victim
		})
		body = append(body, f.picker(names))
	}
	buttons := make([]app.UI, len(list))
	for i, b := range list {
		buttons[i] = f.button(b)
	}
	return el("section").ID("faults").Attr("aria-labelledby", "faults-title").Body(
		append(body, div("row").Body(buttons...))...)
}

// choose follows the selection on the stage.
func (f *faults) choose(names []string) {
	if sel := f.S.model.Selected; sel.Kind == play.ActorSelected && slices.Contains(names, sel.Name) {
		f.victim = sel.Name
	}
	if !slices.Contains(names, f.victim) {
		f.victim = names[0]
	}
}

func (f *faults) picker(names []string) app.UI {
	options := make([]app.UI, len(names))
	for i, n := range names {
		options[i] = el("option").Attr("value", n).Attr("selected", n == f.victim).Text(n)
	}
	return div("row pick").Body(
		labelFor("victim").Text("Consumer"),
		el("select").ID("victim").Class("speed").OnChange(f.S.handler(func(e app.Event) {
			f.victim = e.Get("target").Get("value").String()
			if f.S.model.Selected.Kind == play.ActorSelected {
				f.S.send(play.Select{})
			}
		})).Body(options...),
	)
}

func (f *faults) button(b play.FaultButton) app.UI {
	e := button("", "").OnClick(f.S.handler(func(app.Event) {
		if b.Disabled == "" {
			f.S.send(b.Msg)
		}
	}, b.Label, b.Msg, b.Disabled)).Text(b.Label)
	if b.Disabled != "" {
		e = e.Attr("aria-disabled", "true").Title(b.Disabled)
	}
	return e
}

// victim is the consumer that a fault is about, or empty.
func victim(m play.Msg) string {
	switch m := m.(type) {
	case play.CrashConsumer:
		return m.Name
	case play.DropAcknowledge:
		return m.Name
	}
	return ""
}

// victims lists the consumers that the faults are about.
func victims(list []play.FaultButton) []string {
	var names []string
	for _, b := range list {
		if name := victim(b.Msg); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
