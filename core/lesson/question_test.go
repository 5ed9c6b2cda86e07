package lesson_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

const choices = `choice 1
choice over and over
answer deliveries
`

// asking is the small lesson with another way of answering its question.
func asking(t *testing.T, lines string) string {
	t.Helper()
	return strings.Replace(small, choices, lines, 1)
}

func TestParseReadsANumber(t *testing.T) {
	q := parsed(t, asking(t, "number ms within 2ms\nwrong 30 45ms\nanswer finished\n")).Predict
	want := &lesson.Number{Unit: "ms", Within: 2_000_000, Wrong: []string{"30", "45ms"}}
	if diff := cmp.Diff(want, q.Number); diff != "" || q.Choices != nil || q.Curve != nil {
		t.Errorf("%+v (-want +got):\n%s", q, diff)
	}
}

func TestParseReadsACurve(t *testing.T) {
	c := parsed(t, asking(t, "curve depth of jobs from 0ms to 40ms points 5 within 1\nwrong 1 1 1 1 1\nwrong 9 9 9 9 0\n")).Predict.Curve
	var at []time.Duration
	for i := range c.Points {
		at = append(at, c.At(i))
	}
	ms := time.Millisecond
	if diff := cmp.Diff([]time.Duration{0, 10 * ms, 20 * ms, 30 * ms, 40 * ms}, at); diff != "" {
		t.Errorf("instants (-want +got):\n%s", diff)
	}
	got := []any{c.Of, c.Within, c.Wrong, string(c.Points[1].Name), c.Points[1].When == scenario.Before}
	want := []any{"depth of jobs", int64(1), [][]int64{{1, 1, 1, 1, 1}, {9, 9, 9, 9, 0}}, "depth", true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseSaysWhatIsWrongWithAQuestion(t *testing.T) {
	tests := map[string]struct{ lines, want string }{
		"no kind":              {"answer deliveries\n", `27:1: "choice": missing in predict`},
		"one choice":           {"choice 1\nanswer deliveries\n", `27:1: "choice": too few in predict`},
		"choice without":       {"choice 1\nchoice 2\n", `27:1: "answer": missing in predict`},
		"number without":       {"number deliveries\nwrong 3\n", `27:1: "answer": missing in predict`},
		"number, nothing off":  {"number deliveries\nanswer deliveries\n", `27:1: "wrong": missing in predict`},
		"number and choice":    {"number deliveries\nwrong 3\nchoice 1\nanswer deliveries\n", `32:1: "choice": expected no such line beside number or curve`},
		"choice and wrong":     {choices + "wrong 3\n", `33:1: "wrong": expected no such line beside choices`},
		"both":                 {"number deliveries\ncurve depth from 0ms to 1s points 3\nanswer deliveries\nwrong 3\n", `31:1: "curve": a question is answered by a number or a curve`},
		"unit":                 {"number deliveries\nwrong 3\nanswer finished\n", `30:1: "deliveries": expected a unit of time`},
		"tolerance":            {"number deliveries about 3\nwrong 3\nanswer deliveries\n", `30:1: "about": expected within`},
		"tolerance's value":    {"number deliveries within 3ms\nwrong 3\nanswer deliveries\n", `30:1: "3ms": expected a whole number`},
		"wrong number":         {"number ms\nwrong soon\nanswer finished\n", `31:1: "soon": expected a time, such as 30 ms`},
		"curve's words":        {"curve depth\nwrong 1\n", `30:1: "depth": expected a measure, and from when`},
		"curve's measure":      {"curve width of jobs from 0ms to 1s points 3\nwrong 1 2 3\n", `30:1: "width": expected a measure`},
		"curve of times":       {"curve finished from 0ms to 1s points 3\nwrong 1 2 3\n", `30:1: "finished": expected a measure that counts`},
		"curve's queue":        {"curve depth of job from 0ms to 1s points 3\nwrong 1 2 3\n", `30:1: "job": `},
		"curve's instant":      {"curve depth from 0 to 1s points 3\nwrong 1 2 3\n", `30:1: "0": expected an instant`},
		"curve's points":       {"curve depth from 0ms to 1s points 1\nwrong 1\n", `30:1: "1": expected 2 to 13 points`},
		"curve back in time":   {"curve depth from 1s to 1s points 3\nwrong 1 2 3\n", `30:1: "3": expected 2 to 13 points`},
		"curve with an answer": {"curve depth from 0ms to 1s points 3\nwrong 1 2 3\nanswer depth\n", `32:1: "answer": expected no such line beside curve`},
		"wrong curve":          {"curve depth from 0ms to 1s points 3\nwrong 1 2\n", `31:1: "1 2": expected a number for each of the 3 points`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := lesson.Parse("one-job.txt", asking(t, test.lines))
			if err == nil || !strings.Contains(err.Error(), "one-job.txt:"+test.want) {
				t.Errorf("error %v, want one with %s", err, test.want)
			}
		})
	}
}

func TestNumbersAreReadAsPeopleWriteThem(t *testing.T) {
	ms, deliveries := &lesson.Number{Unit: "ms"}, &lesson.Number{Unit: "deliveries"}
	for _, c := range []struct {
		n     *lesson.Number
		unit  scenario.Unit
		typed string
		want  int64 // -1: none
	}{
		{ms, scenario.Span, "75", 75_000_000},
		{ms, scenario.Span, " 75 ms ", 75_000_000},
		{ms, scenario.Span, "0.075s", 75_000_000},
		{ms, scenario.Span, "7.5", 7_500_000},
		{ms, scenario.Span, "soon", -1},
		{ms, scenario.Span, "", -1},
		{ms, scenario.Span, "-3", -1},
		{deliveries, scenario.Count, "12", 12},
		{deliveries, scenario.Count, "12 deliveries", 12},
		{deliveries, scenario.Count, "1.5", -1},
		{deliveries, scenario.Count, "-1", -1},
		{deliveries, scenario.Ratio, "80%", 800_000},
		{deliveries, scenario.Ratio, "0.8", 800_000},
		{deliveries, scenario.Ratio, "NaN", -1},
	} {
		got, err := c.n.Read(c.typed, c.unit)
		if err != nil {
			got = -1
		}
		if got != c.want {
			t.Errorf("%q: %d, want %d (%v)", c.typed, got, c.want, err)
		}
	}
}

func TestANumberScoresWithinItsTolerance(t *testing.T) {
	n := &lesson.Number{Within: 5}
	measured := stats.Value{Kind: stats.Count, N: 75}
	for value, want := range map[int64]bool{69: false, 70: true, 75: true, 80: true, 81: false} {
		if n.Near(value, measured) != want {
			t.Errorf("%d near 75: %v, want %v", value, !want, want)
		}
	}
	if n.Near(0, stats.Value{}) {
		t.Error("a number is near to what can't be measured")
	}
}

// The lesson's curve is 0 2 4 6 8 10 12. One that follows only what comes in
// is 0+3+6+9+12+15+18 = 63 off in 7 points: 9 each, of a peak of 12.
func TestCurvesAreScoredByTheirDistance(t *testing.T) {
	c := lesson.Get("queue-depth").Predict.Curve
	measured, err := c.Measure(runLesson(t, lesson.Get("queue-depth"), nil).report)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{0, 2, 4, 6, 8, 10, 12}, measured); diff != "" {
		t.Fatalf("the run's curve (-want +got):\n%s", diff)
	}
	for _, test := range []struct {
		drawn []int64
		want  lesson.CurveScore
		words string
	}{
		{[]int64{0, 2, 4, 6, 8, 10, 12}, lesson.CurveScore{Right: true, Percent: 100}, "Your curve is the run's, point for point."},
		{[]int64{0, 5, 10, 15, 20, 25, 30}, lesson.CurveScore{Percent: 25, Off: 9, Farthest: 6},
			"Your curve is 9 messages off on average. The two are farthest apart at 6\u00a0s: you drew 30, the run has 12."},
		{[]int64{1, 3, 5, 7, 9, 11, 13}, lesson.CurveScore{Right: true, Percent: 92, Off: 1},
			"Your curve is 1 message off on average. The two are farthest apart at 0\u00a0ms: you drew 1, the run has 0."},
		{[]int64{30, 30, 30, 30, 30, 30, 30}, lesson.CurveScore{Off: 24},
			"Your curve is 24 messages off on average. The two are farthest apart at 0\u00a0ms: you drew 30, the run has 0."},
	} {
		got := c.Score(test.drawn, measured)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.drawn, diff)
		}
		if words := c.Words(got, test.drawn, measured); words != test.words {
			t.Errorf("%v: %q, want %q", test.drawn, words, test.words)
		}
	}
}
