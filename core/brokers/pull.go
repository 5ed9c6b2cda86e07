package brokers

import (
	"context"
	"sync"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
)

// puller gives a consumer of a broker that has to be asked what it would be
// given by one that pushes: messages as they come, up to its prefetch.
type puller struct {
	// ask takes up to so many messages, waiting for the first of them a while at most.
	ask     func(ctx context.Context, n int) ([]Delivery, error)
	deliver func(Delivery)
	lost    func(error)
	// every is how long it waits where nothing was found.
	every time.Duration

	mu     sync.Mutex
	room   int
	bound  bool // by a prefetch
	freed  chan struct{}
	cancel context.CancelFunc
}

// polls is how often each of so many consumers asks a broker that it has to
// poll: the fewer, the more there are.
func polls(sc *scenario.Scenario) time.Duration {
	return pollEvery * time.Duration(max(1, len(sc.Consumers)/16))
}

// askMax is how many messages are asked for at once where nothing bounds them.
const askMax = 256

func (p *puller) subscribe(ctx context.Context, prefetch int) {
	ctx, p.cancel = context.WithCancel(ctx)
	p.room, p.bound, p.freed = prefetch, prefetch > 0, make(chan struct{}, 1)
	go p.pull(ctx)
}

func (p *puller) pull(ctx context.Context) {
	for {
		n := p.wait(ctx)
		if n == 0 {
			return
		}
		found, err := p.ask(ctx, n)
		if err != nil {
			if ctx.Err() == nil {
				p.lost(err)
			}
			return
		}
		p.take(len(found))
		for _, d := range found {
			p.deliver(d)
		}
		if len(found) == 0 && sleep(ctx, p.every) != nil {
			return
		}
	}
}

// wait is how many to ask for, as soon as there is room; 0: no more.
func (p *puller) wait(ctx context.Context) int {
	for ctx.Err() == nil {
		p.mu.Lock()
		room := p.room
		p.mu.Unlock()
		if !p.bound {
			return askMax
		}
		if room > 0 {
			return room
		}
		select {
		case <-p.freed:
		case <-ctx.Done():
		}
	}
	return 0
}

func (p *puller) take(n int) {
	p.mu.Lock()
	p.room -= n
	p.mu.Unlock()
}

// free makes room for one more.
func (p *puller) free() {
	p.mu.Lock()
	p.room++
	p.mu.Unlock()
	select {
	case p.freed <- struct{}{}:
	default:
	}
}

func (p *puller) stop() {
	if p.cancel != nil {
		p.cancel()
	}
}

// answer is how long a broker may take to answer.
const answer = 10 * time.Second
