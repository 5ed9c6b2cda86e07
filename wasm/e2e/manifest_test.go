package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/page"
)

func TestManifestStaysBelowTheBase(t *testing.T) {
	p := Open(t, "")
	got := send(p, page.GetAppManifest, page.GetAppManifestParams{})
	for _, e := range got.Errors {
		t.Errorf("manifest: %s (line %d)", e.Message, e.Line)
	}
	if got.Manifest.Scope != p.server.Root || got.Manifest.StartURL != p.server.Root {
		t.Errorf("scope %q, start %q, want both %q", got.Manifest.Scope, got.Manifest.StartURL, p.server.Root)
	}
	for _, e := range send(p, page.GetInstallabilityErrors, struct{}{}).InstallabilityErrors {
		if e.ErrorID != "in-incognito" { // a test's tab is private
			t.Errorf("not installable: %s %v", e.ErrorID, e.ErrorArguments)
		}
	}
}
