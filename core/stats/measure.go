package stats

import (
	"fmt"
	"math/bits"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Measure is a measure of the run up to now; m.When and m.At are not looked at.
// The error says that the subject is not there, or that there is no such measure.
func (c *Collector) Measure(m scenario.Measure) (Value, error) {
	if m.Name.Info().Name == "" {
		return Value{}, fmt.Errorf("%s is not a measure", m.Name)
	}
	switch m.Of.Kind {
	case scenario.EachConsumer:
		return c.eachConsumer(m), nil
	case scenario.EachQueue:
		return c.eachQueue(m), nil
	case scenario.EachGroup:
		return c.eachGroup(m), nil
	}
	v, err := c.view(m.Of)
	if err != nil {
		return Value{}, err
	}
	return c.value(m, v), nil
}

func (c *Collector) value(m scenario.Measure, v *view) Value {
	if find := measures[m.Name]; find != nil {
		return find(c, v, m.Stat)
	}
	return Value{}
}

func (c *Collector) eachConsumer(m scenario.Measure) Value {
	list := Value{Kind: List}
	for i, a := range c.head.Actors {
		if a.Role == trace.Consumer && a.Of == "" {
			list.Items = append(list.Items, Item{a.Name, c.value(m, c.viewActors(c.threads(i)))})
		}
	}
	return list
}

// threads are a consumer's, the consumer itself first.
func (c *Collector) threads(i int) []int {
	all := []int{i}
	for k := i + 1; k < len(c.head.Actors) && c.head.Actors[k].Of == c.head.Actors[i].Name; k++ {
		all = append(all, k)
	}
	return all
}

func (c *Collector) eachGroup(m scenario.Measure) Value {
	list := Value{Kind: List}
	for i, g := range c.head.Groups {
		list.Items = append(list.Items, Item{g.Name, c.value(m, c.viewGroup(i))})
	}
	return list
}

func (c *Collector) eachQueue(m scenario.Measure) Value {
	list := Value{Kind: List}
	for i, q := range c.head.Queues {
		list.Items = append(list.Items, Item{q.Name, c.value(m, c.viewQueue(i))})
	}
	return list
}

// Cost is about how many records Measure reads for m. A caller that measures
// again and again bounds the sum of them.
func (c *Collector) Cost(m scenario.Measure) int {
	each := 1
	switch m.Of.Kind {
	case scenario.EachConsumer:
		each = len(c.actors)
	case scenario.EachQueue:
		each = len(c.queues)
	case scenario.EachGroup:
		each = len(c.groups)
	}
	switch {
	case m.Name == scenario.Inversions || m.Name.Info().Stats:
		return each * (len(c.messages) + len(c.earlier) + 1)
	case len(c.groups) > 0 || m.Name == scenario.Status:
		return each * (len(c.groups)*len(c.messages) + len(c.cells) + 1)
	}
	return each
}

type measure func(*Collector, *view, scenario.Stat) Value

// measures is the vocabulary, but for the stories.
var measures = map[scenario.MeasureName]measure{
	scenario.Written:           number(func(v *view) int64 { return v.written }),
	scenario.Deliveries:        number(func(v *view) int64 { return v.deliveries }),
	scenario.Redeliveries:      number(func(v *view) int64 { return v.redeliveries }),
	scenario.DeliveredDistinct: number(func(v *view) int64 { return v.deliveries - v.redeliveries }),
	scenario.Acknowledged:      number(func(v *view) int64 { return v.acknowledged }),
	scenario.DeadLettered:      number(func(v *view) int64 { return v.deadLettered }),
	scenario.Expired:           number(func(v *view) int64 { return v.expired }),
	scenario.Dropped:           number(func(v *view) int64 { return v.dropped }),
	scenario.Refused:           number(func(v *view) int64 { return v.refused }),
	scenario.Lost:              number(func(v *view) int64 { return v.lost }),
	scenario.Left:              number(func(v *view) int64 { return v.depth }),
	scenario.Executions:        number(func(v *view) int64 { return v.executions }),
	scenario.Effects:           number(func(v *view) int64 { return v.effects }),
	scenario.Duplicates:        number(func(v *view) int64 { return v.duplicates }),
	scenario.Inversions:        inversions,
	scenario.Depth:             number(func(v *view) int64 { return v.depth }),
	scenario.DepthMax:          func(_ *Collector, v *view, _ scenario.Stat) Value { return v.depthMax },
	scenario.Visible:           number(func(v *view) int64 { return v.visible }),
	scenario.InFlight:          number(func(v *view) int64 { return v.inFlight }),
	scenario.Delayed:           number(func(v *view) int64 { return v.delayed }),
	scenario.Fresh:             number(func(v *view) int64 { return v.fresh }),
	scenario.Unsettled:         number(func(v *view) int64 { return v.unsettled }),
	scenario.Parked:            number(func(v *view) int64 { return v.parked }),
	scenario.Floor:             number(func(v *view) int64 { return v.floor }),
	scenario.Lag:               number(func(v *view) int64 { return v.lag }),
	scenario.Finished:          finished,
	scenario.Waiting:           waiting,
	scenario.Sojourn:           sojourn,
	scenario.Utilization:       utilization,
	scenario.Crashes:           number(func(v *view) int64 { return v.crashes }),
	scenario.Balance:           func(_ *Collector, v *view, _ scenario.Stat) Value { return v.balance },
	scenario.Status:            func(_ *Collector, v *view, _ scenario.Stat) Value { return v.status },
	scenario.Receipts:          number(func(v *view) int64 { return v.receipts }),
	scenario.Published:         number(func(v *view) int64 { return v.published }),
	scenario.PublishedDistinct: number(func(v *view) int64 { return v.distinct }),
}

func number(of func(*view) int64) measure {
	return func(_ *Collector, v *view, _ scenario.Stat) Value { return count(of(v)) }
}

func finished(_ *Collector, v *view, _ scenario.Stat) Value {
	if v.finished == none {
		return Value{}
	}
	return duration(v.finished)
}

func waiting(c *Collector, v *view, stat scenario.Stat) Value {
	return Statistic(c.waitings(nil, v), stat)
}

func sojourn(c *Collector, v *view, stat scenario.Stat) Value {
	return Statistic(c.sojourns(nil, v), stat)
}

func (c *Collector) waitings(all []time.Duration, v *view) []time.Duration {
	all = c.spans(all, v.first, func(m *record) (from, to time.Duration) { return m.written, m.first })
	for _, g := range v.groups {
		all = c.waits(all, g, v)
	}
	return all
}

func (c *Collector) sojourns(all []time.Duration, v *view) []time.Duration {
	return c.spans(all, v.gone, func(m *record) (from, to time.Duration) { return m.written, m.gone })
}

// spans adds those that have ended.
func (c *Collector) spans(all []time.Duration, of func(uint32, *record) bool, span func(*record) (from, to time.Duration)) []time.Duration {
	take := func(number uint32, m *record) {
		if from, to := span(m); to != none && of(number, m) {
			all = append(all, to-from)
		}
	}
	for i := range c.messages {
		take(uint32(i+1), &c.messages[i])
	}
	for i := range c.earlier {
		take(c.earlier[i].message, &c.earlier[i].record)
	}
	return all
}

// Statistic is a percentile by nearest rank, the greatest, or the mean to the
// nearest nanosecond; None of no durations. It may change the order of all.
func Statistic(all []time.Duration, stat scenario.Stat) Value {
	if len(all) == 0 {
		return Value{}
	}
	switch stat {
	case scenario.P50:
		return duration(rank(all, 50))
	case scenario.P95:
		return duration(rank(all, 95))
	case scenario.P99:
		return duration(rank(all, 99))
	case scenario.Max:
		return duration(slices.Max(all))
	}
	var sum Wide
	for _, d := range all {
		sum.add(Wide{Lo: uint64(d)})
	}
	return duration(time.Duration(sum.per(uint64(len(all)))))
}

// rank is the smallest value that at least percent of all do not exceed.
func rank(all []time.Duration, percent int) time.Duration {
	slices.Sort(all)
	return all[(len(all)*percent+99)/100-1]
}

func utilization(c *Collector, v *view, _ scenario.Stat) Value {
	if v.consumers == 0 || c.now == 0 {
		return Value{}
	}
	var busy, whole Wide
	busy.addProduct(uint64(v.busy), million)
	whole.addProduct(uint64(v.consumers), uint64(c.now))
	for whole.Hi > 0 || bits.Len64(whole.Lo) > 62 {
		busy, whole = busy.half(), whole.half()
	}
	return Value{Kind: Ratio, N: busy.per(whole.Lo)}
}
