package e2e
import ("testing"; cdp "github.com/chromedp/chromedp")
func TestDbg(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Goto("lessons/visibility-timeout#1&-tab=tradeoff")
	p.Started()
	p.Wait(stored)
	p.Settle()
	Eval[cdp.Void](p, `(() => { window.lt=[]; new PerformanceObserver((l) => lt.push(...l.getEntries().map((e) => [Math.round(e.startTime), Math.round(e.duration)]))).observe({type:"longtask"}); })()`)
	for range 3 {
	Eval[cdp.Void](p, `lt.length=0`)
	began := Eval[float64](p, `(() => { const b = performance.now(); document.querySelector("#measure").click(); return b; })()`)
	p.Wait(`document.querySelector("#measure") !== null && document.querySelector("#sweep-progress")?.textContent === "4,000 of 4,000 runs"`)
	p.Settle()
	t.Log(began, Eval[float64](p, "performance.now()"), Eval[[][]float64](p, "lt"))
	}
}
