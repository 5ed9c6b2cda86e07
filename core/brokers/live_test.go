//go:build unix

package brokers

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/brokers/servers"
)

// live is set by make brokers: these tests start real servers.
var live = flag.Bool("live", false, "run the tests that need real brokers, and start those that -addr does not name")

// addr names brokers that are there already.
var addrs = map[string]string{}

func init() {
	flag.Func("addr", "a broker that is there already, to be used instead of one started here; may be repeated", func(a string) error {
		u, err := Address(a)
		if err == nil {
			addrs[families[u.Scheme]] = a
		}
		return err
	})
}

// families are the folders of package conformance, by scheme.
var families = map[string]string{
	"amqp": "rabbitmq", "amqps": "rabbitmq", "nats": "jetstream", "tls": "jetstream",
	"redis": "redis", "rediss": "redis", "postgres": "postgres", "postgresql": "postgres",
}

// started are the servers that the tests started, by family.
var started = map[string]func() (*servers.Server, error){
	"rabbitmq": sync.OnceValues(servers.RabbitMQ), "jetstream": sync.OnceValues(servers.NATS),
	"redis": sync.OnceValues(servers.Redis), "postgres": sync.OnceValues(servers.PostgreSQL),
}

var running struct {
	sync.Mutex
	all []*servers.Server
}

func TestMain(m *testing.M) {
	code := m.Run()
	for _, s := range running.all {
		s.Stop()
	}
	os.Exit(code)
}

// address is where a broker of the family is: one named by -addr, or one
// started here that ends with the tests.
func address(t testing.TB, family string) string {
	t.Helper()
	if !*live {
		t.Skip("needs real brokers: make brokers")
	}
	if a := addrs[family]; a != "" {
		return a
	}
	s, err := started[family]()
	if err != nil {
		t.Fatal(err)
	}
	running.Lock()
	defer running.Unlock()
	if !slices.Contains(running.all, s) {
		running.all = append(running.all, s)
	}
	return s.Addr
}

// dial connects to a broker, and removes what the test made there.
func dial(t *testing.T, addr string) Broker {
	t.Helper()
	name := fmt.Sprintf("queuelab-test-%d-%s-", time.Now().UnixNano(), strings.ReplaceAll(t.Name(), "/", "-"))
	b, err := Dial(context.Background(), addr, name, func(err error) { t.Log("connection lost: ", err) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Remove(context.Background()); err != nil {
			t.Error(err)
		}
		b.Close()
	})
	return b
}
