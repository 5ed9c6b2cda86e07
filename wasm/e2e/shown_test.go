package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Eventually waits until a JavaScript expression gives want.
func Eventually[T any](p *Page, js string, want T) {
	p.t.Helper()
	wanted, err := json.Marshal(want)
	if err != nil {
		p.t.Fatal(err)
	}
	// The comparison is made in the page, where most of the waiting is.
	if p.becomes(fmt.Sprintf("%s(%s, %s)", same, js, wanted)) {
		return
	}
	p.t.Fatalf("%s: (-want +got)\n%.4000s\nproblems so far: %q", js, cmp.Diff(want, Eval[T](p, js)), p.Problems())
}

// same compares two values as JSON, whatever the order of an object's names.
const same = `((a, b) => {
	const text = (v) => JSON.stringify(v, (_, x) => x && typeof x === "object" && !Array.isArray(x)
		? Object.fromEntries(Object.entries(x).sort(([m], [n]) => m < n ? -1 : 1)) : x);
	return text(a) === text(b);
})`

// What a page shows, as JavaScript.
const (
	countersShown = `Object.fromEntries([...document.querySelectorAll("#so-far dd")].map((e) => [e.id.slice("count-".length), Number(e.textContent)]))`
	consoleShown  = `[...document.querySelectorAll("#console li:is(.past, .now)")].map((e) => e.textContent)`
	claimsShown   = `[...document.querySelectorAll("#claims li")].map((e) => ({Name: e.querySelector("span:not(.sign)").firstChild.data, Holds: e.classList.contains("yes")}))`
	goalsShown    = `[...document.querySelectorAll(".goals li")].map((e) => e.classList.contains("yes"))`
	summaryShown  = `document.querySelector("#summary").textContent`
	liveShown     = `document.querySelector("#live").textContent`
	clockShown    = `document.querySelector("#clock").textContent`
	noticeShown   = `(document.querySelector(".notice span")?.textContent ?? "")`
	settingsShown = `Object.fromEntries([...document.querySelectorAll("#params [id^=param-]")].map((e) => [e.id.slice("param-".length), e.value + (e.parentElement.querySelector(".unit")?.textContent ?? "")]))`
	focused       = `document.activeElement.id`
)

// At waits until the page shows the cursor at an instant, as "22 ms".
func (p *Page) At(instant string) {
	p.t.Helper()
	p.WaitText("#clock", "t = "+instant)
}

// Counts waits until some counters have these values.
func (p *Page) Counts(want map[string]int) {
	p.t.Helper()
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range want {
			if !yield(name) {
				return
			}
		}
	})
	list, err := json.Marshal(names)
	if err != nil {
		p.t.Fatal(err)
	}
	Eventually(p, fmt.Sprintf(`(() => { const all = %s; return Object.fromEntries(%s.map((n) => [n, all[n]])); })()`, countersShown, list), want)
}

// Fragment waits until the address has a fragment, which it gets a moment after what it tells of.
func (p *Page) Fragment(want string) {
	p.t.Helper()
	Eventually(p, `location.hash.slice(1)`, want)
}

// Button clicks the button with this text inside an element.
func (p *Page) Button(within, text string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf(`(() => {
		document.querySelector("[data-test-click]")?.removeAttribute("data-test-click");
		const button = [...document.querySelectorAll(%s)].find((b) => b.textContent.trim() === %s);
		button?.setAttribute("data-test-click", "");
		return button !== undefined;
	})()`, quote(within+" button"), quote(text)))
	p.Click("[data-test-click]")
}

// ClickAt clicks an element at a share, from 0 to 1, of its width, half way up.
func (p *Page) ClickAt(selector string, share float64) {
	p.t.Helper()
	x, y := p.point(selector, share)
	p.clickXY(x, y)
}

// point brings an element into view and gives a place in it, in pixels of the viewport.
func (p *Page) point(selector string, share float64) (x, y float64) {
	p.t.Helper()
	at := Eval[[]float64](p, fmt.Sprintf(`(() => {
		const element = document.querySelector(%s);
		element.scrollIntoView({block: "center", behavior: "instant"});
		const box = element.getBoundingClientRect();
		return [box.x + box.width * %v, box.y + box.height / 2];
	})()`, quote(selector), share))
	return at[0], at[1]
}

// Clock is the instant that the page shows, in milliseconds.
func (p *Page) Clock() float64 {
	p.t.Helper()
	text := Eval[string](p, clockShown)
	var value float64
	var unit string
	if _, err := fmt.Sscanf(text, "t = %g %s", &value, &unit); err != nil {
		p.t.Fatalf("the clock says %q", text)
	}
	return value * float64(map[string]time.Duration{"ms": time.Millisecond, "s": time.Second, "min": time.Minute}[unit]) / float64(time.Millisecond)
}
