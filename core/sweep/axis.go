package sweep

import (
	"fmt"
	"math/bits"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

// axis is the values that one parameter takes.
type axis struct {
	param  scenario.Param
	values []scenario.Value
}

// newAxis settles a range, under the settings of other parameters.
func newAxis(doc *scenario.Document, r Range, set []scenario.Setting) (axis, error) {
	a := axis{}
	if r.Steps < 0 || r.Steps > MaxPoints {
		return a, fmt.Errorf("%s: expected 1 to %d steps, not %d", r.Param, MaxPoints, r.Steps)
	}
	p, err := param(doc, r.Param)
	if err != nil {
		return a, err
	}
	a.param = *p
	if p.Kind == scenario.ChoiceParam {
		return a, a.choices(r)
	}
	from, to, err := ends(doc, p, r, set)
	if err != nil {
		return a, err
	}
	return a, a.spread(from, to, r)
}

// param is the parameter of that name, or the language's own error.
func param(doc *scenario.Document, name string) (*scenario.Param, error) {
	params := doc.Params()
	if i := slices.IndexFunc(params, func(p scenario.Param) bool { return p.Name == name }); i >= 0 {
		return &params[i], nil
	}
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	return nil, &scenario.Error{Word: name, Message: "expected the name of a parameter" + scenario.Suggest(name, names)}
}

// choices are all of them; a choice has no order in which to go from one to another.
func (a *axis) choices(r Range) error {
	if r.From != "" || r.To != "" {
		return &scenario.Error{Pos: scenario.Pos{File: r.Param}, Word: r.From + ".." + r.To, Message: "expected no range: all choices are taken"}
	}
	for _, word := range a.param.Choices {
		a.values = append(a.values, scenario.Value{Kind: scenario.ChoiceParam, Word: word})
	}
	return nil
}

func ends(doc *scenario.Document, p *scenario.Param, r Range, set []scenario.Setting) (from, to scenario.Value, err error) {
	if from, err = end(doc, p, r.From, p.SliderFrom, set); err == nil {
		to, err = end(doc, p, r.To, p.SliderTo, set)
	}
	return from, to, err
}

// end reads a value of the parameter as a setting, for the language's own errors.
func end(doc *scenario.Document, p *scenario.Param, text string, slider scenario.Value, set []scenario.Setting) (scenario.Value, error) {
	if text == "" {
		return slider, nil
	}
	sc, err := doc.Bind(append(slices.Clone(set), scenario.Setting{Name: p.Name, Value: text}))
	if err != nil {
		return scenario.Value{}, err
	}
	i := slices.IndexFunc(sc.Params, func(q scenario.Param) bool { return q.Name == p.Name })
	v := sc.Params[i].Value
	if v.Never {
		return v, &scenario.Error{Pos: scenario.Pos{File: p.Name}, Word: text, Message: "expected a duration such as 30ms, as there is no way from never"}
	}
	return v, nil
}

// spread fills in the values from one to the other.
func (a *axis) spread(from, to scenario.Value, r Range) error {
	make, low, high := scaled(from, to)
	if low > high {
		return &scenario.Error{Pos: scenario.Pos{File: r.Param}, Word: r.From + ".." + r.To, Message: "expected the lesser value first"}
	}
	steps := r.Steps
	if steps == 0 {
		steps = DefaultSteps
	}
	last := int64(-1)
	for i := range steps {
		if n := between(low, high, i, steps, a.param.Kind); n != last {
			a.values, last = append(a.values, make(n)), n
		}
	}
	return nil
}

// scaled is the two values as whole numbers of one unit, and what makes a
// value of such a number.
func scaled(from, to scenario.Value) (make func(int64) scenario.Value, low, high int64) {
	switch from.Kind {
	case scenario.DurationParam:
		return func(n int64) scenario.Value {
			return scenario.Value{Kind: from.Kind, Duration: time.Duration(n)}
		}, int64(from.Duration), int64(to.Duration)
	case scenario.RateParam:
		per := max(from.Duration, to.Duration)
		return func(n int64) scenario.Value {
			return scenario.Value{Kind: from.Kind, Number: n, Duration: per}
		}, from.Number * int64(per/from.Duration), to.Number * int64(per/to.Duration)
	}
	return func(n int64) scenario.Value { return scenario.Value{Kind: from.Kind, Number: n} }, from.Number, to.Number
}

// between is value i of so many from low to high. Durations and shares, which
// need not be round, are rounded so that they can be read.
func between(low, high int64, i, steps int, kind scenario.ParamKind) int64 {
	if i == 0 || steps == 1 {
		return low
	}
	if i == steps-1 {
		return high
	}
	offset := mulDiv(high-low, int64(i), int64(steps-1))
	if kind == scenario.DurationParam || kind == scenario.ShareParam {
		grain := grain((high - low) / int64(steps-1))
		return max(low, (low+offset+grain/2)/grain*grain)
	}
	return low + offset
}

// mulDiv is a·b/c to the nearest whole number, without overflow.
func mulDiv(a, b, c int64) int64 {
	high, low := bits.Mul64(uint64(a), uint64(b))
	low, carry := bits.Add64(low, uint64(c)/2, 0)
	q, _ := bits.Div64(high+carry, low, uint64(c))
	return int64(q)
}

// grain is a power of ten that is a fiftieth of a step at most, or 1.
func grain(step int64) int64 {
	g := int64(1)
	for g*10 <= step/50 {
		g *= 10
	}
	return g
}
