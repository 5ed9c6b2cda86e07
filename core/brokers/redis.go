package brokers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/queuelab/queuelab/core/scenario"
)

// red is a Redis server. A queue is a stream, and its consumers are one
// consumer group. What has been in somebody's hands for longer than the
// visibility timeout is claimed by whoever asks next.
type red struct {
	options *redis.Options
	name    string
	version string
	lost    func(error)
	admin   *redis.Client
	sc      *scenario.Scenario
	slow    float64
	keys    []string // made
}

// silent keeps the client from writing to the user's terminal.
type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

func init() { redis.SetLogger(silent{}) }

func dialRedis(ctx context.Context, u *url.URL, name string, lost func(error)) (Broker, error) {
	o, err := redis.ParseURL(u.String())
	if err != nil {
		return nil, err
	}
	o.MaxRetries, o.DialTimeout = -1, dialMax
	b := &red{options: o, name: name, lost: lost, admin: redis.NewClient(o)}
	info, err := b.admin.Info(ctx, "server").Result()
	if err != nil {
		b.admin.Close()
		return nil, err
	}
	b.version = "Redis " + field(info, "redis_version:")
	return b, nil
}

func field(info, name string) string {
	_, rest, _ := strings.Cut(info, name)
	value, _, _ := strings.Cut(rest, "\r\n")
	return value
}

func (b *red) Version() string { return b.version }

func (b *red) Rules(q *scenario.Queue) Rules {
	return Rules{
		Profile: "redis-streams", Lease: q.Lease(), Claims: q.Lease() == 0, NoReject: true, DrainsAll: true, NoDeadLetter: true,
		Counts: []scenario.MeasureName{scenario.Fresh, scenario.Unsettled, scenario.Depth},
	}
}

func (b *red) key(i int) string { return b.name + b.sc.Queues[i].Name }

const workers = "workers"

func (b *red) Setup(ctx context.Context, sc *scenario.Scenario, slow float64, _ func(Death)) error {
	if len(sc.Exchanges) > 0 {
		return errors.New("there are no exchanges in Redis")
	}
	b.sc, b.slow = sc, slow
	for i := range sc.Queues {
		b.keys = append(b.keys, b.key(i))
		if err := b.admin.XGroupCreateMkStream(ctx, b.key(i), workers, "0").Err(); err != nil {
			return fmt.Errorf("queue %s: %w", sc.Queues[i].Name, err)
		}
	}
	return nil
}

type redPublisher struct {
	b *red
	c *redis.Client
}

func (b *red) client() *redis.Client {
	o := *b.options
	o.PoolSize = 2
	return redis.NewClient(&o)
}

func (b *red) Publisher(context.Context) (Publisher, error) { return redPublisher{b, b.client()}, nil }

func (p redPublisher) Publish(ctx context.Context, m Message) (func(context.Context) error, error) {
	most := int64(p.b.sc.Queues[m.Queue].MaxLength)
	err := p.c.XAdd(ctx, &redis.XAddArgs{Stream: p.b.key(m.Queue), MaxLen: most, Values: []any{"id", m.ID, "body", m.Body}}).Err()
	return func(context.Context) error { return nil }, err
}

func (p redPublisher) Close() { p.c.Close() }

type redConsumer struct {
	puller
	b     *red
	o     Opening
	c     *redis.Client
	lease time.Duration // real

	claimed time.Time // when it last looked for something to claim
}

func (b *red) Open(_ context.Context, o Opening, deliver func(Delivery)) (Consumer, error) {
	c := &redConsumer{b: b, o: o, c: b.client()}
	c.lease = time.Duration(float64(b.sc.Queues[o.Queue].Lease()) * b.slow)
	c.puller = puller{ask: c.ask, deliver: deliver, lost: b.lost}
	return c, nil
}

// ask claims what others have held for too long, and then takes what is new.
func (c *redConsumer) ask(ctx context.Context, n int) ([]Delivery, error) {
	found, err := c.claimNowAndThen(ctx, n)
	if err != nil || len(found) == n {
		return found, err
	}
	wait := time.Second
	if c.lease > 0 {
		wait = c.often()
	}
	if len(found) > 0 {
		wait = -1 // not at all
	}
	more, err := c.read(ctx, n-len(found), wait)
	return append(found, more...), err
}

// often is how often to look for what is to be claimed, so that together with
// the others nothing lies much longer than its lease.
func (c *redConsumer) often() time.Duration {
	return min(time.Second, max(polls(c.b.sc), c.lease/50))
}

func (c *redConsumer) claimNowAndThen(ctx context.Context, n int) ([]Delivery, error) {
	if c.lease == 0 || time.Since(c.claimed) < c.often() {
		return nil, nil
	}
	c.claimed = time.Now()
	return c.claim(ctx, n)
}

func (c *redConsumer) Get(ctx context.Context, n int) (found []Delivery, err error) {
	if c.lease > 0 {
		if found, err = c.claim(ctx, n); err != nil || len(found) == n {
			return found, err
		}
	}
	more, err := c.read(ctx, n-len(found), -1)
	return append(found, more...), err
}

func (c *redConsumer) key() string { return c.b.key(c.o.Queue) }

func (c *redConsumer) claim(ctx context.Context, n int) ([]Delivery, error) {
	return c.Claim(ctx, c.lease, n)
}

// Claim takes over entries with XAUTOCLAIM, which counts as a delivery of each.
func (c *redConsumer) Claim(ctx context.Context, idle time.Duration, n int) ([]Delivery, error) {
	found, _, err := c.c.XAutoClaim(ctx, &redis.XAutoClaimArgs{
		Stream: c.key(), Group: workers, Consumer: c.o.Name, MinIdle: idle, Start: "0-0", Count: int64(cmp.Or(n, askMax)),
	}).Result()
	if err != nil {
		return nil, err
	}
	return c.counted(ctx, found), nil
}

// Reread reads the consumer's own entries again, from the first.
func (c *redConsumer) Reread(ctx context.Context) ([]Delivery, error) {
	found, err := c.c.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: workers, Consumer: c.o.Name, Streams: []string{c.key(), "0"}, Block: -1,
	}).Result()
	if errors.Is(err, redis.Nil) || len(found) == 0 {
		return nil, ignore(err, redis.Nil)
	}
	return c.counted(ctx, found[0].Messages), err
}

// counted asks how often each entry was delivered.
func (c *redConsumer) counted(ctx context.Context, found []redis.XMessage) []Delivery {
	all := deliveries(found)
	for i := range all {
		id := all[i].handle.(string)
		p, err := c.c.XPendingExt(ctx, &redis.XPendingExtArgs{Stream: c.key(), Group: workers, Start: id, End: id, Count: 1}).Result()
		if err == nil && len(p) == 1 {
			all[i].Count = int(p[0].RetryCount)
		}
	}
	return all
}

// read takes what is new, after waiting for it so long; negative: not at all.
func (c *redConsumer) read(ctx context.Context, n int, wait time.Duration) ([]Delivery, error) {
	found, err := c.c.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group: workers, Consumer: c.o.Name, Streams: []string{c.key(), ">"}, Count: int64(n), Block: wait, NoAck: c.o.OnDelivery,
	}).Result()
	if errors.Is(err, redis.Nil) || len(found) == 0 {
		return nil, ignore(err, redis.Nil)
	}
	return deliveries(found[0].Messages), err
}

func ignore(err, what error) error {
	if errors.Is(err, what) {
		return nil
	}
	return err
}

func deliveries(found []redis.XMessage) (all []Delivery) {
	for _, m := range found {
		text, _ := m.Values["id"].(string)
		body, _ := m.Values["body"].(string)
		id, _ := strconv.ParseUint(text, 10, 64)
		all = append(all, Delivery{ID: id, Body: body, Count: 1, handle: m.ID})
	}
	return all
}

func (c *redConsumer) Subscribe(ctx context.Context, prefetch int) error {
	c.subscribe(ctx, prefetch)
	return nil
}

func (c *redConsumer) Cancel() error {
	c.stop()
	return nil
}

func (c *redConsumer) Acknowledge(d Delivery, _ bool) (bool, error) {
	defer c.free()
	n, err := c.c.XAck(context.Background(), c.key(), workers, d.handle.(string)).Result()
	return n == 0, err
}

// Reject drops a message by acknowledging it. There is no way to give one
// back: it stays in this consumer's hands until somebody claims it.
func (c *redConsumer) Reject(d Delivery, requeue, _ bool, _ time.Duration) error {
	defer c.free()
	if requeue {
		return nil
	}
	return c.c.XAck(context.Background(), c.key(), workers, d.handle.(string)).Err()
}

// Extend claims the message for the consumer that has it, which resets the
// time that it has been idle and counts as no delivery.
func (c *redConsumer) Extend(d Delivery, _ time.Duration) error {
	_, err := c.c.XClaimJustID(context.Background(), &redis.XClaimArgs{
		Stream: c.key(), Group: workers, Consumer: c.o.Name, Messages: []string{d.handle.(string)},
	}).Result()
	return err
}

func (c *redConsumer) Forget(Delivery) { c.free() }

func (c *redConsumer) Close() {
	c.stop()
	c.c.Close()
}

func (b *red) Count(ctx context.Context, queue int, what scenario.MeasureName) (int, error) {
	groups, err := b.admin.XInfoGroups(ctx, b.key(queue)).Result()
	if err != nil || len(groups) == 0 {
		return 0, err
	}
	pending, lag := int(groups[0].Pending), int(groups[0].Lag)
	switch what {
	case scenario.Unsettled:
		return pending, nil
	case scenario.Depth:
		return pending + lag, nil
	}
	return lag, nil
}

func (b *red) Drain(ctx context.Context, queue int) ([]Delivery, error) {
	found, err := b.admin.XRange(ctx, b.key(queue), "-", "+").Result()
	return deliveries(found), err
}

func (b *red) Remove(ctx context.Context) error {
	if len(b.keys) == 0 {
		return nil
	}
	if err := b.admin.Del(ctx, b.keys...).Err(); err != nil {
		return fmt.Errorf("these keys are left at the broker: %v: %w", b.keys, err)
	}
	return nil
}

func (b *red) Close() { b.admin.Close() }
