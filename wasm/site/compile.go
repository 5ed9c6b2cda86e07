package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Program is a Go program for the browser.
type Program struct {
	// Wasm is the compiled program.
	Wasm []byte
	// Studies is the one that runs beside the page's, in a worker; nil where there is none.
	Studies []byte
	// Exec is the JavaScript that the Go distribution gives to run it (wasm_exec.js).
	Exec []byte
}

// Root is the folder of the module that the working directory belongs to.
func Root() (string, error) {
	env, err := readGoEnv("")
	if err != nil {
		return "", err
	}
	if env.GOMOD == "" || env.GOMOD == os.DevNull {
		return "", errors.New("run this inside the Queuelab repository: no go.mod found")
	}
	return filepath.Dir(env.GOMOD), nil
}

// Compile compiles the main package pkg of the module in root. The result depends on the sources and the Go release
// alone: no paths and no commit are stamped into it.
func Compile(root, pkg string) (Program, error) { return compile(root, pkg, false) }

// CompilePage compiles the page's program and the one beside it.
func CompilePage(root string) (Program, error) {
	p, err := Compile(root, "./wasm")
	if err != nil {
		return p, err
	}
	studies, err := Compile(root, "./wasm/studies")
	p.Studies = studies.Wasm
	return p, err
}

// CompileAsIs compiles a program with go-app and the linker's work as they come, for comparison.
func CompileAsIs(root, pkg string) (Program, error) { return compile(root, pkg, true) }

func compile(root, pkg string, asIs bool) (Program, error) {
	env, err := readGoEnv(root)
	if err != nil {
		return Program{}, err
	}
	wasm, err := compileWasm(root, pkg, env, asIs)
	if err != nil {
		return Program{}, err
	}
	if !bytes.Contains(wasm, []byte(env.GOVERSION)) {
		return Program{}, fmt.Errorf("%s was not compiled by %s: its wasm_exec.js would not fit", pkg, env.GOVERSION)
	}
	exec, err := os.ReadFile(filepath.Join(env.GOROOT, "lib", "wasm", "wasm_exec.js"))
	return Program{Wasm: wasm, Exec: exec}, err
}

type goEnv struct{ GOMOD, GOROOT, GOVERSION string }

func readGoEnv(dir string) (goEnv, error) {
	var env goEnv
	out, err := runGo(dir, nil, "env", "-json", "GOMOD", "GOROOT", "GOVERSION")
	if err != nil {
		return env, err
	}
	return env, json.Unmarshal(out, &env)
}

func compileWasm(root, pkg string, env goEnv, asIs bool) ([]byte, error) {
	wasm, err := link(root, pkg, env, asIs)
	if err != nil || asIs || !strings.HasPrefix(env.GOVERSION, slimRelease) {
		return wasm, err
	}
	return slim(wasm)
}

// link is the program as the linker leaves it.
func link(root, pkg string, env goEnv, asIs bool) ([]byte, error) {
	dir, err := os.MkdirTemp("", "queuelab-wasm")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "app.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file}
	if !asIs {
		mod, err := trimmed(root, dir)
		if err != nil {
			return nil, err
		}
		changed, err := overlay(env.GOROOT, dir)
		if err != nil {
			return nil, err
		}
		args = append(append(args, "-modfile="+mod, "-overlay="+changed), smallFlags()...)
	}
	if _, err := runGo(root, []string{"GOOS=js", "GOARCH=wasm"}, append(args, pkg)...); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

func runGo(dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, stderr.Bytes())
	}
	return out, nil
}
