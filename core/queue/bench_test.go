package queue_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/queue"
)

const visibility = 30 * time.Millisecond

func newFilled(n int) *queue.Queue[int] {
	q := queue.New[int](queue.Options[int]{Visibility: visibility})
	fill(q, n)
	return q
}

func fill(q *queue.Queue[int], n int) {
	for i := range n {
		q.Write(i)
	}
}

// drain receives and acknowledges one message after another until there is none,
// and returns the time for each.
func drain(q *queue.Queue[int]) float64 {
	n := q.Depth()
	start := time.Now()
	var d queue.Delivery[int]
	for q.ReceiveInto(&d) {
		q.Acknowledge(d.Receipt)
	}
	return float64(time.Since(start)) / float64(n)
}

// drained returns the median time for each message over many drains.
func drained(n, times int) float64 {
	q := newFilled(n)
	costs := make([]float64, times)
	for i := range costs {
		costs[i] = drain(q)
		fill(q, n)
	}
	slices.Sort(costs)
	return costs[times/2]
}

// The cost of a receive with its acknowledge in a queue that is emptied from n
// messages on (ns/message), which is what the array queue in testdata is
// measured by.
func BenchmarkReceiveAcknowledge(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 30_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			var cost float64
			for b.Loop() {
				cost = drained(n, max(9, 300_000/n))
			}
			b.ReportMetric(cost, "ns/message")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// The cost of a message's whole life, written, received and acknowledged, while
// n others wait.
func BenchmarkSteady(b *testing.B) {
	for _, n := range []int{1_000, 30_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			q := newFilled(n)
			b.ReportAllocs()
			for b.Loop() {
				d, _ := q.Receive()
				q.Acknowledge(d.Receipt)
				q.Write(d.Body)
			}
		})
	}
}
