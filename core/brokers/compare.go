package brokers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/conformance"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// Difference is a claim of a row on which a profile and a broker, or the row
// and either of them, do not agree.
type Difference struct {
	// Row and Case say which: R1, broker=rabbitmq-quorum limit=5.
	Row, Case string
	// Claim is what the row says; Profile and Broker are what its left side came to.
	Claim, Profile, Broker string
}

// String is the difference on a line.
func (d Difference) String() string {
	return fmt.Sprintf("row %s, %s: %s; the profile says %q, the broker did %q", d.Row, d.Case, d.Claim, d.Profile, d.Broker)
}

// late is how much real time after an instant a broker has done what was asked
// of it at that instant.
const late = 40 * time.Millisecond

// near is how far a real instant may be from a virtual one, in real time.
const near = 120 * time.Millisecond

// Measured is a row's case as it went at a broker.
type Measured struct {
	Row     *conformance.Row
	Case    *conformance.Case
	Trace   *trace.Trace
	Samples []Sample

	slow   float64
	sc     *scenario.Scenario
	counts [][]scenario.MeasureName // by queue: what the broker can be asked
}

// Measure runs a case of a row at a broker, which restart, if not nil, restarts.
func Measure(ctx context.Context, b Broker, row *conformance.Row, c *conformance.Case, slow float64, restart func(cleanly bool) error) (*Measured, error) {
	sc, err := row.Doc.Bind(c.Set)
	if err != nil {
		return nil, err
	}
	m := &Measured{Row: row, Case: c, sc: sc, slow: slow}
	for i := range sc.Queues {
		m.counts = append(m.counts, b.Rules(&sc.Queues[i]).Counts)
	}
	m.Samples = m.samples()
	m.Trace, err = Run(ctx, b, sc, Options{Slow: slow, Steady: true, Samples: m.Samples, Restart: restart})
	return m, err
}

// samples are what the broker itself is asked for the case's claims.
func (m *Measured) samples() (all []Sample) {
	for _, claim := range m.Case.Expect {
		for _, p := range claim.All {
			for _, t := range append(append(scenario.Sum(nil), p.Left...), p.Right...) {
				if s, ok := m.sampled(t.Measure); ok {
					all = append(all, s)
				}
			}
		}
	}
	return all
}

// sampled says what to ask the broker for a measure, where it can be asked.
func (m *Measured) sampled(of *scenario.Measure) (Sample, bool) {
	if of == nil || of.Of.Kind != scenario.OfQueue {
		return Sample{}, false
	}
	for i := range m.sc.Queues {
		if m.sc.Queues[i].Name != of.Of.Name {
			continue
		}
		if !slices.Contains(m.counts[i], of.Name) {
			return Sample{}, false
		}
		if of.When == scenario.AtTheEnd {
			return Sample{Queue: i, What: of.Name, At: AtEnd}, true
		}
		return Sample{Queue: i, What: of.Name, At: m.shifted(of)}, true
	}
	return Sample{}, false
}

// shifted is the instant by which what a measure asks about is done, before
// anything else is.
func (m *Measured) shifted(of *scenario.Measure) time.Duration {
	if of.When != scenario.AtInstant {
		return of.At
	}
	shift := time.Duration(float64(late) / m.slow)
	for i := range m.sc.Faults {
		if at := m.sc.Faults[i].At; at > of.At {
			shift = min(shift, (at-of.At)/2)
		}
	}
	return of.At + shift
}

// Differences holds what was measured against the case's claims and against a
// simulated run of the same case, in which each queue's profile is changed so.
func (m *Measured) Differences(change func(*scenario.Profile)) (all []Difference) {
	sc := *m.sc
	sc.Queues = append([]scenario.Queue(nil), m.sc.Queues...)
	for i := range sc.Queues {
		change(&sc.Queues[i].Broker)
	}
	profile, broker := stats.New(sim.Run(&sc, sim.Options{}).Trace), stats.New(m.Trace)
	for _, claim := range m.Case.Expect {
		says, did := check.Claim(claim, profile), m.claim(claim, broker)
		if !says.Holds || !did.Holds {
			all = append(all, Difference{m.Row.ID, m.setting(), claim.Text, value(says), value(did)})
		}
	}
	return all
}

func (m *Measured) setting() string {
	var words []string
	for _, s := range m.Case.Set {
		words = append(words, s.Name+"="+s.Value)
	}
	if len(words) == 0 {
		return "broker=" + m.Case.Broker
	}
	return strings.Join(words, " ")
}

func value(r check.Result) string {
	if r.Reason != "" {
		return r.Left + " (" + r.Reason + ")"
	}
	return r.Left
}

// claim checks a claim against the broker's trace and its own counts. Durations
// need only be near.
func (m *Measured) claim(c scenario.Claim, r *stats.Report) check.Result {
	asked := c
	asked.All = nil
	for _, p := range c.All {
		p.Left, p.Right = m.sum(p.Left), m.sum(p.Right)
		asked.All = append(asked.All, p)
	}
	result := check.Claim(asked, r)
	if !result.Holds && m.close(result) {
		result.Holds = true
	}
	return result
}

// close says whether a claim fails only by a little time.
func (m *Measured) close(r check.Result) bool {
	left, err := scenario.ParseDuration(r.Left)
	if err != nil {
		return false
	}
	right, err := scenario.ParseDuration(r.Right)
	return err == nil && (left-right).Abs() <= time.Duration(float64(near)/m.slow)
}

// sum asks at shifted instants, and puts the broker's own counts in.
func (m *Measured) sum(terms scenario.Sum) (asked scenario.Sum) {
	for _, t := range terms {
		if t.Measure != nil {
			of := *t.Measure
			of.At = m.shifted(t.Measure)
			t.Measure = &of
			if s, ok := m.sampled(&of); ok {
				t = m.counted(t, s, of)
			}
		}
		asked = append(asked, t)
	}
	return asked
}

func (m *Measured) counted(t scenario.Term, want Sample, of scenario.Measure) scenario.Term {
	if want.At != AtEnd {
		want.At = of.At
	}
	for _, s := range m.Samples {
		if s.Queue == want.Queue && s.What == want.What && s.At == want.At {
			return scenario.Term{Minus: t.Minus, Value: scenario.Value{Kind: scenario.NumberParam, Number: int64(s.N)}}
		}
	}
	return t
}
