package play

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
)

// jobsSource is one consumer, of which half of the time is spent on work.
const jobsSource = `param rate 30/m from 1/m to 59/m slider 6/m to 54/m "Arrivals"
param consumers 1 from 0 to 9 slider 1 to 3 "Consumers"
param kind exponential one of exponential fixed "Work"

until 10m

queue jobs

producer shop
  to jobs
  write "order {n}"
  poisson $rate

consumer worker x $consumers
  from jobs
  when kind is exponential
    work exponential 1s
  when kind is fixed
    work 1s
`

func measuring(t testing.TB, s Sweep) *Model {
	t.Helper()
	m := playing(t, jobsSource)
	send(t, m, SelectTab{TradeoffTab}, SetSweep{s})
	toEnd(t, m, StartSweep{})
	if m.Tradeoff.Problem != "" {
		t.Fatal(m.Tradeoff.Problem)
	}
	return m
}

// M/M/1 with work of 1 s waits for ρ/(1-ρ): at 30 a minute 1 s.
func TestCurveWithItsClosedForm(t *testing.T) {
	m := measuring(t, Sweep{Param: "rate", From: "6/m", To: "54/m", Steps: 5, Runs: 20, Measures: [2]string{"waiting", "utilization"}})
	c := m.Curve()
	if d := cmp.Diff([]string{"6/m", "18/m", "30/m", "42/m", "54/m"}, c.Values); d != "" {
		t.Error(d)
	}
	if len(c.Lines) != 2 || c.Lines[0].Model != "M/M/1" || c.Lines[0].Unit != "ms" || c.Lines[1].Unit != "%" {
		t.Fatalf("%+v", c.Lines)
	}
	wait, share := c.Lines[0], c.Lines[1]
	if math.Abs(wait.Theory[2]-1000) > 1e-6 || math.Abs(share.Theory[4]-90) > 1e-6 {
		t.Errorf("theory %v, %v", wait.Theory, share.Theory)
	}
	if wait.Low[1] > wait.Theory[1] || wait.High[1] < wait.Theory[1] {
		t.Errorf("at 18/m the interval %g to %g does not have %g in it", wait.Low[1], wait.High[1], wait.Theory[1])
	}
	if c.Now != 2 || c.Unit != "/s" || c.X[2] != 0.5 {
		t.Errorf("now %d, %v %s", c.Now, c.X, c.Unit)
	}
	if got := m.SweepProgress(); got != "125 of 125 runs" {
		t.Error(got)
	}
	toEnd(t, m, MoreReplications{})
	if got := m.SweepProgress(); got != "225 of 225 runs" {
		t.Error(got)
	}
	lines := strings.Split(strings.TrimSpace(m.Curve().CSV()), "\n")
	if len(lines) != 6 || lines[0] != "Arrivals,waiting (ms),waiting low (ms),waiting high (ms),waiting closed form (ms),utilization (%),utilization low (%),utilization high (%),utilization closed form (%)" || !strings.HasPrefix(lines[3], "30/m,") || !strings.HasSuffix(lines[3], ",50") {
		t.Errorf("CSV %q", lines)
	}
}

func TestWhereNoFormHoldsTheAssumptionIsNamed(t *testing.T) {
	m := measuring(t, Sweep{Param: "consumers", From: "1", To: "2", Steps: 2, Runs: 2, Measures: [2]string{"finished"}})
	if l := m.Curve().Lines[0]; l.Theory != nil || l.Remark != "No closed form: No formula for finished is known here." {
		t.Errorf("%+v", l)
	}
	m = measuring(t, Sweep{Param: "kind", Runs: 2, Steps: 9, Measures: [2]string{"waiting"}})
	c := m.Curve()
	if d := cmp.Diff([]string{"exponential", "fixed"}, c.Values); d != "" || !c.Choice {
		t.Error(d)
	}
	send(t, m, SetParam{Name: "consumers", Text: "2"})
	if !m.Tradeoff.Stale {
		t.Error("a curve of another number of consumers is not stale")
	}
	toEnd(t, m, StartSweep{})
	l := m.Curve().Lines[0]
	if want := "M/M/2: Random arrivals, exponential work, in the long run. Not everywhere; at fixed: Work is not exponential, and there are several consumers."; l.Remark != want {
		t.Errorf("%q, want %q", l.Remark, want)
	}
	if math.IsNaN(l.Theory[0]) || !math.IsNaN(l.Theory[1]) {
		t.Errorf("theory %v", l.Theory)
	}
}

func TestOpenAPoint(t *testing.T) {
	m := measuring(t, Sweep{Param: "rate", From: "6/m", To: "54/m", Steps: 5, Runs: 2, Measures: [2]string{"waiting"}})
	send(t, m, OpenPoint{4})
	if d := cmp.Diff([]scenario.Setting{{Name: "rate", Value: "54/m"}}, m.Draft.Settings); d != "" || m.Tradeoff.Stale {
		t.Errorf("stale %v %s", m.Tradeoff.Stale, d)
	}
	if c := m.Curve(); c.Now != 4 {
		t.Errorf("the draft is at point %d", c.Now)
	}
	send(t, m, Undo{})
	if m.Draft.setting("rate") != "" {
		t.Errorf("undone: %+v", m.Draft)
	}
	send(t, m, OpenPoint{5}, OpenPoint{-1})
	if m.CanUndo() != "" {
		t.Errorf("a point that is not there did something: %q", m.CanUndo())
	}
}

func TestTheFieldToBlame(t *testing.T) {
	good := Sweep{Param: "rate", Steps: 3, Runs: 2, Measures: [2]string{"waiting", "sojourn p95"}}
	for field, change := range map[string]func(*Sweep){
		"from":    func(s *Sweep) { s.From = "0/m" },
		"to":      func(s *Sweep) { s.To = "soon" },
		"measure": func(s *Sweep) { s.Measures[0] = "waitin" },
		"second":  func(s *Sweep) { s.Measures[1] = "sojourn p96" },
		"over":    func(s *Sweep) { s.Param = "speed" },
	} {
		s := good
		change(&s)
		m := playing(t, jobsSource)
		send(t, m, SelectTab{TradeoffTab})
		m.Tradeoff.Sweep = s
		toEnd(t, m, StartSweep{})
		if m.Tradeoff.Field != field || m.Tradeoff.Problem == "" || m.Tradeoff.Running || m.Curve() != nil {
			t.Errorf("%s: %q %q", field, m.Tradeoff.Field, m.Tradeoff.Problem)
		}
	}
}

func TestLinksOfStudies(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	for _, c := range []struct {
		msg  Msg
		want string
	}{
		{SetSearch{m.Schedules.Search}, "1&-tab=schedules"},
		{SetSearch{Search{}}, "1&-tab=schedules&-search=rules"},
		{SetSearch{Search{Claim: 3, Crashes: 2, Away: 10 * ms, Lost: 1, Consumers: true, Ties: true, Work: true, Bare: true}},
			"1&-tab=schedules&-search=claim=3,crashes=2,away=10ms,lost=1,consumers,ties,work,bare"},
		{SelectTab{EventsTab}, "1&-tab=events"},
	} {
		send(t, m, c.msg)
		if got, _ := m.Fragment(); got != c.want {
			t.Errorf("%v: %q, want %q", c.msg, got, c.want)
		}
	}
	m = playing(t, jobsSource)
	send(t, m, SelectTab{TradeoffTab}, SetSweep{Sweep{Param: "consumers", Each: "kind", Lines: 2, Steps: 3, Runs: 9, Measures: [2]string{"dropped / written", "waiting p95"}, Whole: true}})
	got, _ := m.Fragment()
	if _, rest, _ := strings.Cut(got, "&-tab="); rest != "tradeoff&-sweep=over=consumers,each=kind,lines=2,steps=3,runs=9,whole&-measure=dropped+/+written&-measure=waiting+p95" {
		t.Errorf("%q", got)
	}
	other := playing(t, "")
	send(t, other, OpenFragment{got})
	if d := cmp.Diff(m.Tradeoff.Sweep, other.Tradeoff.Sweep); d != "" {
		t.Error(d)
	}
	for _, bad := range []string{"-search=crashes=9", "-search=poetry", "-sweep=runs=0", "-measure=a&-measure=b&-measure=c"} {
		if _, err := ParseFragment("1&" + bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// At 30 a minute and with work of 1 s, one consumer makes its messages wait for
// 1 s and two for ρ²/(1-ρ²), which with ρ = 1/4 is 1/15 s.
func TestALineForEach(t *testing.T) {
	m := measuring(t, Sweep{Param: "rate", From: "6/m", To: "54/m", Steps: 5, Each: "consumers", EachFrom: "1", EachTo: "2", Lines: 2, Runs: 5, Measures: [2]string{"waiting", "depth"}})
	c := m.Curve()
	if len(c.Values) != 5 || len(c.Lines) != 2 || !c.Shared || c.Each != 2 || c.Now != 2 {
		t.Fatalf("%d values, %d lines, %v %d, now %d", len(c.Values), len(c.Lines), c.Shared, c.Each, c.Now)
	}
	for i, want := range []CurveLine{{Name: "waiting, Consumers 1", Model: "M/M/1"}, {Name: "waiting, Consumers 2", Model: "M/M/2"}} {
		if got := c.Lines[i]; got.Name != want.Name || got.Model != want.Model || len(got.Mean) != 5 {
			t.Errorf("line %d is %q of %q with %d points", i, got.Name, got.Model, len(got.Mean))
		}
	}
	if a, b := c.Lines[0].Theory[2], c.Lines[1].Theory[2]; math.Abs(a-1000) > 1e-6 || math.Abs(b-1000.0/15) > 1e-6 {
		t.Errorf("theory %g, %g", a, b)
	}
	send(t, m, OpenPoint{4*2 + 1})
	if d := cmp.Diff([]scenario.Setting{{Name: "rate", Value: "54/m"}, {Name: "consumers", Value: "2"}}, m.Draft.Settings); d != "" || m.Tradeoff.Stale {
		t.Errorf("stale %v %s", m.Tradeoff.Stale, d)
	}
}

func TestAnIntervalHasTheUnitOfItsMean(t *testing.T) {
	e := &sweep.Estimate{Mean: 109_000, Half: 12_100}
	if got := estimateText(e, "ms", 1e-6); got != "0.109 ms ± 0.0121 ms" {
		t.Error(got)
	}
	e.Half = math.NaN()
	if got := estimateText(e, "ms", 1e-6); got != "0.109 ms" {
		t.Error(got)
	}
}

func TestFigures(t *testing.T) {
	for want, f := range map[string]struct {
		v    float64
		unit string
	}{
		"12.3 %": {12.345, "%"}, "7": {7, ""}, "0 ms": {0, "ms"}, "2.23 us": {0.002229, "ms"}, "0.108 ms": {0.1081, "ms"},
		"1.5 s": {1500, "ms"}, "2.5 min": {150_000, "ms"}, "8.33 h": {3e7, "ms"}, "–": {math.NaN(), "ms"},
	} {
		if got := figure(f.v, f.unit); got != want {
			t.Errorf("%g in %q is %q, want %q", f.v, f.unit, got, want)
		}
	}
}
