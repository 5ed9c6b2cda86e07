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
// Every line but param, when, queue, producer, consumer, at, print, expect,
// claim, write, leave and work by message stands at most once in its block;
// so does one of every, poisson and rate. Names of queues, consumers and
// groups are unlike each other, as are those of producers and consumers.
//
// # Measures
//
// written deliveries redeliveries delivered-distinct acknowledged dead-lettered expired dropped refused
// lost left executions effects duplicates inversions depth depth-max visible in-flight
// delayed lag finished waiting sojourn utilization crashes
//
// Measures lists them with their meanings.
//
// waiting and sojourn take a statistic: waiting p95 (mean p50 p95 p99 max; mean
// if none is given). A measure is of everything, or "of" a queue, a consumer, a group or
// "message 2"; of the whole run, or "at 600ms" (after everything of that
// instant) or "before 1s" (before anything of it). In a template's braces,
// {deliveries of each consumer} makes consumer-1=4  consumer-2=4, and
// {depth before each 1s} the list of the values at 1s, 2s, … to the first
// that is not before the end of the run. {$visibility} is a parameter's value,
// and {{ and }} are braces.
// Times are printed in milliseconds, without unit, where a print line gives them as {t}.
//
// A condition is comparisons with commas between them: =, !=, <, <=, >, >= of
// sums of measures and values, all counts, all durations or all shares. A
// minus stands between spaces.
//
// # Errors and limits
//
// Everything wrong is reported at once, with its place, the word, and what was
// expected there. Lines under a when that does not hold are checked too. The
// limits of a scenario are the constants that begin with Max.
//
// # Part of the language, not simulated yet
//
// Parsed and refused by name, never ignored: broker, exchange, bind, log,
// group, table, balance, mailbox, outbox, relay, handler and its steps
// (transaction, insert, update, read, write, debit, upsert, send, publish,
// enqueue, commit, acknowledge, reject); in a queue: ttl, max-length,
// overflow, durable, priorities, single-active, retry; in a producer: key,
// confirms, persistent, to an exchange; in a consumer: concurrency, handler,
// acknowledge, fails, detection, reconnect; in faults: restart, pause,
// partition, drop-confirm, slow. Of the measures: lag, balance, status,
// receipts, published, published-distinct.
//
// A sketch of how they will look:
//
//	exchange events
//	  route paid billing           # what it passes on, and to which queue
//	log orders
//	  partitions 3
//	group billing
//	  from orders
//	  commit after                 # the work, or before it
//	table accounts
//	  unique message
//	  row ann 100
//	outbox orders
//	relay publisher
//	  from orders
//	handler place-order            # steps, each with a name and a duration; crashes can fall between any two
//	  transaction
//	    insert processed $id 1ms else acknowledge
//	    update orders $order status paid
//	  send receipt $order 2ms
//	  acknowledge
//	queue paid
//	  ttl 10s
//	  max-length 100 overflow reject   # or drop-head
//	  retry 3 after 1s factor 2 jitter 10%
//	producer shop
//	  key order-{n}
//	  confirms
//	consumer worker
//	  concurrency 4
//	  handler place-order
//	  fails "order 3"              # or a share: fails 10%
//	at 25ms restart jobs
package scenario
