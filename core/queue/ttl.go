package queue

import (
	"math"
	"time"
)

// AtOnce, as a time to live, is that of a message that expires unless it is
// received before the clock is told to advance, if only by 0.
const AtOnce = time.Duration(-1)

// forever is the deadline of a message without a time to live.
const forever = math.MaxInt64

// The deadlines stand beside the entries, by slot, from the first message on that
// has one: a queue without them pays nothing. An entry there has a key only,
// and where any message may expire, not just the next, its place in their order.

// limitLife notes when a message just written is to expire.
func (q *Queue[T]) limitLife(i uint32, own time.Duration) {
	ttl := own
	if d := q.options.TTL; d != 0 && (own == 0 || own > 0 && d < own) {
		ttl = d
	}
	if ttl == 0 && q.lives == nil {
		return
	}
	for len(q.lives) < len(q.slots.entries) {
		q.lives = append(q.lives, entry{key: key{major: forever}})
	}
	q.lives[i].key = q.deadline(ttl)
}

func (q *Queue[T]) deadline(ttl time.Duration) key {
	switch {
	case ttl == 0:
		return key{major: forever}
	case ttl < 0:
		q.taken++
		return key{int64(q.now), math.MinInt64 + q.taken}
	}
	return q.until(ttl)
}

// watch has a message that became visible expire in its time.
func (q *Queue[T]) watch(i uint32) {
	if q.lives[i].key.major != forever && !q.options.TTLAtHead {
		q.expiring.add(q.lives, i, q.lives[i].key)
	}
}

// hide takes a message out of the visible ones.
func (q *Queue[T]) hide(i uint32) {
	if q.options.Groups && q.groups.of[i] != 0 {
		q.stepOut(i)
	} else {
		q.ready.remove(q.slots.entries, i)
	}
	if q.lives != nil && q.lives[i].key.major != forever && !q.options.TTLAtHead {
		q.expiring.remove(q.lives, i)
	}
}

// outlived says whether the deadline of a message has passed. That of one that
// expires at once passes with the next advance.
func (q *Queue[T]) outlived(i uint32) bool {
	if q.lives == nil {
		return false
	}
	k := q.lives[i].key
	return k.major < int64(q.now) || k.major == int64(q.now) && k.minor > 0
}

// nextToExpire is the visible message that expires first, if the clock moves on; or 0.
func (q *Queue[T]) nextToExpire() uint32 {
	switch {
	case q.lives == nil:
		return 0
	case !q.options.TTLAtHead:
		return q.expiring.first(q.lives)
	}
	i := q.ready.first(q.slots.entries)
	if i == 0 || q.lives[i].key.major == forever {
		return 0
	}
	return i
}

// expire removes a visible message whose time to live is over.
func (q *Queue[T]) expire(i uint32) {
	q.hide(i)
	q.expireHidden(i)
}

func (q *Queue[T]) expireHidden(i uint32) {
	m := q.message(i)
	q.forget(i)
	q.expired++
	tell(q.options.Expired, m)
}
