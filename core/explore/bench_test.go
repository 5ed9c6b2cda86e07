package explore_test

import (
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/explore"
)

// BenchmarkStates searches the handlers of safe-order, with two more orders,
// all that may go wrong, and twice.
func BenchmarkStates(b *testing.B) {
	for _, variant := range []string{"naive", "record-first", "transaction", "send-inside", "outbox"} {
		b.Run(variant, func(b *testing.B) {
			sc := bind(b, document(b, "safe-order", "producer more\n  to orders\n  write order=8843 order=8844\n"), "crash-after=never variant="+variant)
			o := explore.Options{
				Crashes: 2, LostAcknowledgements: 1, Away: 10 * time.Millisecond,
				Consumers: true, Ties: true, MaxStates: 20_000,
			}
			states := 0
			for b.Loop() {
				x, err := explore.New(sc, o)
				if err != nil {
					b.Fatal(err)
				}
				for !x.Step(1000) {
				}
				n, _ := x.Progress()
				states += n
			}
			b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
		})
	}
}
