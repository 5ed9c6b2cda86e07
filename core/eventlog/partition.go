package eventlog

import "hash/fnv"

// choose returns the partition of the next record: by its key, or, for want of
// one, in rotation.
func (l *Log[T]) choose(key string) int {
	if key == "" {
		p := l.turn
		l.turn = (p + 1) % len(l.tapes)
		return p
	}
	return Partition(key, len(l.tapes))
}

// Partition returns the partition that a key has among so many: its 32-bit
// FNV-1a hash modulo their number. With another number of partitions most keys
// have another one.
func Partition(key string, partitions int) int {
	h := fnv.New32a()
	h.Write([]byte(key))
	return int(h.Sum32() % uint32(partitions))
}
