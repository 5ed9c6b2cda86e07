package web

import "syscall/js"

// fetch gets a file of the site, and says what is wrong if it does not come.
func (b *browser) fetch(s *session, url string, done func(text, problem string)) {
	var fn js.Func
	fn = js.FuncOf(func(_ js.Value, args []js.Value) any {
		fn.Release()
		s.guard(func() { done(args[0].Index(0).String(), args[0].Index(1).String()) })
		return nil
	})
	window.Call("queuelabFetch", url).Call("then", fn)
}
