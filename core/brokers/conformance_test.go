//go:build unix

package brokers

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/queuelab/queuelab/core/conformance"
	"github.com/queuelab/queuelab/core/scenario"
)

var slow = flag.Float64("slow", 1, "how much real time one unit of a row's virtual time takes")

// Every row that can be driven from outside, on the broker that its profile imitates.
func TestConformance(t *testing.T) {
	for _, row := range conformance.All() {
		if !row.Live || started[row.Family] == nil {
			continue
		}
		for i := range row.Cases {
			c := &row.Cases[i]
			if c.Documented != "" {
				continue
			}
			t.Run(fmt.Sprint(row.ID, c.Set), func(t *testing.T) {
				addr := address(t, row.Family)
				t.Parallel()
				for _, d := range measure(t, addr, row, c) {
					t.Error(d)
				}
			})
		}
	}
}

// tries is how often a case is measured that differs, each time slower: a busy
// machine can come late, and what a broker does it does at any speed.
const tries = 3

func measure(t *testing.T, addr string, row *conformance.Row, c *conformance.Case) (all []Difference) {
	t.Helper()
	for try := range tries {
		m, err := Measure(context.Background(), dial(t, addr), row, c, *slow*float64(try+1))
		if err != nil {
			t.Fatal(err)
		}
		if all = m.Differences(func(*scenario.Profile) {}); len(all) == 0 {
			return nil
		}
		t.Log("measured again:", all)
	}
	return all
}
