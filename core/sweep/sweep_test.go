package sweep

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

// lease is one message whose work takes 45 ms, and two consumers.
const lease = `param visibility 30ms from 1ms to 1h slider 10ms to 40ms "V"
param work 45ms from 0ms to 1h "W"
param late deletes one of deletes refused "L"
until 12s
queue jobs
  visibility $visibility
  late-acknowledge $late
producer library
  to jobs
  write "a"
consumer consumer x 2
  from jobs
  work $work
`

// line is a line of waiting messages, with luck in it.
const line = `param arrivals 30/m from 1/m to 10/s "Arrivals"
param consumers 1 from 1 to 9 "Consumers"
param share 10% "Share"
queue jobs
producer shop
  to jobs
  write 200 "order {n}"
  poisson $arrivals
consumer worker x $consumers
  from jobs
  work exponential 1s
`

func parse(t testing.TB, text string) *scenario.Document {
	t.Helper()
	doc, err := scenario.Parse("test", text)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func quantities(t testing.TB, doc *scenario.Document, texts ...string) []Quantity {
	t.Helper()
	var all []Quantity
	for _, text := range texts {
		q, err := ParseQuantity(doc, scenario.Pos{}, text)
		if err != nil {
			t.Fatal(err)
		}
		if q.String() != text {
			t.Errorf("%q comes back as %q", text, q)
		}
		all = append(all, q)
	}
	return all
}

func plan(t testing.TB, text string, p Plan, measures ...string) *Sweep {
	t.Helper()
	doc := parse(t, text)
	p.Measures = quantities(t, doc, measures...)
	s, err := New(doc, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func set(pairs ...string) []scenario.Setting {
	var all []scenario.Setting
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, scenario.Setting{Name: pairs[i], Value: pairs[i+1]})
	}
	return all
}

func finish(s *Sweep) []Point {
	for !s.Step(1000) {
	}
	return s.Points()
}

// means are those of a measure at each point.
func means(points []Point, measure int) []float64 {
	var all []float64
	for _, p := range points {
		all = append(all, p.Estimates[measure].Mean)
	}
	return all
}

var nansEqual = cmpopts.EquateNaNs()

func wantMeans(t *testing.T, points []Point, measure int, want ...float64) {
	t.Helper()
	if diff := cmp.Diff(want, means(points, measure), nansEqual); diff != "" {
		t.Errorf("means of measure %d (-want +got):\n%s", measure, diff)
	}
}

const ms = 1e6

// A lease of 15 ms ends at 15 ms, and of 30 ms at 30 ms; the second consumer
// begins then, and takes 45 ms too. There is no third. A lease of 45 ms ends
// as the work does, and the acknowledgement of that instant comes first.
func TestMeansOfRunsThatAreAllAlike(t *testing.T) {
	s := plan(t, lease, Plan{Over: []Range{{"visibility", "15ms", "60ms", 4}}, Replications: 3},
		"deliveries", "finished", "redeliveries / deliveries", "executions before 45ms", "executions at 45ms", "waiting max", "sojourn", "crashes / redeliveries")
	points := finish(s)
	wantMeans(t, points, 0, 2, 2, 1, 1)
	wantMeans(t, points, 1, 60*ms, 75*ms, 45*ms, 45*ms)
	wantMeans(t, points, 2, .5, .5, 0, 0)
	wantMeans(t, points, 3, 0, 0, 0, 0)
	wantMeans(t, points, 4, 1, 1, 1, 1)
	wantMeans(t, points, 5, 0, 0, 0, 0)
	wantMeans(t, points, 6, 45*ms, 45*ms, 45*ms, 45*ms)
	wantMeans(t, points, 7, 0, 0, math.NaN(), math.NaN())
	for _, p := range points {
		if e := p.Estimates[0]; p.Runs != 3 || e.N != 3 || e.Half != 0 {
			t.Errorf("%d runs, %d values ± %g; want 3 without any difference", p.Runs, e.N, e.Half)
		}
	}
	if e := points[3].Estimates[7]; e.N != 0 {
		t.Errorf("%d shares of nothing", e.N)
	}
}

// Every run of the sweep is the run that its settings make.
func TestAPointIsTheRunsOfItsSettings(t *testing.T) {
	s := plan(t, line, Plan{Over: []Range{{"consumers", "1", "2", 0}}, Set: []scenario.Setting{{Name: "seed", Value: "7"}}, Replications: 3, Warmup: Off}, "waiting p95")
	points := finish(s)
	doc := parse(t, line)
	for i, p := range points {
		sum := 0.0
		for n := range 3 {
			set := s.Settings(i, n)
			sc, err := doc.Bind(set)
			if err != nil {
				t.Fatal(err)
			}
			if want := uint64(7 + n); sc.Seed != want {
				t.Errorf("seed %d, want %d", sc.Seed, want)
			}
			v, err := stats.New(sim.Run(sc, sim.Options{}).Trace).Measure(s.Plan().Measures[0].Of)
			if err != nil {
				t.Fatal(err)
			}
			sum += float64(v.N)
		}
		if p.Estimates[0].Mean != sum/3 {
			t.Errorf("point %d: mean %g, of its runs %g", i, p.Estimates[0].Mean, sum/3)
		}
	}
}

// The seeds are the same at every point: what does not depend on the parameter
// has the same mean there, to the last bit, though the runs differ.
func TestPointsHaveTheirLuckInCommon(t *testing.T) {
	points := finish(plan(t, line, Plan{Over: []Range{{"consumers", "1", "4", 0}}}, "written at 1m", "waiting"))
	first := points[0].Estimates[0]
	if !(first.Half > 0) {
		t.Fatalf("the runs are all alike: ± %g", first.Half)
	}
	for _, p := range points {
		if p.Estimates[0] != first {
			t.Errorf("%+v, want %+v", p.Estimates[0], first)
		}
	}
	if w := means(points, 1); !(w[0] > w[1] && w[1] > w[2]) {
		t.Errorf("waiting %v does not fall with more consumers", w)
	}
}

func TestTwoParametersMeetEachOther(t *testing.T) {
	s := plan(t, lease, Plan{Over: []Range{{"work", "10ms", "30ms", 2}, {"late", "", "", 0}}, Set: []scenario.Setting{{Name: "visibility", Value: "20ms"}, {Name: "until", Value: "25ms"}}, Replications: 1}, "refused")
	points := finish(s)
	var got []string
	for _, p := range points {
		got = append(got, p.Values[0].String()+" "+p.Values[1].String())
	}
	if diff := cmp.Diff([]string{"10ms deletes", "10ms refused", "30ms deletes", "30ms refused"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	wantMeans(t, points, 0, 0, 0, 0, 0) // at 25 ms work of 30 ms is not done
	s = plan(t, lease, Plan{Over: s.plan.Over, Set: []scenario.Setting{{Name: "visibility", Value: "20ms"}, {Name: "until", Value: "30ms"}}, Replications: 1}, "refused")
	wantMeans(t, finish(s), 0, 0, 0, 0, 1)
}

// By slices of any size, by several workers, stopped and gone on with, in one
// go or with more later: the points are the same.
func TestPointsDoNotDependOnTheWay(t *testing.T) {
	ready := func(n int) *Sweep {
		return plan(t, line, Plan{Over: []Range{{"arrivals", "20/m", "50/m", 4}}, Replications: n}, "waiting p95", "finished")
	}
	want := finish(ready(8))
	same := func(way string, s *Sweep) {
		t.Helper()
		if done, all := s.Progress(); done != all || !s.Done() {
			t.Errorf("%s: %d of %d runs", way, done, all)
		}
		if diff := cmp.Diff(want, s.Points()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", way, diff)
		}
	}
	run := func(s *Sweep, workers int) *Sweep {
		if err := s.Run(context.Background(), workers, nil); err != nil {
			t.Error(err)
		}
		return s
	}
	small := ready(8)
	for !small.Step(1) {
	}
	same("slices of one", small)
	same("three workers", run(ready(8), 3))
	begun := ready(8)
	begun.Step(700)
	same("slices, then workers", run(begun, 2))
	more := run(ready(5), 2)
	if err := more.More(3); err != nil {
		t.Fatal(err)
	}
	finish(more)
	same("three more", more)
	stopped := ready(8)
	ctx, cancel := context.WithCancel(context.Background())
	if err := stopped.Run(ctx, 3, func(done, _ int) {
		if done == 10 {
			cancel()
		}
	}); err != context.Canceled || stopped.Done() {
		t.Errorf("stopped with %v, done: %v", err, stopped.Done())
	}
	finish(stopped)
	same("stopped", stopped)
}

// While it is on, the points are about equally far and count what is done.
func TestPointsGrowTogether(t *testing.T) {
	s := plan(t, line, Plan{Over: []Range{{"consumers", "1", "3", 0}}, Replications: 4, Warmup: Off}, "waiting")
	for done := 0; done < 5; done, _ = s.Progress() {
		s.Step(1)
	}
	var runs []int
	for _, p := range s.Points() {
		runs = append(runs, p.Runs)
	}
	if diff := cmp.Diff([]int{2, 2, 1}, runs); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if e := s.Points()[2].Estimates[0]; e.N != 1 || math.IsNaN(e.Mean) || !math.IsNaN(e.Half) {
		t.Errorf("%+v, want one run's mean without an interval", e)
	}
}

// Four messages at once wait 0, 10, 20 and 30 ms for one consumer.
func TestTheFirstMessagesOfARunAreLeftOut(t *testing.T) {
	const four = "param work 10ms from 1ms to 1s \"W\"\nqueue a\nproducer p\n  to a\n  write 4 \"x\"\nconsumer c\n  from a\n  work $work\n"
	for warmup, want := range map[Warmup]float64{Off: 15 * ms, MSER5: 15 * ms, 2: 25 * ms, 3: 30 * ms, 4: math.NaN()} {
		points := finish(plan(t, four, Plan{Over: []Range{{"work", "10ms", "10ms", 1}}, Replications: 2, Warmup: warmup}, "waiting", "written"))
		wantMeans(t, points, 0, want)
		wantMeans(t, points, 1, 4)
		if e := points[0].Estimates; e[0].Cut != max(0, int(warmup)) || e[1].Cut != 0 {
			t.Errorf("warm-up %d cuts %d messages of the wait, and %d of a count", warmup, e[0].Cut, e[1].Cut)
		}
	}
}

func TestARunThatIsCutShortIsCounted(t *testing.T) {
	const endless = "param n 1 from 1 to 2 \"n\"\nqueue a\n  visibility 1ms\nproducer p\n  to a\n  write \"x\"\nconsumer c x $n\n  from a\n  work 1h\n  heartbeat 1us\n"
	points := finish(plan(t, endless, Plan{Over: []Range{{"n", "1", "1", 1}}, Replications: 1}, "written at 1h", "crashes"))
	p := points[0]
	if p.Limited != 1 || p.Estimates[0].N != 0 || p.Estimates[1].N != 1 {
		t.Errorf("%+v, want a run cut short, of which the written at 1h are not known", p)
	}
}

func TestBadPlans(t *testing.T) {
	good := Range{Param: "visibility", From: "10ms", To: "20ms"}
	deliveries := []Quantity{{Of: scenario.Measure{Name: scenario.Deliveries}}}
	tests := map[string]struct {
		plan Plan
		want string
	}{
		"nothing to vary":  {Plan{Measures: deliveries}, "expected one or two parameters to vary, not 0"},
		"three to vary":    {Plan{Over: make([]Range, 3), Measures: deliveries}, "not 3"},
		"one twice":        {Plan{Over: []Range{good, good}, Measures: deliveries}, "visibility: expected two different parameters"},
		"no measure":       {Plan{Over: []Range{good}}, "expected a measure"},
		"unknown measure":  {Plan{Over: []Range{good}, Measures: []Quantity{{Of: scenario.Measure{Name: "luck"}}}}, `"luck": expected a measure`},
		"replications":     {Plan{Over: []Range{good}, Measures: deliveries, Replications: -1}, "at least 1 replication, not -1"},
		"too many":         {Plan{Over: []Range{good}, Measures: deliveries, Replications: 1_000_000}, "at most 1000000 runs"},
		"warm-up":          {Plan{Over: []Range{good}, Measures: deliveries, Warmup: -2}, "expected a number of messages to warm up"},
		"parameter":        {Plan{Over: []Range{{Param: "visibilty"}}, Measures: deliveries}, `"visibilty": expected the name of a parameter; did you mean visibility?`},
		"seed":             {Plan{Over: []Range{{Param: "seed", From: "1", To: "9"}}, Measures: deliveries}, `"seed": expected the name of a parameter`},
		"value":            {Plan{Over: []Range{{Param: "work", From: "soon"}}, Measures: deliveries}, "work: soon: expected a duration such as 30ms"},
		"out of range":     {Plan{Over: []Range{{Param: "work", From: "1ms", To: "2h"}}, Measures: deliveries}, "work: 2h: expected 0ms to 1h"},
		"backwards":        {Plan{Over: []Range{{Param: "work", From: "5ms", To: "1ms"}}, Measures: deliveries}, "work: 5ms..1ms: expected the lesser value first"},
		"range of choices": {Plan{Over: []Range{{Param: "late", From: "deletes", To: "refused"}}, Measures: deliveries}, "late: deletes..refused: expected no range"},
		"steps":            {Plan{Over: []Range{{Param: "work", Steps: 1001}}, Measures: deliveries}, "work: expected 1 to 1000 steps, not 1001"},
		"points":           {Plan{Over: []Range{{Param: "work", Steps: 500}, {Param: "late"}}, Measures: deliveries, Replications: 1_001}, "at most 1000000 runs"},
		"setting":          {Plan{Over: []Range{good}, Measures: deliveries, Set: []scenario.Setting{{Name: "wrok", Value: "1ms"}}}, "did you mean work?"},
	}
	doc := parse(t, lease)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, err := New(doc, test.plan)
			if err == nil || s != nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %q", err, test.want)
			}
		})
	}
}

func TestBadQuantities(t *testing.T) {
	doc := parse(t, lease+"table sales\n  row 1 status=placed\n")
	for text, want := range map[string]string{
		"luck":                       "expected a measure such as deliveries",
		"deliveries of nobody":       "expected the name of a queue, consumer or group",
		"deliveries p95":             "expected no statistic",
		"status of 1":                "a status has no mean",
		"deliveries of each queue":   "expected one value of a run, not one of each",
		"depth at each 1s":           "expected one instant, not each",
		"deliveries / waiting":       "expected two counts, two durations or two shares",
		"deliveries / luck":          "expected a measure",
		"deliveries / written / two": "expected",
	} {
		if _, err := ParseQuantity(doc, scenario.Pos{}, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Once its memory is there, a replication takes little: the simulator is made anew.
func TestAReplicationAllocatesLittle(t *testing.T) {
	s := plan(t, line, Plan{Over: []Range{{"consumers", "2", "2", 1}}, Replications: 1}, "waiting p95", "sojourn")
	finish(s)
	n := 0
	allocations := testing.AllocsPerRun(20, func() {
		n++
		s.runner.start(&s.points[0], job{0, n, false})
		for !s.runner.run(1000) {
		}
		s.runner.finish()
	})
	if allocations > 100 {
		t.Errorf("%g allocations for a replication of 200 messages", allocations)
	}
}
