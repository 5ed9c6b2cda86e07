package web

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// staying says how much of the page that the reader already has is left as it
// came. The program takes it over in steps, with a turn for the browser between
// them: first what changes the run and plays it, then the rest, and what tells
// of a run when there is one.
type staying uint8

const (
	nothingStays staying = iota
	// resultsStay: what tells of the run.
	resultsStay
	// restStays: that, and all that isn't needed to answer the first press.
	restStays
)

// kept is an element of the page as it came, or what is made in its place when
// its time has come.
func (s *session) kept(up staying, selector string, make func() app.UI) app.UI {
	if s.stays < up {
		return make()
	}
	return s.browser.kept(selector)
}

// takeOver is the second step.
func (s *session) takeOver() {
	s.stays = min(s.stays, resultsStay)
	s.takeResults()
	s.changed()
	s.ctx.Update()
	s.browser.show(s)
	s.ctx.Defer(func(app.Context) { s.guard(s.browser.answerPress) })
}

// takeResults is the last step, when the first run is there.
func (s *session) takeResults() {
	if s.stays == resultsStay && s.model.Run != nil {
		s.stays = nothingStays
		s.browser.forget()
	}
}
