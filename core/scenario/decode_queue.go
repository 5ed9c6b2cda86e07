package scenario

var queueStatements = []statement{
	{word: "visibility", in: queueBlock, usage: "visibility 30ms", decode: decodeVisibility},
	{word: "late-acknowledge", in: queueBlock, usage: "late-acknowledge refused", decode: decodeLateAcknowledge},
	{word: "max-deliveries", in: queueBlock, usage: "max-deliveries 3", decode: decodeMaxDeliveries},
	{word: "dead-letter", in: queueBlock, usage: "dead-letter failed", decode: decodeDeadLetter},
	{word: "requeue", in: queueBlock, usage: "requeue back", decode: decodeRequeue},
	{word: "delay", in: queueBlock, usage: "delay 5ms", decode: decodeDelay},
	{word: "broker", in: queueBlock, usage: "broker rabbitmq-classic", decode: func(b *binder, r *reader) { b.queue.Broker = r.profile() }},
	{word: "broker", in: topLevel, usage: "broker rabbitmq-classic", decode: func(b *binder, r *reader) { b.broker = r.profile() }},
}

// profile takes the name of a broker.
func (r *reader) profile() Profile {
	w := r.takeBare("a broker: " + orList(profileNames()))
	p, known := ProfileNamed(w.text)
	if !known {
		r.fail(w, "expected a broker: "+orList(profileNames())+r.suggest(w, profileNames()))
	}
	return p
}

// settleBrokers gives the scenario's broker to the queues and logs that name none. The lessons' is
// the zero Profile.
func (b *binder) settleBrokers() {
	for i := range b.scenario.Queues {
		q := &b.scenario.Queues[i]
		if b.settleBroker(&q.Broker); q.Broker.LogsOnly {
			b.report.add(&Error{q.Pos, q.Name, "expected no queue: " + q.Broker.Name + " has logs, and groups that read them"})
		}
	}
	for i := range b.scenario.Logs {
		b.settleBroker(&b.scenario.Logs[i].Broker)
	}
}

func (b *binder) settleBroker(p *Profile) {
	if p.Name == "" {
		*p = b.broker
	}
	if p.Name == profiles[0].Name {
		*p = Profile{}
	}
}

func (b *binder) queueBlock(l *line) {
	h, ok := b.heads[l]
	b.queue = Queue{Name: h.name.text, DeadLetter: -1, Pos: h.name.pos}
	b.options(l, queueBlock)
	if ok && !b.dry {
		b.scenario.Queues = append(b.scenario.Queues, b.queue)
	}
}

// options reads the lines of a block. It gives what was given once and where,
// and whether nothing was wrong.
func (b *binder) options(l *line, in block) (seen map[string]Pos, sound bool) {
	outer, mistakes := b.seen, b.report.count()
	b.seen = map[string]Pos{}
	b.lines(l.children, in)
	seen, b.seen = b.seen, outer
	return seen, b.report.count() == mistakes && !b.dry
}

// missing reports a block that lacks a line.
func (b *binder) missing(name word, seen map[string]Pos, key, expected string) {
	if _, given := seen[key]; !given {
		b.report.add(&Error{name.pos, name.text, "expected " + expected + " in its lines"})
	}
}

func decodeVisibility(b *binder, r *reader) { b.queue.Visibility = r.spanOrNever() }

func decodeLateAcknowledge(b *binder, r *reader) {
	b.queue.RefuseLate = r.expect("deletes", "refused") == "refused"
}

func decodeMaxDeliveries(b *binder, r *reader) {
	if r.accept("unlimited") {
		b.queue.MaxDeliveries, b.queue.ZeroLimit = 0, false
		return
	}
	b.queue.MaxDeliveries = r.number(0, MaxMessages)
	b.queue.ZeroLimit = b.queue.MaxDeliveries == 0
}

func decodeDeadLetter(b *binder, r *reader) {
	to := r.index(&b.names.queues, "queue")
	if !r.bad {
		b.queue.DeadLetter = to
	}
}

var requeues = map[string]Requeue{"place": RequeuePlace, "front": RequeueFront, "back": RequeueBack}

func decodeRequeue(b *binder, r *reader) {
	b.queue.Requeue = requeues[r.expect("place", "front", "back")]
}

func decodeDelay(b *binder, r *reader) { b.queue.Delay = r.duration() }
