package e2e

import (
	"net/http"
	"strings"
	"sync"
)

// gate lets half of a file through and keeps the rest until it opens.
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

func (g *gate) hold(site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, g.suffix) {
			w = &halfWriter{ResponseWriter: w, gate: g, request: r}
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
