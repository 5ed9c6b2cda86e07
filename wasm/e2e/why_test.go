package e2e

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

var whyShots = flag.String("why-shots", "", "absolute folder for screenshots of the explanations, lifelines and the shadow")

var whyLessons = flag.String("why-lessons", "unacknowledged,visibility-timeout,broken-order,safe-order", "the lessons of those screenshots")

// texts are the trimmed texts of all elements that match.
func texts(p *Page, selector string) []string {
	p.t.Helper()
	return Eval[[]string](p, `[...document.querySelectorAll(`+quote(selector)+`)].map((e) => e.innerText.trim().replace(/\s+/g, " "))`)
}

// The second delivery of message 2, asked about in the details of the message.
func TestWhyFromTheDetails(t *testing.T) {
	p := Open(t, "lessons/unacknowledged#1&-at=30ms")
	p.Wait(`document.querySelector("#stage [data-key=message-2]") !== null`)
	p.Click("#stage [data-key=message-2]")
	p.Click("#ask-why")
	p.WaitText("#why-title", "Why was message 2 handed out again?")
	want := []string{
		"0 ms ● consumer-1 was handed message 2 (lease to 30 ms)",
		"0 ms ◆ consumer-1 left it unacknowledged",
		"30 ms ◆ the lease ended: visible again",
		"30 ms ● handed out again to consumer-2 (lease to 60 ms)",
	}
	if got := texts(p, "#why ol li"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("links %q, want %q", got, want)
	}
	p.Wait(`document.activeElement.id === "why"`)
	p.Click("#why ol li:nth-child(2) button")
	p.WaitText("#clock", "t = 0 ms")
	p.Axe(ReducedMotion)
	p.Axe(Dark, ReducedMotion)
	p.Key(kb.Escape)
	p.Wait(`document.querySelector("#why") === null && document.activeElement.id === "ask-why"`)
}

func TestWhyFromTheLogAndTheKeyboard(t *testing.T) {
	p := Open(t, "lessons/unacknowledged#1&-at=30ms&-tab=events")
	p.Wait(`document.querySelector("#panel .ask") !== null`)
	p.Focus("#panel .ask")
	p.Key(kb.Enter)
	p.WaitText("#why-title", "Why did message 2 come back?")
	p.Click("#why-close")
	p.Wait(`document.activeElement.classList.contains("ask")`)
	p.Wait(`document.querySelector("#why") === null`)
	p.Click("#stage [data-key=message-2]")
	p.Wait(`document.activeElement.id === "details"`)
	p.Key("y")
	p.WaitText("#why-title", "Why was message 2 handed out again?")
}

func TestWhyFromABar(t *testing.T) {
	p := Open(t, "lessons/unacknowledged#1&-at=30ms")
	p.Wait(`document.querySelector("#deliveries-chart .u-over") !== null`)
	bar := Eval[[]float64](p, `(() => {
		const over = document.querySelector("#deliveries-chart .u-over");
		over.scrollIntoView({block: "center"});
		const box = over.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height * 0.7];
	})()`)
	p.Drag(bar[0], bar[1], bar[0], bar[1])
	p.WaitText("#why-title", "Why was message 2 handed out again?")
	p.WaitText("#details-title", "Message 2")
}

func TestLifelines(t *testing.T) {
	p := Open(t, "lessons/unacknowledged#1&-tab=lifelines")
	p.Wait(`document.querySelector("#lifelines svg rect") !== null`)
	if got := strings.Join(texts(p, ".line-name"), ", "); got != "message 1, message 2, message 3" {
		t.Errorf("rows %q", got)
	}
	at := `parseFloat(document.querySelector("#lifelines").style.getPropertyValue("--at"))`
	p.Wait(at + ` === 0`)
	svg := `document.querySelector("#lifelines svg")`
	Eval[bool](p, `(globalThis.kept = `+svg+`) !== null`)
	box := Eval[[]float64](p, `(() => {
		const e = document.querySelector("#lifelines");
		e.scrollIntoView({block: "center"});
		const b = e.getBoundingClientRect();
		return [b.x, b.y + 10, b.width];
	})()`)
	p.Drag(box[0]+5, box[1], box[0]+0.75*box[2], box[1])
	p.Wait(at + ` > 60 && ` + at + ` < 80`)
	if Eval[string](p, `document.querySelector("#clock").textContent`) == "t = 0 ms" {
		t.Error("the drag did not move the clock")
	}
	p.Focus("#lifelines")
	p.Key(kb.Home)
	p.Wait(at + ` === 0`)
	p.Key(kb.ArrowRight)
	p.Wait(at + ` > 0`)
	if !Eval[bool](p, `globalThis.kept === `+svg) {
		t.Error("moving the cursor made the picture anew")
	}
	p.Click("#lines-actors")
	p.Wait(`document.querySelector(".line-name").textContent === "consumer-1"`)
	p.Click("#lines-table summary")
	p.Wait(`document.querySelectorAll("#lines-table tbody tr, #lines-table tr").length > 4`)
	p.Axe(ReducedMotion)
	p.Axe(Dark, ReducedMotion)
}

func TestShadow(t *testing.T) {
	p := Open(t, "lessons/visibility-timeout")
	p.Click("#keep-shadow")
	p.Wait(`document.querySelector("#parting")?.textContent.startsWith("They are the same so far.")`)
	p.Type("#param-visibility", "60")
	p.Key(kb.Enter)
	p.WaitText("#seek-parting", "They part at 30 ms")
	row := `[...document.querySelectorAll("#fork tr")].find((r) => r.cells[0].textContent === "finished at")`
	p.Wait(`[...` + row + `.cells].map((c) => c.textContent).join() === "finished at,45 ms,75 ms"`)
	p.Click("#seek-parting")
	p.WaitText("#clock", "t = 30 ms")
	p.Wait(`document.querySelector("#depth-readout").textContent.includes("· shadow 1")`)
	p.Axe(ReducedMotion)
	p.Axe(Dark, ReducedMotion)
	p.Click("#drop-shadow")
	p.Wait(`document.querySelector("#fork") === null`)
	p.Click("#undo")
	p.Wait(`document.querySelector("#fork") !== null`)
}

// Message 1 takes 30 ms and message 2 takes 10: they end up in the wrong order.
func TestOutOfOrder(t *testing.T) {
	p := Open(t, "lessons/broken-order")
	p.WaitText("#order-title", "Out of order: 1 pair")
	p.Click("#order li button:nth-child(2)")
	p.WaitText("#clock", "t = 0 ms")
	p.Click("#order li button")
	p.WaitText("#clock", "t = 30 ms")
	p.Axe(ReducedMotion)
	p.Axe(Dark, ReducedMotion)
}

// A bar can be asked about from the table too, where the keyboard gets to it.
func TestWhyFromTheTable(t *testing.T) {
	p := Open(t, "lessons/unacknowledged#1&-at=30ms")
	p.Click("#deliveries-table summary")
	p.Wait(`document.querySelector("#deliveries-table .ask") !== null`)
	p.Focus("#deliveries-table .ask")
	p.Key(kb.Enter)
	p.WaitText("#why-title", "Why was message 2 handed out again?")
	p.Axe(ReducedMotion)
}

// TestWhyScreenshots judges nothing: it makes the pictures for a person to look at.
func TestWhyScreenshots(t *testing.T) {
	if *whyShots == "" {
		t.Skip("give a folder with -why-shots to make the pictures")
	}
	for _, lesson := range strings.Split(*whyLessons, ",") {
		for _, size := range []struct{ width, height int }{{1440, 900}, {1024, 768}, {390, 844}} {
			for _, mode := range []Mode{"light", Dark} {
				p := sharedServer(t).Tab(t)
				p.Size(size.width, size.height)
				p.Media(mode)
				p.Goto("lessons/" + lesson + "#1&-tab=lifelines")
				p.Started()
				p.Wait(`document.querySelector(".line-name") !== null`)
				for _, id := range []string{"to-end", "keep-shadow"} {
					press(p, "#"+id)
				}
				press(p, "#faults .button")
				p.Wait(`document.querySelector(".line-name") !== null`)
				press(p, ".line-name")
				p.Wait(`document.querySelector("#ask-why") !== null`)
				press(p, "#ask-why")
				p.Wait(`document.querySelector("#why") !== null`)
				if size.width == 1024 {
					press(p, "#lines-actors")
					p.Wait(`document.querySelector("#lines-actors").getAttribute("aria-pressed") === "true"`)
				}
				p.Screenshot(filepath.Join(*whyShots, shotName(lesson, size.width, mode)), size.width, size.height, mode)
			}
		}
	}
}

// press clicks an element wherever it is, if it is there.
func press(p *Page, selector string) {
	p.t.Helper()
	Eval[bool](p, `(document.querySelector(`+quote(selector)+`)?.click(), true)`)
}
