package stats

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// nobody is what is counted of neither messages nor actors.
func nobody() *view {
	return &view{
		tally: tally{finished: none}, among: func(completion) bool { return false },
		first: func(uint32, *record) bool { return false }, gone: func(uint32, *record) bool { return false },
	}
}

func (c *Collector) viewGroupNamed(name string) (*view, error) {
	i := slices.IndexFunc(c.head.Groups, func(g trace.Group) bool { return g.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no group %s", name)
	}
	return c.viewGroup(i), nil
}

func (c *Collector) viewGroup(i int) *view {
	v := nobody()
	c.addGroup(v, i)
	v.among = func(d completion) bool { return int(d.queue) == len(c.queues)+i }
	for k, a := range c.head.Actors {
		if a.Role == trace.Member && int(a.LogGroup) == i {
			c.addWork(v, k)
		}
	}
	return v
}

// addGroup adds what members read and did, and what only a group has.
func (c *Collector) addGroup(v *view, i int) {
	v.add(&c.groups[i].tally)
	v.lost += c.lostRecords(i)
	v.lag += c.lag(i)
	v.groups = append(v.groups, i)
}

// groupsOf are those that actors, in rising order, are members of.
func (c *Collector) groupsOf(actors []int) (groups []int) {
	for _, i := range actors {
		if g := int(c.head.Actors[i].LogGroup); c.isMember(uint16(i)) && !slices.Contains(groups, g) {
			groups = append(groups, g)
		}
	}
	return groups
}

func (c *Collector) viewLogNamed(name string) (*view, error) {
	i := slices.IndexFunc(c.head.Logs, func(l trace.Log) bool { return l.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no log %s", name)
	}
	v := nobody()
	v.written = c.logs[i].written
	for g := range c.groups {
		if int(c.head.Groups[g].Log) == i {
			v.lag += c.lag(g)
		}
	}
	return v, nil
}

func (c *Collector) viewTableNamed(name string) (*view, error) {
	i := slices.IndexFunc(c.head.Tables, func(t trace.Table) bool { return t.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no queue, consumer, group, log or table %s", name)
	}
	v, t := nobody(), &c.tables[i]
	v.published, v.distinct, v.receipts, v.lost = t.published, t.distinct, t.receipts, t.lost
	v.balance = c.balance(i)
	return v, nil
}

// viewRecord adds what all groups did with a record of a log.
func (c *Collector) viewRecord(v *view, m *record) {
	v.written = 1
	for i := range c.groups {
		if c.head.Groups[i].Log != uint16(m.log-1) {
			continue
		}
		v.groups = append(v.groups, i)
		p := &c.groups[i].partitions[m.partition]
		if at := int64(m.position); at >= p.from && at < p.passed(&c.logs[m.log-1].partitions[m.partition]) {
			v.lost += p.lost(at)
		}
		r := *p.at(int64(m.position))
		v.deliveries += int64(r.reads)
		v.redeliveries += max(0, int64(r.reads)-1)
		v.executions += int64(r.executions)
		v.effects += int64(r.executions)
		v.duplicates += max(0, int64(r.executions)-1)
	}
}

func (c *Collector) viewRow(of scenario.Subject) (*view, error) {
	v := nobody()
	v.status = c.status(of)
	return v, nil
}

// onlyBalance has no value where there are several balances, or none.
func (c *Collector) onlyBalance() Value {
	only := Value{}
	for i := range c.tables {
		if c.head.Tables[i].Kind != trace.Balance {
			continue
		}
		if only.Kind != None {
			return Value{}
		}
		only = c.balance(i)
	}
	return only
}

func (c *Collector) balance(table int) Value {
	word := c.tables[table].balance
	if word == 0 {
		return Value{}
	}
	n, err := strconv.ParseInt(c.head.Words[word-1], 10, 64)
	if err != nil {
		return Value{}
	}
	return count(n)
}

// statusColumn is the column that the measure status is of.
const statusColumn = "status"

// status is that of the row, or of the only one there is. It has no value where
// there is no such row, or where there are several.
func (c *Collector) status(of scenario.Subject) Value {
	found := Value{}
	for i := range c.cells {
		at := &c.head.Cells[i]
		if c.cells[i].word == 0 || at.Column != statusColumn || !c.isRow(at, of) {
			continue
		}
		if found.Kind != None {
			return Value{}
		}
		found = Value{Kind: Word, Word: c.head.Words[c.cells[i].word-1]}
	}
	return found
}

func (c *Collector) isRow(at *trace.Cell, of scenario.Subject) bool {
	named := of.Kind == scenario.OfRow
	return (!named || at.Row == of.Name) && (of.Table == "" || c.head.Tables[at.Table].Name == of.Table)
}
