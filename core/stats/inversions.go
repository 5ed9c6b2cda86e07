package stats

import "github.com/queuelab/queuelab/core/scenario"

// inversions counts the pairs of messages of one queue, or of records that one
// group reads, whose first executions ended in the opposite order of writing.
func inversions(c *Collector, v *view, _ scenario.Stat) Value {
	sum := int64(0)
	for _, done := range c.firstExecutions(v) {
		if v.pair > 0 {
			sum += inversionsWith(done, v.pair)
		} else {
			sum += countInversions(done, make([]uint32, len(done)))
		}
	}
	return count(sum)
}

// firstExecutions is, for each queue and each group, the messages in the order in which their
// first executions ended.
func (c *Collector) firstExecutions(v *view) [][]uint32 {
	byQueue := make([][]uint32, len(c.queues)+len(c.groups))
	for _, d := range c.done {
		if v.among(d) {
			byQueue[d.queue] = append(byQueue[d.queue], d.message)
		}
	}
	return byQueue
}

// inversionsWith counts those on the wrong side of one message.
func inversionsWith(done []uint32, message uint32) int64 {
	before, after, seen := int64(0), int64(0), false
	for _, m := range done {
		switch {
		case m == message:
			seen = true
		case !seen && m > message:
			before++
		case seen && m < message:
			after++
		}
	}
	if !seen {
		return 0
	}
	return before + after
}

// countInversions sorts a by merging, counting as it goes.
func countInversions(a, spare []uint32) int64 {
	if len(a) < 2 {
		return 0
	}
	half := len(a) / 2
	sum := countInversions(a[:half], spare) + countInversions(a[half:], spare)
	return sum + merge(a, half, spare)
}

func merge(a []uint32, half int, spare []uint32) int64 {
	left := spare[:copy(spare, a[:half])]
	right := a[half:]
	sum := int64(0)
	for i := 0; len(left) > 0; i++ {
		if len(right) > 0 && right[0] < left[0] {
			sum += int64(len(left))
			a[i], right = right[0], right[1:]
		} else {
			a[i], left = left[0], left[1:]
		}
	}
	return sum
}
