package explore

import (
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

// Each goes through the schedules that the options allow, one by one from the
// beginning, and gives each with its choices against the rules and what its run
// measures, which are valid during the call; until yield says no. It merges
// nothing: it is for tables, such as what comes of a crash at every place. The
// options' claims and limit have no meaning.
func Each(sc *scenario.Scenario, o Options, yield func([]Choice, *stats.Report) bool) {
	x := start(sc, o, nil)
	var found []Choice
	x.told = func(c *sim.Choice, answer int) {
		if answer > 0 {
			found = append(found, x.deviation(c, answer).Choice)
		}
	}
	var first sim.Snapshot
	x.run.Save(&first)
	for again := true; again; again = x.script.next() {
		x.run.Load(&first)
		x.past.copyFrom(&past{})
		x.path, x.script.at, found = x.path[:0], 0, found[:0]
		for !x.run.Run(1) {
		}
		if !yield(found, x.judge.report(x.path, x.run.Result().End)) {
			return
		}
	}
}
