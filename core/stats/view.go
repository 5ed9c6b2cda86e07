package stats

import (
	"fmt"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// view is everything counted of one subject: the whole run, a queue, some
// consumers, a group, a log, a table or a message.
type view struct {
	tally
	depth, visible, inFlight, delayed, crashes int64
	fresh, parked, unsettled, floor            int64
	depthMax                                   Value
	lag                                        int64
	busy                                       time.Duration
	consumers                                  int64
	// groups, by index, are those whose reads count.
	groups []int
	// balance and status are those of the only table or row there is.
	balance, status Value
	// firstBy tells whether a read that an actor did first counts; nil: any.
	firstBy func(actor uint16) bool
	// first and gone tell whether a message's waiting and sojourn count.
	first, gone func(number uint32, m *record) bool
	// among tells whether a first execution counts for inversions.
	among func(completion) bool
	// pair restricts inversions to pairs with this message; 0: any.
	pair uint32
}

func (c *Collector) view(of scenario.Subject) (*view, error) {
	switch of.Kind {
	case scenario.Everything:
		return c.viewAll(), nil
	case scenario.OfQueue:
		return c.viewQueueNamed(of.Name)
	case scenario.OfConsumer:
		return c.viewActorsNamed(of.Name, func(a *trace.Actor) string { return a.Name })
	case scenario.OfGroup:
		return c.viewActorsNamed(of.Name, func(a *trace.Actor) string { return a.Group })
	case scenario.OfLogGroup:
		return c.viewGroupNamed(of.Name)
	case scenario.OfLog:
		return c.viewLogNamed(of.Name)
	case scenario.OfTable:
		return c.viewTableNamed(of.Name)
	case scenario.OfRow:
		return c.viewRow(of)
	case scenario.OfMessage:
		return c.viewMessage(of.Number)
	case scenario.OfName:
		return c.viewNamed(of.Name)
	}
	return nil, fmt.Errorf("a list is not one subject")
}

// named are the kinds of subject that have names, in the order in which one
// that was not looked up is taken for them.
var named = []scenario.SubjectKind{
	scenario.OfQueue, scenario.OfLogGroup, scenario.OfConsumer, scenario.OfGroup, scenario.OfLog, scenario.OfTable,
}

// viewNamed is of whatever has that name.
func (c *Collector) viewNamed(name string) (*view, error) {
	for _, kind := range named {
		if v, err := c.view(scenario.Subject{Kind: kind, Name: name}); err == nil {
			return v, nil
		}
	}
	return nil, fmt.Errorf("there is no queue, consumer or group %s", name)
}

func (t *tally) add(o *tally) {
	t.written += o.written
	t.deliveries += o.deliveries
	t.redeliveries += o.redeliveries
	t.executions += o.executions
	t.duplicates += o.duplicates
	t.acknowledged += o.acknowledged
	t.refused += o.refused
	t.deadLettered += o.deadLettered
	t.effects += o.effects
	t.dropped += o.dropped
	t.expired += o.expired
	t.lost += o.lost
	t.published += o.published
	t.distinct += o.distinct
	t.receipts += o.receipts
	t.finished = max(t.finished, o.finished)
}

func (v *view) addQueue(q *queueTally) {
	v.add(&q.tally)
	v.depth += q.depth
	v.visible += q.visible
	v.inFlight += q.inFlight
	v.delayed += q.delayed
	v.fresh += q.fresh
	v.parked += q.parked
	v.unsettled += q.depth - q.fresh - q.parked
}

func (c *Collector) viewAll() *view {
	every := func(uint32, *record) bool { return true }
	v := &view{tally: tally{finished: none}, first: every, gone: every, among: func(completion) bool { return true }}
	for i := range c.queues {
		v.addQueue(&c.queues[i])
	}
	v.add(&c.loose)
	for i := range c.groups {
		c.addGroup(v, i)
	}
	v.balance, v.status = c.onlyBalance(), c.status(scenario.Subject{})
	v.depthMax = count(c.total.max)
	for i := range c.actors {
		c.addWork(v, i)
	}
	return v
}

func (c *Collector) viewQueueNamed(name string) (*view, error) {
	i := slices.IndexFunc(c.head.Queues, func(q trace.Queue) bool { return q.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no queue %s", name)
	}
	return c.viewQueue(i), nil
}

func (c *Collector) viewQueue(i int) *view {
	in := func(_ uint32, m *record) bool { return int(m.queue) == i }
	v := &view{tally: tally{finished: none}, first: in, gone: in}
	v.among = func(d completion) bool { return int(d.queue) == i }
	v.addQueue(&c.queues[i])
	v.floor = c.floor(i)
	v.depthMax = count(c.queues[i].max)
	for k := range c.actors {
		if a := &c.head.Actors[k]; a.Role == trace.Consumer && int(a.Queue) == i {
			c.addWork(v, k)
		}
	}
	return v
}

// addWork adds what only consumers have.
func (c *Collector) addWork(v *view, actor int) {
	if role := c.head.Actors[actor].Role; role != trace.Consumer && role != trace.Member {
		if role == trace.Relay {
			v.crashes += c.actors[actor].crashes
		}
		return
	}
	v.crashes += c.actors[actor].crashes
	v.busy += c.actors[actor].busyUntil(c.now)
	v.consumers++
}

func (c *Collector) viewActorsNamed(name string, in func(*trace.Actor) string) (*view, error) {
	var actors []int
	for i := range c.head.Actors {
		if a := &c.head.Actors[i]; in(a) == name || a.Of == name {
			actors = append(actors, i)
		}
	}
	if len(actors) == 0 {
		return nil, fmt.Errorf("there is no consumer %s", name)
	}
	return c.viewActors(actors), nil
}

// viewActors is of consumers, or of a producer.
func (c *Collector) viewActors(actors []int) *view {
	v := &view{tally: tally{finished: none}}
	for _, i := range actors {
		v.add(&c.actors[i].tally)
		v.inFlight += c.actors[i].holding
		c.addWork(v, i)
	}
	v.depth = v.inFlight
	is := oneOf(actors)
	v.first = func(_ uint32, m *record) bool { return is(m.firstBy) }
	v.gone = func(_ uint32, m *record) bool { return is(m.goneBy) }
	v.among = func(d completion) bool { return is(d.actor) }
	v.firstBy = is
	v.groups = c.groupsOf(actors)
	return v
}

// oneOf tells whether an actor is one of some in rising order.
func oneOf(actors []int) func(uint16) bool {
	return func(a uint16) bool {
		_, found := slices.BinarySearch(actors, int(a))
		return found
	}
}

// viewMessage is of a message, in every queue it came to. Not yet written, it
// counts nothing.
func (c *Collector) viewMessage(number int) (*view, error) {
	if number < 1 {
		return nil, fmt.Errorf("there is no message %d", number)
	}
	only := func(n uint32, _ *record) bool { return int(n) == number }
	v := &view{tally: tally{finished: none}, first: only, gone: only, pair: uint32(number)}
	v.among = func(completion) bool { return true }
	if number > len(c.messages) {
		return v, nil
	}
	m := &c.messages[number-1]
	if m.log > 0 {
		c.viewRecord(v, m)
		return v, nil
	}
	v.tally, v.depthMax = m.tally(), count(1)
	for i := range c.earlier {
		if s := &c.earlier[i]; int(s.message) == number {
			v.addStay(&s.record)
		}
	}
	v.locate(m.place)
	return v, nil
}

func (v *view) addStay(m *record) {
	if m.place == trace.DeadLetteredPlace {
		v.deadLettered++
	}
	v.deliveries += int64(m.deliveries)
	v.redeliveries += max(0, int64(m.deliveries)-1)
}

func (v *view) locate(p trace.Place) {
	switch p {
	case trace.Visible:
		v.visible = 1
	case trace.InFlight:
		v.inFlight = 1
	case trace.Delayed:
		v.delayed = 1
	case trace.ParkedPlace:
		v.parked = 1
	}
	v.depth = v.visible + v.inFlight + v.delayed + v.parked
}

func (m *record) tally() tally {
	t := tally{
		written: 1, deliveries: int64(m.deliveries), redeliveries: max(0, int64(m.deliveries)-1),
		executions: int64(m.executions), effects: int64(m.effects), duplicates: int64(m.duplicates),
		refused: int64(m.refused), finished: m.finished,
	}
	switch m.place {
	case trace.AcknowledgedPlace:
		t.acknowledged = 1
	case trace.DeadLetteredPlace:
		t.deadLettered = 1
	case trace.DroppedPlace:
		t.dropped = 1
	case trace.ExpiredPlace:
		t.expired = 1
	}
	if m.lost {
		t.lost = 1
	}
	return t
}
