package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/web/play"
)

// keepPlots makes each chart findable from its host, so that its data can be read.
const keepPlots = `(() => {
	let made;
	Object.defineProperty(window, "uPlot", {
		configurable: true,
		get: () => made,
		set: (uPlot) => {
			made = new Proxy(uPlot, {construct(target, [options, data, host]) {
				return host.plot = new target(options, data, host);
			}});
		},
	});
})()`

// mostSteps is how many events of each lesson are stepped through.
const mostSteps = 6

func TestLessons(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Prepare(keepPlots)
	for _, l := range lesson.All() {
		t.Run(l.ID, func(t *testing.T) {
			p.During(t)
			p.Goto("lessons/" + l.ID)
			p.Started()
			p.WaitText("h1", l.Title)
			p.Axe()
			p.Axe(Dark)
			run := simulate(t, l.ID)
			press(p, "#tab-console") // a lesson may open with another panel
			showsRun(p, run)
			fits(p)
			steps(p, l.ID, run)
			tries(p, l)
		})
	}
}

// TestOtherPages looks at the pages that are no lessons.
func TestOtherPages(t *testing.T) {
	p := sharedServer(t).Tab(t)
	p.Tolerate("404")
	for _, path := range []string{"", "404"} {
		p.Goto(path)
		p.Started()
		p.WaitText("h1", heading(t, path))
		p.Axe()
		p.Axe(Dark)
		fits(p)
	}
}

// showsRun compares the end of the lesson's own run with the native one.
func showsRun(p *Page, run *native) {
	p.t.Helper()
	p.Click("#to-end")
	Eventually(p, countersShown, run.counters(run.Trace.Len()))
	Eventually(p, consoleShown, run.Console)
	Eventually(p, claimsShown, run.Claims)
	depthChart(p, run)
	bars := stats.Deliveries(run.Trace, 60)
	Eventually(p, `[...document.querySelector("#deliveries-chart").plot.data[2]]`, bars.First)
	Eventually(p, `(() => {
		const [, upto, first] = document.querySelector("#deliveries-chart").plot.data;
		return upto.map((v, i) => v === null ? 0 : v - first[i]);
	})()`, bars.Repeated)
}

// depthChart compares the curves with the depth at every instant, and with the lag where there are groups that read logs.
func depthChart(p *Page, run *native) {
	p.t.Helper()
	queues, groups := len(run.Trace.Head.Queues), len(run.Trace.Head.Groups)
	if queues > 0 {
		levelChart(p, stats.Depth(run.Trace, -1, 4000))
	}
	if groups == 0 {
		return
	}
	if queues > 0 {
		p.Click("#level-lag")
	}
	levelChart(p, stats.Lag(run.Trace, -1, 4000))
	Eventually(p, `document.querySelector("#depth-title").firstChild.data.trim()`, "Lag")
	if queues > 0 {
		p.Click("#level-depth")
		levelChart(p, stats.Depth(run.Trace, -1, 4000))
	}
}

// levelChart compares the curves, which hold their value until the next point: of the points at one instant the last
// one counts.
func levelChart(p *Page, s stats.Series) {
	p.t.Helper()
	want := map[string][]float64{}
	for i := range s.T {
		want[fmt.Sprint(s.T[i])] = []float64{s.InFlight[i], s.Visible[i], s.Total[i]}
	}
	Eventually(p, `(() => {
		const [t, inFlight, visible, total] = document.querySelector("#depth-chart").plot.data;
		return Object.fromEntries([...t].map((at, i) => [at, [inFlight[i], visible[i], total[i]]]));
	})()`, want)
}

// steps goes forward from the start and back, and back from the end: every place shows the state of the native trace.
func steps(p *Page, id string, run *native) {
	p.t.Helper()
	m := open(id, "")
	m.send(play.ToEnd{})
	move := func(key string, msg play.Msg) {
		p.t.Helper()
		p.Key(key)
		m.send(msg)
		Eventually(p, countersShown, run.counters(m.Cursor.Events))
		Eventually(p, summaryShown, m.Summary())
		Eventually(p, liveShown, m.Live)
	}
	move(kb.ArrowLeft, play.Step{Events: -1})
	move(kb.ArrowLeft, play.Step{Events: -1})
	move(kb.Home, play.ToStart{})
	most := min(mostSteps, run.Trace.Len())
	for range most {
		move(kb.ArrowRight, play.Step{Events: 1})
	}
	if m.Cursor.Events < most {
		p.t.Errorf("after %d steps only %d events have happened", most, m.Cursor.Events)
	}
	move(kb.ArrowLeft, play.Step{Events: -1})
	move(kb.ArrowRight, play.Step{Events: 1})
}

// tries takes the lesson's challenge on: its start doesn't solve it, its solution does, once it is asked for twice, and
// undo takes the solution back.
func tries(p *Page, l *lesson.Lesson) {
	p.t.Helper()
	if l.Challenge == nil {
		return
	}
	if p.Count("#start-challenge") > 0 {
		p.Click("#start-challenge")
	}
	begin := goalsAtFirst(l)
	Eventually(p, goalsShown, begin)
	notSolved(p, l)

	p.Click("#solution")
	Eventually(p, focused, "solution-yes")
	Eventually(p, goalsShown, begin) // asking is not showing
	p.Click("#solution-yes")
	Eventually(p, goalsShown, repeat(true, len(l.Challenge.Goals)))
	p.WaitText("#challenge .solved", "✓ Solved. Every goal holds.")
	Eventually(p, settingsShown, settingsOf(l, lesson.Over(l.Challenge.Set, l.Challenge.Solution)))

	p.Click("#undo")
	Eventually(p, goalsShown, begin)
	notSolved(p, l)
}

// goalsAtFirst says which of a challenge's goals its start reaches already.
func goalsAtFirst(l *lesson.Lesson) (done []bool) {
	m := open(l.ID, "")
	if !m.Challenging {
		m.send(play.StartChallenge{})
	}
	for _, g := range m.Goals {
		done = append(done, g.Done)
	}
	return done
}

func notSolved(p *Page, l *lesson.Lesson) {
	p.t.Helper()
	Eventually(p, `document.querySelectorAll(".goals li").length`, len(l.Challenge.Goals))
	p.Wait(`document.querySelectorAll(".goals li.no").length > 0`)
	if p.Count("#challenge .solved") > 0 {
		p.t.Error("the challenge counts as solved")
	}
}

func settingsOf(l *lesson.Lesson, set []lesson.Setting) map[string]string {
	sc, err := l.Doc.Bind(set)
	if err != nil {
		panic(err) // a lesson's own settings always fit
	}
	all := map[string]string{}
	for _, p := range sc.Params {
		all[p.Name] = p.Value.String()
	}
	return all
}

func repeat[T any](v T, n int) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = v
	}
	return all
}

// TestPlay plays a run in earnest, and sees it pause, go on and end.
func TestPlay(t *testing.T) {
	p := Open(t, fiveJobs)
	p.Key("++++")
	Eventually(p, `document.querySelector("#speed").selectedOptions[0].textContent`, "16×")
	p.Key(" ")
	p.WaitText("#play", "Pause")
	p.Wait(`document.querySelector("#clock").textContent !== "t = 0 ms"`)
	p.Key(" ")
	p.WaitText("#play", "Play")
	if at := p.Clock(); at <= 0 || at >= 60 {
		t.Errorf("paused at %v ms, want the middle of the run", at)
	}
	p.Click("#play")
	// The five jobs are done at 60 ms: 10 ms, and five times 10 ms.
	p.At("60 ms")
	p.WaitText("#play", "Play")
	Eventually(p, liveShown, "The run is over at 60 ms.")
	run := simulate(t, "five-jobs")
	Eventually(p, consoleShown, run.Console)
	Eventually(p, countersShown, run.counters(run.Trace.Len()))
	p.Click("#play") // at the end, it begins again
	p.WaitText("#play", "Pause")
	p.Wait(`!document.querySelector("#clock").textContent.startsWith("t = 60")`)
}
