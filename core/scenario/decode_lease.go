package scenario

import "time"

// Leases that differ, what may be in flight at once, what is recognised, and what is claimed.
var leaseStatements = []statement{
	{word: "back-off", in: queueBlock, usage: "back-off 300ms 600ms 1.2s", decode: decodeBackoff},
	{word: "max-in-flight", in: queueBlock, usage: "max-in-flight 3", decode: decodeMaxInFlight},
	{word: "duplicate-window", in: queueBlock, usage: "duplicate-window 2m", decode: func(b *binder, r *reader) { b.queue.DuplicateWindow = r.spanOrNever() }},
	{word: "acknowledges", in: queueBlock, usage: "acknowledges up-to", decode: func(b *binder, r *reader) { b.queue.UpTo = r.expect("one", "up-to") == "up-to" }},

	{word: "id", in: producerBlock, usage: "id {order}", decode: func(b *binder, r *reader) { b.producer.ID = r.take("an id").text }},

	{word: "claim", in: faultWord, usage: "at 25ms claim probe idle 1s count 2", many: true, decode: decodeClaimIdle},
	{word: "reread", in: faultWord, usage: "at 25ms reread probe", many: true, decode: func(b *binder, r *reader) { b.does(r, Reread) }},

	{word: "broker", in: logBlock, usage: "broker kafka", decode: func(b *binder, r *reader) { b.log.Broker = r.profile() }},
	{word: "session-timeout", in: groupBlock, usage: "session-timeout 45s", decode: func(b *binder, r *reader) { b.group.SessionTimeout = r.spanOrOff() }},
	{word: "poll-within", in: groupBlock, usage: "poll-within 5m", decode: func(b *binder, r *reader) { b.group.PollWithin = r.spanOrOff() }},
}

// decodeBackoff reads the times. A first time of never turns it off.
func decodeBackoff(b *binder, r *reader) {
	q := &b.queue
	q.Backoff, q.Backoffs = [MaxRetries]time.Duration{}, 0
	for first := true; first || r.more(); first = false {
		by := r.spanOrNever()
		if r.limit(q.Backoffs+1, MaxRetries, "times"); r.bad {
			return
		}
		q.Backoff[q.Backoffs] = by
		q.Backoffs++
	}
	if q.Backoff[0] == 0 {
		q.Backoff, q.Backoffs = [MaxRetries]time.Duration{}, 0
	}
}

func decodeMaxInFlight(b *binder, r *reader) {
	if r.accept("unlimited") {
		b.queue.MaxInFlight = 0
		return
	}
	b.queue.MaxInFlight = r.number(1, MaxMessages)
}

func decodeClaimIdle(b *binder, r *reader) {
	f := b.does(r, ClaimIdle)
	r.expect("idle")
	f.For, f.Count = r.duration(), MaxMessages
	if r.accept("count") {
		f.Count = r.number(1, MaxMessages)
	}
}

// off is a time that a line says never to.
const off = time.Duration(-1)

// spanOrOff takes a duration above 0, or never.
func (r *reader) spanOrOff() time.Duration {
	if d := r.spanOrNever(); d > 0 {
		return d
	}
	return off
}

// checkClaims reports a claim where nothing stays in flight to be claimed.
func (b *binder) checkClaims() {
	for _, f := range b.scenario.Faults {
		if f.Kind != ClaimIdle && f.Kind != Reread || f.Consumer < 0 || f.Consumer >= len(b.scenario.Consumers) {
			continue
		}
		if q := b.scenario.Consumers[f.Consumer].Queue; q < len(b.scenario.Queues) && !b.scenario.Queues[q].Claimable() {
			b.report.add(&Error{f.Pos, "at", "expected a queue whose broker leaves what was handed out with its consumer, as redis-streams does"})
		}
	}
}
