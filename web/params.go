package web

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// params are the knobs. Each change runs again at once and can be undone.
type params struct {
	app.Compo
	S        *session
	Revision uint64
}

func (p *params) Render() app.UI {
	list := p.S.model.Params()
	items := make([]app.UI, 0, len(list))
	for _, v := range list {
		items = append(items, p.param(v))
	}
	return el("section").ID("params").Attr("aria-labelledby", "params-title").Body(
		el("h2").ID("params-title").Text("Parameters"),
		el("div").Body(items...),
		p.history(),
	)
}

func (p *params) param(v play.Param) app.UI {
	class := "param"
	if v.Changed {
		class += " changed"
	}
	return div(class).Body(
		div("param-row").Body(
			labelFor("param-"+v.Name).Text(v.Label),
			div("value").Body(p.field(v), p.reset(v)),
			app.If(p.problem(v.Name) != "", func() app.UI {
				return para("error").ID("error-" + v.Name).Role("alert").Text(p.problem(v.Name))
			}),
		),
		p.slider(v),
		app.If(v.NeverAllowed, func() app.UI { return p.never(v) }),
		app.If(v.Help != "", func() app.UI { return para("help").ID("help-" + v.Name).Text(v.Help) }),
	)
}

func (p *params) problem(name string) string {
	for _, q := range p.S.model.Problems {
		if q.Param == name {
			return q.Message
		}
	}
	return ""
}

// field is a choice's list, or a text field with the unit beside it.
func (p *params) field(v play.Param) app.UI {
	s := p.S
	set, scope := s.handler(func(e app.Event) {
		s.send(play.SetParam{Name: v.Name, Text: withUnit(e.Get("target").Get("value").String(), v.Unit)})
	}, v.Name, v.Unit)
	if v.Choices != nil {
		options := make([]app.UI, len(v.Choices))
		for i, c := range v.Choices {
			options[i] = el("option").Attr("value", c).Attr("selected", c == v.Text).Text(c)
		}
		return el("select").ID("param-"+v.Name).Attr("aria-describedby", "help-"+v.Name).
			OnChange(set, scope).Body(options...)
	}
	input := input("param-"+v.Name, "text").Attr("inputmode", "decimal").Attr("autocomplete", "off").Spellcheck(false).
		Attr("value", strings.TrimSuffix(v.Text, v.Unit)).Attr("aria-describedby", "help-"+v.Name).
		OnChange(set, scope)
	if p.problem(v.Name) != "" {
		input = input.Attr("aria-invalid", "true").Attr("aria-describedby", "error-"+v.Name)
	}
	unit := v.Unit
	if v.Never {
		unit = ""
	}
	return span("value").Body(input, span("unit").Text(unit))
}

// withUnit completes a bare number with the unit that stands beside the field.
func withUnit(text, unit string) string {
	text = strings.TrimSpace(text)
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text + unit
	}
	return strings.ReplaceAll(text, " ", "")
}

// reset is there where the value is not the lesson's own, or not one at all.
func (p *params) reset(v play.Param) app.UI {
	if !v.Changed && p.problem(v.Name) == "" {
		return el("span")
	}
	s := p.S
	return button("reset-"+v.Name, "icon-only reset").
		Title("Back to "+v.Default).Attr("aria-label", v.Label+": back to "+v.Default).
		OnClick(s.handler(func(app.Event) {
			s.send(play.ResetParam{Name: v.Name})
			// What was typed and refused is still in the field.
			s.browser.setValue("param-"+v.Name, strings.TrimSuffix(v.Default, v.Unit))
		}, v.Name, v.Default)).Body(icon("reset"))
}

func (p *params) slider(v play.Param) app.UI {
	if v.SliderMax == 0 {
		return el("span")
	}
	slide := func(drag bool) (app.EventHandler, app.EventOption) {
		return p.S.handler(func(e app.Event) {
			at, err := strconv.Atoi(e.Get("target").Get("value").String())
			if err == nil {
				p.S.send(play.SlideParam{Name: v.Name, Position: at, Drag: drag})
			}
		}, v.Name, drag)
	}
	class := ""
	if v.Never {
		class = "off"
	}
	return input("slider-"+v.Name, "range").Class(class).Attr("min", 0).Attr("max", v.SliderMax).Attr("step", 1).Attr("value", strconv.Itoa(v.Slider)).
		Attr("aria-label", v.Label).Attr("aria-valuetext", v.Text).
		OnInput(slide(true)).OnChange(slide(false))
}

// never is the box for a duration that may be left out.
func (p *params) never(v play.Param) app.UI {
	s := p.S
	return el("label").Class("never").Body(
		input("never-"+v.Name, "checkbox").Attr("checked", v.Never).OnChange(s.handler(func(e app.Event) {
			if e.Get("target").Get("checked").Bool() {
				s.send(play.SetParam{Name: v.Name, Text: "never"})
				return
			}
			s.send(play.SlideParam{Name: v.Name, Position: v.Slider})
		}, v.Name, v.Slider)),
		app.Text("never"),
	)
}

// history undoes, redoes and resets everything.
func (p *params) history() app.UI {
	m := p.S.model
	undo, redo := m.CanUndo(), m.CanRedo()
	return div("row history").Body(
		historyButton(p.S, "undo", "Undo", undo, play.Undo{}),
		historyButton(p.S, "redo", "Redo", redo, play.Redo{}),
		button("reset-lesson", "").Attr("disabled", !m.Changed()).
			OnClick(p.S.on(play.ResetLesson{})).Body(icon("reset"), el("span").Text("Reset all")),
	)
}

func historyButton(s *session, name, word, what string, msg play.Msg) app.UI {
	title := word
	if what != "" {
		title = word + ": " + what
	}
	return button(name, "icon-only").Attr("disabled", what == "").Title(title).
		Attr("aria-label", title).OnClick(s.on(msg)).Body(icon(name))
}
