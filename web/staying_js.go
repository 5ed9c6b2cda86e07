package web

import (
	"syscall/js"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// pageAsItCame is what the reader had before the program.
type pageAsItCame struct {
	body js.Value
	// pressed is what was pressed in a part that could not answer yet: the way
	// to it from the document's body, by places among the children.
	pressed  []int
	listener js.Func
}

// remember takes note of that page before go-app makes its own.
func (b *browser) remember() staying {
	main := document.Call("getElementById", "main")
	if !main.Truthy() {
		return nothingStays
	}
	b.came.body = main.Call("closest", ".app")
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

// forget lets that page go.
func (b *browser) forget() { b.came.body = js.Undefined() }

// notePresses takes note of what is pressed before its time, for answerPress.
func (b *browser) notePresses() {
	document.Get("documentElement").Get("dataset").Set("takingOver", "")
	b.came.listener = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if e := args[0].Get("target"); e.Call("closest", "[data-kept]").Truthy() {
			b.came.pressed = wayTo(e)
		}
		return nil
	})
	document.Call("addEventListener", "click", b.came.listener)
}

func (b *browser) answerPress() {
	document.Get("documentElement").Get("dataset").Delete("takingOver")
	document.Call("removeEventListener", "click", b.came.listener)
	b.came.listener.Release()
	if b.came.pressed == nil {
		return
	}
	e := document.Get("body")
	for i := len(b.came.pressed) - 1; i >= 0 && e.Truthy(); i-- {
		e = e.Get("children").Index(b.came.pressed[i])
	}
	if e.Truthy() {
		e = e.Call("closest", "button, input, summary")
	}
	if e.Truthy() {
		e.Call("click")
	}
}

// wayTo goes from an element up to the document's body.
func wayTo(e js.Value) (way []int) {
	for body := document.Get("body"); e.Truthy() && !e.Equal(body); e = e.Get("parentElement") {
		place := 0
		for before := e.Get("previousElementSibling"); before.Truthy(); before = before.Get("previousElementSibling") {
			place++
		}
		way = append(way, place)
	}
	return way
}
