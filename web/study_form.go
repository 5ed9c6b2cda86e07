package web

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// formField is one of the fields of a study's form.
type formField struct {
	// id tells it from the others. kind is select, text, number or checkbox.
	id, label, kind string
	// value of a checkbox is empty where it is off.
	value string
	// class says how wide it is, hint what an empty text means, most bounds a number.
	class, hint string
	most        int
	// options are the values of a select, and names what they are called.
	options, names []string
	// list is the id of a list that a text is completed from, wrong that of what is
	// wrong with it.
	list, wrong string
}

// fields are those of a form. set takes what was put in, by the field's id, and
// gives what the field has then.
func (s *session) fields(list []formField, set func(id, value string) string) []app.UI {
	all := make([]app.UI, len(list))
	for i, f := range list {
		change, scope := s.handler(func(e app.Event) {
			target := e.Get("target")
			value := target.Get("value").String()
			if f.kind == "checkbox" {
				value = pick(target.Get("checked").Bool(), "on", "")
			}
			if now := set(f.id, value); f.kind == "number" {
				s.browser.setValue(f.id, now)
			}
		}, f.id)
		all[i] = f.render(change, scope)
	}
	return all
}

func (f *formField) render(change app.EventHandler, scope app.EventOption) app.UI {
	switch f.kind {
	case "select":
		options := make([]app.UI, len(f.options))
		for i, o := range f.options {
			options[i] = el("option").Attr("value", o).Attr("selected", o == f.value).Text(f.names[i])
		}
		list := el("select").ID(f.id).Class("field").OnChange(change, scope).Body(options...)
		if f.wrong != "" {
			list = list.Attr("aria-invalid", "true").Attr("aria-describedby", f.wrong)
		}
		return f.named(list)
	case "checkbox":
		return el("label").Attr("for", f.id).Class("check").Body(
			input(f.id, f.kind).Attr("checked", f.value != "").OnChange(change, scope), el("span").Text(f.label))
	}
	in := input(f.id, f.kind).Class("field").Attr("autocomplete", "off").Attr("value", f.value).OnChange(change, scope)
	if f.kind == "number" {
		in = in.Attr("min", 1).Attr("max", f.most)
	}
	for _, a := range [][2]string{{"placeholder", f.hint}, {"list", f.list}, {"aria-describedby", f.wrong}} {
		if a[1] != "" {
			in = in.Attr(a[0], a[1])
		}
	}
	if f.wrong != "" {
		in = in.Attr("aria-invalid", "true")
	}
	return f.named(in)
}

// named is a field under its name.
func (f *formField) named(in app.UI) app.UI {
	return div("study-field "+f.class).Body(labelFor(f.id).Text(f.label), in)
}

// upTo are the numbers from 0 as options.
func upTo(most int) []string {
	all := make([]string, most+1)
	for i := range all {
		all[i] = strconv.Itoa(i)
	}
	return all
}
