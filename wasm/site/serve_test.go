package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func get(h http.Handler, path string, header ...string) *http.Response {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestHandlerAddresses(t *testing.T) {
	s := newTestSite(t, "/repo/", content)
	h := s.Handler(0)
	for _, c := range []struct {
		path   string
		status int
		kind   string
		file   string
	}{
		{"/repo/", 200, "text/html; charset=utf-8", "index.html"},
		{"/repo/index.html", 200, "text/html; charset=utf-8", "index.html"},
		{"/repo/lessons/one", 200, "text/html; charset=utf-8", "lessons/one.html"},
		{"/repo/lessons/one.html", 200, "text/html; charset=utf-8", "lessons/one.html"},
		{"/repo/lessons/one?q=1", 200, "text/html; charset=utf-8", "lessons/one.html"},
		{"/repo/lessons/two", 404, "text/html; charset=utf-8", "404.html"},
		{"/repo/lessons/", 404, "text/html; charset=utf-8", "404.html"},
		{"/repo/../index.html", 404, "text/html; charset=utf-8", "404.html"},
		{"/", 404, "text/html; charset=utf-8", "404.html"},
		{"/index.html", 404, "text/html; charset=utf-8", "404.html"},
		{"/repo/app.wasm", 200, "application/wasm", "app.wasm"},
		{"/repo/start.js?v=1", 200, "text/javascript; charset=utf-8", "start.js"},
		{"/repo/style.css", 200, "text/css; charset=utf-8", "style.css"},
		{"/repo/manifest.webmanifest", 200, "application/manifest+json", "manifest.webmanifest"},
		{"/repo/icon.svg", 200, "image/svg+xml", "icon.svg"},
		{"/repo/icon-192.png", 200, "image/png", "icon-192.png"},
		{"/repo/robots.txt", 200, "text/plain; charset=utf-8", "robots.txt"},
	} {
		res := get(h, c.path)
		body, _ := io.ReadAll(res.Body)
		if res.StatusCode != c.status || res.Header.Get("Content-Type") != c.kind || !bytes.Equal(body, s.Files[c.file]) {
			t.Errorf("%s: %d %s, %d bytes; want %d %s, %s", c.path,
				res.StatusCode, res.Header.Get("Content-Type"), len(body), c.status, c.kind, c.file)
		}
	}
}

func TestHandlerAddsTheSlash(t *testing.T) {
	res := get(newTestSite(t, "/repo/", content).Handler(0), "/repo")
	if res.StatusCode != 301 || res.Header.Get("Location") != "/repo/" {
		t.Errorf("%d to %q, want 301 to /repo/", res.StatusCode, res.Header.Get("Location"))
	}
}

func TestHandlerCompresses(t *testing.T) {
	s := newTestSite(t, "/", content)
	for _, path := range []string{"/start.js", "/no-such-page"} {
		res := get(s.Handler(0), path, "Accept-Encoding", "gzip, br")
		if res.Header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: not compressed", path)
		}
		z, err := gzip.NewReader(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(z)
		if err != nil || len(plain) == 0 {
			t.Errorf("%s: %d bytes, %v", path, len(plain), err)
		}
	}
	if res := get(s.Handler(0), "/icon-192.png", "Accept-Encoding", "gzip"); res.Header.Get("Content-Encoding") != "" {
		t.Error("a PNG is compressed a second time")
	}
}

func TestHandlerCaching(t *testing.T) {
	s := newTestSite(t, "/", content)
	if got := get(s.Handler(0), "/").Header.Get("Cache-Control"); got != "no-cache" {
		t.Errorf("Cache-Control %q, want no-cache", got)
	}
	res := get(s.Handler(10*time.Minute), "/")
	if got := res.Header.Get("Cache-Control"); got != "max-age=600" {
		t.Errorf("Cache-Control %q, want max-age=600", got)
	}
	for _, encoding := range []string{"identity", "gzip"} {
		again := get(s.Handler(0), "/", "If-None-Match", res.Header.Get("ETag"), "Accept-Encoding", encoding)
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s: status %d for an unchanged file, want 304", encoding, again.StatusCode)
		}
	}
}
