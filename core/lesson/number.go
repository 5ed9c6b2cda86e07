package lesson

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// Number is an answer to type.
type Number struct {
	// Unit stands beside the field: a unit of time, such as ms, which completes
	// a bare number, or what is counted, such as deliveries.
	Unit string
	// Within is how far off an answer may be, in the unit of the question's
	// measure: messages, nanoseconds, parts in a million. 0: not at all.
	Within int64
	// Wrong are plausible answers that don't score.
	Wrong []string
}

// Read makes a value of an answer as typed, for a measure in that unit.
func (n *Number) Read(typed string, unit scenario.Unit) (int64, error) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(strings.ReplaceAll(typed, "\u00a0", " ")), " "+n.Unit))
	text = strings.ReplaceAll(text, " ", "")
	switch unit {
	case scenario.Span:
		return n.readSpan(text)
	case scenario.Ratio:
		return readShare(text)
	}
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < 0 {
		return 0, errors.New("expected a whole number, such as 12")
	}
	return v, nil
}

func (n *Number) readSpan(text string) (int64, error) {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += n.Unit
	}
	d, err := scenario.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("expected a time, such as 30 %s", n.Unit)
	}
	return int64(d), nil
}

func readShare(text string) (int64, error) {
	percent := strings.TrimSuffix(text, "%")
	v, err := strconv.ParseFloat(percent, 64)
	if err != nil || !(v >= 0 && v <= 100) {
		return 0, errors.New("expected a share, such as 80%")
	}
	if percent != text {
		v /= 100
	}
	return int64(math.Round(v * 1e6)), nil
}

// Near says whether a value scores against what was measured.
func (n *Number) Near(value int64, measured stats.Value) bool {
	off := value - measured.N
	return measured.Kind != stats.None && max(off, -off) <= n.Within
}

var spanUnits = []string{"ns", "us", "ms", "s", "m", "h"}

// numberKind reads "number ms within 5ms", for an answer that was read before.
func (r *reader) numberKind(st statement, answer scenario.Measure, wrong []statement) *Number {
	n := &Number{}
	unit := answer.Name.Info().Unit
	var rest string
	n.Unit, rest = token(st.rest)
	if unit == scenario.Span && !slices.Contains(spanUnits, n.Unit) {
		r.fail(st.line, n.Unit, "expected a unit of time, as the answer is one: "+strings.Join(spanUnits, ", "))
		return n
	}
	if rest != "" {
		n.Within = r.within(st, rest, func(text string) (int64, error) { return n.Read(text, unit) })
	}
	for _, w := range wrong {
		for _, text := range strings.Fields(w.rest) {
			r.value(w, text, func(text string) (int64, error) { return n.Read(text, unit) })
			n.Wrong = append(n.Wrong, text)
		}
	}
	return n
}

// within reads "within VALUE".
func (r *reader) within(st statement, text string, read func(string) (int64, error)) int64 {
	word, rest := token(text)
	if word != "within" {
		r.fail(st.line, word, "expected within and how far off an answer may be, or nothing")
		return 0
	}
	return r.value(st, rest, read)
}

func (r *reader) value(st statement, text string, read func(string) (int64, error)) int64 {
	v, err := read(text)
	if err != nil {
		r.fail(st.line, text, err.Error())
	}
	return v
}
