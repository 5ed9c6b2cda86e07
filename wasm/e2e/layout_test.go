package e2e

import (
	"fmt"
	"testing"

	cdp "github.com/chromedp/chromedp"
)

// sideways names what sticks out to the right, where the page can be scrolled there.
const sideways = `document.documentElement.scrollWidth <= innerWidth ? [] :
	[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
	.map((e) => e.tagName + "#" + e.id + "." + e.getAttribute("class")).slice(0, 5)`

// fits looks at a page at several widths, and with the text twice as large.
func fits(p *Page) {
	p.t.Helper()
	for _, size := range []struct{ width, text int }{{390, 100}, {320, 100}, {390, 150}, {1024, 100}, {1024, 200}} {
		p.Size(size.width, 844)
		Eval[cdp.Void](p, fmt.Sprintf(`document.documentElement.style.fontSize = "%d%%"`, size.text))
		p.Settle()
		if out := Eval[[]string](p, sideways); len(out) > 0 {
			p.t.Errorf("%d pixels, text at %d %%: %q stick out", size.width, size.text, out)
		}
	}
	Eval[cdp.Void](p, `document.documentElement.removeAttribute("style")`)
	p.Size(1440, 900)
}

// On a phone the stage lies downwards, and its buttons are large enough for a finger.
func TestPhone(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Size(390, 844)
	p.Goto(unacknowledged)
	p.Started()
	box := Eval[[]float64](p, `(() => { const b = document.querySelector("#stage svg").viewBox.baseVal; return [b.width, b.height]; })()`)
	if box[0] > 390 || box[1] <= box[0]/2 {
		t.Errorf("the stage is %v by %v", box[0], box[1])
	}
	for _, id := range []string{"#to-start", "#step-back", "#play", "#step-on", "#to-end", "#timeline", "#speed"} {
		p.point(id, 0.5)
		size := Eval[[]float64](p, `(() => { const b = document.querySelector("`+id+`").getBoundingClientRect(); return [b.width, b.height, b.left, b.right]; })()`)
		if size[0] < 24 || size[1] < 24 || size[2] < 0 || size[3] > 390 {
			t.Errorf("%s is %v by %v pixels, from %v to %v", id, size[0], size[1], size[2], size[3])
		}
		if !p.Visible(id) {
			t.Errorf("%s is covered", id)
		}
	}
	p.Click("#step-on")
	p.Counts(map[string]int{"written": 1})
	p.ClickAt("#timeline", 0.999)
	p.At("30 ms")

	p.Click("#menu")
	p.Wait(`document.querySelector("#menu").getAttribute("aria-expanded") === "true" && document.activeElement.closest("#lessons") !== null`)
	p.Axe()
	p.Axe(Dark)
	p.Click(`#lessons a[href$="five-jobs"]`)
	p.WaitText("h1", heading(t, fiveJobs))
	p.Wait(`document.querySelector("#menu").getAttribute("aria-expanded") === "false"`)
}

// countPictures counts the frames in which the stage differs from the frame before.
const countPictures = `window.pictures = 0; {
	let last = document.querySelector("#stage svg").innerHTML;
	const look = () => {
		const now = document.querySelector("#stage svg").innerHTML;
		if (now !== last) { window.pictures++; last = now; }
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
}`

// With reduced motion a step is one change of the picture, and a run has one for each event at most.
func TestReducedMotionStepsDiscretely(t *testing.T) {
	p := Open(t, unacknowledged)
	p.Media(ReducedMotion)
	p.Click("#step-on")
	p.Counts(map[string]int{"written": 1})
	p.Settle()
	Eval[cdp.Void](p, countPictures)
	p.Click("#step-on")
	p.Counts(map[string]int{"written": 2})
	p.Settle()
	if n := Eval[int](p, "pictures"); n > 1 {
		t.Errorf("a step shows %d pictures", n)
	}
	p.Click("#to-start")
	p.Settle()
	p.Focus("#title")
	p.Key("++++")
	Eval[cdp.Void](p, "pictures = 0")
	p.Key(" ")
	p.At("30 ms")
	p.WaitText("#play", "Play")
	if n, most := Eval[int](p, "pictures"), simulate(t, "unacknowledged").Trace.Len(); n > most || n == 0 {
		t.Errorf("a run of %d events shows %d pictures", most, n)
	}

	p.Media()
	p.Settle()
	Eval[cdp.Void](p, "pictures = 0")
	p.Click("#step-back")
	p.Wait("pictures > 2") // with motion, the message moves
}
