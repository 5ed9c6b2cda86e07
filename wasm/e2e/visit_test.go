package e2e

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

const linkToUnacknowledged = `#lessons a[href$="unacknowledged"]`

// visited opens a page whose lessons come from the network alone: there is no service worker that has them. handle
// answers a request for the lesson that is gone to, and says whether it did.
func visited(t *testing.T, server *Server, handle func(http.ResponseWriter, *http.Request) bool) *Page {
	server.Use(func(site http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.HasSuffix(r.URL.Path, "/worker.js"):
				http.NotFound(w, r)
			case strings.HasSuffix(r.URL.Path, "/"+unacknowledged) && handle(w, r):
			default:
				site.ServeHTTP(w, r)
			}
		})
	})
	p := server.Tab(t)
	p.Tolerate("404")
	p.Goto(fiveJobs)
	p.Started()
	Eval[bool](p, `globalThis.sameDocument = true`)
	return p
}

const isSameDocument = `globalThis.sameDocument === true`

func TestThePageBeforeStaysUntilTheNextHasCome(t *testing.T) {
	gate, asked := newGate(""), make(chan bool, 1)
	server := Serve(t, Build(t, "/repo/", nil))
	t.Cleanup(gate.open)
	p := visited(t, server, func(http.ResponseWriter, *http.Request) bool {
		asked <- true
		<-gate.opened
		return false
	})
	p.Click(linkToUnacknowledged)
	<-asked
	if got := p.Text("h1"); got != heading(t, fiveJobs) {
		t.Errorf("before the lesson has come the page is headed %q", got)
	}
	p.Key(kb.End) // the page before still works, but its place is not written into the other lesson's address
	p.Counts(map[string]int{"acknowledged": 5})
	Eval[any](p, `new Promise((resolve) => setTimeout(resolve, 500, null))`) // an address is written 300 ms after a change
	if got := p.Location(); got != unacknowledged {
		t.Errorf("meanwhile the address is %q", got)
	}
	p.WaitText(".notice span", "The page is on its way.")
	gate.open()
	p.WaitText("h1", heading(t, unacknowledged))
	p.Wait(`document.querySelector(".notice") === null`)
	Eventually(p, "document.title", heading(t, unacknowledged)+" · Queuelab")
	p.Wait(`document.querySelector(".prose.intro").textContent.includes("consumer-1 takes all 3 jobs")`)
	Eval[any](p, "history.back()")
	p.WaitText("h1", heading(t, fiveJobs))
	if !Eval[bool](p, isSameDocument) {
		t.Error("the page was loaded anew")
	}
}

func TestALessonThatDoesNotComeIsLeftToTheBrowser(t *testing.T) {
	var requests atomic.Int32
	p := visited(t, Serve(t, Build(t, "/repo/", nil)), func(w http.ResponseWriter, _ *http.Request) bool {
		if requests.Add(1) > 1 {
			return false
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	p.Tolerate("503")
	p.Click(linkToUnacknowledged)
	p.Wait("!(" + isSameDocument + ")")
	p.Started()
	p.WaitText("h1", heading(t, unacknowledged))
}

// A lesson of the next release may use words that the program of this one doesn't know.
func TestALessonOfTheNextReleaseComesWithItsProgram(t *testing.T) {
	first, second := Build(t, "/repo/", nil), Build(t, "/repo/", nextRelease)
	server := Serve(t, first)
	p := visited(t, server, func(http.ResponseWriter, *http.Request) bool { return false })
	server.Release(second)
	p.Click(linkToUnacknowledged)
	p.Wait("!(" + isSameDocument + ")")
	p.Started()
	p.WaitText("h1", heading(t, unacknowledged))
	if got := version(p); got != second.Version {
		t.Errorf("the page is of version %s, want %s", got, second.Version)
	}
}
