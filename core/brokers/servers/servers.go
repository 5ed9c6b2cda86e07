//go:build unix

// Package servers starts message brokers on this machine, on free loopback
// ports and with their data in temporary folders, and stops exactly what it
// started.
//
// Each server runs under a shell that waits for the end of a pipe from this
// process, so that it is stopped and its folder removed even if this process
// is killed.
package servers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Server is a broker that this process started.
type Server struct {
	// Addr is the address that clients connect to, with user and password.
	Addr string

	kind  kind
	dir   string
	ports []int
	watch *exec.Cmd
	pipe  io.Closer
	ended chan struct{} // closed when the process and those it began are gone
}

// kind is how to start a kind of server.
type kind struct {
	name string
	// user runs it where root may not; empty: whoever runs this program.
	user string
	// ports is how many it needs.
	ports int
	// addr is where clients find it.
	addr func(s *Server) string
	// prepare makes the folder ready, once. May be nil.
	prepare func(s *Server) error
	// command starts it in the foreground, with these variables besides our own.
	command func(s *Server) (args, env []string)
	// ready tries to use it.
	ready func(ctx context.Context, s *Server) error
	// signal ends it cleanly. Without a request it ends by the last signal,
	// KILL where that leaves nothing behind.
	signal, last string
}

// startMax is how long a server may take until it can be used.
const startMax = 40 * time.Second

func start(k kind) (*Server, error) {
	dir, err := os.MkdirTemp("", "queuelab-"+k.name+"-")
	if err != nil {
		return nil, err
	}
	s := &Server{kind: k, dir: dir}
	if s.ports, err = freePorts(k.ports); err == nil {
		s.Addr = k.addr(s)
		err = s.begin()
	}
	if err != nil {
		s.Stop()
		return nil, fmt.Errorf("%s: %w", k.name, err)
	}
	return s, nil
}

func (s *Server) begin() error {
	if err := s.own(); err != nil {
		return err
	}
	if s.kind.prepare != nil {
		if err := s.kind.prepare(s); err != nil {
			return err
		}
	}
	return s.run()
}

// own gives the folder to the user that the server runs as.
func (s *Server) own() error {
	c, err := s.credential()
	if c == nil || err != nil {
		return err
	}
	return os.Chown(s.dir, int(c.Uid), int(c.Gid))
}

// credential is whom to run the server as; nil: as who we are.
func (s *Server) credential() (*syscall.Credential, error) {
	if s.kind.user == "" || os.Getuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup(s.kind.user)
	if err != nil {
		return nil, err
	}
	uid, _ := strconv.ParseUint(u.Uid, 10, 32)
	gid, _ := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// watcher runs a server in a session of its own and waits: for a line, the
// signal to end it with, or the end of its input, which comes with our end too.
const watcher = `dir=$1 last=$2; shift 2
setsid "$@" >"$dir/log" 2>&1 </dev/null &
server=$!
trap : TERM INT HUP
if read -r signal; then keep=yes; else signal=$last; fi
kill -s "$signal" -- -$server 2>/dev/null
tries=0
while kill -0 $server 2>/dev/null && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries+1)); done
kill -s KILL -- -$server 2>/dev/null
[ "$keep" ] || { cd /; rm -rf "$dir"; }`

// run starts the server's process and waits until it can be used.
func (s *Server) run() error {
	args, env := s.kind.command(s)
	c, err := s.credential()
	if err != nil {
		return err
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", watcher, "queuelab-watch", s.dir, s.kind.last}, args...)...)
	cmd.Dir = s.dir
	cmd.Env = append(append(os.Environ(), "HOME="+s.dir, "LC_ALL=C.UTF-8"), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: c}
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.watch, s.pipe, s.ended = cmd, pipe, make(chan struct{})
	go func() {
		cmd.Wait()
		close(s.ended)
	}()
	return s.await()
}

func (s *Server) await() error {
	ctx, cancel := context.WithTimeout(context.Background(), startMax)
	defer cancel()
	for {
		err := s.kind.ready(ctx, s)
		if err == nil {
			return nil
		}
		select {
		case <-s.ended:
			return fmt.Errorf("it ended at once:\n%s", s.log())
		case <-ctx.Done():
			return fmt.Errorf("it was not ready after %s: %w\n%s", startMax, err, s.log())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// log is the end of what the server wrote.
func (s *Server) log() string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return strings.Join(lines[max(0, len(lines)-20):], "\n")
}

// Halt ends the server's process and keeps its data: cleanly, or with -9.
func (s *Server) Halt(cleanly bool) error {
	signal := "KILL"
	if cleanly {
		signal = s.kind.signal
	}
	if _, err := io.WriteString(s.pipe.(io.Writer), signal+"\n"); err != nil {
		return err
	}
	<-s.ended
	s.pipe.Close()
	return s.gone()
}

// Resume starts a halted server again, on the same ports and data.
func (s *Server) Resume() error { return s.run() }

// Stop ends the server and removes its data. It may be called twice. The error
// says that something still listens at the server's ports.
func (s *Server) Stop() (err error) {
	if s.pipe != nil {
		s.pipe.Close()
		<-s.ended
		err = s.gone()
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// gone waits until nothing listens at the server's ports any more.
func (s *Server) gone() error {
	for range 100 {
		if s.silent() {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errors.New(s.kind.name + ": still listening after it was stopped")
}

func (s *Server) silent() bool {
	for _, p := range s.ports {
		if c, err := net.Dial("tcp", local(p)); err == nil {
			c.Close()
			return false
		}
	}
	return true
}

func local(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }

// freePorts are ports that nobody listens at now.
func freePorts(n int) ([]int, error) {
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports, nil
}

// program finds a server's program, which may lie where no PATH leads.
func program(name string, folders ...string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, pattern := range folders {
		found, _ := filepath.Glob(filepath.Join(pattern, name))
		if len(found) > 0 {
			return found[len(found)-1]
		}
	}
	return name
}
