package brokers

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/queuelab/queuelab/core/scenario"
)

// rabbit is a RabbitMQ broker.
type rabbit struct {
	addr, name string
	version    string
	lost       func(error)
	admin      *amqp.Connection
	sc         *scenario.Scenario

	mu     sync.Mutex
	pool   []*amqp.Connection // of consumers, when there are many
	opened int
	queues []string // made, by their names there
	others []string // exchanges made
}

// connectionsMax is how many consumers get a connection of their own; more
// share these.
const connectionsMax = 64

// unused is after which time the broker itself removes a queue that nobody
// uses, for the case that we can't.
const unused = 30 * time.Minute

func dialRabbit(_ context.Context, u *url.URL, name string, lost func(error)) (Broker, error) {
	b := &rabbit{addr: u.String(), name: name, lost: lost}
	c, err := b.dial()
	if err != nil {
		return nil, err
	}
	b.admin = c
	b.version = fmt.Sprintf("%v %v", c.Properties["product"], c.Properties["version"])
	return b, nil
}

func (b *rabbit) dial() (*amqp.Connection, error) {
	c, err := amqp.DialConfig(b.addr, amqp.Config{Dial: amqp.DefaultDial(dialMax), Heartbeat: 10 * time.Second})
	if err != nil {
		return nil, err
	}
	closed := c.NotifyClose(make(chan *amqp.Error, 1))
	go func() {
		if err := <-closed; err != nil {
			b.lost(err)
		}
	}()
	return c, nil
}

func (b *rabbit) Version() string { return b.version }

func (b *rabbit) Rules(q *scenario.Queue) Rules {
	name := "rabbitmq-classic"
	if b.quorum(q) {
		name = "rabbitmq-quorum"
	}
	r := Rules{Profile: name, Returns: true, TellsDeaths: true, Multiple: true, Unanswered: true}
	if q.Expires == 0 { // to ask counts as a use of the queue
		r.Counts = []scenario.MeasureName{scenario.Visible}
	}
	return r
}

func (b *rabbit) queue(i int) string    { return b.name + b.sc.Queues[i].Name }
func (b *rabbit) exchange(i int) string { return b.name + b.sc.Exchanges[i].Name }

// Setup makes queues that dead letters go to like all others: a queue may name
// one that comes later.
func (b *rabbit) Setup(_ context.Context, sc *scenario.Scenario, slow float64, died func(Death)) error {
	b.sc = sc
	ch, err := b.admin.Channel()
	if err != nil {
		return err
	}
	defer ch.Close()
	if err := b.watchDeaths(ch, died); err != nil {
		return err
	}
	for i := range sc.Queues {
		if err := b.declareQueue(ch, i, slow); err != nil {
			return fmt.Errorf("queue %s: %w", sc.Queues[i].Name, err)
		}
	}
	for i := range sc.Queues {
		if to := sc.Queues[i].DeadLetter; to >= 0 {
			if err := ch.QueueBind(b.queue(to), "", b.deaths(i), false, nil); err != nil {
				return err
			}
		}
	}
	for i := range sc.Exchanges {
		if err := b.declareExchange(ch, i); err != nil {
			return fmt.Errorf("exchange %s: %w", sc.Exchanges[i].Name, err)
		}
	}
	return nil
}

func (b *rabbit) declareQueue(ch *amqp.Channel, i int, slow float64) error {
	q := &b.sc.Queues[i]
	b.others = append(b.others, b.deaths(i))
	if err := ch.ExchangeDeclare(b.deaths(i), "fanout", b.durable(q), false, false, false, nil); err != nil {
		return err
	}
	if err := ch.QueueBind(b.witness(), "", b.deaths(i), false, nil); err != nil {
		return err
	}
	b.queues = append(b.queues, b.queue(i))
	_, err := ch.QueueDeclare(b.queue(i), b.durable(q), false, false, false, b.arguments(i, slow))
	return err
}

var exchangeKinds = [...]string{scenario.Fanout: "fanout", scenario.Direct: "direct", scenario.Topic: "topic"}

func (b *rabbit) declareExchange(ch *amqp.Channel, i int) error {
	x := &b.sc.Exchanges[i]
	b.others = append(b.others, b.exchange(i))
	if err := ch.ExchangeDeclare(b.exchange(i), exchangeKinds[x.Kind], false, false, false, false, nil); err != nil {
		return err
	}
	for _, bind := range x.Bindings {
		if err := ch.QueueBind(b.queue(bind.Queue), bind.Key, b.exchange(i), false, nil); err != nil {
			return err
		}
	}
	return nil
}

// quorum says whether the queue is made as a quorum queue: where it asks for
// one, or names no broker and wants its deliveries counted, as only that type does.
func (b *rabbit) quorum(q *scenario.Queue) bool {
	if b.foreign(q) {
		return q.MaxDeliveries > 0
	}
	return q.Broker.Name == "rabbitmq-quorum"
}

// foreign says that the queue names no type of RabbitMQ's.
func (b *rabbit) foreign(q *scenario.Queue) bool {
	return !strings.HasPrefix(q.Broker.Name, "rabbitmq-")
}

func (b *rabbit) durable(q *scenario.Queue) bool { return q.Durable || b.quorum(q) }

func (b *rabbit) arguments(i int, slow float64) amqp.Table {
	q := &b.sc.Queues[i]
	args := amqp.Table{"x-expires": unused.Milliseconds(), "x-dead-letter-exchange": b.deaths(i)}
	if q.Expires > 0 {
		args["x-expires"] = millis(q.Expires, slow)
	}
	if b.quorum(q) {
		args["x-queue-type"] = "quorum"
	}
	if limit, limited := b.limit(q); limited {
		args["x-delivery-limit"] = limit
	}
	if q.SingleActive {
		args["x-single-active-consumer"] = true
	}
	if most := b.priority(q); most > 0 && !b.quorum(q) {
		args["x-max-priority"] = most
	}
	if q.TTL > 0 {
		args["x-message-ttl"] = millis(q.TTL, slow)
	}
	if q.MaxLength > 0 {
		args["x-max-length"], args["x-overflow"] = q.MaxLength, overflows[q.Overflow]
	}
	return args
}

func millis(d time.Duration, slow float64) int64 {
	return max(1, int64(float64(d.Milliseconds())*slow))
}

var overflows = [...]string{
	scenario.DropHead: "drop-head", scenario.RejectPublish: "reject-publish", scenario.RejectToDLX: "reject-publish-dlx",
}

// limit is the delivery-limit, which counts redeliveries.
func (b *rabbit) limit(q *scenario.Queue) (int, bool) {
	switch {
	case b.foreign(q):
		return q.MaxDeliveries - 1, q.MaxDeliveries > 0
	case q.Broker.NoLimit:
		return 0, false
	}
	return q.MaxDeliveries, q.MaxDeliveries > 0 || q.ZeroLimit
}

// priority is the highest that the queue is declared with: as it says, or, where
// it names no type of RabbitMQ's, the highest that any producer gives.
func (b *rabbit) priority(q *scenario.Queue) (most int) {
	if !b.foreign(q) || q.Priorities > 0 {
		return q.Priorities
	}
	for i := range b.sc.Producers {
		most = max(most, b.sc.Producers[i].Priority)
	}
	return most
}

type rabbitPublisher struct {
	b        *rabbit
	ch       *amqp.Channel
	returned chan amqp.Return
}

func (b *rabbit) Publisher(context.Context) (Publisher, error) {
	ch, err := b.channel()
	if err != nil {
		return nil, err
	}
	p := &rabbitPublisher{b, ch, make(chan amqp.Return, unconfirmedMax+1)}
	ch.NotifyReturn(p.returned)
	return p, ch.Confirm(false)
}

func (p *rabbitPublisher) Publish(ctx context.Context, m Message) (func(context.Context) error, error) {
	exchange, key := "", m.Key
	if m.Exchange < 0 {
		key = p.b.queue(m.Queue)
	} else {
		exchange = p.b.exchange(m.Exchange)
	}
	c, err := p.ch.PublishWithDeferredConfirmWithContext(ctx, exchange, key, m.Mandatory, false, publishing(m))
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		acked, err := c.WaitContext(ctx)
		switch {
		case err != nil:
			return err
		case !acked:
			return ErrNoRoom
		case m.Mandatory && p.cameBack():
			return ErrReturned
		}
		return nil
	}, nil
}

// cameBack says whether a message came back before its confirmation.
func (p *rabbitPublisher) cameBack() bool {
	select {
	case _, open := <-p.returned:
		return open
	default:
		return false
	}
}

func publishing(m Message) amqp.Publishing {
	out := amqp.Publishing{
		MessageId: strconv.FormatUint(m.ID, 10), Body: []byte(m.Body), Priority: uint8(m.Priority), DeliveryMode: amqp.Transient,
	}
	if m.Persistent {
		out.DeliveryMode = amqp.Persistent
	}
	switch {
	case m.TTL == scenario.AtOnce:
		out.Expiration = "0"
	case m.TTL > 0:
		out.Expiration = strconv.FormatInt(max(1, m.TTL.Milliseconds()), 10)
	}
	return out
}

func (p *rabbitPublisher) Close() { p.ch.Close() }

type rabbitConsumer struct {
	b       *rabbit
	o       Opening
	ch      *amqp.Channel
	own     *amqp.Connection // nil where it is shared
	tag     string
	deliver func(Delivery)
}

func (b *rabbit) Open(_ context.Context, o Opening, deliver func(Delivery)) (Consumer, error) {
	conn, own, err := b.connection()
	if err != nil {
		return nil, err
	}
	c := &rabbitConsumer{b: b, o: o, tag: o.Name, deliver: deliver}
	if own {
		c.own = conn
	}
	if c.ch, err = conn.Channel(); err != nil {
		return nil, err
	}
	closed := c.ch.NotifyClose(make(chan *amqp.Error, 1))
	go func() {
		if err := <-closed; err != nil && !conn.IsClosed() && o.Closed != nil {
			o.Closed(err)
		}
	}()
	return c, nil
}

func (c *rabbitConsumer) Get(_ context.Context, n int) (all []Delivery, err error) {
	for range n {
		d, found, err := c.ch.Get(c.b.queue(c.o.Queue), c.o.OnDelivery)
		if err != nil || !found {
			return all, noQueue(err)
		}
		all = append(all, c.b.delivery(&d))
	}
	return all, nil
}

// noQueue is ErrNoQueue for the broker's answer that there is none.
func noQueue(err error) error {
	var answer *amqp.Error
	if errors.As(err, &answer) && answer.Code == amqp.NotFound {
		return ErrNoQueue
	}
	return err
}

func (c *rabbitConsumer) Subscribe(_ context.Context, prefetch int) error {
	if err := c.ch.Qos(prefetch, 0, false); err != nil {
		return err
	}
	deliveries, err := c.ch.Consume(c.b.queue(c.o.Queue), c.tag, c.o.OnDelivery, false, false, false, nil)
	if err != nil {
		return err
	}
	go func() {
		for d := range deliveries {
			c.deliver(c.b.delivery(&d))
		}
	}()
	return nil
}

func (c *rabbitConsumer) Cancel() error { return c.ch.Cancel(c.tag, false) }

func (b *rabbit) connection() (c *amqp.Connection, own bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opened++
	if b.opened <= connectionsMax {
		c, err = b.dial()
		return c, true, err
	}
	if len(b.pool) < connectionsMax {
		if c, err = b.dial(); err == nil {
			b.pool = append(b.pool, c)
		}
		return c, false, err
	}
	return b.pool[b.opened%connectionsMax], false, nil
}

func (b *rabbit) delivery(d *amqp.Delivery) Delivery {
	id, _ := strconv.ParseUint(d.MessageId, 10, 64)
	out := Delivery{ID: id, Body: string(d.Body), Redelivered: d.Redelivered, handle: d.DeliveryTag}
	if n, ok := d.Headers["x-delivery-count"].(int64); ok {
		out.Count = int(n) + 1
	}
	if death, ok := b.death(d); ok {
		out.Died = &death
	}
	return out
}

func (c *rabbitConsumer) Acknowledge(d Delivery, multiple bool) (bool, error) {
	return false, c.ch.Ack(d.handle.(uint64), multiple)
}

func (c *rabbitConsumer) Reject(d Delivery, requeue, multiple bool, _ time.Duration) error {
	return c.ch.Nack(d.handle.(uint64), multiple, requeue)
}

func (c *rabbitConsumer) Extend(Delivery, time.Duration) error {
	return errors.New("RabbitMQ has no lease to extend")
}

func (c *rabbitConsumer) Forget(Delivery) {}

func (c *rabbitConsumer) Close() {
	if c.own != nil {
		c.own.Close()
		return
	}
	c.ch.Close()
}

func (b *rabbit) Count(_ context.Context, queue int, _ scenario.MeasureName) (int, error) {
	ch, err := b.channel()
	if err != nil {
		return 0, err
	}
	defer ch.Close()
	q, err := ch.QueueDeclarePassive(b.queue(queue), false, false, false, false, nil)
	return q.Messages, noQueue(err)
}

func (b *rabbit) Drain(_ context.Context, queue int) (all []Delivery, err error) {
	ch, err := b.channel()
	if err != nil {
		return nil, err
	}
	defer ch.Close()
	for {
		d, found, err := ch.Get(b.queue(queue), true)
		if err != nil || !found {
			return all, noQueue(err)
		}
		all = append(all, b.delivery(&d))
	}
}

// channel opens a channel, over a new connection where the broker closed the last.
func (b *rabbit) channel() (*amqp.Channel, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.admin.IsClosed() {
		c, err := b.dial()
		if err != nil {
			return nil, err
		}
		b.admin = c
	}
	return b.admin.Channel()
}

func (b *rabbit) Remove(context.Context) error {
	ch, err := b.channel()
	if err != nil {
		return fmt.Errorf("these are left at the broker: %v: %w", append(b.queues, b.others...), err)
	}
	defer ch.Close()
	for _, q := range b.queues {
		if _, err = ch.QueueDelete(q, false, false, false); err != nil {
			return fmt.Errorf("queue %s is left at the broker: %w", q, err)
		}
	}
	for _, x := range b.others {
		if err = ch.ExchangeDelete(x, false, false); err != nil {
			return fmt.Errorf("exchange %s is left at the broker: %w", x, err)
		}
	}
	return nil
}

func (b *rabbit) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.pool {
		c.Close()
	}
	b.admin.Close()
}
