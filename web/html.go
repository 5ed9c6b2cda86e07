package web

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// go-app has a type with some hundred methods for each element, and the linker
// keeps all of them for each type in use: 25 KB an element. One type for all is
// what the page takes.

func el(tag string) app.HTMLElem { return app.Elem(tag) }

func div(class string) app.HTMLElem  { return el("div").Class(class) }
func span(class string) app.HTMLElem { return el("span").Class(class) }
func para(class string) app.HTMLElem { return el("p").Class(class) }

// link goes to an address.
func link(href string) app.HTMLElem { return el("a").Attr("href", href) }

// button has a look beyond the common one, or none.
func button(id, look string) app.HTMLElem {
	b := el("button").Attr("type", "button").Class("button").Class(look)
	if id != "" {
		b = b.ID(id)
	}
	return b
}

// choice is a button that stays pressed while what it names is shown.
func choice(id, text string, pressed bool, chosen app.EventHandler, scope app.EventOption) app.HTMLElem {
	return button(id, "choice").Attr("aria-pressed", pressed).OnClick(chosen, scope).Text(text)
}

// tableOf has its rows where a parser of HTML puts them.
func tableOf(rows []app.UI) app.HTMLElem { return el("table").Body(el("tbody").Body(rows...)) }

// disabled is an attribute that go-app would write as "false" into a page's text.
func disabled(e app.HTMLElem, off bool) app.HTMLElem { return e.Attr("disabled", off) }

// input is a field of some type.
func input(id, kind string) app.HTMLElemSelfClosing {
	return app.ElemSelfClosing("input").ID(id).Attr("type", kind)
}

// labelFor names a field.
func labelFor(id string) app.HTMLElem { return el("label").Attr("for", id) }

// nothing stands where a component has nothing to show.
func nothing() app.UI { return el("div").Hidden(true) }

// hiddenText is for those who hear the page.
func hiddenText(text string) app.UI { return span("hidden-text").Text(text) }
