package scenario

import (
	"strconv"
	"strings"
)

var logStatements = []statement{
	{word: "log", in: topLevel, usage: "log orders", many: true, early: true, opens: logBlock, block: (*binder).logBlock},
	{word: "partitions", in: logBlock, usage: "partitions 3", decode: func(b *binder, r *reader) { b.log.Partitions = r.number(1, MaxPartitions) }},
	{word: "retention", in: logBlock, usage: "retention 1m", decode: func(b *binder, r *reader) { b.log.Retain = r.spanOrNever() }},
	{word: "records", in: logBlock, usage: `records 150 "order.placed order={n}"`, many: true, decode: decodeRecords},

	{word: "group", in: topLevel, usage: "group billing x 2", many: true, early: true, opens: groupBlock, block: (*binder).groupBlock},
	{word: "from", in: groupBlock, usage: "from orders", decode: func(b *binder, r *reader) { b.group.Log = r.index(&b.names.logs, "log") }},
	{word: "joins", in: groupBlock, usage: "joins 10ms", decode: func(b *binder, r *reader) { b.group.Joins = r.duration() }},
	{word: "starts", in: groupBlock, usage: "starts at position 120", decode: decodeGroupStart},
	{word: "work", in: groupBlock, usage: "work 10ms", decode: func(b *binder, r *reader) { b.group.Work = r.dist() }},
	{word: "commit", in: groupBlock, usage: "commit after takes 2ms", decode: decodeCommit},

	{word: "seek", in: faultWord, usage: "at 25ms seek billing to 98", many: true, decode: decodeSeek},
}

func (b *binder) logBlock(l *line) {
	h, ok := b.heads[l]
	b.log = Log{Name: h.name.text, Partitions: 1, Pos: h.name.pos}
	b.options(l, logBlock)
	if ok {
		b.scenario.Logs = append(b.scenario.Logs, b.log)
	}
}

// decodeRecords reads "N BODY", or bodies.
func decodeRecords(b *binder, r *reader) {
	n := 1
	if numbered := isDigits(r.peek()); numbered {
		n = r.number(0, MaxBodies)
	}
	for first := true; first || r.more(); first = false {
		body := r.take("a record").text
		for i := 0; i < n && !r.bad; i++ {
			b.addRecord(r, body)
		}
	}
}

func (b *binder) addRecord(r *reader, body string) {
	b.bodies++
	if r.limit(b.bodies, MaxBodies, "rows, records and messages written out"); !r.bad {
		number := strconv.Itoa(len(b.log.Records) + 1)
		b.log.Records = append(b.log.Records, strings.ReplaceAll(body, numberPlace, number))
	}
}

// groupBlock reads a group; its members are declared with it.
func (b *binder) groupBlock(l *line) {
	h, ok := b.heads[l]
	b.group = Group{Name: h.name.text, Members: h.count, CommitEvery: 1, Pos: h.name.pos}
	seen, sound := b.options(l, groupBlock)
	if ok && sound {
		b.missing(h.name, seen, "from", "from and a log")
	}
	if ok {
		b.scenario.Groups = append(b.scenario.Groups, b.group)
	}
}

func decodeGroupStart(b *binder, r *reader) {
	r.expect("at")
	b.group.Placed = true
	switch r.expect("start", "end", "position", "instant") {
	case "end":
		b.group.From = FromEnd
	case "position":
		b.group.From, b.group.Position = FromPosition, int64(r.number(0, MaxMessages))
	case "instant":
		b.group.From, b.group.At = FromInstant, r.duration()
	}
}

// decodeCommit reads before, after or "every N", and "takes D".
func decodeCommit(b *binder, r *reader) {
	b.group.CommitEvery, b.group.Commit = 1, CommitAfter
	switch r.expect("before", "after", "every") {
	case "before":
		b.group.Commit = CommitBefore
	case "every":
		b.group.CommitEvery = r.number(1, MaxMessages)
	}
	if r.accept("takes") {
		b.group.CommitTakes = r.duration()
	}
}

// declareGroupOf reads "group NAME" or "group NAME x N". Its members have
// names too, for faults.
func (b *binder) declareGroupOf(l *line) {
	r := b.reader(l, 1)
	h := head{name: r.name("group"), count: 1}
	if h.group = r.accept("x"); h.group {
		h.count = r.number(0, MaxMembers)
	}
	r.finish()
	b.limit(r, h.name, &b.names.logGroups, 1, MaxGroups, "group")
	b.limit(r, h.name, &b.names.members, h.count, MaxMembers, "member")
	b.add(r, h.name, h.name.text, &b.names.logGroups)
	for i := 1; i <= h.count; i++ {
		b.add(r, h.name, member(h.name.text, i), &b.names.members)
	}
	if !r.bad {
		b.heads[l] = h
	}
}

func decodeSeek(b *binder, r *reader) {
	f := b.fault()
	f.Kind, f.Group = Seek, r.index(&b.names.logGroups, "group")
	r.expect("to")
	f.Position = int64(r.number(0, MaxMessages))
}
