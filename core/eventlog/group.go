package eventlog

// Group is how far one group of readers has come in each partition of a log.
// Which log that is, the group does not know: it has nothing but its positions.
// Make one with NewGroup.
type Group struct {
	next []int64 // by partition
}

// NewGroup returns a group at position 0 of each partition. To begin elsewhere,
// Seek to what the log's Start, End or At gives.
func NewGroup(partitions int) *Group { return &Group{next: make([]int64, partitions)} }

// Position returns what the group has committed: the position of the next record
// to read, and so where it goes on after a crash.
func (g *Group) Position(partition int) int64 { return g.next[partition] }

// Commit makes next the group's position and reports whether that moved it.
// Everything below counts as done: to commit a record is to commit all records
// before it. A position further back has the group read from there again; one
// beyond the end of the log skips what is to come. Negative values panic.
func (g *Group) Commit(partition int, next int64) bool {
	if next < 0 {
		panic("eventlog: positions begin at 0")
	}
	moved := g.next[partition] != next
	g.next[partition] = next
	return moved
}

// Seek is Commit, by the name it has where a group is placed by hand: to replay,
// to skip, or to join late.
func (g *Group) Seek(partition int, position int64) { g.Commit(partition, position) }

// Ends is what a lag is measured against. A [Log] is one.
type Ends interface {
	// End returns the position that the partition's next record will have.
	End(partition int) int64
}

// Lag returns how many records there are that the group has not committed, in
// all partitions. Records that retention has dropped meanwhile are among them.
func (g *Group) Lag(l Ends) int64 {
	var sum int64
	for p := range g.next {
		sum += g.PartitionLag(l, p)
	}
	return sum
}

// PartitionLag is the Lag in one partition. It is 0 for a group beyond the end.
func (g *Group) PartitionLag(l Ends, partition int) int64 {
	return max(0, l.End(partition)-g.next[partition])
}
