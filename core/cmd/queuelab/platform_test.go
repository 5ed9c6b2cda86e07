//go:build !js

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
)

// chance is a scenario in which every draw of every distribution decides something.
const chance = `seed 11
until 20s
queue jobs
  visibility 30ms
  max-deliveries 4
  dead-letter failed
queue failed
producer shop
  to jobs
  poisson 200/s
producer till
  to jobs
  priority 3
  every 7ms count 2
consumer worker x 4
  from jobs
  work exponential 12ms
  heartbeat 25ms
consumer slow
  from jobs
  prefetch 5
  work uniform 1ms to 40ms
consumer mender
  from failed
  work exponential 1ms
at 1s crash worker-1 for 500ms
at 2s drop-acknowledge worker-2
`

// The same trace, byte for byte, natively and in WebAssembly.
func TestWebAssemblyMakesTheSameTrace(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a second time")
	}
	node := wasmRunner(t)
	scenarios := map[string]string{"chance": chance}
	for _, l := range lesson.All() {
		scenarios[l.ID] = l.Source
	}
	for name, text := range scenarios {
		var native, errs bytes.Buffer
		if code := run([]string{"-", "-events"}, strings.NewReader(text), &native, &errs); code != 0 {
			t.Fatalf("%s: natively: exit status %d: %s", name, code, &errs)
		}
		cmd := node("run", "-", "-events")
		cmd.Stdin = strings.NewReader(text)
		wasm, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: in WebAssembly: %v", name, err)
		}
		if !bytes.Equal(native.Bytes(), wasm) {
			t.Errorf("%s: %d bytes natively, %d in WebAssembly, and they differ", name, native.Len(), len(wasm))
		}
	}
}

// wasmRunner compiles the command for GOOS=js, and gives how to run it in Node.
func wasmRunner(t *testing.T) func(args ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("needs Node: make setup installs it")
	}
	file := filepath.Join(t.TempDir(), "queuelab.wasm")
	build := exec.Command("go", "build", "-o", file, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	return func(args ...string) *exec.Cmd { return exec.Command(runner, append([]string{file}, args...)...) }
}
