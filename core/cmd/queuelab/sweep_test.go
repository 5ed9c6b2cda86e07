package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The lesson's work takes 45 ms, and there are two consumers: a timeout below
// that lets the second do it too, from when the lease ends.
func TestSweepPrintsATable(t *testing.T) {
	got := do("", "sweep", "visibility-timeout", "-over", "visibility=15ms..60ms/4", "-replications", "3",
		"-measure", "deliveries", "-measure", "finished", "-measure", "redeliveries / deliveries")
	const table = `visibility  deliveries  ±  Lease expiry  finished  ±    redeliveries / deliveries  ±
15ms        2           0  2             60ms      0ms  0.5                        0
30ms        2           0  2             75ms      0ms  0.5                        0
45ms        1           0  1             45ms      0ms  0                          0
60ms        1           0  1             45ms      0ms  0                          0
`
	if diff := cmp.Diff(table, got.out); diff != "" || got.status != 0 {
		t.Errorf("status %d (-want +got):\n%s", got.status, diff)
	}
	for _, want := range []string{
		"\r1 of 12 runs", "\r12 of 12 runs\n",
		"queuelab: finished: no closed form: No formula for finished is known here\n",
	} {
		if !strings.Contains(got.errs, want) {
			t.Errorf("standard error lacks %q: %q", want, got.errs)
		}
	}
}

func TestSweepOfTwoParameters(t *testing.T) {
	got := do("", "sweep", "visibility-timeout", "-over", "visibility=30ms..60ms/2", "-over", "late-acknowledgement",
		"-measure", "refused", "-set", "until=100ms", "-replications", "1")
	// With 30 ms, what was handed out at 0 and 30 is late at 45 and 75; what
	// was at 60 and 90 is not done by 100. With 60 ms nothing is late.
	const table = `visibility  late-acknowledgement  refused  ±
30ms        deletes               0        none
30ms        refused               2        none
60ms        deletes               0        none
60ms        refused               0        none
`
	if diff := cmp.Diff(table, got.out); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

const randomly = `param arrivals 30/m from 1/m to 59/m "Arrivals"
until 2h
queue jobs
producer shop
  to jobs
  write "order {n}"
  poisson $arrivals
consumer worker
  from jobs
  work exponential 1s
`

// decodedSweep is the part of -json that the tests look at.
type decodedSweep struct {
	Lesson       string
	Seed         uint64
	Over         []string
	Replications int
	Warmup       string
	Points       []struct {
		Parameters map[string]string
		Runs       int
		Measures   []struct {
			Measure, Theory, Mean, Model string
			N, Cut                       int
		}
	}
}

// M/M/1 at 0.5: the mean wait is ρ/(μ−λ) = 1 s.
func TestSweepJSONHasTheClosedForm(t *testing.T) {
	got := do(randomly, "sweep", "-", "-json", "-over", "arrivals=30/m..45/m/2", "-measure", "waiting", "-seed", "5", "-replications", "2", "-warmup", "100")
	var d decodedSweep
	if err := json.Unmarshal([]byte(got.out), &d); err != nil || got.status != 0 {
		t.Fatalf("%v: %+v", err, got)
	}
	if d.Lesson != "-" || d.Seed != 5 || d.Replications != 2 || d.Warmup != "100" || len(d.Over) != 1 || len(d.Points) != 2 {
		t.Fatalf("%+v", d)
	}
	p := d.Points[0]
	if p.Parameters["arrivals"] != "30/m" || p.Runs != 2 || p.Measures[0].Model != "M/M/1" || p.Measures[0].Theory != "1s" || p.Measures[0].N != 2 || p.Measures[0].Cut != 100 {
		t.Errorf("%+v", p)
	}
	// ρ = .75: .75/.25 = 3 s.
	if theory := d.Points[1].Measures[0].Theory; theory != "3s" {
		t.Errorf("theory %s, want 3s", theory)
	}
}

func TestSweepTwiceIsTheSame(t *testing.T) {
	args := []string{"sweep", "visibility-timeout", "-set", "spread=exponential", "-over", "visibility=5ms..50ms/4", "-measure", "sojourn p95", "-json"}
	if first, second := do("", args...), do("", args...); first.out != second.out {
		t.Errorf("(-first +second):\n%s", cmp.Diff(first.out, second.out))
	}
}

// Bad input ends with status 2 and says why on standard error only.
func TestBadSweeps(t *testing.T) {
	const over, measure = " -over visibility=5ms..50ms", " -measure deliveries"
	const expected = "expected name=from..to or name=from..to/steps"
	tests := map[string]struct{ args, want string }{
		"nothing":           {"", "expected the name of a lesson"},
		"no over":           {"visibility-timeout" + measure, "expected a parameter to vary"},
		"no measure":        {"visibility-timeout" + over, "expected something to measure"},
		"lesson":            {"visibilty-timeout" + over + measure, "did you mean visibility-timeout?"},
		"parameter":         {"visibility-timeout -over visiblity=1ms..2ms" + measure, "did you mean visibility?"},
		"value":             {"visibility-timeout -over visibility=1..2" + measure, "visibility: 1: expected a duration such as 30ms"},
		"out of range":      {"visibility-timeout -over visibility=1ms..2h" + measure, "visibility: 2h: expected 1ms to 1h"},
		"from never":        {"visibility-timeout -over crash-at=never..2s" + measure, "no way from never"},
		"backwards":         {"visibility-timeout -over visibility=5ms..1ms" + measure, "expected the lesser value first"},
		"one value":         {"visibility-timeout -over visibility=5ms" + measure, expected},
		"no name":           {"visibility-timeout -over =5ms..6ms" + measure, expected},
		"no steps":          {"visibility-timeout -over visibility=5ms..6ms/0" + measure, expected},
		"many steps":        {"visibility-timeout -over visibility=5ms..6ms/1001" + measure, "expected 1 to 1000 steps, not 1001"},
		"three":             {"visibility-timeout -over work -over visibility -over crash-at" + measure, "expected one or two parameters to vary, not 3"},
		"measure":           {"visibility-timeout -measure luck" + over, `-measure: luck: expected a measure such as deliveries`},
		"of nobody":         {"visibility-timeout -measure deliveries=of=me" + over, "expected a measure such as deliveries"},
		"replications":      {"visibility-timeout -replications 0" + over + measure, "expected a whole number from 1"},
		"many replications": {"visibility-timeout -replications 1000000" + over + measure, "expected at most 1000000 runs"},
		"warm-up":           {"visibility-timeout -warmup some" + over + measure, "expected mser5, off, or"},
		"setting":           {"visibility-timeout -set wrok=1ms" + over + measure, "did you mean work?"},
		"flag of run":       {"visibility-timeout -events" + over + measure, "-events"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := do("", append([]string{"sweep"}, strings.Fields(test.args)...)...)
			if got.status != 2 || got.out != "" || !strings.Contains(got.errs, test.want) {
				t.Errorf("%+v, want status 2, no output and %q", got, test.want)
			}
		})
	}
}
