package brokers

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// workStep is the step of a consumer without a handler that takes time.
const workStep = 1

// workAll is a lane: it works on one delivery after the other.
func (s *session) workAll(lane int) {
	defer s.run.group.Done()
	for {
		h, err := s.inbox.pop(s.ctx)
		if err != nil {
			return
		}
		s.occupy(lane, h)
		h.begins = max(h.begins, s.run.pace.begins(s.run.clock))
		s.broken(s.work(lane, h))
		s.occupy(lane, nil)
		s.run.begun.Add(-1)
	}
}

func (s *session) occupy(lane int, h *held) {
	s.mu.Lock()
	s.working[lane] = h
	s.mu.Unlock()
}

func (s *session) work(lane int, h *held) error {
	stop := s.beat(lane, h)
	defer stop()
	if s.Handler >= 0 && len(s.run.sc.Handlers) > 0 {
		return s.handle(lane, h)
	}
	if err := s.step(lane, h, s.draw(h), workStep); err != nil {
		return err
	}
	stop()
	return s.finish(lane, h)
}

// step works for so much virtual time.
func (s *session) step(lane int, h *held, lasts time.Duration, step uint8) error {
	if lasts > 0 {
		s.tell(lane, h, func(actor uint16) { s.run.rec.starts(h.m, h.delivery, actor, lasts, step) })
	}
	h.begins += lasts
	if err := s.run.clock.until(s.ctx, h.begins); err != nil {
		return err
	}
	s.run.pace.planned(h.begins)
	return nil
}

// tell records something while the session lives.
func (s *session) tell(lane int, h *held, record func(actor uint16)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.alive() {
		record(s.lanes[lane])
	}
}

// finish is told that the work is done.
func (s *session) finish(lane int, h *held) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.alive() {
		return nil
	}
	actor := s.lanes[lane]
	rule := s.failure(h.Body)
	switch {
	case rule >= 0:
		s.failed[rule]++
		s.run.rec.tell(trace.Failed, h.m, h.delivery, actor, 0, 0)
		return s.reject(h, actor, rejection{requeue: !s.Fails[rule].Drop})
	case slices.Contains(s.Leave, h.Body):
		s.run.rec.tell(trace.Left, h.m, h.delivery, actor, 0, 0)
		s.keep(h)
		return nil
	}
	s.run.rec.tell(trace.Executed, h.m, h.delivery, actor, 0, 0)
	return s.acknowledge(h, actor, false)
}

// failure is the rule by which the work on a body fails now, or -1.
func (s *session) failure(body string) int {
	for i := len(s.Fails) - 1; i >= 0; i-- {
		if f := &s.Fails[i]; f.Body == body && (f.Times == 0 || s.failed[i] < f.Times) {
			return i
		}
	}
	return -1
}

// keep leaves a delivery unsettled: where there is a lease the consumer has no
// more to do with it.
func (s *session) keep(h *held) {
	h.done = true
	if s.rules().Lease > 0 {
		s.release(h)
		s.conn.Forget(h.Delivery)
	}
}

// acknowledge settles a delivery, and with multiple all before it. It must
// hold the lock, as must reject and extend.
func (s *session) acknowledge(h *held, actor uint16, multiple bool) error {
	if s.OnDelivery {
		s.release(h)
		return nil
	}
	if s.drop > 0 {
		s.drop--
		s.run.rec.tell(trace.AcknowledgeDropped, h.m, h.delivery, actor, 0, 0)
		s.keep(h)
		return nil
	}
	if multiple && !s.rules().Multiple {
		return s.each(s.upTo(h, true), func(h *held) error { return s.acknowledge(h, actor, false) })
	}
	all := s.upTo(h, multiple)
	record := func(gone bool) {
		for _, h := range all {
			s.run.rec.acknowledged(h.m, h.delivery, actor, gone)
		}
	}
	if s.rules().Unanswered {
		record(false)
	}
	gone, err := s.conn.Acknowledge(h.Delivery, multiple)
	if err == nil && !s.rules().Unanswered {
		record(gone)
	}
	return err
}

func (s *session) each(all []*held, settle func(*held) error) error {
	for _, h := range all {
		if err := settle(h); err != nil {
			return err
		}
	}
	return nil
}

// upTo takes the delivery, or all up to it, out of the consumer's hands.
func (s *session) upTo(h *held, multiple bool) (all []*held) {
	i := slices.Index(s.held, h)
	if !multiple || i < 0 {
		s.release(h)
		return []*held{h}
	}
	all = slices.Clone(s.held[:i+1])
	s.held = slices.Delete(s.held, 0, i+1)
	return all
}

// rejection is how a delivery is rejected.
type rejection struct {
	requeue, multiple bool
	after             time.Duration // it comes back so much later
}

func (s *session) reject(h *held, actor uint16, how rejection) error {
	if s.OnDelivery {
		s.release(h)
		return nil
	}
	if how.requeue && s.rules().NoReject {
		return s.keepFailed(h)
	}
	if how.multiple && !s.rules().Multiple {
		how.multiple = false
		return s.each(s.upTo(h, true), func(h *held) error { return s.reject(h, actor, how) })
	}
	for _, h := range s.upTo(h, how.multiple) {
		s.run.rec.rejected(h.m, h.delivery, actor, how)
	}
	return s.conn.Reject(h.Delivery, how.requeue, how.multiple, s.run.clock.real(how.after))
}

// keepFailed is of a message that the broker takes back from nobody: a consumer
// has done with it, and a client still has it.
func (s *session) keepFailed(h *held) error {
	if !s.Scripted {
		s.release(h)
		s.conn.Forget(h.Delivery)
	}
	return nil
}

func (s *session) extend(h *held, actor uint16, by time.Duration) bool {
	err := s.conn.Extend(h.Delivery, s.run.clock.real(by))
	s.run.rec.extended(h.m, h.delivery, actor, by, err == nil)
	return err == nil
}

// beat extends the lease again and again until stop is called.
func (s *session) beat(lane int, h *held) (stop context.CancelFunc) {
	if s.Heartbeat <= 0 || s.rules().Lease <= 0 {
		return func() {}
	}
	ctx, stop := context.WithCancel(s.ctx)
	s.run.group.Add(1)
	go func() {
		defer s.run.group.Done()
		for sleep(ctx, s.run.clock.real(s.Heartbeat)) == nil {
			s.mu.Lock()
			ok := s.alive() && ctx.Err() == nil && s.extend(h, s.lanes[lane], s.rules().Lease)
			s.mu.Unlock()
			if !ok {
				return
			}
		}
	}()
	return stop
}

// draw is how long the work on a delivery takes, by message and delivery.
func (s *session) draw(h *held) time.Duration {
	if rule := s.failure(h.Body); rule >= 0 && s.Fails[rule].After >= 0 {
		return s.Fails[rule].After
	}
	work := s.Work
	for i := range s.WorkBy {
		if s.WorkBy[i].Body == h.Body {
			work = s.WorkBy[i].Work
		}
	}
	return drawn(&work, rand.New(rand.NewPCG(s.run.sc.Seed, uint64(h.m.number)<<32|uint64(h.delivery))))
}

func drawn(d *scenario.Dist, luck *rand.Rand) time.Duration {
	switch d.Kind {
	case scenario.Exponential:
		return time.Duration(luck.ExpFloat64() * float64(d.A))
	case scenario.Uniform:
		return d.A + time.Duration(luck.Int64N(int64(d.B-d.A)+1))
	}
	return d.A
}

// handle does the steps of a handler: those that Runnable allows.
func (s *session) handle(lane int, h *held) error {
	settled := false
	for i := range s.run.sc.Handlers[s.Handler].Steps {
		st := &s.run.sc.Handlers[s.Handler].Steps[i]
		lasts := s.stepTime(h, st)
		if err := s.step(lane, h, lasts, uint8(i+1)); err != nil {
			return err
		}
		over, err := s.perform(lane, h, st, &settled)
		if over || err != nil {
			return err
		}
		s.tell(lane, h, func(actor uint16) { s.run.rec.tell(trace.StepDone, h.m, h.delivery, actor, 0, uint8(i+1)) })
	}
	return s.through(lane, h, settled)
}

func (s *session) stepTime(h *held, st *scenario.Step) time.Duration {
	if st.Op == scenario.WorkOp && st.Takes == scenario.ConsumersWork {
		return s.draw(h)
	}
	return drawn(&st.Takes, rand.New(rand.NewPCG(s.run.sc.Seed, uint64(h.m.number)<<32|uint64(h.delivery))))
}

// perform settles, where the step does. Over says that the handler ends here.
func (s *session) perform(lane int, h *held, st *scenario.Step, settled *bool) (over bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.alive() {
		return true, nil
	}
	switch {
	case st.Op == scenario.RejectOp && !*settled:
		return true, s.reject(h, s.lanes[lane], rejection{requeue: st.Requeue})
	case st.Op == scenario.AcknowledgeOp && !*settled:
		*settled = true
		return false, s.acknowledge(h, s.lanes[lane], false)
	}
	return false, nil
}

func (s *session) through(lane int, h *held, settled bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.alive() {
		return nil
	}
	var err error
	if !settled {
		err = s.acknowledge(h, s.lanes[lane], false)
	}
	s.run.rec.tell(trace.Executed, h.m, h.delivery, s.lanes[lane], 0, 0)
	return err
}
