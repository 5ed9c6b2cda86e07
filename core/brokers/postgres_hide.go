package brokers

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// hider takes messages by hiding their rows until a time, as pgmq does.
type hider struct {
	puller
	b          *postgres
	table      string
	c          *guarded
	lease      time.Duration // real
	onDelivery bool
	order      string
}

// guarded is a connection that is used by one at a time.
type guarded struct {
	mu sync.Mutex
	c  *pgx.Conn
}

func newGuarded(c *pgx.Conn) *guarded { return &guarded{c: c} }

func (g *guarded) exec(sql string, args ...any) (int64, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	tag, err := g.c.Exec(context.Background(), sql, args...)
	return tag.RowsAffected(), err
}

func (g *guarded) rows(ctx context.Context, sql string, args ...any) ([]row, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	found, err := g.c.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowToStructByPos[row])
}

func (c *hider) Get(ctx context.Context, n int) (all []Delivery, err error) {
	taken := "with taken as (select id from " + c.table +
		" where vt <= clock_timestamp() order by " + c.order + " limit $1 for update skip locked) "
	var rows []row
	if c.onDelivery {
		rows, err = c.c.rows(ctx, taken+"delete from "+c.table+" q using taken where q.id = taken.id returning q.id, message, body, read_ct + 1", n)
	} else {
		rows, err = c.c.rows(ctx, taken+"update "+c.table+" q set vt = clock_timestamp() + make_interval(secs => $2), read_ct = read_ct + 1"+
			" from taken where q.id = taken.id returning q.id, message, body, read_ct", n, c.lease.Seconds())
	}
	for _, r := range inOrder(rows) {
		all = append(all, r.delivery(r.Count))
	}
	return all, err
}

func (c *hider) Subscribe(ctx context.Context, prefetch int) error {
	c.subscribe(ctx, prefetch)
	return nil
}

func (c *hider) Cancel() error {
	c.stop()
	return nil
}

func (c *hider) Acknowledge(d Delivery, _ bool) (bool, error) {
	defer c.free()
	n, err := c.c.exec("delete from "+c.table+" where id = $1", d.handle)
	return n == 0, err
}

func (c *hider) Reject(d Delivery, requeue, _ bool, after time.Duration) error {
	if !requeue {
		_, err := c.Acknowledge(d, false)
		return err
	}
	defer c.free()
	return c.Extend(d, after)
}

func (c *hider) Extend(d Delivery, by time.Duration) error {
	_, err := c.c.exec("update "+c.table+" set vt = clock_timestamp() + make_interval(secs => $2) where id = $1", d.handle, by.Seconds())
	return err
}

func (c *hider) Forget(Delivery) { c.free() }

func (c *hider) Close() {
	c.stop()
	c.c.c.PgConn().Conn().Close()
}
