package sweep

import (
	"fmt"

	"github.com/queuelab/queuelab/core/scenario"
)

// Plan says what to sweep.
type Plan struct {
	// Over are the parameters to vary, one or two. With two, every value of
	// the first meets every value of the second.
	Over []Range
	// Set are settings of other parameters; one named seed is the seed of the
	// first replication.
	Set []scenario.Setting
	// Measures are measured in each run; at least one.
	Measures []Quantity
	// Replications is how many runs each point has; 0: DefaultReplications.
	Replications int
	Warmup       Warmup
}

// Range is a parameter and the values it takes.
type Range struct {
	Param string
	// From and To, both included, are values as -set takes them. Where they are
	// empty it is what the parameter's slider shows, or all choices.
	From, To string
	// Steps is how many values, evenly spaced and, where the parameter only
	// has whole ones, rounded; 0: DefaultSteps, or all there are if they are fewer.
	Steps int
}

// Warmup says which of a run's first messages do not count. The zero value is
// the rule MSER-5; a positive one is a number of messages.
type Warmup int

// The rules that are no number.
const (
	// MSER5 chooses the cut by itself; see the function mser5.
	MSER5 Warmup = 0
	// Off counts every message.
	Off Warmup = -1
)

// What a plan has where it says nothing, and what it has at most.
const (
	DefaultReplications = 30
	DefaultSteps        = 20
	MaxReplications     = 1_000_000 // of all points together
	MaxPoints           = 1000
)

// check finds what is wrong with the plan by itself.
func (p *Plan) check() error {
	switch {
	case len(p.Over) == 0 || len(p.Over) > 2:
		return fmt.Errorf("expected one or two parameters to vary, not %d", len(p.Over))
	case len(p.Over) == 2 && p.Over[0].Param == p.Over[1].Param:
		return fmt.Errorf("%s: expected two different parameters to vary", p.Over[0].Param)
	case len(p.Measures) == 0:
		return fmt.Errorf("expected a measure, such as waiting p95")
	case p.Replications < 0:
		return fmt.Errorf("expected at least 1 replication, not %d", p.Replications)
	case p.Warmup < Off:
		return fmt.Errorf("expected a number of messages to warm up, not %d", p.Warmup)
	}
	for _, q := range p.Measures {
		if err := q.check(); err != nil {
			return err
		}
	}
	return nil
}
