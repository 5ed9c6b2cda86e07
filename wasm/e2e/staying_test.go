package e2e

import "testing"

// atOnce does something to an element, e, in the very task in which the loader goes away, when most of the page is as it came.
func atOnce(selector, what string) string {
	return `document.addEventListener("DOMContentLoaded", () => {
	const loader = document.getElementById("app-wasm-loader");
	new MutationObserver((_, observer) => {
		if (!loader.isConnected) {
			observer.disconnect();
			const e = document.querySelector(` + quote(selector) + `);
			window.wasKept = e.closest("[data-kept]") !== null;
			` + what + `
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
			p.Prepare(atOnce(c.selector, "e.click();"))
			p.Goto(fiveJobs)
			p.Started()
			if got := Eval[bool](p, "window.wasKept"); got != c.kept {
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

// So is what is set in a field, and what keeps the focus is the field.
func TestSetEarly(t *testing.T) {
	set := func(value, event string) string {
		return `e.focus(); e.value = "` + value + `"; e.dispatchEvent(new Event("` + event + `", {bubbles: true}));`
	}
	for _, c := range []struct{ name, selector, what, field, becomes string }{
		{"field", "#param-work", set("20", "change"), "#param-work", "20"},
		{"slider", "#slider-work", set("0", "input"), "#param-work", "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := sharedServer(t).Tab(t)
			p.Prepare(atOnce(c.selector, c.what))
			p.Goto(fiveJobs)
			p.Started()
			if !Eval[bool](p, "window.wasKept") {
				t.Error("it was set in a part that answers at once")
			}
			Eventually(p, `document.querySelector("`+c.field+`").value`, c.becomes)
			if got := Eval[string](p, `"#" + document.activeElement.id`); got != c.selector {
				t.Errorf("the focus is on %s, want %s", got, c.selector)
			}
		})
	}
}

// What changes a run waits for it, however long it takes to compute.
func TestBrokenEarly(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(atOnce("#faults button", "e.click();"))
	p.Goto("lessons/load-leveling")
	p.Wait(`location.hash.includes("crash")`)
}

// A reader who goes through the page by the keyboard while the program loads stays where he is.
func TestFocusStays(t *testing.T) {
	p, let := withoutProgram(t)
	p.Goto(fiveJobs)
	p.Wait(`document.querySelector("#app-wasm-loader progress")?.value > 0`)
	for _, selector := range []string{"#lessons a[href$=inbox]", "#param-work", "#tab-events"} {
		Eval[bool](p, `(document.querySelector(`+quote(selector)+`).focus(), true)`)
	}
	let()
	p.Started()
	p.Wait(`document.querySelector("[data-kept]") === null`)
	p.Settle()
	if got := Eval[string](p, `document.activeElement.id`); got != "tab-events" {
		t.Errorf("the focus is on %q, want tab-events", got)
	}
}

// The theme that was chosen holds from the first picture on.
func TestThemeFromTheStart(t *testing.T) {
	p, let := withoutProgram(t)
	p.Prepare(`localStorage.setItem("queuelab/theme", "dark")`)
	p.Goto(fiveJobs)
	p.Wait(`performance.getEntriesByName("first-contentful-paint").length === 1`)
	if got := Eval[string](p, `document.documentElement.dataset.theme ?? "none"`); got != "dark" {
		t.Errorf("the first picture's theme is %s, want dark", got)
	}
	let()
	p.Started()
}
