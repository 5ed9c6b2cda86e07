package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/wasm/site"
)

// BenchmarkStart measures, for Queuelab's heaviest kind of page and for go-app's smallest, the milliseconds from
// navigation to the first paint of the text and to the moment at which the program has taken over, each with an empty
// browser ("cold") and on the second visit ("warm", from the service worker). What counts are the ratios.
func BenchmarkStart(b *testing.B) {
	ours := Serve(b, Build(b, "/", nil))
	minimal := Serve(b, minimalSite(b))
	for _, throttle := range []bool{false, true} {
		b.Run(fmt.Sprintf("slow=%v", throttle), func(b *testing.B) {
			var a, m starts
			for b.Loop() {
				// Turn about, so that a busy moment of the machine hits both.
				a.add(b, ours, fiveJobs, throttle)
				m.add(b, minimal, "", throttle)
			}
			a.report(b, "ours")
			m.report(b, "minimal")
			b.ReportMetric(median(a.coldReady)/median(m.coldReady), "cold-ready-ratio")
			b.ReportMetric(median(a.warmReady)/median(m.warmReady), "warm-ready-ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// starts are times in milliseconds.
type starts struct{ coldPaint, coldReady, warmPaint, warmReady []float64 }

// watch notes when go-app's loader goes away; both pages have one under this name.
const watch = `document.addEventListener("DOMContentLoaded", () => {
	const loader = document.getElementById("app-wasm-loader");
	new MutationObserver((_, observer) => {
		if (!loader.isConnected) {
			observer.disconnect();
			window.readyAt = performance.now();
		}
	}).observe(document.body, {childList: true});
})`

// kept is true once the program is stored for the second visit. Whether the worker answers this visit's requests too is
// a matter of luck with go-app's own.
const kept = `(async () => {
	for (const name of await caches.keys()) {
		const requests = await (await caches.open(name)).keys();
		if (requests.some((r) => new URL(r.url).pathname.endsWith("app.wasm"))) {
			return (await navigator.serviceWorker.ready).active !== null;
		}
	}
	return false;
})()`

func (s *starts) add(b *testing.B, server *Server, path string, throttle bool) {
	p := server.Tab(b)
	p.Tolerate("") // the minimal page is not ours to judge
	p.Prepare(watch)
	if throttle {
		slowNetwork(p)
	}
	visit := func() (paint, ready float64) {
		p.Goto(path)
		p.Wait(`window.readyAt > 0 && performance.getEntriesByName("first-contentful-paint").length === 1`)
		return Eval[float64](p, `performance.getEntriesByName("first-contentful-paint")[0].startTime`),
			Eval[float64](p, "window.readyAt")
	}
	paint, ready := visit()
	s.coldPaint, s.coldReady = append(s.coldPaint, paint), append(s.coldReady, ready)
	p.Wait(kept)
	paint, ready = visit()
	s.warmPaint, s.warmReady = append(s.warmPaint, paint), append(s.warmReady, ready)
	p.Close()
}

// slowNetwork is 10 Mbit/s with 40 ms of latency.
func slowNetwork(p *Page) {
	send(p, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{
			Latency: 40, DownloadThroughput: 10e6 / 8, UploadThroughput: 10e6 / 8,
		}},
	})
}

func (s *starts) report(b *testing.B, who string) {
	b.ReportMetric(median(s.coldPaint), who+"-cold-paint-ms")
	b.ReportMetric(median(s.coldReady), who+"-cold-ready-ms")
	b.ReportMetric(median(s.warmPaint), who+"-warm-paint-ms")
	b.ReportMetric(median(s.warmReady), who+"-warm-ready-ms")
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// minimalSite is what go-app itself makes of the smallest program.
func minimalSite(b testing.TB) *site.Site {
	b.Helper()
	p, err := site.CompileAsIs(root, "./wasm/e2e/testdata/minimal")
	if err != nil {
		b.Fatal(err)
	}
	app.Route("/", func() app.Composer { return &placeholder{} })
	dir := b.TempDir()
	handler := &app.Handler{
		Name:              "Minimal",
		Version:           "1",
		Icon:              app.Icon{Default: "/web/icon.png", Large: "/web/icon.png", SVG: "/web/icon.png"},
		WasmContentLength: fmt.Sprint(len(p.Wasm)),
	}
	if err := app.GenerateStaticWebsite(dir, handler); err != nil {
		b.Fatal(err)
	}
	s := &site.Site{Base: "/", Files: map[string][]byte{"web/app.wasm": p.Wasm}}
	icon, err := os.ReadFile(root + "/static/icon-192.png")
	if err != nil {
		b.Fatal(err)
	}
	s.Files["web/icon.png"] = icon
	if err := addFiles(s, dir); err != nil {
		b.Fatal(err)
	}
	return s
}

func addFiles(s *site.Site, dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		s.Files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
}

// placeholder is the prerendered text of the minimal page.
type placeholder struct{ app.Compo }

func (*placeholder) Render() app.UI {
	return app.Main().Body(app.H1().Text("Hello"))
}
