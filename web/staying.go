package web

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// staying says how much of the page that the reader already has is left as it
// came. The program takes it over in steps, with a turn for the browser between
// them: first what plays, then the lesson is read and the rest follows, and what
// tells of a run when there is one.
type staying uint8

const (
	nothingStays staying = iota
	// resultsStay: what tells of the run.
	resultsStay
	// restStays: that, and everything but the transport.
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
	if s.stays == restStays { // the reader hasn't gone to another page
		s.stays = resultsStay
		s.begin()
	}
	s.changed()
	s.taken()
	s.browser.show(s)
}

// takeResults is the last step, when the first run is there.
func (s *session) takeResults() {
	if s.stays == resultsStay && s.model.Run != nil {
		s.stays = nothingStays
		s.taken()
	}
}

// taken renders what has been taken over, and answers what was asked of it before.
func (s *session) taken() {
	last := s.stays == nothingStays
	s.browser.holdFocus()
	s.ctx.Update()
	s.ctx.Defer(func(app.Context) { s.guard(func() { s.browser.answerEarly(last) }) })
}
