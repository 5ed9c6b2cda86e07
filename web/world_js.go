package web

import (
	"strconv"
	"strings"
	"syscall/js"

	"github.com/queuelab/queuelab/core/trace"
	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/scene"
)

// fills lets the step that each handler is in fill up, in every frame of a
// playing run.
func (b *browser) fills(s *session) {
	m := s.model
	if m.Run == nil || len(m.Run.Trace.Head.Tables) == 0 && !handled(m) {
		return
	}
	for i := range m.Run.Trace.Head.Actors {
		if m.Run.Trace.Head.Actors[i].Handler == "" {
			continue
		}
		if node := document.Call("getElementById", "step-now-"+strconv.Itoa(i)); node.Truthy() {
			share := m.StepFill(i)
			if b.loop.calm() {
				share = 1
			}
			node.Get("style").Call("setProperty", "--fill", percent(share))
		}
	}
}

func handled(m *play.Model) bool {
	for i := range m.Run.Trace.Head.Actors {
		if m.Run.Trace.Head.Actors[i].Role == trace.Consumer && m.Run.Trace.Head.Actors[i].Handler != "" {
			return true
		}
	}
	return false
}

// dragFlag follows the pointer with a group's flag, and sets the group's
// position where it is let go.
func (b *browser) dragFlag(s *session, flag, e js.Value) {
	n, err := strconv.Atoi(strings.TrimPrefix(flag.Call("getAttribute", "data-key").String(), "flag-"))
	plan := b.stage.plan()
	if err != nil || plan == nil {
		return
	}
	e.Call("preventDefault")
	group := scene.FlagGroup(uint32(n))
	was := flag.Call("getAttribute", "transform").String()
	host := b.stage.host.node
	svg := host.Call("querySelector", "svg")
	scale := plan.Width / max(1, svg.Call("getBoundingClientRect").Get("width").Float())
	from, moved := e.Get("clientX").Float(), 0.0
	flag.Call("setPointerCapture", e.Get("pointerId"))
	var move, end js.Func
	move = js.FuncOf(func(_ js.Value, args []js.Value) any {
		moved = (args[0].Get("clientX").Float() - from) * scale
		flag.Call("setAttribute", "transform", was+" translate("+scene.Number(moved)+" 0)")
		return nil
	})
	end = js.FuncOf(func(js.Value, []js.Value) any {
		flag.Call("removeEventListener", "pointermove", move)
		flag.Call("removeEventListener", "lostpointercapture", end)
		move.Release()
		end.Release()
		flag.Call("setAttribute", "transform", was)
		if name := s.model.Run.Trace.Head.Groups[group].Name; moved > 2 || moved < -2 {
			s.dispatch(func() { s.send(play.SeekGroup{Group: name, To: plan.Position(group, flagX(was)+moved)}) })
		}
		return nil
	})
	flag.Call("addEventListener", "pointermove", move)
	flag.Call("addEventListener", "lostpointercapture", end)
}

// plan is the stage's furniture; nil before there is any.
func (v *stageView) plan() *scene.Plan {
	if v.stage == nil {
		return nil
	}
	return v.stage.Plan
}

// flagX is where a flag stands, from its transform: translate(310.5 46).
func flagX(transform string) float64 {
	text, _, _ := strings.Cut(strings.TrimPrefix(transform, "translate("), " ")
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return x
}
