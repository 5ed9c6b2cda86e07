package sim_test

import (
	"math"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/theory"
	"github.com/queuelab/queuelab/core/trace"
)

// visit is what a trace says of a message: when it was written, when it was
// handed out, and when the work on it ended.
type visit struct{ written, delivered, executed int64 }

func visits(tr *trace.Trace) []visit {
	var vs []visit
	for i := range tr.Len() {
		e := tr.At(i)
		switch e.Kind {
		case trace.Written:
			vs = append(vs, visit{written: int64(e.At)})
		case trace.Delivered:
			vs[e.Message-1].delivered = int64(e.At)
		case trace.Executed:
			vs[e.Message-1].executed = int64(e.At)
		}
	}
	return vs
}

// works are of several distributions: the exact identities ask for none.
var works = []scenario.Dist{
	{Kind: scenario.Exponential, A: 10 * ms},
	{Kind: scenario.Fixed, A: 10 * ms},
	{Kind: scenario.Uniform, A: 1 * ms, B: 19 * ms},
}

func forWorks(check func(servers int, work scenario.Dist, vs []visit)) {
	for _, servers := range []int{1, 2, 3, 8} {
		for seed, work := range works {
			sc := station(uint64(seed), servers, 5000, 12*ms/time.Duration(servers), work)
			check(servers, work, visits(sim.Run(sc, sim.Options{}).Trace))
		}
	}
}

// Exact, message by message, to the nanosecond.
func TestWaitingIsKieferWolfowitz(t *testing.T) {
	forWorks(func(servers int, work scenario.Dist, vs []visit) {
		line, last := make(theory.KieferWolfowitz, servers), int64(0)
		for i, v := range vs {
			want := line.Arrive(v.written-last, v.executed-v.delivered)
			if got := v.delivered - v.written; got != want {
				t.Fatalf("%d consumers, %+v: message %d waits %d, want %d", servers, work, i+1, got, want)
			}
			last = v.written
		}
	})
}

func TestWaitingForOneConsumerIsLindley(t *testing.T) {
	forWorks(func(servers int, work scenario.Dist, vs []visit) {
		for i := 1; servers == 1 && i < len(vs); i++ {
			a, b := vs[i-1], vs[i]
			want := theory.Lindley(a.delivered-a.written, a.executed-a.delivered, b.written-a.written)
			if got := b.delivered - b.written; got != want {
				t.Fatalf("%+v: message %d waits %d, want %d", work, i+1, got, want)
			}
		}
	})
}

// On a run that starts and ends empty Little's law is an identity of integers.
// The collector's area and sum, made event by event, are the theory's.
func TestLittleIsExact(t *testing.T) {
	for seed := range uint64(20) {
		tr := sim.Run(station(seed, 3, 2000, 5*ms, scenario.Dist{Kind: scenario.Uniform, B: 29 * ms}), sim.Options{}).Trace
		var all []theory.Visit
		for _, v := range visits(tr) {
			all = append(all, theory.Visit{Arrived: v.written, Left: v.executed})
		}
		area, sojourns := theory.Little(all)
		r := stats.New(tr)
		if want := (stats.Wide{Lo: uint64(area)}); area != sojourns || r.Area(-1) != want || r.SumSojourn(-1) != want {
			t.Errorf("seed %d: area %d, sojourns %d; measured %v and %v", seed, area, sojourns, r.Area(-1), r.SumSojourn(-1))
		}
	}
}

// Two priorities, 0.3 and 0.4 messages a second, work of 1 s: the urgent wait
// 1 s and the others 3.3333 s on average. Ten runs, four standard errors.
func TestWaitingByPriorityIsCobhams(t *testing.T) {
	want := theory.Cobham(theory.Class{Arrivals: .3, Work: 1, Square: 2}, theory.Class{Arrivals: .4, Work: 1, Square: 2})
	var means [2][]float64
	for seed := range uint64(10) {
		for class, mean := range waitsByClass(seed) {
			means[class] = append(means[class], mean)
		}
	}
	for class, all := range means {
		mean, standard := meanAndError(all)
		if math.Abs(mean-want[class]) > 4*standard {
			t.Errorf("class %d waits %.4f s, want %.4f within %.4f", class, mean, want[class], 4*standard)
		}
	}
}

// waitsByClass is the mean wait in seconds of what each producer wrote.
func waitsByClass(seed uint64) (means [2]float64) {
	sc := station(seed, 1, 20_000, time.Second*10/4, scenario.Dist{Kind: scenario.Exponential, A: time.Second})
	urgent := sc.Producers[0]
	urgent.Name, urgent.Priority, urgent.Schedule.Every, urgent.Schedule.Times = "office", 5, time.Second*10/3, 15_000
	sc.Producers = append([]scenario.Producer{urgent}, sc.Producers...)
	var sums, counts [2]float64
	written, class := map[uint32]time.Duration{}, map[uint32]uint16{}
	sim.Run(sc, sim.Options{Discard: true, Observe: func(e *trace.Event) {
		switch e.Kind {
		case trace.Written:
			written[e.Message], class[e.Message] = e.At, e.Actor
		case trace.Delivered:
			k := class[e.Message]
			sums[k] += (e.At - written[e.Message]).Seconds()
			counts[k]++
		}
	}})
	return [2]float64{sums[0] / counts[0], sums[1] / counts[1]}
}

func meanAndError(all []float64) (mean, standard float64) {
	for _, x := range all {
		mean += x / float64(len(all))
	}
	for _, x := range all {
		standard += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(standard / float64(len(all)*(len(all)-1)))
}
