package lesson

import (
	"fmt"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// Fill writes out a template for a reader: measures and parameters of the
// run, times with their units. Words of an occasion, such as {t}, have no
// meaning here and are an error.
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
		return apart(v.String()), err
	case p.Param != "":
		return param(sc, p.Param)
	case p.Field != "":
		return "", fmt.Errorf("{%s} is a word of print lines", p.Field)
	}
	return p.Text, nil
}

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
