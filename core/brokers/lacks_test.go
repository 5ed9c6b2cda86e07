package brokers

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
)

// demanding asks for more than any one broker has.
const demanding = `queue jobs
  visibility 30ms
  late-acknowledge refused
  max-deliveries 3
  dead-letter failed
  requeue front
  delay 5ms
  single-active
queue failed
producer shop
  to jobs
  priority 3
  write 5 "m{n}"
consumer worker
  from jobs
  heartbeat 10ms
  fails "m1" requeue
`

func TestLacks(t *testing.T) {
	sc := bound(t, demanding)
	for _, test := range []struct {
		b    Broker
		want []string // words of the sentences, in order
	}{
		{&rabbit{sc: sc}, []string{"no visibility timeout", "quorum queue", "comes back to", "delays no message", "heartbeats"}},
		{&jet{}, []string{"after the lease ended", "no dead letters", "ahead of all new", "delays no message", "single active", "always has a lease", "no priorities"}},
		{&red{}, []string{"XAUTOCLAIM", "after the lease ended", "no dead letters", "stays with its consumer", "delays no message", "single active", "nobody claims", "takes no message back", "no priorities"}},
		{&postgres{}, []string{"after the lease ended", "no dead letters", "order of their number", "single active"}},
	} {
		said := test.b.Lacks(sc)
		var got []string
		for i, sentence := range said {
			if i < len(test.want) && strings.Contains(sentence, test.want[i]) {
				sentence = test.want[i]
			}
			got = append(got, sentence)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%T (-want +got):\n%s", test.b, diff)
		}
	}
}

// One queue has every setting that some broker has; each broker names those it has not.
func TestLacksNamesSettings(t *testing.T) {
	sc := bound(t, `queue jobs
  ttl 1s
  max-length 9
  expires 1m
  priorities 3
  retry 1s
  acknowledge-within 1m
  back-off 1s 2s
  max-in-flight 5
  duplicate-window 1m
  acknowledges up-to
producer shop
  to jobs
  ttl 1s
  id {n}
  mandatory
  write 2 "m{n}"
`)
	for want, b := range map[string]Broker{
		"retry acknowledge-within back-off max-in-flight duplicate-window up-to id":                                    &rabbit{sc: sc},
		"expires priorities retry acknowledge-within ttl nowhere":                                                      &jet{},
		"ttl expires priorities retry acknowledge-within back-off max-in-flight duplicate-window up-to ttl id nowhere": &red{},
		"ttl max-length expires retry acknowledge-within back-off max-in-flight duplicate-window up-to ttl id nowhere": &postgres{},
	} {
		var got []string
		for _, sentence := range b.Lacks(sc) {
			if _, word, found := strings.Cut(strings.TrimSuffix(sentence, "; it is left out"), "nothing like "); found {
				got = append(got, word[strings.LastIndex(word, " ")+1:])
			} else if strings.HasPrefix(sentence, "producer") {
				got = append(got, map[bool]string{true: "ttl", false: sentence[strings.LastIndex(sentence, " ")+1:]}[strings.Contains(sentence, "ttl")])
			}
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%T lacks %s\nwant %s", b, text, want)
		}
	}
}

func TestLacksNamesWhatConnectionsDo(t *testing.T) {
	sc := &scenario.Scenario{
		Queues:    []scenario.Queue{{Name: "jobs", Visibility: time.Second, DeadLetter: -1}},
		Producers: []scenario.Producer{{Name: "shop", ConfirmWithin: time.Second}},
		Consumers: []scenario.Consumer{{Name: "worker", Detection: time.Second, Reconnect: time.Second}},
	}
	want := []string{
		"consumer worker: how soon the broker notices that its connection is gone is the broker's own rule",
		"consumer worker: where the broker closes its connection, it stays closed",
		"producer shop: what is not confirmed in time is not written again",
	}
	if diff := cmp.Diff(want, (&jet{}).Lacks(sc)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNothingIsLackingOfAPlainQueue(t *testing.T) {
	sc := bound(t, "queue jobs\nproducer shop\n  to jobs\n  write 1 \"m\"\nconsumer worker\n  from jobs\n")
	for _, b := range []Broker{&rabbit{sc: sc}, &postgres{}} {
		if said := b.Lacks(sc); len(said) > 0 {
			t.Errorf("%T: %q", b, said)
		}
	}
}

func TestWhatIsNotRunnable(t *testing.T) {
	for text, want := range map[string]string{
		"log orders\nproducer shop\n  to log orders\n  write \"a\"\n":                                               "log",
		"queue jobs\n  direct\nproducer shop\n  to jobs\n  write \"a\"\n":                                           "direct",
		"table t\nqueue jobs\nhandler h\n  insert t {id} else go-on\nconsumer w\n  from jobs\n  handler h\n":        "handler h",
		"queue jobs\nconsumer w\n  from jobs\nat 5ms restart jobs\n":                                                "restarts",
		"queue jobs\nhandler h\n  work 1ms\nconsumer w\n  from jobs\n  handler h\ncrash w after step 1\n":           "step",
		"outbox letters\nqueue jobs\nrelay r\n  from letters\n  to jobs\nproducer shop\n  to jobs\n  write \"a\"\n": "relays",
	} {
		if err := Runnable(bound(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\nis refused by %v; want something with %q", text, err, want)
		}
	}
}

func TestAddress(t *testing.T) {
	for addr, want := range map[string]string{
		"amqp://guest:guest@localhost:5672/": "", "nats://localhost": "", "redis://:pw@h:6379/0": "", "postgres://u:p@h/db": "",
		"http://localhost": "expected an address that begins with", "localhost:5672": "expected an address", "amqp:///": "expected a host",
		"kafka://u:secret@h": `"kafka://u:xxxxx@h"`, "amqp://h:port/": "not a URL",
	} {
		_, err := Address(addr)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", addr, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v; want something with %s", addr, err, want)
		}
	}
}
