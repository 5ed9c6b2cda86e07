// Package check says what must hold: the claims of a scenario in a run of it,
// and the rules of the model in any trace.
//
// What it says of a trace it finds by itself, with a slow and plain replay that
// shares nothing with trace.State or stats.
package check

import (
	"errors"
	"fmt"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// Result is whether a claim holds in a run.
type Result struct {
	// Name and Text are the claim's.
	Name, Text string
	Holds      bool
	// Left and Right are what the two sides came to: of the first comparison
	// that does not hold, or of the last one where all do.
	Left, Right string
	// Reason says why a comparison makes no sense in this run, such as a
	// measure that has no value; empty where it makes sense.
	Reason string
}

// Claims checks the claims of a scenario, in order.
func Claims(sc *scenario.Scenario, r *stats.Report) []Result { return all(sc.Claims, r) }

// Expects checks the expect lines of a scenario, in order.
func Expects(sc *scenario.Scenario, r *stats.Report) []Result { return all(sc.Expects, r) }

func all(claims []scenario.Claim, r *stats.Report) []Result {
	results := make([]Result, len(claims))
	for i, c := range claims {
		results[i] = Claim(c, r)
	}
	return results
}

// Claim checks one claim. A comparison with a measure that has no value does
// not hold.
func Claim(c scenario.Claim, r *stats.Report) Result {
	result := Result{Name: c.Name, Text: c.Text}
	for _, p := range c.All {
		if !result.compare(p, r) {
			return result
		}
	}
	result.Holds = true
	return result
}

func (result *Result) compare(p scenario.Comparison, r *stats.Report) bool {
	left, leftErr := sum(p.Left, r)
	right, rightErr := sum(p.Right, r)
	result.Left, result.Right = left.String(), right.String()
	err := errors.Join(leftErr, rightErr)
	holds := false
	if err == nil {
		holds, err = compare(left, p.Op, right)
	}
	if err != nil {
		result.Reason = err.Error()
	}
	return holds
}

func sum(terms scenario.Sum, r *stats.Report) (stats.Value, error) {
	if len(terms) == 1 && !terms[0].Minus {
		return term(terms[0], r)
	}
	total := stats.Value{}
	for _, t := range terms {
		v, err := term(t, r)
		if err != nil {
			return v, err
		}
		if total, err = plus(total, v, t.Minus); err != nil {
			return stats.Value{}, err
		}
	}
	return total, nil
}

func term(t scenario.Term, r *stats.Report) (stats.Value, error) {
	if t.Measure != nil {
		return r.Measure(*t.Measure)
	}
	return stats.Literal(t.Value), nil
}

// plus adds to a total, which has no kind before the first term.
func plus(total, v stats.Value, minus bool) (stats.Value, error) {
	if v.Kind == stats.None || v.Kind == stats.List || v.Kind == stats.Word {
		return v, fmt.Errorf("%s can't be added", kinds[v.Kind])
	}
	if total.Kind != stats.None && total.Kind != v.Kind {
		return v, mixed(total, v)
	}
	if minus {
		v.N = -v.N
	}
	return stats.Value{Kind: v.Kind, N: total.N + v.N}, nil
}

var kinds = [...]string{
	stats.None: "what has no value", stats.Count: "a number", stats.Duration: "a time",
	stats.Ratio: "a share", stats.Word: "a word", stats.List: "a list",
}

func mixed(a, b stats.Value) error {
	return fmt.Errorf("%s can't be compared with %s", kinds[a.Kind], kinds[b.Kind])
}

// compare compares two values of one kind.
func compare(a stats.Value, op string, b stats.Value) (bool, error) {
	switch {
	case a.Kind == stats.None || b.Kind == stats.None:
		return false, errors.New("there is nothing to measure")
	case a.Kind == stats.List || b.Kind == stats.List:
		return false, errors.New("a list can't be compared")
	case a.Kind != b.Kind:
		return false, mixed(a, b)
	case a.Kind == stats.Word:
		return sameWord(a.Word, op, b.Word)
	}
	return ordered(a.N, op, b.N)
}

func sameWord(a, op, b string) (bool, error) {
	switch op {
	case "=":
		return a == b, nil
	case "!=":
		return a != b, nil
	}
	return false, errors.New("words have no order")
}

func ordered(a int64, op string, b int64) (bool, error) {
	switch op {
	case "=":
		return a == b, nil
	case "!=":
		return a != b, nil
	case "<":
		return a < b, nil
	case "<=":
		return a <= b, nil
	case ">":
		return a > b, nil
	case ">=":
		return a >= b, nil
	}
	return false, fmt.Errorf("%s compares nothing", op)
}
