package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// root is the whole page: a lesson's, or the home page's.
type root struct {
	app.Compo
	// Lesson is the ID in the address, or empty. The session's page is what is shown.
	Lesson string
	s      *session
}

func (r *root) OnInit() {
	if r.s == nil {
		r.s = newSession(r.Lesson, address().Fragment)
	}
}

func (r *root) OnMount(ctx app.Context) {
	r.s.ctx, r.s.mounted = ctx, true
	r.s.guard(func() {
		r.s.settle()
		r.s.browser.mount(r.s)
		r.s.browser.noteEarly()
		r.s.browser.soon(r.s, r.s.takeOver)
	})
}

func (r *root) OnDismount() { r.s.browser.dismount() }

// OnNav follows the address: to another lesson, or to a fragment that was
// changed by hand. Only now is the address the new one.
func (r *root) OnNav(app.Context) {
	s := r.s
	to := place{r.Lesson, address().Fragment}
	s.next = to
	s.guard(func() {
		if to.page == s.page {
			s.follow(to.fragment)
			s.setTitle()
			return
		}
		s.browser.later(patience, func() { s.dispatch(func() { s.sayComing(to) }) })
		s.browser.bring(s, to.page, func(m material, ok bool) {
			switch {
			case s.next != to: // the reader has gone on
			case ok:
				s.open(m)
			default:
				s.browser.reload()
			}
		})
	})
}

// patience is how long a page may take, in ms, before the reader is told that it comes.
const patience = 400

const coming = "The page is on its way."

func (s *session) sayComing(to place) {
	if s.next == to && s.page != to.page {
		s.tell(coming)
	}
}

// open shows the page that the reader went to. The one before stays until then.
func (s *session) open(m material) {
	if s.stays > nothingStays {
		s.stays = nothingStays
		s.browser.forget()
	}
	s.drawer, s.sharing, s.confirm = false, "", false
	if s.said == coming {
		s.said = ""
	}
	s.log.reset()
	s.changed()
	s.send(s.arrive(m))
	s.setTitle()
	s.ctx.Defer(func(app.Context) {
		s.guard(func() {
			s.browser.top("title")
			s.browser.show(s)
		})
	})
}

func (s *session) setTitle() {
	if s.stays == restStays {
		return // as it came
	}
	title := siteTitle
	if s.page != "" && s.model.Lesson != nil {
		title = s.model.Lesson.Title + " · Queuelab"
	}
	s.ctx.Page().SetTitle("%s", title)
}

func (r *root) Render() app.UI {
	s := r.s
	return div("app").Body(
		el("a").Class("skip").Attr("href", "#main").Text("Skip to the lesson").OnClick(s.handler(func(e app.Event) {
			e.PreventDefault()
			e.StopImmediatePropagation()
			s.browser.focus("title")
		})),
		s.kept(restStays, "header.top", func() app.UI {
			return &header{S: s, Theme: s.model.Theme, Open: s.drawer, Copied: s.copied, Home: s.page == ""}
		}),
		r.body(),
		s.kept(restStays, "#help-sheet", func() app.UI { return &helpSheet{S: s, Open: s.model.Help} }),
		s.kept(restStays, "#notices", func() app.UI { return &notices{S: s, Revision: s.revision(), Failure: s.failure} }),
		el("div").ID("live").Class("hidden-text").Role("status").Attr("aria-live", "polite"),
	)
}

func (r *root) body() app.UI {
	if r.s.page == "" {
		return &home{S: r.s, Revision: r.s.revision(), Events: r.s.seen()}
	}
	return div("shell").Body(
		r.s.kept(restStays, "#lessons", func() app.UI {
			return &lessonList{S: r.s, Current: r.s.page, Signs: r.s.signs(), Open: r.s.drawer}
		}),
		&article{S: r.s, Revision: r.s.revision(), Events: r.s.seen(), Study: r.s.model.Version.Study},
		r.s.kept(restStays, ".side", func() app.UI { return &side{S: r.s, Revision: r.s.revision(), Events: r.s.seen()} }),
	)
}

// seen is the version of the events for components that follow the cursor
// from event to event.
func (s *session) seen() uint32 { return s.model.Version.Events }
