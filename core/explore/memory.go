package explore

import (
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/trace"
)

// memory says what of the past the claims ask for, by kind of event. What is
// there at the end, a balance or a depth, needs none: the state has it.
type memory struct {
	head  *trace.Head
	kinds [256]how
	timed bool // when things happened counts
}

// how is what is remembered of an event of a kind.
type how uint8

const (
	counted   how = 1 << iota // how often it happened
	whose                     // to whom, of what it counts
	byMessage                 // what happened to each message, in order
	inOrder                   // what happened, in order
)

// asks are what the measures ask for of the past. A measure that is not listed
// asks for everything, with its time.
var asks = map[scenario.MeasureName]struct {
	how   how
	kinds []trace.Kind
}{
	scenario.Written:           {counted, []trace.Kind{trace.Written, trace.Dropped, trace.Lost}},
	scenario.Deliveries:        {counted, []trace.Kind{trace.Delivered}},
	scenario.Redeliveries:      {counted, []trace.Kind{trace.Delivered}},
	scenario.DeliveredDistinct: {counted, []trace.Kind{trace.Delivered}},
	scenario.Acknowledged:      {counted, []trace.Kind{trace.Acknowledged, trace.Forgotten}},
	scenario.DeadLettered:      {counted, []trace.Kind{trace.DeadLettered}},
	scenario.Expired:           {counted, []trace.Kind{trace.Expired, trace.DeadLettered}},
	scenario.Dropped:           {counted, []trace.Kind{trace.Dropped}},
	scenario.Refused:           {counted, []trace.Kind{trace.AcknowledgeRefused}},
	scenario.Executions:        {counted, []trace.Kind{trace.Executed}},
	scenario.Crashes:           {counted, []trace.Kind{trace.Crashed}},
	scenario.Receipts:          {counted, []trace.Kind{trace.Sent}},
	scenario.Published:         {counted, []trace.Kind{trace.Published}},
	scenario.PublishedDistinct: {counted | whose, []trace.Kind{trace.Published}},
	scenario.Lost: {byMessage, []trace.Kind{
		trace.Written, trace.Acknowledged, trace.Executed, trace.Crashed, trace.Failed, trace.Lost, trace.Dropped, trace.Expired, trace.Forgotten,
	}},
	scenario.Effects:    {byMessage, changes},
	scenario.Duplicates: {byMessage, changes},
	scenario.Inversions: {inOrder, []trace.Kind{trace.Executed}},
	scenario.DepthMax: {inOrder, []trace.Kind{
		trace.Written, trace.Acknowledged, trace.DeadLettered, trace.Expired, trace.Dropped, trace.Lost, trace.Moved,
	}},
	scenario.Left: {}, scenario.Depth: {}, scenario.Visible: {}, scenario.InFlight: {}, scenario.Delayed: {},
	scenario.Balance: {}, scenario.Status: {},
}

// changes are what an effect is made of.
var changes = []trace.Kind{trace.StepDone, trace.RowSet, trace.Sent, trace.Published, trace.Executed, trace.Crashed}

func newMemory(sc *scenario.Scenario, claims []scenario.Claim, head *trace.Head) memory {
	m := memory{head: head}
	for _, x := range measuresOf(claims) {
		m.ask(x)
	}
	if len(sc.Logs) > 0 { // records are counted by group, partition and position
		m.all(inOrder)
	}
	return m
}

func (m *memory) ask(x scenario.Measure) {
	of, known := asks[x.Name]
	if !known && x.Name != scenario.Lag || x.When != scenario.AtTheEnd {
		m.timed = true
		m.all(inOrder)
		return
	}
	if of.how&counted > 0 && x.Of.Kind != scenario.Everything {
		of.how |= whose
	}
	for _, k := range of.kinds {
		m.kinds[k] |= of.how
	}
}

func (m *memory) all(h how) {
	for i := range m.kinds {
		m.kinds[i] |= h
	}
}

// past is what is remembered of the way to a state.
type past struct {
	count, order  sim.Key
	messages      []sim.Key
	crashes, lost int // chosen
	deviations    int // choices against the rules
}

func (p *past) spend(what sim.Open) {
	p.deviations++
	switch what {
	case sim.OpenCrash:
		p.crashes++
	case sim.OpenAcknowledge:
		p.lost++
	}
}

func (p *past) copyFrom(o *past) {
	messages := append(p.messages[:0], o.messages...)
	*p = *o
	p.messages = messages
}

func (p *past) see(m *memory, e *trace.Event) {
	h := m.kinds[e.Kind]
	if h == 0 {
		return
	}
	if h&counted > 0 {
		p.count.Sum(m.counted(e, h))
	}
	if h&byMessage > 0 {
		p.message(e.Message).add(m, e)
	}
	if h&inOrder > 0 {
		(*chain)(&p.order).add(m, e)
		if m.timed {
			p.order.Add(uint64(e.At))
			p.order.Add(uint64(e.Value))
		}
	}
}

// counted is an event as it counts: of which kind and why, whether again, whether
// of a message in a queue; and to whom it happened, if that is asked for.
func (m *memory) counted(e *trace.Event, h how) (k sim.Key) {
	again, loose := uint64(0), uint64(0)
	if e.Delivery > 1 {
		again = 1
	}
	if e.Queue == trace.NoQueue || e.Message == 0 {
		loose = 1
	}
	if e.Kind == trace.DeadLettered || e.Kind == trace.Expired {
		k.Add(uint64(e.Value)) // why
	}
	k.Add(uint64(e.Kind)<<2 | again<<1 | loose)
	if h&whose > 0 {
		k.Add(uint64(e.Queue)<<16 | uint64(e.Actor))
		k.Add(uint64(e.Message))
		m.addPlace(&k, e)
	}
	return k
}

// addPlace adds the mailbox or the row that something is sent to or from. Cells
// are called by name, as their numbers depend on the way.
func (m *memory) addPlace(k *sim.Key, e *trace.Event) {
	switch {
	case e.Kind == trace.Sent:
		k.Add(uint64(e.Slot))
	case e.Kind == trace.Published && e.Slot != ^uint32(0):
		cell := &m.head.Cells[e.Slot]
		k.Add(uint64(cell.Table))
		k.AddText(cell.Row)
	}
}

// chain is what happened, one after the other.
type chain sim.Key

func (c *chain) add(m *memory, e *trace.Event) {
	k := (*sim.Key)(c)
	k.Add(uint64(e.Kind)<<8 | uint64(e.Step))
	k.Add(uint64(e.Queue)<<16 | uint64(e.Actor))
	k.Add(uint64(e.Message)<<32 | uint64(e.Delivery))
	m.addPlace(k, e)
	if m.head != nil && len(m.head.Logs) > 0 {
		k.Add(uint64(e.Slot))
		k.Add(uint64(e.Value))
	}
}

func (p *past) message(number uint32) *chain {
	for int(number) >= len(p.messages) {
		p.messages = append(p.messages, sim.Key{})
	}
	return (*chain)(&p.messages[number])
}

func (p *past) addTo(k *sim.Key) {
	k.AddKey(p.count)
	k.AddKey(p.order)
	k.Add(uint64(p.crashes)<<32 | uint64(p.lost))
	for i := range p.messages {
		k.AddKey(p.messages[i])
	}
}
