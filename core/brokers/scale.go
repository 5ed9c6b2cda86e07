package brokers

import (
	"fmt"
	"math"

	"github.com/queuelab/queuelab/core/scenario"
)

// Scale is the scenario n times as large: every write brings n times as many
// messages, and there are n of each consumer, so that arrivals and capacity
// grow together. Faults strike the first of each consumer's copies. A copy is
// called worker-1/2 and stays in its group. The error is of a scenario that
// would be too large for a trace.
func Scale(sc *scenario.Scenario, n int) (*scenario.Scenario, error) {
	if actors := len(sc.Producers) + n*lanes(sc); n < 1 || actors >= math.MaxUint16 {
		return nil, fmt.Errorf("a scale of %d makes %d consumers; expected 1 to %d", n, n*lanes(sc), math.MaxUint16/max(1, lanes(sc)))
	}
	large := *sc
	large.Producers, large.Consumers, large.Faults = nil, append([]scenario.Consumer(nil), sc.Consumers...), nil
	for _, p := range sc.Producers {
		large.Producers = append(large.Producers, grown(p, n))
	}
	for k := 2; k <= n; k++ {
		for _, c := range sc.Consumers {
			c.Name = fmt.Sprintf("%s/%d", c.Name, k)
			large.Consumers = append(large.Consumers, c)
		}
	}
	for _, f := range sc.Faults {
		if f.Kind == scenario.Write {
			f.Count = max(1, f.Count) * n
		}
		large.Faults = append(large.Faults, f)
	}
	return &large, nil
}

// lanes is how many actors the consumers are in a trace.
func lanes(sc *scenario.Scenario) (n int) {
	for i := range sc.Consumers {
		n += max(1, sc.Consumers[i].Concurrency)
	}
	return n
}

func grown(p scenario.Producer, n int) scenario.Producer {
	p.Schedule.Count *= n
	var bodies []string
	for _, b := range p.Bodies {
		for range n {
			bodies = append(bodies, b)
		}
	}
	p.Bodies = bodies
	return p
}
