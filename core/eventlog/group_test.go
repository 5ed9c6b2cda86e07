package eventlog_test

import (
	"testing"

	"github.com/queuelab/queuelab/core/eventlog"
)

func TestAGroupBeginsAtPositionZero(t *testing.T) {
	g := eventlog.NewGroup(2)
	want(t, "positions", []int64{g.Position(0), g.Position(1)}, []int64{0, 0})
}

func TestCommitMovesOnePartitionOfOneGroup(t *testing.T) {
	g, other := eventlog.NewGroup(2), eventlog.NewGroup(2)
	for _, c := range []struct {
		next  int64
		moved bool
	}{{3, true}, {3, false}, {9, true}, {1, true}, {0, true}, {0, false}, {4, true}} {
		want(t, "moved", g.Commit(1, c.next), c.moved)
		want(t, "position", g.Position(1), c.next)
	}
	want(t, "elsewhere", []int64{g.Position(0), other.Position(1)}, []int64{0, 0})
}

func TestPositionsBelowZeroPanic(t *testing.T) {
	g := eventlog.NewGroup(1)
	panics(t, func() { g.Commit(0, -1) })
	panics(t, func() { g.Seek(0, -1) })
	want(t, "position", g.Position(0), int64(0))
}

// Partition 0 ends at 3, partition 1 at 2.
func TestLagIsWhatIsNotCommitted(t *testing.T) {
	l := appended(eventlog.Options{Partitions: 2}, "a", "b", "c", "d", "e")
	g := eventlog.NewGroup(2)
	want(t, "at the start", g.Lag(l), int64(5))
	g.Commit(0, 1)
	g.Commit(1, 2)
	want(t, "by partition", []int64{g.PartitionLag(l, 0), g.PartitionLag(l, 1)}, []int64{2, 0})
	want(t, "lag", g.Lag(l), int64(2))
	g.Seek(1, 7)
	want(t, "with one beyond the end", g.Lag(l), int64(2))
}

func TestLagCountsWhatRetentionDropped(t *testing.T) {
	l := appended(eventlog.Options{MaxRecords: 1}, "a", "b", "c")
	want(t, "lag", eventlog.NewGroup(1).Lag(l), int64(3))
}
