package brokers

import (
	"context"
	"sync"
	"time"
)

// turns has what is planned happen in the order of its instants, also when a
// busy machine lets all of it come late. Everybody who plans says first when
// it will be on next.
type turns struct {
	mu   sync.Mutex
	next []time.Duration // by member
	more chan struct{}   // closed and made anew at each change
}

// never is no instant: the member has done all that it planned.
const never = time.Duration(1<<63 - 1)

// join adds a member that is on next at an instant.
func (t *turns) join(first time.Duration) (member int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.more == nil {
		t.more = make(chan struct{})
	}
	t.next = append(t.next, first)
	return len(t.next) - 1
}

// plan says when a member is on next: it has done what it was on for before.
func (t *turns) plan(member int, at time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.next[member] = at
	close(t.more)
	t.more = make(chan struct{})
}

// wait returns when nobody is on before the member.
func (t *turns) wait(ctx context.Context, member int) error {
	for {
		first, more := t.first()
		if first == member {
			return ctx.Err()
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// first is who is on next, the earliest member of several.
func (t *turns) first() (member int, more <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, at := range t.next {
		if at < t.next[member] {
			member = i
		}
	}
	return member, t.more
}

// turn waits for the instant that a member is on at, and, at a steady pace, for
// those before it.
func (r *run) turn(member int, at time.Duration) error {
	r.turns.plan(member, at)
	if err := r.clock.until(r.ctx, at); err != nil {
		return err
	}
	if r.pace.steady {
		if err := r.turns.wait(r.ctx, member); err != nil {
			return err
		}
	}
	r.pace.planned(at)
	return nil
}
