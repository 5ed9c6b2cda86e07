package console

import (
	"cmp"
	"slices"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

func newPrinter(sc *scenario.Scenario, tr *trace.Trace) *printer {
	p := &printer{sc: sc, tr: tr, now: stats.NewCollector(&tr.Head)}
	for i := range sc.Prints {
		switch t := &sc.Prints[i]; t.When {
		case scenario.EachOutcome:
			p.outcomes = append(p.outcomes, t)
		case scenario.AtRunEnd:
			p.last = append(p.last, t)
		default:
			p.instants = append(p.instants, t)
		}
	}
	slices.SortStableFunc(p.instants, byInstant)
	return p
}

func byInstant(a, b *scenario.Print) int {
	return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.When, b.When))
}
