package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
)

// Main runs the page in the browser; it doesn't return.
func Main() {
	guardAddress()
	app.Route("/", func() app.Composer { return &root{} })
	for _, l := range lesson.Contents() {
		app.Route("/lessons/"+l.ID, func() app.Composer { return &root{Lesson: l.ID} })
	}
	app.RouteWithRegexp(".*", func() app.Composer { return &missing{Base: base()} })
	app.RunWhenOnBrowser()
}
