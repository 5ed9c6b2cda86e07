package play

import (
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
)

// predictNumber takes a number as the reader's answer, if it is one.
func (m *Model) predictNumber(typed string) {
	q, p := m.Lesson.Predict, &m.Prediction
	if q == nil || q.Number == nil || p.Scored {
		return
	}
	m.Version.Page++
	if _, err := q.Number.Read(typed, q.Answer.Name.Info().Unit); err != nil {
		*p = Prediction{Typed: typed, Problem: sentence(err.Error())}
		return
	}
	*p = Prediction{Answered: true, Typed: typed}
	m.answered(typed)
}

// scoreNumber holds the number against what was measured.
func (m *Model) scoreNumber(q *lesson.Question, measured stats.Value) {
	p := &m.Prediction
	unit := q.Answer.Name.Info().Unit
	value, err := q.Number.Read(p.Typed, unit)
	if err != nil {
		panic("play: an answer no longer reads: " + err.Error())
	}
	p.Right = q.Number.Near(value, measured)
	if off := max(value-measured.N, measured.N-value); off > 0 {
		p.Distance = offText(off, unit, value > measured.N)
	}
}

// offText tells a distance, such as "3 too many" or "15 ms too short".
func offText(off int64, unit scenario.Unit, more bool) string {
	switch unit {
	case scenario.Span:
		return timeText(time.Duration(off)) + pick(more, " too long", " too short")
	case scenario.Ratio:
		return stats.Value{Kind: stats.Ratio, N: off}.String() + pick(more, " too much", " too little")
	}
	return stats.Value{Kind: stats.Count, N: off}.String() + pick(more, " too many", " too few")
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// CurveTop is the value at the top of the axes that a curve is drawn on: the
// most that it could be, as many as were written by its last point. It follows
// Version.Run.
func (m *Model) CurveTop() int64 {
	if m.Base == nil || m.Lesson.Predict == nil || m.Lesson.Predict.Curve == nil {
		return 1
	}
	points := m.Lesson.Predict.Curve.Points
	written := points[len(points)-1]
	written.Name, written.Of = scenario.Written, scenario.Subject{}
	v, err := m.Base.Report.Measure(written)
	if err != nil || v.N < 1 {
		return 1
	}
	return v.N
}

// CurveHidden says that the lesson asks for a curve which the reader has not
// seen: a chart of it had better show no more than the cursor has reached.
func (m *Model) CurveHidden() bool {
	q := m.Lesson.Predict
	return q != nil && q.Curve != nil && !m.Prediction.Scored && !m.Progress.Lessons[m.Lesson.ID].Finished
}

// drawPoint moves a point of the curve, which lies flat on the axis at first.
func (m *Model) drawPoint(point int, value int64) {
	q, p := m.Lesson.Predict, &m.Prediction
	if q == nil || q.Curve == nil || p.Scored || point < 0 || point >= len(q.Curve.Points) {
		return
	}
	drawn := slices.Clone(p.Drawn)
	if drawn == nil {
		drawn = make([]int64, len(q.Curve.Points))
	}
	drawn[point] = min(max(value, 0), m.CurveTop())
	if slices.Equal(drawn, p.Drawn) {
		return
	}
	*p = Prediction{Drawn: drawn}
	m.Version.Page++
}

// predictCurve takes the curve as drawn for the reader's answer.
func (m *Model) predictCurve() {
	q, p := m.Lesson.Predict, &m.Prediction
	if q == nil || q.Curve == nil || p.Drawn == nil || p.Scored {
		return
	}
	p.Answered = true
	m.answered("the curve as drawn")
}

// answered notes that there is an answer, and scores it if the run was seen.
func (m *Model) answered(answer string) {
	m.visit(func(p *LessonProgress) { p.Answered = true })
	m.Live = "Your answer: " + answer + ". Play the run to see."
	m.score()
	m.Version.Page++
}

// scoreCurve holds the curve against the lesson's own run.
func (m *Model) scoreCurve(c *lesson.Curve) {
	p := &m.Prediction
	measured, err := c.Measure(m.Base.Report)
	if err != nil {
		panic("lesson " + m.Lesson.ID + ": " + err.Error())
	}
	s := c.Score(p.Drawn, measured)
	p.Measured, p.Right, p.Percent = measured, s.Right, s.Percent
	p.Distance = c.Words(s, p.Drawn, measured)
}
