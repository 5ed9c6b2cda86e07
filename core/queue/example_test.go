package queue_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/queuelab/queuelab/core/queue"
)

// The queue by itself: its four operations, one of them a duration.
func Example() {
	q := queue.New[string](queue.Options[string]{Visibility: 30 * time.Millisecond})
	fmt.Println("written as", q.Write("report_line loan=1"))

	first, _ := q.Receive()
	_, more := q.Receive()
	fmt.Printf("received %q, another one: %t\n", first.Body, more)

	q.Advance(30 * time.Millisecond)
	second, _ := q.Receive()
	fmt.Printf("received again, deliveries=%d\n", second.Deliveries)

	fmt.Println("acknowledged:", q.Acknowledge(second.Receipt), "and again:", q.Acknowledge(second.Receipt))
	fmt.Println("depth:", q.Depth())
	// Output:
	// written as 1
	// received "report_line loan=1", another one: false
	// received again, deliveries=2
	// acknowledged: done and again: gone
	// depth: 0
}

// One consumer takes five jobs and acknowledges each.
func Example_happyPath() {
	q := queue.New[string](queue.Options[string]{Visibility: 30 * time.Millisecond})
	q.Write("overdue_notification loan=1")
	q.Write("overdue_notification loan=2")
	q.Write("stock_summary branch=1")
	q.Write("reservation_advance book=3")
	q.Write("report_line loan=1")
	fmt.Printf("produced=%d  queue depth=%d\n", q.Written(), q.Depth())

	for d, ok := q.Receive(); ok; d, ok = q.Receive() {
		q.Acknowledge(d.Receipt)
	}
	fmt.Printf("processed=%d  total delivered=%d  remaining depth=%d\n",
		q.Acknowledged(), q.Delivered(), q.Depth())
	// Output:
	// produced=5  queue depth=5
	// processed=5  total delivered=5  remaining depth=0
}

// The first consumer leaves the stock summary unacknowledged; when its lease
// has ended, the second one gets it.
func Example_unacknowledged() {
	q := queue.New[string](queue.Options[string]{Visibility: 30 * time.Millisecond})
	q.Write("overdue_notification loan=1")
	q.Write("stock_summary branch=1")
	q.Write("report_line loan=1")

	consume := func(name, leave string) {
		for d, ok := q.Receive(); ok; d, ok = q.Receive() {
			outcome := "left unacknowledged"
			if d.Body != leave {
				q.Acknowledge(d.Receipt)
				outcome = "acknowledged"
			}
			fmt.Printf("t=%d %s message=%d delivered=%d %s\n",
				q.Now().Milliseconds(), name, d.ID, d.Deliveries, outcome)
		}
	}
	look := func() {
		fmt.Printf("t=%d depth=%d visible=%d\n", q.Now().Milliseconds(), q.Depth(), q.Visible())
	}

	consume("consumer-1", "stock_summary branch=1")
	look()
	q.Advance(30 * time.Millisecond)
	look()
	consume("consumer-2", "")
	fmt.Printf("total delivered=%d  messages written=%d  remaining depth=%d\n",
		q.Delivered(), q.Written(), q.Depth())
	// Output:
	// t=0 consumer-1 message=1 delivered=1 acknowledged
	// t=0 consumer-1 message=2 delivered=1 left unacknowledged
	// t=0 consumer-1 message=3 delivered=1 acknowledged
	// t=0 depth=1 visible=0
	// t=30 depth=1 visible=1
	// t=30 consumer-2 message=2 delivered=2 acknowledged
	// total delivered=4  messages written=3  remaining depth=0
}

// Three consumers take turns at one queue; each message goes to one of them.
func Example_competingConsumers() {
	const consumers = 3
	q := queue.New[int](queue.Options[int]{Visibility: 30 * time.Millisecond})
	for loan := range 12 {
		q.Write(loan + 1)
	}

	var share [consumers]int
	distinct := map[uint64]bool{}
	for turn := 0; ; turn++ {
		d, ok := q.Receive()
		if !ok {
			break
		}
		share[turn%consumers]++
		distinct[d.ID] = true
		q.Acknowledge(d.Receipt)
	}
	fmt.Printf("distribution: consumer-1=%d  consumer-2=%d  consumer-3=%d\n", share[0], share[1], share[2])
	fmt.Printf("distinct messages=%d  total delivered=%d  remaining=%d\n",
		len(distinct), q.Delivered(), q.Depth())
	// Output:
	// distribution: consumer-1=4  consumer-2=4  consumer-3=4
	// distinct messages=12  total delivered=12  remaining=0
}

// Five jobs come in each round and every consumer does three: the depth grows by
// what is not done.
func Example_depth() {
	const rounds, production, rate = 6, 5, 3
	for consumers := 1; consumers <= 3; consumers++ {
		q := queue.New[struct{}](queue.Options[struct{}]{Visibility: 30 * time.Millisecond})
		var depths strings.Builder
		for range rounds {
			for range production {
				q.Write(struct{}{})
			}
			for range consumers * rate {
				if d, ok := q.Receive(); ok {
					q.Acknowledge(d.Receipt)
				}
			}
			q.Advance(time.Second)
			fmt.Fprintf(&depths, " %d", q.Depth())
		}
		fmt.Printf("consumers=%d  end-of-round depths:%s\n", consumers, depths.String())
	}
	// Output:
	// consumers=1  end-of-round depths: 2 4 6 8 10 12
	// consumers=2  end-of-round depths: 0 0 0 0 0 0
	// consumers=3  end-of-round depths: 0 0 0 0 0 0
}
