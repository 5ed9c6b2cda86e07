// Package e2e tests the site in a browser, as it is built and as GitHub Pages would serve it. It holds tests only.
//
// The tests need Chromium and the npm packages (`make setup`); `go test -short` skips them. All of them share one
// browser; each page has a browser context of its own, so no storage, cache or service worker passes between tests.
//
// A test of what a page does reads like this:
//
//	func TestStep(t *testing.T) {
//		p := Open(t, "lessons/five-jobs#t=2ms") // built once, under /repo/; waits until the program runs
//		p.Click("#step")
//		p.Key(kb.ArrowRight)
//		p.WaitText("#time", "t = 3 ms")
//		p.Axe(Dark)
//	}
//
// A page fails its test by itself when it writes an error or a warning to the console, throws, or asks another
// origin for anything; Tolerate names what a test expects of that kind.
//
//	Open(t, path)            a started page of the site under /repo/
//	Serve(t, site)           a server of one's own: Release another site, Stop it, put a handler in front with Use
//	server.Open, server.Tab  a started page, an empty tab
//	p.Goto, Reload, Started  navigate, wait for the program
//	p.Click, Key, Type, Focus, Drag    act as a person does
//	p.Text, Value, Count, Visible, Location    read the page
//	Eval[T](p, js)           evaluate JavaScript; promises are awaited
//	p.Wait(js), p.WaitText   wait until something holds; there are no sleeps
//	p.Media(Dark, ReducedMotion), p.Size(w, h)    emulate
//	p.Axe(modes…)            no accessibility violation
//	p.Screenshot(file, w, h, modes…)    the whole page as PNG
//
// To look at every page at three widths, light and dark, give an absolute folder:
//
//	go test ./wasm/e2e -run TestScreenshots -shots /tmp/shots
package e2e
