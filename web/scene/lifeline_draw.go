package scene

import (
	"slices"
	"sort"
	"strconv"

	"github.com/queuelab/queuelab/core/trace"
)

// lifeDrawing goes through a trace and puts lifelines together.
type lifeDrawing struct {
	Lifelines
	trace     *trace.Trace
	among     func(*trace.Event) bool
	byMessage bool
	rows      map[uint16]int // of actors
	grain     float64        // what lies closer together is one; 0: nothing is

	messages map[uint32]*lived
	open     map[holdKey]*Hold
	down     map[uint16]float64
}

// lived is what is known of a message that is not gone.
type lived struct {
	visible float64 // since when it can be handed out; -1: it can't
	last    holdKey
	holds   []holdKey // open ones
	// back is where it came back, and from which row; -1: it didn't.
	back    float64
	backRow int
}

type holdKey struct {
	message, delivery uint32
	actor             uint16
}

// before says whether k's bars are drawn first. They are sorted through package sort, like all that is short here: it
// is linked once, and package slices for each type.
func (k holdKey) before(o holdKey) bool {
	switch {
	case k.message != o.message:
		return k.message < o.message
	case k.delivery != o.delivery:
		return k.delivery < o.delivery
	}
	return k.actor < o.actor
}

func itoa(n int) string { return strconv.Itoa(n) }

func newLifeDrawing(tr *trace.Trace, among func(*trace.Event) bool) *lifeDrawing {
	return &lifeDrawing{
		Lifelines: Lifelines{axis: NewAxis(tr), to: 1}, trace: tr, among: among,
		messages: map[uint32]*lived{}, open: map[holdKey]*Hold{}, down: map[uint16]float64{},
	}
}

// window shows only the part of the axis that the messages take up.
func (d *lifeDrawing) window(part bool) {
	if !part {
		return
	}
	from, to := 1.0, 0.0
	for i := range d.trace.Len() {
		if e := d.trace.At(i); e.Message != 0 && d.among(e) {
			from = min(from, d.axis.Position(i, e.At, 0))
			to = max(to, d.axis.Position(i+1, e.At, 0))
		}
	}
	if from < to {
		margin := 0.02 * (to - from)
		d.from, d.to = max(0, from-margin), min(1, to+margin)
	}
}

func (d *lifeDrawing) draw() {
	holds := 0
	for i := range d.trace.Len() {
		if e := d.trace.At(i); (e.Kind == trace.Delivered || e.Kind == trace.Fetched) && d.among(e) {
			holds++
		}
	}
	if d.Coarse = holds > lifelineHolds; d.Coarse {
		d.grain = max(1.0/400, float64(len(d.Rows))/300)
	}
	for i := range d.trace.Len() {
		e := d.trace.At(i)
		p := d.place(d.axis.Position(i+1, e.At, 0))
		if e.Message != 0 && d.among(e) {
			d.ofMessage(e, p)
		}
		d.ofActor(e, p)
	}
	d.close()
	for i := range d.Rows {
		d.Rows[i].lanes()
	}
	d.ticks(d.trace)
}

// row is where a hold or a mark belongs; -1: nowhere.
func (d *lifeDrawing) row(message uint32, actor uint16) int {
	if d.byMessage {
		return int(message - d.First)
	}
	if r, ok := d.rows[actor]; ok {
		return r
	}
	return -1
}

func (d *lifeDrawing) life(message uint32) *lived {
	m := d.messages[message]
	if m == nil {
		m = &lived{visible: -1, back: -1}
		d.messages[message] = m
	}
	return m
}

func (d *lifeDrawing) ofMessage(e *trace.Event, p float64) {
	switch e.Kind {
	case trace.Written, trace.Appended, trace.Woke:
		d.life(e.Message).visible = p
		if d.byMessage {
			d.begin(e, p)
		}
	case trace.Held:
		d.life(e.Message).visible = -1
	case trace.Delivered, trace.Fetched:
		d.handed(e, p)
	case trace.StepStarted:
		d.working(e, p)
	case trace.LeaseEnded, trace.Rejected, trace.Returned:
		d.cameBack(e, p)
	case trace.Acknowledged:
		d.gone(e, p)
		d.mark(e, p)
	case trace.DeadLettered, trace.Dropped, trace.Lost, trace.Forgotten, trace.Moved:
		d.gone(e, p)
		d.mark(e, p)
	case trace.StepDone, trace.Executed, trace.Failed, trace.Left, trace.AcknowledgeDropped,
		trace.AcknowledgeRefused, trace.AcknowledgeGone:
		d.stepEnded(e, p)
	}
}

// begin marks where the row's message came, which is a record in a log.
func (d *lifeDrawing) begin(e *trace.Event, p float64) {
	d.mark(e, p)
	if e.Kind == trace.Appended {
		d.Rows[d.row(e.Message, e.Actor)].Name = "record " + itoa(int(e.Message))
	}
}

// handed begins a hold.
func (d *lifeDrawing) handed(e *trace.Event, p float64) {
	m := d.life(e.Message)
	row := d.row(e.Message, e.Actor)
	if d.byMessage && m.visible >= 0 {
		d.wait(row, m.visible, p)
	}
	if m.back >= 0 && m.backRow != row && !d.Coarse && row >= 0 {
		d.Bonds = append(d.Bonds, Bond{m.backRow, row, m.back, p})
	}
	m.visible, m.back, m.last = -1, -1, holdKey{e.Message, e.Delivery, e.Actor}
	if row < 0 {
		return
	}
	m.holds = append(m.holds, m.last)
	d.open[m.last] = &Hold{
		Message: e.Message, Delivery: e.Delivery, Actor: e.Actor,
		Flight: Stretch{p, -1}, Lease: Stretch{-1, -1}, Start: e.At,
	}
}

func (d *lifeDrawing) wait(row int, from, to float64) {
	r := &d.Rows[row]
	if n := len(r.Waits); n > 0 && from-r.Waits[n-1].To < d.grain {
		r.Waits[n-1].To = to
		return
	}
	r.Waits = append(r.Waits, Stretch{from, to})
}

// working begins a stretch of work, or goes on with the one before.
func (d *lifeDrawing) working(e *trace.Event, p float64) {
	h := d.open[holdKey{e.Message, e.Delivery, e.Actor}]
	if h == nil {
		return
	}
	if n := len(h.Works); n > 0 && (h.Works[n-1].To < 0 || h.Works[n-1].To == p) {
		h.Works[n-1].To = -1
		return
	}
	h.Works = append(h.Works, Stretch{p, -1})
}

// stepEnded ends a stretch of work. The consumer lets go of the message where
// it leaves it, where its acknowledgement is lost, and where a record is done.
func (d *lifeDrawing) stepEnded(e *trace.Event, p float64) {
	h := d.open[holdKey{e.Message, e.Delivery, e.Actor}]
	if h == nil {
		return
	}
	h.pause(p)
	switch {
	case e.Queue == trace.NoQueue && e.Kind == trace.Executed:
		h.endFlight(p, e)
		d.mark(e, p)
	case e.Kind == trace.Left || e.Kind == trace.AcknowledgeDropped:
		h.letGo(p)
		d.mark(e, p)
	case e.Kind == trace.AcknowledgeRefused || e.Kind == trace.AcknowledgeGone:
		d.mark(e, p)
	}
	h.done = h.done || e.Kind != trace.StepDone
	d.settle(holdKey{e.Message, e.Delivery, e.Actor})
}

func (h *Hold) pause(p float64) {
	if n := len(h.Works); n > 0 && h.Works[n-1].To < 0 {
		h.Works[n-1].To = p
	}
}

// letGo is where the consumer has no more to do with the message, and its
// lease runs on.
func (h *Hold) letGo(p float64) {
	if h.Flight.To < 0 {
		h.Flight.To, h.Lease.From = p, p
	}
}

// endFlight ends the flight.
func (h *Hold) endFlight(p float64, e *trace.Event) {
	switch {
	case h.Flight.To < 0:
		h.Flight.To = p
	case h.Lease.From >= 0 && h.Lease.To < 0:
		h.Lease.To = p
	default:
		return
	}
	h.End, h.Outcome = e.At, e.Kind
}

// flown says that the message is no longer in flight for this hold.
func (h *Hold) flown() bool {
	return h.Flight.To >= 0 && (h.Lease.From < 0 || h.Lease.To >= 0)
}

func (d *lifeDrawing) cameBack(e *trace.Event, p float64) {
	m := d.life(e.Message)
	m.visible = p
	h := d.open[m.last]
	if h == nil {
		return
	}
	h.done = h.done || e.Kind == trace.Rejected
	h.endFlight(p, e)
	m.back, m.backRow = p, d.row(e.Message, h.Actor)
	e2 := *e
	e2.Actor = h.Actor
	d.mark(&e2, p)
	d.settle(m.last)
}

// gone ends what is open of a message that has left its queue. Who works on
// it may go on.
func (d *lifeDrawing) gone(e *trace.Event, p float64) {
	m := d.life(e.Message)
	if d.byMessage && m.visible >= 0 {
		d.wait(d.row(e.Message, e.Actor), m.visible, p)
	}
	m.visible, m.back = -1, -1
	for _, key := range slices.Clone(m.holds) {
		d.open[key].endFlight(p, e)
		d.settle(key)
	}
}

// settle puts a hold into its row when the message is no longer in flight for
// it and the consumer has done with it.
func (d *lifeDrawing) settle(key holdKey) {
	if h := d.open[key]; h.flown() && h.done {
		d.put(h)
		delete(d.open, key)
		m := d.messages[key.message]
		m.holds = slices.DeleteFunc(m.holds, func(k holdKey) bool { return k == key })
	}
}

// openHolds are the holds that pass, in the order of their messages.
func (d *lifeDrawing) openHolds(pass func(holdKey) bool) []holdKey {
	var keys []holdKey
	for key := range d.open {
		if pass(key) {
			keys = append(keys, key)
		}
	}
	sort.SliceStable(keys, func(i, j int) bool { return keys[i].before(keys[j]) })
	return keys
}

func (d *lifeDrawing) put(h *Hold) {
	row := d.row(h.Message, h.Actor)
	if row < 0 {
		return
	}
	r := &d.Rows[row]
	if n := len(r.Holds); d.Coarse && n > 0 && h.Flight.From-r.Holds[n-1].end() < d.grain {
		r.Holds[n-1].merge(h)
		return
	}
	r.Holds = append(r.Holds, *h)
}

// merge takes a hold in that lies close by.
func (h *Hold) merge(o *Hold) {
	h.Many = true
	h.Flight.To = max(h.end(), o.end())
	h.Works, h.Lease = nil, Stretch{-1, -1}
	h.End = max(h.End, o.End)
}

// ofActor follows crashes, which end what the actor had in its hands.
func (d *lifeDrawing) ofActor(e *trace.Event, p float64) {
	switch e.Kind {
	case trace.Crashed:
		d.crashed(e, p)
	case trace.Recovered:
		if from, ok := d.down[e.Actor]; ok {
			d.up(e.Actor, from, p)
		}
	}
}

func (d *lifeDrawing) crashed(e *trace.Event, p float64) {
	d.down[e.Actor] = p
	for _, key := range d.openHolds(func(k holdKey) bool { return k.actor == e.Actor }) {
		h := d.open[key]
		h.done = true
		h.pause(p)
		if e.Queue == trace.NoQueue {
			h.endFlight(p, e)
		} else {
			h.letGo(p)
		}
		if d.byMessage {
			of := *e
			of.Message, of.Delivery = key.message, key.delivery
			d.mark(&of, p)
		}
		d.settle(key)
	}
	if !d.byMessage {
		d.mark(e, p)
	}
}

func (d *lifeDrawing) up(actor uint16, from, to float64) {
	delete(d.down, actor)
	if r, ok := d.rows[actor]; ok {
		d.Rows[r].Downs = append(d.Rows[r].Downs, Stretch{from, to})
	}
}

func (d *lifeDrawing) mark(e *trace.Event, p float64) {
	row := d.row(e.Message, e.Actor)
	if row < 0 || row >= len(d.Rows) {
		return
	}
	r := &d.Rows[row]
	if d.Coarse && (e.Kind == trace.Acknowledged || e.Kind == trace.Executed) {
		return
	}
	if n := len(r.Marks); d.Coarse && n > 0 && (n >= lifelineMarks || p-r.Marks[n-1].At < d.grain && r.Marks[n-1].Kind == e.Kind) {
		return
	}
	r.Marks = append(r.Marks, LifeMark{Kind: e.Kind, At: p, Message: e.Message, Delivery: e.Delivery})
}

// close ends what is open when the run is over.
func (d *lifeDrawing) close() {
	end := d.place(1)
	for _, key := range d.openHolds(func(holdKey) bool { return true }) {
		h := d.open[key]
		h.pause(end)
		if h.Flight.To < 0 {
			h.Flight.To = end
		}
		if h.Lease.From >= 0 && h.Lease.To < 0 {
			h.Lease.To = end
		}
		h.End = d.trace.End()
		d.put(h)
	}
	for i := range d.Rows {
		r := &d.Rows[i]
		if m := d.messages[r.Message]; r.Message != 0 && m != nil && m.visible >= 0 {
			d.wait(i, m.visible, end)
		}
		if from, ok := d.down[r.Actor]; ok && r.Message == 0 {
			d.up(r.Actor, from, end)
		}
	}
}
