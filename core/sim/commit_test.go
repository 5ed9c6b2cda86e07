package sim

import (
	"testing"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Two transactions insert the same key, which is taken only by the first commit, at 30 ms. The second goes
// on without its row: it commits the rest.
func TestATransactionGoesOnWithoutARowThatIsTakenMeanwhile(t *testing.T) {
	doc, err := scenario.Parse("", `queue jobs
table seen
balance account 10
handler pay each 10ms
  transaction takes 10ms
    insert seen one else go-on
    debit account 1
producer shop
  to jobs
  write "m1" "m2"
consumer worker x 2
  from jobs
  handler pay
`)
	if err != nil {
		t.Fatal(err)
	}
	sc, err := doc.Bind(nil)
	if err != nil {
		t.Fatal(err)
	}
	wantStory(t, sc, []string{
		"0 worker-1 transaction begun 1", "0 worker-2 transaction begun 2",
		"30 worker-1 transaction committed 1", "30 worker-2 transaction committed 2",
	}, trace.Begun, trace.Committed, trace.RolledBack)
}
