package e2e

import (
	"flag"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cdp "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var brokerShots = flag.String("broker-shots", "", "absolute folder for screenshots of the real brokers")

// atBrokers is true when the scenario was run at each broker.
const atBrokers = `document.querySelector("#brokers:not(.outdated) #at-rabbitmq-quorum") !== null && document.querySelector("#stop-brokers") === null`

// brokerNumbers are the numbers of a broker's row, with what they differ by.
func brokerNumbers(p *Page, name string) string {
	return strings.Join(texts(p, "#at-"+name+" .broker-cell"), " ")
}

// Where there is no lease, what is left unacknowledged stays with its consumer. The
// run opens on the stage, is in the link, and is undone.
func TestRealBrokers(t *testing.T) {
	p := Open(t, unacknowledged)
	if n := p.Count("#brokers"); n != 0 {
		t.Error("the panel is there before it is opened")
	}
	p.Click("#tab-brokers")
	p.Wait(atBrokers)
	for name, want := range map[string]string{
		"lesson":           "4 1 0 0 0 1 0",
		"rabbitmq-classic": "3 −1 0 −1 0 0 0 0 −1 1 +1",
		"rabbitmq-quorum":  "3 −1 0 −1 0 0 0 0 −1 1 +1",
	} {
		if got := brokerNumbers(p, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := p.Text("#at-rabbitmq-classic .broker-lack"); !strings.HasPrefix(got, "No visibility timeout") {
		t.Errorf("what it lacks: %q", got)
	}
	axeBoth(p)
	p.Focus("#broker-rabbitmq-quorum")
	p.Key(kb.Enter)
	p.Wait(`document.querySelector("#at-rabbitmq-quorum.here") !== null && location.hash === "#1&-line=broker+rabbitmq-quorum&-tab=brokers"`)
	p.Click("#to-end")
	p.WaitText("#count-deliveries", "3")
	again := Open(t, p.Location())
	again.Wait(`document.querySelector("#at-rabbitmq-quorum.here") !== null`)
	p.Click("#undo")
	p.Wait(`document.querySelector("#at-lesson.here") !== null`)
	p.Click("#at-rabbitmq-classic .broker-cell")
	p.Wait(`document.querySelector("#at-rabbitmq-classic.here") !== null`)
}

// A limit of three is three receives at SQS, and three redeliveries at a quorum queue.
func TestTheLimitOfRealBrokers(t *testing.T) {
	text := "until 10ms\nqueue jobs\n  max-deliveries 3\n  dead-letter failed\nqueue failed\nproducer shop\n  to jobs\n  write \"poison\"\n" +
		"consumer worker\n  from jobs\n  work 1ms\n  fails \"poison\" requeue\n"
	p := Open(t, "lessons/sandbox#1&-tab=brokers&-text="+url.QueryEscape(text))
	p.Wait(atBrokers)
	if got := brokerNumbers(p, "lesson"); got != "3 2 0 0 1 0 0" {
		t.Errorf("3 deliveries allowed: %q", got)
	}
	if got := brokerNumbers(p, "rabbitmq-quorum"); got != "4 +1 3 +1 0 0 1 0 0" {
		t.Errorf("3 redeliveries allowed: %q", got)
	}
	if got := brokerNumbers(p, "sqs"); got != "3 2 0 0 1 0 0" {
		t.Errorf("3 receives allowed: %q", got)
	}
	if got := p.Text("#at-rabbitmq-classic .broker-lack"); got != "No limit of deliveries." {
		t.Errorf("classic: %q", got)
	}
}

// A late acknowledgement counts at JetStream, and at SQS not when the message was handed
// out again: then it comes back every 30 ms, for 12 s.
func TestALateAcknowledgementAtRealBrokers(t *testing.T) {
	p := Open(t, "lessons/visibility-timeout#1&-tab=brokers")
	p.Wait(atBrokers)
	if got := brokerNumbers(p, "jetstream"); got != "2 1 1 0 0 0 0" {
		t.Errorf("JetStream: %q", got)
	}
	if got := brokerNumbers(p, "sqs"); !strings.HasPrefix(got, "401 +399 400 +399 ") {
		t.Errorf("SQS: %q", got)
	}
	if got := p.Text("#at-kafka .broker-problem"); !strings.HasPrefix(got, "It can't run this scenario.") {
		t.Errorf("Kafka: %q", got)
	}
	p.Type("#param-visibility", "60"+kb.Enter) // longer than the work
	p.Wait(`["lesson", "jetstream", "sqs"].every((b) => document.querySelector("#at-" + b + " .broker-cell").textContent === "1")`)
}

func pickRows(p *Page, filter string) {
	p.t.Helper()
	Eval[cdp.Void](p, `(() => { const e = document.querySelector("#evidence-filter"); e.value = "`+filter+`"; e.dispatchEvent(new Event("change", {bubbles: true})); })()`)
}

// The rows that the profiles are held to are listed by broker, and open in the sandbox.
func TestWhereTheRulesComeFrom(t *testing.T) {
	p := Open(t, unacknowledged+"#1&-tab=brokers")
	p.Wait(`document.querySelector("#evidence-overview") !== null`)
	if got := texts(p, "#not-imitated strong"); !slices.Contains(got, "S2") || !slices.Contains(got, "J23") {
		t.Errorf("left out on purpose: %q", got)
	}
	pickRows(p, "rabbitmq-quorum")
	p.Wait(`document.querySelectorAll("#evidence-rows > li").length > 10`)
	axeBoth(p)
	pickRows(p, "all")
	p.Wait(`[...document.querySelectorAll("#evidence-rows strong")].some((e) => e.textContent.startsWith("Not imitated"))`)
	p.Click(`#evidence-rows a[aria-label^="Open L1 "]`)
	p.Wait(`location.pathname.endsWith("/lessons/sandbox") && document.querySelector("#stage-empty") === null`)
	p.WaitText("#title", "Sandbox")
}

// A recording is played on the stage, says that it is one, is in the link, and is left again.
func TestARecordingIsPlayed(t *testing.T) {
	p := Open(t, unacknowledged+"#1&-tab=brokers")
	p.Wait(atBrokers)
	p.Wait(`document.querySelector("[id='play-unacknowledged.rabbitmq']") !== null`)
	p.Click(`[id="play-unacknowledged.rabbitmq"]`)
	p.Wait(`document.querySelector("#recorded")?.textContent.startsWith("Recorded on RabbitMQ 3.10.8.")`)
	p.Click("#to-end")
	p.WaitText("#count-deliveries", "3")
	p.Wait(`document.querySelector("#fork") !== null`)
	axeBoth(p)
	p.Wait(`location.hash.includes("&-recorded=unacknowledged.rabbitmq")`)
	again := Open(t, p.Location())
	again.Wait(`document.querySelector("#recorded") !== null`)
	again.WaitText("#count-deliveries", "3")
	p.Click("#drop-recording")
	p.Wait(`document.querySelector("#recorded") === null`)
	p.Click("#undo")
	p.Wait(`document.querySelector("#recorded") !== null`)
}

func TestRealBrokersFit(t *testing.T) {
	p := Open(t, unacknowledged+"#1&-tab=brokers")
	p.Wait(atBrokers)
	p.Wait(`document.querySelector("#evidence-filter") !== null`)
	pickRows(p, "all")
	p.Wait(`document.querySelectorAll("#evidence-rows > li").length > 10`)
	fits(p)
}

// TestBrokerScreenshots judges nothing: it makes the pictures for a person to look at.
func TestBrokerScreenshots(t *testing.T) {
	if *brokerShots == "" {
		t.Skip("give a folder with -broker-shots to make the pictures")
	}
	for _, size := range []struct{ width, height int }{{1440, 900}, {1024, 768}, {390, 844}} {
		for _, mode := range []Mode{"light", Dark} {
			p := sharedServer(t).Tab(t)
			p.Size(size.width, size.height)
			p.Media(mode, ReducedMotion)
			p.Goto("lessons/visibility-timeout#1&-tab=brokers&crash-at=10ms")
			p.Started()
			p.Wait(atBrokers)
			p.Wait(`document.querySelector("#evidence-overview") !== null`)
			pickRows(p, "rabbitmq-quorum")
			p.Wait(`document.querySelectorAll("#evidence-rows > li").length > 10`)
			p.Settle()
			p.Screenshot(filepath.Join(*brokerShots, shotName("brokers", size.width, mode)), size.width, size.height, mode)
			p.Goto(unacknowledged + "#1&-tab=brokers&-line=broker+rabbitmq-classic&-recorded=unacknowledged.rabbitmq&-at=1ms")
			p.Started()
			p.Wait(`document.querySelector("#recorded") !== null`)
			p.Settle()
			p.Screenshot(filepath.Join(*brokerShots, shotName("recorded", size.width, mode)), size.width, size.height, mode)
			p.Close()
		}
	}
}
