package eventlog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/queuelab/queuelab/core/eventlog"
)

func TestAssign(t *testing.T) {
	for _, c := range []struct {
		partitions, members int
		shares              [][]int
	}{
		{6, 3, [][]int{{0, 1}, {2, 3}, {4, 5}}},
		{5, 3, [][]int{{0, 1}, {2, 3}, {4}}},
		{7, 3, [][]int{{0, 1, 2}, {3, 4}, {5, 6}}},
		{3, 1, [][]int{{0, 1, 2}}},
		{1, 3, [][]int{{0}, {}, {}}},
		{0, 2, [][]int{{}, {}}},
		{3, 0, [][]int{}},
	} {
		got := eventlog.Assign(c.partitions, c.members)
		if diff := cmp.Diff(c.shares, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%d partitions, %d members (-want +got):\n%s", c.partitions, c.members, diff)
		}
	}
}

func TestAssignOfLessThanNothingPanics(t *testing.T) {
	panics(t, func() { eventlog.Assign(-1, 1) })
	panics(t, func() { eventlog.Assign(1, -1) })
}
