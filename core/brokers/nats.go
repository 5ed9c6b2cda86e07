package brokers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/queuelab/queuelab/core/scenario"
)

// jet is a NATS server with JetStream. A queue is a stream with work-queue
// retention, and its consumers share one durable pull consumer.
type jet struct {
	addr, name string
	version    string
	lost       func(error)
	conn       *jetConn
	js         jetstream.JetStream
	sc         *scenario.Scenario
	slow       float64
	streams    []string // made
}

const (
	idHeader = "Queuelab-Id"
	durable  = "workers"
	// ackWait is JetStream's default.
	ackWait = 30 * time.Second
)

func dialNATS(_ context.Context, u *url.URL, name string, lost func(error)) (Broker, error) {
	b := &jet{addr: u.String(), name: name, lost: lost}
	var err error
	if b.conn, err = b.dial(); err != nil {
		return nil, err
	}
	b.version = "nats-server " + b.conn.ConnectedServerVersion()
	if b.js, err = jetstream.New(b.conn.Conn); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), answer)
	defer cancel()
	if _, err := b.js.AccountInfo(ctx); err != nil {
		b.conn.Close()
		return nil, fmt.Errorf("JetStream: %w", err)
	}
	return b, nil
}

// jetConn is a connection that knows whether it was closed from here.
type jetConn struct {
	*nats.Conn
	closing atomic.Bool
}

func (c *jetConn) Close() {
	c.closing.Store(true)
	c.Conn.Close()
}

func (b *jet) dial() (c *jetConn, err error) {
	c = &jetConn{}
	c.Conn, err = nats.Connect(b.addr, nats.Timeout(dialMax), nats.NoReconnect(), nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
		if !c.closing.Load() {
			b.lost(cmp.Or(err, errClosed))
		}
	}))
	return c, err
}

var errClosed = errors.New("the broker closed it")

func (b *jet) Version() string { return b.version }

func (b *jet) Rules(q *scenario.Queue) Rules {
	return Rules{
		Profile: "jetstream", Lease: b.lease(q), Backoff: q.Leases(), DrainsAll: true, NoDeadLetter: true, TellsDeaths: true,
		Counts: []scenario.MeasureName{scenario.Fresh, scenario.Unsettled, scenario.Floor, scenario.Depth},
	}
}

func (b *jet) lease(q *scenario.Queue) time.Duration {
	if lease := q.Lease(); lease > 0 {
		return lease
	}
	return ackWait
}

func (b *jet) stream(i int) string { return b.name + b.sc.Queues[i].Name }

func (b *jet) Setup(ctx context.Context, sc *scenario.Scenario, slow float64, died func(Death)) error {
	if len(sc.Exchanges) > 0 {
		return errors.New("JetStream has no exchanges that send to queues by key")
	}
	b.sc, b.slow = sc, slow
	for i := range sc.Queues {
		if err := b.declare(ctx, i); err != nil {
			return fmt.Errorf("queue %s: %w", sc.Queues[i].Name, err)
		}
	}
	return b.watchDeliveries(died)
}

// watchDeliveries listens to the server's word that a message has used up its deliveries.
func (b *jet) watchDeliveries(died func(Death)) error {
	for i := range b.sc.Queues {
		_, err := b.conn.Subscribe("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES."+b.stream(i)+".>", func(m *nats.Msg) {
			var told struct {
				Seq uint64 `json:"stream_seq"`
			}
			if json.Unmarshal(m.Data, &told) != nil {
				return
			}
			if id, err := b.published(i, told.Seq); err == nil {
				died(Death{Queue: i, ID: id, Parked: true})
			}
		})
		if err != nil {
			return err
		}
	}
	return b.conn.FlushTimeout(answer)
}

// published is what the message at a place of a queue's stream was published as.
func (b *jet) published(queue int, seq uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), answer)
	defer cancel()
	s, err := b.js.Stream(ctx, b.stream(queue))
	if err != nil {
		return 0, err
	}
	m, err := s.GetMsg(ctx, seq)
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(m.Header.Get(idHeader), 10, 64)
}

func (b *jet) declare(ctx context.Context, i int) error {
	s, err := b.js.CreateStream(ctx, b.streamConfig(i))
	if err != nil {
		return err
	}
	b.streams = append(b.streams, b.stream(i))
	_, err = s.CreateConsumer(ctx, b.consumerConfig(i))
	return err
}

func (b *jet) streamConfig(i int) jetstream.StreamConfig {
	q := &b.sc.Queues[i]
	c := jetstream.StreamConfig{
		Name: b.stream(i), Subjects: []string{b.stream(i)}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage,
		MaxMsgs: -1, Duplicates: b.real(q.DuplicateWindow), MaxAge: b.real(q.TTL),
	}
	if b.policy(i) != jetstream.AckExplicitPolicy {
		c.Retention = jetstream.LimitsPolicy // a work queue takes no other acknowledgements
	}
	if q.Durable {
		c.Storage = jetstream.FileStorage
	}
	if q.MaxLength > 0 {
		c.MaxMsgs = int64(q.MaxLength)
	}
	if q.Overflow != scenario.DropHead {
		c.Discard = jetstream.DiscardNew
	}
	if c.MaxAge > 0 && c.Duplicates == 0 {
		c.Duplicates = min(c.MaxAge, 2*time.Minute) // it may not be longer
	}
	return c
}

func (b *jet) consumerConfig(i int) jetstream.ConsumerConfig {
	q := &b.sc.Queues[i]
	c := jetstream.ConsumerConfig{
		Durable: durable, AckPolicy: b.policy(i), MaxDeliver: b.limit(q), AckWait: b.real(b.lease(q)), MaxAckPending: q.MaxInFlight,
		MaxWaiting: max(512, 2*len(b.sc.Consumers)), // 512 is the default
	}
	for _, lease := range q.Leases() {
		c.BackOff = append(c.BackOff, b.real(lease))
	}
	if len(c.BackOff) > 0 {
		c.AckWait = 0
	}
	return c
}

func (b *jet) real(virtual time.Duration) time.Duration {
	return time.Duration(float64(virtual) * b.slow)
}

// policy is without acknowledgements where a consumer of the queue gives none.
func (b *jet) policy(queue int) jetstream.AckPolicy {
	for i := range b.sc.Consumers {
		if c := &b.sc.Consumers[i]; c.Queue == queue && c.OnDelivery {
			return jetstream.AckNonePolicy
		}
	}
	if b.sc.Queues[queue].UpTo {
		return jetstream.AckAllPolicy
	}
	return jetstream.AckExplicitPolicy
}

func (b *jet) limit(q *scenario.Queue) int {
	if n := q.HandOuts(); n > 0 {
		return n
	}
	return -1
}

type jetPublisher struct{ b *jet }

func (b *jet) Publisher(context.Context) (Publisher, error) { return jetPublisher{b}, nil }

func (p jetPublisher) Publish(ctx context.Context, m Message) (func(context.Context) error, error) {
	out := &nats.Msg{Subject: p.b.stream(m.Queue), Data: []byte(m.Body), Header: nats.Header{}}
	out.Header.Set(idHeader, strconv.FormatUint(m.ID, 10))
	if m.Dedup != "" {
		out.Header.Set(jetstream.MsgIDHeader, m.Dedup)
	}
	f, err := p.b.js.PublishMsgAsync(out)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		select {
		case a := <-f.Ok():
			if a.Duplicate {
				return ErrDuplicate
			}
			return nil
		case err := <-f.Err():
			return noRoom(err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}, nil
}

func (p jetPublisher) Close() {}

// noRoom is ErrNoRoom for the answer that a stream is at its greatest length.
func noRoom(err error) error {
	var answer *jetstream.APIError
	if errors.As(err, &answer) && answer.ErrorCode == maximumMessagesExceeded {
		return ErrNoRoom
	}
	return err
}

const maximumMessagesExceeded = 10077

type jetConsumer struct {
	puller
	b    *jet
	o    Opening
	conn *jetConn
	from jetstream.Consumer
}

func (b *jet) Open(ctx context.Context, o Opening, deliver func(Delivery)) (Consumer, error) {
	conn, err := b.dial()
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(conn.Conn)
	if err != nil {
		return nil, err
	}
	c := &jetConsumer{b: b, o: o, conn: conn}
	c.puller = puller{ask: c.ask, deliver: deliver, lost: b.lost}
	c.from, err = js.Consumer(ctx, b.stream(o.Queue), durable)
	return c, err
}

// waitMax is how long the server keeps a request for messages open.
const waitMax = time.Second

// ask waits for a first message, and takes what else is there at once.
func (c *jetConsumer) ask(_ context.Context, n int) ([]Delivery, error) {
	first, err := c.fetched(c.from.Fetch(1, jetstream.FetchMaxWait(waitMax)))
	if err != nil || len(first) == 0 || n == 1 {
		return first, err
	}
	more, err := c.fetched(c.from.FetchNoWait(n - 1))
	return append(first, more...), err
}

// getMax is how long a client waits that takes what is there. A request that
// does not wait at all is refused while MaxAckPending messages are out, also where the
// next in turn is one of them.
const getMax = 60 * time.Millisecond

func (c *jetConsumer) Get(_ context.Context, n int) ([]Delivery, error) {
	return c.fetched(c.from.Fetch(n, jetstream.FetchMaxWait(getMax)))
}

func (c *jetConsumer) fetched(batch jetstream.MessageBatch, err error) (all []Delivery, _ error) {
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		all = append(all, jetDelivery(m))
	}
	if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, jetstream.ErrNoMessages) {
		return all, err
	}
	return all, nil
}

func jetDelivery(m jetstream.Msg) Delivery {
	id, _ := strconv.ParseUint(m.Headers().Get(idHeader), 10, 64)
	d := Delivery{ID: id, Body: string(m.Data()), handle: m}
	if about, err := m.Metadata(); err == nil {
		d.Count = int(about.NumDelivered)
	}
	return d
}

func (c *jetConsumer) Subscribe(ctx context.Context, prefetch int) error {
	c.subscribe(ctx, prefetch)
	return nil
}

func (c *jetConsumer) Cancel() error {
	c.stop()
	return nil
}

func (c *jetConsumer) Acknowledge(d Delivery, _ bool) (bool, error) {
	defer c.free()
	ctx, cancel := context.WithTimeout(context.Background(), answer)
	defer cancel()
	err := d.handle.(jetstream.Msg).DoubleAck(ctx)
	if errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
		return true, nil // the client knows by itself
	}
	return false, err
}

func (c *jetConsumer) Reject(d Delivery, requeue, _ bool, after time.Duration) error {
	defer c.free()
	m, err := d.handle.(jetstream.Msg), error(nil)
	switch {
	case !requeue:
		err = m.Term()
	case after > 0:
		err = m.NakWithDelay(after)
	default:
		err = m.Nak()
	}
	return errors.Join(ignore(err, jetstream.ErrMsgAlreadyAckd), c.conn.FlushTimeout(answer))
}

func (c *jetConsumer) Extend(d Delivery, _ time.Duration) error {
	return errors.Join(d.handle.(jetstream.Msg).InProgress(), c.conn.FlushTimeout(answer))
}

func (c *jetConsumer) Forget(Delivery) { c.free() }

func (c *jetConsumer) Close() {
	c.stop()
	c.conn.Close()
}

func (b *jet) Count(ctx context.Context, queue int, what scenario.MeasureName) (int, error) {
	if what == scenario.Depth {
		s, err := b.js.Stream(ctx, b.stream(queue))
		if err != nil {
			return 0, err
		}
		return int(s.CachedInfo().State.Msgs), nil
	}
	c, err := b.js.Consumer(ctx, b.stream(queue), durable)
	if err != nil {
		return 0, err
	}
	i, err := c.Info(ctx)
	if err != nil {
		return 0, err
	}
	switch what {
	case scenario.Unsettled:
		return i.NumAckPending, nil
	case scenario.Floor:
		return int(i.AckFloor.Stream), nil
	}
	return int(i.NumPending), nil
}

func (b *jet) Drain(ctx context.Context, queue int) (all []Delivery, err error) {
	s, err := b.js.Stream(ctx, b.stream(queue))
	if err != nil {
		return nil, err
	}
	i, err := s.Info(ctx)
	if err != nil {
		return nil, err
	}
	for seq := i.State.FirstSeq; seq <= i.State.LastSeq && seq > 0; seq++ {
		if m, err := s.GetMsg(ctx, seq); err == nil {
			id, _ := strconv.ParseUint(m.Header.Get(idHeader), 10, 64)
			all = append(all, Delivery{ID: id, Body: string(m.Data)})
		}
	}
	return all, nil
}

// Remove connects anew: the connection of the run may be on its way out.
func (b *jet) Remove(ctx context.Context) error {
	if len(b.streams) == 0 {
		return nil
	}
	conn, err := b.dial()
	if err != nil {
		return fmt.Errorf("these streams are left at the broker: %v: %w", b.streams, err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn.Conn)
	if err != nil {
		return err
	}
	for _, s := range b.streams {
		if err := js.DeleteStream(ctx, s); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return fmt.Errorf("stream %s is left at the broker: %w", s, err)
		}
	}
	return nil
}

func (b *jet) Close() { b.conn.Close() }
