package scenario

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDurations(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30ms":        30 * time.Millisecond,
		"1.5s":        1500 * time.Millisecond,
		"2m":          2 * time.Minute,
		"1h":          time.Hour,
		"7us":         7 * time.Microsecond,
		"0ms":         0,
		"0.000001ms":  1,
		"1.50s":       1500 * time.Millisecond,
		"0.1h":        6 * time.Minute,
		"0.5m":        30 * time.Second,
		"87600h":      87600 * time.Hour,
		"10.045s":     10_045_000_000,
		"3600000.0ms": time.Hour,
	} {
		if got, err := ParseDuration(text); err != nil || got != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
}

func TestWrongDurations(t *testing.T) {
	for text, want := range map[string]string{
		"30":                      `"30": expected a duration such as 30ms`,
		"30xs":                    `"30xs": expected a duration such as 30ms`,
		"ms":                      `"ms": expected a duration such as 30ms`,
		"":                        `expected a duration such as 30ms`,
		".5s":                     `".5s": expected a duration such as 30ms`,
		"1.s":                     `"1.s": expected a duration such as 30ms`,
		"1e3s":                    `"1e3s": expected a duration such as 30ms`,
		"+3s":                     `"+3s": expected a duration such as 30ms`,
		"--3s":                    `"--3s": expected a duration such as 30ms`,
		"never":                   `"never": expected a duration such as 30ms`,
		"-30ms":                   `"-30ms": expected a duration such as 30ms, not a negative one`,
		"0.5ns":                   `"0.5ns": expected whole nanoseconds`,
		"0.00000000000000000001h": `"0.00000000000000000001h": expected whole nanoseconds`,
		"87601h":                  `"87601h": expected at most 87600h`,
		"99999999999999999999h":   `"99999999999999999999h": expected at most 87600h`,
		"18446744073709551615ns":  `"18446744073709551615ns": expected at most 87600h`,
	} {
		if _, err := ParseDuration(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestFormatDuration(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"0ms":         0,
		"1ns":         1,
		"1.5us":       1500,
		"45ms":        45 * time.Millisecond,
		"1.5s":        1500 * time.Millisecond,
		"10.045s":     10_045 * time.Millisecond,
		"1000.5ms":    1_000_500 * time.Microsecond,
		"90s":         90 * time.Second,
		"1m":          time.Minute,
		"60.5s":       60_500 * time.Millisecond,
		"90m":         90 * time.Minute,
		"2h":          2 * time.Hour,
		"33.333ms":    33_333 * time.Microsecond,
		"33333.333us": 33_333_333,
		"-30ms":       -30 * time.Millisecond,
	} {
		if got := FormatDuration(d); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestDurationsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := time.Duration(rapid.Int64Range(0, int64(MaxTime)).Draw(t, "nanoseconds"))
		for _, scale := range []time.Duration{1, time.Microsecond, time.Millisecond, time.Second, time.Minute, time.Hour} {
			whole := d - d%scale
			if got, err := ParseDuration(FormatDuration(whole)); err != nil || got != whole {
				t.Fatalf("%s: got %v, %v", FormatDuration(whole), got, err)
			}
		}
	})
}

func TestValuesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := randomValue(t)
		if got, problem := parseValue(v.Kind, v.String()); problem != "" || got != v {
			t.Fatalf("%s: got %+v, %s", v, got, problem)
		}
	})
}

func randomValue(t *rapid.T) Value {
	n := rapid.Int64Range(0, 1_000_000_000).Draw(t, "number")
	switch kind := ParamKind(rapid.IntRange(int(NumberParam), int(ShareParam)).Draw(t, "kind")); kind {
	case DurationParam:
		return Value{Kind: kind, Duration: time.Duration(n)}
	case RateParam:
		unit := rapid.SampledFrom([]time.Duration{time.Second, time.Minute, time.Hour}).Draw(t, "unit")
		return Value{Kind: kind, Number: n, Duration: unit}
	default:
		return Value{Kind: kind, Number: n}
	}
}

func TestValueStrings(t *testing.T) {
	for want, v := range map[string]Value{
		"3":       {Kind: NumberParam, Number: 3},
		"never":   {Kind: DurationParam, Never: true},
		"20000/s": {Kind: RateParam, Number: 20000, Duration: time.Second},
		"30/m":    {Kind: RateParam, Number: 30, Duration: time.Minute},
		"5/h":     {Kind: RateParam, Number: 5, Duration: time.Hour},
		"10%":     {Kind: ShareParam, Number: 100_000},
		"12.5%":   {Kind: ShareParam, Number: 125_000},
		"0.0001%": {Kind: ShareParam, Number: 1},
		"deletes": {Kind: ChoiceParam, Word: "deletes"},
	} {
		if v.String() != want {
			t.Errorf("got %s, want %s", v, want)
		}
		if got, problem := parseValue(v.Kind, want); got != v {
			t.Errorf("%s: got %+v, %s", want, got, problem)
		}
	}
}

func TestRatesCompareAcrossUnits(t *testing.T) {
	rate := func(n int64, per time.Duration) Value { return Value{Kind: RateParam, Number: n, Duration: per} }
	if got := compareValues(rate(60, time.Minute), rate(1, time.Second)); got != 0 {
		t.Errorf("60/m against 1/s: got %d", got)
	}
	if got := compareValues(rate(61, time.Minute), rate(1, time.Second)); got != 1 {
		t.Errorf("61/m against 1/s: got %d", got)
	}
	if got := compareValues(rate(999_999_999, time.Second), rate(3_600_000_000_000, time.Hour)); got != -1 {
		t.Errorf("999999999/s against 3600000000000/h: got %d", got)
	}
}
