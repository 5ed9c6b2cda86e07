package brokers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/queuelab/queuelab/core/scenario"
)

// postgres is a PostgreSQL server. A queue is a table, taken from with FOR
// UPDATE SKIP LOCKED: either the lock is held until the message is deleted, a
// connection for each message in hand, or, as pgmq does it, the row is
// hidden until a time.
type postgres struct {
	config  *pgx.ConnConfig
	name    string
	version string
	lost    func(error)
	mu      sync.Mutex // admin is used by one at a time
	admin   *pgx.Conn
	sc      *scenario.Scenario
	slow    float64
	tables  []string // made, quoted
}

func dialPostgres(ctx context.Context, u *url.URL, name string, lost func(error)) (Broker, error) {
	config, err := pgx.ParseConfig(u.String())
	if err != nil {
		return nil, err
	}
	config.ConnectTimeout = dialMax
	b := &postgres{config: config, name: name, lost: lost}
	if b.admin, err = pgx.ConnectConfig(ctx, config); err != nil {
		return nil, err
	}
	var version string
	err = b.admin.QueryRow(ctx, "select split_part(current_setting('server_version'), ' ', 1)").Scan(&version)
	b.version = "PostgreSQL " + version
	return b, err
}

func (b *postgres) Version() string { return b.version }

// hides says that the queue's messages are hidden until a time, not locked.
func (b *postgres) hides(q *scenario.Queue) bool {
	switch q.Broker.Name {
	case "pgmq":
		return true
	case "postgres-skip-locked":
		return false
	}
	return q.Lease() > 0
}

func (b *postgres) Rules(q *scenario.Queue) Rules {
	if b.hides(q) {
		return Rules{Profile: "pgmq", Lease: q.Lease(), DrainsAll: true, NoDeadLetter: true, Counts: []scenario.MeasureName{scenario.Visible, scenario.Depth}}
	}
	return Rules{Profile: "postgres-skip-locked", Returns: true, NoDeadLetter: true, Counts: []scenario.MeasureName{scenario.Depth}}
}

func (b *postgres) table(i int) string {
	return pgx.Identifier{b.name + b.sc.Queues[i].Name}.Sanitize()
}

func (b *postgres) Setup(ctx context.Context, sc *scenario.Scenario, slow float64, _ func(Death)) error {
	if len(sc.Exchanges) > 0 {
		return errors.New("PostgreSQL has no exchanges")
	}
	b.sc, b.slow = sc, slow
	for i := range sc.Queues {
		b.tables = append(b.tables, b.table(i))
		_, err := b.admin.Exec(ctx, "create unlogged table "+b.table(i)+` (
			id bigserial primary key, message bigint not null, body text not null, priority int not null,
			vt timestamptz not null default clock_timestamp(), read_ct int not null default 0)`)
		if err != nil {
			return fmt.Errorf("queue %s: %w", sc.Queues[i].Name, err)
		}
	}
	return nil
}

type postgresPublisher struct {
	b *postgres
	c *pgx.Conn
}

func (b *postgres) Publisher(ctx context.Context) (Publisher, error) {
	c, err := pgx.ConnectConfig(ctx, b.config)
	return postgresPublisher{b, c}, err
}

func (p postgresPublisher) Publish(ctx context.Context, m Message) (func(context.Context) error, error) {
	_, err := p.c.Exec(ctx, "insert into "+p.b.table(m.Queue)+" (message, body, priority) values ($1, $2, $3)", m.ID, m.Body, m.Priority)
	return func(context.Context) error { return nil }, err
}

func (p postgresPublisher) Close() { p.c.Close(context.Background()) }

func (b *postgres) Open(ctx context.Context, o Opening, deliver func(Delivery)) (Consumer, error) {
	q := &b.sc.Queues[o.Queue]
	if !b.hides(q) && !o.OnDelivery {
		c := &locker{b: b, table: b.table(o.Queue)}
		c.puller = puller{ask: c.Get, deliver: deliver, lost: b.lost, every: polls(b.sc)}
		return c, nil
	}
	conn, err := pgx.ConnectConfig(ctx, b.config)
	if err != nil {
		return nil, err
	}
	c := &hider{
		b: b, table: b.table(o.Queue), c: newGuarded(conn), onDelivery: o.OnDelivery, order: order(q),
		lease: time.Duration(float64(q.Lease()) * b.slow),
	}
	c.puller = puller{ask: c.Get, deliver: deliver, lost: b.lost, every: polls(b.sc)}
	return c, nil
}

// order is that of a queue's rows: pgmq knows of no priorities.
func order(q *scenario.Queue) string {
	if q.Broker.Priorities == scenario.NoPriorities {
		return "id"
	}
	return "priority desc, id"
}

type row struct {
	ID, Message int64
	Body        string
	Count       int
}

func (r row) delivery(count int) Delivery {
	return Delivery{ID: uint64(r.Message), Body: r.Body, Count: count, handle: r.ID}
}

// inOrder sorts rows as they were selected: an update returns them in any order.
func inOrder(rows []row) []row {
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.ID, b.ID) })
	return rows
}

func (b *postgres) Count(ctx context.Context, queue int, what scenario.MeasureName) (n int, err error) {
	query := "select count(*) from " + b.table(queue)
	if what == scenario.Visible {
		query += " where vt <= clock_timestamp()"
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	err = b.admin.QueryRow(ctx, query).Scan(&n)
	return n, err
}

func (b *postgres) Drain(ctx context.Context, queue int) (all []Delivery, err error) {
	found, err := b.admin.Query(ctx, "select id, message, body, read_ct from "+b.table(queue)+" order by id for update skip locked")
	if err != nil {
		return nil, err
	}
	rows, err := pgx.CollectRows(found, pgx.RowToStructByPos[row])
	for _, r := range rows {
		all = append(all, r.delivery(0))
	}
	return all, err
}

func (b *postgres) Remove(ctx context.Context) error {
	if b.admin.Ping(ctx) != nil {
		c, err := pgx.ConnectConfig(ctx, b.config)
		if err != nil {
			return fmt.Errorf("these tables are left at the broker: %v: %s", b.tables, Reason(err))
		}
		b.admin = c
	}
	for _, t := range b.tables {
		if _, err := b.admin.Exec(ctx, "drop table if exists "+t); err != nil {
			return fmt.Errorf("table %s is left at the broker: %w", t, err)
		}
	}
	return nil
}

func (b *postgres) Close() { b.admin.Close(context.Background()) }

var errNoLease = errors.New("a lock has no lease to extend")
