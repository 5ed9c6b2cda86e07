package e2e

import (
	"testing"

	cdp "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// breakChart makes a function that the program calls at each move of the cursor throw.
const breakChart = `document.querySelector("#depth-chart").plot.valToPos = () => { throw new Error("broken on purpose"); }`

func TestPanicOffersReload(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(keepPlots)
	p.Goto(unacknowledged + "#1&visibility=10ms&-at=10ms")
	p.Started()
	p.At("10 ms")
	p.Wait(`document.querySelector("#depth-chart").plot !== undefined`)
	Eval[cdp.Void](p, breakChart)
	p.Key(kb.ArrowRight)
	p.Wait(`document.querySelector("#failure code")?.textContent.includes("broken on purpose")`)
	if !p.Visible("#failure") {
		t.Error("the error is not visible")
	}
	p.Axe()
	p.Axe(Dark)
	if p.Count("[role=alert]#failure") != 1 {
		t.Error("the error is not announced")
	}

	Eval[cdp.Void](p, "window.old = true")
	p.Button("#failure", "Reload")
	p.Wait(started + " && !window.old")
	Eventually(p, `document.querySelector("#param-visibility").value`, "10")
	p.Click("#to-end")
	p.At("30 ms")
	if p.Count("#failure") != 0 {
		t.Error("the error is still there after the reload")
	}
}

// Timers and the browser's calls are guarded as the handlers are. Safari, for one, refuses to change the address often.
func TestRefusedAddressChange(t *testing.T) {
	p := Open(t, fiveJobs)
	p.Tolerate("too often")
	Eval[cdp.Void](p, `history.replaceState = () => { window.refused = true; throw new DOMException("too often", "SecurityError"); }`)
	p.Key(kb.ArrowRight)
	p.Wait("window.refused")
	p.Click("#to-end")
	p.At("60 ms")
}
