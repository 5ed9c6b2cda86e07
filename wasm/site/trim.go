package site

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// goApp is the library whose browser half alone the page needs.
const goApp = "github.com/maxence-charriere/go-app/v10"

// The page links a copy of go-app without the HTTP server, because that links
// net/http and crypto/tls into every page: 450 KB of 2.5 MB, gzipped, of what
// no browser runs. go-app has no build tag for it. The edits below make it so;
// where go-app's text no longer has what they look for, the build fails.

// edit changes one file of the copy. An empty old text stands for the whole file.
type edit struct{ file, old, new string }

var edits = []edit{
	{"pkg/app/http.go", "package app\n", "//go:build !wasm\n\npackage app\n"},
	{"pkg/app/resource.go", "\t\"net/http\"\n", ""},
	{"pkg/app/resource.go", "\t\tHandler:   http.FileServer(http.Dir(directory)),\n", ""},
	{"pkg/app/resource.go", "\thttp.Handler\n", ""},
	{"pkg/app/handler_wasm.go", "", "package app\n\n// Handler serves a site, which no browser does.\ntype Handler struct{}\n"},
}

// small are the packages compiled for size: without inlining, which costs
// them bytes and gains nothing that a page of this kind would notice. The
// simulator and what it runs on are compiled for speed.
var small = []string{
	goApp + "/...",
	"github.com/queuelab/queuelab/core/scenario", "github.com/queuelab/queuelab/core/lesson",
	"github.com/queuelab/queuelab/core/console", "github.com/queuelab/queuelab/core/check",
	"github.com/queuelab/queuelab/web", "github.com/queuelab/queuelab/web/play",
	"encoding/...", "regexp/...", "fmt", "time", "text/...", "crypto/...", "net/...", "mime/...", "html/...", "log/...",
}

func smallFlags() (flags []string) {
	for _, pkg := range small {
		flags = append(flags, "-gcflags="+pkg+"=-l")
	}
	return flags
}

// trimmed makes the copy in dir, and a go.mod there that points to it. It
// returns the go.mod's path.
func trimmed(root, dir string) (string, error) {
	out, err := runGo(root, nil, "list", "-m", "-f", "{{.Dir}}", goApp)
	if err != nil {
		return "", err
	}
	copied := filepath.Join(dir, "go-app")
	if err := copySources(strings.TrimSpace(string(out)), copied); err != nil {
		return "", err
	}
	for _, e := range edits {
		if err := e.apply(copied); err != nil {
			return "", err
		}
	}
	return writeModule(root, dir, copied)
}

func (e edit) apply(dir string) error {
	name := filepath.Join(dir, filepath.FromSlash(e.file))
	if e.old == "" {
		return os.WriteFile(name, []byte(e.new), 0o644)
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

func writeModule(root, dir, copied string) (string, error) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	sum, err2 := os.ReadFile(filepath.Join(root, "go.sum"))
	if err := errors.Join(err, err2); err != nil {
		return "", err
	}
	mod = fmt.Appendf(mod, "\nreplace %s => %s\n", goApp, copied)
	file := filepath.Join(dir, "go.mod")
	return file, errors.Join(os.WriteFile(file, mod, 0o644), os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o644))
}
