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
	// Broker is how it behaves where brokers differ; the zero value is the lessons' log.
	Broker Profile
	Pos    Pos
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
	// Placed says that the scenario says so.
	From     GroupFrom
	Placed   bool
	Position int64
	At       time.Duration
	// Work is how long a member works on a record.
	Work Dist
	// Commit says when the position is committed; every so many records, for
	// CommitAfter, and when there is nothing more to read.
	Commit      CommitRule
	CommitEvery int
	// SessionTimeout is how long the broker waits for a member that crashed before it shares out its
	// partitions anew, and PollWithin, how long for one that works on a record; 0: as its broker does,
	// less: not at all, and for ever.
	SessionTimeout, PollWithin time.Duration
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

// Begins is where a group begins to read that has no position yet, or one that is no longer there.
func (l *Log) Begins(g *Group) GroupFrom {
	if !g.Placed && l.Broker.StartsAtEnd {
		return FromEnd
	}
	return g.From
}

// Resets says where a group goes on whose position retention has dropped: at the end, or else at
// the oldest record kept.
func (l *Log) Resets(g *Group) bool { return l.Broker.LogsOnly && l.Begins(g) == FromEnd }

// SessionTimeout is how long a member that crashed keeps its partitions.
func (l *Log) SessionTimeout(g *Group) time.Duration {
	return ofGroup(g.SessionTimeout, l.Broker.SessionTimeout)
}

// PollWithin is how long a member may work on a record and keep its partitions; 0: for ever.
func (l *Log) PollWithin(g *Group) time.Duration { return ofGroup(g.PollWithin, l.Broker.PollWithin) }

func ofGroup(own, broker time.Duration) time.Duration {
	if own != 0 {
		return max(0, own)
	}
	return broker
}
