// Package console makes the lines that a scenario's print lines print: the
// text that its run would write on a terminal.
package console

import (
	"fmt"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
)

// Line is a line of the console.
type Line struct {
	// At is when it was printed; Event is how many events had happened by then.
	At    time.Duration
	Event int
	Text  string
}

// MaxLines is how many lines a console has at most. The last of so many says
// that there were more.
const MaxLines = 10_000

// Lines is the console of a run of the scenario, in the order of printing.
//
// A measure in a line is taken when the line is printed, unless it names
// instants itself. Several prints of one moment print in the scenario's order.
// An instant after the end of a run that came to its end by itself is printed
// all the same, with what holds then, as the last thing before the lines at
// the end; one after "until", or after the limit that a run was cut short at,
// never came and is not printed. The lines at the end are always printed.
func Lines(sc *scenario.Scenario, tr *trace.Trace) []Line {
	p := NewPrinter(sc, tr)
	p.Run(tr.Len())
	return p.Lines()
}

// Printer makes the console of a run that is over a part at a time, for a
// caller who can't wait for all of a long one.
type Printer struct {
	p    *printer
	done bool
}

// NewPrinter readies the console of a run of the scenario.
func NewPrinter(sc *scenario.Scenario, tr *trace.Trace) *Printer {
	return &Printer{p: newPrinter(sc, tr)}
}

// Run goes over so many events more, and reports whether that was the last.
func (l *Printer) Run(events int) bool {
	p := l.p
	for ; events > 0 && p.event < p.tr.Len() && !p.full(); events-- {
		e := p.tr.At(p.event)
		p.clock(e)
		p.now.Apply(e)
		p.event++
		p.outcome(e)
	}
	if !l.done && (p.event == p.tr.Len() || p.full()) {
		p.finish()
		l.done = true
	}
	return l.done
}

// Lines is the console so far; what Lines of the package makes, at the end.
func (l *Printer) Lines() []Line { return l.p.lines }

// printer follows a run and prints.
type printer struct {
	sc       *scenario.Scenario
	tr       *trace.Trace
	now      *stats.Collector
	report   *stats.Report // made when a line first asks about other instants
	spent    int           // of costMax
	event    int
	limited  bool
	outcomes []*scenario.Print
	instants []*scenario.Print // those to come, by instant
	last     []*scenario.Print
	lines    []Line
}

func (p *printer) full() bool { return len(p.lines) >= MaxLines }

// clock prints what is due before an event: the ends of instants gone by, and
// the starts of instants that have come.
func (p *printer) clock(e *trace.Event) {
	for len(p.instants) > 0 && p.due(p.instants[0], e) {
		p.instant()
	}
}

func (p *printer) due(i *scenario.Print, e *trace.Event) bool {
	if i.At != e.At {
		return i.At < e.At
	}
	return i.When == scenario.AtStart && !p.opens(e)
}

// opens tells whether the event is among those that bring an instant about:
// leases and delays that end with it, and consumers that start with it before
// them.
func (p *printer) opens(e *trace.Event) bool {
	switch e.Kind {
	case trace.LeaseEnded, trace.Woke:
		return true
	case trace.Started, trace.Recovered:
		return p.leads(e.At)
	}
	return false
}

// leads tells whether only starts are between here and the end of a lease or
// delay at an instant.
func (p *printer) leads(at time.Duration) bool {
	for i := p.event; i < p.tr.Len(); i++ {
		e := p.tr.At(i)
		started := e.Kind == trace.Started || e.Kind == trace.Recovered
		if e.At != at || !started {
			return e.At == at && (e.Kind == trace.LeaseEnded || e.Kind == trace.Woke)
		}
	}
	return false
}

// instant prints the first of the instants.
func (p *printer) instant() {
	i := p.instants[0]
	p.instants = p.instants[1:]
	p.now.AdvanceTo(min(i.At, p.tr.End()))
	p.print(i, &occasion{t: i.At, at: min(i.At, p.tr.End())})
}

func (p *printer) outcome(e *trace.Event) {
	p.limited = p.limited || e.Kind == trace.LimitReached
	text := Outcome(e)
	if text == "" {
		return
	}
	o := &occasion{
		t: e.At, at: e.At, outcome: text, message: e.Message, delivery: e.Delivery,
		consumer: consumer(&p.tr.Head.Actors[e.Actor]),
	}
	for _, t := range p.outcomes {
		p.print(t, o)
	}
}

// consumer is the name of a consumer, whichever of its threads it is.
func consumer(a *trace.Actor) string {
	if a.Of != "" {
		return a.Of
	}
	return a.Name
}

// Outcome is how the handling of a delivery ended, in words; empty where the
// event ends none.
func Outcome(e *trace.Event) string {
	switch e.Kind {
	case trace.Acknowledged:
		if e.Value == 1 {
			return "acknowledged late"
		}
		return "acknowledged"
	case trace.AcknowledgeRefused:
		return "acknowledgement refused"
	case trace.AcknowledgeGone:
		return "already gone"
	case trace.AcknowledgeDropped:
		return "acknowledgement dropped"
	case trace.Left:
		return "left unacknowledged"
	case trace.Rejected:
		return "rejected"
	}
	return endedOtherwise(e)
}

// endedOtherwise is of work on a record of a log, which nobody waits to hear
// of, and of work that came to nothing.
func endedOtherwise(e *trace.Event) string {
	switch {
	case e.Kind == trace.Executed && e.Queue == trace.NoQueue:
		return "done"
	case e.Kind == trace.Crashed && e.Message > 0:
		return "crashed"
	case e.Kind == trace.DeadLettered && e.Value == 1 && e.Actor != trace.NoActor:
		return "rejected for good"
	}
	return ""
}

// finish prints what is left to print when all events have happened.
func (p *printer) finish() {
	for len(p.instants) > 0 && p.came(p.instants[0].At) {
		p.instant()
	}
	p.now.AdvanceTo(p.tr.End())
	for _, t := range p.last {
		p.print(t, &occasion{t: p.tr.End(), at: p.tr.End()})
	}
}

// came tells whether an instant that no event follows belongs to the run.
func (p *printer) came(at time.Duration) bool {
	if p.limited {
		return at < p.tr.End()
	}
	return p.sc.Until == 0 || at <= p.sc.Until
}

func (p *printer) print(t *scenario.Print, o *occasion) {
	switch {
	case p.full():
	case len(p.lines) == MaxLines-1:
		text := fmt.Sprintf("… and more: only the first %d lines are shown", MaxLines-1)
		p.lines = append(p.lines, Line{o.at, p.event, text})
	default:
		p.lines = append(p.lines, Line{o.at, p.event, p.fill(t.Text, o)})
	}
}
