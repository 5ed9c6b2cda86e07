package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const (
	readoutShown = `document.querySelector("#depth-readout").textContent`
	levelTitle   = `document.querySelector("#depth-title").textContent`
	levelTable   = `[...document.querySelectorAll("#depth-table tr")].map((r) => [...r.cells].map((c) => c.textContent).join(" "))`
)

// Committed after the work, the third record is read and not committed when the reader dies over it at 25 ms.
func TestARunOfLogsShowsItsLag(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(keepPlots)
	p.Goto("lessons/commit-position#1&variant=after&-at=25ms")
	p.Started()
	Eventually(p, levelTitle, "Lag records each group has still to commit")
	Eventually(p, readoutShown, "25 ms: lag 3 · not yet read 2 · read 1")
	p.Counts(map[string]int{"appended": 5, "reads": 3, "read-again": 0, "commits": 2, "lag": 3})
	Eventually(p, `document.querySelector("#deliveries-readout").textContent`, "all records: first 5 · repeated 1")
	if n := p.Count("#level-lag"); n > 0 {
		t.Error("there is a choice, and no queue")
	}
	p.Click("#depth-table summary")
	Eventually(p, levelTable, []string{
		"group ms lag not yet read read, not committed",
		"billing 0 0 0 0", "billing 0 5 5 0", "billing 0 5 4 1", "billing 10 4 4 0", "billing 10 4 3 1", "billing 20 3 3 0",
		"billing 20 3 2 1", "billing 35 3 3 0", "billing 35 3 2 1", "billing 45 2 2 0", "billing 45 2 1 1", "billing 55 1 1 0",
		"billing 55 1 0 1", "billing 65 0 0 0", "billing 65 0 0 0",
	})
	axeBoth(p)
	// Where it dies over the second record, at 12 ms, and is back at 22 ms, it has that one in hand.
	p.Click("#keep-shadow")
	p.Type("#param-crash-at", "12"+kb.Enter)
	Eventually(p, readoutShown, "25 ms: lag 4 · not yet read 3 · read 1 · shadow 3")
}

// The choice is made by the keyboard, and outlives a change of the run.
func TestARunOfBothShowsDepthOrLag(t *testing.T) {
	p := Open(t, "lessons/queue-or-log#1&-at=295ms")
	Eventually(p, levelTitle, "Queue depth messages not yet acknowledged")
	p.Wait(readoutShown + `.startsWith("295 ms: total ")`)
	p.Focus("#level-lag")
	p.Key(kb.Enter)
	Eventually(p, levelTitle, "Lag records each group has still to commit")
	Eventually(p, `["depth", "lag"].map((l) => document.querySelector("#level-" + l).getAttribute("aria-pressed"))`, []string{"false", "true"})
	// By 295 ms 29 records of 10 ms are committed, and the next one is read: of billing's 30 and of analytics' 52.
	// Fulfilment is through with its 9.
	Eventually(p, readoutShown, "295 ms: lag 24 · not yet read 22 · read 2")
	p.Counts(map[string]int{"appended": 150, "reads": 30 + 30 + 9, "commits": 29 + 29 + 9, "lag": 24, "written": 150, "acknowledged": 87})
	axeBoth(p)
	// With ten orders less billing is through, too.
	p.Type("#param-records", "140"+kb.Enter)
	Eventually(p, readoutShown, "295 ms: lag 13 · not yet read 12 · read 1")
	Eventually(p, focused, "param-records")
	p.Click("#level-depth")
	p.Wait(readoutShown + `.startsWith("295 ms: total ")`)
	fits(p)
}

// The axis of sixty thousand messages has room for five digits.
func TestTheAxisOfCountsHasRoomForItsLabels(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(keepPlots)
	p.Goto("lessons/load-leveling")
	p.Started()
	p.WaitText("#ledger-done .end", "60000")
	Eventually(p, `(() => {
		const {plot} = document.querySelector("#depth-chart"), [, axis] = plot.axes;
		plot.ctx.font = axis.font[0];
		return [axis._values.at(-1), axis._values.every((l) => plot.ctx.measureText(l).width / devicePixelRatio + axis.gap <= axis._size)];
	})()`, []any{"60000", true})
}
