package brokers

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Three members plan 10, 5 and 5; the second is on again at 20. All come at
// once, and each is let in when it is on: b, c, a, b.
func TestTurns(t *testing.T) {
	var order turns
	a, b, c := order.join(10), order.join(5), order.join(5)
	came := make(chan string)
	member := func(name string, id int, plans ...time.Duration) {
		for _, at := range plans {
			order.plan(id, at)
			if order.wait(context.Background(), id) != nil {
				return
			}
			came <- name
		}
		order.plan(id, never)
	}
	go member("a", a, 10)
	go member("b", b, 5, 20)
	go member("c", c, 5)
	var got []string
	for range 4 {
		got = append(got, <-came)
	}
	if diff := cmp.Diff([]string{"b", "c", "a", "b"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestATurnThatNeverComesEndsWithTheContext(t *testing.T) {
	var order turns
	order.join(1)
	late := order.join(2)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := order.wait(ctx, late); err != context.Canceled {
		t.Error(err)
	}
}
