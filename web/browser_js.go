package web

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/queuelab/queuelab/web/play"
	"github.com/queuelab/queuelab/web/scene"
)

// browser is what go-app doesn't do: what moves, the charts, the keyboard, the
// store, the clipboard. Its calls are cheap enough for every frame.
type browser struct {
	page     page
	stage    stageView
	charts   chartsView
	tradeoff tradeoffView
	editor   editorView
	loop     loop
	worker   worker
	shown    play.Version
	started  bool
	garbage  int // in per cent of what is kept, before it is collected
	render   pending
	studies  pending
	address  pending
	funcs    []js.Func
	came     pageAsItCame
	before   js.Value // what had the focus before the help sheet
	asker    js.Value // what had it before the explanation
	lines    linesCursor
	notice   string              // the notice shown last
	visited  map[string]material // by their page
}

var (
	window   = js.Global()
	document = window.Get("document")
)

// page is the document's elements that are written directly, found again when
// go-app makes them anew.
type page struct {
	clock, timeline, live, summary, sheet element
}

// element is an element by its ID, with what was written to it last.
type element struct {
	id   string
	node js.Value
	text string
}

// find gets the element if it is not the one in the document any more.
func (e *element) find() bool {
	if e.node.Truthy() && e.node.Get("isConnected").Bool() {
		return true
	}
	e.node, e.text = document.Call("getElementById", e.id), "\x00"
	return e.node.Truthy()
}

func (e *element) write(text string) {
	if e.node.Truthy() && e.text != text {
		e.node.Set("textContent", text)
		e.text = text
	}
}

// pending is a call that is put off, and made once for all that asked for it.
type pending struct {
	waiting bool
	timer   *time.Timer
}

func (p *pending) after(d time.Duration, f func()) {
	if p.waiting {
		return
	}
	p.waiting = true
	p.timer = time.AfterFunc(d, func() {
		p.waiting = false
		f()
	})
}

// drop gives up what was put off.
func (p *pending) drop() {
	if p.timer != nil {
		p.timer.Stop()
	}
	p.waiting = false
}

func (b *browser) keepPicture() { b.stage.keep() }

// mount takes the page over once it stands.
func (b *browser) mount(s *session) {
	b.page = page{
		clock: element{id: "clock"}, timeline: element{id: "timeline"}, live: element{id: "live"},
		summary: element{id: "summary"}, sheet: element{id: "help-sheet"},
	}
	b.loop.start(s)
	b.editor.listen(b, s) // before the page's keys
	b.listen(document, "keydown", func(e js.Value) { b.key(s, e) })
	b.listen(document, "pointerdown", func(e js.Value) { b.grab(s, e) })
	b.listen(window.Call("matchMedia", "(prefers-color-scheme: dark)"), "change", func(js.Value) { b.retint() })
	b.drawCurve(s)
	tellAddress = func() {
		if u := address(); u.Path == pageURL(s.page) {
			s.dispatch(func() { s.follow(u.Fragment) })
		}
	}
	b.started = true
}

func (b *browser) dismount() {
	b.loop.stop()
	b.worker.end()
	for _, f := range b.funcs {
		f.Release()
	}
	b.funcs = nil
}

func (b *browser) listen(on js.Value, event string, f func(js.Value)) {
	fn := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	})
	b.funcs = append(b.funcs, fn)
	on.Call("addEventListener", event, fn)
}

// show brings everything that is not go-app's up to the model, and asks go-app
// to render what follows the events, ten times a second at most.
func (b *browser) show(s *session) {
	if !b.started {
		return
	}
	v := s.model.Version
	was := b.shown
	b.shown = v
	b.page.find()
	if v.Run != was.Run {
		b.spareMemory(s.model.Run == nil || s.model.Run.Trace.Len() > smallRun)
		b.stage.newRun(s)
		b.charts.newRun(s)
	}
	if v.Page != was.Page {
		b.applyTheme(s.model.Theme)
		b.applySheet(s.model.Help)
	}
	b.fadeNotice(s)
	b.stage.show(s)
	b.charts.cursor(s)
	b.editor.show(s)
	b.page.show(s)
	b.fills(s)
	b.lines.show(s)
	b.loop.run(s.model.Playing || b.stage.settling())
	if v.Study != was.Study {
		b.studies.after(studyEvery, func() { s.ctx.Update() })
	}
	if v.Events != was.Events || v.Page != was.Page || v.Run != was.Run {
		b.render.after(renderEvery(s), func() { s.ctx.Update() })
	}
}

// smallRun is the most events of a run beside which garbage may pile up.
const smallRun = 20_000

// spareMemory says how much garbage may lie about. To collect it takes longer
// than to run a small scenario and to show it, and comes in the midst of an
// edit: so it is done seldom, unless there is much to keep.
func (b *browser) spareMemory(much bool) {
	percent := 800
	if much {
		percent = 100
	}
	if b.garbage != percent {
		b.garbage = percent
		debug.SetGCPercent(percent)
	}
}

// noticeTime is how long a notice stays, in ms.
const noticeTime = 7000

// fadeNotice takes a notice away when there was time to read it.
func (b *browser) fadeNotice(s *session) {
	text := s.notice()
	if text == b.notice {
		return
	}
	b.notice = text
	if text == "" {
		return
	}
	b.later(noticeTime, func() {
		if s.notice() == text && !s.model.Help {
			s.dispatch(s.dismiss)
		}
	})
}

// renderSoon shows how far a long computation is, now and then.
func (b *browser) renderSoon(s *session) {
	b.render.after(150*time.Millisecond, func() {
		s.changed()
		s.ctx.Update()
	})
}

// studyEvery is how often a study that goes on is rendered.
const studyEvery = 150 * time.Millisecond

// renderEvery keeps rendering off the frames of a playing run.
func renderEvery(s *session) time.Duration {
	if s.model.Playing {
		return 120 * time.Millisecond
	}
	return 0
}

func (p *page) find() {
	p.live.find()
	p.sheet.find()
	p.summary.find()
	p.clock.find()
	p.timeline.find()
}

func (p *page) show(s *session) {
	m := s.model
	p.clock.write("t = " + scene.Time(m.Cursor.At))
	p.live.write(m.Live)
	p.summary.write(m.Summary())
	p.slide(s)
}

// slide moves the timeline's thumb. The style is set through the object model,
// which the content security policy allows.
func (p *page) slide(s *session) {
	m := s.model
	t := &p.timeline
	if !t.node.Truthy() {
		return
	}
	if s.model.Run == nil {
		return
	}
	share := s.axis().Position(m.Cursor.Events, m.Cursor.At, m.Phase())
	text := percent(share)
	if t.text == text {
		return
	}
	t.text = text
	t.node.Get("style").Call("setProperty", "--at", text)
	t.node.Call("setAttribute", "aria-valuenow", ms(m.Cursor.At))
	t.node.Call("setAttribute", "aria-valuetext", scene.Time(m.Cursor.At))
}

func (b *browser) applyTheme(t play.Theme) {
	root := document.Get("documentElement")
	want := ""
	if t == play.Light || t == play.Dark {
		want = string(t)
	}
	if data := root.Get("dataset"); data.Get("theme").IsUndefined() && want == "" || data.Get("theme").String() == want {
		return
	}
	if want == "" {
		root.Call("removeAttribute", "data-theme")
	} else {
		root.Get("dataset").Set("theme", want)
	}
	b.store("queuelab/theme", want)
	b.retint()
}

// retint draws the charts in the colours that hold now.
func (b *browser) retint() {
	b.charts.theme()
	if b.tradeoff.object.Truthy() {
		b.tradeoff.object.Call("retint")
	}
}

func (b *browser) applySheet(open bool) {
	d := b.page.sheet.node
	if !d.Truthy() || d.Get("open").Bool() == open {
		return
	}
	if open {
		b.before = document.Get("activeElement")
		d.Call("showModal")
	} else {
		d.Call("close")
	}
}

// setFragment changes the URL without a new entry in the history, and not more
// often than browsers allow.
func (b *browser) setFragment(fragment string) {
	b.address.drop()
	path := window.Get("location").Get("pathname").String()
	b.address.after(300*time.Millisecond, func() {
		if window.Get("location").Get("pathname").String() != path {
			return // another page by now
		}
		defer func() { _ = recover() }() // a browser refuses what it finds too often
		window.Get("history").Call("replaceState", js.Null(), "", b.link(fragment))
	})
}

// keepFragment gives up a change of the URL that is put off: another one came.
func (b *browser) keepFragment() { b.address.drop() }

// link is the address of the page with a fragment.
func (b *browser) link(fragment string) string {
	l := window.Get("location")
	link := l.Get("origin").String() + l.Get("pathname").String() + l.Get("search").String()
	if fragment != "" {
		link += "#" + fragment
	}
	return link
}

// load and store reach the browser's store, which may be refused or full.
func (b *browser) load(key string) (text string) {
	defer func() { _ = recover() }()
	if v := window.Get("localStorage").Call("getItem", key); v.Truthy() {
		return v.String()
	}
	return ""
}

func (b *browser) store(key, text string) {
	defer func() { _ = recover() }()
	window.Get("localStorage").Call("setItem", key, text)
}

// copy puts text on the clipboard and says whether that was done.
func (b *browser) copy(text string, done func(bool)) {
	clipboard := window.Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		done(false)
		return
	}
	var yes, no js.Func
	end := func(ok bool) func(js.Value, []js.Value) any {
		return func(js.Value, []js.Value) any {
			yes.Release()
			no.Release()
			done(ok)
			return nil
		}
	}
	yes, no = js.FuncOf(end(true)), js.FuncOf(end(false))
	clipboard.Call("writeText", text).Call("then", yes, no)
}

// download saves text as a file.
func (b *browser) download(name, kind, text string) {
	blob := window.Get("Blob").New([]any{text}, map[string]any{"type": kind})
	address := window.Get("URL").Call("createObjectURL", blob)
	a := document.Call("createElement", "a")
	a.Set("href", address)
	a.Set("download", name)
	a.Call("click")
	b.later(1000, func() { window.Get("URL").Call("revokeObjectURL", address) })
}

// readFile reads the file that was chosen in a field.
func (b *browser) readFile(field app.Value, done func(string)) {
	file := field.Get("files").Index(0)
	if !file.Truthy() {
		return
	}
	file.Call("text").Then(func(text app.Value) { done(text.String()) })
	field.Set("value", "")
}

func (b *browser) later(milliseconds int, f func()) {
	time.AfterFunc(time.Duration(milliseconds)*time.Millisecond, f)
}

// soon calls f after the browser had its turn: a message to oneself comes
// after what is waiting already, and without a timer's least delay.
func (b *browser) soon(s *session, f func()) {
	var fn js.Func
	channel := window.Get("MessageChannel").New()
	fn = js.FuncOf(func(js.Value, []js.Value) any {
		fn.Release()
		channel.Get("port1").Call("close")
		s.guard(f)
		return nil
	})
	channel.Get("port1").Set("onmessage", fn)
	channel.Get("port2").Call("postMessage", js.Null())
}

func (b *browser) focus(id string) {
	if e := document.Call("getElementById", id); e.Truthy() {
		e.Call("focus")
	}
}

// reveal scrolls a strip sideways to something in it.
func (b *browser) reveal(id string) {
	if e := document.Call("getElementById", id); e.Truthy() {
		e.Get("parentElement").Set("scrollLeft", e.Get("offsetLeft").Int()-40)
	}
}

func (b *browser) focusFirst(selector string) {
	if e := document.Call("querySelector", selector); e.Truthy() {
		e.Call("focus")
	}
}

func (b *browser) rememberAsker() {
	if e := document.Get("activeElement"); !e.Call("closest", "#why").Truthy() {
		b.asker = e
	}
}

// focusAsker goes back to what opened the explanation, or to what it was about.
func (b *browser) focusAsker() {
	if e := b.asker; e.Truthy() && e.Get("isConnected").Bool() && !e.Equal(document.Get("body")) {
		e.Call("focus")
		return
	}
	b.focusFirst("#details, #title")
}

func (b *browser) focusBack() {
	if b.before.Truthy() && b.before.Get("isConnected").Bool() {
		b.before.Call("focus")
	}
}

func (b *browser) setValue(id, value string) {
	if e := document.Call("getElementById", id); e.Truthy() {
		e.Set("value", value)
	}
}

func (b *browser) selectAll(id string) {
	if e := document.Call("getElementById", id); e.Truthy() {
		e.Call("focus")
		e.Call("select")
	}
}

// jump scrolls to a section and puts the focus there.
func (b *browser) jump(id string) {
	e := document.Call("getElementById", id)
	if !e.Truthy() {
		return
	}
	e.Set("tabIndex", -1)
	e.Call("scrollIntoView")
	e.Call("focus", map[string]any{"preventScroll": true})
}

// top shows a new page from its beginning and puts the focus on its heading.
func (b *browser) top(id string) {
	window.Call("scrollTo", 0, 0)
	if e := document.Call("getElementById", id); e.Truthy() {
		e.Call("focus", map[string]any{"preventScroll": true})
	}
}

// pageURL is a lesson's address, or the home page's where there is no id.
func pageURL(id string) string {
	if id == "" {
		return base()
	}
	return lessonURL(id)
}
