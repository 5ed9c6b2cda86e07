package brokers

import (
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

func bound(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// Two producers of 2 and 6 messages and two consumers, three times as large:
// 24 messages and six consumers, and the same time to the end.
func TestScale(t *testing.T) {
	small := bound(t, `queue jobs
producer shop
  to jobs
  write "a" "b"
producer till
  to jobs
  write "job {n}"
  every 10ms count 2 times 3
consumer worker x 2
  from jobs
  work 10ms
`)
	large, err := Scale(small, 3)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(large.Producers[0].Bodies, " "); got != "a a a b b b" {
		t.Errorf("listed bodies are %q", got)
	}
	if n, last := len(large.Consumers), large.Consumers[5]; n != 6 || last.Name != "worker-2/3" || last.Group != "worker" {
		t.Errorf("%d consumers, the last %s of group %s; want 6, worker-2/3 of worker", n, last.Name, last.Group)
	}
	one, three := stats.New(sim.Run(small, sim.Options{}).Trace), stats.New(sim.Run(large, sim.Options{}).Trace)
	for name, want := range map[scenario.MeasureName][2]string{"acknowledged": {"8", "24"}, "finished": {"40ms", "40ms"}} {
		a, _ := one.Measure(scenario.Measure{Name: name})
		b, _ := three.Measure(scenario.Measure{Name: name})
		if got := [2]string{a.String(), b.String()}; got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

func TestScaleHasItsLimits(t *testing.T) {
	sc := bound(t, "queue jobs\nproducer shop\n  to jobs\n  write 1 \"m\"\nconsumer worker x 2\n  from jobs\n")
	for _, n := range []int{0, -1, 32768} {
		if _, err := Scale(sc, n); err == nil {
			t.Errorf("a scale of %d was accepted", n)
		}
	}
}
