package site

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"
)

// served is a file ready to be sent.
type served struct {
	kind, etag    string
	plain, zipped []byte
}

// Handler serves the site as GitHub Pages does: below its base, with gzip, "lessons/x" for lessons/x.html, and
// 404.html with status 404 for everything else. Browsers may keep files for maxAge; with 0 they ask each time.
func (s *Site) Handler(maxAge time.Duration) http.Handler {
	files := make(map[string]served, len(s.Files))
	for name, data := range s.Files {
		files[name] = prepare(name, data)
	}
	cacheControl := "no-cache"
	if maxAge > 0 {
		cacheControl = fmt.Sprintf("max-age=%d", int(maxAge.Seconds()))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, inside := strings.CutPrefix(r.URL.Path, s.Base)
		if r.URL.Path+"/" == s.Base {
			http.Redirect(w, r, s.Base, http.StatusMovedPermanently)
			return
		}
		w.Header().Set("Cache-Control", cacheControl)
		if f, ok := lookUp(files, name); ok && inside {
			f.send(w, r, http.StatusOK)
			return
		}
		files["404.html"].send(w, r, http.StatusNotFound)
	})
}

func lookUp(files map[string]served, name string) (served, bool) {
	if name == "" {
		name = "index.html"
	}
	f, ok := files[name]
	if !ok {
		f, ok = files[name+".html"]
	}
	return f, ok
}

// kinds are the content types of the files that a site has. The system's table is left aside, since it differs
// between machines.
var kinds = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".txt":         "text/plain; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

func prepare(name string, data []byte) served {
	f := served{kind: kinds[path.Ext(name)], etag: `"` + digest(data) + `"`, plain: data}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	if f.kind != "image/png" {
		f.zipped = compress(data, gzip.DefaultCompression)
	}
	return f
}

func (f served) send(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", f.etag)
	body := f.plain
	if f.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = f.zipped
	}
	if status == http.StatusOK && h.Get("Content-Encoding") == "" {
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
		return
	}
	if status == http.StatusOK && r.Header.Get("If-None-Match") == f.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}
