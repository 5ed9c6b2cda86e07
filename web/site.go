// Package web is the page of Queuelab: its addresses, their text, and the go-app components that bring them to life.
package web

import (
	"html"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Page is one address of the site.
type Page struct {
	// Path is the address below the site's base, without a slash at either end; the home page's is empty.
	Path string
	// Title and Description are plain text for the tab, for search and for link previews.
	Title, Description string
	// HTML is the page as it can be read before and without WebAssembly. The running program replaces it.
	HTML string
}

// Pages lists every page in the order of the lessons. Links in them begin with base, such as "/" or "/queuelab/".
func Pages(base string) []Page {
	return []Page{
		{
			Path:        "",
			Title:       "Queuelab",
			Description: "A message queue you can take apart.",
			HTML:        home(base),
		},
		{
			Path:        "lessons/five-jobs",
			Title:       "Five jobs, one consumer · Queuelab",
			Description: "A producer writes five jobs; one consumer receives and acknowledges them in order.",
			HTML:        `<main><h1>Five jobs, one consumer</h1><p id="prose">Five messages wait in a queue.</p></main>`,
		},
	}
}

// NotFound is the page for addresses that the site doesn't have.
func NotFound(base string) Page {
	return Page{
		Path:        "404",
		Title:       "Not found · Queuelab",
		Description: "This address is not a page of Queuelab.",
		HTML: `<main><h1>There is no such page</h1><p>Perhaps the lesson was renamed. <a href="` +
			html.EscapeString(base) + `">See all lessons</a>.</p></main>`,
	}
}

// Main runs the page in the browser; it doesn't return.
func Main() {
	base := app.Getenv("GOAPP_ROOT_PREFIX")
	for _, p := range Pages(base) {
		app.Route("/"+p.Path, func() app.Composer { return &article{HTML: p.HTML} })
	}
	missing := NotFound(base)
	app.RouteWithRegexp(".*", func() app.Composer { return &article{HTML: missing.HTML} })
	app.RunWhenOnBrowser()
}

func home(base string) string {
	link := html.EscapeString(base + "lessons/five-jobs")
	return strings.Join([]string{
		`<main><h1>Queuelab</h1><p id="prose">A message queue you can take apart.</p>`,
		`<p><a href="` + link + `">Five jobs, one consumer</a></p></main>`,
	}, "\n")
}

type article struct {
	app.Compo
	HTML string // exported: go-app updates the mounted component from a new one of its type
}

func (a *article) Render() app.UI {
	return app.Raw(a.HTML)
}
