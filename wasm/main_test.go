//go:build !js

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"bake"}, {"build", "dist"}, {"serve", "8000"}} {
		if err := run(args); !errors.Is(err, errUsage) {
			t.Errorf("%q: error %v, want the usage", args, err)
		}
	}
}

func TestBuildRefusesABadBase(t *testing.T) {
	err := run([]string{"build", "-base", "repo"})
	if err == nil || !strings.Contains(err.Error(), `base "repo"`) {
		t.Errorf("error %v, want one that names the base", err)
	}
}

func TestBuildWritesTheSite(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles WebAssembly")
	}
	out := filepath.Join(t.TempDir(), "dist")
	if err := run([]string{"build", "-base", "/repo/", "-out", out}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "404.html", "app.wasm", "studies.js", "studies.wasm", "worker.js"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestBuildRefusesTooLargeAProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles WebAssembly")
	}
	out := filepath.Join(t.TempDir(), "dist")
	err := run([]string{"build", "-out", out, "-max-gzip", "1000"})
	if err == nil || !strings.Contains(err.Error(), "limit of 1000") {
		t.Errorf("error %v, want one that names the limit", err)
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Error("the site was written all the same")
	}
}
