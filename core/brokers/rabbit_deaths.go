package brokers

import (
	"slices"
	"strconv"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/queuelab/queuelab/core/trace"
)

// What a RabbitMQ queue takes out (expired, too many, delivered too often,
// rejected) goes to an exchange of its own, and from there to the queue that
// the scenario names, if it names one, and to a witness of ours, so that it is
// seen when it happens.

// deaths is the exchange of a queue's dead letters. No name of a scenario has a dot.
func (b *rabbit) deaths(i int) string { return b.name + ".deaths." + b.sc.Queues[i].Name }

func (b *rabbit) witness() string { return b.name + ".witness" }

func (b *rabbit) watchDeaths(ch *amqp.Channel, died func(Death)) error {
	b.queues = append(b.queues, b.witness())
	args := amqp.Table{"x-expires": unused.Milliseconds()}
	if _, err := ch.QueueDeclare(b.witness(), true, false, false, false, args); err != nil {
		return err
	}
	own, err := b.admin.Channel()
	if err != nil {
		return err
	}
	seen, err := own.Consume(b.witness(), "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	go func() {
		for d := range seen {
			if death, ok := b.death(&d); ok {
				died(death)
			}
		}
	}()
	return nil
}

var whys = map[string]trace.Death{
	"expired": trace.ByTTL, "maxlen": trace.ByLength, "delivery_limit": trace.OnReturn, "rejected": trace.ByConsumer,
}

// death reads the header that RabbitMQ gives a dead letter: its deaths, the
// last one first.
func (b *rabbit) death(d *amqp.Delivery) (death Death, ok bool) {
	list, _ := d.Headers["x-death"].([]any)
	var queues, reasons []string
	for _, each := range list {
		t, _ := each.(amqp.Table)
		q, _ := t["queue"].(string)
		r, _ := t["reason"].(string)
		queues, reasons = append(queues, q), append(reasons, r)
	}
	if len(queues) == 0 {
		return death, false
	}
	death.ID, _ = strconv.ParseUint(d.MessageId, 10, 64)
	death.Queue = slices.IndexFunc(b.queueNames(), func(n string) bool { return n == queues[0] })
	death.Why, ok = whys[reasons[0]]
	if death.Queue < 0 || !ok {
		return death, false
	}
	if to := b.sc.Queues[death.Queue].DeadLetter; to >= 0 {
		death.Circular = slices.Contains(queues, b.queue(to)) && !slices.Contains(reasons, "rejected")
	}
	return death, true
}

func (b *rabbit) queueNames() (names []string) {
	for i := range b.sc.Queues {
		names = append(names, b.queue(i))
	}
	return names
}
