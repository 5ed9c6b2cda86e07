package play

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/scenario"
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

// requested are the requests among effects.
func requested(effects []Effect) (all []study.Request) {
	for _, e := range effects {
		if ask, ok := e.(Ask); ok {
			all = append(all, ask.Request)
		}
	}
	return all
}

// What carries studies out is got ready when one of their panels is first shown, and no sooner.
func TestStudiesArePreparedWhenTheirPanelIsShown(t *testing.T) {
	m := studying(t, "safe-order", ConsoleTab)
	for _, c := range []struct {
		tab  Tab
		want bool
	}{{EventsTab, false}, {BrokersTab, false}, {TradeoffTab, true}, {SchedulesTab, false}} {
		if got := slices.Contains(kinds(m.Update(SelectTab{c.tab})), "play.Prepare"); got != c.want {
			t.Errorf("%s: prepared %v, want %v", c.tab, got, c.want)
		}
	}
	if got := kinds(m.Update(OpenLesson{ID: "utilization"})); !slices.Contains(got, "play.Prepare") {
		t.Errorf("a lesson that opens with its curve asks for %v", got)
	}
}

func kinds(effects []Effect) (all []string) {
	for _, e := range effects {
		all = append(all, fmt.Sprintf("%T", e))
	}
	return all
}

// A request has the draft under the search's settings, settled, without the counterexample that is played.
func TestWhatIsAskedFor(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	send(t, m, SetParam{Name: "variant", Text: "outbox"})
	want := []study.Request{{
		ID: 1, System: study.System{Name: "safe-order", Text: m.Lesson.Source, Settings: []scenario.Setting{
			{Name: "variant", Value: "outbox"}, {Name: "crash-after", Value: "never"},
		}},
		Search: &explore.Options{Claims: []string{"The customer gets one receipt"}, Crashes: 1, Away: 10 * time.Millisecond},
	}}
	if d := cmp.Diff(want, requested(m.Update(StartSearch{}))); d != "" {
		t.Error(d)
	}
}

func TestLeavingTheLessonDropsWhatGoesOn(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	send(t, m, SetSearch{Search{Crashes: 3, Away: time.Millisecond, Lost: 3, Consumers: true, Ties: true}}, StartSearch{}, SelectTab{TradeoffTab}, StartSweep{})
	turn(t, m)
	effects := m.Update(OpenLesson{ID: "two-receipts"})
	want := []study.Request{{ID: 1, Drop: true}, {ID: 2, Drop: true}}
	if d := cmp.Diff(want, requested(effects)); d != "" {
		t.Error(d)
	}
	carryOut(t, m, effects)
	if turn(t, m) {
		t.Error("it goes on")
	}
	m.Update(Told{study.Report{ID: 1, Over: true, Verdict: &explore.Verdict{}}})
	if m.Schedules.Verdict != nil || m.Schedules.Running {
		t.Error("a report of the other lesson is taken in")
	}
	if next := requested(m.Update(StartSearch{})); len(next) != 1 || next[0].ID != 3 {
		t.Errorf("%+v", next)
	}
}

// An edit leaves what goes on alone, and marks it.
func TestAnEditWhileItGoesOn(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	send(t, m, StartSearch{}, SetParam{Name: "variant", Text: "outbox"})
	if !m.Schedules.Running || !m.Schedules.Stale {
		t.Errorf("%+v", m.Schedules)
	}
	for turn(t, m) {
	}
	if v := m.Schedules.Verdict; v == nil || v.Kind != explore.Broken || !m.Schedules.Stale {
		t.Errorf("%+v", m.Schedules)
	}
}

// A search that is stopped before anything was heard of it is as if it had not been.
func TestStoppedBeforeAnythingIsHeard(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	m.Update(StartSearch{})
	if d := cmp.Diff([]study.Request{{ID: 1, Drop: true}}, requested(m.Update(StopSearch{}))); d != "" || m.Schedules.Running {
		t.Errorf("running %v %s", m.Schedules.Running, d)
	}
}

// Where nobody carries a study out, the panel says so; what was found stays, and
// the next try finds what it would have.
func TestAStudyThatFails(t *testing.T) {
	m := studying(t, "safe-order", SchedulesTab)
	send(t, m, StudyFailed{"could not be loaded (404)"})
	if m.Schedules.Problem != "" {
		t.Errorf("before anything is asked: %q", m.Schedules.Problem)
	}
	send(t, m, StartSearch{}, StudyFailed{"could not be loaded (404)"})
	const want = "What searches could not be loaded (404). The rest of the page works. To try again, press “Search every schedule”."
	if m.Schedules.Problem != want || m.Schedules.Running {
		t.Errorf("%q", m.Schedules.Problem)
	}
	toEnd(t, m, StartSearch{})
	if m.Schedules.Problem != "" || m.VerdictText() != "Broken, shortest of 2." {
		t.Errorf("%q %q", m.Schedules.Problem, m.VerdictText())
	}

	m = measuring(t, Sweep{Param: "rate", Steps: 2, Runs: 5, Measures: [2]string{"waiting"}})
	all := m.Curve()
	send(t, m, MoreReplications{})
	delete(runners, m)
	send(t, m, StudyFailed{"has stopped because of an error in it"})
	if got := m.Tradeoff.Problem; got != "What measures has stopped because of an error in it. The rest of the page works. To try again, press “Measure”." {
		t.Errorf("%q", got)
	}
	if d := cmp.Diff(all, m.Curve(), cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
	toEnd(t, m, MoreReplications{})
	if got := m.SweepProgress(); got != "30 of 30 runs" || m.Tradeoff.Problem != "" {
		t.Errorf("after another try: %s %s", got, m.Tradeoff.Problem)
	}
}

// A curve that is stopped tells what there is, and goes on from there.
func TestAStoppedCurveGoesOn(t *testing.T) {
	m := playing(t, jobsSource)
	send(t, m, SelectTab{TradeoffTab}, SetSweep{Sweep{Param: "rate", Steps: 3, Runs: 100, Measures: [2]string{"waiting"}}}, StartSweep{})
	for m.Curve() == nil {
		turn(t, m)
	}
	send(t, m, StopSweep{})
	if m.Tradeoff.Running || m.SweepShare() == 1 || m.Live != "Stopped: "+m.SweepProgress()+"." {
		t.Errorf("running %v, %s, %q", m.Tradeoff.Running, m.SweepProgress(), m.Live)
	}
	toEnd(t, m, MoreReplications{})
	if got := m.SweepProgress(); got != "315 of 315 runs" || m.Live != "The curve is complete: 315 of 315 runs." {
		t.Errorf("%s, %q", got, m.Live)
	}
}
