//go:build !js

package queue_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// How many times faster a receive with its acknowledge is, natively and in
// WebAssembly, than in a queue that is an array, run by Node beside it
// (native-x, wasm-x), with 30,000 messages waiting at the start: the least of
// three runs each, in turns. Both WebAssembly and the array run in the Node on
// the PATH.
func BenchmarkAgainstAnArray(b *testing.B) {
	if _, err := exec.LookPath("node"); err != nil {
		b.Skip("node is not on the PATH; it runs the array queue and the WebAssembly")
	}
	const n = 30_000
	array, native, wasm := math.Inf(1), math.Inf(1), math.Inf(1)
	for b.Loop() {
		for range 3 {
			array = min(array, number(b, run(b, exec.Command("node", "testdata/naive.mjs", strconv.Itoa(n)))))
			native = min(native, drained(n, drain))
			wasm = min(wasm, inWebAssembly(b, n))
		}
	}
	b.ReportMetric(array, "array-ns/message")
	b.ReportMetric(native, "native-ns/message")
	b.ReportMetric(wasm, "wasm-ns/message")
	b.ReportMetric(array/native, "native-x")
	b.ReportMetric(array/wasm, "wasm-x")
	b.ReportMetric(0, "ns/op")
}

// inWebAssembly returns what BenchmarkReceiveAcknowledge says under GOOS=js.
func inWebAssembly(b *testing.B, n int) float64 {
	b.Helper()
	root := strings.TrimSpace(run(b, exec.Command("go", "env", "GOROOT")))
	cmd := exec.Command("go", "test", "-run=^$",
		fmt.Sprintf("-bench=^BenchmarkReceiveAcknowledge$/^n=%d$", n),
		"-exec="+filepath.Join(root, "lib", "wasm", "go_js_wasm_exec"), ".")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out := run(b, cmd)
	found := regexp.MustCompile(`([0-9.]+) ns/message`).FindStringSubmatch(out)
	if found == nil {
		b.Fatalf("no ns/message in the output of %v:\n%s", cmd, out)
	}
	return number(b, found[1])
}

func run(b *testing.B, cmd *exec.Cmd) string {
	b.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return string(out)
}

func number(b *testing.B, s string) float64 {
	b.Helper()
	x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		b.Fatal(err)
	}
	return x
}
