package e2e

import "testing"

// pressAtOnce presses an element in the very task in which the loader goes away, when most of the page is as it came.
func pressAtOnce(selector string) string {
	return `document.addEventListener("DOMContentLoaded", () => {
	const loader = document.getElementById("app-wasm-loader");
	new MutationObserver((_, observer) => {
		if (!loader.isConnected) {
			observer.disconnect();
			window.pressedEarly = document.querySelector(` + quote(selector) + `).closest("[data-kept]") !== null;
			document.querySelector(` + quote(selector) + `).click();
		}
	}).observe(document.body, {childList: true});
})`
}

// What is pressed before its part of the page is taken over is answered afterwards.
func TestPressedEarly(t *testing.T) {
	for _, c := range []struct {
		selector string
		kept     bool
		becomes  string
	}{
		{"#tab-events", true, `document.querySelector("#tab-events").getAttribute("aria-selected") === "true"`},
		{"#predict button:nth-of-type(2)", true, `document.querySelector("#predict .result") !== null`},
		{"#step-on", false, `document.querySelector("#timeline").getAttribute("aria-valuetext") !== "0 ms" || document.querySelector("#count-written").textContent !== "0"`},
		{"#play", false, `document.querySelector("#play").textContent.trim() === "Pause" || document.querySelector("#clock").textContent !== "t = 0 ms"`},
	} {
		t.Run(c.selector, func(t *testing.T) {
			p := sharedServer(t).Tab(t)
			p.Prepare(pressAtOnce(c.selector))
			p.Goto(fiveJobs)
			p.Started()
			if got := Eval[bool](p, "window.pressedEarly"); got != c.kept {
				t.Errorf("pressed in a part that stays: %v, want %v", got, c.kept)
			}
			p.Wait(c.becomes)
		})
	}
}

// A long run leaves the page what it came with until it is there.
func TestResultsStay(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(`document.addEventListener("DOMContentLoaded", () => {
	const results = () => [...document.querySelectorAll("#so-far dd, #claims li, #ledger td")]
		.map((e) => e.textContent.replace(/\s/g, "")).join();
	const first = results(), picture = () => document.querySelector("#stage svg") !== null;
	window.flashed = first === "" || !picture();
	const watch = () => {
		window.flashed ||= results() !== first || !picture();
		requestAnimationFrame(watch);
	};
	watch();
})`)
	p.Goto("lessons/load-leveling")
	p.Started()
	p.Wait(`document.querySelector("#so-far").dataset.kept === undefined`)
	p.Settle()
	if Eval[bool](p, "window.flashed") {
		t.Error("what the page came with was gone for a moment")
	}
}
