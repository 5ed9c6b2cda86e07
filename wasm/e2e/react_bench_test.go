package e2e

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/performance"
	cdp "github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/queuelab/queuelab/core/lesson"
)

// watchEdits times each edit, from the input event: "picture" to the last change of the stage, which shows the new
// run; "work" to the last change of the whole document, with every number and word beside it; "frame" to the painting of the frame with that change. A frame comes every 16.7 ms, so half of that is
// waiting, on average, however fast the work is. Both count what other programs take from this one too; "cpu" doesn't:
// it is all that the page's main thread worked for an edit, on average, with style, layout and paint.
const watchEdits = `(() => {
	window.edits = [];
	let edit = null;
	let asked = false;
	const {port1, port2} = new MessageChannel();
	port1.onmessage = () => { if (edit) edit.frame = performance.now() - edit.began; };
	addEventListener("input", () => { edit = {began: performance.now(), picture: 0, work: 0, frame: 0}; }, true);
	new MutationObserver((changes) => {
		if (!edit) return;
		edit.work = performance.now() - edit.began;
		const stage = document.querySelector("#stage");
		if (changes.some((c) => stage.contains(c.target))) edit.picture = edit.work;
		if (asked) return;
		asked = true;
		requestAnimationFrame(() => { asked = false; port2.postMessage(null); });
	}).observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	window.endEdit = () => new Promise((done) => setTimeout(() => {
		if (edit) edits.push([edit.picture, edit.work, edit.frame]);
		edit = null;
		done(true);
	}, 100));
})()`

// editsMeasured is how many edits of each lesson are measured.
const editsMeasured = 64

// BenchmarkEdit moves a slider to and fro and measures how long the page takes to show the new run.
func BenchmarkEdit(b *testing.B) {
	for _, l := range lesson.All()[:5] {
		b.Run(l.ID, func(b *testing.B) {
			p := sharedServer(b).Tab(b)
			p.Goto("lessons/" + l.ID)
			p.Started()
			p.Wait(stored)
			p.Click("#to-end")
			p.Focus("#params input[type=range]")
			p.Key(kb.ArrowRight + kb.ArrowLeft)
			Eval[cdp.Void](p, watchEdits)
			workOnly(p)
			var cpu float64
			for b.Loop() {
				Eval[cdp.Void](p, "edits = []")
				before := metrics(p)
				for i := range editsMeasured {
					p.Key([]string{kb.ArrowRight, kb.ArrowLeft}[i%2])
					Eval[bool](p, "endEdit()")
				}
				cpu = metrics(p)["TaskDuration"] - before["TaskDuration"]
			}
			times := Eval[[][3]float64](p, "edits")
			if len(times) != editsMeasured {
				b.Fatalf("%d of %d edits were seen", len(times), editsMeasured)
			}
			b.ReportMetric(cpu*1000/editsMeasured, "cpu-ms")
			for i, name := range []string{"picture", "work", "frame"} {
				all := make([]float64, len(times))
				for j := range times {
					all[j] = times[j][i]
				}
				slices.Sort(all)
				b.ReportMetric(all[len(all)/2], name+"-p50-ms")
				b.ReportMetric(all[len(all)*95/100], name+"-p95-ms")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// workOnly makes the browser's counts leave out the time in which other programs had the processor.
func workOnly(p *Page) {
	p.t.Helper()
	send(p, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
}

const twoHundred = "1&consumers=1&messages=220&every=1ms&work=50ms&-at=230ms"

// BenchmarkPlay plays a run with some 200 visible messages for two seconds and measures the script of each frame.
func BenchmarkPlay(b *testing.B) {
	p := sharedServer(b).Tab(b)
	p.Prepare(countFrames)
	p.Goto("lessons/competing-consumers#" + twoHundred)
	p.Started()
	p.Wait(stored)
	p.Wait("(" + countersShown + ").visible > 200")
	p.Focus("#title")
	workOnly(p)
	var script, task, frames float64
	for b.Loop() {
		Eval[cdp.Void](p, "window.frames = 0")
		before := metrics(p)
		p.Key(" ")
		Eval[bool](p, "new Promise((done) => { const i = setInterval(() => { clearInterval(i); done(true); }, 2000); })")
		frames += Eval[float64](p, "window.frames")
		after := metrics(p)
		p.Key(" ")
		p.WaitText("#play", "Play")
		script += after["ScriptDuration"] - before["ScriptDuration"]
		task += after["TaskDuration"] - before["TaskDuration"]
		b.ReportMetric(Eval[float64](p, "("+countersShown+").visible"), "visible-at-end")
		p.Wait("location.hash !== " + quote("#"+twoHundred)) // going to where one is leads nowhere
		Eval[cdp.Void](p, "location.hash = "+quote(twoHundred))
		p.At("230 ms")
	}
	b.ReportMetric(script*1000/frames, "script-ms/frame")
	b.ReportMetric(task*1000/frames, "task-ms/frame")
	b.ReportMetric(frames/float64(b.N)/2, "frames/s")
	b.ReportMetric(0, "ns/op")
}
