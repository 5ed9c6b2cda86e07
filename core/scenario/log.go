package scenario

import "time"

// Log is a retained log: records stay when they have been read.
type Log struct {
	Name string
	// Partitions is at least 1.
	Partitions int
	// Retain drops records older than this; 0: they stay.
	Retain time.Duration
	// Records are there from the start.
	Records []string
	Pos     Pos
}

// Group reads a log with a position of its own in each partition.
type Group struct {
	Name string
	Log  int
	// Members share the partitions.
	Members int
	// Joins is when it begins.
	Joins time.Duration
	// From says where: at the log's start or end, at Position, or at the first
	// record that is not older than At.
	From     GroupFrom
	Position int64
	At       time.Duration
	// Work is how long a member works on a record.
	Work Dist
	// Commit says when the position is committed; every so many records, for
	// CommitAfter, and when there is nothing more to read.
	Commit      CommitRule
	CommitEvery int
	// CommitTakes is how long a commit takes.
	CommitTakes time.Duration
	Pos         Pos
}

// GroupFrom says where a group begins to read.
type GroupFrom uint8

// The places to begin.
const (
	FromStart GroupFrom = iota
	FromEnd
	FromPosition
	FromInstant
)

// CommitRule says when a group commits its position.
type CommitRule uint8

// The rules.
const (
	CommitAfter  CommitRule = iota // the work
	CommitBefore                   // the work
)
