package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// maxBurst is how many messages can be written by hand at once.
const maxBurst = 100_000

// strike adds a line of the scenario that happens here: after exactly what has
// happened by the cursor, so that the past stays as it is. The cursor goes to
// after what it did, which made recognizes among the events that follow.
func (m *Model) strike(what, label string, made func(*trace.Trace, *trace.Event) bool) {
	at, past := m.strikeAt(), m.Cursor.Events
	line := "at " + scenario.FormatDuration(at) + " "
	if n := past - m.Run.Trace.IndexBefore(at); n > 0 {
		line += "after " + strconv.Itoa(n) + " "
	}
	land := func(tr *trace.Trace) Cursor {
		events := past
		for events < tr.Len() && tr.At(events).At == at && made(tr, tr.At(events)) {
			events++
		}
		c := Cursor{events, min(at, tr.End())}
		m.anchor = anchorOf(tr, c)
		return c
	}
	if m.tryAt(m.Draft.withLine(line+what), label, "", "", land) {
		m.Notice = sentence(label + " at " + timeText(at))
	} else {
		m.Notice = sentence(m.Problems[0].Message)
		m.Problems = nil
	}
}

// strikeAt is the cursor's instant, rounded so that the line reads well, to
// nothing that changes what has happened already.
func (m *Model) strikeAt() time.Duration {
	at, before := m.Cursor.At, m.End()
	if at == lastEventAt(m.Run.Trace, m.Cursor.Events) {
		return at
	}
	if next := m.NextEvent(); next != nil {
		before = next.At
	}
	for grain := tidyGrain(m.End()); grain > 1; grain /= 10 {
		if up := (at + grain - 1) / grain * grain; up < before {
			return up
		}
	}
	return at
}

// tidyGrain is a power of ten, in nanoseconds, of some thousandth of a run.
func tidyGrain(end time.Duration) time.Duration {
	grain := time.Duration(1)
	for grain*1000 <= end {
		grain *= 10
	}
	return grain
}

func (m *Model) crash(name string, lasts time.Duration) {
	line, label := "crash "+name, "crash of "+name
	if lasts > 0 {
		line += " for " + scenario.FormatDuration(lasts)
	}
	m.strike(line, label, by(name, trace.Crashed))
}

// by recognizes the events of a kind by their actor.
func by(name string, k trace.Kind) func(*trace.Trace, *trace.Event) bool {
	return func(tr *trace.Trace, e *trace.Event) bool {
		return e.Kind == k && tr.Head.Actors[e.Actor].Name == name
	}
}

// actorNamed is the index of an actor, -1 if there is none.
func (m *Model) actorNamed(name string) int {
	for i := range m.Run.Trace.Head.Actors {
		if m.Run.Trace.Head.Actors[i].Name == name {
			return i
		}
	}
	return -1
}

func (m *Model) crashFocused() {
	if m.Selected.Kind == ActorSelected && m.cantCrash(m.actorNamed(m.Selected.Name)) == "" {
		m.crash(m.Selected.Name, 0)
		return
	}
	for i, a := range m.Run.Trace.Head.Actors {
		if m.cantCrash(i) == "" {
			m.crash(a.Name, 0)
			return
		}
	}
	m.Notice = "No consumer can crash now."
}

func (m *Model) dropAcknowledge(name string) {
	m.strike("drop-acknowledge "+name, "lost acknowledgement of "+name, func(*trace.Trace, *trace.Event) bool { return false })
}

func (m *Model) writeByHand(w WriteByHand) {
	q := m.queueNamed(w.Queue)
	if q < 0 {
		m.Notice = strings.TrimSuffix("There is no queue "+w.Queue, " ") + "."
		return
	}
	if w.Count < 1 || w.Count > maxBurst {
		m.Notice = fmt.Sprintf("Write 1 to %d messages at once.", maxBurst)
		return
	}
	body := w.Body
	if body == "" {
		body = m.bodyFor(q)
	}
	line := "write " + m.Run.Trace.Head.Queues[q].Name + " " + quote(body)
	if w.Count > 1 {
		line += " count " + strconv.Itoa(w.Count)
	}
	m.strike(line, plural(w.Count, "message")+" by hand", by(sim.HandName, trace.Written))
}

// queueNamed is the index of a queue, the first where no name is given; -1 if
// there is none.
func (m *Model) queueNamed(name string) int {
	for i, q := range m.Run.Trace.Head.Queues {
		if q.Name == name || name == "" {
			return i
		}
	}
	return -1
}

// bodyFor is the body of the first message that is written to a queue.
func (m *Model) bodyFor(q int) string {
	for i := range m.Run.Scenario.Producers {
		p := &m.Run.Scenario.Producers[i]
		switch {
		case p.Queue != q:
		case len(p.Bodies) > 0:
			return p.Bodies[0]
		case p.Body != "":
			return strings.ReplaceAll(p.Body, "{n}", "1")
		}
	}
	return "message"
}

// quote writes a word of the scenario's language in quotes.
func quote(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// FaultButton is something to break, or to write by hand, at the cursor.
type FaultButton struct {
	Label string
	Msg   Msg
	// Disabled says why it can't be done now; empty where it can.
	Disabled string
}

// maxButtons is how many consumers get buttons of their own.
const maxButtons = 6

// burst is how many messages a burst by hand has.
const burst = 10

// Faults are the buttons of "Break something". It follows Version.Events.
func (m *Model) Faults() []FaultButton {
	if m.Run == nil {
		return nil
	}
	buttons := append(m.consumerFaults(), m.brokerFaults()...)
	for i, q := range m.Run.Trace.Head.Queues {
		if !m.takesHand(i) {
			continue
		}
		to := ""
		if len(m.Run.Trace.Head.Queues) > 1 {
			to = " to " + q.Name
		}
		buttons = append(buttons,
			FaultButton{"Send one message" + to, WriteByHand{Queue: q.Name, Count: 1}, ""},
			FaultButton{fmt.Sprintf("Send %d%s", burst, to), WriteByHand{Queue: q.Name, Count: burst}, ""})
		if len(m.Run.Trace.Head.Queues) > 2 {
			buttons = buttons[:len(buttons)-1]
		}
	}
	return buttons
}

func (m *Model) consumerFaults() []FaultButton {
	var crashes, drops []FaultButton
	for i, a := range m.Run.Trace.Head.Actors {
		if !breakable(&a) || len(crashes) == maxButtons {
			continue
		}
		crashes = append(crashes, FaultButton{"Crash " + a.Name, CrashConsumer{Name: a.Name}, m.cantCrash(i)})
		if a.Role != trace.Consumer {
			continue
		}
		drops = append(drops, FaultButton{"Drop next ack of " + a.Name, DropAcknowledge{a.Name}, m.cantCrash(i)})
	}
	return append(crashes, drops...)
}

// cantCrash says why an actor can't crash now; empty where it can.
func (m *Model) cantCrash(actor int) string {
	if actor < 0 || !breakable(&m.Run.Trace.Head.Actors[actor]) {
		return "it is no consumer"
	}
	switch m.state.Actors[actor].Status {
	case trace.CrashedStatus:
		return "it has crashed already"
	case trace.StoppedStatus:
		return "it has stopped"
	}
	return ""
}

// breakable says whether an actor can crash: not a producer, and a consumer's
// threads only as one.
func breakable(a *trace.Actor) bool { return a.Role != trace.Producer && a.Of == "" }
