//go:build !js

package sim_test

import (
	"encoding/json"
	"math"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// customers is how many each of the peers serves in M/M/3 at 0.8, and within
// how far their mean wait may be from 1.0787: four standard errors, from batch
// means of 50,000 customers.
const (
	customers = 50_000
	within    = 0.1
)

// served is a run of M/M/3: how long it took, and the mean wait in seconds.
type served struct{ Seconds, Wait float64 }

// peers are other simulators with the same model; make bench installs them.
var peers = map[string][]string{
	"simjs":     {"node", "testdata/peers/simjs.cjs"},
	"simscript": {"node", "testdata/peers/simscript.cjs"},
	"simpy":     {"/usr/bin/python3", "testdata/peers/simpy.py"},
}

// BenchmarkPeers compares the simulator with others in one run: how many times
// as long they take for a customer. It measures the wait as they do.
func BenchmarkPeers(b *testing.B) {
	for b.Loop() {
		own := fastestOf(5, b, ownMM3)
		b.ReportMetric(own*1e9/customers, "own-ns/customer")
		b.ReportMetric(fastestOf(5, b, bareMM3)*1e9/customers, "bare-ns/customer")
		for name, command := range peers {
			if _, err := exec.Command(command[0], command[1], "10").Output(); err != nil {
				b.Logf("%s is not here: %v", name, err)
				continue
			}
			took := fastestOf(3, b, func(b *testing.B) served { return peer(b, command) })
			b.ReportMetric(took*1e9/customers, name+"-ns/customer")
			b.ReportMetric(took/own, name+"/own")
		}
	}
}

// fastestOf is the shortest of several runs, each of which must come to
// Erlang's wait.
func fastestOf(turns int, b *testing.B, run func(*testing.B) served) float64 {
	best := math.Inf(1)
	for range turns {
		s := run(b)
		if math.Abs(s.Wait-1.078652) > within {
			b.Errorf("a mean wait of %g, want 1.0787 within %g", s.Wait, within)
		}
		best = min(best, s.Seconds)
	}
	return best
}

func mm3() *scenario.Scenario {
	return station(1, 3, customers, time.Second*10/24, scenario.Dist{Kind: scenario.Exponential, A: time.Second})
}

// bareMM3 measures nothing; it is the same run.
func bareMM3(b *testing.B) served {
	sc := mm3()
	begun := time.Now()
	sim.Run(sc, sim.Options{Discard: true})
	return served{time.Since(begun).Seconds(), ownMM3(b).Wait}
}

func ownMM3(b *testing.B) served {
	sc := mm3()
	begun := time.Now()
	var c *stats.Collector
	s := sim.New(sc, sim.Options{Discard: true, Observe: func(e *trace.Event) { c.Apply(e) }})
	c = stats.NewCollector(&s.Result().Trace.Head)
	for !s.Run(math.MaxInt) {
	}
	v, err := c.Measure(scenario.Measure{Name: scenario.Waiting, Stat: scenario.Mean})
	if err != nil {
		b.Fatal(err)
	}
	return served{time.Since(begun).Seconds(), time.Duration(v.N).Seconds()}
}

func peer(b *testing.B, command []string) (s served) {
	out, err := exec.Command(command[0], command[1], strconv.Itoa(customers)).Output()
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil {
		b.Fatalf("%v: %v", command, err)
	}
	return s
}
