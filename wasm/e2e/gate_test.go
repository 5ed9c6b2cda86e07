package e2e

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// gate keeps a file, or the second half of it, until it opens.
type gate struct {
	suffix string
	opened chan struct{}
	open   func()
}

func newGate(suffix string) *gate {
	g := &gate{suffix: suffix, opened: make(chan struct{})}
	g.open = sync.OnceFunc(func() { close(g.opened) })
	return g
}

// withoutProgram is a tab of a site whose program comes only by half until it is let in.
func withoutProgram(t *testing.T) (p *Page, let func()) {
	t.Helper()
	server := Serve(t, Build(t, "/repo/", nil))
	gate := newGate("app.wasm")
	server.Use(gate.hold)
	return server.Tab(t), gate.open
}

// hold sends half of the file until the gate opens.
func (g *gate) hold(site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, g.suffix) {
			w = &halfWriter{ResponseWriter: w, gate: g, request: r}
		}
		site.ServeHTTP(w, r)
	})
}

// refuse sends nothing of the file until the gate opens.
func (g *gate) refuse(site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, g.suffix) {
			select {
			case <-g.opened:
			case <-r.Context().Done():
				return
			}
		}
		site.ServeHTTP(w, r)
	})
}

type halfWriter struct {
	http.ResponseWriter
	gate    *gate
	request *http.Request
}

func (w *halfWriter) Write(data []byte) (int, error) {
	n, err := w.ResponseWriter.Write(data[:len(data)/2])
	if err != nil {
		return n, err
	}
	w.ResponseWriter.(http.Flusher).Flush()
	select {
	case <-w.gate.opened:
	case <-w.request.Context().Done():
		return n, w.request.Context().Err()
	}
	m, err := w.ResponseWriter.Write(data[len(data)/2:])
	return n + m, err
}
