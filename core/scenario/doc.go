// Package scenario is the language that says what to run: types, parser,
// formatter and validation.
//
// A scenario is lines of words. Indented lines (by spaces) belong to the line
// above them that is indented less. A word that begins with # begins a
// comment. A word with spaces is written in double quotes, where \" is a quote
// and \\ a backslash. $name stands for the value of the parameter name,
// anywhere a value can stand. A line that a parameter turns off (a heartbeat,
// a fault or a print line whose time is never, a fault of worker-5 while a
// parameter makes only four of them) is as if it were not there.
//
// Values: 30ms 1.5s 2m 1h (durations; units ns us ms s m h), never (or off,
// or none), 20000/s (rates: s, m, h), 10% (shares), whole numbers, words.
//
// Names: a letter, then letters, digits, - and _.
//
//	seed 7                       # every random stream is derived from it; 1 if not given
//	until 10s                    # the last instant of the run; else until nothing is left to happen
//
//	param visibility 30ms from 1ms to 1h slider 5ms to 200ms "Visibility timeout" "How long a message is kept from the others."
//	param heartbeat never from 0ms to 1h "Heartbeat"       # a default of never, or "or never", allows never
//	param crash-at 25ms or never from 0ms to 1h "Crash"
//	param late-acknowledgement deletes one of deletes refused "A late acknowledgement"
//	param consumers 3 from 0 to 20 "Consumers"             # a range, but for choices and shares, and maybe a label and help
//
//	queue jobs
//	  visibility $visibility       # or never: in flight until the connection closes
//	  late-acknowledge deletes     # or refused
//	  max-deliveries 3             # 0 or unlimited: no limit
//	  dead-letter failed           # the queue that gets dead letters
//	  requeue place                # or front, back
//	  delay 5ms
//	queue failed
//
//	producer library
//	  to jobs
//	  starts 10ms                  # 0 if not given
//	  priority 5                   # 0 to 255; higher is handed out first
//	  write "overdue_notification loan=1" "stock_summary branch=1"   # all at once, or in turn with a schedule
//	producer branch
//	  to jobs
//	  write 12 "overdue_notification loan={n}"   # so many, numbered from 1; at once, or with a schedule
//	producer shop
//	  to jobs
//	  write "order {n}"            # with a schedule, one body is every message's; none is the empty body
//	  every 1s count 5 times 6     # count and times may be left out; for 3s instead of times
//	producer passers-by
//	  to jobs
//	  poisson 50/s for 3s          # exponential gaps
//	producer till
//	  to jobs
//	  rate 20000/s for 3s          # at even intervals
//
//	consumer worker x 3            # worker-1, worker-2, worker-3; x $consumers too; without x just worker
//	  from jobs
//	  starts 30ms
//	  stops when-empty             # for good, when it is free and nothing is visible
//	  prefetch 1                   # or unlimited
//	  take 3 every 1s              # at most
//	  work 45ms                    # exponential 20ms · uniform 10ms to 30ms · 3/s, a third of a second
//	  work by message "order 7" exponential 20ms   # for messages of that body
//	  heartbeat $heartbeat
//	  leave "stock_summary branch=1"               # unacknowledged
//
//	when late-acknowledgement is refused    # the indented lines count only then;
//	  claim "One refused" refused = 1       # also: is not A B, any line of any block but param
//
//	at 25ms crash worker-1 for 10ms      # without for: for ever
//	at 25ms after 3 crash worker-1       # when 3 events of that instant have happened
//	at $crash-at drop-acknowledge worker-1    # its next one is lost on the way
//	at 25ms write jobs "report_line loan=2" count 10
//
//	print each outcome  "t={t} {consumer} message={message} delivered={delivered} {outcome}"
//	print end of 0ms    "t={t} depth={depth} visible={visible}"
//	print start of 30ms "timeout={$visibility}"
//	print at end        "total delivered={deliveries}"
//
//	expect deliveries of jobs = 4, redeliveries = 1
//	claim "No message is lost" lost = 0
//	claim "Delivered = written + left" deliveries = written + left
//
// And what lies around the queues, how brokers differ, and logs:
//
//	table sales                    # rows by key, which is unique
//	  row 8842 status=placed version=1
//	table processed_messages
//	balance account 100            # a table of one number
//	mailbox receipts honours-key   # what is sent has left; honours-key: once for each key
//	outbox letters                 # rows for a relay to publish
//	  row "receipt order=1"
//	  rows 9 "receipt order={n}"
//
//	handler pay each 4ms           # each step takes that long, unless it says takes
//	  transaction takes 1ms        # its steps happen together, or not at all; takes is the commit's
//	    insert processed_messages {id} else acknowledge      # or else go-on, else fail: with what the key is taken
//	    update sales {order} status=paid version=2 if version < 2
//	    enqueue letters "receipt order={order}"
//	  debit account {amount}
//	  send receipts "order {order}" key {order} takes 2ms    # no transaction holds it back
//	  publish mail "paid order={order}"                      # with its transaction, if there is one
//	  acknowledge
//	handler withdraw
//	  read account                 # a balance, or a row of a table: read sales {order}
//	  read sales {order}
//	  work                         # as long as the consumer's work; work 10ms
//	  write account read - {amount}                          # from what was read, whatever it is now
//	  update sales {order} status=paid if read version = 1   # compared with what was read
//	  upsert sales {order} status=paid
//	  reject requeue               # or reject drop
//
//	queue jobs
//	  durable                      # outlives a restart of its broker
//	  stores 5ms                   # to store a message takes that long
//	queue mail
//	  single-active                # messages go to the first of the consumers only
//	queue rail
//	  direct                       # no queue: a message that nobody is free to take is dropped
//
//	exchange events topic          # * is one word, # any number; direct: the very key; fanout: no key
//	  bind jobs key order.*
//	  bind mail key "#"
//
//	producer shop
//	  to exchange events
//	  key order.{kind}             # {n}, and what the body gives as name=value
//	  write "kind=created order=8842 amount=30"
//	  persistent                   # or transient: it does not outlive a restart
//	  confirms within 100ms        # writes again what was not confirmed, where its broker restarted, or the
//	                               # confirmation was lost; without within only the former
//	producer both
//	  to jobs rail                 # a message to each
//	  write "order=8843"
//
//	consumer worker x 2
//	  from jobs
//	  handler pay
//	consumer clerk
//	  from mail
//	  work 10ms
//	  concurrency 3                # so many messages at once
//	  prefetch 3
//	  acknowledge on-delivery      # or manual
//	  fails "paid order=8842" after 5ms times 1 requeue      # or drop; at the end of its work, and always, if not given
//
//	relay courier x 2
//	  from letters
//	  to mailbox receipts key {order}   # or a queue, or exchange events
//	  starts 5ms
//	  every 10ms                   # looks again after so long
//	  batch 3                      # so many rows at a time, marked together
//	  locks rows                   # and skips those that others have taken
//	  publish 1ms
//	  mark 1ms
//	outbox drafts
//	relay scribe
//	  from drafts
//	  to jobs
//	  keeps in-memory              # the rows: a crash loses those not published
//
//	log orders
//	  partitions 3
//	  retention 1m
//	  records 150 "order.placed order={n}"
//	producer till
//	  to log orders
//	  key {order}                  # one key, one partition; without key in turn
//	  write "order=7"
//	group billing x 2              # billing-1 and billing-2 share the partitions
//	  from orders
//	  joins 10ms
//	  starts at position 120       # or at start, at end, at instant 5ms
//	  work 10ms
//	  commit after takes 2ms       # the work; or before, or every 3
//
//	crash worker-1 after step 1          # when it has done so many steps; a transaction is one
//	crash worker-2 after inner step 2 for 10ms   # those in transactions counted too
//	crash courier-1 after row 5 for 10ms
//	at 25ms crash billing-1 for 10ms
//	at 25ms crash courier-2
//	at 26ms restart jobs                 # its broker
//	at 27ms resend rail to jobs          # what lies there, dead letters mostly
//	at 28ms seek billing to 98
//
//	queue narrow
//	  ttl 300ms                          # messages live so long, unless they are in flight
//	  max-length 3                       # so many may wait, or unlimited
//	  overflow reject-publish            # or drop-head, the default: the next to be handed out makes room; or reject-publish-dlx
//	  priorities 10                      # higher ones count as this
//	  retry 100ms 200ms 400ms jitter     # how long a rejected message is held back: the first time, the second, from then on; never: not
//	  acknowledge-within 30m             # else the connection is closed
//	  expires 1m                         # without a consumer for so long, it is removed
//	producer hasty
//	  to exchange events
//	  key other
//	  ttl 200ms                          # of each message; 0ms: it expires unless somebody is there to take it
//	  mandatory                          # what goes to no queue comes back
//	  write "m1"
//	consumer porter
//	  from narrow
//	  detection 5s                       # so long after its connection is gone, the broker notices; 0ms if not given
//	  reconnect 1s                       # so long after its connection was closed, it has another; 0ms if not given
//	at 26ms pause porter for 10ms        # it stands still; in a queue without a visibility timeout, its connection may be
//	at 26ms partition porter for 10ms    # closed by then: it may not hear of it, and goes on with the work in its hands
//	at 26ms slow porter by 3 for 10ms    # what it begins takes so many times as long
//	at 26ms drop-confirm hasty           # its next confirmation is lost on the way
//	at 27ms write narrow "m2" priority 9 ttl 1s
//	at 27ms kill narrow                  # its broker, which comes back
//
//	broker rabbitmq-classic              # how queues behave where brokers differ: a Profile; lesson, if not given
//	queue votes
//	  broker rabbitmq-quorum             # of this one
//	client probe                         # a consumer that does what the lines say, and nothing by itself
//	  from votes
//	at 28ms get probe 2                  # so many messages; 1 if not given
//	at 29ms subscribe probe prefetch 3   # is given messages from now on; unlimited, if not given
//	at 30ms acknowledge probe m1         # the message of that body; with multiple, and all that it was given before
//	at 31ms reject probe m2 requeue multiple     # or drop; requeue after 1s: held back so long
//	at 32ms extend probe m3 by 1s        # its lease; as long as the queue's, if not given
//	at 33ms cancel probe                 # is given no more, and keeps what it has
//	at 34ms close probe                  # its connection; the next get or subscribe opens it again
//	queue stream
//	  broker redis-streams               # what a consumer has stays with it
//	client heir
//	  from stream
//	at 31ms write stream "m3" id 7 key a
//	at 32ms claim heir idle 1s count 2   # it takes over what was in flight and not heard of for so long
//	at 33ms reread heir                  # it is handed again what it has
//	queue pulled
//	  broker jetstream
//	  back-off 300ms 600ms 1.2s          # the visibility timeouts of the first delivery, the second, from then on; never: not
//	  max-in-flight 3                    # or unlimited: as the broker has it
//	  duplicate-window 2m                # messages are recognised by their id so long
//	  acknowledges up-to                 # a message and all before it that were handed out; or one
//	producer sure
//	  to pulled
//	  id {order}                         # what the queue recognises them by
//	  key customer-{n}                   # sqs-fifo: what groups them
//	  write "order=1"
//	log ledger
//	  broker kafka
//	group audit
//	  from ledger
//	  session-timeout 45s                # a member that crashed keeps its partitions so long; never: not at all
//	  poll-within 5m                     # and one that works on a record, so long; never: for ever
//	expect received of probe = ""        # a text; m1* where the broker marks a redelivery, and
//	                                     # received-counted gives m1*(2) where it counts them
//
//	choose at 29ms after 3 next 2        # written by the search over schedules: after 3 events and turns of that instant,
//	                                     # of what is due then, the second comes first
//	choose at 29ms after 5 give worker-2        # the next message, where several have room
//	choose at 30ms after 0 work longest         # or shortest, of a range
//	choose at 31ms after 2 crash courier-1 for 10ms   # or a consumer, or a member of a group, between two steps
//	choose at 32ms after 2 lose worker-1        # its acknowledgement
//
//	expect receipts of receipts > 0, balance != 0, lag of billing >= 0
//	claim "It is paid" status of 8842 in sales = paid
//
// In a handler's texts, {id} is the message's number unless its body gives an
// id, {body} the body, and other names what the body gives as name=value.
//
// Every line but param, when, queue, producer, consumer, client, table, balance,
// mailbox, outbox, handler, relay, exchange, log, group, at, crash, choose,
// print, expect, claim, write, leave, fails, row, records, bind, the steps of
// handlers and work by message stands at most once in its block; so does one
// of every, poisson and rate. All names are unlike each other, but for those of
// producers, which may be those of queues, exchanges, logs and tables.
//
// # Measures
//
// written deliveries redeliveries delivered-distinct acknowledged dead-lettered expired dropped refused
// lost left executions effects duplicates inversions depth depth-max visible in-flight
// delayed fresh unsettled parked floor lag finished waiting sojourn utilization crashes balance status receipts published
// published-distinct received received-counted receivers handled confirms
//
// Measures lists them with their meanings.
//
// waiting and sojourn take a statistic: waiting p95 (mean p50 p95 p99 max; mean
// if none is given). A measure is of everything, or "of" a queue, a consumer, a group,
// a relay, a log, a table or "message 2"; status is of a row, "of 8842" or "of 8842 in
// sales", or of the only row that has one. A measure is of the whole run, or "at 600ms" (after everything of that
// instant) or "before 1s" (before anything of it). In a template's braces,
// {deliveries of each consumer} makes consumer-1=4  consumer-2=4, and
// {depth before each 1s} the list of the values at 1s, 2s, … to the first
// that is not before the end of the run. {$visibility} is a parameter's value,
// and {{ and }} are braces.
// Times are printed in milliseconds, without unit, where a print line gives them as {t}.
//
// A condition is comparisons with commas between them: =, !=, <, <=, >, >= of
// sums of measures and values, all counts, all durations or all shares. A
// minus stands between spaces. A status, or what was received or handled by whom, is
// compared by = or != with a word, in quotes where that has spaces, or with another such.
//
// # Errors and limits
//
// Everything wrong is reported at once, with its place, the word, and what was
// expected there. Lines under a when that does not hold are checked too. The
// limits of a scenario are the constants that begin with Max.
package scenario
