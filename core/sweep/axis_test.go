package sweep

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValuesOfAnAxis(t *testing.T) {
	tests := map[string]struct {
		text string
		over Range
		want []string
	}{
		"durations":       {lease, Range{"visibility", "10ms", "40ms", 4}, []string{"10ms", "20ms", "30ms", "40ms"}},
		"of the slider":   {lease, Range{"visibility", "", "", 3}, []string{"10ms", "25ms", "40ms"}},
		"round durations": {lease, Range{"visibility", "5ms", "200ms", 8}, []string{"5ms", "32.9ms", "60.7ms", "88.6ms", "116.4ms", "144.3ms", "172.1ms", "200ms"}},
		"one":             {lease, Range{"visibility", "5ms", "200ms", 1}, []string{"5ms"}},
		"choices":         {lease, Range{Param: "late"}, []string{"deletes", "refused"}},
		"numbers":         {line, Range{"consumers", "1", "9", 3}, []string{"1", "5", "9"}},
		"all numbers":     {line, Range{"consumers", "2", "5", 0}, []string{"2", "3", "4", "5"}},
		"rates":           {line, Range{"arrivals", "30/m", "60/m", 3}, []string{"30/m", "45/m", "60/m"}},
		"mixed rates":     {line, Range{"arrivals", "30/m", "1/s", 3}, []string{"30/m", "45/m", "60/m"}},
		"shares":          {line, Range{"share", "0%", "50%", 3}, []string{"0%", "25%", "50%"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			a, err := newAxis(parse(t, test.text), test.over, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range a.values {
				got = append(got, v.String())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
