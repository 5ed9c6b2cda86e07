package e2e

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// scenarioAt is the address of a lesson with another scenario.
func scenarioAt(text string) string {
	return "lessons/five-jobs#1&-text=" + url.QueryEscape(text)
}

// lineAdded waits until the address says that a line was added to the scenario.
func (p *Page) lineAdded(part string) {
	p.t.Helper()
	p.Wait("decodeURIComponent(location.hash.replaceAll('+', ' ')).includes(" + quote(part) + ")")
}

func TestACrashIsPutBetweenTwoSteps(t *testing.T) {
	p := Open(t, "lessons/inbox#1&crash-after=never")
	p.WaitText("#table-account .figure", "100")
	p.Focus(".handler .gap:nth-of-type(6) button")
	p.Key(kb.Enter)
	p.lineAdded("crash worker after inner step 1 for")
	p.Wait(`document.querySelector(".handler .gap.set") !== null`)
	p.Key("u")
	p.Wait(`!location.hash.includes("crash+worker")`)
	p.Wait(`document.querySelector(".handler .gap.set") === null`)
	p.Axe()
	p.Axe(Dark)
}

func TestStepsAndTablesFollowTheCursor(t *testing.T) {
	p := Open(t, "lessons/inbox#1&-at=12ms")
	p.WaitText("#table-account .figure", "70 (just changed)")
	p.WaitText(".handler .gap.hit button", "✕ crashed here at 10 ms")
	p.Wait(`document.querySelector(".handler .step.undone .what").textContent === "acknowledge"`)
	p.Key(kb.Home)
	p.WaitText("#table-account .figure", "100")
	p.Wait(`document.querySelectorAll(".handler .step.done").length === 0`)
	p.Key(kb.End)
	p.WaitText("#table-account .figure", "70")
	p.WaitText("#ledger-claim-1 .end", "70")
}

func TestReceiptsPileUp(t *testing.T) {
	p := Open(t, scenarioAt(`queue orders
producer shop
  to orders
  write "order=7" "order=8"
mailbox receipts
handler ship each 4ms
  send receipts "receipt {order}"
  acknowledge
consumer worker
  from orders
  handler ship
`))
	p.WaitText("#mailbox-receipts .none", "Nothing was sent.")
	p.Key(kb.End)
	p.Wait(`[...document.querySelectorAll("#mailbox-receipts .letter span:last-child")].map(e => e.textContent).join() === "receipt 7,receipt 8"`)
	p.Wait(`document.querySelector("#mailbox-receipts h2").textContent.includes("2 sent")`)
	p.Axe()
}

const deadLetters = `queue jobs
  max-deliveries 1
  dead-letter failed
queue failed
producer shop
  to jobs
  write "a" "b" "c"
consumer worker
  from jobs
  work 10ms
  fails "b" times 1 requeue
`

func TestDeadLettersAreLookedIntoAndSentAgain(t *testing.T) {
	p := Open(t, scenarioAt(deadLetters)+"&-at=25ms")
	p.Wait(`document.querySelectorAll("#stage .queue.morgue").length === 1`)
	p.Click(`#stage [data-key="queue-1"]`)
	p.WaitText("#details-title", "Queue failed")
	p.press("Send again: failed to jobs")
	p.lineAdded("at 25ms resend failed to jobs")
	p.Key(kb.End)
	p.WaitText("#ledger-done .end", "3")
	p.Axe(Dark)
}

// press clicks the button among the faults that says so.
func (p *Page) press(label string) {
	p.t.Helper()
	find := `[...document.querySelectorAll("#faults button")].find(b => b.textContent === ` + quote(label) + `)`
	p.Wait(find + " !== undefined")
	Eval[bool](p, "("+find+".click(), true)")
}

func TestABrokerIsRestarted(t *testing.T) {
	p := Open(t, scenarioAt(deadLetters)+"&-at=5ms")
	p.press("Restart jobs")
	p.lineAdded("at 5ms restart jobs")
	p.Wait(`document.querySelector("#stage .queue .name").textContent.includes("restarted at 5 ms")`)
	p.WaitText("#ledger-lost .end", "✕ 2")
}

const tape = `log orders
  records 20 "order {n}"
group billing
  from orders
  starts at position 12
  work 10ms
`

func TestAGroupIsSetBackByKeys(t *testing.T) {
	p := Open(t, scenarioAt(tape)+"&-at=35ms")
	p.WaitText("#position-billing", "15")
	p.WaitText("#lag-billing", "lag 5")
	p.Focus("#position-billing")
	p.Key(kb.ArrowLeft)
	p.lineAdded("seek billing to 14")
	p.WaitText("#position-billing", "14")
	p.Key(kb.PageDown)
	p.lineAdded("seek billing to 4")
	p.WaitText("#lag-billing", "lag 16")
	if n := strings.Count(p.Location(), "-line="); n != 1 {
		t.Errorf("%d lines, want one for one gesture", n)
	}
	p.Axe()
	p.Axe(Dark)
}

func TestAFlagIsDragged(t *testing.T) {
	p := Open(t, scenarioAt(tape)+"&-at=35ms")
	p.Wait(`document.querySelector("#stage .flag .cloth") !== null`)
	type spot struct{ X, Y, Cell float64 }
	at := Eval[spot](p, `(() => {
		document.querySelector("#stage").scrollIntoView({block: "center"});
		const flag = document.querySelector("#stage .flag .cloth").getBoundingClientRect();
		const record = document.querySelectorAll("#stage .tape .record");
		return {X: flag.x + 4, Y: flag.y + flag.height / 2,
			Cell: record[1].getBoundingClientRect().x - record[0].getBoundingClientRect().x};
	})()`)
	p.Drag(at.X, at.Y, at.X-7*at.Cell, at.Y)
	p.lineAdded("seek billing to 8")
	p.WaitText("#position-billing", "8")
	p.Key("u")
	p.WaitText("#position-billing", "15")
}

// Sixty thousand messages are computed while the page stays there, and can be given up.
func TestALongRunIsComputedInSlices(t *testing.T) {
	p := Open(t, "lessons/load-leveling")
	p.WaitText("#ledger-done .end", "60000")
	p.Wait(`document.querySelector("#stage .queue").textContent.includes("at most 57001")`)
	p.Key(kb.End)
	p.WaitText("#count-acknowledged", "60000")
	if n := p.Count("#stage .message"); n > 60 {
		t.Errorf("%d messages are drawn one by one", n)
	}
	p.Axe()
}

func TestEachTopologyIsAccessible(t *testing.T) {
	for _, path := range []string{
		"lessons/outbox#1&variant=two-relays&-at=10ms", "lessons/publish-subscribe#1&variant=bound&events=5&-at=40ms",
		"lessons/queue-or-log#1&-at=300ms", "lessons/safe-order#1&variant=outbox&-at=14ms", "lessons/one-at-a-time#1&variant=single-active&-at=12ms",
	} {
		p := Open(t, path)
		p.Wait(`document.querySelector("#stage svg .card") !== null`)
		p.Axe()
		p.Size(390, 844)
		p.Axe(Dark)
		p.Close()
	}
}
