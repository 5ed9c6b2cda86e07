package web

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
)

type lessonList struct {
	app.Compo
	S *session
	// Current is the lesson shown; Signs what progressSign says of each.
	Current, Signs string
	Open           bool
}

// signs change when the progress does.
func (s *session) signs() string {
	var b strings.Builder
	for _, l := range s.model.Lessons {
		_, state := progressSign(s.model.Progress.Lessons[l.ID])
		b.WriteString(state + ";")
	}
	return b.String()
}

func (l *lessonList) Render() app.UI {
	class := "lessons"
	if l.Open {
		class += " open"
	}
	return el("nav").ID("lessons").Class(class).Attr("aria-label", "Lessons").
		OnKeyDown(l.S.handler(l.key)).
		Body(div("lessons-inner").Body(l.groups()...))
}

// key closes the drawer by Escape and gives the focus back.
func (l *lessonList) key(e app.Event) {
	if l.S.drawer && e.Get("key").String() == "Escape" {
		e.StopImmediatePropagation()
		l.S.toggleDrawer()
		l.S.browser.focus("menu")
	}
}

func (l *lessonList) groups() []app.UI {
	var out []app.UI
	var items []app.UI
	group := ""
	flush := func() {
		if len(items) > 0 {
			out = append(out, el("h2").Text(group), el("ul").Body(items...))
		}
		items = nil
	}
	for _, le := range l.S.model.Lessons {
		if le.Group != group {
			flush()
			group = le.Group
		}
		items = append(items, l.item(le))
	}
	flush()
	return out
}

func (l *lessonList) item(le *lesson.Lesson) app.UI {
	class, state := progressSign(l.S.model.Progress.Lessons[le.ID])
	a := link(lessonURL(le.ID)).Body(
		app.If(state != "", func() app.UI { return span("tick"+class).Attr("aria-hidden", "true").Text("✓") }),
		app.Text(le.Title),
		app.If(state != "", func() app.UI { return hiddenText(", " + state) }),
	)
	if le.ID == l.Current {
		a = a.Attr("aria-current", "page")
	}
	return el("li").Body(a)
}

func progressSign(p play.LessonProgress) (class, state string) {
	switch {
	case p.Solved:
		return "", "challenge solved"
	case p.Finished:
		return " seen", "run seen to its end"
	}
	return "", ""
}
