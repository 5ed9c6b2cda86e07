package brokers

import (
	"errors"
	"fmt"

	"github.com/queuelab/queuelab/core/scenario"
)

// Runnable says why a scenario can't be run on a message broker: it is about
// something else, or about nothing but the simulator, or restarts a broker that is not ours.
func Runnable(sc *scenario.Scenario) error { return runnable(sc, false) }

func runnable(sc *scenario.Scenario, restarts bool) error {
	switch {
	case len(sc.Logs) > 0:
		return errors.New("it reads a log, which is no message queue: only the simulator runs it")
	case len(sc.Relays) > 0:
		return errors.New("its relays read an outbox, which is no part of a message broker: only the simulator runs it")
	case len(sc.Choices) > 0:
		return errors.New("its choose lines settle what only the simulator can choose")
	case len(sc.Queues) == 0:
		return errors.New("it has no queue")
	}
	for i := range sc.Queues {
		if q := &sc.Queues[i]; q.Direct {
			return fmt.Errorf("queue %s is direct, which is no queue at all: only the simulator runs it", q.Name)
		}
	}
	for i := range sc.Handlers {
		if err := runnableHandler(&sc.Handlers[i]); err != nil {
			return err
		}
	}
	for i := range sc.Faults {
		if err := runnableFault(&sc.Faults[i], restarts); err != nil {
			return err
		}
	}
	return nil
}

func runnableFault(f *scenario.Fault, restarts bool) error {
	switch f.Kind {
	case scenario.Crash, scenario.DropAcknowledge, scenario.Write, scenario.Resend, scenario.Get, scenario.Acknowledge, scenario.Reject,
		scenario.Extend, scenario.Subscribe, scenario.Cancel, scenario.Close, scenario.ClaimIdle, scenario.Reread:
		return nil
	case scenario.Restart:
		if restarts {
			return nil
		}
		return errors.New("it restarts its broker, which is not ours to do at a real one")
	case scenario.CrashAtStep:
		return errors.New("it crashes a consumer at a step of its handler: only the simulator can")
	}
	return fmt.Errorf("only the simulator can do what line %d says", f.Pos.Line)
}

func runnableHandler(h *scenario.Handler) error {
	for i := range h.Steps {
		switch st := &h.Steps[i]; st.Op {
		case scenario.WorkOp, scenario.AcknowledgeOp, scenario.RejectOp:
		default:
			return fmt.Errorf("handler %s does %q, on what is no part of a message broker: only the simulator runs it", h.Name, st.Text)
		}
	}
	return nil
}
