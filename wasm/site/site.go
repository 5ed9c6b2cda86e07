// Package site makes the static web site: pages, program, assets, manifest and service worker for any base path. A
// site is a value that depends on its inputs alone, so the same inputs give the same bytes.
package site

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/queuelab/queuelab/web"
)

// Site is a static web site in memory.
type Site struct {
	// Base is the site's path on its host, with a slash at both ends.
	Base string
	// Version names the content: it changes if and only if a file does.
	Version string
	// Files are the contents by their path below Base.
	Files map[string][]byte
}

// Content is what the pages say.
type Content struct {
	Pages    []web.Page
	NotFound web.Page
}

// New makes the site for base out of the program, the static folder below root, and the pages.
func New(base string, program Program, root string, content Content) (*Site, error) {
	if err := CheckBase(base); err != nil {
		return nil, err
	}
	static := filepath.Join(root, "static")
	assets, err := collect(static, program)
	if err != nil {
		return nil, err
	}
	evidence, err := evidenceOf(root, base)
	if err != nil {
		return nil, err
	}
	assets = append(assets, evidence...)
	layout, err := readLayout(static, base, assets)
	if err != nil {
		return nil, err
	}
	worker, err := os.ReadFile(filepath.Join(static, "worker.js"))
	if err != nil {
		return nil, err
	}
	return assemble(base, assets, layout, content, worker)
}

// CheckBase says what is wrong with a base path.
func CheckBase(base string) error {
	clean := strings.HasPrefix(base, "/") && strings.HasSuffix(base, "/") && !strings.Contains(base, "//")
	if !clean || strings.ContainsAny(base, "?#\\\"'<> ") {
		return fmt.Errorf("base %q: expected a path with a slash at both ends, such as / or /queuelab/", base)
	}
	return nil
}

func assemble(base string, assets []asset, layout *layout, content Content, worker []byte) (*Site, error) {
	version, err := contentVersion(base, assets, layout, content, worker)
	if err != nil {
		return nil, err
	}
	s := &Site{Base: base, Version: version, Files: map[string][]byte{"manifest.webmanifest": layout.manifest}}
	for _, a := range assets {
		s.Files[a.name] = a.data
	}
	for _, p := range append(slices.Clone(content.Pages), content.NotFound) {
		if s.Files[fileName(p.Path)], err = layout.render(p, version); err != nil {
			return nil, err
		}
	}
	s.Files["404.html"], err = layout.render(content.NotFound, version)
	if err != nil {
		return nil, err
	}
	s.Files["worker.js"] = append(releaseOf(s, assets, content).constant(), worker...)
	return s, nil
}

// contentVersion hashes everything that the site is made of, the pages with an empty version in them.
func contentVersion(base string, assets []asset, layout *layout, content Content, worker []byte) (string, error) {
	var all bytes.Buffer
	fmt.Fprintln(&all, base, digest(worker), digest(layout.manifest))
	for _, a := range assets {
		fmt.Fprintln(&all, a.name, digest(a.data))
	}
	for _, p := range append(slices.Clone(content.Pages), content.NotFound) {
		html, err := layout.render(p, "")
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&all, p.Path, digest(html))
	}
	return digest(all.Bytes()), nil
}

func fileName(path string) string {
	if path == "" {
		return "index.html"
	}
	return path + ".html"
}

// release is what the service worker has to know.
type release struct {
	Base     string   `json:"base"`
	Version  string   `json:"version"`
	Pages    []string `json:"pages"`
	Assets   []string `json:"assets"`
	Later    []string `json:"later"`
	Fallback string   `json:"fallback"`
}

func releaseOf(s *Site, assets []asset, content Content) release {
	r := release{Base: s.Base, Version: s.Version, Fallback: s.Base + "404.html"}
	for _, p := range content.Pages {
		r.Pages = append(r.Pages, s.Base+p.Path)
	}
	r.Pages = append(r.Pages, r.Fallback)
	for _, a := range assets {
		if a.later() {
			r.Later = append(r.Later, a.url(s.Base))
		} else {
			r.Assets = append(r.Assets, a.url(s.Base))
		}
	}
	r.Assets = append(r.Assets, asset{"manifest.webmanifest", s.Files["manifest.webmanifest"]}.url(s.Base))
	return r
}

func (r release) constant() []byte {
	js, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		panic(err) // strings always encode
	}
	return fmt.Appendf(nil, "const release = %s;\n\n", js)
}

// Write puts the site into dir. Files of an earlier site there are removed; a folder with anything else in it is
// refused.
func (s *Site) Write(dir string) error {
	if err := makeRoom(dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(s.Files)) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, s.Files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

func makeRoom(dir string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) || (err == nil && len(entries) == 0) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(dir, "worker.js")); err != nil {
		return fmt.Errorf("%s: the folder is not empty and holds no earlier site; choose another or empty it", dir)
	}
	return os.RemoveAll(dir)
}

// GzipSize is the length of data in bytes after the strongest gzip compression.
func GzipSize(data []byte) int {
	return len(compress(data, gzip.BestCompression))
}

func compress(data []byte, level int) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, level)
	if err != nil {
		panic(err) // the levels are constants of ours
	}
	w.Write(data)
	w.Close()
	return out.Bytes()
}
