package web

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// pageAsItCame is what the reader had before the program.
type pageAsItCame struct {
	body js.Value
	// focus is what had the focus; pressed, what was pressed in a part that could
	// not answer yet, and entered, what was set there.
	focus, pressed way
	entered        []entry
	listener       js.Func
}

// remember takes note of that page before go-app makes its own.
func (b *browser) remember() staying {
	main := document.Call("getElementById", "main")
	if !main.Truthy() {
		return nothingStays
	}
	b.came.body = main.Call("closest", rootElement)
	b.holdFocus()
	b.stage.first = document.Call("getElementById", "stage")
	return restStays
}

// kept is an element of it, to be mounted as it is.
func (b *browser) kept(selector string) app.UI {
	e := b.came.body.Call("querySelector", selector)
	if !e.Truthy() {
		return nothing()
	}
	e.Get("dataset").Set("kept", "")
	return app.Raw(e.Get("outerHTML").String())
}

// forget lets that page go, and what was asked of it.
func (b *browser) forget() {
	for _, event := range early {
		document.Call("removeEventListener", event, b.came.listener)
	}
	b.came.listener.Release()
	b.came = pageAsItCame{}
}

// noteEarly takes note of what is pressed and set before its time, for answerEarly.
func (b *browser) noteEarly() {
	document.Get("documentElement").Get("dataset").Set("takingOver", "")
	b.refocus()
	b.came.listener = js.FuncOf(func(_ js.Value, args []js.Value) any {
		e := args[0].Get("target")
		if !stillKept(e) {
			return nil
		}
		if event := args[0].Get("type").String(); event == "click" {
			b.came.pressed = wayTo(e)
		} else if e.Get("type").String() != "checkbox" { // which a press sets
			b.came.entered = append(b.came.entered, entry{wayTo(e), event, e.Get("value").String()})
		}
		return nil
	})
	for _, event := range early {
		document.Call("addEventListener", event, b.came.listener)
	}
}

var early = []string{"click", "input", "change"}

func stillKept(e js.Value) bool { return e.Call("closest", "[data-kept]").Truthy() }

// answerEarly does what was asked of the parts that have been taken over by
// now. The last time it is all of them.
func (b *browser) answerEarly(last bool) {
	document.Get("documentElement").Get("dataset").Delete("takingOver")
	b.refocus()
	var waiting []entry
	for _, en := range b.came.entered {
		switch e := en.at.element(); {
		case !e.Truthy():
		case stillKept(e):
			waiting = append(waiting, en)
		default:
			e.Set("value", en.value)
			e.Call("dispatchEvent", window.Get("Event").New(en.event, map[string]any{"bubbles": true}))
		}
	}
	b.came.entered = waiting
	if e := b.came.pressed.element(); e.Truthy() && !stillKept(e) {
		b.came.pressed = nil
		if e = e.Call("closest", "button, input, summary"); e.Truthy() {
			e.Call("click")
		}
	}
	if last {
		b.forget()
	}
}

// holdFocus keeps in mind what has the focus while its element is made anew.
func (b *browser) holdFocus() { b.came.focus = wayTo(document.Get("activeElement")) }

func (b *browser) refocus() {
	if document.Get("activeElement").Equal(document.Get("body")) {
		if e := b.came.focus.element(); e.Truthy() {
			e.Call("focus", map[string]any{"preventScroll": true})
		}
	}
}

// entry is what was set in a field, and the event that told of it.
type entry struct {
	at           way
	event, value string
}

// way goes from an element up to the root component's, by places among the
// children. It is nil from there and from outside.
type way []int

const rootElement = ".app"

func wayTo(e js.Value) (w way) {
	if !e.Call("closest", rootElement).Truthy() {
		return nil
	}
	for ; !e.Call("matches", rootElement).Bool(); e = e.Get("parentElement") {
		at := 0
		for before := e.Get("previousElementSibling"); before.Truthy(); before = before.Get("previousElementSibling") {
			at++
		}
		w = append(w, at)
	}
	return w
}

// element is what is there now, or nothing.
func (w way) element() js.Value {
	if w == nil {
		return js.Null()
	}
	e := document.Call("querySelector", rootElement)
	for i := len(w) - 1; i >= 0 && e.Truthy(); i-- {
		e = e.Get("children").Index(w[i])
	}
	return e
}
