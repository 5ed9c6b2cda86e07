package e2e

import (
	"encoding/json"

	"github.com/chromedp/cdproto/tracing"
)

// tasks are the tasks of the pages' main threads while the browser traces them.
type tasks struct {
	over chan struct{}
	// main are the threads that are a page's main one; ran is the longest task of
	// each thread, in microseconds of work and of time.
	main map[[2]int]bool
	ran  map[[2]int][2]float64
}

type traced struct {
	Name     string  `json:"name"`
	Process  int     `json:"pid"`
	Thread   int     `json:"tid"`
	Time     float64 `json:"dur"`
	Worked   float64 `json:"tdur"`
	Argument struct {
		Name string `json:"name"`
	} `json:"args"`
}

// Trace notes the tasks of the main thread from now on.
func (p *Page) Trace() {
	p.t.Helper()
	p.tracing = tasks{over: make(chan struct{}), main: map[[2]int]bool{}, ran: map[[2]int][2]float64{}}
	send(p, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{
		IncludedCategories: []string{"disabled-by-default-devtools.timeline", "__metadata"}, ExcludedCategories: []string{"*"},
	}})
}

func (p *Page) traced(e *tracing.EventDataCollected) {
	for _, v := range e.Value {
		var t traced
		if json.Unmarshal(v, &t) != nil {
			continue
		}
		at := [2]int{t.Process, t.Thread}
		switch {
		case t.Name == "thread_name" && t.Argument.Name == "CrRendererMain":
			p.tracing.main[at] = true
		case t.Name == "RunTask":
			r := p.tracing.ran[at]
			p.tracing.ran[at] = [2]float64{max(r[0], t.Worked), max(r[1], t.Time)}
		}
	}
}

// Traced ends that, and gives the longest task in ms: of what the main thread
// worked, and of what went by while other programs had the processor too.
func (p *Page) Traced() (worked, took float64) {
	p.t.Helper()
	send(p, tracing.End, struct{}{})
	<-p.tracing.over
	for at, r := range p.tracing.ran {
		if p.tracing.main[at] {
			worked, took = max(worked, r[0]/1000), max(took, r[1]/1000)
		}
	}
	return worked, took
}
