package queue_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/queuelab/queuelab/core/queue"
)

const visibility = 30 * time.Millisecond

func fill(q *queue.Queue[int], n int) {
	for i := range n {
		q.Write(i)
	}
}

// drain receives and acknowledges one message after another until there is none.
func drain(q *queue.Queue[int]) {
	var d queue.Delivery[int]
	for q.ReceiveInto(&d) {
		q.Acknowledge(d.Receipt)
	}
}

// drainByValue is drain with Receive, which copies each Delivery.
func drainByValue(q *queue.Queue[int]) {
	for {
		d, ok := q.Receive()
		if !ok {
			return
		}
		q.Acknowledge(d.Receipt)
	}
}

// drained returns the nanoseconds for each of n messages: the least over many
// drains of a queue that holds n at their start, because whatever else the
// machine does can only add to it.
func drained(n int, drain func(*queue.Queue[int])) float64 {
	q := queue.New[int](queue.Options[int]{Visibility: visibility})
	least := math.Inf(1)
	for range max(20, 600_000/n) {
		fill(q, n)
		start := time.Now()
		drain(q)
		least = min(least, float64(time.Since(start))/float64(n))
	}
	return least
}

// The cost of a receive with its acknowledge in a queue that is emptied from n
// messages on (ns/message), which is what the array queue in testdata is
// measured by.
func BenchmarkReceiveAcknowledge(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 30_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { benchmarkDrain(b, n, drain) })
	}
	b.Run("by-value/n=30000", func(b *testing.B) { benchmarkDrain(b, 30_000, drainByValue) })
}

func benchmarkDrain(b *testing.B, n int, drain func(*queue.Queue[int])) {
	var cost float64
	for b.Loop() {
		cost = drained(n, drain)
	}
	b.ReportMetric(cost, "ns/message")
	b.ReportMetric(0, "ns/op")
}

// How many times more a message costs in a queue of a million than in one of a
// thousand (x).
func BenchmarkDepth(b *testing.B) {
	deep, shallow := math.Inf(1), math.Inf(1)
	for b.Loop() {
		deep = min(deep, drained(1_000_000, drain))
		shallow = min(shallow, drained(1_000, drain))
	}
	b.ReportMetric(deep/shallow, "x")
	b.ReportMetric(0, "ns/op")
}

// The cost of a message's whole life, written, received and acknowledged, while
// n others wait.
func BenchmarkSteady(b *testing.B) {
	for _, n := range []int{1_000, 30_000, 1_000_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			q := queue.New[int](queue.Options[int]{Visibility: visibility})
			fill(q, n)
			b.ReportAllocs()
			for b.Loop() {
				d, _ := q.Receive()
				q.Acknowledge(d.Receipt)
				q.Write(d.Body)
			}
		})
	}
}
