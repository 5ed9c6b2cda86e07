package runner

import (
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sweep"
	"github.com/queuelab/queuelab/core/theory/fit"
	"github.com/queuelab/queuelab/web/study"
)

// curve is a sweep, which stays known when it is over, for more replications.
type curve struct {
	ticket
	request study.Request
	sweep   *sweep.Sweep // nil: it never began
	settled bool         // its points are
	points  int          // so many, then
	batches int
	fits    [][]fit.Fit // of each point, of each measure
	turn    study.Turn
}

func (c *curve) take(q *study.Request) {
	if !q.Sweep.Continue || !c.knows(q) {
		*c = curve{request: *q, batches: 1, turn: study.Turn{Size: 1000, Least: 100}}
		c.open(q.ID)
		c.fail(c.lay())
		return
	}
	c.request = *q
	c.open(q.ID)
	if c.settled {
		c.fail(c.more())
		c.news = true
	}
}

// knows says whether the runs there are belong to that request.
func (c *curve) knows(q *study.Request) bool {
	return c.sweep != nil && c.batches <= q.Sweep.Batches && plan(*q) == plan(c.request)
}

// plan is the part of a request that decides what each run is.
func plan(q study.Request) string {
	s := *q.Sweep
	s.Continue, s.Batches = false, 0
	return study.Request{System: q.System, Sweep: &s}.String()
}

func (c *curve) lay() error {
	q := c.request.Sweep
	doc, err := c.request.System.Document()
	if err != nil {
		return err
	}
	plan := sweep.Plan{Over: q.Over, Set: c.request.System.Settings, Replications: q.Replications, Warmup: q.Warmup}
	for _, m := range q.Measures {
		one, err := sweep.ParseQuantity(doc, scenario.Pos{File: m.Field}, m.Text)
		if err != nil {
			return err
		}
		plan.Measures = append(plan.Measures, one)
	}
	c.sweep, err = sweep.Lay(doc, plan)
	return err
}

// pointsAtOnce is how many points are readied in a turn, or asked about: each is a
// scenario to settle.
const pointsAtOnce = 8

func (c *curve) work(took time.Duration) {
	switch {
	case !c.settled:
		c.fail(c.settle())
	case !c.ready():
		c.fit()
	default:
		c.turn.Learn(min(took, 4*turnTime), turnTime)
		over := c.sweep.Step(c.turn.Size)
		c.news = true
		if over {
			c.close(false)
		}
	}
}

func (c *curve) settle() (err error) {
	if c.settled, err = c.sweep.Settle(pointsAtOnce); err != nil || !c.settled {
		return err
	}
	c.points = len(c.sweep.Points())
	return c.more()
}

// more adds the batches that are asked for.
func (c *curve) more() error {
	for ; c.batches < c.request.Sweep.Batches; c.batches++ {
		if err := c.sweep.More(c.request.Sweep.Replications); err != nil {
			return err
		}
	}
	return nil
}

// ready says whether theory was asked about every point.
func (c *curve) ready() bool { return c.settled && len(c.fits) == c.points }

func (c *curve) fit() {
	from := len(c.fits)
	for i := from; i < min(from+pointsAtOnce, c.points); i++ {
		var fits []fit.Fit
		for _, q := range c.sweep.Plan().Measures {
			fits = append(fits, fit.Of(c.sweep.Scenario(i), q.Of, q.Per))
		}
		c.fits = append(c.fits, fits)
	}
}

// leave ends the runs with what is known, or forgets them.
func (c *curve) leave(stop bool) {
	switch {
	case !stop:
		*c = curve{}
	case c.running:
		c.close(true)
	}
}

func (c *curve) tell() study.Report {
	c.news = false
	r := c.report
	if c.sweep != nil && c.ready() {
		r.Curve = c.known()
	}
	return r
}

func (c *curve) known() *study.Curve {
	k := &study.Curve{Points: c.sweep.Points(), Fits: c.fits, Batches: c.batches}
	k.Done, k.All = c.sweep.Progress()
	for _, p := range c.sweep.Params() {
		k.Params = append(k.Params, study.Param{Name: p.Name, Kind: p.Kind})
	}
	for _, q := range c.sweep.Plan().Measures {
		k.Measures = append(k.Measures, study.Column{Text: q.String(), Unit: q.Unit()})
	}
	return k
}
