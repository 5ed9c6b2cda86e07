package stats

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

// Kind is the type of a value.
type Kind uint8

// The kinds of value.
const (
	// None: there is nothing to measure, such as the waiting of no message.
	None Kind = iota
	// Count: N is how many.
	Count
	// Duration: N is nanoseconds; an instant is the time since the start.
	Duration
	// Ratio: N is parts in a million, as in the language's shares.
	Ratio
	// Word: Word is what a cell of a table holds, or a text made of deliveries.
	Word
	// List: Items are the values, of each consumer or queue or of each instant.
	List
)

// million is the whole of a ratio.
const million = 1_000_000

// Value is what a measure came to. The zero value is None.
type Value struct {
	Kind  Kind
	N     int64
	Word  string
	Items []Item
}

// Item is an entry of a list. Name is empty in a list of instants.
type Item struct {
	Name  string
	Value Value
}

func count(n int64) Value { return Value{Kind: Count, N: n} }

func duration(d time.Duration) Value { return Value{Kind: Duration, N: int64(d)} }

// Literal is the value of a literal in a claim; None for a rate or never,
// which no measure can be compared with.
func Literal(v scenario.Value) Value {
	switch {
	case v.Kind == scenario.DurationParam && !v.Never:
		return duration(v.Duration)
	case v.Kind == scenario.NumberParam:
		return count(v.Number)
	case v.Kind == scenario.ChoiceParam:
		return Value{Kind: Word, Word: v.Word}
	case v.Kind == scenario.ShareParam:
		return Value{Kind: Ratio, N: v.Number}
	}
	return Value{}
}

// String is the value as the scenario language writes it: 4, 75ms, 0.8, none.
func (v Value) String() string { return v.text(scenario.FormatDuration) }

// Text is the value as console lines write it: durations are milliseconds
// without a unit, such as 30, 10045 or 12.5.
func (v Value) Text() string { return v.text(Milliseconds) }

func (v Value) text(span func(time.Duration) string) string {
	switch v.Kind {
	case Count:
		return strconv.FormatInt(v.N, 10)
	case Duration:
		return span(time.Duration(v.N))
	case Ratio:
		return decimal(v.N, 6)
	case Word:
		return v.Word
	case List:
		return v.list(span)
	}
	return "none"
}

// list separates the values of instants by one space, and name=value pairs by
// two, as the sources' programs do.
func (v Value) list(span func(time.Duration) string) string {
	var b strings.Builder
	for i, item := range v.Items {
		if item.Name != "" {
			if i > 0 {
				b.WriteString("  ")
			}
			fmt.Fprintf(&b, "%s=%s", item.Name, item.Value.text(span))
			continue
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(item.Value.text(span))
	}
	return b.String()
}

// Milliseconds is a time in milliseconds without its unit, exact.
func Milliseconds(d time.Duration) string { return decimal(int64(d), 6) }

// decimal is n with the point before its last digits, without idle zeros.
func decimal(n int64, digits int) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	if len(s) <= digits {
		s = strings.Repeat("0", digits-len(s)+1) + s
	}
	whole, part := s[:len(s)-digits], strings.TrimRight(s[len(s)-digits:], "0")
	if part == "" {
		return sign + whole
	}
	return sign + whole + "." + part
}
