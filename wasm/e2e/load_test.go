package e2e

import (
	"testing"
)

func TestProseNeedsNoJavaScript(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.DisableScripts()
	p.Goto("lessons/five-jobs")
	if !p.Visible("h1") {
		t.Error("the heading is not visible without JavaScript")
	}
}

func TestDeepLink(t *testing.T) {
	p := Open(t, "lessons/five-jobs#at=1ms")
	if got := p.Location(); got != "lessons/five-jobs#at=1ms" {
		t.Errorf("the address is %q", got)
	}
}
