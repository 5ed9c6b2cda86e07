//go:build unix

package brokers

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/recording"
	"github.com/queuelab/queuelab/core/scenario"
)

var update = flag.Bool("update", false, "record the lessons' runs on real brokers again")

// recorded are the lessons that are about what real brokers do too.
var recorded = []struct {
	lesson   string
	families []string
	set      []scenario.Setting
	slow     float64
}{
	{"five-jobs", []string{"rabbitmq", "jetstream", "redis", "postgres"}, nil, 10},
	{"unacknowledged", []string{"rabbitmq", "jetstream", "redis", "postgres"}, nil, 20},
	{"visibility-timeout", []string{"jetstream", "redis", "postgres"}, nil, 20},
	{"competing-consumers", []string{"rabbitmq", "jetstream", "redis", "postgres"}, nil, 10},
	{"queue-depth", []string{"rabbitmq", "jetstream", "redis", "postgres"}, nil, 1},
	{"prefetch", []string{"rabbitmq"}, nil, 1},
	{"prefetch", []string{"rabbitmq"}, []scenario.Setting{{Name: "crash-at", Value: "500ms"}}, 1},
	{"broken-order", []string{"rabbitmq", "postgres"}, nil, 20},
	{"publish-subscribe", []string{"rabbitmq"}, nil, 20},
}

// With -update, the recordings that ship are made again.
func TestRecordings(t *testing.T) {
	if !*update {
		t.Skip("records only with -update: make recordings")
	}
	for _, r := range recorded {
		for _, family := range r.families {
			t.Run(fmt.Sprint(r.lesson, r.set, family), func(t *testing.T) { record(t, r.lesson, family, r.set, r.slow) })
		}
	}
}

func record(t *testing.T, name, family string, set []scenario.Setting, slow float64) {
	sc, err := lesson.Get(name).Doc.Bind(set)
	if err != nil {
		t.Fatal(err)
	}
	b := dial(t, address(t, family))
	tr, err := Run(context.Background(), b, sc, Options{Slow: slow})
	if err != nil {
		t.Fatal(err)
	}
	r := recording.Recording{
		Lesson: name, Set: set, Broker: b.Version(), Profile: b.Rules(&sc.Queues[0]).Profile, Notes: b.Lacks(sc), Slow: slow, Trace: tr,
	}
	text, err := r.Format()
	if err != nil {
		t.Fatal(err)
	}
	file := name
	for _, s := range set {
		file += "." + s.Name + "-" + s.Value
	}
	if err := os.WriteFile(filepath.Join("..", "recording", "files", file+"."+family+".json"), append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
