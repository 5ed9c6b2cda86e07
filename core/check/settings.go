package check

import (
	"fmt"
	"maps"
	"slices"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Settings says the first thing in a trace that the settings of its scenario
// forbid, or nil: a delivery beyond a queue's limit, a late acknowledgement
// taken or refused against the queue's rule, more than a consumer's prefetch in
// its hands, or a dead letter that does not come to the queue for it.
func Settings(sc *scenario.Scenario, tr *trace.Trace) error {
	s := settings{sc: sc, consumers: map[string]*scenario.Consumer{}, hands: map[key]*scenario.Consumer{}, removed: map[uint16]bool{}}
	for i := range sc.Consumers {
		s.consumers[sc.Consumers[i].Name] = &sc.Consumers[i]
	}
	for i := range tr.Len() {
		e := tr.At(i)
		if err := s.event(e, &tr.Head); err != nil {
			return fmt.Errorf("event %d at %s, %s of message %d: %w", i, scenario.FormatDuration(e.At), e.Kind, e.Message, err)
		}
	}
	return nil
}

type settings struct {
	sc        *scenario.Scenario
	consumers map[string]*scenario.Consumer
	hands     map[key]*scenario.Consumer // deliveries, and in whose hands they are
	moving    uint32                     // a dead letter that has another queue to come to
	to        uint16
	removed   map[uint16]bool // queues
}

func (s *settings) event(e *trace.Event, h *trace.Head) error {
	removed := s.moving > 0 && s.removed[s.to] && e.Kind == trace.Dropped
	if s.moving > 0 && e.Kind != trace.LimitReached && !removed && (e.Kind != trace.Written || e.Message != s.moving || e.Queue != s.to) {
		return fmt.Errorf("dead letter %d should come to queue %d first", s.moving, s.to)
	}
	s.moving = 0
	at := key{e.Queue, e.Message, e.Delivery}
	switch e.Kind {
	case trace.Removed:
		s.removed[e.Queue] = true
	case trace.Crashed, trace.Stopped, trace.Disconnected:
		s.drop(func(_ key, c *scenario.Consumer) bool { return c == s.consumer(e, h) })
	case trace.Severed:
		s.drop(func(k key, c *scenario.Consumer) bool {
			return c == s.consumer(e, h) && h.Queues[k.queue].Visibility == 0
		})
	case trace.Restarted:
		s.drop(func(k key, _ *scenario.Consumer) bool { return k.queue == e.Queue })
	case trace.AcknowledgeGone, trace.AcknowledgeDropped, trace.Left, trace.Rejected, trace.Failed:
		delete(s.hands, at)
	case trace.Delivered:
		return s.delivered(e, h)
	case trace.Acknowledged, trace.AcknowledgeRefused:
		delete(s.hands, at)
		return s.late(e)
	case trace.DeadLettered:
		delete(s.hands, at)
		return s.limit(e)
	}
	return nil
}

func (s *settings) drop(which func(key, *scenario.Consumer) bool) { maps.DeleteFunc(s.hands, which) }

// rejects tells whether the consumer's handler may reject what has gone by then:
// that leaves no trace, and what it has in its hands can't be counted.
func (s *settings) rejects(c *scenario.Consumer) bool {
	if c.Handler < 0 || len(s.sc.Handlers) == 0 {
		return false
	}
	return slices.ContainsFunc(s.sc.Handlers[c.Handler].Steps, func(st scenario.Step) bool {
		return st.Op == scenario.RejectOp || slices.ContainsFunc(st.Inner, func(in scenario.Step) bool { return in.Op == scenario.RejectOp })
	})
}

// consumer is whose thread the event's actor is.
func (s *settings) consumer(e *trace.Event, h *trace.Head) *scenario.Consumer {
	a := &h.Actors[e.Actor]
	if a.Of != "" {
		return s.consumers[a.Of]
	}
	return s.consumers[a.Name]
}

func (s *settings) delivered(e *trace.Event, h *trace.Head) error {
	c := s.consumer(e, h)
	s.hands[key{e.Queue, e.Message, e.Delivery}] = c
	n := 0
	for _, of := range s.hands {
		if of == c {
			n++
		}
	}
	if c.Prefetch > 0 && !c.OnDelivery && n > c.Prefetch && !s.rejects(c) {
		return fmt.Errorf("%s has %d in its hands, and a prefetch of %d", c.Name, n, c.Prefetch)
	}
	if n := s.sc.Queues[e.Queue].HandOuts(); n > 0 && int(e.Delivery) > n {
		return fmt.Errorf("delivery %d, where %d are allowed", e.Delivery, n)
	}
	return nil
}

func (s *settings) late(e *trace.Event) error {
	rule := s.sc.Queues[e.Queue].LateAcknowledged()
	if rule == scenario.LateDeletesNewest {
		return nil // which it was is not in the event
	}
	refuses := rule == scenario.LateRefused
	if refuses && e.Kind == trace.Acknowledged && e.Value == 1 {
		return fmt.Errorf("a late acknowledgement should be refused")
	}
	if !refuses && e.Kind == trace.AcknowledgeRefused {
		return fmt.Errorf("a late acknowledgement should delete")
	}
	return nil
}

// limit holds that a queue gives up only on what it may not hand out again,
// and puts it where the scenario says.
func (s *settings) limit(e *trace.Event) error {
	if to := s.sc.Queues[e.Queue].DeadTo(); to >= 0 {
		s.moving, s.to = e.Message, uint16(to)
	}
	n := s.sc.Queues[e.Queue].HandOuts()
	if (e.Value == trace.AtHandOut || e.Value == trace.OnReturn) && (n == 0 || int(e.Delivery) < n) {
		return fmt.Errorf("dead-lettered after %d deliveries, where %d are allowed", e.Delivery, n)
	}
	return nil
}
