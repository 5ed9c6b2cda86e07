package sim_test

import (
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

// What single brokers do allocates no more than the lessons' queue, once it has grown.
func TestBrokersDoNotAllocateInTheSteadyState(t *testing.T) {
	for _, name := range []string{"jetstream", "sqs", "sqs-fifo", "pgmq"} {
		mallocs := func(messages int) float64 {
			sc := station(1, 3, messages, 5*ms, scenario.Dist{Kind: scenario.Exponential, A: 6 * ms})
			q := &sc.Queues[0]
			q.Broker, _ = scenario.ProfileNamed(name)
			q.Backoff, q.Backoffs, q.MaxInFlight, q.MaxDeliveries = [scenario.MaxRetries]time.Duration{20 * ms, 40 * ms}, 2, 3, 3
			sc.Producers[0].Key = "one"
			sc.Until = 2 * time.Hour
			return testing.AllocsPerRun(3, func() {
				sim.Run(sc, sim.Options{Discard: true, MaxEvents: 1 << 30})
			})
		}
		grown := 4.0
		if name == "jetstream" || name == "sqs-fifo" {
			grown = 40 // what is parked stays, and so do the messages that one group leaves waiting
		}
		if short, long := mallocs(20_000), mallocs(60_000); long > short+grown {
			t.Errorf("%s: %v allocations with 20,000 messages, %v with 60,000", name, short, long)
		}
	}
}

// Where no more may be in flight, a consumer that is offered nothing keeps its turn: they take
// turns.
func TestAConsumerThatGetsNothingKeepsItsTurn(t *testing.T) {
	sc := station(1, 2, 4, ms, scenario.Dist{A: 10 * ms})
	sc.Producers[0].Schedule = scenario.Schedule{Kind: scenario.Regular, Every: ms, Count: 1, Times: 4}
	sc.Producers[0].Body = "m{n}"
	sc.Queues[0].MaxInFlight = 1
	report := stats.New(sim.Run(sc, sim.Options{}).Trace)
	got, err := report.Measure(scenario.Measure{Name: scenario.Receivers})
	if want := "worker-1 worker-2 worker-1 worker-2"; err != nil || got.Word != want {
		t.Errorf("%s, want %s", got.Word, want)
	}
}
