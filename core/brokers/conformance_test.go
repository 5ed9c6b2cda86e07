//go:build unix

package brokers

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/brokers/servers"
	"github.com/queuelab/queuelab/core/conformance"
	"github.com/queuelab/queuelab/core/scenario"
)

var slow = flag.Float64("slow", 1, "how much real time one unit of a row's virtual time takes")

// Every row that can be driven from outside, on the broker that its profile imitates.
func TestConformance(t *testing.T) {
	for _, row := range conformance.All() {
		if started[row.Family] == nil || restarts(row) {
			continue
		}
		eachCase(t, row, func(t *testing.T, c *conformance.Case) {
			addr := address(t, row.Family)
			t.Parallel()
			for _, d := range measure(t, addr, row, c) {
				t.Error(d)
			}
		})
	}
}

// eachCase makes a test of each case of a row that can be driven from outside, also
// of those that were only read of before.
func eachCase(t *testing.T, row *conformance.Row, f func(*testing.T, *conformance.Case)) {
	for i := range row.Cases {
		if c := &row.Cases[i]; row.Live {
			t.Run(fmt.Sprint(row.ID, c.Set), func(t *testing.T) { f(t, c) })
		}
	}
}

func restarts(row *conformance.Row) bool {
	return row.Imitated && (strings.Contains(row.Source, " restart ") || strings.Contains(row.Source, " kill "))
}

// The rows that restart their broker have one of their own, which is restarted
// for all cases of a row together.
func TestRestarts(t *testing.T) {
	if !*live || len(addrs) > 0 {
		t.Skip("needs a RabbitMQ server of its own: make brokers")
	}
	t.Parallel()
	s, err := servers.RabbitMQ()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	for _, row := range conformance.All() {
		if row.Family == "rabbitmq" && restarts(row) {
			t.Run(row.ID, func(t *testing.T) { measureTogether(t, s, row) })
		}
	}
}

func measureTogether(t *testing.T, s *servers.Server, row *conformance.Row) {
	g := &together{server: s, done: make(chan struct{})}
	eachCase(t, row, func(t *testing.T, c *conformance.Case) {
		g.members++ // all cases begin before the first of them goes on
		t.Parallel()
		m, err := Measure(context.Background(), dial(t, s.Addr), row, c, *slow, g.restart)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range m.Differences(func(*scenario.Profile) {}) {
			t.Error(d)
		}
	})
}

// together restarts a server when all have asked for it.
type together struct {
	server  *servers.Server
	members int

	mu    sync.Mutex
	asked int
	done  chan struct{}
	err   error
}

func (g *together) restart(cleanly bool) error {
	g.mu.Lock()
	g.asked++
	if g.asked == g.members {
		g.err = errors.Join(g.server.Halt(cleanly), g.server.Resume())
		close(g.done)
	}
	g.mu.Unlock()
	select {
	case <-g.done:
		return g.err
	case <-time.After(2 * time.Minute):
		return errors.New("the other cases of the row never came so far")
	}
}

// tries is how often a case is measured that differs, each time slower: a busy
// machine can come late, and what a broker does it does at any speed.
const tries = 4

func measure(t *testing.T, addr string, row *conformance.Row, c *conformance.Case) (all []Difference) {
	t.Helper()
	for try := range tries {
		m, err := Measure(context.Background(), dial(t, addr), row, c, *slow*float64(try+1), nil)
		if err != nil {
			t.Fatal(err)
		}
		if all = m.Differences(func(*scenario.Profile) {}); len(all) == 0 {
			return nil
		}
		t.Log("measured again:", all)
	}
	return all
}

// The same as TestASwitchTurnedWrongIsADifference, on RabbitMQ itself.
func TestASwitchTurnedWrongIsCaughtByTheBroker(t *testing.T) {
	addr := address(t, "rabbitmq")
	t.Parallel()
	row, c := row1(t, "rabbitmq-quorum")
	m, err := Measure(context.Background(), dial(t, addr), row, c, *slow, nil)
	if err != nil {
		t.Fatal(err)
	}
	wrong := m.Differences(toPlace)
	if len(wrong) != 1 || wrong[0].Profile != "m1 m1*(1) m2 m3 m4 m5" || wrong[0].Broker != "m1 m2 m3 m4 m5 m1*(1)" {
		t.Errorf("it was not caught: %v", wrong)
	}
}
