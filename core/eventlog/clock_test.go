package eventlog_test

import (
	"math"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/eventlog"
)

func TestARecordIsDroppedAtExactlyItsRetention(t *testing.T) {
	l := appended(eventlog.Options{Retain: 30 * ms}, "a", "b")
	l.AdvanceTo(30*ms - 1)
	want(t, "a moment before", l.Start(0), int64(0))
	l.Advance(1)
	want(t, "now", l.Now(), 30*ms)
	want(t, "start", l.Start(0), int64(1))
	want(t, "oldest", read(l, 0, 0), "b")
	l.AdvanceTo(31 * ms)
	want(t, "start, end", []int64{l.Start(0), l.End(0)}, []int64{2, 2})
	_, position := l.Append("", "c")
	want(t, "the next position", position, int64(2))
}

func TestNextIsTheEarliestDrop(t *testing.T) {
	l := appended(eventlog.Options{Partitions: 2, Retain: 30 * ms}, "a", "b", "c")
	next := func() time.Duration {
		at, pending := l.Next()
		want(t, "pending", pending, at != 0)
		return at
	}
	for _, at := range []time.Duration{30 * ms, 31 * ms, 32 * ms} {
		want(t, "next", next(), at)
		l.AdvanceTo(at)
	}
	want(t, "next of an empty log", next(), 0*ms)
}

func TestNothingIsPendingWithoutARetention(t *testing.T) {
	for _, o := range []eventlog.Options{{}, {MaxRecords: 1}, {Retain: math.MaxInt64}} {
		l := appended(o, "a", "b")
		_, pending := l.Next()
		want(t, "pending", pending, false)
		l.Advance(math.MaxInt64)
		want(t, "still there", read(l, 0, 0) != "", true)
	}
}

func TestTheClockNeverGoesBack(t *testing.T) {
	l := eventlog.New[int](eventlog.Options{})
	l.Advance(2)
	panics(t, func() { l.Advance(-1) })
	panics(t, func() { l.AdvanceTo(1) })
	l.AdvanceTo(2)
	want(t, "now", l.Now(), time.Duration(2))
}
