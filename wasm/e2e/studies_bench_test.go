package e2e

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	cdp "github.com/chromedp/chromedp"
)

// longestTask is the longest task since the last look, in ms, to the precision
// of the browser's own list, which has those of 50 ms and more.
const watchTasks = `(() => {
	window.longTasks = [];
	new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((e) => e.duration))).observe({type: "longtask", buffered: false});
	window.gaps = [];
	const {port1, port2} = new MessageChannel();
	let last = 0;
	window.watching = false;
	port1.onmessage = () => {
		const now = performance.now();
		if (last > 0) gaps.push(now - last);
		last = now;
		if (watching) setTimeout(() => { last = performance.now(); port2.postMessage(null); }, 5); else last = 0;
	};
	window.watchGaps = () => { gaps.length = 0; longTasks.length = 0; last = 0; watching = true; port2.postMessage(null); };
})()`

// longest are the longest of the browser's long tasks, 0 where none was, and
// the longest wait of a message to oneself: what a press would wait.
func longest(p *Page) (task, wait float64) {
	p.t.Helper()
	Eval[cdp.Void](p, "watching = false")
	return Eval[float64](p, "Math.max(0, ...longTasks)"), Eval[float64](p, "Math.max(0, ...gaps)")
}

var number = regexp.MustCompile(`[\d,]+ different state`)

// BenchmarkSearch searches the handlers of safe-order with two more orders and
// all that may go wrong, as core/explore's benchmark does, and counts distinct
// states a second.
func BenchmarkSearch(b *testing.B) {
	p := sharedServer(b).Tab(b)
	p.Goto(safeOrder + "#1&-line=producer+more%0A++to+orders%0A++write+order%3D8843+order%3D8844&variant=record-first&-tab=schedules&-search=crashes=2,away=10ms,lost=1,consumers,ties")
	p.Started()
	p.Wait(stored)
	Eval[cdp.Void](p, watchTasks)
	var states, ms, task, wait float64
	for b.Loop() {
		Eval[cdp.Void](p, "watchGaps()")
		ms += Eval[float64](p, `new Promise((done) => {
			const began = performance.now();
			document.querySelector("#search").click();
			const look = setInterval(() => {
				if (document.querySelector("#search") === null || document.querySelector("#verdict-head") === null) return;
				clearInterval(look);
				done(performance.now() - began);
			}, 20);
		})`)
		text := number.FindString(p.Text("#verdict"))
		n, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(text, " different state"), ",", ""), 64)
		if err != nil {
			b.Fatal(p.Text("#panel"), err)
		}
		states += n
		t, w := longest(p)
		task, wait = max(task, t), max(wait, w)
	}
	b.ReportMetric(states/ms*1000, "states/s")
	b.ReportMetric(states/float64(b.N), "states")
	b.ReportMetric(task, "long-task-ms")
	b.ReportMetric(wait, "wait-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkTradeoff measures 20 points by 200 replications of the lesson on
// the timeout, chart and all.
func BenchmarkTradeoff(b *testing.B) {
	p := sharedServer(b).Tab(b)
	p.Goto("lessons/visibility-timeout#1&-tab=tradeoff")
	p.Started()
	p.Wait(stored)
	Eval[cdp.Void](p, watchTasks)
	var ms, task, wait float64
	for b.Loop() {
		Eval[cdp.Void](p, "watchGaps()")
		ms += Eval[float64](p, `new Promise((done) => {
			const began = performance.now();
			document.querySelector("#measure").click();
			const look = setInterval(() => {
				if (document.querySelector("#measure") === null || document.querySelector("#sweep-progress")?.textContent !== "4,000 of 4,000 runs") return;
				clearInterval(look);
				done(performance.now() - began);
			}, 20);
		})`)
		t, w := longest(p)
		task, wait = max(task, t), max(wait, w)
	}
	b.ReportMetric(ms/float64(b.N), "sweep-ms")
	b.ReportMetric(task, "long-task-ms")
	b.ReportMetric(wait, "wait-ms")
	b.ReportMetric(0, "ns/op")
}
