package e2e

import (
	"slices"
	"testing"
)

// Twelve jobs come, one every 4 ms, to three consumers that need 20 ms for each: at 30 ms consumer-2 has had message 2
// since 4 ms and got message 5 at 24 ms. When it dies then, message 5 comes back at 124 ms.
func TestCrashAtTheInstant(t *testing.T) {
	p := Open(t, "lessons/competing-consumers#1&-at=30ms&-tab=events")
	p.At("30 ms")
	before := pastLog(p)
	p.Button("#faults", "Crash consumer-2")
	Eventually(p, noticeShown, "Crash of consumer-2 at 30 ms.")
	p.At("30 ms")
	p.Wait(`document.querySelector("#panel .log li.now")?.textContent.includes("consumer-2 crashed")`)
	after := pastLog(p)
	if len(after) != len(before)+1 || !slices.Equal(after[:len(before)], before) {
		t.Errorf("the past has changed: before %q, after %q", before, after)
	}

	p.Key("3")
	Eventually(p, `document.querySelector("#editor").value.trim().split("\n").at(-1)`, "at 30ms crash consumer-2")
	p.Fragment("1&-line=at+30ms+crash+consumer-2&-at=30ms&-tab=scenario")
	p.Wait(`[...document.querySelectorAll("#faults button")].some((b) => b.textContent === "Crash consumer-2" && b.getAttribute("aria-disabled") === "true")`)

	p.Click("#to-end")
	p.Counts(map[string]int{"written": 12, "deliveries": 13, "redeliveries": 1, "acknowledged": 12})
	p.Click("#undo")
	p.Counts(map[string]int{"written": 12, "deliveries": 12, "redeliveries": 0, "acknowledged": 12})
	Eventually(p, noticeShown, "Undone: crash of consumer-2.")
}

// pastLog is the lines of the event log up to the cursor.
func pastLog(p *Page) []string {
	p.t.Helper()
	p.Wait(`document.querySelector("#panel .log li.now") !== null`)
	return Eval[[]string](p, `(() => {
		const all = [...document.querySelectorAll("#panel .log li")];
		return all.slice(0, all.findIndex((e) => e.classList.contains("now")) + 1).map((e) => e.textContent);
	})()`)
}

// At 15 ms the one consumer works on message 1 since 10 ms. Its acknowledgement at 20 ms is lost, so that the message
// is visible again at 40 ms: six deliveries, and the end is at 70 ms in place of 60.
func TestDropAcknowledgeAtTheInstant(t *testing.T) {
	p := Open(t, fiveJobs+"#1&-at=15ms")
	p.At("15 ms")
	p.Button("#faults", "Drop next ack of consumer")
	Eventually(p, noticeShown, "Lost acknowledgement of consumer at 15 ms.")
	p.At("15 ms")
	p.Click("#to-end")
	p.At("70 ms")
	p.Counts(map[string]int{"written": 5, "deliveries": 6, "redeliveries": 1, "acknowledged": 5})
	Eventually(p, claimsShown, []claim{{"No job is lost", true}, {"Each job is handed out once", false}, {"No job waits", false}})
}

// One more message makes six, ten more sixteen: done at 10 + 16 × 10 ms.
func TestWriteByHand(t *testing.T) {
	p := Open(t, fiveJobs+"#1&-at=15ms")
	p.At("15 ms")
	p.Button("#faults", "Send one message")
	p.Counts(map[string]int{"written": 6, "visible": 5, "in-flight": 1})
	p.Button("#faults", "Send 10")
	p.Counts(map[string]int{"written": 16, "visible": 15, "in-flight": 1})
	p.At("15 ms")
	p.Click("#to-end")
	p.At("170 ms")
	p.Counts(map[string]int{"written": 16, "acknowledged": 16, "deliveries": 16})
}
