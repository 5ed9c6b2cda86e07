package scenario_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
)

func parsed(t *testing.T, text string) *scenario.Document {
	t.Helper()
	d, err := scenario.Parse("s", text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestBrokersSaysHowTheTextNamesThem(t *testing.T) {
	const param = "param broker rabbitmq-classic one of rabbitmq-classic rabbitmq-quorum\n"
	for _, c := range []struct {
		text, param string
		named       bool
	}{
		{"queue jobs\n", "", false},
		{"broker rabbitmq-quorum\nqueue jobs\n", "", true},
		{"queue jobs\n  broker rabbitmq-quorum\n", "", true},
		{param + "broker $broker\nqueue jobs\n", "broker", true},
		{param + "broker $broker\nqueue jobs\nqueue dead\n  broker rabbitmq-classic\n", "", true}, // the parameter is not all of it
		{param + "queue jobs\n  broker $broker\nqueue dead\n", "", true},
	} {
		param, named := parsed(t, c.text).Brokers()
		if param != c.param || named != c.named {
			t.Errorf("%s\n%q, %v; want %q, %v", c.text, param, named, c.param, c.named)
		}
	}
}

func TestWithBrokerReplacesEveryBroker(t *testing.T) {
	d := parsed(t, "broker rabbitmq-classic\n\nqueue jobs  # all of them\n  broker rabbitmq-classic\n  visibility 30ms\nqueue dead\n")
	for name, want := range map[string]string{
		"rabbitmq-quorum": "queue jobs  # all of them\n  visibility 30ms\nqueue dead\n\nbroker rabbitmq-quorum\n",
		"":                "queue jobs  # all of them\n  visibility 30ms\nqueue dead\n",
	} {
		changed, err := d.WithBroker(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, changed.Format()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", name, diff)
		}
		sc, err := changed.Bind(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range sc.Queues {
			if q.Broker.Name != name {
				t.Errorf("%s is at %q; want %q", q.Name, q.Broker.Name, name)
			}
		}
	}
	if _, err := d.WithBroker("rabbitmq"); err == nil {
		t.Error("a broker that there is none of")
	}
}
