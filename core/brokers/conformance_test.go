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
				m, err := Measure(context.Background(), dial(t, addr), row, c, *slow)
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range m.Differences(func(*scenario.Profile) {}) {
					t.Error(d)
				}
			})
		}
	}
}
