package e2e

import (
	"math"
	"testing"

	"github.com/queuelab/queuelab/web/scene"
)

// Message 2 is left unacknowledged at 0 ms, its lease ends at 30 ms, and consumer-2 has it done at once.
const unacknowledged = "lessons/unacknowledged"

func TestSeekByClick(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(keepPlots)
	p.Goto(unacknowledged)
	p.Started()
	run := simulate(t, "unacknowledged")
	axis := scene.NewAxis(run.Trace)

	t.Run("timeline", func(t *testing.T) {
		p.During(t)
		// Half way between 0 and 30 ms: everything of 0 ms has happened, 13 events.
		p.ClickAt("#timeline", axis.Position(13, 15e6, 0))
		near(p, 15, 0.2)
		Eventually(p, countersShown, run.counters(13))
		p.ClickAt("#timeline", 0.999)
		p.At("30 ms")
		Eventually(p, countersShown, run.counters(run.Trace.Len()))
	})
	t.Run("drag", func(t *testing.T) {
		p.During(t)
		x, y := p.point("#timeline", 0.9)
		left, _ := p.point("#timeline", 0)
		p.Drag(x, y, left, y)
		p.At("0 ms")
		Eventually(p, countersShown, run.counters(0))
	})
	t.Run("log line", func(t *testing.T) {
		p.During(t)
		p.Key("2")
		p.Wait(`document.querySelectorAll("#panel .log li").length === 18`)
		p.Button("#panel .log", "30 ms◆the lease of message 2 ended: it is visible again")
		p.At("30 ms")
		Eventually(p, countersShown, run.counters(14))
		p.Counts(map[string]int{"visible": 1, "in-flight": 0, "redeliveries": 0})
		Eventually(p, liveShown, "14 events, the last at 30 ms: the lease of message 2 ended: it is visible again.")
	})
	t.Run("chart", func(t *testing.T) {
		p.During(t)
		// The chart's left and right edges are 1.5 per cent of the run beyond its ends.
		p.ClickAt("#depth-chart .u-over", (0.015+0.5)/1.03)
		near(p, 15, 0.2)
		p.Counts(map[string]int{"visible": 0, "in-flight": 1})
	})
}

// near waits until the clock shows an instant that a click can hit to a pixel.
func near(p *Page, ms, within float64) {
	p.t.Helper()
	p.Wait(`document.querySelector("#clock").textContent !== "t = 0 ms"`)
	for range 3 {
		if math.Abs(p.Clock()-ms) <= within {
			return
		}
		p.Settle()
	}
	p.t.Errorf("the clock shows %v ms, want %v ± %v", p.Clock(), ms, within)
}
