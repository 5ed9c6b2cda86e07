package scenario

import (
	"fmt"
	"strconv"
)

// head is the first line of a block that declares a name.
type head struct {
	name word
	// count is how many consumers it makes; 1 without x. group is set with x.
	count int
	group bool
}

// declare numbers the names of queues, producers and consumers.
func (b *binder) declare(lines []*line) {
	for _, l := range lines {
		if len(l.words) == 0 || l.words[0].quoted {
			continue
		}
		switch l.words[0].text {
		case "when":
			b.under(l, b.declare)
		case "queue":
			b.declareOne(l, "queue", &b.names.queues, MaxQueues)
		case "producer":
			b.declareOne(l, "producer", &b.names.producers, MaxProducers)
		case "consumer":
			b.declareConsumers(l)
		case "client":
			b.declareClient(l)
		case "table", "balance", "mailbox", "outbox":
			b.declareTable(l)
		case "relay":
			b.declareRelays(l)
		case "log":
			b.declareOne(l, "log", &b.names.logs, MaxLogs)
		case "group":
			b.declareGroupOf(l)
		case "handler":
			b.declareNamed(l, "handler", &b.names.handlers, MaxHandlers)
		case "exchange":
			b.declareNamed(l, "exchange", &b.names.exchanges, MaxExchanges)
		}
	}
}

func (b *binder) declareOne(l *line, what string, table *nameTable, most int) {
	r := b.reader(l, 1)
	w := r.name(what)
	r.finish()
	b.limit(r, w, table, 1, most, what)
	b.add(r, w, w.text, table)
	if !r.bad {
		b.heads[l] = head{name: w, count: 1}
	}
}

// declareNamed numbers a name that more words may follow.
func (b *binder) declareNamed(l *line, what string, table *nameTable, most int) {
	r := b.reader(l, 1)
	w := r.name(what)
	b.limit(r, w, table, 1, most, what)
	b.add(r, w, w.text, table)
	if !r.bad {
		b.heads[l] = head{name: w, count: 1}
	}
}

// afterName reads what follows the name in the first line of a block. Where the
// name was wrong, no more is said of the line.
func (b *binder) afterName(l *line) *reader {
	r := b.reader(l, min(2, len(l.words)))
	if _, declared := b.heads[l]; !declared {
		r.bad = true
	}
	return r
}

// limit reports too many of a kind. Those under a when that does not hold take
// time too, and so have a wider limit.
func (b *binder) limit(r *reader, w word, table *nameTable, more, most int, what string) {
	table.tried += more
	if table.count+more > most || table.tried > 10*most {
		r.fail(w, fmt.Sprintf("expected at most %d %ss", most, what))
	}
}

// add declares a name, unless it is taken.
func (b *binder) add(r *reader, w word, name string, table *nameTable) {
	if r.bad {
		return
	}
	earlier, fresh := b.taken(name, table)
	if fresh {
		earlier, fresh = table.declare(name, w.pos, !b.dry)
	}
	if !fresh {
		r.fail(w, "expected another name; "+name+" is declared on line "+strconv.Itoa(earlier.Line))
	}
}

// taken looks among the names of the other kinds. Only producers may share one
// with a queue, an exchange or a table: nothing names producers where those can stand.
func (b *binder) taken(name string, table *nameTable) (earlier Pos, fresh bool) {
	n := b.names
	for _, other := range n.all() {
		shared := table == &n.producers && !n.people(other) || other == &n.producers && !n.people(table)
		if other == table || shared || b.dry {
			continue
		}
		if at, known := other.index[name]; known && at != absent {
			return other.pos[name], false
		}
	}
	return Pos{}, true
}

// declareConsumers reads "consumer NAME" or "consumer NAME x N".
func (b *binder) declareConsumers(l *line) {
	r := b.reader(l, 1)
	h := head{name: r.name("consumer"), count: 1}
	g := group{present: !b.dry}
	if h.group = r.accept("x"); h.group {
		g.most = r.largest()
		h.count = r.number(0, MaxConsumers)
		g.count = h.count
	}
	r.finish()
	b.limit(r, h.name, &b.names.consumers, h.count, MaxConsumers, "consumer")
	if h.group {
		b.addGroup(r, h, g)
	} else {
		b.add(r, h.name, h.name.text, &b.names.consumers)
	}
	if r.bad {
		b.spare(h)
		return
	}
	b.heads[l] = h
}

// declareClient reads "client NAME": a consumer that does what the lines say.
func (b *binder) declareClient(l *line) {
	b.declareOne(l, "client", &b.names.consumers, MaxConsumers)
	if h, ok := b.heads[l]; ok {
		b.names.clients[h.name.text] = true
	}
}

// spare keeps what is said of a consumer of which the declaration is wrong
// from being reported too.
func (b *binder) spare(h head) {
	name := h.name.text
	if nameProblem(name) != "" || b.names.groupNames.has(name) || b.names.consumers.has(name) {
		return
	}
	b.names.groupNames.declare(name, h.name.pos, true)
	b.names.groups[name] = group{most: MaxConsumers, present: true}
}

func (b *binder) addGroup(r *reader, h head, g group) {
	b.add(r, h.name, h.name.text, &b.names.groupNames)
	for i := 1; i <= h.count && !r.bad; i++ {
		b.add(r, h.name, member(h.name.text, i), &b.names.consumers)
	}
	if old, known := b.names.groups[h.name.text]; !r.bad && (!known || !old.present) {
		g.most = max(g.most, old.most)
		b.names.groups[h.name.text] = g
	}
}

// largest is the largest number that the parameter in the place of the next
// word can take; 0 where none is.
func (r *reader) largest() int {
	if !r.more() || r.words[0].param == "" {
		return 0
	}
	p := r.names.param(r.words[0].param)
	if p.Kind == ChoiceParam {
		return MaxConsumers
	}
	return int(min(p.To.Number, MaxConsumers))
}

// MemberName is the name of a group's i-th consumer, from 1.
func MemberName(group string, i int) string { return member(group, i) }

func member(group string, i int) string { return group + "-" + strconv.Itoa(i) }
