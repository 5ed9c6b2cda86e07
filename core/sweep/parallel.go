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
	t.piloted.L = &t.mutex
	defer context.AfterFunc(ctx, t.wake)()
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
	piloted  sync.Cond // a pilot run is done, or the context
	sweep    *Sweep
	progress func(done, all int)
}

func (t *team) work(ctx context.Context) {
	r := newRunner(&t.sweep.plan)
	for {
		j, more := t.next(ctx)
		if !more {
			return
		}
		r.start(&t.sweep.points[j.point], j)
		for over := false; !over; over = r.run(sliceSteps) {
			if ctx.Err() != nil {
				return
			}
		}
		t.store(j, r.finish())
	}
}

// next waits, before the first run that is no pilot, for the pilot runs of its
// point.
func (t *team) next(ctx context.Context) (job, bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	j, more := t.sweep.next()
	for more && !j.pilot && t.sweep.points[j.point].warmup.left > 0 && ctx.Err() == nil {
		t.piloted.Wait()
	}
	return j, more && ctx.Err() == nil
}

func (t *team) wake() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.piloted.Broadcast()
}

func (t *team) store(j job, r *replication) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.sweep.store(j, r)
	t.piloted.Broadcast()
	if t.progress != nil {
		t.progress(t.sweep.Progress())
	}
}
