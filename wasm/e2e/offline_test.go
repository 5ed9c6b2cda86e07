package e2e

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/wasm/site"
)

// stored is true once the service worker has the whole site and answers this page's requests.
const stored = `navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)`

// version is the release that the shown document belongs to.
func version(p *Page) string {
	p.t.Helper()
	return Eval[string](p, `document.querySelector("script[data-version]").dataset.version`)
}

func cacheNames(p *Page) []string {
	p.t.Helper()
	names := Eval[[]string](p, "caches.keys()")
	slices.Sort(names)
	return names
}

// openOffline is a started page of a site that has been stored, and whose server is gone since.
func openOffline(t *testing.T, base string) *Page {
	server := Serve(t, Build(t, base, nil))
	p := server.Open(t, "")
	p.Wait(stored)
	server.Stop()
	p.Tolerate("ERR_CONNECTION_REFUSED") // the browser asking for a newer worker
	return p
}

func TestOfflineAfterFirstVisit(t *testing.T) {
	for _, base := range []string{"/repo/", "/"} {
		t.Run(base, func(t *testing.T) {
			p := openOffline(t, base)
			p.Reload()
			p.Started()
			p.WaitText("h1", heading(t, ""))

			// A lesson that was never opened, with a query and a fragment.
			p.Goto(fiveJobs + "?x=1#app")
			p.Started()
			p.WaitText("h1", heading(t, fiveJobs))
			if got := p.Location(); !strings.HasPrefix(got, fiveJobs+"?x=1") {
				t.Errorf("offline the address is %q", got)
			}

			p.Goto("lessons/no-such-lesson")
			p.Started()
			p.WaitText("h1", heading(t, "404"))

			// The program would repair a wrong document, so look at the document alone.
			p.DisableScripts()
			p.Goto(fiveJobs + "?x=2")
			if got := p.Text("h1"); got != heading(t, fiveJobs) {
				t.Errorf("offline the stored page is headed %q", got)
			}
		})
	}
}

// nextRelease changes both the prose and the program.
func nextRelease(p *site.Program, c *site.Content) {
	for i := range c.Pages {
		c.Pages[i].Title += " (next)"
	}
	// An empty custom section: another file, the same program.
	p.Wasm = append(slices.Clone(p.Wasm), 0, 2, 1, 'x')
}

func TestNewReleaseReplacesOldAtNextLoad(t *testing.T) {
	first, second := Build(t, "/repo/", nil), Build(t, "/repo/", nextRelease)
	if first.Version == second.Version {
		t.Fatal("both releases have the same version")
	}
	server := Serve(t, first)
	p := server.Open(t, fiveJobs)
	p.Wait(stored)
	Eval[any](p, `caches.open("of another project").then(() => 1)`)

	server.Release(second)
	p.Goto(fiveJobs)
	p.Started()
	if got := version(p); got != second.Version {
		t.Errorf("after the release the page is of version %s, want %s", got, second.Version)
	}
	p.Wait(`caches.keys().then((names) => !names.includes("queuelab /repo/ ` + first.Version + `"))`)
	want := []string{"of another project", "queuelab /repo/ " + second.Version}
	if got := cacheNames(p); !slices.Equal(got, want) {
		t.Errorf("caches %q, want %q", got, want)
	}

	server.Stop()
	p.Tolerate("ERR_CONNECTION_REFUSED")
	p.Goto("")
	p.Started()
	if got := version(p); got != second.Version {
		t.Errorf("offline after the release the page is of version %s, want %s", got, second.Version)
	}
}

// Both projects of one origin keep their own caches, also when one's path begins with the other's.
func TestNeighboursKeepTheirCaches(t *testing.T) {
	short, long := Build(t, "/a/", nil), Build(t, "/a/b/", nil)
	server := Serve(t, long)
	p := server.Open(t, "")
	p.Wait(stored)

	server.Root = server.host.URL + short.Base
	server.Release(short)
	p.Goto("")
	p.Started()
	p.Wait(stored)
	want := []string{"queuelab /a/ " + short.Version, "queuelab /a/b/ " + long.Version}
	if got := cacheNames(p); !slices.Equal(got, want) {
		t.Errorf("caches %q, want %q", got, want)
	}
}

func TestSlowNetworkShowsTheStoredPage(t *testing.T) {
	server := Serve(t, Build(t, "/repo/", nil))
	p := server.Open(t, "")
	p.Wait(stored)
	gate := newGate("/" + fiveJobs)
	t.Cleanup(gate.open)
	server.Use(gate.refuse)
	p.Goto(fiveJobs)
	p.Started()
	p.WaitText("h1", heading(t, fiveJobs))
}

// While a host replaces its files, the worker of the next release may be there before its pages. Storing such a mixture
// would break the site offline.
func TestHalfPublishedReleaseIsPutOff(t *testing.T) {
	first, second := Build(t, "/repo/", nil), Build(t, "/repo/", nextRelease)
	server := Serve(t, first)
	p := server.Open(t, "")
	p.Wait(stored)
	mixed := *first
	mixed.Files = maps.Clone(first.Files)
	mixed.Files["worker.js"] = second.Files["worker.js"]
	server.Release(&mixed)

	failed := Eval[string](p, `(async () => {
		const registration = await navigator.serviceWorker.ready;
		const next = new Promise((resolve) => registration.addEventListener("updatefound", () => {
			const worker = registration.installing;
			worker.addEventListener("statechange", () => resolve(worker.state));
		}));
		await registration.update();
		return next;
	})()`)
	if failed != "redundant" {
		t.Errorf("the worker of the next release became %q, want redundant", failed)
	}
	server.Stop()
	p.Goto(fiveJobs)
	p.Started()
	p.WaitText("h1", heading(t, fiveJobs))

	p.Tolerate("ERR_CONNECTION_REFUSED")
}

// A shared link opens without a network too, for a lesson that was never opened.
func TestOfflineSharedLink(t *testing.T) {
	p := openOffline(t, "/repo/")
	p.Goto(visibilityTimeout + "#1&visibility=60ms&-at=20ms")
	p.Started()
	p.At("20 ms")
	Eventually(p, `document.querySelector("#param-visibility").value`, "60")
	p.Reload()
	p.Started()
	p.At("20 ms")
	p.Click("#to-end")
	p.At("45 ms")
	p.Counts(map[string]int{"deliveries": 1, "acknowledged": 1})
}
