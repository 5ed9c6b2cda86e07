package site

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
)

func TestCompileIsReproducible(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles WebAssembly twice")
	}
	var programs [2]Program
	for i := range programs {
		p, err := Compile(root, "./wasm")
		if err != nil {
			t.Fatal(err)
		}
		programs[i] = p
	}
	if !bytes.Equal(programs[0].Wasm, programs[1].Wasm) {
		t.Error("the same sources give two programs")
	}
	if dir, _ := filepath.Abs(root); bytes.Contains(programs[0].Wasm, []byte(dir)) {
		t.Error("the program names the folder it was compiled in")
	}
	for _, l := range lesson.All() {
		if text := []byte(l.Source[:80]); bytes.Contains(programs[0].Wasm, text) {
			t.Errorf("the program holds the lesson %s, which its page brings along", l.ID)
		}
	}
}

// The page's program has no search and no sweep in it: what it can't call, the linker leaves out, names and all.
func TestThePageIsWithoutTheStudies(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles WebAssembly")
	}
	env, err := readGoEnv(root)
	if err != nil {
		t.Fatal(err)
	}
	page, err := link(root, "./wasm", env, false)
	if err != nil {
		t.Fatal(err)
	}
	studies, err := link(root, "./wasm/studies", env, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"core/explore.(*Search).Step", "core/sweep.(*Sweep).Step", "core/theory/fit.Of", "web/study/runner.(*Runner).Turn"} {
		if bytes.Contains(page, []byte(name)) {
			t.Errorf("the page's program has %s", name)
		}
		if !bytes.Contains(studies, []byte(name)) {
			t.Errorf("the studies' program is without %s", name)
		}
	}
}

func TestCompileReportsTheCompilersWords(t *testing.T) {
	_, err := Compile(root, "./no-such-package")
	if err == nil || !strings.Contains(err.Error(), "no-such-package") {
		t.Errorf("error %v, want the compiler's message", err)
	}
}

// start.js stands in for go-app's app.js: it must define whatever go-app calls without looking whether it is there.
func TestStartScriptFitsGoApp(t *testing.T) {
	out, err := runGo(root, nil, "list", "-f", "{{.Dir}}", "github.com/maxence-charriere/go-app/v10/pkg/app")
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(root, "static", startScript))
	if err != nil {
		t.Fatal(err)
	}
	// What the site doesn't offer: notifications, the install button, and guarding the body from other scripts.
	unused := regexp.MustCompile(`goapp(NewNotification|SubscribePushNotifications|ShowInstallPrompt|KeepBodyClean)`)
	called := regexp.MustCompile(`Call\("(goapp\w+)"`)
	files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(out)), "*.go"))
	found := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range called.FindAllSubmatch(source, -1) {
			found++
			if name := m[1]; !unused.Match(name) && !bytes.Contains(script, append([]byte("globalThis."), name...)) {
				t.Errorf("%s calls %s, which start.js doesn't define", filepath.Base(file), name)
			}
		}
	}
	if found < 4 {
		t.Errorf("found %d calls in go-app: has it changed?", found)
	}
}
