package e2e

import (
	"strings"
	"testing"

	cdp "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// fakeClipboard keeps what the page copies, or refuses it while window.refuseCopy is true.
const fakeClipboard = `Object.defineProperty(navigator.clipboard, "writeText", {value: (text) => {
	if (window.refuseCopy) return Promise.reject(new Error("no"));
	window.copied = text;
	return Promise.resolve();
}})`

// everything is what a link must bring back.
const everything = `({
	title: document.querySelector("h1").textContent,
	clock: ` + clockShown + `,
	summary: ` + summaryShown + `,
	counters: ` + countersShown + `,
	claims: ` + claimsShown + `,
	settings: ` + settingsShown + `,
	goals: ` + goalsShown + `,
	tab: document.querySelector("[role=tab][aria-selected=true]").id,
	text: document.querySelector("#editor")?.value ?? "",
})`

func TestShareLinkInANewTab(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(fakeClipboard)
	p.Goto("lessons/competing-consumers#1&-at=30ms")
	p.Started()
	p.At("30 ms")
	p.Type("#param-work", "25"+kb.Enter)
	Eventually(p, `document.querySelector("#param-work").value`, "25")
	p.Button("#faults", "Crash consumer-2")
	p.Wait(`!document.querySelector("#undo").title.includes("Work per job")`)
	p.Key("3")
	p.Wait(`document.querySelector("#editor") !== null`)
	p.Click("#share")
	p.WaitText("#share", "Copied")
	link := Eval[string](p, "copied")
	want := Eval[any](p, everything)

	second := p.NewTab()
	second.Goto(strings.TrimPrefix(link, p.server.Root))
	second.Started()
	Eventually(second, everything, want)
	second.Close()

	// Where the browser doesn't let the page copy, the link is there to be copied by hand.
	Eval[cdp.Void](p, "window.refuseCopy = true")
	p.WaitText("#share", "Share link")
	p.Click("#share")
	Eventually(p, `document.querySelector("#share-field")?.value`, link)
	Eventually(p, focused, "share-field")
	p.Axe()
}

// Whatever stands in a fragment, the lesson is there from its start, with a word about it.
func TestBrokenFragments(t *testing.T) {
	p := Open(t, visibilityTimeout+"#garbage")
	good := `1&visibility=60ms&-at=20ms`
	for _, fragment := range []string{
		"garbage",
		"2&visibility=60ms",
		"1&visibility=banana",
		"1&visibility=-5ms",
		"1&visibility=99999999999999999999h",
		"1&no-such=3",
		"1&visibility",
		"1&visibility=%zz",
		"1&visibility=10ms&visibility=20ms",
		"1&-at=soon",
		"1&-event=-7",
		"1&-tab=secrets",
		"1&-line=at+1ms+crash+nobody",
		"1&-line=at+1ms+write+jobs+x+count+999999999999",
		"1&-text=queue",
		"1&-text=%3Cscript%3Ealert(1)%3C/script%3E",
		"%3Cimg%20src=x%20onerror=alert(1)%3E",
		"1&" + strings.Repeat("a", 20_000),
	} {
		Eval[cdp.Void](p, "location.hash = "+quote(fragment))
		p.Wait(noticeShown + `.startsWith("This link can't be followed: ") && ` + noticeShown + `.endsWith(". Here is the lesson from its start.")`)
		p.At("0 ms")
		Eventually(p, `document.querySelector("#param-visibility").value`, "30")
		if n := p.Count("#app script, #app img"); n != 0 {
			t.Fatalf("%s made %d elements", fragment, n)
		}
		Eval[cdp.Void](p, "location.hash = "+quote(good))
		p.At("20 ms")
		Eventually(p, `document.querySelector("#param-visibility").value`, "60")
		Eventually(p, noticeShown, "")
	}
	Eval[cdp.Void](p, `location.hash = "1&visibility=banana"`)
	p.Wait(noticeShown + ` !== ""`)
	p.Axe()
	p.Axe(Dark)
}

// A link to the longest run that fits is worked on in parts: the page answers meanwhile.
func TestLongRunLeavesThePageAlive(t *testing.T) {
	p := Open(t, "lessons/competing-consumers#1&messages=10000&every=1ms&work=30ms")
	p.Key("?")
	p.Wait(`document.querySelector("#help-sheet").open`)
	p.Key(kb.Escape)
	p.Wait(`!document.querySelector("#help-sheet").open`)
	p.Click("#to-end")
	p.Counts(map[string]int{"written": 10000, "acknowledged": 10000, "deliveries": 10000})
}

// A link that was followed before brings its state back, whatever the page has made of the address since.
func TestSameLinkAgain(t *testing.T) {
	p := Open(t, visibilityTimeout+"#1&visibility=60ms&-at=20ms")
	p.At("20 ms")
	p.Click("#to-start")
	p.Fragment("1&visibility=60ms")
	Eval[cdp.Void](p, `location.hash = "1&visibility=60ms&-at=20ms"`)
	p.At("20 ms")
}
