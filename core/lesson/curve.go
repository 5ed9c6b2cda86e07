package lesson

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// Curve is an answer to draw: a value for each of a few instants.
type Curve struct {
	// Of is what is drawn, such as "depth of jobs".
	Of string
	// Points measure it just before each instant, from the first to the last at
	// even intervals.
	Points []scenario.Measure
	// Within is how far off a curve may be on average and score.
	Within int64
	// Wrong are plausible curves that don't score.
	Wrong [][]int64
}

const (
	leastPoints = 2
	// mostPoints is what can be drawn with a finger.
	mostPoints = 13
)

// At is the instant of a point.
func (c *Curve) At(point int) time.Duration { return c.Points[point].At }

// Measure is the run's curve.
func (c *Curve) Measure(report *stats.Report) ([]int64, error) {
	values := make([]int64, len(c.Points))
	for i, m := range c.Points {
		v, err := report.Measure(m)
		if err != nil {
			return nil, err
		}
		values[i] = v.N
	}
	return values, nil
}

// CurveScore is how a drawn curve stands to the measured one.
type CurveScore struct {
	// Right says that it is near enough.
	Right bool
	// Percent is 100 where the curves are the same, and 0 where they are as far
	// apart on average as the measured one is high, or farther.
	Percent int
	// Off is the distance between them, on average over the points.
	Off float64
	// Farthest is the point where they are farthest apart, the first of several.
	Farthest int
}

// Score compares two curves of the question's points.
func (c *Curve) Score(drawn, measured []int64) CurveScore {
	var s CurveScore
	sum, most, peak := int64(0), int64(0), int64(1)
	for i, m := range measured {
		d := max(drawn[i]-m, m-drawn[i])
		sum += d
		peak = max(peak, m)
		if d > most {
			most, s.Farthest = d, i
		}
	}
	s.Off = float64(sum) / float64(len(measured))
	s.Percent = int(math.Round(100 * max(0, 1-s.Off/float64(peak))))
	s.Right = s.Off <= float64(c.Within)
	return s
}

// Words tell a score in a sentence or two.
func (c *Curve) Words(s CurveScore, drawn, measured []int64) string {
	if s.Off == 0 {
		return "Your curve is the run's, point for point."
	}
	return fmt.Sprintf("Your curve is %s off on average. The two are farthest apart at %s: you drew %d, the run has %d.",
		offText(s.Off), apart(scenario.FormatDuration(c.At(s.Farthest))), drawn[s.Farthest], measured[s.Farthest])
}

func offText(off float64) string {
	if off == 1 {
		return "1 message"
	}
	if off < 0.1 {
		return "less than 0.1 messages"
	}
	return strconv.FormatFloat(math.Round(off*10)/10, 'f', -1, 64) + " messages"
}

// curveKind reads "curve depth of jobs from 0ms to 6s points 7 within 1".
func (r *reader) curveKind(st statement, wrong []statement) *Curve {
	of, rest, _ := strings.Cut(st.rest, " from ")
	words := strings.Fields(rest)
	if len(words) < 5 || words[1] != "to" || words[3] != "points" {
		r.fail(st.line, st.rest, "expected a measure, and from when to when in how many points, as in: curve depth of jobs from 0ms to 6s points 7")
		return nil
	}
	c := &Curve{Of: of}
	from := r.instant(st, words[0])
	to := r.instant(st, words[2])
	c.Points = r.points(st, c.Of, from, to, words[4])
	if len(words) > 5 {
		c.Within = r.within(st, strings.Join(words[5:], " "), wholeNumber)
	}
	for _, w := range wrong {
		c.Wrong = append(c.Wrong, r.wrongCurve(w, len(c.Points)))
	}
	return c
}

func (r *reader) instant(st statement, word string) time.Duration {
	d, err := scenario.ParseDuration(word)
	if err != nil {
		r.fail(st.line, word, "expected an instant, such as 6s")
	}
	return d
}

func (r *reader) points(st statement, of string, from, to time.Duration, word string) []scenario.Measure {
	n, err := strconv.Atoi(word)
	if err != nil || n < leastPoints || n > mostPoints || from >= to {
		r.fail(st.line, word, fmt.Sprintf("expected %d to %d points, from an instant to a later one", leastPoints, mostPoints))
		return nil
	}
	points := make([]scenario.Measure, n)
	for i := range points {
		at := from + (to-from)*time.Duration(i)/time.Duration(n-1)
		text := of + " before " + scenario.FormatDuration(at)
		if points[i] = r.measure(statement{st.word, text, st.line}); points[i].Name == "" {
			return nil
		}
	}
	if points[0].Name.Info().Unit != scenario.Count {
		r.fail(st.line, of, "expected a measure that counts, such as depth")
	}
	return points
}

func (r *reader) wrongCurve(st statement, points int) []int64 {
	var values []int64
	for _, word := range strings.Fields(st.rest) {
		values = append(values, r.value(st, word, wholeNumber))
	}
	if len(values) != points {
		r.fail(st.line, st.rest, fmt.Sprintf("expected a number for each of the %d points", points))
	}
	return values
}

func wholeNumber(text string) (int64, error) {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < 0 {
		return 0, fmt.Errorf("expected a whole number")
	}
	return v, nil
}
