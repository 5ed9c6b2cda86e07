package site

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// What the runtime goes by is still there: a panic says what it said, and the collector finds its way.
func TestSlimProgramRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles WebAssembly")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run it with")
	}
	const pkg = "./wasm/site/testdata/slim"
	whole, err := CompileAsIs(root, pkg)
	if err != nil {
		t.Fatal(err)
	}
	slim, err := Compile(root, pkg)
	if err != nil {
		t.Fatal(err)
	}
	if got := runByNode(t, node, whole.Wasm); !strings.HasPrefix(got, "fine ") || !strings.HasSuffix(got, "main.go 28\n") {
		t.Errorf("as linked, it says %q", got)
	}
	if got, want := runByNode(t, node, slim.Wasm), "fine ? 0\n"; got != want {
		t.Errorf("slim, it says %q, want %q", got, want)
	}
	if a, b := GzipSize(whole.Wasm), GzipSize(slim.Wasm); b > a*9/10 {
		t.Errorf("%d bytes with gzip became %d, want a tenth less at the least", a, b)
	}
}

func runByNode(t *testing.T, node string, wasm []byte) string {
	env, err := readGoEnv(root)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "app.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "--stack-size=8192", filepath.Join(env.GOROOT, "lib", "wasm", "wasm_exec_node.js"), file)
	cmd.Env = []string{}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestDataIsReadAsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var memory []byte
		for range rapid.IntRange(0, 5).Draw(t, "runs") {
			memory = append(memory, make([]byte, rapid.IntRange(0, 3*gap).Draw(t, "zeros"))...)
			memory = append(memory, rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")...)
		}
		got, err := readData(writeData(memory))
		if err != nil {
			t.Fatal(err)
		}
		if want := bytes.TrimRight(memory, "\x00"); !bytes.Equal(got, want) {
			t.Errorf("%v was read back as %v", want, got)
		}
	})
}

// 64 zeros part two segments, 63 don't. An address has five bytes, each but the last with its high bit set.
func TestWriteData(t *testing.T) {
	zeros := func(n int) []byte { return make([]byte, n) }
	memory := append([]byte{0, 7}, zeros(63)...)
	memory = append(append(append(memory, 8), zeros(64)...), 9)
	want := []byte{2,
		0, 0x41, 0x81, 0x80, 0x80, 0x80, 0, 0x0b, 65, 7}
	want = append(append(want, zeros(63)...), 8,
		0, 0x41, 0x82, 0x81, 0x80, 0x80, 0, 0x0b, 1, 9) // 130 is 2 + 1·128
	if diff := cmp.Diff(want, writeData(memory)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSlimRefusesWhatItDoesNotKnow(t *testing.T) {
	head := "\x00asm\x01\x00\x00\x00"
	for _, c := range []struct{ name, wasm, problem string }{
		{"a section longer than the program", head + "\x0b\x05", "linker"},
		{"a passive segment", head + "\x0b\x03\x01\x01\x00", "linker"},
		{"no table of functions", head + "\x0b\x08\x01\x00\x41\x05\x0b\x02hi", "pcHeader"},
	} {
		if _, err := slim([]byte(c.wasm)); err == nil || !strings.Contains(err.Error(), c.problem) {
			t.Errorf("%s: error %v, want one about %q", c.name, err, c.problem)
		}
	}
}

// The memory of a slim program that was just instantiated has the linker's index of functions in it.
func TestSlimProgramWritesItsIndex(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles WebAssembly")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run it with")
	}
	env, err := readGoEnv(root)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := link(root, "./wasm/site/testdata/slim", env, true)
	if err != nil {
		t.Fatal(err)
	}
	linked, err := readModule(whole)
	if err != nil {
		t.Fatal(err)
	}
	memory, err := readData(linked[dataSection])
	if err != nil {
		t.Fatal(err)
	}
	table, err := findFunctions(memory)
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(memory)
	x, err := table.takeIndex(memory)
	if err != nil || x.buckets < 1000*bucketsOf {
		t.Fatalf("%d buckets, %v", x.buckets, err)
	}
	small, err := slim(whole)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program, script := filepath.Join(dir, "app.wasm"), filepath.Join(dir, "read.mjs")
	if err := errors.Join(os.WriteFile(program, small, 0o644), os.WriteFile(script, []byte(readMemory), 0o644)); err != nil {
		t.Fatal(err)
	}
	got, err := exec.Command(node, script, program, strconv.Itoa(x.at), strconv.Itoa(x.buckets*bucketSize)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want[x.at:x.at+x.buckets*bucketSize]) {
		t.Errorf("the %d bytes of the index differ from the linker's", len(got))
	}
}

// readMemory instantiates a program without running it, and writes a part of its memory.
const readMemory = `import { readFileSync, writeSync } from "node:fs";
const [file, at, size] = process.argv.slice(2);
const nothing = new Proxy({}, { get: () => () => {} });
const imports = new Proxy({}, { get: () => nothing });
const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
let part = new Uint8Array(instance.exports.mem.buffer, Number(at), Number(size));
while (part.length > 0) part = part.subarray(writeSync(1, part));
`
