package explore

import (
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// judge says whether the claims hold in a run that is over.
type judge struct {
	claims  []scenario.Claim
	head    *trace.Head
	counter *stats.Collector
	// recorded says that a claim asks for an instant or a story, which takes a trace.
	recorded bool
}

func newJudge(claims []scenario.Claim, head *trace.Head) judge {
	return judge{claims, head, stats.NewCollector(head), slices.ContainsFunc(measuresOf(claims), func(m scenario.Measure) bool {
		return m.When != scenario.AtTheEnd || m.Name.Info().Story
	})}
}

func (j *judge) holds(path []trace.Event, end time.Duration) bool {
	report := j.report(path, end)
	for i := range j.claims {
		if !check.Claim(j.claims[i], report).Holds {
			return false
		}
	}
	return true
}

func (j *judge) report(path []trace.Event, end time.Duration) *stats.Report {
	if j.recorded {
		return stats.New(record(j.head, path, end))
	}
	j.counter.Reset()
	for i := range path {
		j.counter.Apply(&path[i])
	}
	return j.counter.Report(end)
}

// record is a run as a trace.
func record(head *trace.Head, path []trace.Event, end time.Duration) *trace.Trace {
	tr := &trace.Trace{Head: *head}
	for i := range path {
		tr.Append(path[i])
	}
	tr.SetEnd(end)
	return tr
}

func measuresOf(claims []scenario.Claim) (all []scenario.Measure) {
	for _, c := range claims {
		for _, p := range c.All {
			for _, t := range slices.Concat(p.Left, p.Right) {
				if t.Measure != nil {
					all = append(all, *t.Measure)
				}
			}
		}
	}
	return all
}
