package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

const ms = time.Millisecond

// station is one queue, Poisson arrivals and c consumers with work of a distribution.
func station(seed uint64, c, messages int, every time.Duration, work scenario.Dist) *scenario.Scenario {
	sc := &scenario.Scenario{
		Seed:   seed,
		Queues: []scenario.Queue{{Name: "jobs", DeadLetter: -1}},
		Producers: []scenario.Producer{{
			Name:     "shop",
			Schedule: scenario.Schedule{Kind: scenario.Poisson, Every: every, Count: 1, Times: messages},
		}},
	}
	for i := range c {
		sc.Consumers = append(sc.Consumers, scenario.Consumer{
			Name: fmt.Sprintf("worker-%d", i+1), Group: "worker", Prefetch: 1, Work: work,
		})
	}
	return sc
}

// M/M/1 and M/M/3 at utilization 0.7 and 0.8: the mean wait in the queue is
// rho/(mu-lambda) = 2.3333 for one, and Erlang's 1.0787 for three (mu = 1).
// Four standard errors, from the asymptotic variance for M/M/1 (7.4e2 at 0.7)
// and from batch means for M/M/3.
func TestMeanWaitIsErlangs(t *testing.T) {
	for _, c := range []struct {
		servers  int
		every    time.Duration
		want     float64
		standard float64 // error of the mean of 200,000
	}{
		{1, time.Second * 10 / 7, 2.33333, math.Sqrt(740.0 / 200_000)},
		{3, time.Second * 10 / 24, 1.078652, 0.012},
	} {
		sc := station(7, c.servers, 200_000, c.every, scenario.Dist{Kind: scenario.Exponential, A: time.Second})
		var sum, n float64
		written := map[uint32]time.Duration{}
		sim.Run(sc, sim.Options{Discard: true, Observe: func(e *trace.Event) {
			switch e.Kind {
			case trace.Written:
				written[e.Message] = e.At
			case trace.Delivered:
				sum += (e.At - written[e.Message]).Seconds()
				n++
				delete(written, e.Message)
			}
		}})
		if got := sum / n; math.Abs(got-c.want) > 4*c.standard {
			t.Errorf("M/M/%d: mean wait %.4f s, want %.4f within %.4f", c.servers, got, c.want, 4*c.standard)
		}
	}
}

// With work exponential of mean m and a visibility timeout V, the share of
// first leases that run out before the work ends is exp(-V/m): at V = 2m, 0.135335.
func TestShareOfLeasesThatRunOut(t *testing.T) {
	const n = 20_000
	sc := station(3, 400, n, 10*ms, scenario.Dist{Kind: scenario.Exponential, A: 100 * ms})
	sc.Queues[0].Visibility = 200 * ms
	ended := 0.0
	sim.Run(sc, sim.Options{Discard: true, Observe: func(e *trace.Event) {
		if e.Kind == trace.LeaseEnded && e.Delivery == 1 {
			ended++
		}
	}})
	const q = 0.135335
	if got, se := ended/n, math.Sqrt(q*(1-q)/n); math.Abs(got-q) > 4*se {
		t.Errorf("%.4f of first leases ran out, want %.4f within %.4f", got, q, 4*se)
	}
}

// anyScenario draws a small scenario with everything in it.
func anyScenario(r *rand.Rand) *scenario.Scenario {
	d := func(upTo int) time.Duration { return time.Duration(r.IntN(upTo+1)) * ms }
	sc := &scenario.Scenario{Seed: r.Uint64(), Until: 2 * time.Second}
	sc.Queues = []scenario.Queue{{Name: "jobs", DeadLetter: -1}, {Name: "failed", DeadLetter: -1}}
	q := &sc.Queues[0]
	q.Visibility, q.Delay = d(40), d(5)*time.Duration(r.IntN(2))
	q.RefuseLate, q.Requeue = r.IntN(2) == 0, scenario.Requeue(r.IntN(3))
	q.MaxDeliveries, q.DeadLetter = r.IntN(4), r.IntN(2)*2-1
	for i := range 1 + r.IntN(2) {
		p := scenario.Producer{Name: fmt.Sprint("producer-", i), Starts: d(10), Priority: r.IntN(3)}
		p.Schedule = scenario.Schedule{
			Kind: scenario.ScheduleKind(r.IntN(3)), Every: d(20) + ms, Count: 1 + r.IntN(4), Times: 1 + r.IntN(5),
		}
		sc.Producers = append(sc.Producers, p)
	}
	for i := range 1 + r.IntN(4) {
		c := scenario.Consumer{Name: fmt.Sprint("c-", i), Group: "c", Queue: r.IntN(8) / 7, Starts: d(10), Prefetch: r.IntN(4)}
		c.Work = scenario.Dist{Kind: scenario.DistKind(r.IntN(3)), A: d(30)}
		c.Work.B = c.Work.A + d(20)
		c.StopsEmpty, c.Take, c.TakeEvery = r.IntN(5) == 0, r.IntN(3), 30*ms
		if q.Visibility > 0 && c.Queue == 0 && r.IntN(2) == 0 {
			c.Heartbeat = d(20) + ms
		}
		if r.IntN(3) == 0 {
			c.Leave = []string{""}
		}
		sc.Consumers = append(sc.Consumers, c)
	}
	for range r.IntN(4) {
		f := scenario.Fault{At: d(60), After: r.IntN(4), Kind: scenario.FaultKind(r.IntN(3)), Consumer: r.IntN(len(sc.Consumers)), For: d(30), Count: 1 + r.IntN(3)}
		sc.Faults = append(sc.Faults, f)
	}
	return sc
}

func forAnyScenario(t *testing.T, n uint64, check func(*testing.T, *scenario.Scenario)) {
	t.Helper()
	for seed := range n {
		check(t, anyScenario(rand.New(rand.NewPCG(seed, 1))))
		if t.Failed() {
			t.Fatalf("with the scenario of seed %d", seed)
		}
	}
}

func TestARunIsAValue(t *testing.T) {
	forAnyScenario(t, 500, func(t *testing.T, sc *scenario.Scenario) {
		whole := sim.Run(sc, sim.Options{MaxEvents: 20_000})
		sliced := sim.New(sc, sim.Options{MaxEvents: 20_000})
		for !sliced.Run(3) {
		}
		if whole.Trace.Hash() != sliced.Result().Trace.Hash() {
			t.Error("a run in slices differs from a run in one go")
		}
		var seen trace.Trace
		sim.Run(sc, sim.Options{MaxEvents: 20_000, Discard: true, Observe: func(e *trace.Event) { seen.Append(*e) }})
		if whole.Trace.Hash() != seen.Hash() {
			t.Error("an observed run differs from a recorded one")
		}
	})
}

// A fault leaves everything before it as it was.
func TestAFaultKeepsThePast(t *testing.T) {
	forAnyScenario(t, 300, func(t *testing.T, sc *scenario.Scenario) {
		before := sim.Run(sc, sim.Options{MaxEvents: 20_000}).Trace
		changed := *sc
		at := 15 * ms
		changed.Faults = append(slices.Clone(sc.Faults), scenario.Fault{At: at, Kind: scenario.Crash})
		after := sim.Run(&changed, sim.Options{MaxEvents: 20_000}).Trace
		for i := range before.IndexBefore(at) {
			if *before.At(i) != *after.At(i) {
				t.Fatalf("event %d, before the fault, differs", i)
			}
		}
	})
}

// Two consumers more leave the producers' luck, and the work on each first
// delivery, as they were.
func TestOneChangeLeavesTheLuckOfOthersAlone(t *testing.T) {
	lasts := func(consumers int) (arrivals, work []time.Duration) {
		tr := sim.Run(station(5, consumers, 300, 10*ms, scenario.Dist{Kind: scenario.Exponential, A: 10 * ms}), sim.Options{}).Trace
		work = make([]time.Duration, 300)
		for i := range tr.Len() {
			switch e := tr.At(i); e.Kind {
			case trace.Written:
				arrivals = append(arrivals, e.At)
			case trace.StepStarted:
				work[e.Message-1] = time.Duration(e.Value) - e.At
			}
		}
		return arrivals, work
	}
	a1, w1 := lasts(2)
	a2, w2 := lasts(4)
	if d := cmp.Diff(a1, a2); d != "" {
		t.Errorf("arrivals differ:\n%s", d)
	}
	if d := cmp.Diff(w1, w2); d != "" {
		t.Errorf("work differs:\n%s", d)
	}
}

// State anywhere is the fold of the events before it, whichever way one came.
func TestSeekIsReplay(t *testing.T) {
	tr := sim.Run(station(2, 3, 6000, 5*ms, scenario.Dist{Kind: scenario.Exponential, A: 14 * ms}), sim.Options{}).Trace
	r := rand.New(rand.NewPCG(1, 2))
	wandering := trace.NewState(&tr.Head)
	straight := trace.NewState(&tr.Head)
	states := map[int]*trace.State{}
	var places []int
	for range 60 {
		places = append(places, r.IntN(tr.Len()+1))
	}
	slices.Sort(places)
	for _, i := range places {
		for straight.Events < i {
			straight.Apply(&tr.Head, tr.At(straight.Events))
		}
		s := trace.NewState(&tr.Head)
		s.CopyFrom(straight)
		states[i] = s
	}
	r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	for _, i := range places {
		tr.Seek(wandering, i)
		if d := cmp.Diff(states[i], wandering, cmp.AllowUnexported(trace.QueueState{})); d != "" {
			t.Fatalf("state at event %d:\n%s", i, d)
		}
	}
}

// The simulator's steady state allocates nothing.
func TestNoAllocationInTheSteadyState(t *testing.T) {
	mallocs := func(messages int) float64 {
		sc := station(1, 3, messages, 5*ms, scenario.Dist{Kind: scenario.Exponential, A: 12 * ms})
		sc.Queues[0].Visibility = 30 * ms
		sc.Until = 2 * time.Hour
		return testing.AllocsPerRun(3, func() {
			sim.Run(sc, sim.Options{Discard: true, MaxEvents: 1 << 30})
		})
	}
	if short, long := mallocs(20_000), mallocs(60_000); long > short+4 {
		t.Errorf("%v allocations with 20,000 messages, %v with 60,000", short, long)
	}
}
