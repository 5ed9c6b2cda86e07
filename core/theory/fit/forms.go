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
	case s.waiting > 0 || s.ttl > 0:
		return s.limits(of, per)
	case s.rate*s.mean >= float64(s.servers):
		return Fit{Why: "Messages arrive faster than they can be worked on"}
	case per != nil:
		return Fit{}
	case !s.settles(of):
		return Fit{Why: tooShort}
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

const tooShort = "The run is too short for so busy a queue to settle"

// settling is how many relaxation times a run must last for a form of the long
// run to be about it: what is left of its beginning is under 1 %.
const settling = 5

func (s *station) settles(of scenario.Measure) bool {
	lasts := s.lasts
	if of.When != scenario.AtTheEnd {
		lasts = min(lasts, float64(of.At))
	}
	// With arrivals and work that vary more or less than at random it is in proportion.
	varies := (float64(s.batch) + s.scv) / 2
	return s.mean == 0 || lasts >= settling*varies*s.relaxation()
}

// relaxation is at most the time in which the depth wanders over all of a
// bounded queue.
func (s *station) relaxation() float64 {
	t := s.mmc().Relaxation()
	if room := float64(s.servers + s.waiting); s.waiting > 0 {
		t = min(t, room*room*s.mean/float64(s.servers))
	}
	if s.ttl > 0 {
		t = min(t, s.ttl+s.mean)
	}
	return t
}

func (s *station) mmc() theory.MMc {
	return theory.MMc{Arrivals: s.rate, Service: 1 / s.mean, Servers: s.servers}
}

// limits are of a queue that loses messages, with exponential work.
func (s *station) limits(of scenario.Measure, per *scenario.Measure) Fit {
	switch {
	case s.work != scenario.Exponential || s.visibility > 0:
		return Fit{Why: "Work is not exponential, and messages are lost"}
	case s.batch > 1:
		return Fit{Why: "Messages arrive several at a time"}
	case !s.settles(of):
		return Fit{Why: tooShort}
	case s.ttl == 0:
		return s.bounded(of, per)
	case s.waiting == 0 && s.servers == 1:
		return s.expiring(of, per)
	}
	return Fit{}
}

// bounded is M/M/c/K. What is lost makes no difference to how many are.
func (s *station) bounded(of scenario.Measure, per *scenario.Measure) Fit {
	q := theory.Bounded{MMc: s.mmc(), Room: s.servers + s.waiting}
	f := Fit{Model: fmt.Sprintf("M/M/%d/%d", s.servers, q.Room), Why: "Random arrivals, exponential work, and room for so many"}
	switch {
	case per != nil:
		return s.lost(f, scenario.Dropped, q.Loss(), of, per)
	case of.Name == scenario.Utilization:
		f.Value = q.Utilization() * (1 - q.Loss())
	case of.Name == scenario.Depth && of.When != scenario.AtTheEnd:
		f.Value = q.Depth()
	case of.Name == scenario.Sojourn && of.Stat == scenario.Mean && s.rejects:
		f.Value = q.Sojourn()
	case of.Name == scenario.Waiting && of.Stat == scenario.Mean && s.rejects:
		f.Value = q.Sojourn() - s.mean
	default:
		return Fit{}
	}
	return f
}

// expiring is M/M/1 with messages that wait no longer than so.
func (s *station) expiring(of scenario.Measure, per *scenario.Measure) Fit {
	gone := theory.ExpiredFixed(s.rate, 1/s.mean, s.ttl)
	f := Fit{Model: "M/M/1+D", Why: "Random arrivals, exponential work, and a wait of at most the time to live"}
	switch {
	case per != nil:
		return s.lost(f, scenario.Expired, gone, of, per)
	case of.Name == scenario.Utilization:
		f.Value = s.rate * s.mean * (1 - gone)
		return f
	}
	return Fit{}
}

// lost is the share that is lost in a way, or that is not.
func (s *station) lost(f Fit, way scenario.MeasureName, share float64, of scenario.Measure, per *scenario.Measure) Fit {
	f.Value = share
	if of.Name == scenario.Deliveries {
		f.Value = 1 - share
	}
	if per.Name != scenario.Written || of.Name != way && of.Name != scenario.Deliveries || of.When != per.When || of.At != per.At {
		return Fit{}
	}
	return f
}

// losses are of a queue that is none: what nobody is free for is dropped.
func (s *station) losses(of scenario.Measure, per *scenario.Measure) Fit {
	if s.batch > 1 {
		return Fit{Why: "Messages arrive several at a time"}
	}
	if per == nil {
		return Fit{}
	}
	f := Fit{Model: fmt.Sprintf("M/G/%d/%d", s.servers, s.servers), Why: "Erlang's B: random arrivals and no place to wait"}
	return s.lost(f, scenario.Dropped, theory.ErlangB(s.servers, s.rate*s.mean), of, per)
}

// erlang is M/M/c.
func (s *station) erlang(of scenario.Measure) Fit {
	q := s.mmc()
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
