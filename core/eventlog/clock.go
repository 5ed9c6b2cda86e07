package eventlog

import (
	"math"
	"time"
)

// never is what Next finds when no record will be dropped.
const never = time.Duration(math.MaxInt64)

// Now returns the clock: the time since the log was made.
func (l *Log[T]) Now() time.Duration { return l.now }

// Next returns the earliest instant at which retention drops a record, and
// reports whether there is one.
func (l *Log[T]) Next() (time.Duration, bool) {
	next := never
	for p := range l.tapes {
		next = min(next, l.due(p))
	}
	if next == never {
		return 0, false
	}
	return next, true
}

// due returns when retention drops the oldest record of a partition. The last
// instant there is counts as never.
func (l *Log[T]) due(partition int) time.Duration {
	t := &l.tapes[partition]
	if l.options.Retain == 0 || t.len() == 0 {
		return never
	}
	return later(t.at(t.start).Time, l.options.Retain)
}

// Advance moves the clock on and drops the records whose retention is over.
// Negative values panic.
func (l *Log[T]) Advance(by time.Duration) {
	if by < 0 {
		panic("eventlog: the clock never goes back")
	}
	l.AdvanceTo(later(l.now, by))
}

// AdvanceTo moves the clock on to t and drops the records whose retention is
// over. It panics when t is in the past.
func (l *Log[T]) AdvanceTo(t time.Duration) {
	if t < l.now {
		panic("eventlog: the clock never goes back")
	}
	l.now = t
	for p := range l.tapes {
		for due := l.due(p); due <= t && due != never; due = l.due(p) {
			l.tapes[p].drop()
		}
	}
}

// later returns t+by, or the last instant there is.
func later(t, by time.Duration) time.Duration {
	if by > math.MaxInt64-t {
		return math.MaxInt64
	}
	return t + by
}
