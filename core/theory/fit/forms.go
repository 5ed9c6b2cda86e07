package fit

import (
	"fmt"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/theory"
)

// forms are those of messages that arrive at random.
func (s *station) forms(of scenario.Measure, per *scenario.Measure) Fit {
	switch {
	case s.direct:
		return s.losses(of, per)
	case s.rate*s.mean >= float64(s.servers):
		return Fit{Why: "Messages arrive faster than they can be worked on"}
	case per != nil:
		return Fit{}
	case !s.settles(of):
		return Fit{Why: "The run is too short for so busy a queue to settle"}
	case of.Name == scenario.Utilization:
		return Fit{"G/G/" + fmt.Sprint(s.servers), s.rate * s.mean / float64(s.servers), "Work that arrives, over the consumers that share it"}
	case s.work != scenario.Exponential && s.servers > 1:
		return Fit{Why: "Work is not exponential, and there are several consumers"}
	case s.batch > 1 && (s.work != scenario.Exponential || s.servers > 1):
		return Fit{Why: "Messages arrive several at a time"}
	case s.batch > 1:
		return s.batches(of)
	case s.work != scenario.Exponential:
		return s.oneConsumer(of)
	}
	return s.erlang(of)
}

// settling is how many relaxation times a run must last for a form of the long
// run to be about it: what is left of its beginning is under 1 %.
const settling = 5

func (s *station) settles(of scenario.Measure) bool {
	lasts := s.lasts
	if of.When != scenario.AtTheEnd {
		lasts = min(lasts, float64(of.At))
	}
	q := theory.MMc{Arrivals: s.rate, Service: 1 / s.mean, Servers: s.servers}
	// With arrivals and work that vary more or less than at random it is in proportion.
	varies := (float64(s.batch) + s.scv) / 2
	return s.mean == 0 || lasts >= settling*varies*q.Relaxation()
}

// losses are of a queue that is none: what nobody is free for is dropped.
func (s *station) losses(of scenario.Measure, per *scenario.Measure) Fit {
	if s.batch > 1 {
		return Fit{Why: "Messages arrive several at a time"}
	}
	if per == nil || per.Name != scenario.Written || of.When != per.When || of.At != per.At {
		return Fit{}
	}
	b := theory.ErlangB(s.servers, s.rate*s.mean)
	f := Fit{Model: fmt.Sprintf("M/G/%d/%d", s.servers, s.servers), Why: "Erlang's B: random arrivals and no place to wait"}
	switch of.Name {
	case scenario.Dropped:
		f.Value = b
	case scenario.Deliveries:
		f.Value = 1 - b
	default:
		return Fit{}
	}
	return f
}

// erlang is M/M/c.
func (s *station) erlang(of scenario.Measure) Fit {
	q := theory.MMc{Arrivals: s.rate, Service: 1 / s.mean, Servers: s.servers}
	f := Fit{Model: fmt.Sprintf("M/M/%d", s.servers), Why: "Random arrivals, exponential work, in the long run"}
	p, percentile := percentiles[of.Stat]
	switch {
	case of.Name == scenario.Waiting && percentile:
		f.Value = q.WaitingQuantile(p)
	case of.Name == scenario.Sojourn && percentile:
		f.Value = q.SojournQuantile(p)
	default:
		return s.means(f, q.Waiting(), of)
	}
	return f
}

var percentiles = map[scenario.Stat]float64{scenario.P50: .50, scenario.P95: .95, scenario.P99: .99}

// oneConsumer is M/G/1.
func (s *station) oneConsumer(of scenario.Measure) Fit {
	f := Fit{Model: "M/G/1", Why: "Random arrivals and one consumer, in the long run"}
	if s.work == scenario.Fixed {
		f.Model = "M/D/1"
	}
	return s.means(f, theory.PollaczekKhinchine(s.rate, s.mean, s.scv), of)
}

func (s *station) batches(of scenario.Measure) Fit {
	x := float64(s.batch)
	depth := theory.BatchDepth(s.rate*s.mean, x, x*x)
	f := Fit{Model: "M^X/M/1", Why: "Batches arrive at random, in the long run"}
	return s.means(f, depth/s.rate-s.mean, of)
}

// means follow from the mean wait, by Little's law.
func (s *station) means(f Fit, waiting float64, of scenario.Measure) Fit {
	instant := of.When != scenario.AtTheEnd
	switch {
	case of.Name == scenario.Waiting && of.Stat == scenario.Mean:
		f.Value = waiting
	case of.Name == scenario.Sojourn && of.Stat == scenario.Mean:
		f.Value = waiting + s.mean
	case of.Name == scenario.Visible && instant:
		f.Value = s.rate * waiting
	case of.Name == scenario.InFlight && instant:
		f.Value = s.rate * s.mean
	case of.Name == scenario.Depth && instant:
		f.Value = s.rate * (waiting + s.mean)
	default:
		return Fit{}
	}
	return f
}

// copies is one message whose work may outlast its lease.
func (s *station) copies(of scenario.Measure, per *scenario.Measure) Fit {
	if of.When != scenario.AtTheEnd {
		return Fit{}
	}
	deliveries, sojourn, why := s.copied()
	if why != "" {
		return Fit{Why: why}
	}
	f := Fit{Model: "Lease expiry", Why: "Copies of one message, until the first is done"}
	switch {
	case per != nil && per.Name != scenario.Written:
		return Fit{}
	case of.Name == scenario.Deliveries || of.Name == scenario.Executions:
		f.Value = deliveries
	case of.Name == scenario.Redeliveries || of.Name == scenario.Duplicates:
		f.Value = deliveries - 1
	case of.Name == scenario.Sojourn && (of.Stat == scenario.Mean || s.work == scenario.Fixed):
		f.Value = sojourn
	default:
		return Fit{}
	}
	return f
}

func (s *station) copied() (deliveries, sojourn float64, why string) {
	switch {
	case s.visibility == 0:
		return 1, s.mean, ""
	case s.work == scenario.Exponential:
		c := theory.Copies{Visibility: s.visibility, Work: s.mean, Consumers: s.servers}
		return c.Deliveries(), c.Sojourn(), ""
	case s.work == scenario.Fixed:
		return theory.FixedCopies(s.visibility, s.mean, s.servers), s.mean, ""
	}
	return 0, 0, "Work is neither exponential nor fixed"
}
