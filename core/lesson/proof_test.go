package lesson_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/console"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// run is a lesson's scenario, run under some settings.
type run struct {
	scenario *scenario.Scenario
	trace    *trace.Trace
	report   *stats.Report
}

func runLesson(t testing.TB, l *lesson.Lesson, set []lesson.Setting) *run {
	t.Helper()
	sc, err := l.Doc.Bind(set)
	if err != nil {
		t.Fatalf("%s with %v: %v", l.ID, set, err)
	}
	tr := sim.Run(sc, sim.Options{}).Trace
	return &run{sc, tr, stats.New(tr)}
}

func (r *run) console() string {
	var b strings.Builder
	for _, l := range console.Lines(r.scenario, r.trace) {
		b.WriteString(l.Text + "\n")
	}
	return b.String()
}

// failing names the claims that do not hold.
func (r *run) failing() []string {
	var names []string
	for _, c := range check.Claims(r.scenario, r.report) {
		if !c.Holds {
			names = append(names, c.Name)
		}
	}
	return names
}

// passes says whether every goal of the lesson's challenge holds under set.
func passes(t testing.TB, l *lesson.Lesson, set []lesson.Setting) bool {
	t.Helper()
	return !slices.ContainsFunc(l.Challenge.Goals, func(g lesson.Goal) bool {
		r := runLesson(t, l, lesson.Over(set, g.With))
		return !check.Claim(g.Claim, r.report).Holds
	})
}

// Every lesson is what its file says it is.
func TestLessons(t *testing.T) {
	for _, l := range lesson.All() {
		t.Run(l.ID, func(t *testing.T) {
			t.Run("console", func(t *testing.T) { proveConsole(t, l) })
			t.Run("rows", func(t *testing.T) { proveRows(t, l) })
			t.Run("claims", func(t *testing.T) { proveClaims(t, l) })
			t.Run("question", func(t *testing.T) { proveQuestion(t, l) })
			t.Run("challenge", func(t *testing.T) { proveChallenge(t, l) })
			t.Run("scenario", func(t *testing.T) { proveScenario(t, l) })
			t.Run("run", func(t *testing.T) { proveRun(t, l) })
		})
	}
}

func proveConsole(t *testing.T, l *lesson.Lesson) {
	if diff := cmp.Diff(l.Console, runLesson(t, l, nil).console()); diff != "" {
		t.Errorf("console (-want +got):\n%s", diff)
	}
}

func proveRows(t *testing.T, l *lesson.Lesson) {
	for _, row := range l.Rows {
		r := runLesson(t, l, row.Set)
		if got := check.Claim(row.Expect, r.report); !got.Holds {
			t.Errorf("%s: %v: expected %s; it is %s against %s %s", row.Pos, row.Set, got.Text, got.Left, got.Right, got.Reason)
		}
		if diff := cmp.Diff(row.Fails, r.failing()); diff != "" {
			t.Errorf("%s: %v: claims that fail (-want +got):\n%s", row.Pos, row.Set, diff)
		}
	}
}

// A lesson has a claim that holds and one that doesn't: without the second
// there is nothing to learn.
func proveClaims(t *testing.T, l *lesson.Lesson) {
	if len(l.Rows) == 0 || len(l.Rows[0].Set) > 0 {
		t.Error("the first row should say what the lesson's own run shows, without settings")
	}
	all, failing := len(runLesson(t, l, nil).scenario.Claims), len(l.Rows[0].Fails)
	if failing == 0 || failing == all {
		t.Errorf("%d of %d claims fail in the lesson's own run", failing, all)
	}
}

func proveQuestion(t *testing.T, l *lesson.Lesson) {
	r := runLesson(t, l, nil)
	switch q := l.Predict; {
	case q.Number != nil:
		proveNumber(t, q, r)
	case q.Curve != nil:
		proveCurve(t, q.Curve, r)
	default:
		proveChoices(t, q, r)
	}
	text, err := lesson.Fill(l.Predict.Explain, r.scenario, r.report)
	if err != nil || strings.ContainsAny(text, "{}") {
		t.Errorf("explanation %q, %v", text, err)
	}
}

func proveChoices(t *testing.T, q *lesson.Question, r *run) {
	answer, err := r.report.Measure(q.Answer)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for _, choice := range q.Choices {
		if choice == answer.String() {
			right++
		}
	}
	if right != 1 {
		t.Errorf("the run answers %s, which is %d of the choices %q", answer, right, q.Choices)
	}
}

// What the run says scores, typed as the page shows it, and no wrong answer does.
func proveNumber(t *testing.T, q *lesson.Question, r *run) {
	answer, err := r.report.Measure(q.Answer)
	if err != nil {
		t.Fatal(err)
	}
	scores := func(typed string) bool {
		v, err := q.Number.Read(typed, q.Answer.Name.Info().Unit)
		return err == nil && q.Number.Near(v, answer)
	}
	if !scores(answer.String()) {
		t.Errorf("the run answers %s, which does not score", answer)
	}
	for _, wrong := range q.Number.Wrong {
		if scores(wrong) {
			t.Errorf("the wrong answer %s scores", wrong)
		}
	}
}

func proveCurve(t *testing.T, c *lesson.Curve, r *run) {
	measured, err := c.Measure(r.report)
	if err != nil {
		t.Fatal(err)
	}
	if s := c.Score(measured, measured); !s.Right || s.Percent != 100 {
		t.Errorf("the run's own curve scores %+v", s)
	}
	for _, wrong := range c.Wrong {
		if s := c.Score(wrong, measured); s.Right {
			t.Errorf("the wrong curve %v scores against %v: %+v", wrong, measured, s)
		}
	}
}

func proveChallenge(t *testing.T, l *lesson.Lesson) {
	c := l.Challenge
	if passes(t, l, c.Set) {
		t.Error("the start passes the challenge already")
	}
	if !passes(t, l, lesson.Over(c.Set, c.Solution)) {
		t.Errorf("the solution %v does not pass", c.Solution)
	}
	for _, wrong := range c.Wrong {
		if passes(t, l, lesson.Over(c.Set, wrong)) {
			t.Errorf("the wrong answer %v passes", wrong)
		}
	}
}

func proveScenario(t *testing.T, l *lesson.Lesson) {
	if diff := cmp.Diff(l.Doc.Format(), l.Source); diff != "" {
		t.Errorf("the scenario is not in canonical form (-canonical +lesson):\n%s", diff)
	}
	for _, p := range l.Doc.Params() {
		if p.Label == "" || p.Help == "" {
			t.Errorf("parameter %s has no label or no help", p.Name)
		}
	}
}

// slow are the lessons whose default run is longer than ten virtual seconds.
var slow = map[string]time.Duration{
	"kitchen":       10 * time.Minute, // 3 cooks take 10 minutes for the only dishes they cook
	"load-leveling": time.Minute,      // it runs at its real rate
}

// The default run shows its phenomenon within ten virtual seconds, keeps the
// model's rules, and is the same twice.
func proveRun(t *testing.T, l *lesson.Lesson) {
	r := runLesson(t, l, nil)
	if r.report.Limited() || r.trace.End() > max(10*time.Second, slow[l.ID]) {
		t.Errorf("the run ends at %s", r.trace.End())
	}
	if again := runLesson(t, l, nil); r.trace.Hash() != again.trace.Hash() {
		t.Error("two runs differ")
	}
	for _, row := range l.Rows {
		if err := check.Conservation(runLesson(t, l, row.Set).trace); err != nil {
			t.Errorf("%s: %v", row.Pos, err)
		}
	}
}
