package e2e

import (
	"testing"

	cdp "github.com/chromedp/chromedp"
)

const (
	storedProgress = `localStorage.getItem("queuelab/progress")`
	ticks          = `[...document.querySelectorAll("#lessons li")].filter((e) => e.querySelector(".tick")?.textContent === "✓").map((e) => e.querySelector("a").getAttribute("href"))`
)

func TestProgressOutlastsReload(t *testing.T) {
	p := Open(t, fiveJobs)
	Eventually(p, ticks, []string{})
	p.Click("#to-end")
	Eventually(p, ticks, []string{"/repo/" + fiveJobs})
	p.Click("#theme")
	Eventually(p, `document.documentElement.dataset.theme`, "light")
	p.Goto(unacknowledged)
	p.Started()
	Eventually(p, ticks, []string{"/repo/" + fiveJobs})
	Eventually(p, `document.documentElement.dataset.theme`, "light")
	for name := range Eval[map[string]string](p, `Object.fromEntries(Object.keys(localStorage).map((k) => [k, ""]))`) {
		if len(name) < len("queuelab/") || name[:len("queuelab/")] != "queuelab/" {
			t.Errorf("the store has a key %q without the project's prefix", name)
		}
	}
}

// Opening a page again notes a visit, and nothing of what was noted before is lost by that.
func TestProgressOutlastsVisits(t *testing.T) {
	p := Open(t, fiveJobs)
	p.Click("#to-end")
	const finished = `JSON.parse(` + storedProgress + `).lessons["five-jobs"].finished`
	p.Wait(finished)
	p.Goto(unacknowledged)
	p.Started()
	p.Wait(`JSON.parse(` + storedProgress + `).lessons["unacknowledged"].visited`)
	p.Settle()
	p.Wait(finished)
}

func TestCorruptStoreIsToldAndReset(t *testing.T) {
	p := Open(t, fiveJobs)
	for _, text := range []string{"{broken", `{"version":99}`, `[]`} {
		Eval[cdp.Void](p, `localStorage.setItem("queuelab/progress", `+quote(text)+`)`)
		p.Reload()
		p.Started()
		p.Wait(noticeShown + `.startsWith("The progress kept in this browser can't be read: ")`)
		p.Wait(`JSON.parse(` + storedProgress + `).version === 1`)
		p.Click("#dismiss")
		Eventually(p, noticeShown, "")
	}
	p.Reload()
	p.Started()
	p.At("0 ms")
	p.Settle()
	Eventually(p, noticeShown, "")
}

// A browser that keeps nothing loses the progress and nothing else.
func TestNoStore(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(`Object.defineProperty(window, "localStorage", {configurable: true, get() { throw new DOMException("denied", "SecurityError"); }})`)
	p.Goto(fiveJobs)
	p.Started()
	p.Click("#to-end")
	p.At("60 ms")
	p.Click("#theme")
	Eventually(p, `document.documentElement.dataset.theme`, "light")
}

const (
	choiceShown = `[...document.querySelectorAll("#predict .choices button")].map((b) => [b.textContent, b.getAttribute("aria-pressed")])`
	resultShown = `(document.querySelector("#predict .result")?.textContent ?? "")`
)

// Four deliveries: three messages, and message 2 once more.
func TestPredict(t *testing.T) {
	p := Open(t, unacknowledged)
	p.Click("#to-end") // the question is no gate
	p.At("30 ms")
	p.Click("#to-start")
	p.Button("#predict", "3")
	Eventually(p, choiceShown, [][]string{{"2", "false"}, {"✕ 3", "true"}, {"4", "false"}, {"6", "false"}})
	p.Wait(resultShown + `.startsWith("Not so: the run says 4. 4: one for each of the 3 messages")`)

	p.Goto(fiveJobs)
	p.Started()
	p.Button("#predict", "5")
	Eventually(p, resultShown, "Noted. Play the run to its end and see.")
	Eventually(p, choiceShown, [][]string{{"3", "false"}, {"4", "false"}, {"5", "true"}})
	p.Axe()
	p.Click("#to-end")
	p.Wait(resultShown + `.startsWith("Right. 5. The first job is in flight")`)
	Eventually(p, choiceShown, [][]string{{"3", "false"}, {"4", "false"}, {"✓ 5", "true"}})
	p.Axe()
	p.Axe(Dark)
}

func TestHints(t *testing.T) {
	p := Open(t, unacknowledged)
	Eventually(p, goalsShown, []bool{false, true})
	p.WaitText("#hint", "Hint 1 of 2")
	p.Click("#hint")
	Eventually(p, `document.querySelectorAll(".hints li").length`, 1)
	p.Click("#hint")
	Eventually(p, `document.querySelectorAll(".hints li").length`, 2)
	p.Wait(`document.querySelector("#hint").disabled`)
	p.Click("#solution")
	p.Button("#challenge", "Not yet")
	p.WaitText("#solution", "Solution")
	Eventually(p, goalsShown, []bool{false, true})
}
