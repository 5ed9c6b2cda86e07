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

	"github.com/jackc/pgx/v5"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/redis/go-redis/v9"

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
	all map[string]*servers.Server
}

func TestMain(m *testing.M) {
	code := m.Run()
	for family, a := range addrs {
		code = max(code, clean(family, a, nil))
	}
	for family, s := range running.all {
		code = max(code, clean(family, s.Addr, s))
		if err := s.Stop(); err != nil {
			fmt.Println(err)
			code = 1
		}
	}
	os.Exit(code)
}

// clean says what the tests left at a broker. It is 1 if there is anything.
func clean(family, addr string, s *servers.Server) int {
	left, err := leftovers(family, addr, s)
	if err == nil && len(left) == 0 {
		return 0
	}
	fmt.Println("left at", family, left, err)
	return 1
}

// leftovers lists what there is at a broker whose name begins as those of runs do.
func leftovers(family, addr string, s *servers.Server) (names []string, err error) {
	ctx := context.Background()
	switch family {
	case "rabbitmq":
		if s != nil {
			names, err = s.Queues()
		}
	case "jetstream":
		names, err = streams(ctx, addr)
	case "redis":
		o, _ := redis.ParseURL(addr)
		c := redis.NewClient(o)
		defer c.Close()
		names, err = c.Keys(ctx, "queuelab-*").Result()
	case "postgres":
		names, err = tables(ctx, addr)
	}
	return slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, "queuelab-") }), err
}

func streams(ctx context.Context, addr string) (names []string, err error) {
	c, err := nats.Connect(addr)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	js, err := jetstream.New(c)
	if err != nil {
		return nil, err
	}
	list := js.StreamNames(ctx)
	for n := range list.Name() {
		names = append(names, n)
	}
	return names, list.Err()
}

func tables(ctx context.Context, addr string) (names []string, err error) {
	c, err := pgx.Connect(ctx, addr)
	if err != nil {
		return nil, err
	}
	defer c.Close(ctx)
	found, err := c.Query(ctx, "select relname from pg_class where relkind = 'r' and relname like 'queuelab-%'")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowTo[string])
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
	if len(addrs) > 0 {
		t.Skip("-addr names other brokers only")
	}
	s, err := started[family]()
	if err != nil {
		t.Fatal(err)
	}
	running.Lock()
	defer running.Unlock()
	if running.all == nil {
		running.all = map[string]*servers.Server{}
	}
	running.all[family] = s
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
