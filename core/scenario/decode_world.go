package scenario

import (
	"strconv"
	"strings"
)

var worldStatements = []statement{
	{word: "table", in: topLevel, usage: "table orders", many: true, early: true, opens: tableBlock, block: (*binder).tableBlock},
	{word: "balance", in: topLevel, usage: "balance account 100", many: true, early: true, opens: noBlock, block: (*binder).balanceBlock},
	{word: "mailbox", in: topLevel, usage: "mailbox receipts honours-key", many: true, early: true, opens: noBlock, block: (*binder).mailboxBlock},
	{word: "outbox", in: topLevel, usage: "outbox letters", many: true, early: true, opens: outboxBlock, block: (*binder).outboxBlock},
	{word: "handler", in: topLevel, usage: "handler pay each 4ms", many: true, early: true, opens: handlerBlock, block: (*binder).handlerBlock},
	{word: "relay", in: topLevel, usage: "relay courier x 2", many: true, early: true, opens: relayBlock, block: (*binder).relayBlock},

	{word: "row", in: tableBlock, usage: "row 8842 status=placed version=1", many: true, decode: decodeRow},
	{word: "row", in: outboxBlock, usage: `row "receipt order=8842"`, many: true, decode: decodeOutboxRow},
	{word: "rows", in: outboxBlock, usage: `rows 9 "overdue_notification loan={n}"`, decode: decodeOutboxRows},

	{word: "from", in: relayBlock, usage: "from letters", decode: decodeRelayFrom},
	{word: "to", in: relayBlock, usage: "to mailbox receipts key {order}", decode: decodeRelayTo},
	{word: "starts", in: relayBlock, usage: "starts 10ms", decode: func(b *binder, r *reader) { b.relay.Starts = r.duration() }},
	{word: "every", in: relayBlock, usage: "every 10ms", decode: func(b *binder, r *reader) { b.relay.Every = r.span() }},
	{word: "batch", in: relayBlock, usage: "batch 3", decode: func(b *binder, r *reader) { b.relay.Batch = r.number(1, MaxBodies) }},
	{word: "locks", in: relayBlock, usage: "locks rows", decode: func(b *binder, r *reader) { r.expect("rows"); b.relay.Locks = true }},
	{word: "keeps", in: relayBlock, usage: "keeps in-memory", decode: func(b *binder, r *reader) { r.expect("in-memory"); b.relay.Memory = true }},
	{word: "publish", in: relayBlock, usage: "publish 1ms", decode: func(b *binder, r *reader) { b.relay.Publish = r.duration() }},
	{word: "mark", in: relayBlock, usage: "mark 1ms", decode: func(b *binder, r *reader) { b.relay.Mark = r.duration() }},
}

// addTable adds a table, under a head that was declared without an error.
func (b *binder) addTable(l *line, t Table) {
	h, ok := b.heads[l]
	if !ok {
		return
	}
	t.Name, t.Pos = h.name.text, h.name.pos
	b.scenario.Tables = append(b.scenario.Tables, t)
}

func (b *binder) tableBlock(l *line) {
	b.table, b.keys = Table{Kind: RowTable}, map[string]bool{}
	b.options(l, tableBlock)
	b.addTable(l, b.table)
}

func (b *binder) balanceBlock(l *line) {
	r := b.afterName(l)
	amount := r.number(0, 1<<40)
	r.finish()
	b.noLinesUnder(l, "balance")
	b.addTable(l, Table{Kind: BalanceTable, Rows: []Row{{Cells: []Assign{{Value: Text(strconv.Itoa(amount))}}}}})
}

func (b *binder) mailboxBlock(l *line) {
	r := b.afterName(l)
	t := Table{Kind: MailboxTable, HonoursKey: r.accept("honours-key")}
	r.finish()
	b.noLinesUnder(l, "mailbox")
	b.addTable(l, t)
}

func (b *binder) outboxBlock(l *line) {
	b.table = Table{Kind: OutboxTable}
	b.options(l, outboxBlock)
	b.addTable(l, b.table)
}

func decodeRow(b *binder, r *reader) {
	w := r.take("the row's key")
	if b.keys[w.text] && !b.dry {
		r.fail(w, "expected another key; there is a row of it already")
	}
	b.keys[w.text] = true
	b.addRow(r, Row{Key: w.text, Cells: r.assigns("")})
}

// addRow counts the row among the texts written out, all of which have one limit.
func (b *binder) addRow(r *reader, row Row) {
	b.bodies++
	if r.limit(b.bodies, MaxBodies, "rows, records and messages written out"); !r.bad {
		b.table.Rows = append(b.table.Rows, row)
	}
}

func (b *binder) addOutboxRow(r *reader, body string) {
	b.addRow(r, Row{Key: strconv.Itoa(len(b.table.Rows) + 1), Cells: []Assign{{"body", Text(body)}}})
}

func decodeOutboxRow(b *binder, r *reader) { b.addOutboxRow(r, r.take("a message").text) }

func decodeOutboxRows(b *binder, r *reader) {
	n := r.number(0, MaxBodies)
	body := r.take("a message").text
	for i := 0; i < n && !r.bad; i++ {
		b.addOutboxRow(r, strings.ReplaceAll(body, numberPlace, strconv.Itoa(i+1)))
	}
}

// assigns takes column=value words, up to a word that is none.
func (r *reader) assigns(expected string) (set []Assign) {
	for r.more() && !r.words[0].quoted {
		column, value, ok := strings.Cut(r.words[0].text, "=")
		if !ok || nameProblem(column) != "" {
			break
		}
		r.take("")
		set = append(set, Assign{column, Text(value)})
	}
	if len(set) == 0 && expected != "" {
		r.take(expected)
		if !r.bad {
			r.fail(r.last, "expected "+expected)
		}
	}
	return set
}

func (b *binder) relayBlock(l *line) {
	h, ok := b.heads[l]
	b.relay = Relay{Name: h.name.text, Group: h.name.text, Batch: 1, Pos: h.name.pos}
	seen, sound := b.options(l, relayBlock)
	if !ok || !sound {
		return
	}
	b.missing(h.name, seen, "from", "from and an outbox")
	b.missing(h.name, seen, "to", "to and a queue, an exchange or a mailbox")
	for i := 1; i <= h.count; i++ {
		one := b.relay
		if h.group {
			one.Name = member(h.name.text, i)
		}
		b.scenario.Relays = append(b.scenario.Relays, one)
	}
}

func decodeRelayFrom(b *binder, r *reader) { b.relay.Table = b.tableOf(r, OutboxTable, "outbox") }

func decodeRelayTo(b *binder, r *reader) {
	switch {
	case r.accept("exchange"):
		b.relay.To, b.relay.Target = ToExchange, r.index(&b.names.exchanges, "exchange")
	case r.accept("mailbox"):
		b.relay.To, b.relay.Target = ToMailbox, b.tableOf(r, MailboxTable, "mailbox")
		if r.accept("key") {
			b.relay.SendKey = Text(r.take("a key").text)
		}
	default:
		b.relay.To, b.relay.Target = ToQueue, r.index(&b.names.queues, "queue")
	}
}

// tableOf takes the name of a table of a kind.
func (b *binder) tableOf(r *reader, kind TableKind, what string) int {
	w := word{}
	if r.more() {
		w = r.words[0]
	}
	at := r.index(&b.names.tables, what)
	if !r.bad && !r.dry && b.names.kinds[w.text] != kind {
		r.fail(w, "expected the name of "+article(what))
	}
	return at
}

func article(what string) string {
	if strings.ContainsRune("aeiou", rune(what[0])) {
		return "an " + what
	}
	return "a " + what
}

var tableKinds = map[string]TableKind{"table": RowTable, "balance": BalanceTable, "mailbox": MailboxTable, "outbox": OutboxTable}

// declareTable numbers a table of any kind, and remembers which.
func (b *binder) declareTable(l *line) {
	what := l.words[0].text
	r := b.reader(l, 1)
	w := r.name(what)
	if what == "table" || what == "outbox" {
		r.finish()
	}
	b.limit(r, w, &b.names.tables, 1, MaxTables, "table")
	b.add(r, w, w.text, &b.names.tables)
	if !r.bad {
		b.names.kinds[w.text] = tableKinds[what]
		b.heads[l] = head{name: w, count: 1}
	}
}

// declareRelays reads "relay NAME" or "relay NAME x N".
func (b *binder) declareRelays(l *line) {
	r := b.reader(l, 1)
	h := head{name: r.name("relay"), count: 1}
	if h.group = r.accept("x"); h.group {
		h.count = r.number(0, MaxRelays)
	}
	r.finish()
	b.limit(r, h.name, &b.names.relays, h.count, MaxRelays, "relay")
	if !h.group {
		b.add(r, h.name, h.name.text, &b.names.relays)
	}
	if h.group {
		b.add(r, h.name, h.name.text, &b.names.groupNames)
		for i := 1; i <= h.count; i++ {
			b.add(r, h.name, member(h.name.text, i), &b.names.relays)
		}
	}
	if r.bad {
		return
	}
	b.heads[l] = h
	if old := b.names.groups[h.name.text]; h.group && !old.present {
		b.names.groups[h.name.text] = group{count: h.count, present: !b.dry}
	}
}
