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
		return decimal(d, time.Minute, 100) + " min"
	case d >= time.Second:
		return decimal(d, time.Second, 1000) + " s"
	}
	return decimal(d, time.Millisecond, 100) + " ms"
}

// decimal is d in a unit, rounded to so many parts of it: 100 for two digits.
func decimal(d, unit time.Duration, parts int64) string {
	n := (int64(d)*parts + int64(unit)/2) / int64(unit)
	return strconv.FormatFloat(float64(n)/float64(parts), 'f', -1, 64)
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
const charWidth = 6.15

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
