package theory

import (
	"math"
	"testing"
)

// want holds a value against a literal of as many digits as are written.
func want(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s = %.8g, want %g", what, got, want)
	}
}

const (
	digits3 = 6e-4
	digits4 = 6e-5
	digits6 = 6e-7
)

func TestMM1(t *testing.T) {
	q := MMc{Arrivals: .8, Service: 1, Servers: 1}
	want(t, "L", q.Depth(), 4, digits6)
	want(t, "Lq", q.Waiters(), 3.2, digits6)
	want(t, "W", q.Sojourn(), 5, digits6)
	want(t, "Wq", q.Waiting(), 4, digits6)
	want(t, "W p50", q.SojournQuantile(.50), 3.466, digits3)
	want(t, "W p95", q.SojournQuantile(.95), 14.979, digits3)
	want(t, "W p99", q.SojournQuantile(.99), 23.026, digits3)
	want(t, "Wq p99", q.WaitingQuantile(.99), 21.910, digits3)
	want(t, "P(Wq>Wq p99)", q.WaitingOver(21.910), .01, 1e-6)
	want(t, "a p10 of no wait", q.WaitingQuantile(.1), 0, 0)
	// (1+√.8)²/(1−.8)² = 3.588854/.04.
	want(t, "relaxation", q.Relaxation(), 89.72136, 6e-6)
	want(t, "departures", q.Departures(), .8, 0)
}

func TestMMc(t *testing.T) {
	two, three, ten := MMc{1.6, 1, 2}, MMc{2.4, 1, 3}, MMc{8, 1, 10}
	want(t, "c=2: C", two.Delayed(), .711111, digits6)
	want(t, "c=2: Wq", two.Waiting(), 1.777778, digits6)
	want(t, "c=3: C", three.Delayed(), .647191, digits6)
	want(t, "c=3: Wq", three.Waiting(), 1.078652, digits6)
	want(t, "c=3: L", three.Depth(), 4.988764, digits6)
	want(t, "c=3: Wq p99", three.WaitingQuantile(.99), 6.9501, digits4)
	want(t, "c=3: utilization", three.Utilization(), .8, 1e-12)
	want(t, "c=10: C", ten.Delayed(), .409180, digits6)
	want(t, "c=10: Wq", ten.Waiting(), .204590, digits6)
	want(t, "c=10: Wq p99", ten.WaitingQuantile(.99), 1.8558, digits4)
	if p := two.SojournQuantile(.5); !math.IsNaN(p) {
		t.Errorf("the sojourn of M/M/2 is not exponential, yet its median is %g", p)
	}
}

func TestErlangB(t *testing.T) {
	want(t, "c=5, a=3", ErlangB(5, 3), .110054, digits6)
	want(t, "c=10, a=8", ErlangB(10, 8), .121661, digits6)
	want(t, "c=1, a=1", ErlangB(1, 1), .5, 0)
}

// At a utilization of 0.8, with work of mean 1.
func TestPollaczekKhinchine(t *testing.T) {
	want(t, "fixed", PollaczekKhinchine(.8, 1, 0), 2, 1e-9)
	want(t, "uniform", PollaczekKhinchine(.8, 1, UniformVariation(0, 2)), 2.6667, digits4)
	want(t, "two stages", PollaczekKhinchine(.8, 1, .5), 3, 1e-9)
	want(t, "exponential", PollaczekKhinchine(.8, 1, 1), 4, 1e-9)
	const p, fast, slow = .887298, 1.774597, .225403
	mean, scv := MixedVariation([]float64{p, 1 - p}, []float64{1 / fast, 1 / slow})
	want(t, "mean of the mixture", mean, 1, 1e-5)
	want(t, "scv of the mixture", scv, 4, 1e-4)
	want(t, "mixture", PollaczekKhinchine(.8, mean, scv), 10, 1e-3)
}

func TestBatches(t *testing.T) {
	want(t, "always 4", BatchDepth(.8, 4, 16), 10, 1e-9)
	// Geometric from 1 with mean 4: E[X²] = (2−p)/p² with p = 1/4.
	want(t, "geometric of mean 4", BatchDepth(.8, 4, (2-.25)/(.25*.25)), 16, 1e-9)
	want(t, "one at a time is M/M/1", BatchDepth(.8, 1, 1), 4, 1e-9)
}

func TestBounded(t *testing.T) {
	five := Bounded{MMc{.8, 1, 1}, 5}
	want(t, "ρ=.8, K=5: loss", five.Loss(), .088819, digits6)
	want(t, "ρ=.8, K=5: L", five.Depth(), 1.868332, digits6)
	want(t, "ρ=.8, K=5: W", five.Sojourn(), 2.563065, digits6)
	want(t, "ρ=.9, K=10: loss", Bounded{MMc{.9, 1, 1}, 10}.Loss(), .050814, digits6)
	want(t, "ρ=1.2, K=5: loss", Bounded{MMc{1.2, 1, 1}, 5}.Loss(), .250588, digits6)
	want(t, "ρ=1, K=7: loss", Bounded{MMc{1, 1, 1}, 7}.Loss(), 1.0/8, 1e-12)
	want(t, "hopeless: all but one in a hundred are lost", Bounded{MMc{100, 1, 1}, 1000}.Loss(), .99, 1e-12)
	eight := Bounded{MMc{2.4, 1, 3}, 8}
	want(t, "M/M/3/8: loss", eight.Loss(), .051080, digits6)
	want(t, "M/M/3/8: L", eight.Depth(), 3.351893, digits6)
	want(t, "no room but the servers is Erlang's B", Bounded{MMc{3, 1, 5}, 5}.Loss(), .110054, digits6)
}

func TestImpatience(t *testing.T) {
	q := Impatient{MMc{1.2, 1, 1}, .5}
	want(t, "P(expire)", q.Expired(), .366204, digits6)
	want(t, "Lq", q.Waiters(), .878890, digits6)
	want(t, "idle", q.Idle(), .239445, digits6)
	want(t, "what is worked on is what arrives and does not expire", 1.2*(1-q.Expired()), 1-q.Idle(), 1e-12)
}

// At ρ = .8 with 2 s: x = e^−.4 = .670320, .16·x/(1−.64·x). Those who can't wait
// at all are lost as in M/M/1/1, ρ/(1+ρ). Near ρ = 1 the form nears its limit.
func TestFixedPatience(t *testing.T) {
	want(t, "ρ=.8, 2 s", ExpiredFixed(.8, 1, 2), .187832, digits6)
	want(t, "no patience", ExpiredFixed(.8, 1, 0), .8/1.8, 1e-12)
	want(t, "ρ=1", ExpiredFixed(1, 1, 2), .25, 0)
	want(t, "near ρ=1", ExpiredFixed(.999999, 1, 2), .25, 1e-5)
}

// W0 = .3·2/2 + .4·2/2 = .7; the first class waits .7/(1−.3), the second .7/(.7·.3).
func TestCobham(t *testing.T) {
	waits := Cobham(Class{.3, 1, 2}, Class{.4, 1, 2})
	want(t, "first class", waits[0], 1, 1e-12)
	want(t, "second class", waits[1], 3.3333, digits4)
}

func TestHeldBack(t *testing.T) {
	want(t, "λ=2, d=3", HeldBack(2, 3), 6, 0)
	want(t, "P(none)", Poisson(6, 0), 0.00247875, 1e-8)
	want(t, "P(6)", Poisson(6, 6), .160623, digits6)
}

func TestAttempts(t *testing.T) {
	for _, c := range []struct{ p, want float64 }{{.05, 1.0526}, {.1, 1.1111}, {.3, 1.4286}, {.5, 2}} {
		want(t, "attempts", Attempts(c.p), c.want, digits4)
		want(t, "repeats", Repeats(c.p), c.want-1, digits4)
	}
	want(t, "P(N>3) at .5", MoreAttempts(.5, 3), .125, 0)
	want(t, "at most 5, p=.3", AttemptsWithin(.3, 5), 1.4251, digits4)
	want(t, "dead-lettered, p=.3", DeadLettered(.3, 5), .00243, 1e-9)
	want(t, "at most 5, p=.5", AttemptsWithin(.5, 5), 1.9375, 0)
	want(t, "dead-lettered, p=.5", DeadLettered(.5, 5), .03125, 0)
	want(t, "crash costs the timeout", CrashSojourn(.1, 30, 1), 4.3333, digits4)
}

func TestRequeue(t *testing.T) {
	one := Requeued(MMc{.5, 1, 1}, .2)
	want(t, "c=1: utilization", one.Utilization(), .625, 1e-12)
	want(t, "c=1: L", one.Depth(), 1.66667, 6e-6)
	want(t, "c=1: T", one.Depth()/.5, 3.33333, 6e-6)
	three := Requeued(MMc{1.5, 1, 3}, .2)
	want(t, "c=3: L", three.Depth(), 2.52066, 6e-6)
	want(t, "c=3: T", three.Depth()/1.5, 1.68044, 6e-6)
	want(t, "backing off, λ=.5", BackingOff(.5, .2, 3), .375, 1e-12)
	want(t, "backing off, λ=1.5", BackingOff(1.5, .2, 3), 1.125, 1e-12)
}

func TestLeases(t *testing.T) {
	want(t, "q at 1", Outlasts(1, 1), .367879, digits6)
	want(t, "q at 2", Outlasts(2, 1), .135335, digits6)
	want(t, "q at 5", Outlasts(5, 1), .006738, digits6)
	for _, c := range []struct{ v, deliveries, sojourn, refused float64 }{
		{.5, 1.886767, .655041, 2.541494},
		{1, 1.420191, .807554, 1.581977},
		{2, 1.137820, .931919, 1.156518},
	} {
		copies := Copies{Visibility: c.v, Work: 1}
		want(t, "deliveries", copies.Deliveries(), c.deliveries, digits6)
		want(t, "sojourn", copies.Sojourn(), c.sojourn, digits6)
		want(t, "refused", RefusedDeliveries(c.v, 1), c.refused, digits6)
	}
	want(t, "deliveries at 3", Copies{Visibility: 3, Work: 1}.Deliveries(), 1.049910, digits6)
	want(t, "refused at 3", RefusedDeliveries(3, 1), 1.052396, digits6)
}

// Two consumers: the second copy is handed out with probability q = e^−1, and
// from then on work ends at twice the rate: (1−q) + q/2 of the mean work.
func TestFewConsumersBoundTheCopies(t *testing.T) {
	const q = .36787944
	two := Copies{Visibility: 1, Work: 1, Consumers: 2}
	want(t, "deliveries", two.Deliveries(), 1+q, 1e-8)
	want(t, "sojourn", two.Sojourn(), 1-q/2, 1e-8)
	one := Copies{Visibility: 1, Work: 1, Consumers: 1}
	want(t, "deliveries to one", one.Deliveries(), 1, 0)
	want(t, "sojourn at one", one.Sojourn(), 1, 0)
}

func TestFixedCopies(t *testing.T) {
	for _, c := range []struct {
		visibility, work float64
		consumers        int
		want             float64
	}{{10, 25, 0, 3}, {10, 25, 2, 2}, {45, 45, 2, 1}, {30, 45, 2, 2}, {30, 0, 2, 1}} {
		want(t, "fixed copies", FixedCopies(c.visibility, c.work, c.consumers), c.want, 0)
	}
}

func TestWaitingVariance(t *testing.T) {
	want(t, "ρ=.5", WaitingVariance(.5), 29.0, .05)
	want(t, "ρ=.8", WaitingVariance(.8), 1976, .5)
	want(t, "ρ=.9", WaitingVariance(.9), 35901, .5)
	want(t, "millions at .5", CustomersFor(.5, .01)/1e6, .29, .005)
	want(t, "millions at .8", CustomersFor(.8, .01)/1e6, 1.24, .005)
	want(t, "millions at .9", CustomersFor(.9, .01)/1e6, 4.43, .005)
}
