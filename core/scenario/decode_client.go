package scenario

var clientStatements = []statement{
	{word: "client", in: topLevel, usage: "client probe", many: true, early: true, opens: clientBlock, block: (*binder).clientBlock},
	{word: "from", in: clientBlock, usage: "from jobs", decode: decodeFrom},

	{word: "get", in: faultWord, usage: "at 25ms get probe 3", many: true, decode: decodeGet},
	{word: "subscribe", in: faultWord, usage: "at 25ms subscribe probe prefetch 3", many: true, decode: decodeSubscribe},
	{word: "acknowledge", in: faultWord, usage: "at 25ms acknowledge probe m1 multiple", many: true, decode: decodeClientAcknowledge},
	{word: "reject", in: faultWord, usage: "at 25ms reject probe m1 requeue", many: true, decode: decodeClientReject},
	{word: "extend", in: faultWord, usage: "at 25ms extend probe m1 by 1s", many: true, decode: decodeExtend},
	{word: "cancel", in: faultWord, usage: "at 25ms cancel probe", many: true, decode: decodeCancel},
	{word: "close", in: faultWord, usage: "at 25ms close probe", many: true, decode: decodeClose},
}

// clientBlock makes a consumer that does nothing by itself.
func (b *binder) clientBlock(l *line) {
	h, ok := b.heads[l]
	b.consumer = Consumer{Name: h.name.text, Handler: -1, Concurrency: 1, Scripted: true, Pos: h.name.pos}
	seen, sound := b.options(l, clientBlock)
	if ok && sound {
		b.missing(h.name, seen, "from", "from and a queue")
	}
	if ok && !b.dry {
		b.scenario.Consumers = append(b.scenario.Consumers, b.consumer)
	}
}

// does is what a client does at an instant.
func (b *binder) does(r *reader, kind FaultKind) *Fault {
	f := b.fault()
	w := r.peek()
	f.Kind, f.Consumer = kind, r.index(&b.names.consumers, "client")
	if !r.bad && !b.names.clients[w] {
		r.fail(r.last, "expected a client, as consumers do by themselves what they do")
	}
	return f
}

func decodeGet(b *binder, r *reader) {
	f := b.does(r, Get)
	f.Count = 1
	if r.more() {
		f.Count = r.number(1, MaxMessages)
	}
}

func decodeSubscribe(b *binder, r *reader) {
	f := b.does(r, Subscribe)
	if r.accept("prefetch") && !r.accept("unlimited") {
		f.Count = r.number(1, MaxMessages)
	}
}

func decodeClientAcknowledge(b *binder, r *reader) {
	f := b.does(r, Acknowledge)
	f.Body = r.take("the body of a message").text
	f.Multiple = r.accept("multiple")
}

func decodeClientReject(b *binder, r *reader) {
	f := b.does(r, Reject)
	f.Body = r.take("the body of a message").text
	f.Drop = r.expect("requeue", "drop") == "drop"
	f.Multiple = r.accept("multiple")
	if !f.Drop && r.accept("after") {
		f.For = r.duration()
	}
}

func decodeExtend(b *binder, r *reader) {
	f := b.does(r, Extend)
	f.Body = r.take("the body of a message").text
	if r.accept("by") {
		f.For = r.span()
	}
}

func decodeCancel(b *binder, r *reader) { b.does(r, Cancel) }

func decodeClose(b *binder, r *reader) { b.does(r, Close) }
