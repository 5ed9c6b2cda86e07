package e2e

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	cdp "github.com/chromedp/chromedp"

	"github.com/queuelab/queuelab/web"
)

const fiveJobs = "lessons/five-jobs"

// heading is the main heading that a page's own HTML has.
func heading(t testing.TB, path string) string {
	t.Helper()
	pages := append(web.Pages("/"), web.NotFound("/"))
	i := slices.IndexFunc(pages, func(p web.Page) bool { return p.Path == path })
	if i < 0 {
		t.Fatalf("the site has no page %q", path)
	}
	m := regexp.MustCompile(`(?s)<h1[^>]*>(.*?)</h1>`).FindStringSubmatch(pages[i].HTML)
	if m == nil {
		t.Fatalf("page %q has no main heading", path)
	}
	return strings.TrimSpace(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(m[1], "")))
}

func TestProseNeedsNoJavaScript(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.DisableScripts()
	p.Goto(fiveJobs)
	if !p.Visible("h1") {
		t.Error("the heading is not visible without JavaScript")
	}
	if p.Visible("#app-wasm-loader") {
		t.Error("a progress bar shows, though nothing will ever load")
	}
}

func TestProseNeedsNoProgram(t *testing.T) {
	p, let := withoutProgram(t)
	p.Goto(fiveJobs)
	p.Wait(`performance.getEntriesByName("first-contentful-paint").length === 1`)
	if !p.Visible("h1") {
		t.Error("the heading is not visible while the program loads")
	}
	// The loader lets clicks through, so what Visible asks doesn't notice it: measure it.
	if height := Eval[float64](p, `document.querySelector("#app-wasm-loader").getBoundingClientRect().height`); height > 32 {
		t.Errorf("the loader covers the upper %v pixels", height)
	}
	// Half of the compressed file has come, and no more comes until the gate opens.
	p.Wait(`document.querySelector("#app-wasm-loader progress").value > 0`)
	if share := Eval[float64](p, `document.querySelector("#app-wasm-loader progress").value`); share <= 0.1 || share >= 0.9 {
		t.Errorf("the bar shows a share of %v with half of the program there", share)
	}
	if text := p.Text("#app-wasm-loader-label"); !strings.HasPrefix(text, "Loading the simulator: ") {
		t.Errorf("the loader says %q", text)
	}
	p.Axe()
	p.Axe(Dark)
	Eval[cdp.Void](p, `{
		const bar = document.querySelector("#app-wasm-loader progress");
		window.shares = [];
		new MutationObserver(() => shares.push(bar.value)).observe(bar, {attributes: true});
	}`)
	let()
	p.Started()
	if last := Eval[float64](p, "shares.at(-1)"); last != 1 {
		t.Errorf("the bar ended at a share of %v, want 1", last)
	}
	if p.Count("#app-wasm-loader") != 0 {
		t.Error("the loader stays after the start")
	}
}

func TestFailedLoadOffersReload(t *testing.T) {
	server := Serve(t, Build(t, "/repo/", nil))
	server.Use(func(site http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "app.wasm") {
				http.Error(w, "no", http.StatusServiceUnavailable)
				return
			}
			site.ServeHTTP(w, r)
		})
	})
	p := server.Tab(t)
	p.Tolerate("503")
	p.Goto(fiveJobs)
	p.WaitText("#app-wasm-loader [role=alert]",
		"The simulator could not be loaded. The text is complete without it. (503 Service Unavailable)")
	if !p.Visible("h1") || !p.Visible("#app-wasm-loader button") {
		t.Error("heading and reload button are not both visible after the failure")
	}
	p.Axe()
	p.Axe(Dark)
	server.Use(nil)
	p.Click("#app-wasm-loader button")
	p.Started()
}

func TestEndedProgramOffersReload(t *testing.T) {
	p := Open(t, fiveJobs)
	p.Tolerate("panic")
	p.Tolerate("exit code")
	p.Tolerate("Go program has already exited")
	// go-app reads the first argument without looking: the program panics where no recover of ours can stand.
	Eval[cdp.Void](p, "void goappNav()")
	p.WaitText("#app-wasm-loader [role=alert]",
		"The simulator has stopped because of an error in it. Reload the page to go on.")
	p.Click("#app-wasm-loader button")
	p.Started()
	if got := p.Location(); got != fiveJobs {
		t.Errorf("after the reload the address is %q", got)
	}
}

func TestDeepLink(t *testing.T) {
	p := Open(t, fiveJobs+"?from=mail")
	if got := p.Location(); got != fiveJobs+"?from=mail" {
		t.Errorf("the address is %q", got)
	}
	p.WaitText("h1", heading(t, fiveJobs))
}

func TestUnknownAddress(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Tolerate("404")
	p.Goto("lessons/no-such-lesson")
	p.Started()
	p.WaitText("h1", heading(t, "404"))
	if status := Eval[int](p, `performance.getEntriesByType("navigation")[0].responseStatus`); status != 404 {
		t.Errorf("status %d, want 404", status)
	}
	p.Click(`a[href="/repo/"]`)
	p.WaitText("h1", heading(t, ""))
	if got := p.Location(); got != "" {
		t.Errorf("the link home leads to %q", got)
	}
}

func TestOtherBases(t *testing.T) {
	for _, base := range []string{"/", "/a/b/"} {
		t.Run(base, func(t *testing.T) {
			server := Serve(t, Build(t, base, nil))
			p := server.Open(t, "")
			p.Click(`a[href$="` + fiveJobs + `"]`)
			p.WaitText("h1", heading(t, fiveJobs))
			if got := p.Location(); got != fiveJobs {
				t.Errorf("the link leads to %q", got)
			}
			p.Reload()
			p.Started()
			p.WaitText("h1", heading(t, fiveJobs))
		})
	}
}

func TestPolicyForbidsInlineAndForeign(t *testing.T) {
	p := Open(t, fiveJobs)
	p.Tolerate("Content Security Policy")
	ran := Eval[bool](p, `(() => {
		const script = document.createElement("script");
		script.textContent = "window.inlineRan = true";
		document.head.append(script);
		return window.inlineRan === true;
	})()`)
	if ran {
		t.Error("an inline script ran")
	}
	blocked := Eval[string](p, `new Promise((resolve) => {
		document.addEventListener("securitypolicyviolation", (e) => resolve(e.effectiveDirective));
		fetch("https://example.com/").catch(() => {});
	})`)
	if blocked != "connect-src" {
		t.Errorf("the request was stopped by %q, want connect-src", blocked)
	}
}
