package eventlog

// Assign deals the partitions out to the members of a group: each gets a range
// of neighbours, in order, and the first ones get one more when it does not come
// out even. A partition has one reader in a group, so members beyond the number
// of partitions get none. Negative numbers panic.
//
// Source: the range assignor of Kafka's consumer.
func Assign(partitions, members int) [][]int {
	if partitions < 0 || members < 0 {
		panic("eventlog: a number of partitions or members below 0")
	}
	shares := make([][]int, members)
	next := 0
	for m := range shares {
		for range share(partitions, members, m) {
			shares[m] = append(shares[m], next)
			next++
		}
	}
	return shares
}

func share(partitions, members, member int) int {
	if member < partitions%members {
		return partitions/members + 1
	}
	return partitions / members
}
