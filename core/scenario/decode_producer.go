package scenario

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"
)

var producerStatements = []statement{
	{word: "to", in: producerBlock, usage: "to jobs", decode: decodeTo},
	{word: "starts", in: producerBlock, usage: "starts 10ms", decode: decodeProducerStarts},
	{word: "priority", in: producerBlock, usage: "priority 5", decode: decodePriority},
	{word: "write", in: producerBlock, usage: `write "overdue_notification loan=1" "stock_summary branch=1"`, many: true, decode: decodeWrite},
	{word: "every", in: producerBlock, alias: "schedule", usage: "every 1s count 5 times 6", decode: decodeEvery},
	{word: "poisson", in: producerBlock, alias: "schedule", usage: "poisson 50/s for 3s", decode: decodePoisson},
	{word: "rate", in: producerBlock, alias: "schedule", usage: "rate 20000/s for 3s", decode: decodeRate},
}

// producerDraft is a producer of which the messages and their times are not
// yet put together.
type producerDraft struct {
	Producer
	listed    []string // bodies as written
	numbered  word     // the count in "write 12 body"; no text where there is none
	scheduled bool
}

func (b *binder) producerBlock(l *line) {
	h, ok := b.heads[l]
	b.producer = producerDraft{Producer: Producer{Name: h.name.text, Pos: h.name.pos}}
	seen, sound := b.options(l, producerBlock)
	if !sound {
		b.producer.Schedule = Schedule{} // it has been reported
	}
	if ok && sound {
		b.missing(h.name, seen, "to", "to and a queue")
		b.producer.settle(&reader{report: b.report}, h.name)
	}
	if ok {
		b.scenario.Producers = append(b.scenario.Producers, b.producer.Producer)
	}
}

// settle puts messages and times together.
func (p *producerDraft) settle(r *reader, name word) {
	switch {
	case p.scheduled && p.numbered.text != "":
		r.fail(p.numbered, "expected no number before the message, as a schedule says how many")
	case p.scheduled:
		p.settleSchedule()
	case p.numbered.text != "":
	case len(p.listed) == 0:
		r.fail(name, "expected write, every, poisson or rate in the producer, as it writes nothing")
	default:
		p.Bodies = numberBodies(p.listed)
		p.Schedule = Schedule{Kind: Once, Count: len(p.listed)}
	}
}

// settleSchedule: one body is every message's; several are written in turn,
// to the end of the list.
func (p *producerDraft) settleSchedule() {
	if len(p.listed) == 1 {
		p.Body = p.listed[0]
	}
	if len(p.listed) < 2 {
		return
	}
	p.Bodies = numberBodies(p.listed)
	writes := (len(p.Bodies) + p.Schedule.Count - 1) / p.Schedule.Count
	if p.Schedule.Times == 0 || p.Schedule.Times > writes {
		p.Schedule.Times = writes
	}
}

func numberBodies(patterns []string) []string {
	bodies := make([]string, len(patterns))
	for i, p := range patterns {
		bodies[i] = numberBody(p, i+1)
	}
	return bodies
}

// numberBody fills a message's number in for {n}; {{ and }} are braces.
func numberBody(pattern string, n int) string {
	if !strings.ContainsAny(pattern, "{}") {
		return pattern
	}
	return strings.NewReplacer("{{", "{", "}}", "}", "{n}", strconv.Itoa(n)).Replace(pattern)
}

// MessageBody is the body of the producer's n-th message, from 1.
func (p *Producer) MessageBody(n int) string {
	if len(p.Bodies) > 0 {
		return p.Bodies[n-1]
	}
	return numberBody(p.Body, n)
}

// MessageBody is the body of the n-th message, from 1, of a write by hand.
func (f *Fault) MessageBody(n int) string { return numberBody(f.Body, n) }

// pattern takes a body in which {n} may stand for the message's number.
func (r *reader) pattern(expected string) string {
	w := r.take(expected)
	for rest := w.text; rest != "" && !r.bad; {
		n := plainLength(rest)
		rest = rest[n:]
		switch {
		case rest == "":
		case strings.HasPrefix(rest, "{n}"):
			rest = rest[3:]
		case strings.HasPrefix(rest, "{{"), strings.HasPrefix(rest, "}}"):
			rest = rest[2:]
		default:
			r.fail(w, "expected {n}, or {{ and }} where braces are meant")
		}
	}
	return w.text
}

func decodeTo(b *binder, r *reader) {
	if r.peek() == "exchange" && !b.names.queues.has("exchange") {
		r.fail(r.words[0], notYet)
	}
	b.producer.Queue = r.index(&b.names.queues, "queue")
}

func decodeProducerStarts(b *binder, r *reader) { b.producer.Starts = r.duration() }

// maxPriority is the largest priority, as the trace keeps it in a byte.
const maxPriority = 255

func decodePriority(b *binder, r *reader) { b.producer.Priority = r.number(0, maxPriority) }

// decodeWrite reads "N BODY", or bodies.
func decodeWrite(b *binder, r *reader) {
	p := &b.producer
	if p.numbered.text != "" {
		r.fail(r.last, "expected no other write beside one with a number")
	}
	if isDigits(r.peek()) {
		decodeNumbered(b, r)
		return
	}
	for first := true; first || r.more(); first = false {
		p.listed = append(p.listed, r.pattern("a message"))
	}
	b.bodies += len(p.listed)
	r.limit(b.bodies, MaxBodies, "messages written out")
}

func decodeNumbered(b *binder, r *reader) {
	p := &b.producer
	if len(p.listed) > 0 {
		r.fail(r.words[0], "expected no number, as another write lists messages")
	}
	p.numbered = r.words[0]
	p.Schedule = Schedule{Kind: Once, Count: r.number(1, MaxMessages)}
	p.Body = r.pattern("a message")
}

func decodeEvery(b *binder, r *reader) {
	p := &b.producer
	p.scheduled = true
	p.Schedule = Schedule{Kind: Regular, Every: r.span(), Count: 1}
	r.scheduleOptions(&p.Schedule)
}

func decodePoisson(b *binder, r *reader) {
	p := &b.producer
	p.scheduled = true
	p.Schedule = Schedule{Kind: Poisson, Every: gap(r.rate()), Count: 1}
	r.scheduleOptions(&p.Schedule)
}

// decodeRate counts the writes exactly, as their spacing is rounded down to a
// nanosecond.
func decodeRate(b *binder, r *reader) {
	p := &b.producer
	p.scheduled = true
	rate := r.rate()
	p.Schedule = Schedule{Kind: Regular, Every: gap(rate), Count: 1}
	r.scheduleOptions(&p.Schedule)
	s := &p.Schedule
	if r.bad || s.For == 0 {
		return
	}
	n := writesWithin(s.For, rate)
	if s.Times == 0 || n < s.Times {
		s.Times = n
	}
}

// gap is the time between two events of a rate.
func gap(rate Value) time.Duration { return rate.Duration / time.Duration(max(rate.Number, 1)) }

// writesWithin is the number of k, from 0, with k/rate before d; MaxMessages+1
// where it is more.
func writesWithin(d time.Duration, rate Value) int {
	high, low := bits.Mul64(uint64(d), uint64(rate.Number))
	if high >= uint64(rate.Duration) {
		return MaxMessages + 1
	}
	n, rest := bits.Div64(high, low, uint64(rate.Duration))
	if rest > 0 {
		n++
	}
	return int(min(n, MaxMessages+1))
}

// scheduleOptions reads count N, times N and for D, in any order.
func (r *reader) scheduleOptions(s *Schedule) {
	var given []string
	for r.more() {
		option := r.expect("count", "times", "for")
		if slices.Contains(given, option) {
			r.fail(r.last, "expected once")
		}
		given = append(given, option)
		switch option {
		case "count":
			s.Count = r.number(1, MaxMessages)
		case "times":
			s.Times = r.number(1, MaxMessages)
		case "for":
			s.For = r.spanOrNever()
		}
	}
}
