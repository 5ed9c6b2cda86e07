package scenario

import (
	"slices"
	"time"
)

var consumerStatements = []statement{
	{word: "from", in: consumerBlock, usage: "from jobs", decode: decodeFrom},
	{word: "starts", in: consumerBlock, usage: "starts 30ms", decode: decodeConsumerStarts},
	{word: "stops", in: consumerBlock, usage: "stops when-empty", decode: decodeStops},
	{word: "prefetch", in: consumerBlock, usage: "prefetch 1", decode: decodePrefetch},
	{word: "take", in: consumerBlock, usage: "take 3 every 1s", decode: decodeTake},
	{word: "work", in: consumerBlock, usage: "work 45ms", many: true, decode: decodeWork},
	{word: "heartbeat", in: consumerBlock, usage: "heartbeat 20ms", decode: decodeHeartbeat},
	{word: "leave", in: consumerBlock, usage: `leave "stock_summary branch=1"`, many: true, decode: decodeLeave},
}

func (b *binder) consumerBlock(l *line) {
	h, ok := b.heads[l]
	b.consumer = Consumer{Name: h.name.text, Prefetch: 1, Handler: -1, Concurrency: 1, Pos: h.name.pos}
	seen, sound := b.options(l, consumerBlock)
	if ok && sound {
		b.missing(h.name, seen, "from", "from and a queue")
		b.checkWays(h.name)
	}
	if ok && !b.dry {
		b.addConsumers(h)
	}
}

// checkWays reports ways to end the work on a message that exclude each other.
func (b *binder) checkWays(name word) {
	c := &b.consumer
	if c.Handler >= 0 && len(c.Leave)+len(c.Fails) > 0 {
		b.report.add(&Error{name.pos, name.text, "expected no leave and no fails beside a handler, which says itself what becomes of a message"})
	}
	if c.OnDelivery && len(c.Leave) > 0 {
		b.report.add(&Error{name.pos, name.text, "expected no leave beside acknowledge on-delivery, as nothing is left unacknowledged"})
	}
}

// addConsumers makes the consumers of a declaration. They share their lists,
// which nothing changes.
func (b *binder) addConsumers(h head) {
	if !h.group {
		b.scenario.Consumers = append(b.scenario.Consumers, b.consumer)
		return
	}
	for i := 1; i <= h.count; i++ {
		c := b.consumer
		c.Name, c.Group = member(h.name.text, i), h.name.text
		b.scenario.Consumers = append(b.scenario.Consumers, c)
	}
}

func decodeFrom(b *binder, r *reader) { b.consumer.Queue = r.index(&b.names.queues, "queue") }

func decodeConsumerStarts(b *binder, r *reader) { b.consumer.Starts = r.duration() }

func decodeStops(b *binder, r *reader) {
	r.expect("when-empty")
	b.consumer.StopsEmpty = true
}

func decodePrefetch(b *binder, r *reader) {
	if r.accept("unlimited") {
		b.consumer.Prefetch = 0
		return
	}
	v, w := r.value(NumberParam, aNumber+", or unlimited")
	if !r.bad && (v.Number < 1 || v.Number > MaxMessages) {
		r.fail(w, "expected 1 or more, or unlimited")
	}
	b.consumer.Prefetch = int(v.Number)
}

func decodeTake(b *binder, r *reader) {
	b.consumer.Take = r.number(1, MaxMessages)
	r.expect("every")
	b.consumer.TakeEvery = r.span()
}

// decodeWork reads a distribution, or "by message BODY" and one.
func decodeWork(b *binder, r *reader) {
	if r.accept("by") {
		decodeWorkBy(b, r)
		return
	}
	b.once(r, r.last, "work")
	b.consumer.Work = r.dist()
}

func decodeWorkBy(b *binder, r *reader) {
	r.expect("message")
	w := r.take("a message")
	same := func(other BodyWork) bool { return other.Body == w.text }
	if !b.dry && slices.ContainsFunc(b.consumer.WorkBy, same) {
		r.fail(w, "expected once; its work is given already")
	}
	b.consumer.WorkBy = append(b.consumer.WorkBy, BodyWork{Body: w.text, Work: r.dist()})
	b.bodies++
	r.limit(b.bodies, MaxBodies, "rows, records and messages written out")
}

// dist reads 45ms, exponential 20ms, uniform 10ms to 30ms or 3/s.
func (r *reader) dist() (d Dist) {
	switch {
	case r.accept("exponential"):
		d.Kind = Exponential
		d.A = r.spanOrRate()
	case r.accept("uniform"):
		d.Kind = Uniform
		d.A = r.duration()
		r.expect("to")
		d.B = r.duration()
		if !r.bad && d.B < d.A {
			r.fail(r.last, "expected at least "+FormatDuration(d.A))
		}
	default:
		d.A = r.workTime()
	}
	return d
}

// aWork is what the time of some work looks like.
const aWork = "a duration such as 45ms, a rate such as 3/s, exponential or uniform"

func (r *reader) workTime() (d time.Duration) {
	if kind, _ := kindOf(r.peek()); kind == RateParam {
		return gap(r.rate())
	}
	w := r.takeBare(aWork)
	if r.bad {
		return 0
	}
	d, problem := parseDuration(w.text)
	if problem == "expected "+aDuration {
		problem = "expected " + aWork
	}
	if problem != "" {
		r.fail(w, problem)
	}
	return d
}

func (r *reader) spanOrRate() time.Duration {
	if kind, _ := kindOf(r.peek()); kind == RateParam {
		return gap(r.rate())
	}
	return r.duration()
}

func decodeHeartbeat(b *binder, r *reader) {
	v, _ := r.value(DurationParam, aDuration+", or never")
	b.consumer.Heartbeat = v.Duration
}

func decodeLeave(b *binder, r *reader) {
	for first := true; first || r.more(); first = false {
		b.consumer.Leave = append(b.consumer.Leave, r.take("a message").text)
		b.bodies++
	}
	r.limit(b.bodies, MaxBodies, "rows, records and messages written out")
}
