package sim

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

const ms = time.Millisecond

// oneJob is one message, two consumers and 45 ms of work, as in the lesson on
// choosing the timeout.
func oneJob(visibility, heartbeat time.Duration, faults ...scenario.Fault) *scenario.Scenario {
	worker := func(name string) scenario.Consumer {
		return scenario.Consumer{
			Name: name, Group: "consumer", Prefetch: 1,
			Work: scenario.Dist{A: 45 * ms}, Heartbeat: heartbeat,
		}
	}
	return &scenario.Scenario{
		Seed: 1, Until: 12 * time.Second,
		Queues: []scenario.Queue{{Name: "jobs", Visibility: visibility, DeadLetter: -1}},
		Producers: []scenario.Producer{{
			Name: "producer", Bodies: []string{"job"}, Schedule: scenario.Schedule{Count: 1},
		}},
		Consumers: []scenario.Consumer{worker("consumer-1"), worker("consumer-2")},
		Faults:    faults,
	}
}

func times(tr *trace.Trace, kinds ...trace.Kind) []time.Duration {
	var at []time.Duration
	for i := range tr.Len() {
		for _, k := range kinds {
			if tr.At(i).Kind == k {
				at = append(at, tr.At(i).At/ms)
			}
		}
	}
	return at
}

func TestChoosingTheTimeout(t *testing.T) {
	crash := func(at time.Duration) scenario.Fault { return scenario.Fault{At: at, Kind: scenario.Crash} }
	for _, c := range []struct {
		name                 string
		sc                   *scenario.Scenario
		deliveries, finished []time.Duration
	}{
		{"shorter than the work", oneJob(30*ms, 0), []time.Duration{0, 30}, []time.Duration{45, 75}},
		{"longer than the work", oneJob(60*ms, 0), []time.Duration{0}, []time.Duration{45}},
		{"heartbeat", oneJob(30*ms, 20*ms), []time.Duration{0}, []time.Duration{45}},
		{"long, and a crash", oneJob(10*time.Second, 0, crash(10*ms)), []time.Duration{0, 10000}, []time.Duration{10045}},
		{"heartbeat, and a crash", oneJob(30*ms, 20*ms, crash(25*ms)), []time.Duration{0, 50}, []time.Duration{95}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := Run(c.sc, Options{}).Trace
			if d := cmp.Diff(c.deliveries, times(tr, trace.Delivered)); d != "" {
				t.Errorf("deliveries (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.finished, times(tr, trace.Executed)); d != "" {
				t.Errorf("executions (-want +got):\n%s", d)
			}
		})
	}
}

func TestRefusedLateAcknowledgementNeverEnds(t *testing.T) {
	sc := oneJob(30*ms, 0)
	sc.Queues[0].RefuseLate = true
	sc.Until = 600 * ms
	tr := Run(sc, Options{}).Trace
	if n := len(times(tr, trace.Delivered)); n != 21 {
		t.Errorf("%d deliveries by 600 ms, want 21", n)
	}
	if n := len(times(tr, trace.Acknowledged)); n != 0 {
		t.Errorf("%d acknowledged, want 0", n)
	}
}
