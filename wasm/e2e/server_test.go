package e2e

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/queuelab/queuelab/wasm/site"
	"github.com/queuelab/queuelab/web"
)

const root = "../.."

// program is the page's program with the one beside it, compiled once for all tests.
var program = sync.OnceValues(func() (site.Program, error) {
	if err := readFolders("core", "web", "wasm"); err != nil {
		return site.Program{}, err
	}
	return site.CompilePage(root)
})

// readFolders makes the go command run these tests anew when a source of the program changes: it keeps a test's result
// as long as the files and folders that the test process has read are the same, and the compiler is another process.
func readFolders(names ...string) error {
	for _, name := range names {
		err := filepath.WalkDir(filepath.Join(root, name), func(_ string, _ fs.DirEntry, err error) error { return err })
		if err != nil {
			return err
		}
	}
	return nil
}

// Build makes the site for a base path; change, if not nil, alters its content first.
func Build(t testing.TB, base string, change func(*site.Program, *site.Content)) *site.Site {
	t.Helper()
	p, err := program()
	if err != nil {
		t.Fatal(err)
	}
	content := site.Content{Pages: web.Pages(base), NotFound: web.NotFound(base)}
	if change != nil {
		change(&p, &content)
	}
	s, err := site.New(base, p, root, content)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shared is the server of the site under /repo/ for all tests that don't need one of their own.
var shared struct {
	once   sync.Once
	server *Server
}

func sharedServer(t testing.TB) *Server {
	t.Helper()
	sharedBrowser(t)
	shared.once.Do(func() { shared.server = newServer(Build(t, "/repo/", nil)) })
	if shared.server == nil {
		t.Fatal("the shared site could not be built")
	}
	return shared.server
}

// Server serves a site from a loopback port as GitHub Pages does, with its ten minutes of HTTP caching.
type Server struct {
	// Root is the address of the home page.
	Root string

	host *httptest.Server
	mu   sync.Mutex
	next http.Handler
	wrap func(http.Handler) http.Handler
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, s *site.Site) *Server {
	t.Helper()
	sharedBrowser(t)
	server := newServer(s)
	t.Cleanup(server.Stop)
	return server
}

func newServer(s *site.Site) *Server {
	server := &Server{}
	server.host = httptest.NewServer(server)
	server.Root = server.host.URL + s.Base
	server.Release(s)
	return server
}

// Release puts another site in the place of the present one; it must have the same base.
func (s *Server) Release(next *site.Site) {
	handler := next.Handler(10 * time.Minute)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = handler
}

// Use puts a handler in front of the site, or takes it away with nil.
func (s *Server) Use(wrap func(http.Handler) http.Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrap = wrap
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	handler := s.next
	if s.wrap != nil {
		handler = s.wrap(handler)
	}
	s.mu.Unlock()
	handler.ServeHTTP(w, r)
}

// Stop ends the server; from then on its port refuses connections.
func (s *Server) Stop() {
	s.host.CloseClientConnections()
	s.host.Close()
}
