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

// Every row that can be driven from outside, on the broker that its profile
// imitates: all at once, and those that differ once more, by themselves.
func TestConformance(t *testing.T) {
	t.Parallel()
	var again rechecks
	t.Run("first", func(t *testing.T) {
		for _, row := range conformance.All() {
			if started[row.Family] == nil || restarts(row) {
				continue
			}
			eachCase(t, row, func(t *testing.T, c *conformance.Case) {
				addr := address(t, row.Family)
				t.Parallel()
				if wrong := measure(t, addr, row, c, *slow); len(wrong) > 0 {
					t.Log("to be measured again: ", wrong)
					again.add(recheck{t.Name(), addr, row, c})
				}
			})
		}
	})
	for _, r := range again.all {
		t.Run("again", func(t *testing.T) { r.measure(t) })
	}
}

// recheck is a case that differed among all the others: a busy machine can come
// late, and what a broker does it does at any speed.
type recheck struct {
	name, addr string
	row        *conformance.Row
	c          *conformance.Case
}

type rechecks struct {
	mu  sync.Mutex
	all []recheck
}

func (l *rechecks) add(r recheck) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, r)
}

// measure measures the case slower and slower.
func (r *recheck) measure(t *testing.T) {
	var wrong []string
	for _, slower := range []float64{2, 4, 8} {
		if wrong = measure(t, r.addr, r.row, r.c, *slow*slower); len(wrong) == 0 {
			return
		}
	}
	for _, w := range wrong {
		t.Errorf("%s: %s", r.name, w)
	}
}

// measure says what of a case differs, or what it failed of.
func measure(t *testing.T, addr string, row *conformance.Row, c *conformance.Case, slow float64) (wrong []string) {
	t.Helper()
	m, err := Measure(context.Background(), dial(t, addr), row, c, slow, nil)
	if err != nil {
		return []string{fmt.Sprintf("row %s: %v", row.ID, err)}
	}
	for _, d := range m.Differences(func(*scenario.Profile) {}) {
		wrong = append(wrong, d.String())
	}
	return wrong
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
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
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
