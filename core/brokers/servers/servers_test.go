//go:build unix

package servers

import (
	"flag"
	"os"
	"testing"
	"time"
)

var live = flag.Bool("live", false, "start real servers")

func TestStartAndStop(t *testing.T) {
	if !*live {
		t.Skip("needs real servers: make brokers")
	}
	for name, start := range map[string]func() (*Server, error){"RabbitMQ": RabbitMQ, "NATS": NATS, "Redis": Redis, "PostgreSQL": PostgreSQL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			s, err := start()
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s after %s", s.Addr, time.Since(began))
			halts := []bool{true, false}
			if name == "RabbitMQ" {
				halts = nil // slow, and done by the rows that restart it
			}
			for _, cleanly := range halts {
				began = time.Now()
				if err := s.Halt(cleanly); err != nil {
					t.Fatal(err)
				}
				t.Logf("halted after %s", time.Since(began))
				if err := s.Resume(); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Stop(); err != nil {
				t.Error(err)
			}
			if _, err := os.Stat(s.dir); !os.IsNotExist(err) {
				t.Errorf("%s is still there: %v", s.dir, err)
			}
			if !s.silent() {
				t.Error("something still listens at its ports")
			}
		})
	}
}
