package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/tracing"
	cdp "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a page may take for one action; it only ends tests that hang.
const patience = 20 * time.Second

// started is what the document says of itself when the program has taken over all of it.
const started = `(document.documentElement.dataset.started !== undefined && document.documentElement.dataset.takingOver === undefined)`

// Page is a tab that plays the part of a visitor with an empty browser.
type Page struct {
	t      testing.TB
	ctx    context.Context
	server *Server

	// Close closes the tab; the end of the test does it too.
	Close func()

	mu        sync.Mutex
	tracing   tasks
	problems  []string
	tolerated []string
}

// Open opens a page of the site under /repo/ and waits until its program runs.
func Open(t testing.TB, path string) *Page {
	t.Helper()
	return sharedServer(t).Open(t, path)
}

// Open opens the page at a path below the base and waits until its program runs.
func (s *Server) Open(t testing.TB, path string) *Page {
	t.Helper()
	p := s.Tab(t)
	p.Goto(path)
	p.Started()
	return p
}

// Tab opens an empty tab for a visitor who has never been here.
func (s *Server) Tab(t testing.TB) *Page {
	t.Helper()
	return openTab(t, s, sharedBrowser(t), cdp.WithNewBrowserContext())
}

// During makes a part of the test answer for what the page does until it ends.
func (p *Page) During(t testing.TB) {
	whole := p.t
	p.t = t
	t.Cleanup(func() {
		p.reportProblems()
		p.forgive()
		p.t = whole
	})
}

// forgive forgets the problems so far.
func (p *Page) forgive() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = nil
}

// NewTab opens a second empty tab of the same visitor: storage and service worker are shared.
func (p *Page) NewTab() *Page {
	p.t.Helper()
	return openTab(p.t, p.server, p.ctx)
}

func openTab(t testing.TB, server *Server, parent context.Context, options ...cdp.ContextOption) *Page {
	t.Helper()
	p := &Page{t: t, server: server}
	ctx, cancel := cdp.NewContext(parent, append(options, cdp.WithListener(p.listen))...)
	p.ctx = ctx
	p.Close = sync.OnceFunc(func() {
		p.reportProblems()
		cancel()
	})
	t.Cleanup(p.Close)
	// Without it a tab in the background has no focus, and keys go nowhere.
	send(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	send(p, network.Enable, network.EnableParams{})
	return p
}

// listen runs on the goroutine that reads the browser's messages, so it only takes notes.
func (p *Page) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if text := consoleText(e); isProblem(e.Type, text) {
			p.note("console: " + text)
		}
	case *runtime.EventExceptionThrown:
		p.note("exception: " + exceptionText(e.ExceptionDetails))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			p.note(fmt.Sprintf("log: %s %s", e.Entry.Text, e.Entry.URL))
		}
	case *tracing.EventDataCollected:
		p.traced(e)
	case *tracing.EventTracingComplete:
		close(p.tracing.over)
	case *network.EventRequestWillBeSent:
		if !p.inside(e.Request.URL) {
			p.note("request to another origin: " + e.Request.URL)
		}
	}
}

// isProblem also finds the last words of a Go program, which arrive as plain log lines.
func isProblem(kind runtime.ConsoleAPICalledType, text string) bool {
	switch kind {
	case runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert:
		return true
	}
	return strings.HasPrefix(text, `"panic:`) || strings.HasPrefix(text, `"fatal error:`)
}

func consoleText(e *runtime.EventConsoleAPICalled) string {
	var words []string
	for _, a := range e.Args {
		if a.Description != "" {
			words = append(words, a.Description)
		} else {
			words = append(words, string(a.Value))
		}
	}
	return strings.Join(words, " ")
}

func exceptionText(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Exception.Description
	}
	return d.Text
}

func (p *Page) inside(url string) bool {
	return strings.HasPrefix(url, p.server.host.URL+"/") || strings.HasPrefix(url, "data:") ||
		strings.HasPrefix(url, "blob:"+p.server.host.URL) || strings.HasPrefix(url, "about:")
}

func (p *Page) note(problem string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, problem)
}

// Tolerate names a part of a console message, exception or request that the test expects.
func (p *Page) Tolerate(part string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tolerated = append(p.tolerated, part)
}

// Problems lists what the page has done wrong so far and the test doesn't tolerate.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(p.problems), func(problem string) bool {
		return slices.ContainsFunc(p.tolerated, func(part string) bool { return strings.Contains(problem, part) })
	})
}

func (p *Page) reportProblems() {
	for _, problem := range p.Problems() {
		p.t.Errorf("%s: %s", p.server.Root, problem)
	}
}

// Goto navigates to a path below the base, with query and fragment, and waits until the document has loaded.
func (p *Page) Goto(path string) {
	p.t.Helper()
	p.do("go to "+path, cdp.Navigate(p.server.Root+path))
}

// Prepare runs JavaScript in every document from the next navigation on, before the page's own.
func (p *Page) Prepare(js string) {
	p.t.Helper()
	send(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: js})
}

// Reload loads the page again.
func (p *Page) Reload() {
	p.t.Helper()
	p.do("reload", cdp.Reload())
}

// Started waits until the program runs and has taken over the document.
func (p *Page) Started() {
	p.t.Helper()
	p.Wait(started)
}

// Wait waits until a JavaScript expression, or the promise that it gives, is true. It outlasts navigations.
func (p *Page) Wait(js string) {
	p.t.Helper()
	if !p.becomes(js) {
		p.t.Fatalf("never came true: %s\nproblems so far: %q", js, p.Problems())
	}
}

// WaitText waits until the element's trimmed text is exactly want.
func (p *Page) WaitText(selector, want string) {
	p.t.Helper()
	text := fmt.Sprintf("document.querySelector(%s)?.textContent.trim()", quote(selector))
	if !p.becomes(text + " === " + quote(want)) {
		p.t.Fatalf("%s: text is %q, want %q\nproblems so far: %q",
			selector, Eval[string](p, text+` ?? "(no such element)"`), want, p.Problems())
	}
}

// becomes asks again and again, since a navigation ends whatever waits inside the page.
func (p *Page) becomes(js string) bool {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if now, err := within(p, cdp.Evaluate[bool](js, cdp.EvalAwaitPromise)); err == nil && now {
			return true
		}
	}
	return false
}

// Click clicks the first element that the CSS selector matches, in its middle, once it is visible, holds still, and
// would itself get the click: a page that is still scrolling or laying itself out moves it away from under the mouse.
// Where it moved all the same, between the look and the click, it is clicked again, as a person would.
func (p *Page) Click(selector string) {
	p.t.Helper()
	for range mostClicks {
		p.Wait(fmt.Sprintf(`(%s)(%s)`, holdsStill, quote(selector)))
		at := Eval[[]float64](p, `globalThis.clickedAt`)
		p.clickXY(at[0], at[1])
		if missed, err := within(p, cdp.Evaluate[bool](clickMissed)); err != nil || !missed {
			return // an error: the click led to another page
		}
	}
	p.t.Fatalf("%s moved away from under the mouse %d times", selector, mostClicks)
}

// mostClicks is how often a click may miss.
const mostClicks = 5

// clickMissed says that the element that was to be clicked is there and got no click.
const clickMissed = `globalThis.clickMissed?.isConnected === true`

// holdsStill leaves in clickedAt where the middle of an element is, when that is the same two frames later.
const holdsStill = `async (selector) => {
	const element = document.querySelector(selector);
	if (!element) return false;
	globalThis.clickMissed = undefined;
	element.scrollIntoViewIfNeeded();
	const middle = () => {
		const box = element.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	};
	const frame = () => new Promise(requestAnimationFrame);
	const before = middle();
	await frame();
	await frame();
	const now = globalThis.clickedAt = middle();
	if (Math.hypot(now[0] - before[0], now[1] - before[1]) > 0.5) return false;
	const hit = document.elementFromPoint(now[0], now[1]);
	if (!element.contains(hit) && hit?.closest("label")?.control !== element) return false;
	globalThis.clickMissed = element;
	element.addEventListener("click", () => { globalThis.clickMissed = undefined; }, {capture: true, once: true});
	return true;
}`

// Key presses keys on the focused element: letters, or the constants of chromedp's package kb.
func (p *Page) Key(keys string, modifiers ...cdp.Modifier) {
	p.t.Helper()
	for _, r := range keys {
		for _, event := range strokes(r) {
			for _, m := range modifiers {
				event.Modifiers |= int64(m)
			}
			send(p, input.DispatchKeyEvent, *event)
		}
	}
}

// strokes are a key's events. What it types comes with its going down: sent on its own it would arrive even where the
// page prevented that, and a space would scroll.
func strokes(r rune) []*input.DispatchKeyEventParams {
	all := kb.Encode(r)
	if len(all) == 3 {
		all[0].Type, all[0].Text = input.DispatchKeyEventTypeKeyDown, all[1].Text
		return []*input.DispatchKeyEventParams{all[0], all[2]}
	}
	return all
}

// Type replaces the value of an input field as a person would: select all, then type.
func (p *Page) Type(selector, text string) {
	p.t.Helper()
	p.Focus(selector)
	Eval[cdp.Void](p, "document.activeElement.select()")
	p.Key(text)
}

// Focus moves the focus to an element.
func (p *Page) Focus(selector string) {
	p.t.Helper()
	p.do("focus "+selector, cdp.Focus(cdp.CSS(selector)))
}

// clickXY moves the mouse to a place of the viewport and clicks there.
func (p *Page) clickXY(x, y float64) {
	p.t.Helper()
	p.do("click", cdp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y), cdp.MouseClickXY(x, y))
}

// Drag presses the mouse at one point of the viewport and lets it go at another.
func (p *Page) Drag(fromX, fromY, toX, toY float64) {
	p.t.Helper()
	p.do("drag", cdp.DragAndDropXY(fromX, fromY, toX, toY))
}

// Text is the trimmed text of the first element that matches.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf("document.querySelector(%s).textContent.trim()", quote(selector)))
}

// Value is the value of an input element.
func (p *Page) Value(selector string) string {
	p.t.Helper()
	return Eval[string](p, fmt.Sprintf("document.querySelector(%s).value", quote(selector)))
}

// Count is the number of elements that match.
func (p *Page) Count(selector string) int {
	p.t.Helper()
	return Eval[int](p, fmt.Sprintf("document.querySelectorAll(%s).length", quote(selector)))
}

// Visible reports whether a visitor sees the middle of the element: it is in the viewport and nothing covers it.
func (p *Page) Visible(selector string) bool {
	p.t.Helper()
	return Eval[bool](p, fmt.Sprintf(`(() => {
		const element = document.querySelector(%s);
		const box = element.getBoundingClientRect();
		const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		return top !== null && element.contains(top);
	})()`, quote(selector)))
}

// Location is the page's address below the base, with query and fragment.
func (p *Page) Location() string {
	p.t.Helper()
	return strings.TrimPrefix(Eval[string](p, "location.href"), p.server.Root)
}

// Eval evaluates a JavaScript expression; a promise is awaited.
func Eval[T any](p *Page, js string) T {
	p.t.Helper()
	v, err := within(p, cdp.Evaluate[T](js, cdp.EvalAwaitPromise))
	p.check("evaluate "+js, err)
	return v
}

// Mode is a preference of the visitor.
type Mode string

// Preferences for Media, Axe and Screenshot; without them a page is light and moves.
const (
	Dark          Mode = "dark"
	ReducedMotion Mode = "reduced motion"
)

// Media sets the visitor's preferences: exactly those that are named.
func (p *Page) Media(modes ...Mode) {
	p.t.Helper()
	scheme, motion := "light", "no-preference"
	if slices.Contains(modes, Dark) {
		scheme = "dark"
	}
	if slices.Contains(modes, ReducedMotion) {
		motion = "reduce"
	}
	send(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme},
		{Name: "prefers-reduced-motion", Value: motion},
	}})
}

// Size sets the viewport in CSS pixels.
func (p *Page) Size(width, height int) {
	p.t.Helper()
	p.do("resize", cdp.EmulateViewport(int64(width), int64(height)))
}

// DisableScripts makes the browser run no script from the next navigation on.
func (p *Page) DisableScripts() {
	p.t.Helper()
	send(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}

// Screenshot writes the whole page, at the given size of the viewport, as a PNG file.
func (p *Page) Screenshot(file string, width, height int, modes ...Mode) {
	p.t.Helper()
	p.Size(width, height)
	p.Media(modes...)
	png, err := within(p, cdp.FullScreenshot(100))
	p.check("screenshot", err)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, png, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *Page) do(what string, steps ...cdp.Action[cdp.Void]) {
	p.t.Helper()
	_, err := within(p, cdp.Steps(steps...))
	p.check(what, err)
}

// within runs one action with the patience of a page.
func within[T any](p *Page, action cdp.Action[T]) (T, error) {
	// The first call opens the tab, whose life ends with the context of that call.
	if cdp.FromContext(p.ctx).Target == nil {
		if err := cdp.Do(p.ctx); err != nil {
			var none T
			return none, err
		}
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return cdp.Run(ctx, action)
}

func (p *Page) check(what string, err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%s: %v\nproblems so far: %q", what, err, p.Problems())
	}
}

func quote(s string) string {
	js, err := json.Marshal(s)
	if err != nil {
		panic(err) // strings always encode
	}
	return string(js)
}

// Settle waits for two frames and what the program does between them.
func (p *Page) Settle() {
	p.t.Helper()
	Eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true), 20))))`)
}
