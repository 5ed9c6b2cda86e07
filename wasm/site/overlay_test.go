package site

import (
	"os"
	"strings"
	"testing"
)

func TestOverlayFitsThisRelease(t *testing.T) {
	env, err := readGoEnv(root)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	list, err := overlay(env.GOROOT, dir)
	if err != nil || list == "" {
		t.Fatalf("%s of %s has not the texts that wasm/site/overlay.go replaces: %v", urlFile, env.GOVERSION, err)
	}
	lean, err := os.ReadFile(dir + "/url.go")
	if err != nil || strings.Contains(string(lean), "netip") || strings.Contains(string(lean), "godebug") {
		t.Errorf("what is linked still names netip or godebug (%v)", err)
	}
}

func TestAnotherReleaseIsLinkedAsItIs(t *testing.T) {
	for _, edits := range [][][2]string{{{"b", ""}, {"x", ""}}, {{"a", ""}}} {
		if text, ok := replaced("aba", edits); ok {
			t.Errorf("%v gives %q", edits, text)
		}
	}
	if list, err := overlay(t.TempDir(), t.TempDir()); list != "" || err != nil {
		t.Errorf("without Go's sources there is %q, %v", list, err)
	}
}
