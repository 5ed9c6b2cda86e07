package site

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// goApp is the library whose browser half alone the page needs.
const goApp = "github.com/maxence-charriere/go-app/v10"

// The page links a copy of go-app without what no page of ours runs: the HTTP
// server, which links net/http and crypto/tls; encrypted storage and random
// identifiers, which link the rest of crypto; routes by any pattern but .*,
// which link regexp; and what else links much for little. Together they are 600 KB of what a
// reader downloads, gzipped. go-app has no build tags for them. The edits below make it so; where go-app's text no
// longer has what they look for, the build fails.

// edit changes one file of the copy. An empty old text stands for the whole file.
type edit struct{ file, old, new string }

var edits = []edit{
	{"pkg/app/http.go", "package app\n", "//go:build !wasm\n\npackage app\n"},
	{"pkg/app/resource.go", "\t\"net/http\"\n", ""},
	{"pkg/app/resource.go", "\t\tHandler:   http.FileServer(http.Dir(directory)),\n", ""},
	{"pkg/app/resource.go", "\thttp.Handler\n", ""},
	{"pkg/app/crypto.go", "package app\n", "//go:build !wasm\n\npackage app\n"},
	{"pkg/app/context.go", "\t\"github.com/google/uuid\"\n", ""},
	{"pkg/app/context.go", "uuid.NewString()", "newID()"},
	{"pkg/app/route.go", "\t\"regexp\"\n", ""},
	{"pkg/app/route.go", "regexp.MustCompile(pattern)", "everything(pattern)"},
	{"pkg/app/route.go", "*regexp.Regexp", "pattern"},
	{"pkg/app/trimmed_wasm.go", "", stand},
	{"pkg/app/state.go", "", noState},
	{"pkg/app/context.go", importJSON, importNoJSON},
	{"pkg/app/engine.go", importJSON, importNoJSON},
	{"pkg/app/notification.go", importJSON, importNoJSON},
	{"pkg/app/storage.go", importJSON, importNoJSON},
	{"pkg/app/strings.go", importJSON, importNoJSON},
	{"pkg/errors/errors.go", importJSON, importNoJSON},
	{"pkg/nojson/json.go", "", noJSON},
	{"pkg/app/node.go", "\t\"html\"\n", importNoHTML},
	{"pkg/nohtml/html.go", "", noHTML},
	{"pkg/app/node.go", "\t\"time\"\n", ""},
	{"pkg/app/node.go", "\t\tcase time.Time:\n\t\t\treturn !v.Equal(new)\n\n", ""},
	// Not for size: a change waits a 1000th of a second for others to be shown with it, not a 120th, which is half
	// of what an edit may take. Nothing ticks while nothing changes.
	{"pkg/app/app.go", "engine.Start(120)", "engine.Start(1000)"},
	// Nor this: the browser has its turn between what an event does at once, such as a new run on the stage, and the
	// rendering of what follows it.
	{"pkg/app/engine.go", beforeDispatch, afterDispatch},
	// Nor this: a page is mounted as text that the browser parses at once, in place of an element by an element.
	{"pkg/app/draft_wasm.go", "", draft},
	{"pkg/app/engine.go", "body, err := e.nodes.Update(e.baseContext(), e.body, Body().privateBody(v))",
		"drafting = true\n\tbody, err := e.nodes.Update(e.baseContext(), e.body, Body().privateBody(v))\n\tdrafting = false"},
	{"pkg/app/engine.go", "if _, err := e.nodes.UpdateComponentRoot(e.baseContext(), c); err != nil {",
		"drafting = true\n\t\t_, err := e.nodes.UpdateComponentRoot(e.baseContext(), c)\n\t\tdrafting = false\n\t\tif err != nil {"},
	{"pkg/app/js_wasm.go", "\tres := v.jsValue.Call(m, syscallJSArgs(args)...)\n",
		"\tif d, ok := v.jsValue.(*draft); ok && d.call(m, args) {\n\t\treturn nil\n\t}\n\tres := v.jsValue.Call(m, syscallJSArgs(args)...)\n"},
	{"pkg/app/js_wasm.go", "\tv.jsValue.Set(p, syscalJSValueOf(x))\n",
		"\tif d, ok := v.jsValue.(*draft); ok && d.set(p, x) {\n\t\treturn\n\t}\n\tv.jsValue.Set(p, syscalJSValueOf(x))\n"},
	{"pkg/app/js_wasm.go", "\tcase value:\n\t\treturn syscalJSValueOf(v.jsValue)\n",
		"\tcase value:\n\t\treturn syscalJSValueOf(v.jsValue)\n\n\tcase *draft:\n\t\treturn v.real()\n"},
	{"pkg/app/js_wasm.go", "\tvar element Value\n\tif xmlns == \"\" {",
		"\tif drafting && xmlns == \"\" {\n\t\treturn newDraft(draft{tag: tag}), nil\n\t}\n\tvar element Value\n\tif xmlns == \"\" {"},
	{"pkg/app/js_wasm.go", "\treturn w.Get(\"document\").Call(\"createTextNode\", v)\n",
		"\tif drafting {\n\t\treturn newDraft(draft{text: v})\n\t}\n\treturn w.Get(\"document\").Call(\"createTextNode\", v)\n"},
	{"pkg/app/node.go", "\twrapper, _ := Window().createElement(\"div\", \"\")\n",
		"\tif drafting {\n\t\tv.jsElement = newDraft(draft{raw: true, text: v.value})\n\t\treturn v, nil\n\t}\n\twrapper, _ := Window().createElement(\"div\", \"\")\n"},
}

const (
	beforeDispatch = "\t\t\tif currentFrameDuration != activeFrameDuration {\n\t\t\t\tframes.Reset(activeFrameDuration)\n\t\t\t\tcurrentFrameDuration = activeFrameDuration\n\t\t\t}\n\t\t\tdispatch()\n"
	afterDispatch  = "\t\t\tdispatch()\n\t\t\tframes.Reset(activeFrameDuration)\n\t\t\tcurrentFrameDuration = activeFrameDuration\n"
)

// draft is the code of nodes that are written before they are made.
//
//go:embed goapp/draft_wasm.go.txt
var draft string

const (
	importJSON   = "\t\"encoding/json\"\n"
	importNoJSON = "\tjson \"" + goApp + "/pkg/nojson\"\n"
	importNoHTML = "\thtml \"" + goApp + "/pkg/nohtml\"\n"
)

// noJSON writes what go-app would write as JSON in its messages to developers, and reads nothing: the page keeps
// what it keeps by itself.
const noJSON = `// Package json stands in for encoding/json.
package json

import (
	"errors"
	"fmt"
)

type RawMessage []byte

func Marshal(v any) ([]byte, error) { return fmt.Appendf(nil, "%+v", v), nil }

func MarshalIndent(v any, _, _ string) ([]byte, error) { return Marshal(v) }

func Unmarshal([]byte, any) error { return errors.ErrUnsupported }
`

// noHTML escapes as package html does, which links the names of 2,231 characters for the way back.
const noHTML = `// Package html stands in for html.
package html

import "strings"

var escaper = strings.NewReplacer("&", "&amp;", "'", "&#39;", "<", "&lt;", ">", "&gt;", "\"", "&#34;")

func EscapeString(s string) string { return escaper.Replace(s) }
`

// noState stands in the place of states shared between components, which ours don't have: a session holds
// all. Those kept in the browser's store would be looked for there at each start.
const noState = `package app

type State struct{}

type Observer struct{}

type stateManager struct{}

func (*stateManager) Observe(Context, string, any) Observer { panic(leftOut{}) }

func (*stateManager) Get(Context, string, any) { panic(leftOut{}) }

func (*stateManager) Set(Context, string, any) State { panic(leftOut{}) }

func (*stateManager) Delete(Context, string) { panic(leftOut{}) }

func (*stateManager) CleanupExpiredPersistedStates(Context) {}

func (*stateManager) Cleanup() {}
`

// stand is what stands in the place of what was left out.
const stand = `package app

import "strconv"

// Handler serves a site, which no browser does.
type Handler struct{}

// leftOut is an error that costs nothing before it happens: go-app's own ask where they are made.
type leftOut struct{}

func (leftOut) Error() string { return "left out of this build: see wasm/site/trim.go" }

func encrypt(string, []byte) ([]byte, error) { return nil, leftOut{} }

func decrypt(string, []byte) ([]byte, error) { return nil, leftOut{} }

// newID tells the tabs of one browser apart.
func newID() string {
	random := Window().Get("Math").Call("random").Float()
	return strconv.FormatFloat(random, 'x', -1, 64)
}

// pattern is the only one left: every address.
type pattern struct{}

func (pattern) MatchString(string) bool { return true }

func everything(text string) pattern {
	if text != ".*" {
		panic(leftOut{})
	}
	return pattern{}
}
`

// small are the packages compiled for size: without inlining, which costs
// them bytes and gains nothing that a page of this kind would notice. The
// simulator and what it runs on are compiled for speed.
var small = []string{
	goApp + "/...",
	"github.com/queuelab/queuelab/core/scenario", "github.com/queuelab/queuelab/core/lesson",
	"github.com/queuelab/queuelab/core/console", "github.com/queuelab/queuelab/core/check",
	"github.com/queuelab/queuelab/web", "github.com/queuelab/queuelab/web/play", "github.com/queuelab/queuelab/web/scene", "github.com/queuelab/queuelab/web/study",
	"github.com/queuelab/queuelab/core/cause", "reflect", "slices", "strings", "sort", "strconv", "internal/fmtsort", "internal/strconv",
	"encoding/...", "regexp/...", "fmt", "time", "text/...", "crypto/...", "net/...", "mime/...", "html/...", "log/...",
}

func smallFlags() (flags []string) {
	for _, pkg := range small {
		flags = append(flags, "-gcflags="+pkg+"=-l")
	}
	return flags
}

// trimmedDir is where the copy lies, below the module's root: a path that is
// the same for everybody, as the program has it stamped in.
const trimmedDir = ".build"

// trimmed makes the copy, unless there is one, and a go.mod in dir that points
// to it. It returns the go.mod's path.
func trimmed(root, dir string) (string, error) {
	out, err := runGo(root, nil, "list", "-m", "-f", "{{.Dir}}", goApp)
	if err != nil {
		return "", err
	}
	name := filepath.Join(trimmedDir, copyName(strings.TrimSpace(string(out))))
	if _, err := os.Stat(filepath.Join(root, name)); errors.Is(err, fs.ErrNotExist) {
		err = makeCopy(strings.TrimSpace(string(out)), filepath.Join(root, name))
		if err != nil {
			return "", err
		}
	}
	return writeModule(root, dir, name)
}

// copyName tells copies of other releases and other edits apart.
func copyName(from string) string {
	h := sha256.New()
	fmt.Fprint(h, filepath.Base(from), edits)
	return fmt.Sprintf("go-app-%x", h.Sum(nil)[:6])
}

// makeCopy is atomic: another build may be making the same copy.
func makeCopy(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	making, err := os.MkdirTemp(filepath.Dir(to), "making-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(making)
	if err := copySources(from, making); err != nil {
		return err
	}
	for _, e := range edits {
		if err := e.apply(making); err != nil {
			return err
		}
	}
	if err := os.Rename(making, to); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

func (e edit) apply(dir string) error {
	name := filepath.Join(dir, filepath.FromSlash(e.file))
	if e.old == "" {
		return errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(e.new), 0o644))
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if bytes.Count(text, []byte(e.old)) != 1 {
		return fmt.Errorf("%s of go-app does not have %q once: it has changed, and the edits in wasm/site/trim.go with it", e.file, e.old)
	}
	return os.WriteFile(name, bytes.Replace(text, []byte(e.old), []byte(e.new), 1), 0o644)
}

// copySources copies the module's Go files, and what they embed, without tests.
func copySources(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, text, 0o644)
	})
}

func writeModule(root, dir, name string) (string, error) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	sum, err2 := os.ReadFile(filepath.Join(root, "go.sum"))
	if err := errors.Join(err, err2); err != nil {
		return "", err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => ./%s\n", goApp, filepath.ToSlash(name))
	file := filepath.Join(dir, "go.mod")
	return file, errors.Join(os.WriteFile(file, mod, 0o644), os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o644))
}
