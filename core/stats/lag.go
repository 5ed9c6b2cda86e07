package stats

import "github.com/queuelab/queuelab/core/trace"

// LagPlot makes the lag of every group, and of all together, over time, a part
// at a time as Plot does.
type LagPlot struct {
	trace  *trace.Trace
	next   int          // event
	state  *trace.State // that is told of the logs' events alone
	lines  []lagLine    // of each group, and at last of all
	before []trace.Lag  // of each group in the event's partition
}

type lagLine struct {
	d   decimator
	now row
}

// NewLagPlot readies the series of a trace that is complete, each of about
// maxPoints rows as those of Depth.
func NewLagPlot(tr *trace.Trace, maxPoints int) *LagPlot {
	groups := len(tr.Head.Groups)
	p := &LagPlot{trace: tr, state: trace.NewState(&tr.Head), lines: make([]lagLine, groups+1), before: make([]trace.Lag, groups)}
	for i := range p.lines {
		p.lines[i].d = decimator{limit: max(maxPoints, 16) - 2, end: tr.End(), rows: []row{{}}}
	}
	return p
}

// Run goes over so many events more, and reports whether that was the last.
func (p *LagPlot) Run(events int) bool {
	for end := min(p.next+events, p.trace.Len()); p.next < end; p.next++ {
		p.apply(p.trace.At(p.next))
	}
	return p.next == p.trace.Len()
}

// Series is the lag of a group, an index into the head's groups, or with -1 the
// sum of those that have joined, when Run has come to the last event. Its last
// Total is the measure lag. It is asked for once.
func (p *LagPlot) Series(group int) Series {
	if group < 0 {
		group = len(p.lines) - 1
	}
	l := &p.lines[group]
	l.d.flush()
	l.now.at = p.trace.End()
	return series(append(l.d.rows, l.now))
}

func (p *LagPlot) apply(e *trace.Event) {
	switch e.Kind {
	case trace.Appended, trace.Assigned, trace.Fetched, trace.PositionCommitted:
	default:
		return
	}
	for g := range p.before {
		p.before[g] = p.lag(e, g)
	}
	p.state.Apply(&p.trace.Head, e)
	all := trace.Lag{}
	for g := range p.before {
		by := p.lag(e, g).Minus(p.before[g])
		p.lines[g].add(e, by)
		all = all.Plus(by)
	}
	p.lines[len(p.before)].add(e, all)
}

// lag is what a group lags in the event's partition; nothing where it reads another log.
func (p *LagPlot) lag(e *trace.Event, group int) trace.Lag {
	if p.trace.Head.Groups[group].Log != uint16(e.Step) {
		return trace.Lag{}
	}
	return p.state.PartitionLag(&p.trace.Head, group, int(e.Slot))
}

func (l *lagLine) add(e *trace.Event, by trace.Lag) {
	if by == (trace.Lag{}) {
		return
	}
	l.now.at = e.At
	l.now.visible += int32(by.Unread)
	l.now.inFlight += int32(by.Uncommitted())
	l.d.add(l.now)
}
