package lesson

import (
	"fmt"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// Fill writes out a template for a reader: measures and parameters of the
// run, times with their units, with three decimals at most. Words of an
// occasion, such as {t}, have no meaning here and are an error.
func Fill(t scenario.Template, sc *scenario.Scenario, report *stats.Report) (string, error) {
	var b strings.Builder
	for _, piece := range t {
		text, err := fill(piece, sc, report)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

func fill(p scenario.Piece, sc *scenario.Scenario, report *stats.Report) (string, error) {
	switch {
	case p.Measure != nil:
		v, err := report.Measure(*p.Measure)
		return apart(rounded(v).String()), err
	case p.Param != "":
		return param(sc, p.Param)
	case p.Field != "":
		return "", fmt.Errorf("{%s} is a word of print lines", p.Field)
	}
	return p.Text, nil
}

// rounded is a duration of a millisecond or more to the microsecond, and a share
// to a thousandth: measures of chance have more digits than meaning.
func rounded(v stats.Value) stats.Value {
	switch {
	case v.Kind == stats.Ratio:
		v.N = nearest(v.N, 1000)
	case v.Kind == stats.Duration && v.N >= int64(time.Millisecond):
		v.N = nearest(v.N, int64(time.Microsecond))
	}
	return v
}

func nearest(n, step int64) int64 { return (n + step/2) / step * step }

func param(sc *scenario.Scenario, name string) (string, error) {
	for _, p := range sc.Params {
		if p.Name == name {
			return apart(p.Value.String()), nil
		}
	}
	return "", fmt.Errorf("there is no parameter %s", name)
}

// apart puts a space that does not break between a number and its unit.
func apart(s string) string {
	number := strings.TrimRight(s, "hmsun")
	if number == "" || number == s || strings.Trim(number, "0123456789.") != "" {
		return s
	}
	return number + "\u00a0" + s[len(number):]
}
