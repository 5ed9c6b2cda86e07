//go:build unix

package servers

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

// secret is the password of the servers started here.
const secret = "queuelab"

// RabbitMQ starts a RabbitMQ server, with an Erlang port mapper of its own.
func RabbitMQ() (*Server, error) {
	return start(kind{
		name: "rabbitmq", ports: 3, signal: "TERM", last: "KILL",
		addr: func(s *Server) string { return fmt.Sprintf("amqp://guest:guest@%s/", local(s.ports[0])) },
		prepare: func(s *Server) error {
			return os.WriteFile(s.path("rabbitmq.conf"), []byte(rabbitConf(s)), 0o644)
		},
		command: rabbitCommand,
		ready: func(_ context.Context, s *Server) error {
			c, err := amqp.Dial(s.Addr)
			if err != nil {
				return err
			}
			return c.Close()
		},
	})
}

func rabbitConf(s *Server) string {
	return fmt.Sprintf(`listeners.tcp.1 = %s
log.console = true
log.console.level = warning
log.file = false
disk_free_limit.absolute = 10MB
vm_memory_high_watermark.relative = 0.8
consumer_timeout = 3600000
`, local(s.ports[0]))
}

// awaitMapper starts the port mapper, and the server when it answers: an Erlang
// that finds none starts one of its own, which would stay.
const awaitMapper = `epmd -address 127.0.0.1 -port %d &
until epmd -port %d -names >/dev/null 2>&1; do sleep 0.05; done
exec %s`

// rabbitCommand runs the port mapper and the server in one process group. The
// script of Debian's in PATH would change to another user and folder.
func rabbitCommand(s *Server) (args, env []string) {
	run := program("rabbitmq-server", "/usr/lib/rabbitmq/bin")
	if lib := "/usr/lib/rabbitmq/bin/rabbitmq-server"; exists(lib) {
		run = lib
	}
	script := fmt.Sprintf(awaitMapper, s.ports[1], s.ports[1], run)
	return []string{"/bin/sh", "-c", script}, []string{
		fmt.Sprintf("ERL_EPMD_PORT=%d", s.ports[1]), "ERL_EPMD_ADDRESS=127.0.0.1", "ERL_CRASH_DUMP=/dev/null",
		fmt.Sprintf("RABBITMQ_DIST_PORT=%d", s.ports[2]), "RABBITMQ_NODENAME=" + s.node(),
		"RABBITMQ_CONFIG_FILE=" + s.path("rabbitmq.conf"), "RABBITMQ_CONF_ENV_FILE=" + s.path("no-such-file"),
		"RABBITMQ_MNESIA_BASE=" + s.path("data"), "RABBITMQ_LOG_BASE=" + s.path("logs"),
		"RABBITMQ_ENABLED_PLUGINS_FILE=" + s.path("enabled_plugins"),
		// Two schedulers are enough, and idle ones need not spin.
		"RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-start_epmd false +S 2:2 +sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1}",
	}
}

// NATS starts a NATS server with JetStream.
func NATS() (*Server, error) {
	return start(kind{
		name: "nats", ports: 1, signal: "TERM", last: "KILL",
		addr: func(s *Server) string { return fmt.Sprintf("nats://queuelab:%s@%s", secret, local(s.ports[0])) },
		command: func(s *Server) (args, env []string) {
			return []string{
				program("nats-server", "/usr/sbin"), "-js", "-sd", s.path("data"), "-a", "127.0.0.1",
				"-p", fmt.Sprint(s.ports[0]), "--user", "queuelab", "--pass", secret,
			}, nil
		},
		ready: func(_ context.Context, s *Server) error {
			c, err := nats.Connect(s.Addr)
			if err != nil {
				return err
			}
			c.Close()
			return nil
		},
	})
}

// Redis starts a Redis server.
func Redis() (*Server, error) {
	return start(kind{
		name: "redis", ports: 1, signal: "TERM", last: "KILL",
		addr: func(s *Server) string { return fmt.Sprintf("redis://:%s@%s/0", secret, local(s.ports[0])) },
		command: func(s *Server) (args, env []string) {
			return []string{
				program("redis-server"), "--bind", "127.0.0.1", "--port", fmt.Sprint(s.ports[0]),
				"--dir", s.dir, "--save", "", "--appendonly", "yes", "--requirepass", secret,
			}, nil
		},
		ready: func(ctx context.Context, s *Server) error {
			o, err := redis.ParseURL(s.Addr)
			if err != nil {
				return err
			}
			c := redis.NewClient(o)
			defer c.Close()
			return c.Ping(ctx).Err()
		},
	})
}

// postgresFolders are where Debian keeps the server's programs.
const postgresFolders = "/usr/lib/postgresql/*/bin"

// PostgreSQL starts a PostgreSQL server. Root may not run it: then the
// package's user does.
func PostgreSQL() (*Server, error) {
	return start(kind{
		name: "postgres", user: "postgres", ports: 1, signal: "INT", last: "INT",
		addr: func(s *Server) string {
			return fmt.Sprintf("postgres://queuelab:%s@%s/postgres", secret, local(s.ports[0]))
		},
		prepare: initdb,
		command: func(s *Server) (args, env []string) {
			return []string{
				program("postgres", postgresFolders), "-D", s.path("data"), "-p", fmt.Sprint(s.ports[0]),
				"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=" + s.dir,
				"-c", "fsync=off", "-c", "max_connections=200", "-c", "dynamic_shared_memory_type=mmap",
			}, nil
		},
		ready: func(ctx context.Context, s *Server) error {
			c, err := pgx.Connect(ctx, s.Addr)
			if err != nil {
				return err
			}
			return c.Close(ctx)
		},
	})
}

func initdb(s *Server) error {
	c, err := s.credential()
	if err != nil {
		return err
	}
	if err := os.WriteFile(s.path("password"), []byte(secret+"\n"), 0o644); err != nil {
		return err
	}
	cmd := exec.Command(program("initdb", postgresFolders), "-D", s.path("data"), "-U", "queuelab", "-A", "scram-sha-256",
		"--pwfile="+s.path("password"), "-N", "--locale=C", "-E", "UTF8")
	cmd.Dir = s.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

func (s *Server) path(name string) string { return filepath.Join(s.dir, name) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Closed is an address at this machine where nobody listens.
func Closed() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// Queues lists the queues of a RabbitMQ server by its own tool: its protocol
// has no way to ask.
func (s *Server) Queues() (names []string, err error) {
	_, env := s.kind.command(s)
	cmd := exec.Command(program("rabbitmqctl", "/usr/lib/rabbitmq/bin"), "-q", "-n", s.node(), "list_queues", "name", "--no-table-headers")
	if lib := "/usr/lib/rabbitmq/bin/rabbitmqctl"; exists(lib) {
		cmd.Path = lib
	}
	cmd.Env = append(append(os.Environ(), "HOME="+s.dir), env...)
	out, err := cmd.Output()
	return strings.Fields(string(out)), err
}

func (s *Server) node() string { return fmt.Sprintf("queuelab%d@localhost", s.ports[0]) }
