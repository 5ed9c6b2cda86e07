package web

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
)

// root is the whole page: a lesson's, or the home page's where Lesson is empty.
type root struct {
	app.Compo
	// Lesson is the ID in the address.
	Lesson string
	s      *session
}

// demo is the lesson that the home page plays.
const demo = "five-jobs"

func (r *root) shown() string {
	if r.Lesson == "" {
		return demo
	}
	return r.Lesson
}

func (r *root) OnInit() {
	if r.s == nil {
		r.s = newSession(r.shown(), address().Fragment)
		r.s.page = r.Lesson
	}
}

func (r *root) OnMount(ctx app.Context) {
	r.s.ctx, r.s.mounted = ctx, true
	r.s.guard(func() {
		r.s.do(play.LoadProgress{Text: r.s.browser.load(play.ProgressKey)})
		r.s.settle()
		r.s.browser.mount(r.s)
		r.s.browser.notePresses()
		r.s.browser.soon(r.s, r.s.takeOver)
	})
}

func (r *root) OnDismount() { r.s.browser.dismount() }

// OnNav follows the address: to another lesson, or to a fragment that was
// changed by hand. Only now is the address the new one.
func (r *root) OnNav(ctx app.Context) {
	s := r.s
	fragment := address().Fragment
	page := r.Lesson
	if page != s.page {
		s.guard(func() { r.open(ctx, fragment) })
	} else {
		s.guard(func() { s.follow(fragment) })
	}
	ctx.Page().SetTitle("%s", r.title())
}

func (r *root) open(ctx app.Context, fragment string) {
	s := r.s
	s.page, s.fragment, s.stays = r.Lesson, fragment, nothingStays
	s.drawer, s.sharing, s.confirm = false, "", false
	s.log.reset()
	s.changed()
	s.send(play.OpenLesson{ID: r.shown(), Fragment: fragment})
	ctx.Defer(func(app.Context) {
		s.guard(func() {
			s.browser.top("title")
			s.browser.show(s)
		})
	})
}

func (r *root) title() string {
	if r.Lesson == "" || r.s.model.Lesson == nil {
		return siteTitle
	}
	return r.s.model.Lesson.Title + " · Queuelab"
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
			return &header{S: s, Theme: s.model.Theme, Open: s.drawer, Copied: s.copied, Home: r.Lesson == ""}
		}),
		r.body(),
		s.kept(restStays, "#help-sheet", func() app.UI { return &helpSheet{S: s, Open: s.model.Help} }),
		s.kept(restStays, "#notices", func() app.UI { return &notices{S: s, Revision: s.revision(), Failure: s.failure} }),
		el("div").ID("live").Class("hidden-text").Role("status").Aria("live", "polite"),
	)
}

func (r *root) body() app.UI {
	if r.Lesson == "" {
		return &home{S: r.s, Revision: r.s.revision(), Events: r.s.seen()}
	}
	return div("shell").Body(
		r.s.kept(restStays, "#lessons", func() app.UI {
			return &lessonList{S: r.s, Current: r.Lesson, Signs: r.s.signs(), Open: r.s.drawer}
		}),
		&article{S: r.s, Revision: r.s.revision(), Events: r.s.seen(), Study: r.s.model.Version.Study},
		&side{S: r.s, Revision: r.s.revision(), Events: r.s.seen()},
	)
}

// seen is the version of the events for components that follow the cursor
// from event to event.
func (s *session) seen() uint32 { return s.model.Version.Events }
