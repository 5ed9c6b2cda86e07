package scenario

import "fmt"

func decodeSeed(b *binder, r *reader) {
	v, _ := r.value(NumberParam, aNumber)
	b.scenario.Seed = uint64(v.Number)
}

func decodeUntil(b *binder, r *reader) { b.scenario.Until = r.spanOrNever() }

// decodePrint reads "each outcome T", "start of D T", "end of D T" or "at end T".
func decodePrint(b *binder, r *reader) {
	p := Print{Pos: r.last.pos}
	switch r.expect("each", "start", "end", "at") {
	case "each":
		r.expect("outcome")
	case "start":
		r.expect("of")
		p.When, p.At = AtStart, r.instant()
	case "end":
		r.expect("of")
		p.When, p.At = AtEnd, r.instant()
	case "at":
		r.expect("end")
		p.When = AtRunEnd
	}
	p.Text = r.template("the text in quotes", pick(p.When == EachOutcome, fields, fields[:1]))
	b.scenario.Prints = append(b.scenario.Prints, p)
	r.limit(len(b.scenario.Prints), MaxPrints, "print lines")
}

// limit reports a count beyond what is allowed.
func (r *reader) limit(count, most int, what string) {
	if count > most {
		r.fail(r.last, fmt.Sprintf("expected at most %d %s", most, what))
	}
}

// template takes a quoted template, in which some words of the occasion can be.
func (r *reader) template(expected string, fields []string) Template {
	w := r.quoted(expected)
	if r.bad {
		return nil
	}
	t := &templateReader{rest: w.text, pos: w.inside(), names: r.names, report: r.report, fields: fields, strict: !r.dry}
	return t.read()
}

// quoted takes a word that must be in quotes.
func (r *reader) quoted(expected string) word {
	w := r.take(expected)
	if !w.quoted {
		r.fail(w, "expected "+expected)
	}
	return w
}

// inside is the place after the opening quote.
func (w word) inside() Pos {
	p := w.pos
	p.Col++
	return p
}

func decodeExpect(b *binder, r *reader) {
	b.scenario.Expects = append(b.scenario.Expects, b.claim(r))
}

func decodeClaim(b *binder, r *reader) {
	name := r.quoted("the claim's name in quotes")
	c := b.claim(r)
	c.Name = name.text
	b.scenario.Claims = append(b.scenario.Claims, c)
}

func (b *binder) claim(r *reader) Claim {
	pos := r.last.pos
	r.limit(len(b.scenario.Expects)+len(b.scenario.Claims)+1, MaxClaims, "expect and claim lines")
	c := r.claim()
	c.Pos = pos
	return c
}

var faultStatements = []statement{
	{word: "crash", in: faultWord, usage: "at 25ms crash worker-1 for 10ms", many: true, decode: decodeCrash},
	{word: "drop-acknowledge", in: faultWord, usage: "at 25ms drop-acknowledge worker-1", many: true, decode: decodeDropAcknowledge},
	{word: "write", in: faultWord, usage: `at 25ms write jobs "report_line loan=2" count 10`, many: true, decode: decodeWriteByHand},
}

// decodeFault reads "at D", "after N" if given, and the fault.
func decodeFault(b *binder, r *reader) {
	f := Fault{Pos: r.last.pos, Consumer: -1, Queue: -1, At: r.instant()}
	if r.accept("after") {
		f.After = r.number(0, MaxEvents)
	}
	w := r.takeBare("a fault: " + orList(wordsOf(faultWord)))
	if r.bad {
		return
	}
	s := lookUp(w.text, faultWord)
	if s == nil {
		r.fail(w, "expected a fault: "+orList(wordsOf(faultWord))+r.suggest(w, wordsOf(faultWord)))
		return
	}
	b.scenario.Faults = append(b.scenario.Faults, f)
	r.limit(len(b.scenario.Faults), MaxFaults, "faults")
	s.decode(b, r)
}

func (b *binder) fault() *Fault { return &b.scenario.Faults[len(b.scenario.Faults)-1] }

func decodeCrash(b *binder, r *reader) {
	f := b.fault()
	if b.names.relays.has(r.peek()) {
		f.Kind, f.Relay = CrashRelay, r.index(&b.names.relays, "relay")
	} else if b.names.members.has(r.peek()) {
		f.Kind, f.Member = CrashMember, r.index(&b.names.members, "member of a group")
	} else {
		f.Kind, f.Consumer = Crash, r.consumer()
	}
	if r.accept("for") {
		f.For = r.spanOrNever()
	}
}

func decodeDropAcknowledge(b *binder, r *reader) {
	f := b.fault()
	f.Kind, f.Consumer = DropAcknowledge, r.consumer()
}

func decodeWriteByHand(b *binder, r *reader) {
	f := b.fault()
	f.Kind, f.Queue = Write, r.index(&b.names.queues, "queue")
	f.Body, f.Count = r.pattern(), 1
	for r.more() {
		switch r.expect("count", "priority", "ttl", "key", "id") {
		case "count":
			f.Count = r.number(1, MaxMessages)
		case "priority":
			f.Priority = r.number(0, maxPriority)
		case "ttl":
			f.TTL = r.ttl()
		case "key":
			f.Key = r.take("a key").text
		case "id":
			f.ID = r.take("an id").text
		}
	}
}

// consumer takes the name of a consumer. One that its group lacks only because
// a parameter makes the group small turns the line off.
func (r *reader) consumer() int {
	name := r.peek()
	if r.names.beyond(name) {
		r.take("a consumer")
		r.off = true
		return 0
	}
	if r.names.groupNames.has(name) && !r.names.consumers.has(name) {
		r.fail(r.words[0], "expected one consumer, such as "+member(name, 1))
	}
	return r.index(&r.names.consumers, "consumer")
}
