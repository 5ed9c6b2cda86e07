package e2e
import ("testing";"time")
func TestDbg(t *testing.T) {
	p := Open(t, fiveJobs)
	p.Prepare("")
	p.Key("++++")
	p.Key(" ")
	p.WaitText("#play", "Pause")
	p.Wait(`document.querySelector("#clock").textContent !== "t = 0 ms"`)
	p.Key(" ")
	p.WaitText("#play", "Play")
	Eval[any](p, `(() => { window.log=[]; for (const k of ["pointerdown","pointerup","click","mousedown"]) document.addEventListener(k, (e)=>log.push(k+" "+e.target.tagName+" "+e.target.id), true);
	const raf = requestAnimationFrame; window.requestAnimationFrame = (f) => { log.push("raf"); return raf(f)}; return 1 })()`)
	p.Click("#play")
	for range 10 { time.Sleep(100*time.Millisecond); t.Log(Eval[string](p, clockShown+` + document.querySelector("#play").textContent+ document.visibilityState`)) }
	t.Log(Eval[[]string](p, `log`))
}
