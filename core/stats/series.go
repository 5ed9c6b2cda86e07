package stats

import (
	"fmt"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

// Series adds to all the durations that a waiting or sojourn is a statistic
// of: of messages in the order of writing, then of earlier stays of those that
// were moved, then of records. The error says that the subject is not there,
// or that the measure has no such durations.
func (c *Collector) Series(all []time.Duration, m scenario.Measure) ([]time.Duration, error) {
	v, err := c.view(m.Of)
	if err != nil {
		return all, err
	}
	switch m.Name {
	case scenario.Waiting:
		return c.waitings(all, v), nil
	case scenario.Sojourn:
		return c.sojourns(all, v), nil
	}
	return all, fmt.Errorf("%s is not a measure of each message", m.Name)
}
