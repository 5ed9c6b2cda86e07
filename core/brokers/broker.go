package brokers

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/queuelab/queuelab/core/scenario"
	"github.com/queuelab/queuelab/core/trace"
)

// Broker is a connection to a real broker.
type Broker interface {
	// Version is the broker's name and version, such as "RabbitMQ 3.10.8".
	Version() string
	// Lacks lists what the scenario asks for and this broker does not have, a
	// sentence each, with what it does instead.
	Lacks(sc *scenario.Scenario) []string
	// Rules is how it treats a queue of the scenario.
	Rules(q *scenario.Queue) Rules
	// Setup makes the scenario's queues and exchanges. died is called with every
	// message that the broker takes out of a queue, where Rules say that it tells.
	Setup(ctx context.Context, sc *scenario.Scenario, slow float64, died func(Death)) error
	// Publisher opens what one producer writes with.
	Publisher(ctx context.Context) (Publisher, error)
	// Open connects a consumer. deliver is called with what it is given after
	// Subscribe, one delivery after the other in the order of their arrival.
	Open(ctx context.Context, o Opening, deliver func(Delivery)) (Consumer, error)
	// Count is what the broker itself counts, of a measure that Rules list.
	Count(ctx context.Context, queue int, what scenario.MeasureName) (int, error)
	// Drain takes, or looks at, what lies ready in a queue, and, where Rules say so,
	// what is in flight.
	Drain(ctx context.Context, queue int) ([]Delivery, error)
	// Remove removes all that Setup made. It connects again where that is needed.
	Remove(ctx context.Context) error
	// Close closes every connection.
	Close()
}

// Rules is what a broker does with a queue's messages by itself.
type Rules struct {
	// Profile names the profile that the queue follows at this broker.
	Profile string
	// Lease is the virtual time after which a message that was handed out may
	// be handed out again; 0: it has none.
	Lease time.Duration
	// Backoff are the leases of the first, second … delivery, where they differ.
	Backoff []time.Duration
	// Claims says that a message in flight stays there until somebody claims it.
	Claims bool
	// NoReject says that a message can't be given back: it stays with its consumer.
	NoReject bool
	// DrainsAll says that Drain finds messages in flight too.
	DrainsAll bool
	// NoDeadLetter says that dead letters go nowhere.
	NoDeadLetter bool
	// Returns says that messages in flight come back when their consumer's
	// connection closes.
	Returns bool
	// TellsDeaths says that it tells what it takes out of the queue.
	TellsDeaths bool
	// Multiple says that one answer can settle several deliveries; otherwise
	// each is settled by itself.
	Multiple bool
	// Counts are the measures of the queue that Count knows, and may be asked for
	// without changing anything.
	Counts []scenario.MeasureName
	// Unanswered says that an acknowledgement is sent and gets no answer.
	Unanswered bool
}

// Death is a message that a broker took out of a queue.
type Death struct {
	Queue int
	ID    uint64
	// Why is trace's reason.
	Why trace.Death
	// Parked says that it stays where it is, for nobody.
	Parked bool
	// Circular says that it went where it had been before and was dropped there.
	Circular bool
}

// Publisher writes messages, in order.
type Publisher interface {
	// Publish sends a message. The function it returns waits until the broker
	// has confirmed it; its error is ErrNoRoom where the broker refused it, and
	// ErrReturned where it came back and was confirmed.
	Publish(ctx context.Context, m Message) (confirmed func(context.Context) error, err error)
	Close()
}

// Message is a message to write.
type Message struct {
	// Queue, by index, is where it goes, unless Exchange is not negative.
	Queue, Exchange int
	Key             string
	// ID comes with every delivery of it.
	ID         uint64
	Body       string
	Priority   int
	Persistent bool
	Mandatory  bool
	// Dedup is what the broker is to recognise it by; empty: nothing.
	Dedup string
	// TTL is its time to live in real time, or scenario.AtOnce; 0: none.
	TTL time.Duration
}

// Delivery is a message as a consumer was given it.
type Delivery struct {
	ID   uint64
	Body string
	// Redelivered is the broker's mark that it may have been delivered before,
	// where it has one. Count is how many deliveries the broker counts, this one
	// included; 0 where it doesn't count.
	Redelivered bool
	Count       int
	// Died is the last of its deaths that the broker tells of; nil: none.
	Died *Death

	handle any
}

// Opening is how a consumer connects.
type Opening struct {
	Queue int
	Name  string
	// OnDelivery has the broker forget a message as soon as it is sent.
	OnDelivery bool
	// Closed is called when the broker closes the consumer's channel.
	Closed func(error)
}

// Consumer is a consumer's connection.
type Consumer interface {
	// Get takes up to so many messages, as many as there are now.
	Get(ctx context.Context, n int) ([]Delivery, error)
	// Subscribe has messages delivered from now on, up to prefetch that are not
	// settled; 0: unlimited. Cancel ends that, and what is held stays held.
	Subscribe(ctx context.Context, prefetch int) error
	Cancel() error
	// Acknowledge deletes the message, or with multiple all up to it that this
	// consumer was given. Gone says that it was gone already.
	Acknowledge(d Delivery, multiple bool) (gone bool, err error)
	// Reject gives the message back, after so much real time where the broker
	// can, or has it dead-lettered or dropped.
	Reject(d Delivery, requeue, multiple bool, after time.Duration) error
	// Extend restarts the delivery's lease, for so much real time.
	Extend(d Delivery, by time.Duration) error
	// Forget says that the consumer has no more to do with the delivery.
	Forget(Delivery)
	// Close ends the connection as a crash does: nothing is settled first.
	Close()
}

// claimer is a consumer that can take over what others have in flight.
type claimer interface {
	// Claim takes over up to so many messages that were not heard of for so much
	// real time; 0: any number.
	Claim(ctx context.Context, idle time.Duration, n int) ([]Delivery, error)
	// Reread is given again what this consumer has in flight.
	Reread(ctx context.Context) ([]Delivery, error)
}

// What brokers answer that ends nothing.
var (
	// ErrNoRoom: the queue has no room for a message.
	ErrNoRoom = errors.New("the queue has no room")
	// ErrDuplicate: the broker recognised a message and did not take it again.
	ErrDuplicate = errors.New("the broker has had the message")
	// ErrReturned: a message goes to no queue, and came back.
	ErrReturned = errors.New("the message goes to no queue")
	// ErrNoQueue: the queue is not there any more.
	ErrNoQueue = errors.New("the queue is not there any more")
)

// Address says which broker an address is of. The error says what is wrong
// with it.
func Address(addr string) (*url.URL, error) {
	u, err := url.Parse(addr)
	if err != nil {
		return nil, errors.New("the address is not a URL, such as amqp://user:password@host:5672/")
	}
	if _, known := dialers[u.Scheme]; !known {
		return nil, fmt.Errorf("%q: expected an address that begins with amqp://, nats://, redis:// or postgres://", u.Redacted())
	}
	if u.Hostname() == "" {
		return nil, fmt.Errorf("%q: expected a host after %s://", u.Redacted(), u.Scheme)
	}
	return u, nil
}

type dialer func(ctx context.Context, u *url.URL, name string, lost func(error)) (Broker, error)

var dialers = map[string]dialer{
	"amqp": dialRabbit, "amqps": dialRabbit,
	"nats": dialNATS, "tls": dialNATS,
	"redis": dialRedis, "rediss": dialRedis,
	"postgres": dialPostgres, "postgresql": dialPostgres,
}

// Dial connects to the broker at an address. name begins the names of all that
// it will make there, and lost is called when a connection is lost.
func Dial(ctx context.Context, addr, name string, lost func(error)) (Broker, error) {
	u, err := Address(addr)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, dialMax)
	defer cancel()
	b, err := dialers[u.Scheme](ctx, u, name, lost)
	if err != nil {
		return nil, refused(u, err)
	}
	return b, nil
}

// dialMax is how long a broker may take to answer.
const dialMax = 10 * time.Second
