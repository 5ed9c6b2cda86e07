//go:build !js

package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
)

// Page is one address of the site.
type Page struct {
	// Path is the address below the site's base, without a slash at either end; the home page's is empty.
	Path string
	// Title and Description are plain text for the tab, for search and for link previews.
	Title, Description string
	// HTML is the page as it can be read before and without WebAssembly. The running program replaces it.
	HTML string
	// Lesson is the archive of the lesson that the page shows, which the program reads it from; empty for the sandbox.
	Lesson string
}

// Pages lists every page in the order of the lessons. Links in them begin with base, such as "/" or "/queuelab/".
func Pages(base string) []Page {
	pages := []Page{render(base, "", siteTitle, sitePitch)}
	for _, l := range lesson.Contents() {
		pages = append(pages, render(base, l.ID, l.Title+" · Queuelab", l.Lead))
	}
	return pages
}

// NotFound is the page for addresses that the site doesn't have.
func NotFound(base string) Page {
	return Page{
		Path: "404", Title: "Not found · Queuelab", Description: "This address is not a page of Queuelab.",
		HTML: canonical(app.HTMLString((&missing{Base: base}).Render())),
	}
}

// render is the same component that the browser mounts, with the lesson's run
// at its start.
func render(base, id, title, description string) Page {
	restore := setBase(base)
	defer restore()
	r := &root{Lesson: id}
	r.OnInit()
	for range 100_000 {
		if _, busy := r.s.model.Busy(); !busy {
			break
		}
		r.s.model.Update(play.Continue{})
	}
	path := ""
	if id != "" {
		path = "lessons/" + id
	}
	return Page{
		Path: path, Title: title, Description: description,
		HTML: canonical(app.HTMLString(r.Render())), Lesson: lesson.Text(lessonOn(id)),
	}
}
