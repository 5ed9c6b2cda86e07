package web

import (
	"syscall/js"

	"github.com/queuelab/queuelab/web/play"
)

// key is the keyboard's shortcuts, where the focus is not on something that
// the key means something for by itself.
func (b *browser) key(s *session, e js.Value) {
	if e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("altKey").Bool() || e.Get("defaultPrevented").Bool() {
		return
	}
	key := e.Get("key").String()
	msg := s.model.MsgFor(key, e.Get("shiftKey").Bool(), ownKeys(e.Get("target"), key))
	if msg == nil {
		return
	}
	e.Call("preventDefault")
	s.dispatch(func() { s.send(msg) })
}

// ownKeys says that an element does something of its own for a key.
func ownKeys(target js.Value, key string) bool {
	if !target.Get("closest").Truthy() {
		return false
	}
	if target.Call("closest", "input, textarea, select, [role=tab], [role=spinbutton], .table-scroll, .world-scroll").Truthy() {
		return true
	}
	press := key == " " || key == "Enter"
	return press && target.Call("closest", "button, a, summary").Truthy()
}

// grab begins a drag on the timeline, or selects what was pressed on the stage.
func (b *browser) grab(s *session, e js.Value) {
	target := e.Get("target")
	if !target.Get("closest").Truthy() || e.Get("button").Int() != 0 {
		return
	}
	if s.drawer && !target.Call("closest", "#lessons, #menu").Truthy() {
		s.dispatch(s.toggleDrawer)
		return
	}
	if line := target.Call("closest", "#timeline"); line.Truthy() {
		b.drag(s, line, e, s.seek)
		return
	}
	if lines := target.Call("closest", "#lifelines"); lines.Truthy() {
		b.drag(s, lines, e, s.seekLines)
		return
	}
	if flag := target.Call("closest", `#stage [data-key^="flag-"]`); flag.Truthy() {
		b.dragFlag(s, flag, e)
		return
	}
	if thing := target.Call("closest", "#stage [data-key]"); thing.Truthy() {
		if sel, ok := selection(s, thing.Call("getAttribute", "data-key").String()); ok {
			// The browser itself moves the focus to where it was pressed, after this.
			b.soon(s, func() { s.dispatch(func() { s.send(play.Select{Selection: sel}) }) })
		}
	}
}

// drag follows the pointer until it is let go, and goes to where it is along a line.
func (b *browser) drag(s *session, line, e js.Value, to func(share float64)) {
	line.Call("setPointerCapture", e.Get("pointerId"))
	seek := func(e js.Value) {
		box := line.Call("getBoundingClientRect")
		share := (e.Get("clientX").Float() - box.Get("left").Float()) / max(1, box.Get("width").Float())
		s.guard(func() { to(min(1, max(0, share))) })
	}
	var move, end js.Func
	move = js.FuncOf(func(_ js.Value, args []js.Value) any {
		seek(args[0])
		return nil
	})
	end = js.FuncOf(func(js.Value, []js.Value) any {
		line.Call("removeEventListener", "pointermove", move)
		line.Call("removeEventListener", "lostpointercapture", end)
		move.Release()
		end.Release()
		return nil
	})
	line.Call("addEventListener", "pointermove", move)
	line.Call("addEventListener", "lostpointercapture", end)
	seek(e)
}
