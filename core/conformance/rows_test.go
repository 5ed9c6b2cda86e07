package conformance

import (
	"fmt"
	"testing"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
)

// Every row of every file, run against its profile.
func TestRows(t *testing.T) {
	rows, err := read(files)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for _, c := range row.Cases {
			t.Run(fmt.Sprint(row.ID, c.Set), func(t *testing.T) {
				for _, wrong := range differences(t, row, &c, func(*scenario.Profile) {}) {
					t.Error(wrong)
				}
			})
		}
	}
}

// differences are the expectations that the case's run does not meet, where its
// queues' profiles are changed so.
func differences(t *testing.T, row *Row, c *Case, change func(*scenario.Profile)) (all []string) {
	t.Helper()
	sc, err := row.Doc.Bind(c.Set)
	if err != nil {
		t.Fatal(err)
	}
	for i := range sc.Queues {
		change(&sc.Queues[i].Broker)
	}
	for i := range sc.Logs {
		change(&sc.Logs[i].Broker)
	}
	tr := sim.Run(sc, sim.Options{}).Trace
	report := stats.New(tr)
	for _, claim := range c.Expect {
		if got := check.Claim(claim, report); !got.Holds {
			all = append(all, fmt.Sprintf("%s: expected %s; it is %s against %s %s", claim.Pos, got.Text, got.Left, got.Right, got.Reason))
		}
	}
	if err := check.Conservation(tr); err != nil {
		all = append(all, err.Error())
	}
	return all
}
