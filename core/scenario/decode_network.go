package scenario

// What befalls connections, and those who use them.
var networkStatements = []statement{
	{word: "detection", in: consumerBlock, usage: "detection 5s", decode: func(b *binder, r *reader) { b.consumer.Detection = r.duration() }},
	{word: "reconnect", in: consumerBlock, usage: "reconnect 1s", decode: func(b *binder, r *reader) { b.consumer.Reconnect = r.duration() }},

	{word: "pause", in: faultWord, usage: "at 25ms pause worker-1 for 10ms", many: true, decode: befalls(Pause)},
	{word: "partition", in: faultWord, usage: "at 25ms partition worker-1 for 10ms", many: true, decode: befalls(Partition)},
	{word: "slow", in: faultWord, usage: "at 25ms slow worker-1 by 3 for 10ms", many: true, decode: decodeSlow},
	{word: "drop-confirm", in: faultWord, usage: "at 25ms drop-confirm shop", many: true, decode: decodeDropConfirm},
}

// befalls decodes what befalls a consumer for a time, or for ever.
func befalls(kind FaultKind) func(*binder, *reader) {
	return func(b *binder, r *reader) {
		f := b.fault()
		f.Kind, f.Consumer = kind, r.consumer()
		if r.accept("for") {
			f.For = r.spanOrNever()
		}
	}
}

func decodeSlow(b *binder, r *reader) {
	f := b.fault()
	f.Kind, f.Consumer = Slow, r.consumer()
	r.expect("by")
	f.Factor = r.number(1, maxFactor)
	if r.accept("for") {
		f.For = r.spanOrNever()
	}
}

// maxFactor bounds how many times as long work takes.
const maxFactor = 1000

func decodeDropConfirm(b *binder, r *reader) {
	f := b.fault()
	f.Kind, f.Producer = DropConfirm, r.index(&b.names.producers, "producer")
}

// decodeConfirms reads "confirms", and "within D" if given.
func decodeConfirms(b *binder, r *reader) {
	b.producer.Confirms = true
	if r.accept("within") {
		b.producer.ConfirmWithin = r.spanOrNever()
	}
}
