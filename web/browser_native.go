//go:build !js

package web

import (
	"net/url"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/study"
)

// browser does nothing where there is none: when the site is built, and in tests.
type browser struct{}

func (*browser) mount(*session)                   {}
func (*browser) dismount()                        {}
func (*browser) show(*session)                    {}
func (*browser) remember() staying                { return nothingStays }
func (*browser) kept(string) app.UI               { return nothing() }
func (*browser) forget()                          {}
func (*browser) noteEarly()                       {}
func (*browser) answerEarly(bool)                 {}
func (*browser) holdFocus()                       {}
func (*browser) keepPicture()                     {}
func (*browser) setFragment(string)               {}
func (*browser) keepFragment()                    {}
func (*browser) link(fragment string) string      { return "#" + fragment }
func (*browser) load(string) string               { return "" }
func (*browser) store(string, string)             {}
func (*browser) copy(string, func(bool))          {}
func (*browser) download(_, _, _ string)          {}
func (*browser) later(int, func())                {}
func (*browser) prepare(*session)                 {}
func (*browser) ask(*session, study.Request)      {}
func (*browser) soon(_ *session, f func())        { f() }
func (*browser) focus(string)                     {}
func (*browser) focusFirst(string)                {}
func (*browser) rememberAsker()                   {}
func (*browser) focusAsker()                      {}
func (*browser) focusBack()                       {}
func (*browser) selectAll(string)                 {}
func (*browser) setValue(_, _ string)             {}
func (*browser) top(string)                       {}
func (*browser) spareMemory(bool)                 {}
func (*browser) renderSoon(*session)              {}
func (*browser) picture(string, string)           {}
func (*browser) drawTradeoff(*session)            {}
func (*browser) reveal(string)                    {}
func (*browser) readFile(app.Value, func(string)) {}
func (*browser) jump(string)                      {}

func (*browser) reload() {}

func address() *url.URL { return &url.URL{} }
