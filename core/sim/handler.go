package sim

import (
	"strconv"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// A handler is flattened: the steps of a transaction stand between two steps
// that begin and commit it, so that a crash can be placed between any two.

// flat is one step of a flattened handler.
type flat struct {
	*scenario.Step
	kind flatKind
	// counts is set where a crash counts it as a step done: not within a
	// transaction, which counts as one when it is committed.
	counts, inner bool
}

type flatKind uint8

const (
	ordinary flatKind = iota
	beginTransaction
	commitTransaction
)

func flatten(steps []scenario.Step) (flats []flat) {
	for i := range steps {
		st := &steps[i]
		if st.Op != scenario.TransactionOp {
			flats = append(flats, flat{Step: st, counts: true, inner: true})
			continue
		}
		flats = append(flats, flat{Step: st, kind: beginTransaction})
		for k := range st.Inner {
			flats = append(flats, flat{Step: &st.Inner[k], inner: true})
		}
		flats = append(flats, flat{Step: st, kind: commitTransaction, counts: true})
	}
	return flats
}

// stepNames are what the page shows: receive, and each step as written.
func stepNames(flats []flat) []string {
	names := []string{"receive"}
	for i := range flats {
		switch f := &flats[i]; f.kind {
		case beginTransaction:
			names = append(names, "transaction")
		case commitTransaction:
			names = append(names, "commit")
		default:
			names = append(names, f.Text)
		}
	}
	return names
}

// progress is how far a lane is through its handler.
type progress struct {
	at          int  // the step to do next
	waited      bool // its time is over
	done, inner int  // steps done, without and with those within transactions
	read        []seen
	transaction bool
	buffered    []change
	sent        bool // the message is settled
	ended       bool // the handler ran to its end
}

// seen is a row as an earlier step read it.
type seen struct {
	table int
	key   string
	cells []cell
}

// step is the present step's place among the names of the handler's.
func (l *lane) step() uint8 { return uint8(l.at + 1) }

func (s *Sim) startHandler(c *consumer, l *lane) {
	l.progress = progress{read: l.read[:0], buffered: l.buffered[:0]}
	if c.heartbeat > 0 {
		s.startBeating(c, l)
	}
	if s.strikeAt(c, l) {
		return
	}
	s.goOn(c, l)
}

// goOn does the handler's steps until one takes time or the task is over.
func (s *Sim) goOn(c *consumer, l *lane) {
	flats := c.steps
	for l.at < len(flats) {
		f := &flats[l.at]
		if !l.waited && s.waits(c, l, f) {
			return
		}
		l.waited = false
		step := l.step()
		switch s.perform(c, l, f) {
		case over:
			s.release(c, l)
			return
		case last:
			l.at = len(flats)
		default:
			l.at++
		}
		s.stepDone(c, l, f, step)
		if through := l.sent && l.at == len(flats); !through && s.strikeAt(c, l) {
			return
		}
	}
	s.through(c, l)
}

// through ends a handler of which nothing is left to do. A crash after its
// last step strikes a handler that ran to its end.
func (s *Sim) through(c *consumer, l *lane) {
	acknowledged := l.sent
	if !acknowledged {
		s.acknowledge(c, l)
	}
	s.tell(trace.Executed, l.actor, c.Queue, &l.task, 0)
	l.ended = true
	if acknowledged && s.strikeAt(c, l) {
		return
	}
	s.release(c, l)
}

// waits starts a step that takes time.
func (s *Sim) waits(c *consumer, l *lane, f *flat) bool {
	if f.kind == beginTransaction || f.Takes == (scenario.Dist{}) {
		return false
	}
	lasts := s.stepTime(c, l, f)
	if lasts == 0 {
		return false
	}
	t := &l.task
	s.emit(trace.StepStarted, l.actor, c.Queue, t.number, t.slot, t.delivery, s.now+lasts, l.step())
	l.waited = true
	s.finishAt(l, s.now+lasts)
	return true
}

func (s *Sim) stepTime(c *consumer, l *lane, f *flat) int64 {
	if f.Op == scenario.WorkOp && f.kind == ordinary && f.Takes == scenario.ConsumersWork {
		return s.draw(c, l) * c.times()
	}
	at := c.stream.at(l.task.luck+uint64(l.at)<<32, l.task.delivery)
	return s.lasts(at, &f.Takes, l.actor) * c.times()
}

func (s *Sim) stepDone(c *consumer, l *lane, f *flat, step uint8) {
	t := &l.task
	s.emit(trace.StepDone, l.actor, c.Queue, t.number, t.slot, t.delivery, 0, step)
	if f.counts {
		l.done++
	}
	if f.inner {
		l.inner++
	}
}

// strikeAt crashes the consumer where a fault waits for this place in its handler.
func (s *Sim) strikeAt(c *consumer, l *lane) bool {
	for _, fi := range c.triggers {
		f := &s.sc.Faults[fi]
		done := l.done
		if f.Inner {
			done = l.inner
		}
		if done == f.Step {
			c.triggers = without(c.triggers, fi)
			s.crash(c, f.For)
			return true
		}
	}
	return s.open&OpenCrash != 0 && !l.samePlace(c) && s.dead(c, l)
}

// samePlace says whether a crash here is one at the next place or the last: a
// transaction was only opened, or the next message is begun at once.
func (l *lane) samePlace(c *consumer) bool {
	return l.ended && c.hand.len() > 0 || 0 < l.at && c.steps[l.at-1].kind == beginTransaction
}

// outcome is how a step leaves the handler.
type outcome uint8

const (
	next outcome = iota
	last         // the rest is skipped
	over         // the task is over
)

func (s *Sim) perform(c *consumer, l *lane, f *flat) outcome {
	switch f.kind {
	case beginTransaction:
		l.transaction = true
		s.tell(trace.Begun, l.actor, c.Queue, &l.task, 0)
		return next
	case commitTransaction:
		return s.commit(c, l)
	}
	switch f.Op {
	case scenario.ReadOp:
		s.readRow(c, l, f)
	case scenario.WriteOp:
		s.writeBack(c, l, f)
	case scenario.DebitOp:
		s.debit(c, l, f)
	case scenario.InsertOp:
		return s.insert(c, l, f)
	case scenario.UpdateOp, scenario.UpsertOp:
		s.update(c, l, f)
	case scenario.SendOp:
		s.send(c, l, f)
	case scenario.PublishOp:
		s.publish(c, l, f)
	case scenario.EnqueueOp:
		s.enqueue(c, l, f)
	case scenario.AcknowledgeOp:
		if !l.sent {
			l.sent = true
			s.acknowledge(c, l)
		}
	case scenario.RejectOp:
		s.rollBack(c, l)
		s.reject(c, l, f.Requeue)
		return over
	}
	return next
}

// rollBack undoes a transaction that is open.
func (s *Sim) rollBack(c *consumer, l *lane) {
	if l.working && l.transaction {
		l.transaction = false
		l.buffered = l.buffered[:0]
		s.tell(trace.RolledBack, l.actor, c.Queue, &l.task, 0)
	}
}

// fail ends the handler: what it opened is rolled back, and the message goes back.
func (s *Sim) fail(c *consumer, l *lane) outcome {
	s.rollBack(c, l)
	s.tell(trace.Failed, l.actor, c.Queue, &l.task, 0)
	s.reject(c, l, true)
	return over
}

// skip ends an insert that found its key taken. What the transaction did is
// rolled back.
func (s *Sim) skip(c *consumer, l *lane, f *flat) outcome {
	switch f.Skip {
	case scenario.SkipAcknowledge:
		s.rollBack(c, l)
		return last
	case scenario.SkipGoesOn:
		return next
	}
	return s.fail(c, l)
}

// commit applies what the transaction did. An insert whose key somebody else has taken meanwhile ends
// it as it would have before or, where the handler goes on all the same, is left out.
func (s *Sim) commit(c *consumer, l *lane) outcome {
	kept := l.buffered[:0]
	for _, ch := range l.buffered {
		switch {
		case !ch.insert || s.world.find(ch.table, ch.key) == nil:
			kept = append(kept, ch)
		case ch.step.Skip != scenario.SkipGoesOn:
			return s.skip(c, l, ch.step)
		}
	}
	l.buffered, l.transaction = kept, false
	for i := range l.buffered {
		s.apply(c.Queue, l.actor, &l.task, &l.buffered[i])
	}
	l.buffered = l.buffered[:0]
	s.tell(trace.Committed, l.actor, c.Queue, &l.task, 0)
	return next
}

// text fills in the fields of the lane's message.
func (s *Sim) text(t *task, x scenario.Text) string {
	return fill(string(x), t.number, func() string { return s.trace.Head.Body(t.text) })
}

func number(text string) int64 {
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}
