package scene

import (
	"time"

	"github.com/queuelab/queuelab/core/trace"
)

// queueNote says what is special about a queue, behind its name.
func (d *drawing) queueNote(q uint16) string {
	k := d.plan.queue(q)
	if r, ok := last(d.plan.restarts, q, d.state.Events); ok {
		return " · ↻ restarted at " + Time(time.Duration(r.at))
	}
	switch {
	case k.morgue:
		return " · dead letters"
	case k.direct:
		return " · direct, nobody waits"
	case k.single:
		return " · one active consumer"
	}
	return ""
}

func (d *drawing) queueClass(q uint16) string {
	class := ""
	if d.plan.queue(q).morgue {
		class += " morgue"
	}
	if d.plan.queue(q).direct {
		class += " direct"
	}
	if r, ok := last(d.plan.restarts, q, d.state.Events); ok && time.Duration(r.at) == d.state.Now {
		class += " restarted"
	}
	return class
}

// activeClass marks the active consumer of a queue that has only one, and
// those that stand by.
func (d *drawing) activeClass(actor uint16) string {
	q := d.plan.head.Actors[actor].Queue
	status := d.state.Actors[actor].Status
	if !d.plan.queue(q).single || status != trace.Idle && status != trace.Working {
		return ""
	}
	if h, ok := last(d.plan.active, q, d.state.Events); ok && h.actor == actor {
		return " active"
	}
	return " standby"
}

// standsBy says that a consumer waits for another to be gone.
func (d *drawing) standsBy(actor uint16) bool { return d.activeClass(actor) == " standby" }
