package e2e

import (
	"flag"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	cdp "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var studyShots = flag.String("study-shots", "", "absolute folder for screenshots of the searches and trade-offs")

const safeOrder = "lessons/safe-order"

// searchDone is true when a search is over.
const searchDone = `document.querySelector("#verdict-head") !== null && document.querySelector("#stop-search") === null`

// The lost receipt is found, played, marked, shared by the link and undone.
func TestEverySchedule(t *testing.T) {
	p := Open(t, safeOrder)
	p.Click("#tab-schedules")
	p.Click("#search")
	p.Wait(searchDone)
	p.WaitText("#verdict-head", "Broken, shortest of 2.")
	if got := texts(p, "#found li"); len(got) != 1 || got[0] != "4 ms shop-1 crashes after: insert processed_messages {id} else acknowledge" {
		t.Errorf("choices %q", got)
	}
	axeBoth(p)
	p.Click("#play-schedule")
	p.Wait(`document.activeElement.id === "play"`)
	p.Wait(`document.querySelector("#chosen li") !== null`)
	if got := texts(p, "#chosen li"); len(got) != 1 || got[0] != "1 4 ms shop-1 crashes after: insert processed_messages {id} else acknowledge" {
		t.Errorf("the run's choices %q", got)
	}
	if n := p.Count("#timeline .chosen-mark"); n != 1 {
		t.Errorf("%d choices are marked on the timeline", n)
	}
	p.Wait(`document.querySelector("#param-crash-after").value === "never"`)
	p.Focus("#chosen li button")
	p.Key(kb.Enter)
	p.WaitText("#clock", "t = 4 ms")
	p.WaitText("#play", "Play")
	axeBoth(p)
	p.Click("#to-end")
	p.Wait(`location.hash.includes("-schedule=crash+shop-1+after+step+1+for+10ms") && location.hash.includes("-tab=schedules")`)
	again := Open(t, p.Location())
	again.Wait(`document.querySelector("#chosen li") !== null`)
	p.Click("#undo")
	p.Wait(`document.querySelector("#chosen") === null && document.querySelector("#param-crash-after").value === "1"`)
}

// The repaired order keeps the claim, and a verdict about another variant says
// that it is one.
func TestSearchOfTheRepair(t *testing.T) {
	p := Open(t, safeOrder+"#1&-tab=schedules&variant=outbox")
	p.Focus("#search")
	p.Key(kb.Enter)
	p.Wait(searchDone)
	p.WaitText("#verdict-head", "All 9 schedules keep it.")
	Eval[cdp.Void](p, `(() => { const e = document.querySelector("#search-crashes"); e.value = "2"; e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	p.Wait(`location.hash.includes("-search=claim=3,crashes=2,away=10ms")`)
	p.Click("#reset-variant")
	p.Wait(`document.querySelector("#search-stale") !== null`)
	axeBoth(p)
}

// A long search shows how far it is, leaves the page free, and can be stopped.
func TestALongSearchCanBeStopped(t *testing.T) {
	p := Open(t, "lessons/outbox#1&-tab=schedules&variant=skip-locked&-search=crashes=3,away=15ms,lost=3,consumers,ties")
	p.Click("#search")
	p.Wait(`/^[\d,]{5,} different states/.test(document.querySelector("#search-progress")?.textContent)`)
	p.Click("#to-end")
	p.Wait(`document.querySelector("#clock").textContent !== "t = 0 ms"`)
	axeBoth(p)
	p.Click("#stop-search")
	p.Wait(searchDone)
	if got := p.Text("#verdict-head"); !strings.Contains(got, "not all searched") {
		t.Errorf("verdict %q", got)
	}
}

// The curve of the lesson on the timeout: points, table, theory's refusal, and a
// run opened from it.
func TestTradeoff(t *testing.T) {
	p := Open(t, "lessons/visibility-timeout#1&-tab=tradeoff")
	p.Click("#measure")
	p.WaitText("#sweep-progress", "4,000 of 4,000 runs")
	p.Wait(`document.querySelector("#tradeoff-chart canvas") !== null && document.querySelectorAll("#points tr").length === 21`)
	if got := texts(p, ".remarks .form"); len(got) != 2 || got[0] != "duplicates / executions. No closed form: A consumer crashes." {
		t.Errorf("remarks %q", got)
	}
	axeBoth(p)
	p.Focus("#points tr:nth-child(12) button")
	p.Key(kb.Enter)
	p.Wait(`document.querySelector("#param-visibility").value === "107.6" && document.querySelector("#param-crash-at").value === "10"`)
	p.Wait(`document.querySelector("#points tr:nth-child(12)").classList.contains("here")`)
	p.Click("#undo")
	p.Wait(`document.querySelector("#param-visibility").value === "30"`)
	p.Click("#more-runs")
	p.WaitText("#sweep-progress", "8,000 of 8,000 runs")
}

// A press on the chart opens the point under it.
func TestAPointOfTheChart(t *testing.T) {
	p := Open(t, "lessons/visibility-timeout#1&-tab=tradeoff&-sweep=over=visibility,from=10ms,to=50ms,steps=3,runs=5,whole&-measure=sojourn&-measure=")
	p.Click("#measure")
	p.WaitText("#sweep-progress", "15 of 15 runs")
	p.Wait(`document.querySelector("#tradeoff-chart .u-over") !== null`)
	at := Eval[[]float64](p, `(() => {
		const over = document.querySelector("#tradeoff-chart .u-over");
		over.scrollIntoView({block: "center"});
		const box = over.getBoundingClientRect();
		return [box.x + box.width * 0.95, box.y + box.height / 2];
	})()`)
	p.Drag(at[0], at[1], at[0], at[1])
	p.Wait(`document.querySelector("#param-visibility").value === "50"`)
}

// What can't be measured is said at its field.
func TestAMeasureThatIsNone(t *testing.T) {
	p := Open(t, "lessons/visibility-timeout#1&-tab=tradeoff")
	p.Type("#sweep-measure", "waitin"+kb.Enter)
	p.Wait(`document.querySelector("#sweep-problem") !== null && document.querySelector("#sweep-measure").getAttribute("aria-invalid") === "true"`)
	axeBoth(p)
	p.Type("#sweep-measure", "waiting p95"+kb.Enter)
	p.WaitText("#sweep-progress", "4,000 of 4,000 runs")
}

// counters is a queue with random arrivals and exponential work, in the sandbox.
var counters = "lessons/sandbox#1&-text=" + url.QueryEscape(`param rate 30/m from 1/m to 59/m slider 6/m to 57/m "Arrivals"
param consumers 1 from 0 to 9 slider 1 to 3 "Consumers"

until 20m

queue jobs

producer shop
  to jobs
  write "order {n}"
  poisson $rate

consumer worker x $consumers
  from jobs
  work exponential 1s
`) + "&-tab=tradeoff&-sweep=over=rate,from=6/m,to=54/m,each=consumers,lines=3,steps=17,runs=20&-measure=waiting&-measure="

// One measure in a line for each number of consumers, with Erlang's C beside each.
func TestALineForEach(t *testing.T) {
	p := Open(t, counters)
	p.Click("#measure")
	p.WaitText("#sweep-progress", "1,275 of 1,275 runs")
	want := []string{
		"waiting, Consumers 1", "M/M/1, closed form", "waiting, Consumers 2", "M/M/2, closed form", "waiting, Consumers 3", "M/M/3, closed form", "95 % interval",
	}
	if got := texts(p, "#tradeoff .keys-row span"); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("keys %q", got)
	}
	p.Wait(`document.querySelectorAll("#points tr").length === 18`)
	axeBoth(p)
	p.Focus("#points tr:nth-child(3) button:nth-of-type(2)")
	p.Key(kb.Enter)
	p.Wait(`document.querySelector("#param-consumers").value === "2" && document.querySelector("#param-rate").value === "9"`)
}

func TestStudiesFit(t *testing.T) {
	p := Open(t, safeOrder+"#1&-tab=schedules")
	p.Click("#search")
	p.Wait(searchDone)
	p.Click("#play-schedule")
	fits(p)
	p.Goto("lessons/visibility-timeout#1&-tab=tradeoff")
	p.Started()
	p.Click("#measure")
	p.WaitText("#sweep-progress", "4,000 of 4,000 runs")
	fits(p)
}

// TestStudyScreenshots judges nothing: it makes the pictures for a person to look at.
func TestStudyScreenshots(t *testing.T) {
	if *studyShots == "" {
		t.Skip("give a folder with -study-shots to make the pictures")
	}
	for _, size := range []struct{ width, height int }{{1440, 900}, {1024, 768}, {390, 844}} {
		for _, mode := range []Mode{"light", Dark} {
			shot := func(name string, p *Page) {
				p.Settle()
				p.Screenshot(filepath.Join(*studyShots, shotName(name, size.width, mode)), size.width, size.height, mode)
				p.Close()
			}
			open := func(path string) *Page {
				p := sharedServer(t).Tab(t)
				p.Size(size.width, size.height)
				p.Media(mode, ReducedMotion)
				p.Goto(path)
				p.Started()
				return p
			}
			p := open(safeOrder + "#1&-tab=schedules")
			press(p, "#search")
			p.Wait(searchDone)
			press(p, "#play-schedule")
			p.Wait(`document.querySelector("#chosen li") !== null`)
			press(p, "#chosen li button")
			shot("schedules", p)
			p = open("lessons/visibility-timeout#1&-tab=tradeoff")
			press(p, "#measure")
			p.WaitText("#sweep-progress", "4,000 of 4,000 runs")
			shot("tradeoff", p)
			p = open(counters)
			press(p, "#measure")
			p.WaitText("#sweep-progress", "1,275 of 1,275 runs")
			shot("each", p)
			p = open("lessons/utilization")
			press(p, "#measure")
			p.Wait(`document.querySelector("#points tr") !== null`)
			shot("utilization", p)
		}
	}
}
