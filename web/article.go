package web

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
)

// article is the lesson itself: its text, the question, the stage, and what
// the run shows.
type article struct {
	app.Compo
	S        *session
	Revision uint64
	Events   uint32
	Study    uint32
}

func (a *article) Render() app.UI {
	s := a.S
	if s.page == lesson.SandboxID {
		return a.sandbox()
	}
	if s.model.Lesson == nil && s.stays < restStays {
		return el("main").ID("main").Body(el("h1").ID("title").TabIndex(-1).Text("No such lesson"))
	}
	intro, rest := splitProse(s.prose)
	return el("main").ID("main").Body(
		s.kept(restStays, "#title", a.title),
		s.kept(restStays, ".lead", a.lead),
		s.kept(restStays, ".prose.intro", func() app.UI { return app.Raw(`<div class="prose intro">` + intro + `</div>`) }),
		s.kept(restStays, "#predict", func() app.UI { return &predictCard{S: s, Revision: a.Revision} }),
		&stageCard{S: s, Revision: a.Revision, Events: a.Events},
		s.kept(restStays, ".jumps", a.jumps),
		s.kept(restStays, "#details", func() app.UI { return &detailsCard{S: s, Revision: a.Revision, Events: a.Events} }),
		s.kept(restStays, "#why", func() app.UI { return &whyCard{S: s, Revision: a.Revision, Events: a.Events} }),
		s.kept(restStays, ".charts", func() app.UI { return &charts{S: s, Revision: a.Revision} }),
		s.kept(restStays, "#fork", func() app.UI { return &forkCard{S: s, Revision: a.Revision} }),
		s.kept(resultsStay, "#order", func() app.UI { return &orderCard{S: s, Revision: a.Revision} }),
		s.kept(restStays, "#run-in-text", func() app.UI { return &tabs{S: s, Revision: a.Revision, Events: a.Events, Study: a.Study} }),
		s.kept(restStays, ".prose.rest", func() app.UI { return app.Raw(`<div class="prose rest">` + rest + `</div>`) }),
		s.kept(restStays, "main > .foot", a.next),
	)
}

// sandbox has the text right below the stage that follows it.
func (a *article) sandbox() app.UI {
	s := a.S
	return el("main").ID("main").Body(
		s.kept(restStays, "#title", a.title),
		s.kept(restStays, ".lead", a.lead),
		&stageCard{S: s, Revision: a.Revision, Events: a.Events},
		s.kept(restStays, "#run-in-text", func() app.UI { return &tabs{S: s, Revision: a.Revision, Events: a.Events, Study: a.Study} }),
		s.kept(restStays, "#details", func() app.UI { return &detailsCard{S: s, Revision: a.Revision, Events: a.Events} }),
		s.kept(restStays, ".charts", func() app.UI { return &charts{S: s, Revision: a.Revision} }),
		s.kept(restStays, ".prose.rest", func() app.UI { return app.Raw(`<div class="prose rest">` + s.prose + `</div>`) }),
		s.kept(restStays, "main > .foot", a.next),
	)
}

func (a *article) title() app.UI {
	return el("h1").ID("title").TabIndex(-1).Text(a.S.model.Lesson.Title)
}

func (a *article) lead() app.UI { return para("lead").Text(a.S.model.Lesson.Lead) }

// jumps lead to what stands far below on a narrow screen.
func (a *article) jumps() app.UI {
	var items []app.UI
	for _, j := range []struct{ id, text string }{
		{"params", "Parameters"}, {"faults", "Break something"}, {"claims", "What holds"}, {"challenge", "Challenge"},
	} {
		items = append(items, button("", "").OnClick(a.S.handler(func(app.Event) { a.S.browser.jump(j.id) }, j.id)).Text(j.text))
	}
	return div("row jumps").Body(items...)
}

// splitProse parts the text before the first heading, which leads into the
// stage, from the sections, which are read after it.
func splitProse(html string) (intro, rest string) {
	i := strings.Index(html, "<h2")
	if i < 0 {
		return html, ""
	}
	return html[:i], html[i:]
}

func (a *article) next() app.UI {
	lessons := a.S.model.Lessons
	for i, l := range lessons {
		if l.ID == a.S.model.Lesson.ID && i+1 < len(lessons) {
			return para("foot").Body(
				link(lessonURL(lessons[i+1].ID)).Text("Next: "+lessons[i+1].Title+" →"),
				sandboxLink(a.S, "foot-sandbox"),
			)
		}
	}
	return para("foot").Body(link(base()).Text("All lessons"))
}
