package web

import (
	"fmt"
	"reflect"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
)

// session is one visit: the model, the browser that shows it, and what the
// page itself remembers. Everything in it happens on go-app's UI goroutine.
type session struct {
	model   *play.Model
	browser browser
	// ctx is the mounted page's; asked is what to do for it when it is mounted.
	ctx     app.Context
	mounted bool
	asked   []play.Effect
	// page is the address that is shown: a lesson's ID, or empty for the home page;
	// prose the text on it, as HTML. next is where the reader went, which is shown
	// once it has come: see follow.
	page  string
	prose string
	next  place
	// fragment is the URL's as far as the page knows it.
	fragment string
	// drawer says that the lesson list is open on a narrow screen, sharing that
	// the link is shown for copying by hand.
	drawer  bool
	sharing string
	copied  bool
	confirm bool
	log     logView
	lines   linesView
	sandbox sandboxAddress
	// said is a notice of the page's own, failure what a panic said.
	said, failure string
	ticks         uint32
	// stays is how much of the page is still as it came.
	stays staying
	// working says that a turn of a comparison is asked for; took is what the last took.
	working bool
	took    time.Duration
}

// place is a page of the site and its fragment.
type place struct{ page, fragment string }

// newSession opens a page as the fragment says.
func newSession(page, fragment string) *session {
	s := &session{model: play.New(lesson.Contents()), page: page, fragment: fragment, next: place{page, fragment}}
	s.log.follow = true
	s.stays = s.browser.remember()
	if s.stays == nothingStays {
		s.begin()
	}
	return s
}

// begin opens the page that the program was started on. What the browser remembers comes first, or
// what is noted of the visit would take its place. Beside a page that stays as it came the run is
// left to the next turn.
func (s *session) begin() {
	s.do(play.LoadProgress{Text: s.browser.load(play.ProgressKey)})
	first := s.arrive(s.browser.material(s.page))
	first.Later = s.stays > nothingStays
	s.do(first)
}

// arrive is at the place that the reader went to, with what its page brings along.
func (s *session) arrive(m material) play.OpenLesson {
	s.page, s.fragment, s.prose = s.next.page, s.next.fragment, m.prose
	return play.OpenLesson{ID: lessonOn(s.page), Fragment: s.fragment, Lesson: m.lesson}
}

// send takes a message in and shows what came of it.
func (s *session) send(msg play.Msg) {
	s.do(msg)
	s.browser.show(s)
}

func (s *session) do(msg play.Msg) {
	effects := s.model.Update(msg)
	s.takeResults()
	if !s.mounted {
		s.asked = append(s.asked, effects...)
		return
	}
	for _, e := range effects {
		s.carryOut(e)
	}
}

// settle carries out what was asked before the page was mounted.
func (s *session) settle() {
	asked := s.asked
	s.asked = nil
	for _, e := range asked {
		s.carryOut(e)
	}
}

func (s *session) carryOut(e play.Effect) {
	switch e := e.(type) {
	case play.Again:
		s.browser.spareMemory(true)
		s.browser.renderSoon(s)
		s.browser.soon(s, func() { s.send(play.Continue{}) })
	case play.GoOn:
		s.goOn()
	case play.Prepare:
		s.browser.prepare(s)
	case play.Ask:
		s.browser.ask(s, e.Request)
	case play.FetchEvidence:
		s.browser.fetch(s, app.Getenv("QUEUELAB_BROKERS"), func(text, problem string) {
			s.send(play.EvidenceLoaded{Text: text, Problem: problem})
		})
	case play.FetchRecording:
		s.browser.fetch(s, e.URL, func(text, problem string) {
			s.send(play.RecordingLoaded{ID: e.ID, Text: text, Problem: problem})
		})
	case play.SetFragment:
		if s.page != s.next.page {
			return // the address is another page's by now
		}
		s.fragment = e.Fragment
		s.browser.setFragment(e.Fragment)
	case play.SaveProgress:
		s.browser.store(play.ProgressKey, e.Text)
	case play.Navigate:
		s.ctx.Navigate(lessonURL(e.ID))
	case play.Focus:
		s.focus(e.On)
	}
}

// goOn does a turn of a comparison after the browser had its own.
func (s *session) goOn() {
	if s.working {
		return
	}
	s.working = true
	s.browser.soon(s, func() {
		s.working = false
		began := time.Now()
		s.do(play.Work{Took: s.took})
		s.took = time.Since(began)
		s.browser.show(s)
	})
}

func (s *session) focus(on play.FocusOn) {
	id := map[play.FocusOn]string{
		play.FocusFilterField: "filter", play.FocusDetails: "details", play.FocusHelpSheet: "help-close", play.FocusWhy: "why", play.FocusPlay: "play",
	}[on]
	if on == play.FocusWhy {
		s.browser.rememberAsker()
	}
	s.ctx.Defer(func(app.Context) {
		switch on {
		case play.FocusBack:
			s.browser.focusBack()
		case play.FocusAsked:
			s.browser.focusAsker()
		default:
			s.browser.focus(id)
		}
	})
}

// follow shows what a fragment says that the reader went to.
func (s *session) follow(fragment string) {
	if fragment == s.fragment {
		return
	}
	s.fragment = fragment
	s.browser.keepFragment()
	s.send(play.OpenFragment{Fragment: fragment})
}

// dispatch runs f on the UI goroutine and renders the page after it.
func (s *session) dispatch(f func()) {
	s.ctx.Dispatch(func(app.Context) { s.guard(f) })
}

// guard keeps a panic in a handler from ending the program: the page says what
// happened, and how to go on.
func (s *session) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			s.failure = fmt.Sprint(r)
			app.Log("queuelab:", s.failure)
			s.stop()
		}
	}()
	f()
}

// stop ends a run that plays, after a panic that left the model as it may be.
func (s *session) stop() {
	defer func() { _ = recover() }()
	s.model.Update(play.Pause{})
	if s.mounted {
		s.ctx.Update()
	}
}

// on is a handler that sends a message.
func (s *session) on(msg play.Msg) (app.EventHandler, app.EventOption) {
	scope := []any{reflect.TypeOf(msg).Name()}
	for v, i := reflect.ValueOf(msg), 0; i < v.NumField(); i++ {
		scope = append(scope, plain(v.Field(i)))
	}
	return s.handler(func(app.Event) { s.send(msg) }, scope...)
}

// plain is a field as what is cheap to write: fmt is not needed for a page to start.
func plain(v reflect.Value) any {
	switch {
	case v.CanInt():
		return int(v.Int())
	case v.Kind() == reflect.String:
		return "=" + v.String() // go-app leaves out what is empty
	}
	return v.Interface()
}

// handler is f as a handler. go-app keeps an element's old handler where it
// takes the new one for the same, and tells them apart by their code alone: so
// whatever else f depends on must be among what it captured.
func (s *session) handler(f func(app.Event), captured ...any) (app.EventHandler, app.EventOption) {
	scope := append([]any{int(reflect.ValueOf(f).Pointer())}, captured...) // an int is cheap to write
	return func(_ app.Context, e app.Event) { s.guard(func() { f(e) }) }, app.EventScope(scope...)
}

// base is the site's path on its host, with a slash at both ends.
func base() string {
	if b := app.Getenv("GOAPP_ROOT_PREFIX"); b != "" {
		return b
	}
	return "/"
}

func lessonURL(id string) string { return base() + "lessons/" + id }

// revision changes when the page or the run does: components that follow both take it.
func (s *session) revision() uint64 {
	v := s.model.Version
	return uint64(v.Run)<<32 | uint64(v.Page+s.ticks)
}

// changed makes components that follow the page render again.
func (s *session) changed() { s.ticks++ }
