package sweep

import (
	"context"
	"sync"
)

// Run does all that is left to do, with so many workers at once, at least one.
// After each run progress, which may be nil, is told how far it is; it may look
// at the Points, and nothing else happens meanwhile. What the sweep comes to is
// the same with any number of workers.
//
// When the context ends, so does Run, with its error. What was done stays done.
func (s *Sweep) Run(ctx context.Context, workers int, progress func(done, all int)) error {
	for s.busy { // Step began it
		s.Step(sliceSteps)
	}
	t := &team{sweep: s, progress: progress}
	var working sync.WaitGroup
	for range max(1, workers) {
		working.Go(func() { t.work(ctx) })
	}
	working.Wait()
	s.cursor = 0 // what was given up is given out again
	return ctx.Err()
}

// sliceSteps is how long a worker works before it looks whether it is to stop.
const sliceSteps = 1 << 16

// team is a sweep that several work at; mutex guards what they change.
type team struct {
	mutex    sync.Mutex
	sweep    *Sweep
	progress func(done, all int)
}

func (t *team) work(ctx context.Context) {
	r := newRunner(&t.sweep.plan)
	for {
		j, more := t.next()
		if !more {
			return
		}
		r.start(t.sweep.points[j.point].scenario, j.replication)
		for over := false; !over; over = r.run(sliceSteps) {
			if ctx.Err() != nil {
				return
			}
		}
		t.store(j, r.finish())
	}
}

func (t *team) next() (job, bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.sweep.next()
}

func (t *team) store(j job, r *replication) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.sweep.store(j, r)
	if t.progress != nil {
		t.progress(t.sweep.Progress())
	}
}
