// Command minimal is the smallest useful go-app page. The browser benchmark holds Queuelab's start against it.
package main

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func main() {
	app.Route("/", func() app.Composer { return &Hello{} })
	app.RunWhenOnBrowser()
}

// Hello is a heading and a button that counts its clicks.
type Hello struct {
	app.Compo
	clicks int
}

// Render shows the component.
func (h *Hello) Render() app.UI {
	return app.Main().Body(
		app.H1().Text("Hello"),
		app.Button().ID("b").Text(h.clicks).OnClick(h.count),
	)
}

func (h *Hello) count(app.Context, app.Event) {
	h.clicks++
}
