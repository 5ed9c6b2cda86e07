package play

// Piece is a small part of a scenario, to insert into one.
type Piece struct {
	ID, Title string
	// About says what it brings, in a sentence.
	About string
	// Text is whole lines. @queue and @consumer stand for the last ones that
	// the scenario declares.
	Text string
}

// Pieces lists them in the order of the gallery. The first one brings the
// queue and the consumer that others are about, where there are none.
var Pieces = []Piece{
	{"start", "Queue, producer, consumer", "Four jobs, ten milliseconds apart, and two consumers that are busy longer than that.", `queue jobs
  visibility 60ms

producer shop
  to jobs
  write 4 "job {n}"
  every 10ms

consumer worker x 2
  from jobs
  work 25ms
`},
	{"crash", "A crash", "The consumer dies with what it holds, and is back 20 ms later.", `at 15ms crash @consumer for 20ms
`},
	{"dropped-acknowledgement", "A lost acknowledgement", "The work is done, but the queue never hears of it.", `at 5ms drop-acknowledge @consumer
`},
	{"heartbeat", "A heartbeat", "A consumer at long work that renews its lease every 10 ms.", `consumer steady
  from @queue
  work 150ms
  heartbeat 10ms
`},
	{"burst", "A burst", "Ten messages at once, written by hand.", `at 40ms write @queue "extra" count 10
`},
	{"poisson", "Poisson load", "Messages at random, fifty a second on average, for a second.", `producer passers-by
  to @queue
  write "visit {n}"
  poisson 50/s for 1s
`},
	{"dead-letter", "Dead letters", "One message that always fails; after three deliveries it is set aside.", `queue imports
  max-deliveries 3
  dead-letter rejects
queue rejects

producer importer
  to imports
  write 4 "line {n}"

consumer checker
  from imports
  work 10ms
  fails "line 2" requeue
`},
	{"inbox", "A handler with an inbox", "A payment delivered twice is debited once: its id is inserted in the same transaction.", `queue payments
table processed
balance account 100

producer bank
  to payments
  write "payment amount=30"

handler pay each 5ms
  transaction
    insert processed {id} else acknowledge
    debit account {amount}
  acknowledge

consumer cashier
  from payments
  handler pay

crash cashier after step 1 for 10ms
`},
	{"outbox", "An outbox and its relay", "Rows to publish, and a relay that dies after two of them.", `queue mail
outbox letters
  rows 4 "receipt order={n}"

relay courier
  from letters
  to mail
  publish 5ms
  mark 5ms

consumer mailer
  from mail
  work 10ms

crash courier after row 2 for 10ms
`},
	{"exchange", "An exchange", "One message for each of the queues that are bound to its key.", `queue stock
queue billing

exchange events topic
  bind stock key order.*
  bind billing key order.paid

producer checkout
  to exchange events
  key order.paid
  write 2 "order {n}"

consumer stockkeeper
  from stock
  work 10ms
consumer biller
  from billing
  work 15ms
`},
	{"log", "A log with groups", "Six records on two partitions, read by a group of two and by one that joins later.", `log orders
  partitions 2

producer till
  to log orders
  key {order}
  write 6 "order={n} placed"

group warehouse x 2
  from orders
  work 10ms
group newsletter
  from orders
  joins 30ms
  work 5ms
`},
	{"parameter", "A parameter", "A slider for how long a consumer is busy.", `param pace 20ms from 1ms to 1s slider 5ms to 100ms "Pace" "How long the tunable consumer is busy with a message."

consumer tunable
  from @queue
  work $pace
`},
	{"claims", "Claims and a print line", "What should hold, ticked or crossed beside the stage, and a line on the console.", `claim "Nothing is lost" lost = 0
claim "Everything is delivered once" deliveries = written
print at end "written={written}  deliveries={deliveries}  acknowledged={acknowledged}"
`},
}

// FindPiece is the piece of that ID; the first one where there is none.
func FindPiece(id string) Piece {
	for _, p := range Pieces {
		if p.ID == id {
			return p
		}
	}
	return Pieces[0]
}
