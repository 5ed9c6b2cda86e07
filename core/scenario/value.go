package scenario

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"time"
)

// unit is a unit of time. The order is from large to small.
type unit struct {
	name string
	size time.Duration
}

var units = []unit{
	{"h", time.Hour}, {"m", time.Minute}, {"s", time.Second},
	{"ms", time.Millisecond}, {"us", time.Microsecond}, {"ns", time.Nanosecond},
}

func unitNamed(name string) (unit, bool) {
	for _, u := range units {
		if u.name == name {
			return u, true
		}
	}
	return unit{}, false
}

// FormatDuration writes d in the largest unit that shows it exactly, with at
// most three decimals: 30ms, 1.5s, 10.045s. Minutes and hours are only used
// where they come out whole: 90s, 2m.
func FormatDuration(d time.Duration) string {
	if d < 0 {
		return "-" + FormatDuration(-d)
	}
	for _, u := range units {
		if shows(u, d) {
			return decimal(int64(d), int64(u.size)) + u.name
		}
	}
	return "0ms"
}

func shows(u unit, d time.Duration) bool {
	if d < u.size {
		return false
	}
	if u.size >= time.Minute || u.size == time.Nanosecond {
		return d%u.size == 0
	}
	return d%(u.size/1000) == 0
}

// decimal writes n/size, where that is a decimal fraction.
func decimal(n, size int64) string {
	text := strconv.FormatInt(n/size, 10)
	rest := n % size
	if rest == 0 {
		return text
	}
	text += "."
	for rest > 0 {
		rest *= 10
		text += strconv.FormatInt(rest/size, 10)
		rest %= size
	}
	return text
}

// The things expected where a value stands.
const (
	aNumber   = "a whole number such as 3"
	aDuration = "a duration such as 30ms"
	aRate     = "a rate such as 20000/s"
	aShare    = "a share such as 10%"
)

// ParseDuration reads a duration such as 30ms or 1.5s, in h, m, s, ms, us or
// ns: exact to the nanosecond, not negative, at most MaxTime.
func ParseDuration(text string) (time.Duration, error) {
	d, problem := parseDuration(text)
	if problem != "" {
		return 0, &Error{Word: text, Message: problem}
	}
	return d, nil
}

// parseDuration gives what is wrong, or "".
func parseDuration(text string) (d time.Duration, problem string) {
	number := strings.TrimRight(text, "hmsun")
	u, ok := unitNamed(text[len(number):])
	if !ok || !isDecimal(strings.TrimPrefix(number, "-")) {
		return 0, "expected " + aDuration
	}
	if number[0] == '-' {
		return 0, "expected " + aDuration + ", not a negative one"
	}
	n, exact, fits := scale(number, uint64(u.size))
	switch {
	case !fits || n > uint64(MaxTime):
		return 0, "expected at most " + FormatDuration(MaxTime)
	case !exact:
		return 0, "expected whole nanoseconds"
	}
	return time.Duration(n), ""
}

// isDecimal says whether text is digits, with a dot and more digits or without.
func isDecimal(text string) bool {
	whole, fraction, dot := strings.Cut(text, ".")
	return isDigits(whole) && (!dot || isDigits(fraction))
}

func isDigits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// scale multiplies a decimal number by size.
func scale(number string, size uint64) (n uint64, exact, fits bool) {
	whole, fraction, _ := strings.Cut(number, ".")
	fraction = strings.TrimRight(fraction, "0")
	w, err := strconv.ParseUint(whole, 10, 64)
	high, n := bits.Mul64(w, size)
	if err != nil || high > 0 {
		return 0, false, false
	}
	if fraction == "" {
		return n, true, true
	}
	part, exact := scaleFraction(fraction, size)
	return n + part, exact, n+part >= n
}

func scaleFraction(fraction string, size uint64) (n uint64, exact bool) {
	if len(fraction) > 18 {
		return 0, false
	}
	f, err := strconv.ParseUint(fraction, 10, 64)
	if err != nil {
		return 0, false
	}
	power := uint64(1)
	for range fraction {
		power *= 10
	}
	high, low := bits.Mul64(f, size)
	n, rest := bits.Div64(high, low, power)
	return n, rest == 0
}

func parseNumber(text string) (int64, string) {
	if isDigits(strings.TrimPrefix(text, "-")) && text[0] == '-' {
		return 0, "expected " + aNumber + ", not a negative one"
	}
	if !isDigits(text) {
		return 0, "expected " + aNumber
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > MaxNumber {
		return 0, fmt.Sprintf("expected at most %d", int64(MaxNumber))
	}
	return n, ""
}

func parseRate(text string) (Value, string) {
	number, per, slash := strings.Cut(text, "/")
	u, ok := unitNamed(per)
	if !slash || !ok || u.size < time.Second || !isDigits(number) {
		return Value{}, "expected " + aRate
	}
	n, problem := parseNumber(number)
	if problem == "" && n > int64(u.size) {
		problem = "expected at most one a nanosecond"
	}
	return Value{Kind: RateParam, Number: n, Duration: u.size}, problem
}

// million is how many parts a share counts in.
const million = 1_000_000

func parseShare(text string) (Value, string) {
	number, percent := strings.CutSuffix(text, "%")
	if !percent || !isDecimal(number) {
		return Value{}, "expected " + aShare
	}
	n, exact, fits := scale(number, million/100)
	switch {
	case !fits || n > MaxNumber:
		return Value{}, fmt.Sprintf("expected at most %d%%", MaxNumber/(million/100))
	case !exact:
		return Value{}, "expected a share of at most four decimals"
	}
	return Value{Kind: ShareParam, Number: int64(n)}, ""
}

// isNever says whether text is never, or another word for it.
func isNever(text string) bool { return text == "never" || text == "off" || text == "none" }

// parseValue reads a value of a kind. A duration may be never here.
func parseValue(kind ParamKind, text string) (Value, string) {
	switch kind {
	case NumberParam:
		n, problem := parseNumber(text)
		return Value{Kind: kind, Number: n}, problem
	case DurationParam:
		if isNever(text) {
			return Value{Kind: kind, Never: true}, ""
		}
		d, problem := parseDuration(text)
		return Value{Kind: kind, Duration: d}, problem
	case RateParam:
		return parseRate(text)
	case ShareParam:
		return parseShare(text)
	}
	return Value{Kind: ChoiceParam, Word: text}, ""
}

// kindOf guesses the kind of a value from how it is written.
func kindOf(text string) (kind ParamKind, ok bool) {
	switch {
	case isDigits(strings.TrimPrefix(text, "-")):
		return NumberParam, true
	case strings.HasSuffix(text, "%"):
		return ShareParam, true
	case strings.Contains(text, "/"):
		return RateParam, true
	case isNever(text) || isDigits(strings.TrimPrefix(text, "-")[:min(1, len(strings.TrimPrefix(text, "-")))]):
		return DurationParam, true
	}
	return ChoiceParam, false
}

// String writes the value as a scenario does.
func (v Value) String() string {
	switch v.Kind {
	case NumberParam:
		return strconv.FormatInt(v.Number, 10)
	case DurationParam:
		if v.Never {
			return "never"
		}
		return FormatDuration(v.Duration)
	case RateParam:
		return strconv.FormatInt(v.Number, 10) + "/" + strings.TrimLeft(FormatDuration(v.Duration), "1")
	case ShareParam:
		return decimal(v.Number, million/100) + "%"
	}
	return v.Word
}

// sameValue says whether two values of one kind are equal.
func sameValue(a, b Value) bool {
	return a.Never == b.Never && a.Word == b.Word && (a.Never || compareValues(a, b) == 0)
}

// compareValues compares two values of one kind, neither of them never.
func compareValues(a, b Value) int {
	switch a.Kind {
	case DurationParam:
		return compare(uint64(a.Duration), uint64(b.Duration), 1, 1)
	case RateParam:
		return compare(uint64(a.Number), uint64(b.Number), uint64(b.Duration), uint64(a.Duration))
	}
	return compare(uint64(a.Number), uint64(b.Number), 1, 1)
}

// compare compares a*x with b*y.
func compare(a, b, x, y uint64) int {
	high1, low1 := bits.Mul64(a, x)
	high2, low2 := bits.Mul64(b, y)
	switch {
	case high1 == high2 && low1 == low2:
		return 0
	case high1 > high2 || high1 == high2 && low1 > low2:
		return 1
	}
	return -1
}
