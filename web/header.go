package web

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// header doesn't follow the run, nor do the lesson list and the help sheet: an
// edit leaves them alone.
type header struct {
	app.Compo
	S            *session
	Theme        play.Theme
	Open, Copied bool
	// Home says that this is the home page, which shows the lessons itself.
	Home bool
}

func (h *header) Render() app.UI {
	s := h.S
	return el("header").Class("top").Body(
		app.If(!h.Home, h.menu),
		link(base()).Class("brand").Body(icon("brand"), el("span").Text("Queuelab")),
		span("tagline").Text("a message queue you can take apart"),
		button("share", "").Title("Copy a link to what you see now").
			OnClick(s.handler(func(app.Event) { s.share() })).
			Body(icon("share"), el("span").Text(shareText(s)), span("wide").Text(linkText(s))),
		button("theme", "icon-only").
			Title("Theme: "+string(s.model.Theme)).Attr("aria-label", "Theme: "+themeName(s.model.Theme)+". Change it").
			OnClick(s.on(play.ToggleTheme{})).
			Body(icon("theme-"+themeName(s.model.Theme))),
		button("help", "icon-only").Title("Keyboard shortcuts").
			Attr("aria-label", "Keyboard shortcuts").Attr("aria-haspopup", "dialog").
			OnClick(s.on(play.ToggleHelp{})).Body(el("span").Text("?")),
	)
}

func (h *header) menu() app.UI {
	s := h.S
	return button("menu", "icon-only menu").Title("Lessons").
		Attr("aria-label", "Lessons").Attr("aria-expanded", s.drawer).Attr("aria-controls", "lessons").
		OnClick(s.handler(func(app.Event) { s.toggleDrawer() })).
		Body(icon("menu"))
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
	return "Share"
}

func linkText(s *session) string {
	if s.copied {
		return ""
	}
	return " link"
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

// tell shows a short notice of the page's own.
func (s *session) tell(text string) {
	s.said = text
	s.changed()
}

// notice is what is to be told now.
func (s *session) notice() string { return cmp.Or(s.said, s.model.Notice) }

// dismiss takes the notice away.
func (s *session) dismiss() {
	if s.said != "" {
		s.tell("")
		return
	}
	s.send(play.Dismiss{})
}
