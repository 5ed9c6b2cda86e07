// Package eventlog is a retained log: records are appended to partitions and
// stay there, read or not, and every reading group has a position of its own.
// Time is a virtual clock that only the caller moves. The package starts no
// goroutine, reads no wall clock and draws no random number: the same calls give
// the same answers everywhere. Neither a [Log] nor a [Group] is safe for
// concurrent use.
//
// # Rules
//
//   - Order. A partition numbers its records 0, 1, 2 … in the order in which they
//     were appended, and is read in that order. Between partitions there is none.
//   - Keys. Records of the same key are in the same partition. Those without a
//     key go to the partitions in rotation, beginning with partition 0, whatever
//     goes to them by key.
//   - Reading changes nothing: any number of readers can read any record any
//     number of times.
//   - Groups. What a group has committed is the position of the next record to
//     read. It is a watermark: everything below counts as done, also what never
//     was. It may be set back, to read again.
//   - Lag. Lag = end of the log - committed position.
//   - Retention. A record appended at t with retention R is there until t+R; at
//     exactly t+R it is gone, read or not. With a bound of N records, an append
//     to a partition that holds N drops its oldest one first. Nothing else drops
//     a record, and positions are never given twice: Start is how many records
//     of a partition were dropped, End how many were ever appended.
//   - A reader that stands below the start gets the oldest record kept. How far
//     its position is ahead of the one asked for is how many records that reader
//     has lost. Brokers name this the reset to the earliest; to go to the latest
//     instead, compare with Start and seek to End.
//
// # Ties
//
// AdvanceTo drops all that is due at its instant or before it returns. As
// nothing but a call changes a log, nothing else can tie.
//
// # Cost
//
// Append and Read cost the same however long the log is, but for the copy when a
// partition grows to double its room. At costs the logarithm of the length, Next
// and AdvanceTo the number of partitions and of the records dropped. Each partition
// has room for 16 records or at most twice as many as it has held at once; in the
// steady state nothing is allocated.
package eventlog
