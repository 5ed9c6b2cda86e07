package lesson

import (
	"testing"

	"github.com/queuelab/queuelab/core/stats"
)

func TestTextsShowNoMoreDigitsThanMean(t *testing.T) {
	for _, c := range []struct {
		value stats.Value
		want  string
	}{
		{stats.Value{Kind: stats.Duration, N: 4_133_759}, "4.134ms"},
		{stats.Value{Kind: stats.Duration, N: 1_234_567_890}, "1234.568ms"},
		{stats.Value{Kind: stats.Duration, N: 10_045_000_000}, "10.045s"},
		{stats.Value{Kind: stats.Duration, N: 745_512}, "745.512us"},
		{stats.Value{Kind: stats.Duration, N: 999}, "999ns"},
		{stats.Value{Kind: stats.Ratio, N: 796_846}, "0.797"},
		{stats.Value{Kind: stats.Count, N: 796_846}, "796846"},
	} {
		if got := rounded(c.value).String(); got != c.want {
			t.Errorf("%+v is %s, want %s", c.value, got, c.want)
		}
	}
}
