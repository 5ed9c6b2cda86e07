package play

import (
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/trace"
)

// open shows a lesson in the state of a link.
func (m *Model) open(msg OpenLesson) {
	l := m.find(msg.ID)
	if msg.Lesson != nil {
		l = msg.Lesson
	}
	if l == nil || l.Doc == nil { // none, or a head
		m.Notice = "There is no lesson “" + msg.ID + "”."
		return
	}
	early, notice := m.early, m.Notice
	if m.Lesson != nil { // they are about another
		early, notice = nil, ""
	}
	m.forget()
	m.early, m.Notice = early, notice
	m.later = msg.Later
	m.Lesson = l
	m.Goals = newGoals(l)
	m.Tab = m.firstTab()
	m.Playing = false
	m.fragment = trimHash(msg.Fragment)
	m.visit(func(p *LessonProgress) { p.Visited = true })
	m.follow(msg.Fragment)
	m.later = false
}

func (m *Model) find(id string) *lesson.Lesson {
	for _, l := range m.Lessons {
		if l.ID == id {
			return l
		}
	}
	return nil
}

// forget clears everything that belongs to the lesson shown so far.
func (m *Model) forget() {
	m.leave(m.Schedules.id)
	m.leave(m.Tradeoff.id)
	m.hidden = hidden{effects: m.effects, requests: m.requests}
	m.Run, m.Base, m.Draft = nil, nil, Draft{}
	m.Schedules, m.Tradeoff, m.Brokers = Schedules{}, Tradeoff{}, m.Brokers.forgotten()
	m.Cursor, m.Prediction, m.Selected = Cursor{}, Prediction{}, Selection{}
	m.Why, m.Shadow = nil, nil
	m.Problems, m.Goals, m.Query, m.Notice, m.Live = nil, nil, "", "", ""
	m.Hints, m.SolutionShown, m.Challenging = 0, false, false
	m.Tab = Tabs[0]
	m.Version.Run++
	m.Version.Events++
	m.Version.Cursor++
}

// follow puts the lesson into the state of a link, or into its own start, with
// a notice, where the link can't be followed.
func (m *Model) follow(fragment string) {
	link, err := ParseFragment(fragment)
	var b built
	recorded := m.asLinked(&link)
	if err == nil {
		b, err = link.Draft.build(m.Lesson)
	}
	if err != nil {
		m.Notice = "This link can't be followed: " + short(err.Error()) + ". Here is the lesson from its start."
		link, b = Link{}, m.own()
	}
	m.Problems = nil
	if link.Tab.valid() {
		m.Tab = link.Tab
	}
	m.takeStudies(link)
	m.adopt(b, func(tr *trace.Trace) Cursor {
		c := link.cursor(tr)
		m.anchor = anchorOf(tr, c)
		return c
	})
	m.Live = ""
	if recorded != nil {
		m.await(*recorded)
	}
}

// openFragment follows a fragment that changed under the page, as when the
// reader goes back in the history or pastes a link to the same lesson.
func (m *Model) openFragment(fragment string) {
	if trimHash(fragment) == m.fragment {
		return
	}
	m.fragment = trimHash(fragment)
	m.undo, m.redo, m.Playing, m.Notice = nil, nil, false, ""
	m.follow(fragment)
}

// short cuts a message from outside to a length that fits a notice.
func short(text string) string {
	const most = 200
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}
