//go:build !js

package web

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/web/play"
)

func TestNumbersMarkTheLinesWithErrors(t *testing.T) {
	if got := numbersHTML(3, []play.Problem{{Line: 2}, {Line: 2}}); got != "1\n<b>2</b>\n3\n" {
		t.Errorf("%q", got)
	}
}

func TestMarksStandUnderTheWordsAtFault(t *testing.T) {
	text := "queue a\n  visibility <b> now\nétat x"
	for _, c := range []struct {
		problems []play.Problem
		want     string
	}{
		{nil, ""},
		{[]play.Problem{{Line: 2, Col: 14, Word: "<b>"}}, "\n  visibility <mark>&lt;b&gt;</mark>\n\n"},
		{[]play.Problem{{Line: 2, Col: 3, Word: "visibility"}, {Line: 2, Col: 14, Word: "<b>"}}, "\n  <mark>visibility</mark> <mark>&lt;b&gt;</mark>\n\n"},
		{[]play.Problem{{Line: 3, Col: 6, Word: "x"}}, "\n\nétat <mark>x</mark>\n"},
		{[]play.Problem{{Line: 9, Col: 1, Word: "q"}, {Line: 1, Col: 99, Word: "q"}, {Message: "and 3 more"}}, "\n\n\n"},
	} {
		if got := marksHTML(text, c.problems); got != c.want {
			t.Errorf("%v: %q, want %q", c.problems, got, c.want)
		}
	}
}

func TestANewLineIsIndentedAsItsBlock(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "queue jobs": "  ", "  visibility 30ms": "  ", "at 25ms crash a": "", "seed 7": "",
		"handler pay": "  ", "  transaction": "    ", "    debit a 1": "    ", "  handler pay": "  ", "when a is b": "  ",
	} {
		if got := nextIndent(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestIndentedMovesLinesByALevel(t *testing.T) {
	if got := indented("a\n\n  b", false); got != "  a\n\n    b" {
		t.Errorf("in: %q", got)
	}
	if got := indented("  a\n\n    b\n c\nd", true); got != "a\n\n  b\nc\nd" {
		t.Errorf("out: %q", got)
	}
}

func TestTheCaretsLine(t *testing.T) {
	text := []uint16{'a', '\n', 'b', '\n'}
	for place, want := range map[int]int{-1: 1, 0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 99: 3} {
		if got := caretLine(text, place); got != want {
			t.Errorf("at %d: line %d, want %d", place, got, want)
		}
	}
}

func TestAFastStrokePassesEveryPoint(t *testing.T) {
	pen, points := press(spot{4.9, 10})
	points = append(points, pen.move(spot{2, 4.2})...)
	want := []play.DrawPoint{{Point: 5, Value: 10}, {Point: 2, Value: 4}, {Point: 3, Value: 6}, {Point: 4, Value: 8}, {Point: 2, Value: 4}}
	if diff := cmp.Diff(want, points); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A point that was grabbed follows the pen though that is not quite above it,
// and no longer when it left it.
func TestAGrabbedPointFollows(t *testing.T) {
	pen, _ := press(spot{3.1, 5})
	got := [][]play.DrawPoint{pen.move(spot{3.3, 9}), pen.move(spot{3.5, 11}), pen.move(spot{3.3, 12}), pen.move(spot{3.05, 13})}
	want := [][]play.DrawPoint{{{Point: 3, Value: 9}}, nil, nil, {{Point: 3, Value: 13}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestGridValuesAreRoundAndFew(t *testing.T) {
	for top, want := range map[int64]string{1: "0 1", 5: "0 1 2 3 4 5", 6: "0 2 4 6", 30: "0 10 20 30", 60000: "0 20000 40000 60000"} {
		var words []string
		for _, v := range gridValues(top) {
			words = append(words, number(float64(v)))
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("to %d: %s, want %s", top, got, want)
		}
	}
}

func TestTheCurvesPictureHasBothCurves(t *testing.T) {
	c := lesson.Get("queue-depth").Predict.Curve
	drawn, measured := []int64{0, 5, 10, 15, 20, 25, 30}, []int64{0, 2, 4, 6, 8, 10, 12}
	svg := curveSVG(c, 30, drawn, measured, 2)
	for _, want := range []string{
		`<polyline class="yours" points="0,100 `, `<circle class="handle yours" cx="100%" cy="0%"`,
		`<circle class="ring" cx="33.33%" cy="66.67%"`, `<svg x="100%" y="60%" overflow="visible"><path class="handle measured"`,
		`>30</text>`, `>6 s</text>`,
	} {
		if !strings.Contains(strings.ReplaceAll(svg, "\u00a0", " "), want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
	if svg := curveSVG(c, 30, nil, nil, -1); strings.Contains(svg, "measured") || strings.Contains(svg, "ring") {
		t.Error("the run's curve is there before the answer")
	}
}

func TestTheSandboxIsAPageWithText(t *testing.T) {
	p := Pages("/q/")
	last := p[len(p)-1]
	for _, want := range []string{"Nothing here yet.", "How to begin", "Queue, producer, consumer", `<textarea`} {
		if last.Path != "lessons/sandbox" || !strings.Contains(last.HTML, want) {
			t.Errorf("%s: no %q", last.Path, want)
		}
	}
}
