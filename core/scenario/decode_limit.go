package scenario

import "time"

// AtOnce is the time to live of a message that expires unless somebody is there to take it.
const AtOnce = time.Duration(-1)

// What bounds a queue, and the life of its messages.
var limitStatements = []statement{
	{word: "ttl", in: queueBlock, usage: "ttl 300ms", decode: func(b *binder, r *reader) { b.queue.TTL = r.spanOrNever() }},
	{word: "max-length", in: queueBlock, usage: "max-length 3", decode: decodeMaxLength},
	{word: "overflow", in: queueBlock, usage: "overflow reject-publish", decode: decodeOverflow},
	{word: "priorities", in: queueBlock, usage: "priorities 10", decode: func(b *binder, r *reader) { b.queue.Priorities = r.number(1, maxPriority) }},
	{word: "retry", in: queueBlock, usage: "retry 100ms 200ms 400ms jitter", decode: decodeRetry},
	{word: "acknowledge-within", in: queueBlock, usage: "acknowledge-within 30m", decode: func(b *binder, r *reader) { b.queue.AcknowledgeWithin = r.spanOrNever() }},
	{word: "expires", in: queueBlock, usage: "expires 1m", decode: func(b *binder, r *reader) { b.queue.Expires = r.spanOrNever() }},

	{word: "ttl", in: producerBlock, usage: "ttl 300ms", decode: func(b *binder, r *reader) { b.producer.TTL = r.ttl() }},
	{word: "mandatory", in: producerBlock, usage: "mandatory", decode: func(b *binder, _ *reader) { b.producer.Mandatory = true }},

	{word: "kill", in: faultWord, usage: "at 25ms kill jobs", many: true, decode: decodeKill},
}

func decodeMaxLength(b *binder, r *reader) {
	if r.accept("unlimited") {
		b.queue.MaxLength = 0
		return
	}
	b.queue.MaxLength = r.number(1, MaxMessages)
}

var overflows = map[string]Overflow{"drop-head": DropHead, "reject-publish": RejectPublish, "reject-publish-dlx": RejectToDLX}

func decodeOverflow(b *binder, r *reader) {
	b.queue.Overflow = overflows[r.expect("drop-head", "reject-publish", "reject-publish-dlx")]
}

// decodeRetry reads the times, and "jitter". A first time of never turns it off.
func decodeRetry(b *binder, r *reader) {
	q := &b.queue
	q.Retries = 0
	for first := true; first || r.more() && r.peek() != "jitter"; first = false {
		by := r.spanOrNever()
		if r.limit(q.Retries+1, MaxRetries, "times"); r.bad {
			return
		}
		q.Retry[q.Retries] = by
		q.Retries++
	}
	q.Jitter = r.accept("jitter")
	if q.Retry[0] == 0 {
		q.Retry, q.Retries = [MaxRetries]time.Duration{}, 0
	}
}

// ttl takes a time to live, of which 0 is AtOnce and never is none.
func (r *reader) ttl() time.Duration {
	v, _ := r.value(DurationParam, aDuration+", or never")
	if !v.Never && v.Duration == 0 {
		return AtOnce
	}
	return v.Duration
}

func decodeKill(b *binder, r *reader) {
	decodeRestart(b, r)
	b.fault().Unclean = true
}
