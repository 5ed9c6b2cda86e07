package brokers

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// locker takes messages by locking their rows: each in a transaction of its
// own, over a connection of its own, which deletes the row at the end.
type locker struct {
	puller
	b     *postgres
	table string

	mu   sync.Mutex
	idle []*pgx.Conn
	all  []*pgx.Conn
}

// locked is a row and the transaction that holds its lock.
type locked struct {
	id int64
	c  *pgx.Conn
}

func (c *locker) Get(ctx context.Context, n int) (all []Delivery, err error) {
	for range min(n, lockMax) {
		conn, err := c.connection(ctx)
		if err != nil {
			return all, err
		}
		r, err := c.lock(ctx, conn)
		if errors.Is(err, pgx.ErrNoRows) {
			c.back(conn)
			return all, nil
		}
		if err != nil {
			return all, err
		}
		d := r.delivery(0)
		d.handle = locked{r.ID, conn}
		all = append(all, d)
	}
	return all, nil
}

// lockMax is how many locks a consumer asks for at once: each is a connection.
const lockMax = 16

func (c *locker) lock(ctx context.Context, conn *pgx.Conn) (r row, err error) {
	if _, err = conn.Exec(ctx, "begin"); err != nil {
		return r, err
	}
	err = conn.QueryRow(ctx, "select id, message, body from "+c.table+" order by priority desc, id limit 1 for update skip locked").
		Scan(&r.ID, &r.Message, &r.Body)
	if err != nil {
		_, rollback := conn.Exec(context.Background(), "rollback")
		return r, errors.Join(err, rollback)
	}
	return r, nil
}

func (c *locker) connection(ctx context.Context) (*pgx.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := len(c.idle); n > 0 {
		conn := c.idle[n-1]
		c.idle = c.idle[:n-1]
		return conn, nil
	}
	conn, err := pgx.ConnectConfig(ctx, c.b.config)
	if err == nil {
		c.all = append(c.all, conn)
	}
	return conn, err
}

func (c *locker) back(conn *pgx.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle = append(c.idle, conn)
}

func (c *locker) Subscribe(ctx context.Context, prefetch int) error {
	c.subscribe(ctx, prefetch)
	return nil
}

func (c *locker) Cancel() error {
	c.stop()
	return nil
}

func (c *locker) Acknowledge(d Delivery, _ bool) (bool, error) {
	l := d.handle.(locked)
	_, err := l.c.Exec(context.Background(), "delete from "+c.table+" where id = $1", l.id)
	return false, errors.Join(err, c.end(l, "commit"))
}

func (c *locker) Reject(d Delivery, requeue, _ bool, _ time.Duration) error {
	if requeue {
		return c.end(d.handle.(locked), "rollback")
	}
	_, err := c.Acknowledge(d, false)
	return err
}

func (c *locker) end(l locked, how string) error {
	defer c.free()
	_, err := l.c.Exec(context.Background(), how)
	c.back(l.c)
	return err
}

func (c *locker) Extend(Delivery, time.Duration) error { return errNoLease }

func (c *locker) Forget(Delivery) { c.free() }

func (c *locker) Close() {
	c.stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.all {
		conn.PgConn().Conn().Close()
	}
}
