package brokers

import (
	"context"
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
