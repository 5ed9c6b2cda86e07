package play

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/queuelab/queuelab/web/study"
	"github.com/queuelab/queuelab/web/study/runner"
)

// runners stand for the program beside the page, one for each model.
var runners = map[*Model]*runner.Runner{}

func runnerOf(m *Model) *runner.Runner {
	if runners[m] == nil {
		runners[m] = &runner.Runner{}
	}
	return runners[m]
}

// carryOut hands over what a model asks of studies, and brings what is heard at once,
// both as the text that goes between the two programs.
func carryOut(t testing.TB, m *Model, effects []Effect) {
	t.Helper()
	for _, e := range effects {
		if ask, ok := e.(Ask); ok {
			runnerOf(m).Take(passed(t, ask.Request, study.ReadRequest))
		}
	}
	hear(t, m)
}

func hear(t testing.TB, m *Model) {
	t.Helper()
	for _, r := range runnerOf(m).Reports() {
		m.Update(Told{passed(t, r, study.ReadReport)})
	}
}

// passed is a value after it went through its text.
func passed[T interface{ String() string }](t testing.TB, v T, read func(string) (T, error)) T {
	t.Helper()
	got, err := read(v.String())
	if d := cmp.Diff(v, got, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); err != nil || d != "" {
		t.Fatalf("through its text: %v\n%s", err, d)
	}
	return got
}

// turn does a turn of the studies that go on, and says whether any still does.
func turn(t testing.TB, m *Model) bool {
	t.Helper()
	goesOn := runnerOf(m).Turn(5 * time.Millisecond)
	hear(t, m)
	return goesOn
}

// toEnd goes on until no study does.
func toEnd(t testing.TB, m *Model, msg Msg) {
	t.Helper()
	carryOut(t, m, m.Update(msg))
	for goesOn := true; m.Schedules.Running || m.Tradeoff.Running; goesOn = turn(t, m) {
		if !goesOn {
			t.Fatal("nobody goes on with the study")
		}
	}
}
