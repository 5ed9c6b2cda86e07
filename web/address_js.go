package web

import (
	"net/url"
	"strings"
	"syscall/js"
)

// broken is a fragment that was no part of a URL, until it is told of.
var broken string

// tellAddress is called when the reader goes to an address of the same document.
var tellAddress = func() {}

// address is the URL that the page was reached by. Its fragment is as it was
// written, not decoded.
func address() *url.URL {
	href, fragment, _ := strings.Cut(window.Get("location").Get("href").String(), "#")
	u, err := url.Parse(href)
	if err != nil {
		u = &url.URL{}
	}
	if u.Fragment = fragment; broken != "" {
		u.Fragment, broken = broken, ""
	}
	return u
}

// guardAddress keeps fragments from go-app that it can't read: it would stop
// the program. It must be called before go-app listens. It tells of the others
// too: go-app ignores a fragment that is the last one it saw, though the page
// has changed the address since.
func guardAddress() {
	mend()
	check := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if mend() {
			args[0].Call("stopImmediatePropagation")
		}
		tellAddress()
		return nil
	})
	window.Call("addEventListener", "popstate", check, true)
}

// mend takes a fragment off the URL that can't be read, keeps it to be told of,
// and says whether there was one.
func mend() bool {
	l := window.Get("location")
	if _, err := url.Parse(l.Get("href").String()); err == nil {
		return false
	}
	_, broken, _ = strings.Cut(l.Get("href").String(), "#")
	window.Get("history").Call("replaceState", js.Null(), "", l.Get("pathname").String())
	return true
}
