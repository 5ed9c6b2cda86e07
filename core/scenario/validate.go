package scenario

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// validate reports what concerns several lines at once.
func (b *binder) validate() {
	b.checkDeadLetters()
	b.checkPlaces()
	b.checkMemories()
	b.checkClaims()
	total := 0
	for i := range b.scenario.Producers {
		p := &b.scenario.Producers[i]
		total += b.messages(p) * (1 + len(p.Also))
		total = min(total, MaxMessages+1)
	}
	for _, f := range b.scenario.Faults {
		if f.Kind == Write {
			total = min(total+f.Count, MaxMessages+1)
		}
	}
	if total > MaxMessages {
		b.report.add(&Error{b.scenario.firstWriter(), "", fmt.Sprintf("expected at most %d messages in a run", MaxMessages)})
	}
}

// firstWriter is where something that writes is declared.
func (s *Scenario) firstWriter() Pos {
	if len(s.Producers) > 0 {
		return s.Producers[0].Pos
	}
	return s.Faults[0].Pos
}

// messages is how many messages a producer writes, on average where chance
// decides, or MaxMessages+1. It reports a producer that never ends.
func (b *binder) messages(p *Producer) int {
	s := p.Schedule
	if s.Kind == Once {
		return s.Count
	}
	writes := p.writes(b.scenario.Until)
	if writes < 0 {
		b.report.add(&Error{p.Pos, p.Name, "expected for or times in its schedule, or until in the scenario, as it never ends"})
		return 0
	}
	if writes > MaxMessages/s.Count {
		return MaxMessages + 1
	}
	b.checkEnd(p, writes)
	return writes * s.Count
}

// writes counts the writes of a schedule, or is negative where it never ends.
func (p *Producer) writes(until time.Duration) int {
	s, writes := p.Schedule, -1
	if s.Times > 0 {
		writes = s.Times
	}
	if s.For > 0 {
		writes = least(writes, (s.For-1)/s.Every+1)
	}
	switch {
	case until > 0 && until < p.Starts:
		writes = 0
	case until > 0:
		writes = least(writes, (until-p.Starts)/s.Every+1)
	}
	return writes
}

// least is the smaller of two counts, of which a negative one is no bound.
func least(writes int, other time.Duration) int {
	n := int(min(other, MaxMessages+1))
	if writes < 0 {
		return n
	}
	return min(writes, n)
}

func (b *binder) checkEnd(p *Producer, writes int) {
	if writes > 1 && p.Schedule.Every > (MaxTime-p.Starts)/time.Duration(writes-1) {
		b.report.add(&Error{p.Pos, p.Name, "expected its last message within " + FormatDuration(MaxTime)})
	}
}

// checkDeadLetters reports a circle of queues, in which a dead letter would
// never come to rest; but for one with a time to live in it, which is a way to retry later.
func (b *binder) checkDeadLetters() {
	done := make([]bool, len(b.scenario.Queues))
	for i := range b.scenario.Queues {
		b.followDeadLetters(i, done)
	}
}

func (b *binder) followDeadLetters(first int, done []bool) {
	queues := b.scenario.Queues
	var path []int
	on := map[int]bool{}
	for i := first; i >= 0 && i < len(queues) && !done[i]; i = queues[i].DeadLetter {
		if on[i] {
			if !b.waits(path, i) {
				b.reportCircle(path, i)
			}
			break
		}
		on[i] = true
		path = append(path, i)
	}
	for _, i := range path {
		done[i] = true
	}
}

// waits says whether a queue of the circle has a time to live.
func (b *binder) waits(path []int, from int) bool {
	return slices.ContainsFunc(path[slices.Index(path, from):], func(i int) bool { return b.scenario.Queues[i].TTL > 0 })
}

func (b *binder) reportCircle(path []int, from int) {
	var names []string
	for _, i := range path {
		if i == from || names != nil {
			names = append(names, b.scenario.Queues[i].Name)
		}
	}
	q := b.scenario.Queues[from]
	circle := strings.Join(append(names, q.Name), " → ")
	b.report.add(&Error{q.Pos, q.Name, "expected dead letters that come to rest, not a circle: " + circle})
}

// checkMemories reports an outbox that is in the memory of several relays.
func (b *binder) checkMemories() {
	readers := map[int]int{}
	for _, r := range b.scenario.Relays {
		readers[r.Table]++
	}
	for _, r := range b.scenario.Relays {
		if r.Memory && readers[r.Table] > 1 {
			b.report.add(&Error{r.Pos, r.Group, "expected one relay only of an outbox that is kept in its memory"})
			return
		}
	}
}

// checkPlaces reports a crash at a step of a consumer that has no handler.
func (b *binder) checkPlaces() {
	if b.report.count() > 0 {
		return
	}
	for _, f := range b.scenario.Faults {
		if f.Kind == CrashAtStep && b.scenario.Consumers[f.Consumer].Handler < 0 {
			b.report.add(&Error{f.Pos, "crash", "expected a consumer with a handler, to crash it after one of its steps"})
		}
	}
}
