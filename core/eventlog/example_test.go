package eventlog_test

import (
	"fmt"
	"time"

	"github.com/queuelab/queuelab/core/eventlog"
	"github.com/queuelab/queuelab/core/queue"
)

const ms = time.Millisecond

func Example() {
	l := eventlog.New[string](eventlog.Options{})
	l.Append("8841", "order.placed")
	l.Append("8842", "order.placed")
	billing := eventlog.NewGroup(l.Partitions())

	first, _ := l.Read(0, billing.Position(0))
	again, _ := l.Read(0, billing.Position(0))
	fmt.Println("read", first.Key, "and, as nothing is committed, again", again.Key)

	billing.Commit(0, first.Position+1)
	second, _ := l.Read(0, billing.Position(0))
	fmt.Println("then", second.Key, "with a lag of", billing.Lag(l))
	// Output:
	// read 8841 and, as nothing is committed, again 8841
	// then 8842 with a lag of 1
}

// Three systems read the placed orders, each from its own position. A fourth one
// comes later and still gets all of them.
func Example_event() {
	l := eventlog.New[string](eventlog.Options{})
	for order := range 150 {
		l.Append(fmt.Sprint(8841+order), "order.placed")
	}
	for _, reader := range []struct {
		name string
		at   int64
	}{{"billing", 120}, {"analytics", 98}, {"fulfilment", 141}} {
		g := eventlog.NewGroup(l.Partitions())
		g.Commit(0, reader.at)
		fmt.Println(reader.name, "lag", g.Lag(l))
	}

	newcomer := eventlog.NewGroup(l.Partitions())
	fmt.Println("newcomer lag", newcomer.Lag(l))
	replayed := 0
	for r, ok := l.Read(0, newcomer.Position(0)); ok; r, ok = l.Read(0, newcomer.Position(0)) {
		replayed++
		newcomer.Commit(0, r.Position+1)
	}
	fmt.Println("newcomer replayed", replayed, "lag", newcomer.Lag(l))
	// Output:
	// billing lag 30
	// analytics lag 52
	// fulfilment lag 9
	// newcomer lag 150
	// newcomer replayed 150 lag 0
}

// A card is charged once. In a queue the task is gone when that is done; in a log
// it is still there for whoever reads from the start.
func Example_task() {
	const task = "charge order 8842"
	q := queue.New[string](queue.Options[string]{})
	q.Write(task)
	d, _ := q.Receive()
	q.Acknowledge(d.Receipt)
	_, more := q.Receive()
	fmt.Println("queue: a second consumer gets the task:", more)

	l := eventlog.New[string](eventlog.Options{})
	l.Append("8842", task)
	eventlog.NewGroup(1).Commit(0, 1)
	_, more = l.Read(0, eventlog.NewGroup(1).Position(0))
	fmt.Println("log: a second group gets the task:", more)
	// Output:
	// queue: a second consumer gets the task: false
	// log: a second group gets the task: true
}

// Of five records the reader crashes in the work on the third, and starts again
// at what it has committed.
func Example_commit() {
	read := func(commitFirst bool) (deliveries, effects int) {
		l := eventlog.New[int](eventlog.Options{})
		for n := range 5 {
			l.Append("", n+1)
		}
		g := eventlog.NewGroup(1)
		for r, ok := l.Read(0, g.Position(0)); ok; r, ok = l.Read(0, g.Position(0)) {
			deliveries++
			if commitFirst {
				g.Commit(0, r.Position+1)
			}
			if deliveries == 3 {
				continue // crashed
			}
			effects++
			g.Commit(0, r.Position+1)
		}
		return deliveries, effects
	}
	deliveries, effects := read(true)
	fmt.Printf("before the work: %d deliveries, %d effects\n", deliveries, effects)
	deliveries, effects = read(false)
	fmt.Printf("after the work: %d deliveries, %d effects\n", deliveries, effects)
	// Output:
	// before the work: 5 deliveries, 4 effects
	// after the work: 6 deliveries, 5 effects
}

// A group that joins late begins at the start, at the end, or at an instant.
func ExampleGroup_Seek() {
	l := eventlog.New[string](eventlog.Options{Retain: 50 * ms})
	for range 10 {
		l.Append("", "order.placed")
		l.Advance(10 * ms)
	}
	g := eventlog.NewGroup(1)
	for _, from := range []int64{l.Start(0), l.At(0, 75*ms), l.End(0)} {
		g.Seek(0, from)
		fmt.Println("from", from, "lag", g.Lag(l))
	}
	// Output:
	// from 6 lag 4
	// from 8 lag 2
	// from 10 lag 0
}

func ExampleAssign() {
	fmt.Println(eventlog.Assign(7, 3))
	fmt.Println(eventlog.Assign(2, 3))
	// Output:
	// [[0 1 2] [3 4] [5 6]]
	// [[0] [1] []]
}
