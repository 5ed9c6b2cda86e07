package sweep

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/queuelab/queuelab/core/scenario"
)

// Sweep is a sweep in progress. It is for one goroutine at a time.
type Sweep struct {
	plan         Plan
	axes         []axis
	points       []results
	doc          *scenario.Document
	settled      int // points that are bound
	replications int
	pilots       int // runs of each point that look for the warm-up
	finished     int // runs
	cursor       int // the runs before it have been given to somebody to do

	runner *runner // of Step
	at     job     // what it is doing, if busy
	busy   bool
}

// job is a run to be made; a pilot run only looks for the warm-up.
type job struct {
	point, replication int
	pilot              bool
}

// New readies a sweep. The error is that of the language where it is about a
// parameter, a value or a measure, and says what was expected.
func New(doc *scenario.Document, plan Plan) (*Sweep, error) {
	s, err := Lay(doc, plan)
	if err != nil {
		return nil, err
	}
	if _, err := s.Settle(len(s.points)); err != nil {
		return nil, err
	}
	return s, nil
}

// Lay is New without the points, which Settle readies.
func Lay(doc *scenario.Document, plan Plan) (*Sweep, error) {
	if err := plan.check(); err != nil {
		return nil, err
	}
	s := &Sweep{plan: plan}
	for _, r := range plan.Over {
		a, err := newAxis(doc, r, plan.Set)
		if err != nil {
			return nil, err
		}
		s.axes = append(s.axes, a)
		if n := s.size(); n > MaxPoints {
			return nil, fmt.Errorf("expected at most %d points, not %d", MaxPoints, n)
		}
	}
	s.doc, s.points = doc, make([]results, s.size())
	return s, nil
}

// Settle readies so many more points, and says whether all are: only then may anything
// else be asked. Each is a scenario to bind, which takes a while where there are many. Its
// errors are those of New.
func (s *Sweep) Settle(points int) (all bool, err error) {
	for ; points > 0 && s.settled < len(s.points); points-- {
		sc, err := s.doc.Bind(s.settings(s.settled))
		if err != nil {
			return false, err
		}
		s.points[s.settled].scenario = sc
		s.settled++
	}
	if s.settled < len(s.points) {
		return false, nil
	}
	if s.runner == nil {
		err = s.begin()
	}
	return true, err
}

func (s *Sweep) begin() error {
	if s.plan.Replications == 0 {
		s.plan.Replications = DefaultReplications
	}
	s.runner = newRunner(&s.plan)
	if s.plan.Warmup == MSER5 && slices.ContainsFunc(s.runner.readings, (*reading).cuttable) {
		s.pilots = min(Pilots, s.plan.Replications)
	}
	for i := range s.points {
		s.points[i].warmup = newWarmup(s.pilots, len(s.runner.readings), s.plan.Warmup)
	}
	return s.More(s.plan.Replications)
}

// size is the number of points.
func (s *Sweep) size() int {
	n := 1
	for i := range s.axes {
		n *= len(s.axes[i].values)
	}
	return n
}

// values are those of a point: the last parameter changes fastest.
func (s *Sweep) values(point int) []scenario.Value {
	all := make([]scenario.Value, len(s.axes))
	for i := len(s.axes) - 1; i >= 0; i-- {
		n := len(s.axes[i].values)
		all[i] = s.axes[i].values[point%n]
		point /= n
	}
	return all
}

func (s *Sweep) settings(point int) []scenario.Setting {
	set := slices.Clone(s.plan.Set)
	for i, v := range s.values(point) {
		set = append(set, scenario.Setting{Name: s.axes[i].param.Name, Value: v.String()})
	}
	return set
}

// Params are the parameters that are varied, in the plan's order.
func (s *Sweep) Params() []scenario.Param {
	var all []scenario.Param
	for i := range s.axes {
		all = append(all, s.axes[i].param)
	}
	return all
}

// Plan is the plan, with what it did not say filled in.
func (s *Sweep) Plan() Plan { return s.plan }

// Scenario is what is run at a point, with the seed of the first replication.
func (s *Sweep) Scenario(point int) *scenario.Scenario { return s.points[point].scenario }

// Settings are those under which replication n, from 0, of a point is run: a
// run of the scenario with them shows it.
func (s *Sweep) Settings(point, n int) []scenario.Setting {
	seed := strconv.FormatUint(s.points[point].scenario.Seed+uint64(n), 10)
	return append(s.settings(point), scenario.Setting{Name: "seed", Value: seed})
}

// More adds so many replications to each point.
func (s *Sweep) More(n int) error {
	if n < 0 || n > MaxReplications || (s.replications+n)*len(s.points) > MaxReplications {
		return fmt.Errorf("expected at most %d runs: %d points and %d replications are more", MaxReplications, len(s.points), s.replications+n)
	}
	s.replications += n
	for i := range s.points {
		s.points[i].runs = slices.Grow(s.points[i].runs, n)[:s.replications]
	}
	return nil
}

// Progress is how many runs are done, and how many there are to do in all,
// those that look for the warm-up included.
func (s *Sweep) Progress() (done, all int) { return s.finished, s.all() }

func (s *Sweep) all() int { return (s.pilots + s.replications) * len(s.points) }

// Done says whether all runs are done.
func (s *Sweep) Done() bool { return s.finished == s.all() }

// Points are what is known so far: with one parameter in its order, with two
// all values of the second for the first value of the first, and so on.
func (s *Sweep) Points() []Point {
	all := make([]Point, len(s.points))
	for i := range all {
		all[i] = s.point(i)
	}
	return all
}

func (s *Sweep) point(i int) Point {
	runs := s.points[i].done()
	p := Point{Values: s.values(i), Runs: len(runs)}
	for _, r := range runs {
		if r.limited {
			p.Limited++
		}
	}
	for m := range s.plan.Measures {
		p.Estimates = append(p.Estimates, s.estimate(i, m, runs))
	}
	return p
}

func (s *Sweep) estimate(point, measure int, runs []*replication) Estimate {
	e := estimate(runs, measure)
	w, r := &s.points[point].warmup, s.runner.byName[s.plan.Measures[measure].Of]
	if r.cuttable() {
		e.Cut, e.Short = w.cuts[r.index], w.short[r.index]
	}
	return e
}

// next is a run that nobody has been given yet: the pilot runs first, and of
// all points in turn, so that they grow together.
func (s *Sweep) next() (job, bool) {
	for s.cursor < s.all() {
		j := job{point: s.cursor % len(s.points), replication: s.cursor / len(s.points)}
		if j.pilot = j.replication < s.pilots; !j.pilot {
			j.replication -= s.pilots
		}
		s.cursor++
		if !s.made(j) {
			return j, true
		}
	}
	return job{}, false
}

func (s *Sweep) made(j job) bool {
	p := &s.points[j.point]
	if j.pilot {
		return p.warmup.done[j.replication]
	}
	return p.runs[j.replication] != nil
}

func (s *Sweep) store(j job, r *replication) {
	s.finished++
	if p := &s.points[j.point]; j.pilot {
		p.warmup.add(j.replication, r.series)
	} else {
		p.runs[j.replication] = r
	}
}

// startCost is how many steps the start of a run is counted as.
const startCost = 100

// Step goes on by about so many steps of the simulator, and reports whether
// all runs are done. After More there are some again.
func (s *Sweep) Step(steps int) bool {
	for steps > 0 {
		if !s.busy {
			if s.at, s.busy = s.next(); !s.busy {
				return true
			}
			s.runner.start(&s.points[s.at.point], s.at)
			steps -= startCost
		}
		before := s.runner.sim.Events()
		if s.runner.run(max(steps, 1)) {
			s.store(s.at, s.runner.finish())
			s.busy = false
		}
		steps -= s.runner.sim.Events() - before
	}
	return s.Done()
}
