package scenario

var brokerStatements = []statement{
	{word: "direct", in: queueBlock, usage: "direct", decode: func(b *binder, _ *reader) { b.queue.Direct = true }},
	{word: "durable", in: queueBlock, usage: "durable", decode: func(b *binder, _ *reader) { b.queue.Durable = true }},
	{word: "stores", in: queueBlock, usage: "stores 5ms", decode: func(b *binder, r *reader) { b.queue.Stores = r.duration() }},
	{word: "single-active", in: queueBlock, usage: "single-active", decode: func(b *binder, _ *reader) { b.queue.SingleActive = true }},

	{word: "transient", in: producerBlock, alias: "persistent", usage: "transient", decode: func(b *binder, _ *reader) { b.producer.Transient = true }},
	{word: "persistent", in: producerBlock, usage: "persistent", decode: func(b *binder, _ *reader) { b.producer.Transient = false }},
	{word: "confirms", in: producerBlock, usage: "confirms", decode: decodeConfirms},
	{word: "key", in: producerBlock, usage: "key order.created", decode: func(b *binder, r *reader) { b.producer.Key = r.take("a routing key").text }},

	{word: "handler", in: consumerBlock, usage: "handler pay", decode: func(b *binder, r *reader) { b.consumer.Handler = r.index(&b.names.handlers, "handler") }},
	{word: "concurrency", in: consumerBlock, usage: "concurrency 3", decode: func(b *binder, r *reader) { b.consumer.Concurrency = r.number(1, 100) }},
	{word: "acknowledge", in: consumerBlock, usage: "acknowledge on-delivery", decode: func(b *binder, r *reader) {
		b.consumer.OnDelivery = r.expect("manual", "on-delivery") == "on-delivery"
	}},
	{word: "fails", in: consumerBlock, usage: `fails "job 3" after 5ms times 1 requeue`, many: true, decode: decodeFails},

	{word: "exchange", in: topLevel, usage: "exchange events fanout", many: true, early: true, opens: exchangeBlock, block: (*binder).exchangeBlock},
	{word: "bind", in: exchangeBlock, usage: "bind stock key order.*", many: true, decode: decodeBind},

	{word: "crash", in: topLevel, usage: "crash worker-1 after step 2 for 10ms", many: true, decode: decodeCrashAt},
	{word: "restart", in: faultWord, usage: "at 25ms restart jobs", many: true, decode: decodeRestart},
	{word: "resend", in: faultWord, usage: "at 25ms resend failed to jobs", many: true, decode: decodeResend},
}

// decodeFails reads "BODY", "after D", "times N" and what becomes of the message.
func decodeFails(b *binder, r *reader) {
	f := Failure{Body: r.take("a message").text, After: -1}
	if r.accept("after") {
		f.After = r.instant()
	}
	if r.accept("times") {
		f.Times = r.number(1, MaxMessages)
	}
	f.Drop = r.expect("requeue", "drop") == "drop"
	b.consumer.Fails = append(b.consumer.Fails, f)
	b.bodies++
	r.limit(b.bodies, MaxBodies, "rows, records and messages written out")
}

func (b *binder) exchangeBlock(l *line) {
	h, ok := b.heads[l]
	r := b.afterName(l)
	b.exchange = Exchange{Name: h.name.text, Pos: h.name.pos}
	switch r.expect("fanout", "direct", "topic") {
	case "direct":
		b.exchange.Kind = Direct
	case "topic":
		b.exchange.Kind = Topic
	}
	r.finish()
	b.options(l, exchangeBlock)
	if ok {
		b.scenario.Exchanges = append(b.scenario.Exchanges, b.exchange)
	}
}

func decodeBind(b *binder, r *reader) {
	x := Binding{Queue: r.index(&b.names.queues, "queue")}
	if b.exchange.Kind != Fanout {
		r.expect("key")
		x.Key = r.take("a key or a pattern").text
	}
	b.exchange.Bindings = append(b.exchange.Bindings, x)
}

// decodeCrashAt reads a crash at a place of a handler, or of a relay's work. A
// place of never turns the line off.
func decodeCrashAt(b *binder, r *reader) {
	f := Fault{Pos: r.last.pos, Consumer: -1, Queue: -1, Kind: CrashAtStep}
	if b.names.relays.has(r.peek()) {
		f.Kind, f.Relay = CrashAtRow, r.index(&b.names.relays, "relay")
	} else {
		f.Consumer = r.consumer()
	}
	r.expect("after")
	most := MaxSteps
	if f.Kind == CrashAtRow {
		most = MaxBodies
		r.expect("row")
	} else {
		f.Inner = r.accept("inner")
		r.expect("step")
	}
	if isNever(r.peek()) {
		r.take(aNumber)
		r.off = true
	} else {
		f.Step = r.number(0, most)
	}
	if r.accept("for") {
		f.For = r.spanOrNever()
	}
	b.scenario.Faults = append(b.scenario.Faults, f)
	r.limit(len(b.scenario.Faults), MaxFaults, "faults")
}

func decodeRestart(b *binder, r *reader) {
	f := b.fault()
	f.Kind, f.Queue = Restart, r.index(&b.names.queues, "queue")
}

func decodeResend(b *binder, r *reader) {
	f := b.fault()
	f.Kind, f.Queue = Resend, r.index(&b.names.queues, "queue")
	r.expect("to")
	f.To = r.index(&b.names.queues, "queue")
}
