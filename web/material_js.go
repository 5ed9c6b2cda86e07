package web

import "syscall/js"

// archiveID is the element of a page that holds the lesson's archive.
const archiveID = "lesson-archive"

// material is what the document brings along that the program was started by.
func (b *browser) material(page string) material { return b.keep(page, document) }

// keep reads what a page brings along and keeps it for when the reader comes back.
func (b *browser) keep(page string, doc js.Value) material {
	archive, prose := "", ""
	if e := doc.Call("getElementById", archiveID); e.Truthy() {
		archive = e.Get("content").Get("textContent").String()
	}
	parts := doc.Call("querySelectorAll", ".prose")
	for i := range parts.Length() {
		prose += parts.Index(i).Get("innerHTML").String()
	}
	if b.visited == nil {
		b.visited = map[string]material{}
	}
	b.visited[page] = newMaterial(page, archive, prose)
	return b.visited[page]
}

// bring gets what another page brings along. It says no where the page doesn't
// come, or is of another release than this program.
func (b *browser) bring(s *session, page string, done func(material, bool)) {
	if m, ok := b.visited[page]; ok {
		done(m, true)
		return
	}
	b.fetch(s, pageURL(page), func(text, problem string) {
		s.dispatch(func() {
			doc := window.Get("DOMParser").New().Call("parseFromString", text, "text/html")
			if problem != "" || releaseOf(doc) != releaseOf(document) {
				done(material{}, false)
				return
			}
			done(b.keep(page, doc), true)
		})
	})
}

func releaseOf(doc js.Value) string {
	script := doc.Call("querySelector", "script[data-version]")
	if !script.Truthy() {
		return ""
	}
	return script.Get("dataset").Get("version").String()
}

// reload has the browser get the page at the address by itself.
func (*browser) reload() { window.Get("location").Call("reload") }
