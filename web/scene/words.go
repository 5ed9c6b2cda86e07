package scene

import (
	"strconv"
	"time"
	"unicode/utf8"
)

// Time is an instant or a span as the stage writes it: 22 ms, 1.5 s, 170 min.
func Time(d time.Duration) string {
	switch {
	case d >= 10*time.Minute:
		return decimal(d, time.Minute) + " min"
	case d >= 10*time.Second:
		return decimal(d, time.Second) + " s"
	}
	return decimal(d, time.Millisecond) + " ms"
}

// decimal is d in a unit, with at most two digits after the point.
func decimal(d, unit time.Duration) string {
	hundredths := (int64(d)*100 + int64(unit)/2) / int64(unit)
	s := strconv.FormatInt(hundredths/100, 10)
	switch rest := hundredths % 100; {
	case rest == 0:
		return s
	case rest%10 == 0:
		return s + "." + strconv.FormatInt(rest/10, 10)
	case rest < 10:
		return s + ".0" + strconv.FormatInt(rest, 10)
	default:
		return s + "." + strconv.FormatInt(rest, 10)
	}
}

// ceilTime rounds a span that runs down, so that its text changes a few times
// a second and not in every frame.
func ceilTime(d time.Duration) time.Duration {
	step := time.Millisecond
	if d > 10*time.Second {
		step = 100 * time.Millisecond
	}
	return (d + step - 1) / step * step
}

// charWidth is the mean width of a character of the stage's small text.
const charWidth = 6.3

func textWidth(s string) float64 { return charWidth * float64(utf8.RuneCountInString(s)) }

// fit cuts text that would not fit a width.
func fit(s string, width float64) string {
	n := int(width / charWidth)
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	if n < 2 {
		return "…"
	}
	return string([]rune(s)[:n-1]) + "…"
}
