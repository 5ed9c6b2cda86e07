package e2e

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	cdp "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// name tells the elements of a page apart for a person who reads a failure.
const name = `((e) => (e.id ? "#" + e.id : e.tagName.toLowerCase() + " " + (e.getAttribute("aria-label") ?? e.textContent.trim().slice(0, 40))))`

// reachable is what Tab must come to, in the order of the document.
const reachable = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
	.filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true}) && !e.closest("dialog:not([open])"))
	.map(` + name + `)`

// reached is the focused element, and whether a visitor sees it and that it has the focus.
const reached = `(() => {
	const e = document.activeElement;
	if (e === document.body) return {Name: "", Seen: true, Marked: true};
	const box = e.getBoundingClientRect();
	const style = getComputedStyle(e);
	const seen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
	const marked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1 || style.boxShadow !== "none";
	return {Name: ` + name + `(e), Seen: seen, Marked: marked};
})()`

type reach struct {
	Name         string
	Seen, Marked bool
}

func TestTabReachesEverything(t *testing.T) {
	for _, path := range []string{"", unacknowledged} {
		p := Open(t, path)
		want := Eval[[]string](p, reachable)
		if len(want) < 12 {
			t.Fatalf("only %q can have the focus", want)
		}
		var got []string
		for range len(want) + 3 {
			p.Key(kb.Tab)
			at := Eval[reach](p, reached)
			if at.Name == "" {
				break
			}
			got = append(got, at.Name)
			if !at.Seen || !at.Marked {
				t.Errorf("%q: %s has the focus: in view %t, marked %t", path, at.Name, at.Seen, at.Marked)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: Tab's way (-want +got):\n%s", path, diff)
		}
		p.Close()
	}
}

func TestSkipLink(t *testing.T) {
	p := Open(t, unacknowledged)
	p.Key(kb.Tab)
	if at := Eval[reach](p, reached); at.Name != "a Skip to the lesson" || !p.Visible(".skip") {
		t.Errorf("the first Tab goes to %+v", at)
	}
	p.Key(kb.Enter)
	Eventually(p, focused, "title")
}

func TestHelpSheet(t *testing.T) {
	p := Open(t, unacknowledged)
	p.Focus("#share")
	p.Key("?")
	p.Wait(`document.querySelector("#help-sheet").open`)
	Eventually(p, focused, "help-close")
	p.Axe()
	p.Axe(Dark)
	for range 6 {
		p.Key(kb.Tab)
		if !Eval[bool](p, `document.activeElement === document.body || document.activeElement.closest("#help-sheet") !== null`) {
			t.Errorf("Tab leaves the sheet for %s", Eval[reach](p, reached).Name)
		}
	}
	p.Key(kb.Escape)
	p.Wait(`!document.querySelector("#help-sheet").open`)
	Eventually(p, focused, "share")

	p.Click("#help")
	p.Wait(`document.querySelector("#help-sheet").open && document.querySelector("#help-sheet dt") !== null`)
	p.Click("#help-close")
	p.Wait(`!document.querySelector("#help-sheet").open`)
	Eventually(p, focused, "help")
}

// Every shortcut of the sheet but those that other tests press.
func TestShortcuts(t *testing.T) {
	p := Open(t, unacknowledged)
	press := func(key string, modifiers ...cdp.Modifier) { t.Helper(); p.Key(key, modifiers...) }
	press(kb.ArrowRight, cdp.ModifierShift) // all of 0 ms
	p.Counts(map[string]int{"written": 3, "acknowledged": 2, "in-flight": 1})
	press(kb.ArrowRight, cdp.ModifierShift) // all of 30 ms
	p.At("30 ms")
	p.Counts(map[string]int{"acknowledged": 3})
	press(kb.ArrowLeft, cdp.ModifierShift)
	p.At("0 ms")
	p.Counts(map[string]int{"acknowledged": 2})
	press(kb.Home)
	p.Counts(map[string]int{"written": 0})
	press(kb.PageDown)
	p.Counts(map[string]int{"written": 3, "deliveries": 3, "acknowledged": 1})
	press(kb.PageUp)
	p.Counts(map[string]int{"written": 0})
	press(kb.End)
	p.At("30 ms")
	press("-")
	Eventually(p, `document.querySelector("#speed").selectedOptions[0].textContent`, "½×")
	press("/")
	Eventually(p, focused, "filter")
	p.Key("2 acknowledged")
	p.Wait(`document.querySelectorAll("#panel .log li").length === 1`) // "left unacknowledged" is another word
	press(kb.Escape)
	p.Focus("#title")
	press("1")
	p.Wait(`document.querySelector("#console") !== null`)
	press(kb.Home)
	press(kb.ArrowRight, cdp.ModifierShift)
	press("w")
	p.Counts(map[string]int{"written": 4})
	press("u")
	p.Counts(map[string]int{"written": 3})
	press(kb.Home)
	press(kb.PageDown)
	press("c")
	p.Wait(noticeShown + `.startsWith("Crash of consumer-1")`)
	press("]")
	p.WaitText("h1", heading(t, visibilityTimeout))
	press("[")
	p.WaitText("h1", heading(t, unacknowledged))
	// A shortcut with Ctrl is the browser's.
	press("3", cdp.ModifierCtrl)
	p.Settle()
	if p.Count("#editor") > 0 {
		t.Error("Ctrl+3 changed the panel")
	}
}

func TestTabsByArrowKeys(t *testing.T) {
	p := Open(t, unacknowledged)
	p.Focus("#tab-console")
	p.Key(kb.ArrowRight)
	Eventually(p, focused, "tab-events")
	p.Wait(`document.querySelector("#tab-events").ariaSelected === "true"`)
	p.Key(kb.ArrowLeft + kb.ArrowLeft)
	Eventually(p, focused, "tab-brokers")
	p.Key(kb.ArrowRight)
	Eventually(p, focused, "tab-console")
	p.At("0 ms") // the arrows are the tabs' here
}

func TestNavigationFocusesTheHeading(t *testing.T) {
	p := Open(t, fiveJobs)
	p.Click(`#lessons a[href$="unacknowledged"]`)
	p.WaitText("h1", heading(t, unacknowledged))
	Eventually(p, focused, "title")
	Eventually(p, "document.title", heading(t, unacknowledged)+" · Queuelab")
	Eventually(p, "scrollY", 0)
	Eventually(p, `[...document.querySelectorAll("#lessons [aria-current=page]")].map((a) => a.getAttribute("href"))`, []string{"/repo/" + unacknowledged})
	Eval[cdp.Void](p, "history.back()")
	p.WaitText("h1", heading(t, fiveJobs))
	Eventually(p, focused, "title")
	p.Click(`a.brand`)
	p.WaitText("h1", heading(t, ""))
	Eventually(p, focused, "title")
}
