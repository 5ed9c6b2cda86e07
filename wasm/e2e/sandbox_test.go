package e2e

import (
	"strings"
	"testing"

	cdp "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const sandbox = "lessons/sandbox"

// editorText is the editor's text in a test.
func editorText(p *Page) string { return p.Value("#editor") }

// axeBoth looks at both themes, without the moments between them, and with
// nothing half under the header.
func axeBoth(p *Page) {
	p.t.Helper()
	Eval[cdp.Void](p, "window.scrollTo(0, 0)")
	p.Axe(ReducedMotion)
	p.Axe(Dark, ReducedMotion)
}

// write puts text at the end of the editor as a person types it.
func write(p *Page, text string) {
	p.t.Helper()
	p.Focus("#editor")
	Eval[cdp.Void](p, `document.querySelector("#editor").setSelectionRange(1e6, 1e6)`)
	p.Key(text)
}

func TestSandboxBeginsEmptyAndFollowsWhatIsInserted(t *testing.T) {
	p := Open(t, sandbox)
	if got := editorText(p); got != "" || p.Count("#stage-empty") != 1 {
		t.Fatalf("it begins with %q", got)
	}
	axeBoth(p)
	p.Click("#begin-start")
	p.Wait(`document.querySelector("#stage-empty") === null && document.querySelector("#editor").value.startsWith("queue jobs\n")`)
	p.Wait(`document.querySelectorAll("#stage .consumer").length === 2`)
	p.Click("#piece-crash")
	p.Wait(`document.querySelector("#editor").value.endsWith("at 15ms crash worker-1 for 20ms\n")`)
	p.Wait(`location.hash.includes("crash+worker-1")`)
	axeBoth(p)
	link := p.Location()
	p.Click("#editor-undo")
	p.Wait(`!document.querySelector("#editor").value.includes("crash")`)
	again := Open(t, link)
	again.Wait(`document.querySelector("#editor").value.endsWith("crash worker-1 for 20ms\n")`)
	again.Wait(`document.querySelectorAll("#stage .consumer").length === 2`)
}

func TestEditorKeepsTheLastGoodRunAndMarksErrors(t *testing.T) {
	p := Open(t, sandbox)
	p.Click("#begin-start")
	p.Wait(`document.querySelectorAll("#stage .consumer").length === 2`)
	write(p, "consumer late"+kb.Enter+"from jobz")
	p.Wait(`document.querySelector("#problems li button")?.textContent.startsWith("Line 13: jobz: ")`)
	if got := editorText(p); !strings.HasSuffix(got, "consumer late\n  from jobz") {
		t.Errorf("the block's line is not indented: %q", got)
	}
	p.Wait(`document.querySelector("#editor-lines b").textContent === "13"`)
	p.Wait(`document.querySelector("#editor-marks mark").textContent === "jobz"`)
	p.WaitText("#editor-status", "One error. The stage shows the last text that could run.")
	if n := p.Count("#stage .consumer"); n != 2 {
		t.Errorf("%d consumers on the stage, want the 2 of the last good run", n)
	}
	axeBoth(p)
	Eval[cdp.Void](p, `document.querySelector("#editor").setSelectionRange(0, 0)`)
	p.Focus("#problems li button")
	p.Key(kb.Enter)
	p.Wait(`document.activeElement.id === "editor" && document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd) === "jobz"`)
	p.Key("jobs")
	p.Wait(`document.querySelectorAll("#stage .consumer").length === 3 && document.querySelector("#problems") === null`)
	p.WaitText("#editor-status", "The stage follows what you write.")
}

func TestTabIndentsAndEscapeThenTabLeaves(t *testing.T) {
	p := Open(t, sandbox)
	p.Focus("#editor")
	p.Key(kb.Tab) // on the way past, nothing was typed yet
	p.Wait(`document.activeElement.id !== "editor"`)
	p.Focus("#editor")
	p.Key("seed 7" + kb.Enter)
	p.Key(kb.Tab)
	if got := editorText(p); got != "seed 7\n  " {
		t.Errorf("after Tab: %q", got)
	}
	p.Key(kb.Tab, cdp.ModifierShift)
	if got := editorText(p); got != "seed 7\n" {
		t.Errorf("after Shift+Tab: %q", got)
	}
	p.Key(kb.Escape)
	p.Key(kb.Tab)
	p.Wait(`document.activeElement.id !== "editor"`)
	if got := editorText(p); got != "seed 7\n" {
		t.Errorf("after Escape and Tab: %q", got)
	}
}

func TestFormatAndTheReference(t *testing.T) {
	p := Open(t, sandbox)
	write(p, "queue    jobs")
	p.Click("#format")
	p.Wait(`document.querySelector("#editor").value === "queue jobs\n"`)
	p.Click("#reference > summary")
	p.Click("#reference .section:nth-of-type(2) > summary")
	p.Click("#reference .section:nth-of-type(2) .usage")
	p.Wait(`document.querySelector("#editor").value === "queue jobs\n  visibility 30ms\n"`)
	axeBoth(p)
}

func TestOpenInTheSandboxTakesTheSettingsAlong(t *testing.T) {
	p := Open(t, "lessons/visibility-timeout#1&visibility=60ms&-tab=scenario")
	p.Click("#to-sandbox")
	p.Wait(`location.pathname.endsWith("/lessons/sandbox")`)
	p.Wait(`document.querySelector("#editor")?.value.includes("param visibility 60ms from 1ms")`)
	p.WaitText("#title", "Sandbox")
	p.Click("#to-end")
	p.WaitText("#count-deliveries", "1")
}

func TestPredictACurve(t *testing.T) {
	p := Open(t, "lessons/queue-depth")
	axeBoth(p)
	p.Focus("#point-0")
	for range 6 {
		p.Key(kb.ArrowRight)
	}
	p.Wait(`document.activeElement.id === "point-6"`)
	for range 12 {
		p.Key(kb.ArrowUp)
	}
	p.Wait(`document.querySelector("#point-6").getAttribute("aria-valuetext").startsWith("12 at")`)
	for i, depth := range []string{"0", "2", "4", "6", "8", "10"} {
		Eval[cdp.Void](p, `(() => { const e = document.querySelector("#point-`+string(rune('0'+i))+`"); e.value = `+depth+`; e.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	}
	p.Click("#run-curve")
	p.Click("#to-end")
	p.Wait(`document.querySelector("#predict .result").textContent.startsWith("Right, 100 of 100. Your curve is the run's, point for point.")`)
	if p.Count("#curve-plot polyline.measured") != 1 || p.Count("#curve-table tr") != 8 {
		t.Error("the run's curve is not shown")
	}
	axeBoth(p)
}

func TestDrawACurveWithThePointer(t *testing.T) {
	p := Open(t, "lessons/queue-depth")
	box := Eval[[]float64](p, `(() => { document.querySelector("#curve-plot").scrollIntoView({block: "center"}); const b = document.querySelector("#curve-plot").getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; })()`)
	x, y, w, h := box[0], box[1], box[2], box[3]
	p.Drag(x+1, y+h-1, x+w-1, y+1)
	p.Wait(`document.querySelector("#point-6").value === "30"`)
	if got := p.Value("#point-3"); got != "15" {
		t.Errorf("half way along the stroke the point is at %s, want 15", got)
	}
	p.Click("#run-curve")
	p.Click("#to-end")
	p.Wait(`document.querySelector("#predict .result").textContent.includes("farthest apart at 6\u00a0s: you drew 30, the run has 12")`)
}

func TestPredictANumber(t *testing.T) {
	p := Open(t, "lessons/competing-consumers")
	p.Type("#answer", "many"+kb.Enter)
	p.Wait(`document.querySelector("#answer-problem") !== null && document.querySelector("#answer").getAttribute("aria-invalid") === "true"`)
	axeBoth(p)
	p.Type("#answer", "36"+kb.Enter)
	p.Click("#to-end")
	p.Wait(`document.querySelector("#predict .result").textContent.startsWith("Not so: the run says 12. Yours is 24 too many.")`)
	axeBoth(p)
}

func TestASolutionCanBeTakenBack(t *testing.T) {
	p := Open(t, "lessons/visibility-timeout#1&work=50ms")
	p.Click("#solution")
	p.Wait(`document.activeElement.id === "solution-yes"`)
	p.Key(kb.Enter)
	p.Wait(`document.querySelector("#param-heartbeat").value === "20"`)
	p.Click("#take-back")
	p.Wait(`document.querySelector("#param-work").value === "50" && document.querySelector("#take-back") === null`)
}

func TestGoalsTickThemselvesAndHintsComeOneAtATime(t *testing.T) {
	p := Open(t, "lessons/visibility-timeout")
	for hints := 1; hints <= 3; hints++ {
		p.Click("#hint")
		p.Wait(`document.querySelectorAll("#challenge .hints li").length === ` + string(rune('0'+hints)))
	}
	p.Wait(`document.querySelector("#hint").disabled`)
	if n := p.Count("#challenge .goals .yes"); n == 3 {
		t.Error("every goal is ticked before anything was done")
	}
	p.Type("#param-heartbeat", "20ms"+kb.Enter)
	p.Wait(`document.querySelectorAll("#challenge .goals .yes").length === 3 && document.querySelector("#challenge .solved") !== null`)
	axeBoth(p)
}

func TestTheDepthToBeDrawnIsVeiledUntilItWasSeen(t *testing.T) {
	p := Open(t, "lessons/queue-depth")
	p.Wait(`document.querySelector("#depth-chart.veiled .chart-veil") !== null && document.querySelector("#depth-table") === null`)
	p.Click("#to-end")
	p.Wait(`document.querySelector("#depth-chart.veiled") === null && document.querySelector("#depth-table") !== null`)
}
