package eventlog_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/queuelab/queuelab/core/eventlog"
)

func TestNothingIsAllocatedInTheSteadyState(t *testing.T) {
	key := strings.Repeat("customer ", 20)
	for name, o := range map[string]eventlog.Options{
		"retention": {Partitions: 3, Retain: 100},
		"bound":     {Partitions: 3, MaxRecords: 100},
	} {
		l, g := eventlog.New[int](o), eventlog.NewGroup(3)
		life := func() {
			l.Advance(1)
			l.Append("", 1)
			p, position := l.Append(key, 2)
			r, _ := l.Read(p, l.At(p, l.Now()))
			g.Commit(p, max(position, r.Position))
			g.Lag(l)
			l.Next()
		}
		for range 1000 {
			life()
		}
		if n := testing.AllocsPerRun(1000, life); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// To grow to 2^16 records takes a ring of 16 and twelve doublings.
func TestGrowthIsAmortised(t *testing.T) {
	const log, tapes, rings = 1, 1, 13
	n := testing.AllocsPerRun(1, func() {
		l := eventlog.New[int](eventlog.Options{})
		for range 1 << 16 {
			l.Append("order 8842", 1)
		}
	})
	if n > log+tapes+rings {
		t.Errorf("%v allocations", n)
	}
}

func TestADroppedRecordHoldsOnToNothing(t *testing.T) {
	l := eventlog.New[*[1024]byte](eventlog.Options{MaxRecords: 1})
	body := new([1024]byte)
	held := weak.Make(body)
	l.Append("", body)
	body = nil
	l.Append("", nil)
	runtime.GC()
	want(t, "freed", held.Value() == nil, true)
	runtime.KeepAlive(l)
}

// The cost of an append, growth included, to a log that keeps everything.
func BenchmarkGrow(b *testing.B) {
	l := eventlog.New[int](eventlog.Options{})
	b.ReportAllocs()
	for b.Loop() {
		l.Append("", 1)
		if l.End(0)&(1<<20-1) == 0 {
			l = eventlog.New[int](eventlog.Options{})
		}
	}
}

// The cost of a record's whole life: appended, read, committed and dropped, with
// n others in the log.
func BenchmarkSteady(b *testing.B) {
	for _, n := range []int{1_000, 30_000, 1_000_000} {
		for _, key := range []string{"", "order 8842"} {
			b.Run(fmt.Sprintf("n=%d/key=%t", n, key != ""), func(b *testing.B) {
				l, g := eventlog.New[int](eventlog.Options{MaxRecords: n}), eventlog.NewGroup(1)
				for range n {
					l.Append("", 1)
				}
				b.ReportAllocs()
				for b.Loop() {
					_, position := l.Append(key, 1)
					r, _ := l.Read(0, position-int64(n)/2)
					g.Commit(0, r.Position+1)
				}
			})
		}
	}
}
