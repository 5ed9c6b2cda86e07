package eventlog_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/queuelab/queuelab/core/eventlog"
)

type record = eventlog.Record[string]

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// appended has one record after another without a key, 1 ms apart, the first at 0.
func appended(o eventlog.Options, bodies ...string) *eventlog.Log[string] {
	l := eventlog.New[string](o)
	for i, b := range bodies {
		l.AdvanceTo(time.Duration(i) * ms)
		l.Append("", b)
	}
	return l
}

// read returns the body at a position, or "" where there is none.
func read(l *eventlog.Log[string], partition int, position int64) string {
	r, _ := l.Read(partition, position)
	return r.Body
}

func TestTheZeroOptionsAreOnePartitionForEver(t *testing.T) {
	l := appended(eventlog.Options{}, "a", "b")
	l.Advance(1000 * time.Hour)
	want(t, "partitions", l.Partitions(), 1)
	want(t, "start, end", []int64{l.Start(0), l.End(0)}, []int64{0, 2})
	want(t, "records", []string{read(l, 0, 0), read(l, 0, 1)}, []string{"a", "b"})
}

func TestARecordTellsWhereAndWhen(t *testing.T) {
	l := appended(eventlog.Options{}, "first")
	l.AdvanceTo(7 * ms)
	partition, position := l.Append("order 8842", "second")
	want(t, "partition", partition, 0)
	want(t, "position", position, int64(1))
	r, ok := l.Read(0, 1)
	want(t, "there", ok, true)
	want(t, "record", r, record{Position: 1, Time: 7 * ms, Key: "order 8842", Body: "second"})
}

func TestReadingTakesNothing(t *testing.T) {
	l := appended(eventlog.Options{}, "a")
	want(t, "three times", []string{read(l, 0, 0), read(l, 0, 0), read(l, 0, 0)}, []string{"a", "a", "a"})
}

func TestThereIsNothingAtTheEnd(t *testing.T) {
	l := appended(eventlog.Options{}, "a")
	for _, position := range []int64{1, 2, 1 << 62} {
		r, ok := l.Read(0, position)
		want(t, "there", ok, false)
		want(t, "record", r, record{})
	}
}

func TestBelowTheStartIsTheOldestRecordKept(t *testing.T) {
	l := appended(eventlog.Options{MaxRecords: 2}, "a", "b", "c", "d", "e")
	for position, body := range map[int64]string{-1: "d", 0: "d", 2: "d", 3: "d", 4: "e", 5: ""} {
		want(t, "body", read(l, 0, position), body)
	}
	r, _ := l.Read(0, 1)
	want(t, "records lost to a reader at 1", r.Position-1, int64(2))
}

func TestBelowTheStartOfAnEmptyLogIsNothing(t *testing.T) {
	l := appended(eventlog.Options{Retain: ms}, "a", "b")
	l.Advance(ms)
	_, ok := l.Read(0, 0)
	want(t, "there", ok, false)
	want(t, "start, end", []int64{l.Start(0), l.End(0)}, []int64{2, 2})
}

// The bound holds for each partition by itself.
func TestTheBoundDropsTheOldest(t *testing.T) {
	l := appended(eventlog.Options{Partitions: 2, MaxRecords: 2}, "a", "b", "c", "d", "e")
	want(t, "starts", []int64{l.Start(0), l.Start(1)}, []int64{1, 0})
	want(t, "ends", []int64{l.End(0), l.End(1)}, []int64{3, 2})
	want(t, "oldest", []string{read(l, 0, 0), read(l, 1, 0)}, []string{"c", "b"})
}

// Records at 0, 10, 10 and 20 ms.
func TestAtIsTheFirstRecordOfThatInstantOrLater(t *testing.T) {
	l := appended(eventlog.Options{}, "a")
	l.AdvanceTo(10 * ms)
	l.Append("", "b")
	l.Append("", "c")
	l.AdvanceTo(20 * ms)
	l.Append("", "d")
	for _, c := range []struct {
		at       time.Duration
		position int64
	}{{-ms, 0}, {0, 0}, {1, 1}, {10 * ms, 1}, {10*ms + 1, 3}, {20 * ms, 3}, {20*ms + 1, 4}} {
		want(t, c.at.String(), l.At(0, c.at), c.position)
	}
}

func TestAtKnowsOnlyWhatIsKept(t *testing.T) {
	l := appended(eventlog.Options{MaxRecords: 1}, "a", "b", "c")
	want(t, "at 0", l.At(0, 0), int64(2))
	want(t, "of an empty log", eventlog.New[int](eventlog.Options{}).At(0, 0), int64(0))
}

func TestOptionsBelowZeroPanic(t *testing.T) {
	for _, o := range []eventlog.Options{{Partitions: -1}, {Retain: -1}, {MaxRecords: -1}} {
		panics(t, func() { eventlog.New[int](o) })
	}
}

func panics(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if recover() == nil {
			t.Error("it did not panic")
		}
	}()
	f()
}
