package brokers

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/nats-io/nats.go"
	amqp "github.com/rabbitmq/amqp091-go"
)

// refused says in one line why no connection came about, without the password.
func refused(u *url.URL, err error) error {
	if loginRefused(err) {
		return fmt.Errorf("%s refused the login: %s", u.Redacted(), reason(u, err))
	}
	return fmt.Errorf("cannot connect to %s: %s", u.Redacted(), reason(u, err))
}

func loginRefused(err error) bool {
	var rabbit *amqp.Error
	var postgres *pgconn.PgError
	switch {
	case errors.Is(err, amqp.ErrCredentials), errors.Is(err, amqp.ErrVhost), errors.Is(err, nats.ErrAuthorization):
		return true
	case errors.As(err, &rabbit):
		return rabbit.Code == amqp.AccessRefused || rabbit.Code == amqp.NotAllowed
	case errors.As(err, &postgres):
		return strings.HasPrefix(postgres.Code, "28") || postgres.Code == "3D000" // class "invalid authorization"; no such database
	}
	return strings.Contains(err.Error(), "WRONGPASS") || strings.Contains(err.Error(), "NOAUTH")
}

// reason is what the broker or the driver says, without the password.
func reason(u *url.URL, err error) string {
	var postgres *pgconn.PgError
	if errors.As(err, &postgres) {
		return postgres.Message
	}
	text := Reason(err)
	if password, set := u.User.Password(); set && password != "" {
		text = strings.ReplaceAll(text, password, "xxxxx")
	}
	return text
}

// Reason is the last line of an error: a driver that tries several times lists
// all of them.
func Reason(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
