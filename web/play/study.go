package play

import (
	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/lesson"
)

// predict takes the reader's answer. It is scored by the lesson's own run,
// once a run has been seen to its end: never before, and never a gate.
func (m *Model) predict(choice int) {
	q := m.Lesson.Predict
	if q == nil || choice < 0 || choice >= len(q.Choices) || m.Prediction.Scored {
		return
	}
	m.Prediction = Prediction{Answered: true, Choice: choice}
	m.answered(q.Choices[choice])
}

// seenToEnd notes that the reader came to the end of a run.
func (m *Model) seenToEnd() {
	m.visit(func(p *LessonProgress) { p.Finished = true })
	m.score()
}

// score holds the answer against the lesson's own run.
func (m *Model) score() {
	q, p := m.Lesson.Predict, &m.Prediction
	if q == nil || !p.Answered || p.Scored || m.Base == nil || !m.Progress.Lessons[m.Lesson.ID].Finished {
		return
	}
	p.Scored = true
	if q.Curve != nil {
		m.scoreCurve(q.Curve)
	} else {
		m.scoreAnswer(q)
	}
	p.Explain = m.Base.fill(q.Explain)
	m.Version.Page++
}

// scoreAnswer scores a choice or a number.
func (m *Model) scoreAnswer(q *lesson.Question) {
	p := &m.Prediction
	answer, err := m.Base.Report.Measure(q.Answer)
	if err != nil {
		panic("lesson " + m.Lesson.ID + ": " + err.Error())
	}
	p.Answer = answer.String()
	if q.Number == nil {
		p.Right = p.Answer == q.Choices[p.Choice]
		return
	}
	m.scoreNumber(q, answer)
}

func newGoals(l *lesson.Lesson) []Goal {
	if l.Challenge == nil {
		return nil
	}
	goals := make([]Goal, len(l.Challenge.Goals))
	for i, g := range l.Challenge.Goals {
		goals[i].Text = g.Text
	}
	return goals
}

// startChallenge sets what the challenge starts from, over the lesson's own.
func (m *Model) startChallenge() {
	if c := m.Lesson.Challenge; c != nil {
		m.try(Draft{Challenge: true}.with(c.Set...), "start of the challenge", "", "")
	}
}

func (m *Model) showSolution() {
	c := m.Lesson.Challenge
	if c == nil {
		return
	}
	m.SolutionShown = true
	before := m.Draft
	m.before = &before
	m.try(Draft{Challenge: true}.with(c.Set...).with(c.Solution...), "solution", "", "")
	m.Notice = "This is one solution. Take it back, and yours is there again."
}

// takeBack puts what the reader had before the solution in its place again.
func (m *Model) takeBack() {
	if m.before == nil {
		return
	}
	before := *m.before
	m.before = nil
	m.try(before, "solution taken back", "", "")
	m.Notice = "Your own attempt is back."
}

// CanTakeBack says whether a solution stands where the reader's attempt was.
func (m *Model) CanTakeBack() bool { return m.before != nil }

func (m *Model) hint() {
	if c := m.Lesson.Challenge; c != nil {
		m.Hints = min(m.Hints+1, len(c.Hints))
	}
}

// challengeFollows says whether the goals count for the draft: a challenge
// that has a start of its own must be started, so that nothing ticks by itself, and a
// recording is nothing that the reader did.
func (m *Model) challengeFollows() {
	c := m.Lesson.Challenge
	m.Challenging = c != nil && m.Draft.Recorded == "" && (m.Draft.Challenge || len(c.Set) == 0)
	for i := range m.Goals {
		m.Goals[i] = Goal{Text: m.Goals[i].Text}
	}
}

// goalParts are the runs that the goals need, each under its own settings.
func (m *Model) goalParts(d Draft) []*part {
	if !m.Challenging {
		return nil
	}
	var parts []*part
	for i, g := range m.Lesson.Challenge.Goals {
		if len(g.With) == 0 {
			continue
		}
		b, err := d.with(g.With...).build(m.Lesson)
		if err != nil {
			m.Goals[i].Why = sentence(err.Error())
			continue
		}
		parts = append(parts, newPart(b, func(r *Run) { m.judge(i, r) }))
	}
	return parts
}

// tickGoals judges the goals that are about the run shown.
func (m *Model) tickGoals() {
	if !m.Challenging || !m.Run.Draft.equal(m.Draft) {
		return
	}
	for i, g := range m.Lesson.Challenge.Goals {
		if len(g.With) == 0 {
			m.judge(i, m.Run)
		}
	}
}

// judge ticks a goal or not for a run.
func (m *Model) judge(i int, r *Run) {
	claim := m.Lesson.Challenge.Goals[i].Claim
	result := check.Claim(claim, r.Report)
	m.Goals[i].Done, m.Goals[i].Why = result.Holds, why(result)
	m.Version.Page++
	if m.Solved() && !m.SolutionShown {
		m.visit(func(p *LessonProgress) { p.Solved = true })
	}
}

// Solved says whether every goal is ticked.
func (m *Model) Solved() bool {
	for _, g := range m.Goals {
		if !g.Done {
			return false
		}
	}
	return m.Challenging && len(m.Goals) > 0
}
