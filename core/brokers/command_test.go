//go:build unix

package brokers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/brokers/servers"
)

// The command queuelab as a user runs it on real brokers.

// queuelab is the command, built once.
var queuelab = sync.OnceValues(func() (string, error) {
	dir, err := filepath.Abs(filepath.Join("..", "..", ".build", "live"))
	if err != nil {
		return "", err
	}
	file := filepath.Join(dir, "queuelab")
	out, err := exec.Command("go", "build", "-o", file, "../cmd/queuelab").CombinedOutput()
	if err != nil {
		err = errors.New(string(out))
	}
	return file, err
})

type ran struct {
	status    int
	out, errs string
}

// command starts the command; the function it returns waits for its end.
func command(t *testing.T, args ...string) (*exec.Cmd, func() ran) {
	t.Helper()
	file, err := queuelab()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(file, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, func() ran {
		var exit *exec.ExitError
		if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
			t.Error(err)
		}
		return ran{cmd.ProcessState.ExitCode(), out.String(), errs.String()}
	}
}

func eachFamily(t *testing.T, f func(t *testing.T, family, addr string)) {
	t.Parallel()
	for family := range started {
		t.Run(family, func(t *testing.T) {
			addr := address(t, family)
			t.Parallel()
			f(t, family, addr)
		})
	}
}

// The lesson prints on a real broker what it prints in the simulator: it is
// about what all brokers do.
func TestCommandRunsALesson(t *testing.T) {
	eachFamily(t, func(t *testing.T, family, addr string) {
		_, wait := command(t, "run", "five-jobs", "-on", addr, "-slow", "3")
		got := wait()
		want := "produced=5  queue depth=5\nprocessed=5  total delivered=5  remaining depth=0\n"
		if got.status != 0 || !strings.HasSuffix(got.out, "processed=5  total delivered=5  remaining depth=0\n") {
			t.Errorf("exit status %d, %s; want %s\n%s", got.status, got.out, want, got.errs)
		}
		if u, _ := url.Parse(addr); !strings.Contains(got.errs, "queuelab: on ") || strings.Contains(got.errs, password(u)+"@") {
			t.Errorf("it says %s", got.errs)
		}
	})
}

func password(u *url.URL) string {
	p, _ := u.User.Password()
	return p
}

// Twelve messages and three consumers, ten times: 120, to thirty.
func TestCommandScales(t *testing.T) {
	eachFamily(t, func(t *testing.T, family, addr string) {
		_, wait := command(t, "run", "competing-consumers", "-on", addr, "-scale", "10", "-json")
		got := wait()
		var summary struct {
			Measures  struct{ Written, Acknowledged, Lost int }
			Consumers map[string]any
		}
		if err := json.Unmarshal([]byte(got.out), &summary); err != nil {
			t.Fatalf("%v\n%s", err, got.errs)
		}
		if m := summary.Measures; got.status != 0 || m.Written != 120 || m.Acknowledged != 120 || m.Lost != 0 || len(summary.Consumers) != 3 {
			t.Errorf("exit status %d, %+v, %d consumers; want 120 messages, and 3 consumers without their copies\n%s", got.status, m, len(summary.Consumers), got.errs)
		}
	})
}

func TestCommandSaysThatNobodyAnswers(t *testing.T) {
	t.Parallel()
	closed, err := servers.Closed()
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"amqp", "nats", "redis", "postgres"} {
		_, wait := command(t, "run", "five-jobs", "-on", scheme+"://queuelab:secret@"+closed+"/0")
		got := wait()
		if got.status != 3 || got.out != "" || !strings.HasPrefix(got.errs, "queuelab: cannot connect to "+scheme+"://queuelab:xxxxx@") ||
			strings.Contains(got.errs, "secret") || strings.Count(got.errs, "\n") != 1 {
			t.Errorf("%s: exit status %d, %q, %q", scheme, got.status, got.out, got.errs)
		}
	}
}

func TestCommandSaysThatTheLoginWasRefused(t *testing.T) {
	eachFamily(t, func(t *testing.T, family, addr string) {
		u, _ := url.Parse(addr)
		if u.User == nil {
			t.Skip("this broker asks for no password")
		}
		u.User = url.UserPassword("nobody", "wrong-secret")
		_, wait := command(t, "run", "five-jobs", "-on", u.String())
		got := wait()
		if got.status != 3 || got.out != "" || !strings.Contains(got.errs, " refused the login") || strings.Contains(got.errs, "wrong-secret") {
			t.Errorf("exit status %d, %q, %q", got.status, got.out, got.errs)
		}
	})
}

// Six seconds of work are interrupted after a good one: what was measured is
// printed, and nothing is left at the broker. TestMain looks for RabbitMQ's.
func TestCommandIsInterrupted(t *testing.T) {
	eachFamily(t, func(t *testing.T, family, addr string) {
		cmd, wait := command(t, "run", "queue-depth", "-on", addr, "-json")
		time.Sleep(1500 * time.Millisecond)
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		got := wait()
		var summary struct{ Measures struct{ Written int } }
		if err := json.Unmarshal([]byte(got.out), &summary); err != nil {
			t.Fatalf("%v\n%s", err, got.errs)
		}
		if got.status != 3 || summary.Measures.Written < 5 || summary.Measures.Written > 10 || !strings.Contains(got.errs, "interrupted") {
			t.Errorf("exit status %d, %d written, %s", got.status, summary.Measures.Written, got.errs)
		}
	})
}

// The connections break in the middle, and the broker can be reached again:
// what was measured is printed, and the queues are removed.
func TestCommandLosesItsConnection(t *testing.T) {
	eachFamily(t, func(t *testing.T, family, addr string) {
		if family == "redis" {
			t.Skip("its client connects again between two requests, and nothing is lost")
		}
		p := newProxy(t, addr)
		_, wait := command(t, "run", "queue-depth", "-on", p.addr, "-json")
		time.Sleep(1500 * time.Millisecond)
		p.cut()
		got := wait()
		var summary struct{ Measures struct{ Written int } }
		if err := json.Unmarshal([]byte(got.out), &summary); err != nil {
			t.Fatalf("%v\n%s", err, got.errs)
		}
		if got.status != 3 || summary.Measures.Written < 5 || !strings.Contains(got.errs, "the run broke off at ") || strings.Contains(got.errs, "left at the broker") {
			t.Errorf("exit status %d, %d written, %s", got.status, summary.Measures.Written, got.errs)
		}
	})
}

// The broker itself dies: there is nobody to remove the queues from, which is said.
func TestCommandOutlivesItsBroker(t *testing.T) {
	if !*live || len(addrs) > 0 {
		t.Skip("needs brokers of its own: make brokers")
	}
	t.Parallel()
	for name, start := range map[string]func() (*servers.Server, error){"NATS": servers.NATS, "Redis": servers.Redis, "PostgreSQL": servers.PostgreSQL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := start()
			if err != nil {
				t.Fatal(err)
			}
			defer s.Stop()
			_, wait := command(t, "run", "queue-depth", "-on", s.Addr)
			time.Sleep(1500 * time.Millisecond)
			if err := s.Halt(false); err != nil {
				t.Fatal(err)
			}
			got := wait()
			if got.status != 3 || !strings.Contains(got.errs, "the run broke off at ") || !strings.Contains(got.errs, "left at the broker") || !strings.Contains(got.out, "end-of-round depths: 2") {
				t.Errorf("exit status %d, %s, %s", got.status, got.out, got.errs)
			}
		})
	}
}

// proxy stands before a broker and can break all connections.
type proxy struct {
	addr string

	mu    sync.Mutex
	conns []net.Conn
}

func newProxy(t *testing.T, addr string) *proxy {
	t.Helper()
	u, _ := url.Parse(addr)
	target := u.Host
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	u.Host = l.Addr().String()
	p := &proxy{addr: u.String()}
	go p.serve(l, target)
	return p
}

func (p *proxy) serve(l net.Listener, target string) {
	for {
		in, err := l.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", target)
		if err != nil {
			in.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, in, out)
		p.mu.Unlock()
		go pipe(in, out)
		go pipe(out, in)
	}
}

func pipe(from, to net.Conn) {
	io.Copy(to, from)
	to.Close()
}

func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}
