//go:build !js

package sweep

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/theory/fit"
)

// The simulator is held against closed forms here: the mean of independent
// runs of fixed seeds must be within four of its standard errors of the value
// that the form gives. Values are literal; where package fit knows the form of
// the scenario, it must give the same. Not in WebAssembly, which makes the same
// traces.

// station is messages that arrive at random and work of 1 s on average.
const station = `param arrivals 30/m from 1/m to 10/s "Arrivals"
param consumers 1 from 1 to 99 "Consumers"
param messages 20000 from 1 to 1000000 "Messages"
queue jobs
producer shop
  to jobs
  write $messages "order {n}"
  poisson $arrivals
consumer worker x $consumers
  from jobs
  work `

// batches is station with four messages at a time.
const batches = `param arrivals 9/m from 1/m to 10/s "Arrivals"
param messages 20000 from 1 to 1000000 "Messages"
queue jobs
producer shop
  to jobs
  write $messages "order {n}"
  poisson $arrivals count 4
consumer worker
  from jobs
  work exponential 1s
`

// mixture is hyperexponential work: of six messages five take 0.6 s on average
// and one 3 s.
const mixture = `param consumers 1 from 1 to 9 "Consumers"
until 30000s
queue jobs
producer many
  to jobs
  write quick
  poisson 30/m
producer few
  to jobs
  write slow
  poisson 6/m
consumer worker x $consumers
  from jobs
  work by message quick exponential 600ms
  work by message slow exponential 3s
`

// tandem works in two places, one after the other.
const tandem = `param arrivals 30/m from 1/m to 10/s "Arrivals"
queue jobs
queue mail
handler pack
  work exponential 1s
  publish mail "order={n}"
  acknowledge
producer shop
  to jobs
  write 10000 "n={n}"
  poisson $arrivals
consumer packer
  from jobs
  handler pack
consumer postman
  from mail
  work exponential 1s
`

// stages is work of two exponential steps.
const stages = `param arrivals 30/m from 1/m to 10/s "Arrivals"
queue jobs
handler two-stages
  work exponential 500ms
  work exponential 500ms
  acknowledge
producer shop
  to jobs
  write 20000 "n={n}"
  poisson $arrivals
consumer worker
  from jobs
  handler two-stages
`

// copies is one message, and work of 1 s on average that may outlast its lease.
const copies = `param visibility 1s from 1ms to 1h "V"
param consumers 12 from 1 to 99 "Consumers"
param late deletes one of deletes refused "Late"
param most unlimited one of unlimited 5 "Most"
queue jobs
  visibility $visibility
  late-acknowledge $late
  max-deliveries $most
producer shop
  to jobs
  write "order"
consumer worker x $consumers
  from jobs
  work exponential 1s
`

// held is messages that arrive at 2 a second and are held back for 3 s.
const held = `param delay 3s from 1ms to 1m "Delay"
until 12s
queue jobs
  delay $delay
producer shop
  to jobs
  write "order {n}"
  poisson 2/s
`

func direct(text string) string {
	return strings.Replace(text, "queue jobs\n", "queue jobs\n  direct\n", 1)
}

func limited(line string) string {
	return strings.Replace(station+"exponential 1s\n", "queue jobs\n", "queue jobs\n  "+line+"\n", 1)
}

// trial is a scenario, what is measured of it, and what that must come to.
type trial struct {
	text    string
	over    Range
	set     []scenario.Setting
	runs    int
	measure string
	want    []float64 // seconds, or as it is
	// known says that package fit knows the form.
	known bool
}

func TestTheSimulatorKeepsToTheory(t *testing.T) {
	arrivals := Range{"arrivals", "30/m", "42/m", 3} // 0.5, 0.6 and 0.7 a second
	const exponential = station + "exponential 1s\n"
	tests := map[string]trial{
		// ρ/(1−ρ); 1/(1−ρ); ln(ρ/.05)/(1−ρ); ln 20/(1−ρ).
		"M/M/1 waiting":     {exponential, arrivals, nil, 10, "waiting", []float64{1, 1.5, 2.333333}, true},
		"M/M/1 sojourn":     {exponential, arrivals, nil, 10, "sojourn", []float64{2, 2.5, 3.333333}, true},
		"M/M/1 waiting p95": {exponential, arrivals, nil, 10, "waiting p95", []float64{4.605170, 6.212267, 8.796858}, true},
		"M/M/1 sojourn p95": {exponential, arrivals, nil, 10, "sojourn p95", []float64{5.991465, 7.489331, 9.985774}, true},
		"M/M/1 utilization": {exponential, arrivals, nil, 10, "utilization", []float64{.5, .6, .7}, true},
		"M/M/1 depth":       {exponential, arrivals, set("until", "300s"), 400, "depth at 5m", []float64{1, 1.5, 2.333333}, true},
		"M/M/1 visible":     {exponential, arrivals, set("until", "300s"), 400, "visible at 5m", []float64{.5, .9, 1.633333}, true},
		// With two, ρ²/(1−ρ²) of the work at ρ = .7; with three, Erlang's C at
		// a = 1.4: b = .583333, .289941, .119180; C = .202358; C/1.6.
		"M/M/2 and 3 waiting": {exponential, Range{"consumers", "2", "3", 2}, set("arrivals", "84/m"), 10, "waiting", []float64{.960784, .126474}, true},
		"M/M/3 at 0.8":        {exponential, Range{"consumers", "3", "3", 1}, set("arrivals", "144/m"), 20, "waiting", []float64{1.078652}, true},
		"M/M/3 p99":           {exponential, Range{"consumers", "3", "3", 1}, set("arrivals", "144/m"), 20, "waiting p99", []float64{6.9501}, true},
		// ρ(1+scv)/(2(1−ρ)) with scv 0, 1/3 and 1/2; and at .6 with E[S²] = 3.6.
		"M/D/1 waiting":      {station + "1s\n", arrivals, nil, 10, "waiting", []float64{.5, .75, 1.166667}, true},
		"M/U/1 waiting":      {station + "uniform 0ms to 2s\n", arrivals, nil, 10, "waiting", []float64{.666667, 1, 1.555556}, true},
		"two stages":         {stages, arrivals, nil, 10, "waiting", []float64{.75, 1.125, 1.75}, false},
		"hyperexponential":   {mixture, Range{"consumers", "1", "1", 1}, nil, 20, "waiting", []float64{2.7}, false},
		"tandem, second":     {tandem, arrivals, nil, 6, "waiting of mail", []float64{1, 1.5, 2.333333}, false},
		"batches of four":    {batches, Range{"arrivals", "6/m", "9/m", 2}, nil, 20, "waiting", []float64{3.166667, 5.25}, true},
		"batches' depth":     {batches, Range{"arrivals", "6/m", "9/m", 2}, set("until", "300s"), 400, "depth at 5m", []float64{1.666667, 3.75}, true},
		"Erlang B":           {direct(exponential), Range{"consumers", "5", "5", 1}, set("arrivals", "3/s"), 10, "dropped / written", []float64{.110054}, true},
		"Erlang B, any work": {direct(station + "1s\n"), Range{"consumers", "10", "10", 1}, set("arrivals", "8/s"), 10, "dropped / written", []float64{.121661}, true},
		"held back":          {held, Range{"delay", "3s", "3s", 1}, nil, 1000, "delayed at 11s", []float64{6}, false},
		"M/M/1/5":            {limited("max-length 4\n  overflow reject-publish"), Range{"arrivals", "48/m", "72/m", 2}, nil, 10, "dropped / written", []float64{.088819, .250588}, true},
		"M/M/1/5 sojourn":    {limited("max-length 4\n  overflow reject-publish"), Range{"arrivals", "48/m", "48/m", 1}, nil, 10, "sojourn", []float64{2.563065}, true},
		"M/M/1/5, drop-head": {limited("max-length 4"), Range{"arrivals", "48/m", "72/m", 2}, nil, 10, "dropped / written", []float64{.088819, .250588}, true},
		"M/M/3/8":            {limited("max-length 5"), Range{"arrivals", "144/m", "144/m", 1}, set("consumers", "3"), 10, "dropped / written", []float64{.051080}, true},
		"time to live":       {limited("ttl 2s"), Range{"arrivals", "48/m", "60/m", 2}, nil, 10, "expired / written", []float64{.187832, .25}, true},
		// μV = .5, 1.25 and 2.
		"copies":          {copies, Range{"visibility", "500ms", "2s", 2}, nil, 2000, "deliveries", []float64{1.886767, 1.137820}, true},
		"copies' sojourn": {copies, Range{"visibility", "500ms", "2s", 2}, nil, 2000, "sojourn", []float64{.655041, .931919}, true},
		"two copies":      {copies, Range{"visibility", "1s", "1s", 1}, set("consumers", "2"), 2000, "duplicates", []float64{.367879}, true},
		"refused":         {copies, Range{"visibility", "500ms", "2s", 2}, set("late", "refused", "consumers", "60"), 2000, "deliveries", []float64{2.541494, 1.156518}, false},
		"refused sojourn": {copies, Range{"visibility", "500ms", "2s", 2}, set("late", "refused", "consumers", "60"), 2000, "sojourn", []float64{1, 1}, false},
		"at most five":    {copies, Range{"visibility", "693147181ns", "693147181ns", 1}, set("late", "refused", "consumers", "60", "most", "5"), 4000, "deliveries", []float64{1.9375}, false},
		"dead-lettered":   {copies, Range{"visibility", "693147181ns", "693147181ns", 1}, set("late", "refused", "consumers", "60", "most", "5"), 4000, "dead-lettered", []float64{.03125}, false},
		"seldom five":     {copies, Range{"visibility", "1203972804ns", "1203972804ns", 1}, set("late", "refused", "consumers", "60", "most", "5"), 4000, "deliveries", []float64{1.4251}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { keepsTo(t, test) })
	}
}

// keepsTo leaves out the first messages, as the forms are of the long run.
func keepsTo(t *testing.T, test trial) {
	s := plan(t, test.text, Plan{Over: []Range{test.over}, Set: test.set, Replications: test.runs, Warmup: warm(test.runs)}, test.measure)
	if err := s.Run(context.Background(), 2, nil); err != nil {
		t.Fatal(err)
	}
	q := s.Plan().Measures[0]
	for i, p := range s.Points() {
		e, want := p.Estimates[0], test.want[i]
		if q.Unit() == scenario.Span {
			want *= 1e9
		}
		if standard := e.Half / quantile(e.N-1); math.Abs(e.Mean-want) > 4*standard {
			t.Errorf("at %s %s is %.6g ± %.2g, want %g", p.Values[0], q, e.Mean, e.Half, want)
		}
		f := fit.Of(s.Scenario(i), q.Of, q.Per)
		if f.Holds() != test.known || test.known && math.Abs(f.Value-want) > 1e-5*want {
			t.Errorf("at %s the closed form is %+v, want %g", p.Values[0], f, want)
		}
	}
}

// warm is a thousand messages of long runs, and of short ones none.
func warm(runs int) Warmup {
	if runs > 100 {
		return Off
	}
	return 1000
}

// The number held back is Poisson: its variance is 6 too. That of the sample
// variance of n is (114−36)/n, as the fourth central moment is 3·6²+6.
func TestTheNumberHeldBackVariesAsPoisson(t *testing.T) {
	const runs = 1000
	s := plan(t, held, Plan{Over: []Range{{"delay", "3s", "3s", 1}}, Replications: runs}, "delayed at 11s")
	e := finish(s)[0].Estimates[0]
	standard := e.Half / quantile(runs-1)
	if variance := standard * standard * runs; math.Abs(variance-6) > 4*math.Sqrt(78.0/runs) {
		t.Errorf("variance %g, want 6", variance)
	}
}
