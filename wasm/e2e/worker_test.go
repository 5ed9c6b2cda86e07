package e2e

import (
	"net/http"
	"strings"
	"testing"

	cdp "github.com/chromedp/chromedp"
)

// studiesLoaded is true once the page has asked for the worker of the studies.
const studiesLoaded = `performance.getEntriesByType("resource").some((e) => e.name.includes("/studies.js"))`

// A page is without the studies until one of their panels is shown.
func TestStudiesAreLoadedWhenTheirPanelIsShown(t *testing.T) {
	p := Open(t, safeOrder)
	p.Click("#tab-events")
	p.Click("#to-end")
	p.Wait(stored)
	if Eval[bool](p, studiesLoaded) {
		t.Error("the studies are loaded though nobody looks at them")
	}
	p.Click("#tab-tradeoff")
	p.Wait(studiesLoaded)
}

// nothingStored takes the service worker away, which would have the files.
const nothingStored = `delete Navigator.prototype.serviceWorker`

// refused answers for files whose address ends so.
func refused(suffix string) func(http.Handler) http.Handler {
	return func(site http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, suffix) {
				http.Error(w, "no", http.StatusServiceUnavailable)
				return
			}
			site.ServeHTTP(w, r)
		})
	}
}

// Where the studies can't be loaded, the panel says so, the page goes on, and another try is one press away.
func TestStudiesThatCannotBeLoaded(t *testing.T) {
	for _, c := range []struct{ file, what string }{
		{"studies.wasm", "could not be loaded (503 Service Unavailable)"},
		{"wasm_exec.js", "could not be loaded (one of its files didn't come)"},
		{"studies.js", "could not be loaded"},
	} {
		t.Run(c.file, func(t *testing.T) {
			server := Serve(t, Build(t, "/repo/", nil))
			p := server.Tab(t)
			p.Prepare(nothingStored)
			p.Tolerate("503")
			p.Goto(safeOrder)
			p.Started()
			server.Use(refused(c.file))
			p.Click("#tab-schedules")
			p.Click("#search")
			const again = ". The rest of the page works. To try again, press “Search every schedule”."
			p.WaitText("#search-problem", "What searches "+c.what+again)
			axeBoth(p)
			p.Click("#to-end")
			p.Wait(`document.querySelector("#clock").textContent !== "t = 0 ms"`)
			p.Click("#tab-tradeoff")
			p.Click("#measure")
			p.WaitText("#sweep-problem", "What measures "+c.what+strings.Replace(again, "Search every schedule", "Measure", 1))
			server.Use(nil)
			p.Click("#tab-schedules")
			p.Click("#search")
			p.WaitText("#verdict-head", "Broken, shortest of 2.")
			if p.Count("#search-problem") != 0 {
				t.Error("the problem is still told")
			}
		})
	}
}

func TestABrowserWithoutWorkers(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(`delete globalThis.Worker`)
	p.Goto("lessons/visibility-timeout#1&-tab=tradeoff")
	p.Started()
	p.Click("#measure")
	p.WaitText("#sweep-problem", "What measures could not be loaded. The rest of the page works. To try again, press “Measure”.")
}

// A worker whose program ends by an error is told of, and the next try has a new one.
func TestAWorkerThatStops(t *testing.T) {
	s := Build(t, "/repo/", nil)
	server := Serve(t, s)
	server.Use(func(site http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, "studies.js") {
				site.ServeHTTP(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(append(s.Files["studies.js"], "setTimeout(() => started.then(() => queuelabStudy('poetry')), 500);"...))
		})
	})
	p := server.Tab(t)
	p.Prepare(nothingStored)
	p.Tolerate("poetry")
	p.Tolerate("panic")
	p.Tolerate("exit code")
	p.Goto("lessons/outbox#1&-tab=schedules&variant=skip-locked&-search=crashes=3,away=15ms,lost=3,consumers,ties")
	p.Started()
	p.Click("#search")
	p.WaitText("#search-problem", "What searches has stopped because of an error in it. The rest of the page works. To try again, press “Search every schedule”.")
	server.Use(nil)
	p.Goto(safeOrder + "#1&-tab=schedules")
	p.Started()
	p.Click("#search")
	p.Wait(searchDone)
}

// Both studies need no network once the site is stored, under any base.
func TestStudiesOffline(t *testing.T) {
	for _, base := range []string{"/repo/", "/"} {
		t.Run(base, func(t *testing.T) {
			p := openOffline(t, base)
			p.Goto(safeOrder + "#1&-tab=schedules")
			p.Started()
			p.Click("#search")
			p.WaitText("#verdict-head", "Broken, shortest of 2.")
			p.Goto("lessons/visibility-timeout#1&-tab=tradeoff")
			p.Started()
			p.Click("#measure")
			p.WaitText("#sweep-progress", "4,000 of 4,000 runs")
		})
	}
}

// A page that stays open while a new release takes the place of its own doesn't mix the two.
func TestStudiesOfAnotherRelease(t *testing.T) {
	first, second := Build(t, "/repo/", nil), Build(t, "/repo/", nextRelease)
	server := Serve(t, first)
	p := server.Tab(t)
	p.Prepare(nothingStored)
	p.Goto(safeOrder)
	p.Started()
	server.Release(second)
	p.Click("#tab-schedules")
	p.Click("#search")
	p.WaitText("#search-problem", "What searches could not be loaded (it is of another release of the site: reload the page). "+
		"The rest of the page works. To try again, press “Search every schedule”.")
	p.Reload()
	p.Started()
	p.Click("#tab-schedules")
	p.Click("#search")
	p.WaitText("#verdict-head", "Broken, shortest of 2.")
}

// A search that goes on is given up with its lesson.
func TestASearchEndsWithItsLesson(t *testing.T) {
	p := Open(t, "lessons/outbox#1&-tab=schedules&variant=skip-locked&-search=crashes=3,away=15ms,lost=3,consumers,ties")
	p.Click("#search")
	p.Wait(`/^[\d,]{5,} different states/.test(document.querySelector("#search-progress")?.textContent)`)
	Eval[cdp.Void](p, `document.querySelector('a[href$="safe-order"]').click()`)
	p.Wait(`location.pathname.endsWith("safe-order")`)
	p.Click("#tab-schedules")
	p.Click("#search")
	p.WaitText("#verdict-head", "Broken, shortest of 2.")
}
