package brokers

import (
	"context"
	"sync/atomic"
	"time"
)

// clock turns real time into virtual time.
type clock struct {
	start time.Time
	slow  float64 // real time for virtual time
}

// now is the virtual time, in whole microseconds: real time means no more.
func (c *clock) now() time.Duration {
	return c.virtual(time.Since(c.start)).Truncate(time.Microsecond)
}

func (c *clock) virtual(real time.Duration) time.Duration {
	return time.Duration(float64(real) / c.slow)
}

func (c *clock) real(virtual time.Duration) time.Duration {
	return time.Duration(float64(virtual) * c.slow)
}

// until waits for a virtual instant.
func (c *clock) until(ctx context.Context, at time.Duration) error {
	return sleep(ctx, time.Until(c.start.Add(c.real(at))))
}

// sleep waits for real time. The error is the context's.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// pace knows the last instant that was planned and has come.
type pace struct {
	steady bool
	last   atomic.Int64
}

func (p *pace) planned(at time.Duration) { p.last.Store(int64(at)) }

// slack is how much real time what is planned may take to have its effect.
const slack = 80 * time.Millisecond

// begins is the virtual instant at which something begins that has come about
// now: the planned one that brought it about, of a steady pace.
func (p *pace) begins(c *clock) time.Duration {
	now, last := c.now(), time.Duration(p.last.Load())
	if p.steady && now-last < c.virtual(slack) {
		return last
	}
	return now
}
