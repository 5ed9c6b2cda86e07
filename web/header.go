package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

type header struct {
	app.Compo
	S        *session
	Revision uint64
}

func (h *header) Render() app.UI {
	s := h.S
	return app.Header().Class("top").Body(
		app.Button().Type("button").Class("button icon-only menu").ID("menu").Title("Lessons").
			Aria("label", "Lessons").Aria("expanded", s.drawer).Aria("controls", "lessons").
			OnClick(s.handler(func(app.Event) { s.toggleDrawer() })).
			Body(icon("menu")),
		app.A().Class("brand").Href(base()).Body(icon("brand"), app.Span().Text("Queuelab")),
		app.Span().Class("tagline").Text("a message queue you can take apart"),
		app.Button().Type("button").Class("button").ID("share").Title("Copy a link to what you see now").
			OnClick(s.handler(func(app.Event) { s.share() })).
			Body(icon("share"), app.Span().Text(shareText(s))),
		app.Button().Type("button").Class("button icon-only").ID("theme").
			Title("Theme: "+string(s.model.Theme)).Aria("label", "Theme: "+themeName(s.model.Theme)+". Change it").
			OnClick(s.on(play.ToggleTheme{})).
			Body(icon("theme-"+themeName(s.model.Theme))),
		app.Button().Type("button").Class("button icon-only").ID("help").Title("Keyboard shortcuts").
			Aria("label", "Keyboard shortcuts").Aria("haspopup", "dialog").
			OnClick(s.on(play.ToggleHelp{})).Body(app.Span().Text("?")),
	)
}

func themeName(t play.Theme) string {
	if t == "" {
		return string(play.System)
	}
	return string(t)
}

func shareText(s *session) string {
	if s.copied {
		return "Copied"
	}
	return "Share link"
}

func (s *session) toggleDrawer() {
	s.drawer = !s.drawer
	s.changed()
	if s.drawer {
		s.ctx.Defer(func(app.Context) { s.browser.focusFirst("#lessons a[aria-current], #lessons a") })
	}
}

// share copies the link, or shows it to be copied by hand where the browser
// doesn't let the page.
func (s *session) share() {
	fragment, err := s.model.Fragment()
	if err != nil {
		s.tell(err.Error())
		return
	}
	link := s.browser.link(fragment)
	s.browser.copy(link, func(done bool) {
		s.dispatch(func() {
			if s.copied = done; done {
				s.browser.later(2000, func() { s.dispatch(func() { s.copied = false; s.changed() }) })
			} else {
				s.sharing = link
				s.ctx.Defer(func(app.Context) { s.browser.selectAll("share-field") })
			}
			s.changed()
		})
	})
}

// tell shows a short message of the page's own.
func (s *session) tell(text string) {
	s.model.Notice = text
	s.changed()
}
