package e2e

import (
	"fmt"
	"os"
	"sync"

	cdp "github.com/chromedp/chromedp"
)

// axeSource is the accessibility checker that npm brings.
var axeSource = sync.OnceValues(func() ([]byte, error) {
	return os.ReadFile(root + "/static/node_modules/axe-core/axe.min.js")
})

type violation struct {
	ID, Help, Impact string
	Nodes            []string
}

// The colours that a transition passes through are nobody's choice.
const runAxe = `Promise.allSettled(document.getAnimations().map((a) => a.finished)).then(() => axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}))
	.then((r) => r.violations.map((v) => ({ID: v.id, Help: v.help, Impact: v.impact,
		Nodes: v.nodes.map((n) => n.html + " " + n.failureSummary)})))`

// Axe fails the test for each accessibility rule that the page breaks under the visitor's preferences.
func (p *Page) Axe(modes ...Mode) {
	p.t.Helper()
	for _, v := range p.violations(modes...) {
		p.t.Errorf("axe %v: %s (%s): %s\n%s", modes, v.ID, v.Impact, v.Help, fmt.Sprintf("%q", v.Nodes))
	}
}

func (p *Page) violations(modes ...Mode) []violation {
	p.t.Helper()
	source, err := axeSource()
	if err != nil {
		p.t.Fatalf("%v: run `make setup`", err)
	}
	p.Media(modes...)
	if !Eval[bool](p, "typeof axe === 'object'") {
		Eval[cdp.Void](p, string(source)+";undefined")
	}
	// What lies under the fixed header where the page happens to stand is no smaller for that.
	Eval[cdp.Void](p, "scrollTo(0, 0)")
	return Eval[[]violation](p, runAxe)
}
