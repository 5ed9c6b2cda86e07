package explore_test

import (
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/explore"
	"github.com/queuelab/queuelab/core/lesson"
	"github.com/queuelab/queuelab/core/scenario"
)

func TestTry(t *testing.T) {
	for _, v := range []string{"naive", "record-first", "transaction", "send-inside", "outbox"} {
		sc, err := lesson.Get("safe-order").Doc.Bind([]scenario.Setting{{Name: "variant", Value: v}, {Name: "crash-after", Value: "never"}})
		if err != nil {
			t.Fatal(err)
		}
		x, err := explore.New(sc, explore.Options{Crashes: 1, Away: 10 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		for !x.Step(100) {
		}
		got := x.Verdict()
		t.Logf("%s: %s %+v", v, &got, got)
	}
}
