package conformance

import (
	"fmt"
	"testing"

	"github.com/queuelab/queuelab/core/check"
	"github.com/queuelab/queuelab/core/sim"
	"github.com/queuelab/queuelab/core/stats"
	"github.com/queuelab/queuelab/core/trace"
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
				sc, err := row.Doc.Bind(c.Set)
				if err != nil {
					t.Fatal(err)
				}
				tr := sim.Run(sc, sim.Options{}).Trace
				for _, wrong := range differences(&c, tr) {
					t.Error(wrong)
				}
				if err := check.Conservation(tr); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// differences are the expectations of the case that a run does not meet.
func differences(c *Case, tr *trace.Trace) (all []string) {
	report := stats.New(tr)
	for _, claim := range c.Expect {
		if got := check.Claim(claim, report); !got.Holds {
			all = append(all, fmt.Sprintf("%s: expected %s; it is %s against %s %s", claim.Pos, got.Text, got.Left, got.Right, got.Reason))
		}
	}
	return all
}
