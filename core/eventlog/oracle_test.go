package eventlog_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/queuelab/queuelab/core/eventlog"
)

// pair runs a log with a group and the oracle side by side.
type pair struct {
	l         *eventlog.Log[int]
	g         *eventlog.Group
	n         *naive
	committed []int64 // by partition
}

func newPair(o eventlog.Options) *pair {
	l, n := eventlog.New[int](o), newNaive(o)
	return &pair{l, eventlog.NewGroup(len(n.records)), n, make([]int64, len(n.records))}
}

// append returns what differs, or nothing.
func (p *pair) append(key string, body int) string {
	var got, want answers
	got.Partition, got.Position = p.l.Append(key, body)
	want.Partition, want.Position = p.n.append(key, body)
	return cmp.Diff(want, got)
}

func (p *pair) advance(by time.Duration) {
	p.l.Advance(by)
	p.n.now += by
}

func (p *pair) commit(partition int, next int64) {
	p.g.Commit(partition, next)
	p.committed[partition] = next
}

// answers are all that can be asked.
type answers struct {
	Partition          int
	Position           int64
	Record             eventlog.Record[int]
	There              bool
	Start, End, At     int64
	Committed, Lag     int64
	Now, Next          time.Duration
	Pending            bool
	Partitions         int
	LagOfAllPartitions int64
}

// look asks both about a partition, a position and an instant and returns what
// differs, or nothing.
func (p *pair) look(partition int, position int64, at time.Duration) string {
	l, n := p.l, p.n
	var got, want answers
	got.Record, got.There = l.Read(partition, position)
	want.Record, want.There = n.read(partition, position)
	got.Start, got.End, got.At = l.Start(partition), l.End(partition), l.At(partition, at)
	want.Start, want.End, want.At = n.start(partition), n.end(partition), n.at(partition, at)
	got.Committed, got.Lag = p.g.Position(partition), p.g.PartitionLag(l, partition)
	want.Committed, want.Lag = p.committed[partition], n.lag(partition, p.committed[partition])
	got.Now, want.Now = l.Now(), n.now
	got.Next, got.Pending = l.Next()
	want.Next, want.Pending = n.next()
	got.Partitions, want.Partitions = l.Partitions(), len(n.records)
	got.LagOfAllPartitions = p.g.Lag(l)
	for i, next := range p.committed {
		want.LagOfAllPartitions += n.lag(i, next)
	}
	return cmp.Diff(want, got)
}

// lookEverywhere asks about each position of each partition, and each instant up
// to one past now.
func (p *pair) lookEverywhere() string {
	for i := range p.n.records {
		for at := time.Duration(-1); at <= p.n.now+1; at++ {
			if problem := p.look(i, 0, at); problem != "" {
				return problem
			}
		}
		for position := int64(-1); position <= p.n.end(i)+1; position++ {
			if problem := p.look(i, position, 0); problem != "" {
				return problem
			}
		}
	}
	return ""
}

func TestRandomOperationsAgreeWithTheNaiveLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := newPair(eventlog.Options{
			Partitions: rapid.IntRange(0, 4).Draw(t, "partitions"),
			Retain:     time.Duration(rapid.SampledFrom([]int{0, 1, 4, 40}).Draw(t, "retain")),
			MaxRecords: rapid.SampledFrom([]int{0, 1, 5, 16, 17}).Draw(t, "max records"),
		})
		partition := rapid.IntRange(0, len(p.committed)-1)
		check := func(problem string) {
			if problem != "" {
				t.Fatal(problem)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				check(p.look(partition.Draw(t, "partition"),
					rapid.Int64Range(-1, 60).Draw(t, "position"),
					time.Duration(rapid.IntRange(-1, 60).Draw(t, "instant"))))
			},
			// Enough of them to have the rings grow while they are wound.
			"append": func(t *rapid.T) {
				key := rapid.SampledFrom([]string{"", "", "a", "foobar"}).Draw(t, "key")
				for body := range rapid.IntRange(1, 12).Draw(t, "times") {
					check(p.append(key, body))
				}
			},
			"advance": func(t *rapid.T) { p.advance(time.Duration(rapid.IntRange(0, 6).Draw(t, "by"))) },
			"commit": func(t *rapid.T) {
				p.commit(partition.Draw(t, "partition"), rapid.Int64Range(0, 60).Draw(t, "next"))
			},
		})
	})
}

// Every sequence of up to seven steps, each an append or a moment that passes.
func TestEveryShortSequenceAgreesWithTheNaiveLog(t *testing.T) {
	for _, o := range []eventlog.Options{
		{Retain: 2},
		{MaxRecords: 2},
		{Partitions: 2, Retain: 3, MaxRecords: 2},
	} {
		everySequence(7, nil, func(steps []step) {
			if problem := replay(newPair(o), steps); problem != "" {
				t.Fatalf("%+v, %v:\n%s", o, steps, problem)
			}
		})
	}
}

type step string

const (
	pass    step = "pass"
	keyless step = "append"
	keyed   step = "append a"
)

func replay(p *pair, steps []step) (problem string) {
	for body, s := range steps {
		switch s {
		case pass:
			p.advance(1)
		case keyless:
			problem += p.append("", body)
		case keyed:
			problem += p.append("a", body)
		}
	}
	return problem + p.lookEverywhere()
}

// everySequence calls f with s and each of its continuations up to a length.
func everySequence(length int, s []step, f func([]step)) {
	f(s)
	if len(s) == length {
		return
	}
	for _, next := range []step{pass, keyless, keyed} {
		everySequence(length, append(s, next), f)
	}
}
