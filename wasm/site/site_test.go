package site

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/web"
)

const root = "../.."

var content = Content{
	Pages: []web.Page{
		{Path: "", Title: "Home", Description: "All of it.", HTML: `<main>the list</main>`},
		{Path: "lessons/one", Title: "One & only", Description: `The "first".`, HTML: `<main>the prose</main>`,
			Lesson: "title One & only\n-- scenario --\n# </template> <!-- \"\n"},
	},
	NotFound: web.Page{Path: "404", Title: "Not found", HTML: `<main>no such page</main>`},
}

func newTestSite(t *testing.T, base string, c Content) *Site {
	t.Helper()
	s, err := New(base, Program{Wasm: []byte("\x00asm"), Studies: []byte("\x00asm "), Exec: []byte("class Go {}")}, root, c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSiteFiles(t *testing.T) {
	got := slices.Sorted(maps.Keys(newTestSite(t, "/repo/", content).Files))
	for _, want := range []string{
		"404.html", "app.wasm", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "icon.svg", "index.html",
		"lessons/one.html", "manifest.webmanifest", "robots.txt", "start.js", "studies.js", "studies.wasm", "style.css",
		"uPlot.iife.min.js", "wasm_exec.js", "worker.js",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, internal := range []string{"page.html", "package.json", "package-lock.json", "app.css", "loader.css", "uPlot.min.css"} {
		if slices.Contains(got, internal) {
			t.Errorf("%s is published", internal)
		}
	}
}

func TestPageHoldsItsProse(t *testing.T) {
	html := string(newTestSite(t, "/repo/", content).Files["lessons/one.html"])
	for _, want := range []string{
		`<html lang="en">`,
		`<title>One &amp; only</title>`,
		`<meta name="description" content="The &#34;first&#34;.">`,
		"<template id=\"lesson-archive\">title One &amp; only\n-- scenario --\n# &lt;/template&gt; &lt;!-- &#34;\n</template>",
		`<div id="app"><main>the prose</main></div>`,
		`script-src &#39;self&#39; &#39;wasm-unsafe-eval&#39;;`,
		`data-base="/repo/"`,
		`data-wasm-size="4"`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestAddressesStayBelowTheBase(t *testing.T) {
	references := regexp.MustCompile(`(?:href|src|data-wasm|data-worker|data-studies)="([^"]*)"`)
	for _, base := range []string{"/", "/repo/", "/a/b/"} {
		for name, data := range newTestSite(t, base, content).Files {
			if !strings.HasSuffix(name, ".html") {
				continue
			}
			for _, m := range references.FindAllSubmatch(data, -1) {
				if url := string(m[1]); !strings.HasPrefix(url, base) || strings.HasPrefix(url, "//") {
					t.Errorf("base %s: %s refers to %s", base, name, url)
				}
			}
		}
	}
}

func TestOnlyTheWorkerAndPagesHaveFixedAddresses(t *testing.T) {
	s := newTestSite(t, "/repo/", content)
	references := regexp.MustCompile(`(?:href|src|data-wasm|data-studies)="([^"]*)"`)
	for _, m := range references.FindAllSubmatch(s.Files["index.html"], -1) {
		if !strings.Contains(string(m[1]), "?v=") {
			t.Errorf("%s carries no hash of its content", m[1])
		}
	}
}

func TestSameInputSameBytes(t *testing.T) {
	if diff := cmp.Diff(newTestSite(t, "/repo/", content), newTestSite(t, "/repo/", content)); diff != "" {
		t.Error(diff)
	}
}

func TestVersionNamesTheContent(t *testing.T) {
	version := func(base string, change func(*Content)) string {
		c := Content{Pages: slices.Clone(content.Pages), NotFound: content.NotFound}
		change(&c)
		return newTestSite(t, base, c).Version
	}
	same := version("/repo/", func(*Content) {})
	if same != newTestSite(t, "/repo/", content).Version {
		t.Error("the same content has two versions")
	}
	changed := map[string]string{
		"base":      version("/other/", func(*Content) {}),
		"prose":     version("/repo/", func(c *Content) { c.Pages[1].HTML = "<main>more</main>" }),
		"title":     version("/repo/", func(c *Content) { c.Pages[0].Title = "House" }),
		"not found": version("/repo/", func(c *Content) { c.NotFound.HTML = "<main>gone</main>" }),
		"pages":     version("/repo/", func(c *Content) { c.Pages = c.Pages[:1] }),
	}
	for what, got := range changed {
		if got == same {
			t.Errorf("another %s keeps the version", what)
		}
	}
}

func TestWorkerKnowsEveryPageAndAsset(t *testing.T) {
	s := newTestSite(t, "/repo/", content)
	worker := string(s.Files["worker.js"])
	for _, want := range []string{
		`"base": "/repo/"`, `"version": "` + s.Version + `"`, `"/repo/"`, `"/repo/lessons/one"`, `"/repo/404.html"`,
		`"/repo/app.wasm?v=`, `"/repo/studies.wasm?v=`, `"/repo/studies.js?v=`, `"/repo/uPlot.iife.min.js?v=`, `"/repo/manifest.webmanifest?v=`,
	} {
		if !strings.Contains(worker, want) {
			t.Errorf("the worker lacks %s", want)
		}
	}
}

// What is wanted later than the page is stored later, and the page's scripts leave it alone.
func TestTheStudiesComeLater(t *testing.T) {
	files := newTestSite(t, "/repo/", content).Files
	worker := string(files["worker.js"])
	at, later := strings.Index(worker, `"/repo/studies.wasm?v=`), strings.Index(worker, `"later": [`)
	if later < 0 || at < later || strings.Contains(worker[at:], `"/repo/app.wasm?v=`) {
		t.Errorf("the worker stores the studies with the page:\n%.2000s", worker)
	}
	page := string(files["index.html"])
	if n := strings.Count(page, "studies."); n != 1 {
		t.Errorf("the page names the studies' files %d times, want once, for a worker", n)
	}
}

// The worker's script, and so its address, changes with the programs of both sides.
func TestTheStudiesAreOfThePagesRelease(t *testing.T) {
	studies := regexp.MustCompile(`data-studies="/repo/studies\.js\?v=([0-9a-f]+)#([0-9a-f]+)"`)
	of := func(p Program) []string {
		s, err := New("/repo/", p, root, content)
		if err != nil {
			t.Fatal(err)
		}
		m := studies.FindStringSubmatch(string(s.Files["index.html"]))
		if m == nil {
			t.Fatal("the page doesn't say where the studies are")
		}
		for _, want := range []string{`page: "` + m[2] + `"`, `program: "studies.wasm?v=`, `exec: "wasm_exec.js?v=`} {
			if !strings.Contains(string(s.Files["studies.js"]), want) {
				t.Errorf("studies.js lacks %s", want)
			}
		}
		return m[1:]
	}
	first, other, page := of(Program{Wasm: []byte("1"), Studies: []byte("1")}), of(Program{Wasm: []byte("1"), Studies: []byte("2")}), of(Program{Wasm: []byte("2"), Studies: []byte("1")})
	if first[0] == other[0] || first[0] == page[0] || first[1] == page[1] {
		t.Errorf("%q, with other studies %q, with another page %q", first, other, page)
	}
}

func TestBadBases(t *testing.T) {
	for _, base := range []string{"", "repo", "/repo", "repo/", "//", "/a//b/", "/a?b/", "/<a>/", "https://x.org/"} {
		if _, err := New(base, Program{}, root, content); err == nil || !strings.Contains(err.Error(), "with a slash at both ends") {
			t.Errorf("base %q: error %v", base, err)
		}
	}
}

func TestWriteReplacesAnEarlierSite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	s := newTestSite(t, "/repo/", content)
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(dir, "lessons", "gone.html")
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); !os.IsNotExist(err) {
		t.Error("a page of the earlier site is still there")
	}
	got, err := os.ReadFile(filepath.Join(dir, "lessons", "one.html"))
	if err != nil || !bytes.Equal(got, s.Files["lessons/one.html"]) {
		t.Errorf("the written page differs: %v", err)
	}
}

func TestWriteRefusesAnotherFolder(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(precious, []byte("years"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := newTestSite(t, "/", content).Write(dir); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}
