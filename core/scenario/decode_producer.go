package scenario

import (
	"fmt"
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
	numbered  word     // the 12 in "write 12 body"; no text where there is none
	count     int      // its value
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
	if ok && !b.dry {
		b.scenario.Producers = append(b.scenario.Producers, b.producer.Producer)
	}
}

// settle puts messages and times together.
func (p *producerDraft) settle(r *reader, name word) {
	switch {
	case p.numbered.text != "" && p.scheduled:
		p.settleNumbered(r)
	case p.numbered.text != "":
		p.Schedule = Schedule{Kind: Once, Count: p.count}
	case p.scheduled:
		p.settleListed()
	case len(p.listed) == 0:
		r.fail(name, "expected write, every, poisson or rate in the producer, as it writes nothing")
	default:
		p.Bodies = numberBodies(p.listed)
		p.Schedule = Schedule{Kind: Once, Count: len(p.listed)}
	}
}

// settleNumbered bounds a schedule by the number of messages. Only where the
// last write would bring too many are they written out.
func (p *producerDraft) settleNumbered(r *reader) {
	switch {
	case p.count == 0:
		p.Schedule = Schedule{}
	case p.count%p.Schedule.Count == 0:
		p.bound(p.count)
	case p.count > MaxBodies:
		r.fail(p.numbered, fmt.Sprintf("expected a multiple of the schedule's count, or at most %d", MaxBodies))
	default:
		p.Bodies = numberBodies(slices.Repeat([]string{p.Body}, p.count))
		p.Body = ""
		p.bound(p.count)
	}
}

// settleListed: one body is every message's; several are written in turn,
// to the end of the list.
func (p *producerDraft) settleListed() {
	switch len(p.listed) {
	case 0:
	case 1:
		p.Body = p.listed[0]
	default:
		p.Bodies = numberBodies(p.listed)
		p.bound(len(p.Bodies))
	}
}

// bound ends the schedule after so many messages.
func (p *producerDraft) bound(messages int) {
	writes := (messages + p.Schedule.Count - 1) / p.Schedule.Count
	if p.Schedule.Times == 0 || p.Schedule.Times > writes {
		p.Schedule.Times = writes
	}
}

// numberPlace stands for a message's number in a body.
const numberPlace = "{n}"

func numberBodies(patterns []string) []string {
	bodies := make([]string, len(patterns))
	for i, p := range patterns {
		bodies[i] = strings.ReplaceAll(p, numberPlace, strconv.Itoa(i+1))
	}
	return bodies
}

// pattern takes a body in which {n} may stand for the message's number. Other
// words in braces are refused; braces around anything else are plain text.
func (r *reader) pattern(places ...string) string {
	w := r.take("a message")
	for rest := w.text; !r.bad; {
		_, after, open := strings.Cut(rest, "{")
		inside, _, closed := strings.Cut(after, "}")
		if !open || !closed {
			break
		}
		place := "{" + inside + "}"
		if nameProblem(inside) == "" && !slices.Contains(places, place) {
			r.fail(w, "expected nothing in braces but "+numberPlace+", which the messages of a producer can have")
		}
		rest = after
	}
	return w.text
}

// decodeTo reads "exchange NAME", or one or more queues, of which the producer
// writes every message to each.
func decodeTo(b *binder, r *reader) {
	p := &b.producer
	p.Also = nil
	if r.peek() == "exchange" && !b.names.queues.has("exchange") {
		r.take("an exchange")
		p.Exchange, p.Log = r.index(&b.names.exchanges, "exchange"), -1
		return
	}
	p.Exchange, p.Log = -1, -1
	if r.peek() == "log" && !b.names.queues.has("log") {
		r.take("a log")
		p.Log = r.index(&b.names.logs, "log")
		return
	}
	p.Queue = r.index(&b.names.queues, "queue")
	for r.more() {
		p.Also = append(p.Also, r.index(&b.names.queues, "queue"))
	}
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
		p.listed = append(p.listed, r.pattern(numberPlace))
		b.bodies++
	}
	r.limit(b.bodies, MaxBodies, "rows, records and messages written out")
}

func decodeNumbered(b *binder, r *reader) {
	p := &b.producer
	if len(p.listed) > 0 {
		r.fail(r.words[0], "expected no number, as another write lists messages")
	}
	p.numbered = r.words[0]
	p.count = r.number(0, MaxMessages)
	p.Body = r.pattern(numberPlace)
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
