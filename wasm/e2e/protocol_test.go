package e2e

import (
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// send runs one command of the DevTools protocol on the page and returns its result.
func send[P, R any](p *Page, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	if chromedp.FromContext(p.ctx).Target == nil {
		p.check("open a tab", chromedp.Do(p.ctx))
	}
	result, err := chromedp.Call(p.ctx, command, params)
	p.check(command.Method, err)
	return result
}
